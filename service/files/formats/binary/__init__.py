"""Tables in files of bytes: dBASE and FoxPro, and Excel's binary workbooks."""
