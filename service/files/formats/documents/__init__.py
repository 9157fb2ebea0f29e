"""Tables in documents of marks: web pages, MHTML, Excel XML, and lists in XML."""
