<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>SampleCard</name>
    <message numerus="yes">
        <source>Staging holds %n sample part(s)</source>
        <translation>
            <numerusform>Staging holds %n sample part</numerusform>
            <numerusform>Staging holds %n sample parts</numerusform>
        </translation>
    </message>
</context>
</TS>
