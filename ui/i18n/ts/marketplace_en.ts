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
<context>
    <name>MarketplacePane</name>
    <message numerus="yes">
        <source>%n order(s) of the marketplace are open; it hears nothing more of them.</source>
        <translation>
            <numerusform>%n order of the marketplace is open; it hears nothing more of it.</numerusform>
            <numerusform>%n orders of the marketplace are open; it hears nothing more of them.</numerusform>
        </translation>
    </message>
</context>
</TS>
