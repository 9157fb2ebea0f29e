"""Tables in documents of marks: web pages, Excel XML, and lists in XML."""
