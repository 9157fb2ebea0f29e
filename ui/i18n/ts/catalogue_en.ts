<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>BulkActions</name>
    <message numerus="yes">
        <source>Make %n part(s) active?</source>
        <translation>
            <numerusform>Make %n part active?</numerusform>
            <numerusform>Make %n parts active?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Make %n part(s) inactive?</source>
        <translation>
            <numerusform>Make %n part inactive?</numerusform>
            <numerusform>Make %n parts inactive?</numerusform>
        </translation>
    </message>
</context>
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
    <name>LabelDialog</name>
    <message numerus="yes">
        <source>Print %n label(s)</source>
        <translation>
            <numerusform>Print %n label</numerusform>
            <numerusform>Print %n labels</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n part(s) without bars: the SKU is too long here, or not in Latin letters.</source>
        <translation>
            <numerusform>%n part without bars: the SKU is too long here, or not in Latin letters.</numerusform>
            <numerusform>%n parts without bars: the SKU is too long here, or not in Latin letters.</numerusform>
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
    <name>OverwriteNote</name>
    <message numerus="yes">
        <source>The file %1 wrote %n of them last. Its next nightly run replaces what you change.</source>
        <translation>
            <numerusform>The file %1 wrote %n of them last. Its next nightly run replaces what you change.</numerusform>
            <numerusform>The file %1 wrote %n of them last. Its next nightly run replaces what you change.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 wrote %n of them last. What it sends next replaces what you change.</source>
        <translation>
            <numerusform>%1 wrote %n of them last. What it sends next replaces what you change.</numerusform>
            <numerusform>%1 wrote %n of them last. What it sends next replaces what you change.</numerusform>
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
<context>
    <name>PriceDialog</name>
    <message numerus="yes">
        <source>Change the prices of %n part(s)</source>
        <translation>
            <numerusform>Change the prices of %n part</numerusform>
            <numerusform>Change the prices of %n parts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n fils</source>
        <translation>
            <numerusform>%n fils</numerusform>
            <numerusform>%n fils</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Change %n price(s)</source>
        <translation>
            <numerusform>Change %n price</numerusform>
            <numerusform>Change %n prices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n price(s) change.</source>
        <translation>
            <numerusform>%n price changes.</numerusform>
            <numerusform>%n prices change.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n stay(s) the same.</source>
        <translation>
            <numerusform>%n stays the same.</numerusform>
            <numerusform>%n stay the same.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n has no price.</source>
        <translation>
            <numerusform>%n has no price.</numerusform>
            <numerusform>%n have no price.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n price(s) stay as they are:</source>
        <translation>
            <numerusform>%n price stays as it is:</numerusform>
            <numerusform>%n prices stay as they are:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SelectionBar</name>
    <message numerus="yes">
        <source>%n part(s) selected</source>
        <translation>
            <numerusform>%n part selected</numerusform>
            <numerusform>%n parts selected</numerusform>
        </translation>
    </message>
</context>
</TS>
