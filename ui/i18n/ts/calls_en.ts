<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>BodyView</name>
    <message numerus="yes">
        <source>… %1 rows …</source>
        <translation>
            <numerusform>… %1 row …</numerusform>
            <numerusform>… %1 rows …</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CallWords</name>
    <message numerus="yes">
        <source>%n order(s)</source>
        <translation>
            <numerusform>%n order</numerusform>
            <numerusform>%n orders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s)</source>
        <translation>
            <numerusform>%n item</numerusform>
            <numerusform>%n items</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DetailPanel</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message numerus="yes">
        <source>The %1 calls that the filters leave.</source>
        <translation>
            <numerusform>The %1 call that the filters leave.</numerusform>
            <numerusform>The %1 calls that the filters leave.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 calls are in %2.</source>
        <translation>
            <numerusform>%1 call is in %2.</numerusform>
            <numerusform>%1 calls are in %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LogHead</name>
    <message numerus="yes">
        <source>%1 entries.</source>
        <translation>
            <numerusform>%1 entry.</numerusform>
            <numerusform>%1 entries.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Kept %n day(s).</source>
        <translation>
            <numerusform>Kept %n day.</numerusform>
            <numerusform>Kept %n days.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new call(s)</source>
        <translation>
            <numerusform>%n new call</numerusform>
            <numerusform>%n new calls</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NoteWords</name>
    <message numerus="yes">
        <source>%n more row(s) were rejected</source>
        <translation>
            <numerusform>%n more row was rejected</numerusform>
            <numerusform>%n more rows were rejected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Unknown field ignored: %1</source>
        <translation>
            <numerusform>Unknown field ignored: %1</numerusform>
            <numerusform>Unknown fields ignored: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Unknown parameter ignored: %1</source>
        <translation>
            <numerusform>Unknown parameter ignored: %1</numerusform>
            <numerusform>Unknown parameters ignored: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RelatedPage</name>
    <message numerus="yes">
        <source>%n order(s)</source>
        <translation>
            <numerusform>%n order</numerusform>
            <numerusform>%n orders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 parts</source>
        <translation>
            <numerusform>%1 part</numerusform>
            <numerusform>%1 parts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SearchLine</name>
    <message numerus="yes">
        <source>Looking for calls about this part: %n found</source>
        <translation>
            <numerusform>Looking for calls about this part: %n found</numerusform>
            <numerusform>Looking for calls about this part: %n found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Looking into requests and answers: %n found</source>
        <translation>
            <numerusform>Looking into requests and answers: %n found</numerusform>
            <numerusform>Looking into requests and answers: %n found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 calls found.</source>
        <translation>
            <numerusform>%1 call found.</numerusform>
            <numerusform>%1 calls found.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>UndoDialog</name>
    <message numerus="yes">
        <source>%1 part(s) get values back.</source>
        <translation>
            <numerusform>%1 part gets values back.</numerusform>
            <numerusform>%1 parts get values back.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 new part(s) are removed.</source>
        <translation>
            <numerusform>%1 new part is removed.</numerusform>
            <numerusform>%1 new parts are removed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 part(s) were changed since.</source>
        <translation>
            <numerusform>%1 part was changed since.</numerusform>
            <numerusform>%1 parts were changed since.</numerusform>
        </translation>
    </message>
</context>
</TS>
