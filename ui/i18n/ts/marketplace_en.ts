<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>LinkForm</name>
    <message numerus="yes">
        <source>%n placed order(s)</source>
        <translation>
            <numerusform>%n placed order</numerusform>
            <numerusform>%n placed orders</numerusform>
        </translation>
    </message>
</context>
</TS>
