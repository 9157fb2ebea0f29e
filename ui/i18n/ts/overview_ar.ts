<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ar" sourcelanguage="en">
<context>
    <name>BackupNote</name>
    <message>
        <source>Open the backups</source>
        <translation>افتح النسخ الاحتياطية</translation>
    </message>
    <message>
        <source>It is tried again every 10 minutes.</source>
        <translation>تُعاد المحاولة كل 10 دقائق.</translation>
    </message>
    <message>
        <source>The nightly backup was not made</source>
        <translation>لم تُنشأ النسخة الاحتياطية الليلية</translation>
    </message>
</context>
<context>
    <name>CallsCard</name>
    <message>
        <source>Sales summary</source>
        <translation>ملخص المبيعات</translation>
    </message>
    <message>
        <source>Calls in the last 24 hours</source>
        <translation>الاتصالات خلال آخر 24 ساعة</translation>
    </message>
    <message numerus="yes">
        <source>call(s)</source>
        <translation>
            <numerusform>اتصال</numerusform>
            <numerusform>اتصال</numerusform>
            <numerusform>اتصالان</numerusform>
            <numerusform>اتصالات</numerusform>
            <numerusform>اتصالًا</numerusform>
            <numerusform>اتصال</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>fault(s)</source>
        <translation>
            <numerusform>خطأ</numerusform>
            <numerusform>خطأ</numerusform>
            <numerusform>خطآن</numerusform>
            <numerusform>أخطاء</numerusform>
            <numerusform>خطأً</numerusform>
            <numerusform>خطأ</numerusform>
        </translation>
    </message>
    <message>
        <source>typical answer</source>
        <translation>زمن الرد المعتاد</translation>
    </message>
    <message>
        <source>%1 calls, %2 faults, most at %3</source>
        <translation>الاتصالات: %1، الأخطاء: %2، الأكثر في الساعة %3</translation>
    </message>
    <message>
        <source>%1: %2 answered, %3 faults</source>
        <translation>%1: تم الرد على %2، أخطاء %3</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>الآن</translation>
    </message>
    <message>
        <source>Show as table</source>
        <translation>اعرضها كجدول</translation>
    </message>
    <message>
        <source>Answered</source>
        <translation>تم الرد</translation>
    </message>
    <message>
        <source>Faults</source>
        <translation>أخطاء</translation>
    </message>
    <message>
        <source>Hour</source>
        <translation>الساعة</translation>
    </message>
</context>
<context>
    <name>ClockNote</name>
    <message>
        <source>The clock is right</source>
        <translation>الساعة صحيحة</translation>
    </message>
    <message>
        <source>It showed %1 when about %2 was expected.</source>
        <translation>أظهرت %1 وكان المتوقع نحو %2.</translation>
    </message>
    <message>
        <source>No order is cancelled by time meanwhile. Set the clock right, or confirm it here.</source>
        <translation>لا يُلغى أي طلب بانقضاء الوقت حتى ذلك الحين. اضبط الساعة، أو أكّد هنا أنها صحيحة.</translation>
    </message>
    <message>
        <source>Waiting orders then have 30 minutes again.</source>
        <translation>تحصل الطلبات المنتظرة بعدها على 30 دقيقة من جديد.</translation>
    </message>
    <message>
        <source>Is this computer&apos;s clock right?</source>
        <translation>هل ساعة هذا الحاسوب صحيحة؟</translation>
    </message>
</context>
<context>
    <name>HostCard</name>
    <message>
        <source>Copy</source>
        <translation>نسخ</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>تم النسخ</translation>
    </message>
    <message>
        <source>Send a test call</source>
        <translation>جرّب الاتصال</translation>
    </message>
    <message>
        <source>Listening for your systems</source>
        <translation>جاهز لاستقبال أنظمتك</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>يبدأ التشغيل</translation>
    </message>
    <message>
        <source>Not listening: port %1 is in use</source>
        <translation>متوقف: المنفذ %1 مشغول ببرنامج آخر</translation>
    </message>
    <message>
        <source>Not listening: the service has stopped</source>
        <translation>متوقف: توقفت الخدمة</translation>
    </message>
    <message>
        <source>Your till cannot reach this PC until the port is free. Orders and stock are safe.</source>
        <translation>لن يصل الكاشير إلى هذا الجهاز حتى يتحرر المنفذ. الطلبات والمخزون بأمان.</translation>
    </message>
    <message>
        <source>Your till cannot reach this PC until it runs again. Orders and stock are safe.</source>
        <translation>لن يصل الكاشير إلى هذا الجهاز حتى تعمل الخدمة من جديد. الطلبات والمخزون بأمان.</translation>
    </message>
    <message>
        <source>Since %1</source>
        <translation>منذ %1</translation>
    </message>
    <message>
        <source>no call yet</source>
        <translation>لا اتصال بعد</translation>
    </message>
    <message>
        <source>last call %1 from %2</source>
        <translation>آخر اتصال %1 من %2</translation>
    </message>
    <message>
        <source>last call %1</source>
        <translation>آخر اتصال %1</translation>
    </message>
</context>
<context>
    <name>HostTrouble</name>
    <message>
        <source>Try again</source>
        <translation>أعد المحاولة</translation>
    </message>
    <message>
        <source>Choose another port…</source>
        <translation>اختر منفذًا آخر…</translation>
    </message>
    <message>
        <source>Copy details for support</source>
        <translation>انسخ التفاصيل للدعم</translation>
    </message>
    <message>
        <source>The service ended and was started again without success</source>
        <translation>توقفت الخدمة ولم تنجح إعادة تشغيلها</translation>
    </message>
    <message>
        <source>Try again. If it ends once more, copy the details for support.</source>
        <translation>أعد المحاولة. إذا توقفت مرة أخرى فانسخ التفاصيل للدعم.</translation>
    </message>
    <message>
        <source>Counterpart already runs for another user of this PC: %1</source>
        <translation>‏Counterpart يعمل لدى مستخدم آخر على هذا الجهاز: %1</translation>
    </message>
    <message>
        <source>%1 holds the port</source>
        <translation>المنفذ مشغول ببرنامج %1</translation>
    </message>
    <message>
        <source>Another program holds the port</source>
        <translation>المنفذ مشغول ببرنامج آخر</translation>
    </message>
    <message>
        <source>%1, process %2</source>
        <translation>%1، العملية %2</translation>
    </message>
    <message>
        <source>%1 is still signed in, and that Counterpart holds the port%2. Quit it there or sign out.</source>
        <translation>ما زال %1 مسجلًا على الجهاز، ونسخته من Counterpart تشغل المنفذ%2. أنهها هناك أو سجّل خروجه.</translation>
    </message>
    <message>
        <source>Close that program%2, or choose another port and enter it in your tills.</source>
        <translation>أغلق ذلك البرنامج%2، أو اختر منفذًا آخر وأدخله في أجهزة الكاشير.</translation>
    </message>
    <message>
        <source>The port is never changed by itself: your tills know only %1.</source>
        <translation>لا يتغير المنفذ تلقائيًا، فالكاشير لا يعرف إلا %1.</translation>
    </message>
</context>
<context>
    <name>KeysNote</name>
    <message>
        <source>See the keys</source>
        <translation>شاهد المفاتيح</translation>
    </message>
    <message numerus="yes">
        <source>%n more key(s) end soon.</source>
        <translation>
            <numerusform>لا مفاتيح أخرى تنتهي قريبًا.</numerusform>
            <numerusform>ومفتاح آخر ينتهي قريبًا.</numerusform>
            <numerusform>ومفتاحان آخران ينتهيان قريبًا.</numerusform>
            <numerusform>و%n مفاتيح أخرى تنتهي قريبًا.</numerusform>
            <numerusform>و%n مفتاحًا آخر تنتهي قريبًا.</numerusform>
            <numerusform>و%n مفتاح آخر تنتهي قريبًا.</numerusform>
        </translation>
    </message>
    <message>
        <source>Give a key a later last day, or make a new one for its system.</source>
        <translation>اختر للمفتاح يومًا أخيرًا أبعد، أو أنشئ مفتاحًا جديدًا لنظامه.</translation>
    </message>
    <message>
        <source>The end of a key is near</source>
        <translation>اقتربت نهاية أحد المفاتيح</translation>
    </message>
    <message>
        <source>%1 has not worked since %2.</source>
        <translation>توقف %1 عن العمل منذ %2.</translation>
    </message>
    <message>
        <source>%1 works until %2.</source>
        <translation>يعمل %1 حتى %2.</translation>
    </message>
</context>
<context>
    <name>LibraryNote</name>
    <message>
        <source>See the versions</source>
        <translation>شاهد الإصدارات</translation>
    </message>
    <message>
        <source>A library of this program has a known fault</source>
        <translation>في إحدى مكتبات هذا البرنامج عيب معروف</translation>
    </message>
</context>
<context>
    <name>LinkSummaryCard</name>
    <message>
        <source>Practice</source>
        <translation>تدريب</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>افتح</translation>
    </message>
    <message>
        <source>Open the marketplace&apos;s pane</source>
        <translation>افتح صفحة السوق</translation>
    </message>
    <message>
        <source>Marketplace</source>
        <translation>السوق</translation>
    </message>
    <message numerus="yes">
        <source>%n need(s) your attention.</source>
        <translation>
            <numerusform>لا شيء يحتاج انتباهك.</numerusform>
            <numerusform>أمر واحد يحتاج انتباهك.</numerusform>
            <numerusform>أمران يحتاجان انتباهك.</numerusform>
            <numerusform>%n أمور تحتاج انتباهك.</numerusform>
            <numerusform>%n أمرًا يحتاج انتباهك.</numerusform>
            <numerusform>%n أمر يحتاج انتباهك.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n wait(s) to go up.</source>
        <translation>
            <numerusform>لا شيء ينتظر الإرسال.</numerusform>
            <numerusform>واحد ينتظر الإرسال.</numerusform>
            <numerusform>اثنان ينتظران الإرسال.</numerusform>
            <numerusform>%n تنتظر الإرسال.</numerusform>
            <numerusform>%n تنتظر الإرسال.</numerusform>
            <numerusform>%n تنتظر الإرسال.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OrdersCard</name>
    <message>
        <source>All orders</source>
        <translation>كل الطلبات</translation>
    </message>
    <message>
        <source>Orders waiting for you</source>
        <translation>طلبات بانتظارك</translation>
    </message>
    <message>
        <source>Courier</source>
        <translation>توصيل</translation>
    </message>
    <message>
        <source>Pickup</source>
        <translation>استلام من المحل</translation>
    </message>
    <message>
        <source>No order is waiting. A new one rings here and in the tray.</source>
        <translation>لا طلبات بانتظارك. عند وصول طلب ستسمع تنبيهًا.</translation>
    </message>
</context>
<context>
    <name>OverviewPane</name>
    <message>
        <source>It answered in %1.</source>
        <translation>تم الرد خلال %1.</translation>
    </message>
</context>
<context>
    <name>PortTakenCard</name>
    <message>
        <source>What happens meanwhile</source>
        <translation>ما الذي يجري الآن</translation>
    </message>
    <message>
        <source>New orders still arrive here</source>
        <translation>الطلبات الجديدة ما زالت تصل</translation>
    </message>
    <message>
        <source>Webhooks still go out</source>
        <translation>الإشعارات الصادرة ما زالت تُرسل</translation>
    </message>
    <message>
        <source>Your targets get their events.</source>
        <translation>جهات الاستقبال تتسلم إشعاراتها.</translation>
    </message>
    <message>
        <source>Calls from your till fail until this is fixed</source>
        <translation>اتصالات الكاشير لن تنجح حتى يُحل هذا</translation>
    </message>
    <message>
        <source>Most tills keep the sale and try again by themselves.</source>
        <translation>أغلب أجهزة الكاشير تحفظ البيع وتعيد المحاولة تلقائيًا.</translation>
    </message>
    <message numerus="yes">
        <source>The marketplace link needs no port; %n order(s) waiting now.</source>
        <translation>
            <numerusform>الربط مع السوق لا يحتاج إلى المنفذ، ولا طلبات في الانتظار.</numerusform>
            <numerusform>الربط مع السوق لا يحتاج إلى المنفذ، وطلب واحد في الانتظار الآن.</numerusform>
            <numerusform>الربط مع السوق لا يحتاج إلى المنفذ، وطلبان في الانتظار الآن.</numerusform>
            <numerusform>الربط مع السوق لا يحتاج إلى المنفذ، و%n طلبات في الانتظار الآن.</numerusform>
            <numerusform>الربط مع السوق لا يحتاج إلى المنفذ، و%n طلبًا في الانتظار الآن.</numerusform>
            <numerusform>الربط مع السوق لا يحتاج إلى المنفذ، و%n طلب في الانتظار الآن.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PullSummaryCard</name>
    <message>
        <source>Nightly price file</source>
        <translation>ملف الأسعار الليلي</translation>
    </message>
    <message>
        <source>Scheduled pull</source>
        <translation>السحب المجدول</translation>
    </message>
    <message>
        <source>Run now</source>
        <translation>شغّل الآن</translation>
    </message>
    <message>
        <source>Set it up</source>
        <translation>إعداد</translation>
    </message>
    <message>
        <source>On</source>
        <translation>مفعّل</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>متوقف</translation>
    </message>
    <message numerus="yes">
        <source>See %n rejected row(s)</source>
        <translation>
            <numerusform>اعرض المرفوض</numerusform>
            <numerusform>اعرض السطر المرفوض</numerusform>
            <numerusform>اعرض السطرين المرفوضين</numerusform>
            <numerusform>اعرض %n أسطر مرفوضة</numerusform>
            <numerusform>اعرض %n سطرًا مرفوضًا</numerusform>
            <numerusform>اعرض %n سطر مرفوض</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading the file</source>
        <translation>تجري قراءة الملف</translation>
    </message>
    <message>
        <source>Every night we can read a price list that your system saves in a folder. Nothing to program.</source>
        <translation>نقرأ كل ليلة قائمة أسعار يحفظها نظامك في مجلد. لا حاجة إلى برمجة.</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>آخر تشغيل</translation>
    </message>
    <message>
        <source>never</source>
        <translation>لم يعمل بعد</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>التشغيل القادم</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>لم ينجح</translation>
    </message>
    <message>
        <source>waits for you</source>
        <translation>بانتظار قرارك</translation>
    </message>
    <message>
        <source>nothing new</source>
        <translation>لا جديد</translation>
    </message>
    <message>
        <source>taken back</source>
        <translation>تُرجع عنه</translation>
    </message>
    <message>
        <source>%1 saved, %2 rejected</source>
        <translation>حُفظ %1 ورُفض %2</translation>
    </message>
</context>
<context>
    <name>SetupCard</name>
    <message>
        <source>Finish setting up</source>
        <translation>أكمل الإعداد</translation>
    </message>
    <message>
        <source>%1 of %2 done</source>
        <translation>تم %1 من %2</translation>
    </message>
    <message>
        <source>Put this list away</source>
        <translation>أخفِ هذه القائمة</translation>
    </message>
    <message>
        <source>%1, from %2</source>
        <translation>%1 من %2</translation>
    </message>
    <message>
        <source>Key made, first call seen</source>
        <translation>أُنشئ المفتاح ووصل أول اتصال</translation>
    </message>
    <message>
        <source>Show me how</source>
        <translation>أرني كيف</translation>
    </message>
    <message>
        <source>Waiting for the first call</source>
        <translation>بانتظار أول اتصال</translation>
    </message>
    <message>
        <source>Enter address and key in your till</source>
        <translation>أدخل العنوان والمفتاح في الكاشير</translation>
    </message>
    <message>
        <source>Make a key</source>
        <translation>أنشئ مفتاحًا</translation>
    </message>
    <message>
        <source>Make a key for your till</source>
        <translation>أنشئ مفتاحًا للكاشير</translation>
    </message>
    <message>
        <source>It opens this shop and no other</source>
        <translation>يفتح هذا المحل دون غيره</translation>
    </message>
    <message>
        <source>%1 are on</source>
        <translation>%1 مفعّلة</translation>
    </message>
    <message>
        <source>%1 is on</source>
        <translation>%1 مفعّل</translation>
    </message>
    <message>
        <source>Webhook target added</source>
        <translation>أُضيفت جهة تستقبل الإشعارات</translation>
    </message>
    <message>
        <source>Add a target</source>
        <translation>أضف جهة</translation>
    </message>
    <message>
        <source>Add a webhook target</source>
        <translation>أضف جهة تستقبل الإشعارات</translation>
    </message>
    <message>
        <source>Your system gets each order at once</source>
        <translation>يعلم نظامك بالطلبات فورًا</translation>
    </message>
    <message>
        <source>Start with this PC</source>
        <translation>شغّله مع بدء الجهاز</translation>
    </message>
    <message>
        <source>It starts hidden, in the tray</source>
        <translation>يبدأ مخفيًا بجانب الساعة</translation>
    </message>
    <message>
        <source>Turn on</source>
        <translation>فعّل</translation>
    </message>
    <message>
        <source>Now it starts only when someone opens it</source>
        <translation>الآن لا يعمل إلا إذا فتحه أحد</translation>
    </message>
</context>
<context>
    <name>TargetTroubles</name>
    <message numerus="yes">
        <source>%1 refused %n time(s).</source>
        <translation>
            <numerusform>لم يرفض %1 الاستلام.</numerusform>
            <numerusform>%1 رفض الاستلام مرة واحدة.</numerusform>
            <numerusform>%1 رفض الاستلام مرتين.</numerusform>
            <numerusform>%1 رفض الاستلام %n مرات.</numerusform>
            <numerusform>%1 رفض الاستلام %n مرة.</numerusform>
            <numerusform>%1 رفض الاستلام %n مرة.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) waiting.</source>
        <translation>
            <numerusform>لا إشعارات في الانتظار.</numerusform>
            <numerusform>إشعار واحد في الانتظار.</numerusform>
            <numerusform>إشعاران في الانتظار.</numerusform>
            <numerusform>%n إشعارات في الانتظار.</numerusform>
            <numerusform>%n إشعارًا في الانتظار.</numerusform>
            <numerusform>%n إشعار في الانتظار.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Next try at %1; %n event(s) waiting.</source>
        <translation>
            <numerusform>المحاولة القادمة الساعة %1، ولا إشعارات في الانتظار.</numerusform>
            <numerusform>المحاولة القادمة الساعة %1، وإشعار واحد في الانتظار.</numerusform>
            <numerusform>المحاولة القادمة الساعة %1، وإشعاران في الانتظار.</numerusform>
            <numerusform>المحاولة القادمة الساعة %1، و%n إشعارات في الانتظار.</numerusform>
            <numerusform>المحاولة القادمة الساعة %1، و%n إشعارًا في الانتظار.</numerusform>
            <numerusform>المحاولة القادمة الساعة %1، و%n إشعار في الانتظار.</numerusform>
        </translation>
    </message>
    <message>
        <source>Deliveries to %1 are waiting</source>
        <translation>إشعارات %1 في الانتظار</translation>
    </message>
    <message>
        <source>See what waits</source>
        <translation>اعرض ما ينتظر</translation>
    </message>
    <message>
        <source>See what it answered</source>
        <translation>شاهد ردّه</translation>
    </message>
    <message>
        <source>Try now</source>
        <translation>حاول الآن</translation>
    </message>
</context>
<context>
    <name>UpdateNote</name>
    <message>
        <source>See and install</source>
        <translation>عرض وتثبيت</translation>
    </message>
    <message>
        <source>Version %1 can be installed</source>
        <translation>يمكن تثبيت الإصدار %1</translation>
    </message>
</context>
</TS>
