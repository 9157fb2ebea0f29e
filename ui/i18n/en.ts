<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>AlertStrip</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AlertWords</name>
    <message numerus="yes">
        <source>%1 did not answer %n time(s).</source>
        <translation>
            <numerusform>%1 did not answer once.</numerusform>
            <numerusform>%1 did not answer %n times.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 refused %n time(s).</source>
        <translation>
            <numerusform>%1 refused once.</numerusform>
            <numerusform>%1 refused %n times.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) waiting.</source>
        <translation>
            <numerusform>%n event is waiting.</numerusform>
            <numerusform>%n events are waiting.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more key(s) end soon.</source>
        <translation>
            <numerusform>%n more key ends soon.</numerusform>
            <numerusform>%n more keys end soon.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n thing(s) of the marketplace need(s) your attention</source>
        <translation>
            <numerusform>%n thing of the marketplace needs your attention</numerusform>
            <numerusform>%n things of the marketplace need your attention</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Next try at %1; %n event(s) waiting.</source>
        <translation>
            <numerusform>Next try at %1; %n event is waiting.</numerusform>
            <numerusform>Next try at %1; %n events are waiting.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AlertsSection</name>
    <message numerus="yes">
        <source>%1, every %n minute(s)</source>
        <translation>
            <numerusform>%1, every minute</numerusform>
            <numerusform>%1, every %n minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n came too late and were not sent</source>
        <translation>
            <numerusform>%n came too late and was not sent</numerusform>
            <numerusform>%n came too late and were not sent</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiting</source>
        <translation>
            <numerusform>%n waiting</numerusform>
            <numerusform>%n waiting</numerusform>
        </translation>
    </message>
</context>
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
    <name>CallExportDialog</name>
    <message numerus="yes">
        <source>%1 calls are in %2.</source>
        <translation>
            <numerusform>%1 call is in %2.</numerusform>
            <numerusform>%1 calls are in %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The %1 calls that the filters leave.</source>
        <translation>
            <numerusform>The %1 call that the filters leave.</numerusform>
            <numerusform>The %1 calls that the filters leave.</numerusform>
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
</context>
<context>
    <name>CallsCard</name>
    <message numerus="yes">
        <source>call(s)</source>
        <translation>
            <numerusform>call</numerusform>
            <numerusform>calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>fault(s)</source>
        <translation>
            <numerusform>fault</numerusform>
            <numerusform>faults</numerusform>
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
    <name>ConnectionsCard</name>
    <message numerus="yes">
        <source>%n address(es) do(es) not get everything</source>
        <translation>
            <numerusform>%n address does not get everything</numerusform>
            <numerusform>%n addresses do not get everything</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n need(s) your attention</source>
        <translation>
            <numerusform>%n needs your attention</numerusform>
            <numerusform>%n need your attention</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n wait(s) to be sent</source>
        <translation>
            <numerusform>%n waits to be sent</numerusform>
            <numerusform>%n wait to be sent</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>See %n rejected row(s)</source>
        <translation>
            <numerusform>See %n rejected row</numerusform>
            <numerusform>See %n rejected rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CountedWords</name>
    <message numerus="yes">
        <source>%n target(s), all well</source>
        <translation>
            <numerusform>%n target, well</numerusform>
            <numerusform>%n targets, all well</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It was used for %n call(s) today.</source>
        <translation>
            <numerusform>It was used for %n call today.</numerusform>
            <numerusform>It was used for %n calls today.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Last push %1, %n row(s)</source>
        <translation>
            <numerusform>Last push %1, %n row</numerusform>
            <numerusform>Last push %1, %n rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Not used for %n day(s)</source>
        <translation>
            <numerusform>Not used for %n day</numerusform>
            <numerusform>Not used for %n days</numerusform>
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
    <name>EditTargetDialog</name>
    <message numerus="yes">
        <source>What was given up in the last %n day(s) goes again as soon as it answers.</source>
        <translation>
            <numerusform>What was given up in the last day goes again as soon as it answers.</numerusform>
            <numerusform>What was given up in the last %n days goes again as soon as it answers.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Formats</name>
    <message numerus="yes">
        <source>%1 part(s)</source>
        <translation>
            <numerusform>%1 part</numerusform>
            <numerusform>%1 parts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>%n minute</numerusform>
            <numerusform>%n minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n minute(s) ago</source>
        <translation>
            <numerusform>%n minute ago</numerusform>
            <numerusform>%n minutes ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n part(s)</source>
        <translation>
            <numerusform>%n part</numerusform>
            <numerusform>%n parts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n second(s) ago</source>
        <translation>
            <numerusform>%n second ago</numerusform>
            <numerusform>%n seconds ago</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HealthSection</name>
    <message numerus="yes">
        <source>%n thing(s) to look at.</source>
        <translation>
            <numerusform>%n thing to look at.</numerusform>
            <numerusform>%n things to look at.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HistoryPage</name>
    <message numerus="yes">
        <source>%n row(s) written.</source>
        <translation>
            <numerusform>%n row written.</numerusform>
            <numerusform>%n rows written.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ItemDetail</name>
    <message numerus="yes">
        <source>and %n more car(s)</source>
        <translation>
            <numerusform>and %n more car</numerusform>
            <numerusform>and %n more cars</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>KeysCard</name>
    <message numerus="yes">
        <source>Show %n revoked key(s)</source>
        <translation>
            <numerusform>Show %n revoked key</numerusform>
            <numerusform>Show %n revoked keys</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LabelDialog</name>
    <message numerus="yes">
        <source>%n part(s) without bars: the SKU is too long here, or not in Latin letters.</source>
        <translation>
            <numerusform>%n part without bars: the SKU is too long here, or not in Latin letters.</numerusform>
            <numerusform>%n parts without bars: the SKU is too long here, or not in Latin letters.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Print %n label(s)</source>
        <translation>
            <numerusform>Print %n label</numerusform>
            <numerusform>Print %n labels</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LinkCard</name>
    <message numerus="yes">
        <source>answer(s) wait(s) to be sent</source>
        <translation>
            <numerusform>answer waits to be sent</numerusform>
            <numerusform>answers wait to be sent</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>open order(s)</source>
        <translation>
            <numerusform>open order</numerusform>
            <numerusform>open orders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>part(s) wait(s) to be sent</source>
        <translation>
            <numerusform>part waits to be sent</numerusform>
            <numerusform>parts wait to be sent</numerusform>
        </translation>
    </message>
</context>
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
    <name>LogHead</name>
    <message numerus="yes">
        <source>%1 entries.</source>
        <translation>
            <numerusform>%1 entry.</numerusform>
            <numerusform>%1 entries.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new call(s)</source>
        <translation>
            <numerusform>%n new call</numerusform>
            <numerusform>%n new calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Kept %n day(s).</source>
        <translation>
            <numerusform>Kept %n day.</numerusform>
            <numerusform>Kept %n days.</numerusform>
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
    <name>MarketplacePane</name>
    <message numerus="yes">
        <source>%n order(s) of the marketplace are open; it gets no more news of them.</source>
        <translation>
            <numerusform>%n order of the marketplace is open; it gets no more news of it.</numerusform>
            <numerusform>%n orders of the marketplace are open; it gets no more news of them.</numerusform>
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
        <source>%n are waiting; the first is cancelled automatically %1.</source>
        <translation>
            <numerusform>%n is waiting; it is cancelled automatically %1.</numerusform>
            <numerusform>%n are waiting; the first is cancelled automatically %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n are waiting; the first is cancelled automatically within a minute.</source>
        <translation>
            <numerusform>%n is waiting; it is cancelled automatically within a minute.</numerusform>
            <numerusform>%n are waiting; the first is cancelled automatically within a minute.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n order(s) are waiting for you.</source>
        <translation>
            <numerusform>%n order is waiting for you.</numerusform>
            <numerusform>%n orders are waiting for you.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in %n minute(s)</source>
        <translation>
            <numerusform>in %n minute</numerusform>
            <numerusform>in %n minutes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OverwriteNote</name>
    <message numerus="yes">
        <source>%1 wrote %n of them last. What it sends next replaces what you change.</source>
        <translation>
            <numerusform>%1 wrote %n of them last. What it sends next replaces what you change.</numerusform>
            <numerusform>%1 wrote %n of them last. What it sends next replaces what you change.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The file %1 wrote %n of them last. Its next nightly run replaces what you change.</source>
        <translation>
            <numerusform>The file %1 wrote %n of them last. Its next nightly run replaces what you change.</numerusform>
            <numerusform>The file %1 wrote %n of them last. Its next nightly run replaces what you change.</numerusform>
        </translation>
    </message>
</context>
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
<context>
    <name>PinPrompt</name>
    <message numerus="yes">
        <source>This is protected. The PIN counts for the next %n minute(s).</source>
        <translation>
            <numerusform>This is protected. The PIN counts for the next minute.</numerusform>
            <numerusform>This is protected. The PIN counts for the next %n minutes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PriceDialog</name>
    <message numerus="yes">
        <source>%n fils</source>
        <translation>
            <numerusform>%n fils</numerusform>
            <numerusform>%n fils</numerusform>
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
        <source>%n price(s) change.</source>
        <translation>
            <numerusform>%n price changes.</numerusform>
            <numerusform>%n prices change.</numerusform>
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
        <source>%n stay(s) the same.</source>
        <translation>
            <numerusform>%n stays the same.</numerusform>
            <numerusform>%n stay the same.</numerusform>
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
        <source>Change the prices of %n part(s)</source>
        <translation>
            <numerusform>Change the prices of %n part</numerusform>
            <numerusform>Change the prices of %n parts</numerusform>
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
    <name>QuitQuestion</name>
    <message numerus="yes">
        <source>%n event(s) go out after the next start.</source>
        <translation>
            <numerusform>%n event goes out after the next start.</numerusform>
            <numerusform>%n events go out after the next start.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Quit? %n event(s) still waiting.</source>
        <translation>
            <numerusform>Quit? %n event is still waiting.</numerusform>
            <numerusform>Quit? %n events are still waiting.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Quit? %n order(s) still waiting.</source>
        <translation>
            <numerusform>Quit? %n order is still waiting.</numerusform>
            <numerusform>Quit? %n orders are still waiting.</numerusform>
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
</context>
<context>
    <name>ResendSinceDialog</name>
    <message numerus="yes">
        <source>%n event(s) are on their way again.</source>
        <translation>
            <numerusform>%n event is on its way again.</numerusform>
            <numerusform>%n events are on their way again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) given up since then will be sent again.</source>
        <translation>
            <numerusform>%n event given up since then will be sent again.</numerusform>
            <numerusform>%n events given up since then will be sent again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Send %n again</source>
        <translation>
            <numerusform>Send %n again</numerusform>
            <numerusform>Send %n again</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RestoreDialog</name>
    <message numerus="yes">
        <source>%n order(s)</source>
        <translation>
            <numerusform>%n order</numerusform>
            <numerusform>%n orders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>This computer no longer knows %n order(s) placed after the backup</source>
        <translation>
            <numerusform>This computer no longer knows %n order placed after the backup</numerusform>
            <numerusform>This computer no longer knows %n orders placed after the backup</numerusform>
        </translation>
    </message>
</context>
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
<context>
    <name>SearchLine</name>
    <message numerus="yes">
        <source>%1 calls found.</source>
        <translation>
            <numerusform>%1 call found.</numerusform>
            <numerusform>%1 calls found.</numerusform>
        </translation>
    </message>
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
<context>
    <name>Service</name>
    <message numerus="yes">
        <source>Nearly all of the {n:,} parts would have one name: {name}.</source>
        <translation>
            <numerusform>Nearly all of the {n:,} part would have one name: {name}.</numerusform>
            <numerusform>Nearly all of the {n:,} parts would have one name: {name}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The file has been the same for {n:,} nights: see whether your system still exports it.</source>
        <translation>
            <numerusform>The file has been the same for {n:,} night: see whether your system still exports it.</numerusform>
            <numerusform>The file has been the same for {n:,} nights: see whether your system still exports it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The program ended in the middle of this run. {n:,} rows were saved, those after were not. Run the pull again.</source>
        <translation>
            <numerusform>The program ended in the middle of this run. {n:,} rows were saved, those after were not. Run the pull again.</numerusform>
            <numerusform>The program ended in the middle of this run. {n:,} rows were saved, those after were not. Run the pull again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>There are {n} alert addresses already; remove one first.</source>
        <translation>
            <numerusform>There is {n} alert address already; remove it first.</numerusform>
            <numerusform>There are {n} alert addresses already; remove one first.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>There are {n} names already; rename one.</source>
        <translation>
            <numerusform>There is {n} name already; rename it.</numerusform>
            <numerusform>There are {n} names already; rename one.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>This PIN is wrong. {n} tries are left before a wait.</source>
        <translation>
            <numerusform>This PIN is wrong. {n} try is left before a wait.</numerusform>
            <numerusform>This PIN is wrong. {n} tries are left before a wait.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Try again in {n} minutes.</source>
        <translation>
            <numerusform>Try again in {n} minute.</numerusform>
            <numerusform>Try again in {n} minutes.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{at}, {n} parts</source>
        <translation>
            <numerusform>{at}, {n} part</numerusform>
            <numerusform>{at}, {n} parts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} active parts are not in the file and stay as they are. The set-up can take their stock to 0, or make them inactive.</source>
        <translation>
            <numerusform>{n:,} active parts are not in the file and stay as they are. The set-up can take their stock to 0, or make them inactive.</numerusform>
            <numerusform>{n:,} active parts are not in the file and stay as they are. The set-up can take their stock to 0, or make them inactive.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} alerts came too late and were not sent.</source>
        <translation>
            <numerusform>{n:,} alert came too late and was not sent.</numerusform>
            <numerusform>{n:,} alerts came too late and were not sent.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} alerts from Counterpart</source>
        <translation>
            <numerusform>{n:,} alert from Counterpart</numerusform>
            <numerusform>{n:,} alerts from Counterpart</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} cells hold a formula without a saved value: open the file in Excel and save it.</source>
        <translation>
            <numerusform>{n:,} cell holds a formula without a saved value: open the file in Excel and save it.</numerusform>
            <numerusform>{n:,} cells hold a formula without a saved value: open the file in Excel and save it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} lines are not written in UTF-8 as the others are: {lines}.</source>
        <translation>
            <numerusform>{n:,} line is not written in UTF-8 as the others are: {lines}.</numerusform>
            <numerusform>{n:,} lines are not written in UTF-8 as the others are: {lines}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} minutes left to accept it</source>
        <translation>
            <numerusform>{n:,} minute left to accept it</numerusform>
            <numerusform>{n:,} minutes left to accept it</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} of {rows:,} part numbers are new: they may be written in another way.</source>
        <translation>
            <numerusform>{n:,} of {rows:,} part numbers is new: it may be written in another way.</numerusform>
            <numerusform>{n:,} of {rows:,} part numbers are new: they may be written in another way.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} of {rows:,} rows have no price: their prices would stay as they are.</source>
        <translation>
            <numerusform>{n:,} of {rows:,} rows has no price: its price would stay as it is.</numerusform>
            <numerusform>{n:,} of {rows:,} rows have no price: their prices would stay as they are.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} of {rows:,} rows have no quantity: their stock would stay as it is.</source>
        <translation>
            <numerusform>{n:,} of {rows:,} rows has no quantity: its stock would stay as it is.</numerusform>
            <numerusform>{n:,} of {rows:,} rows have no quantity: their stock would stay as it is.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} orders of the marketplace are open; it gets no news of them without the link. Finish them first, or remove the link anyway.</source>
        <translation>
            <numerusform>{n:,} order of the marketplace is open; it gets no news of it without the link. Finish it first, or remove the link anyway.</numerusform>
            <numerusform>{n:,} orders of the marketplace are open; it gets no news of them without the link. Finish them first, or remove the link anyway.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} parts were changed since, and what was changed of them stays.</source>
        <translation>
            <numerusform>{n:,} parts were changed since, and what was changed of them stays.</numerusform>
            <numerusform>{n:,} parts were changed since, and what was changed of them stays.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} prices are 0. What do they mean?</source>
        <translation>
            <numerusform>{n:,} price is 0. What does it mean?</numerusform>
            <numerusform>{n:,} prices are 0. What do they mean?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} quantities are blank. What do they mean?</source>
        <translation>
            <numerusform>{n:,} quantity is blank. What does it mean?</numerusform>
            <numerusform>{n:,} quantities are blank. What do they mean?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} rows name a part again ({parts}), with another {columns}. Which of them count?</source>
        <translation>
            <numerusform>{n:,} row names a part again ({parts}), with another {columns}. Which of them counts?</numerusform>
            <numerusform>{n:,} rows name a part again ({parts}), with another {columns}. Which of them count?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} rows name a part number again: of its rows at a branch only the last one counts.</source>
        <translation>
            <numerusform>{n:,} row names a part number again: of its rows at a branch only the last one counts.</numerusform>
            <numerusform>{n:,} rows name a part number again: of its rows at a branch only the last one counts.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} rows name a part number again: only the last one would count.</source>
        <translation>
            <numerusform>{n:,} row names a part number again: only the last one would count.</numerusform>
            <numerusform>{n:,} rows name a part number again: only the last one would count.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} rows name a part number again: the first one counts.</source>
        <translation>
            <numerusform>{n:,} row names a part number again: the first one counts.</numerusform>
            <numerusform>{n:,} rows name a part number again: the first one counts.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} rows name a part number again: they are added up.</source>
        <translation>
            <numerusform>{n:,} row names a part number again: they are added up.</numerusform>
            <numerusform>{n:,} rows name a part number again: they are added up.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} rows that the workbook hides, as by a filter, are read too.</source>
        <translation>
            <numerusform>{n:,} row that the workbook hides, as by a filter, is read too.</numerusform>
            <numerusform>{n:,} rows that the workbook hides, as by a filter, are read too.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} rows were worked through before that.</source>
        <translation>
            <numerusform>{n:,} rows were worked through before that.</numerusform>
            <numerusform>{n:,} rows were worked through before that.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} rows: {why}.</source>
        <translation>
            <numerusform>{n:,} row: {why}.</numerusform>
            <numerusform>{n:,} rows: {why}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} values are merged over several rows: each counts in all of them.</source>
        <translation>
            <numerusform>{n:,} value is merged over several rows: it counts in all of them.</numerusform>
            <numerusform>{n:,} values are merged over several rows: each counts in all of them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} entries, none changed.</source>
        <translation>
            <numerusform>{n} entry, not changed.</numerusform>
            <numerusform>{n} entries, none changed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} more end soon.</source>
        <translation>
            <numerusform>{n} more ends soon.</numerusform>
            <numerusform>{n} more end soon.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n}% VAT is taken off the prices.</source>
        <translation>
            <numerusform>{n}% VAT is taken off the prices.</numerusform>
            <numerusform>{n}% VAT is taken off the prices.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ShopSection</name>
    <message numerus="yes">
        <source>%n part(s) in stock there</source>
        <translation>
            <numerusform>%n part in stock there</numerusform>
            <numerusform>%n parts in stock there</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SwitchOnDialog</name>
    <message numerus="yes">
        <source>%n event(s) happened while it was off. What should it get of them?</source>
        <translation>
            <numerusform>%n event happened while it was off. Should it get it?</numerusform>
            <numerusform>%n events happened while it was off. Which of them should it get?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TargetActions</name>
    <message numerus="yes">
        <source>It gets nothing any more, %n waiting event(s) included. Its secret is deleted.</source>
        <translation>
            <numerusform>It gets nothing any more, the %n waiting event included. Its secret is deleted.</numerusform>
            <numerusform>It gets nothing any more, the %n waiting events included. Its secret is deleted.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TargetNotes</name>
    <message numerus="yes">
        <source>%n event(s) waiting.</source>
        <translation>
            <numerusform>%n event is waiting.</numerusform>
            <numerusform>%n events are waiting.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Next try at %1; %n event(s) waiting.</source>
        <translation>
            <numerusform>Next try at %1; %n event is waiting.</numerusform>
            <numerusform>Next try at %1; %n events are waiting.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Try all %n now</source>
        <translation>
            <numerusform>Try it now</numerusform>
            <numerusform>Try all %n now</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TargetRows</name>
    <message numerus="yes">
        <source>%n event(s) held up</source>
        <translation>
            <numerusform>%n event held up</numerusform>
            <numerusform>%n events held up</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No answer %n time(s), %1 waiting</source>
        <translation>
            <numerusform>No answer %n time, %1 waiting</numerusform>
            <numerusform>No answer %n times, %1 waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Off; %n event(s) kept for it</source>
        <translation>
            <numerusform>Off; %n event kept for it</numerusform>
            <numerusform>Off; %n events kept for it</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Refused %n time(s), %1 waiting</source>
        <translation>
            <numerusform>Refused once, %1 waiting</numerusform>
            <numerusform>Refused %n times, %1 waiting</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TodayCard</name>
    <message numerus="yes">
        <source>Same day last week, until this time: %1 and %n order(s).</source>
        <translation>
            <numerusform>Same day last week, until this time: %1 and %n order.</numerusform>
            <numerusform>Same day last week, until this time: %1 and %n orders.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>new order(s)</source>
        <translation>
            <numerusform>new order</numerusform>
            <numerusform>new orders</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message numerus="yes">
        <source>%n order(s) wait</source>
        <translation>
            <numerusform>%n order waits</numerusform>
            <numerusform>%n orders wait</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>UndoDialog</name>
    <message numerus="yes">
        <source>%1 new part(s) are removed.</source>
        <translation>
            <numerusform>%1 new part is removed.</numerusform>
            <numerusform>%1 new parts are removed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 part(s) get values back.</source>
        <translation>
            <numerusform>%1 part gets values back.</numerusform>
            <numerusform>%1 parts get values back.</numerusform>
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
<context>
    <name>WriteTable</name>
    <message numerus="yes">
        <source>and %1 more</source>
        <translation>
            <numerusform>and %1 more</numerusform>
            <numerusform>and %1 more</numerusform>
        </translation>
    </message>
</context>
</TS>
