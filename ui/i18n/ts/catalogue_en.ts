<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>CarRows</name>
    <message numerus="yes">
        <source>It fits %n car(s), too many to change here. Send the list again from your system.</source>
        <translation>
            <numerusform>It fits %n car, too many to change here. Send the list again from your system.</numerusform>
            <numerusform>It fits %n cars, too many to change here. Send the list again from your system.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CataloguePane</name>
    <message numerus="yes">
        <source>%n part(s).</source>
        <translation>
            <numerusform>%n part.</numerusform>
            <numerusform>%n parts.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LongWork</name>
    <message numerus="yes">
        <source>%n part(s) saved in %1.</source>
        <translation>
            <numerusform>%n part saved in %1.</numerusform>
            <numerusform>%n parts saved in %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PartDetail</name>
    <message numerus="yes">
        <source>and %n more car(s)</source>
        <translation>
            <numerusform>and %n more car</numerusform>
            <numerusform>and %n more cars</numerusform>
        </translation>
    </message>
</context>
</TS>
