<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>PagesPreview</name>
    <message numerus="yes">
        <source>Preview, %n page(s)</source>
        <translation>
            <numerusform>Preview, %n page</numerusform>
            <numerusform>Preview, %n pages</numerusform>
        </translation>
    </message>
</context>
</TS>
