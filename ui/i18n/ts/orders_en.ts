<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>OrderExportDialog</name>
    <message numerus="yes">
        <source>%n order(s) saved in %1.</source>
        <translation>
            <numerusform>%n order saved in %1.</numerusform>
            <numerusform>%n orders saved in %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OrderHistory</name>
    <message numerus="yes">
        <source>%n unit(s) held at %1</source>
        <translation>
            <numerusform>%n unit held at %1</numerusform>
            <numerusform>%n units held at %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OrdersSubtitle</name>
    <message numerus="yes">
        <source>%n order(s) are waiting for you.</source>
        <translation>
            <numerusform>%n order is waiting for you.</numerusform>
            <numerusform>%n orders are waiting for you.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n are waiting; the first cancels by itself %1.</source>
        <translation>
            <numerusform>%n is waiting; it cancels by itself %1.</numerusform>
            <numerusform>%n are waiting; the first cancels by itself %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in %n minute(s)</source>
        <translation>
            <numerusform>in %n minute</numerusform>
            <numerusform>in %n minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n are waiting; the first cancels by itself within a minute.</source>
        <translation>
            <numerusform>%n is waiting; it cancels by itself within a minute.</numerusform>
            <numerusform>%n are waiting; the first cancels by itself within a minute.</numerusform>
        </translation>
    </message>
</context>
</TS>
