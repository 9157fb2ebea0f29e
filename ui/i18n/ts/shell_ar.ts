<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ar" sourcelanguage="en">
<context>
    <name>CounterControls</name>
    <message>
        <source>This is the support view: nothing can be changed.</source>
        <translation>هذا عرض الدعم: لا يمكن تغيير أي شيء.</translation>
    </message>
    <message>
        <source>PIN of %1</source>
        <translation>الرمز السري لـ %1</translation>
    </message>
    <message>
        <source>Leave the support view</source>
        <translation>مغادرة عرض الدعم</translation>
    </message>
    <message>
        <source>Type the owner&apos;s PIN.</source>
        <translation>اكتب الرمز السري للمالك.</translation>
    </message>
    <message>
        <source>Nothing can be changed in this window then, and no order accepted. Only the owner&apos;s PIN ends it.</source>
        <translation>عندئذ لا يمكن تغيير أي شيء في هذه النافذة ولا قبول أي طلب. ولا ينهيه إلا رمز المالك.</translation>
    </message>
    <message>
        <source>Begin the support view</source>
        <translation>بدء عرض الدعم</translation>
    </message>
    <message>
        <source>Begin the support view?</source>
        <translation>هل تريد بدء عرض الدعم؟</translation>
    </message>
</context>
<context>
    <name>FaultDialog</name>
    <message>
        <source>Copy details for support</source>
        <translation>انسخ التفاصيل للدعم</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
</context>
<context>
    <name>FileChooser</name>
    <message>
        <source>Look in:</source>
        <translation>ابحث في:</translation>
    </message>
    <message>
        <source>Files of type:</source>
        <translation>نوع الملفات:</translation>
    </message>
</context>
<context>
    <name>HostStrip</name>
    <message>
        <source>This may be out of date</source>
        <translation>قد لا يكون هذا محدّثًا</translation>
    </message>
    <message>
        <source>The service is not running.</source>
        <translation>الخدمة لا تعمل.</translation>
    </message>
</context>
<context>
    <name>KeyHelp</name>
    <message>
        <source>Keys</source>
        <translation>مفاتيح الاختصار</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
</context>
<context>
    <name>Keys</name>
    <message>
        <source>Overview</source>
        <translation>نظرة عامة</translation>
    </message>
    <message>
        <source>Orders</source>
        <translation>الطلبات</translation>
    </message>
    <message>
        <source>Catalogue</source>
        <translation>الأصناف</translation>
    </message>
    <message>
        <source>Your own system</source>
        <translation>نظامك الخاص</translation>
    </message>
    <message>
        <source>Webhooks</source>
        <translation>الإشعارات الصادرة</translation>
    </message>
    <message>
        <source>Call log</source>
        <translation>سجل الاتصالات</translation>
    </message>
    <message>
        <source>Marketplace</source>
        <translation>السوق</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>الإعدادات</translation>
    </message>
    <message>
        <source>Search everything</source>
        <translation>بحث في كل شيء</translation>
    </message>
    <message>
        <source>Filter of this page</source>
        <translation>تصفية هذه الصفحة</translation>
    </message>
    <message>
        <source>Refresh or run</source>
        <translation>تحديث أو تشغيل</translation>
    </message>
    <message>
        <source>New, on this page</source>
        <translation>جديد في هذه الصفحة</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>تصدير</translation>
    </message>
    <message>
        <source>Print</source>
        <translation>طباعة</translation>
    </message>
    <message>
        <source>Copy the chosen value</source>
        <translation>نسخ القيمة المحددة</translation>
    </message>
    <message>
        <source>Copy the call as curl</source>
        <translation>نسخ الاتصال كأمر curl</translation>
    </message>
    <message>
        <source>Pause the call log</source>
        <translation>إيقاف سجل الاتصالات مؤقتًا</translation>
    </message>
    <message>
        <source>Side bar, list, detail</source>
        <translation>الشريط الجانبي، القائمة، التفاصيل</translation>
    </message>
    <message>
        <source>Edit the chosen part</source>
        <translation>عدّل الصنف المختار</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>فتح</translation>
    </message>
    <message>
        <source>Close or clear</source>
        <translation>إغلاق أو مسح</translation>
    </message>
    <message>
        <source>In the list of orders: accept, confirm fit, reject</source>
        <translation>في قائمة الطلبات: قبول، تأكيد المطابقة، رفض</translation>
    </message>
    <message>
        <source>Choose who is at the counter</source>
        <translation>اختيار من يقف عند المنضدة</translation>
    </message>
    <message>
        <source>Live or staging</source>
        <translation>فعلي أو تجريبي</translation>
    </message>
    <message>
        <source>This help</source>
        <translation>هذه المساعدة</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>إنهاء البرنامج</translation>
    </message>
    <message>
        <source>History</source>
        <translation>سجل التغييرات</translation>
    </message>
</context>
<context>
    <name>LockPage</name>
    <message>
        <source>Locked</source>
        <translation>مقفل</translation>
    </message>
    <message>
        <source>PIN</source>
        <translation>الرمز السري</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>فتح القفل</translation>
    </message>
    <message>
        <source>Orders go on ringing. Choose your name and type its PIN.</source>
        <translation>تواصل الطلبات الرنين. اختر اسمك واكتب رمزه السري.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>الاسم</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>المالك</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Go to live?</source>
        <translation>الانتقال إلى الفعلي؟</translation>
    </message>
    <message>
        <source>Go to staging?</source>
        <translation>الانتقال إلى التجريبي؟</translation>
    </message>
    <message>
        <source>What you do there counts: buyers and your real stock are involved.</source>
        <translation>ما تفعله هناك حقيقي ويمس المشترين ومخزونك الفعلي.</translation>
    </message>
    <message>
        <source>Test data and test keys. Nothing there reaches a buyer or your real stock.</source>
        <translation>بيانات ومفاتيح للتجربة. لا شيء هناك يصل إلى مشترٍ أو يمس مخزونك الفعلي.</translation>
    </message>
    <message>
        <source>Go to live</source>
        <translation>انتقل إلى الفعلي</translation>
    </message>
    <message>
        <source>Go to staging</source>
        <translation>انتقل إلى التجريبي</translation>
    </message>
</context>
<context>
    <name>NameDialog</name>
    <message>
        <source>Name</source>
        <translation>الاسم</translation>
    </message>
    <message>
        <source>Write a name first.</source>
        <translation>اكتب اسمًا أولًا.</translation>
    </message>
</context>
<context>
    <name>Pane</name>
    <message>
        <source>Loading</source>
        <translation>جارٍ التحميل</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>أعد المحاولة</translation>
    </message>
    <message>
        <source>Copy details for support</source>
        <translation>انسخ التفاصيل للدعم</translation>
    </message>
</context>
<context>
    <name>PersonButton</name>
    <message>
        <source>Add or change names…</source>
        <translation>إضافة الأسماء أو تغييرها…</translation>
    </message>
    <message>
        <source>At the counter: %1</source>
        <translation>عند المنضدة: %1</translation>
    </message>
    <message>
        <source>%1 (Ctrl+U)</source>
        <translation>%1 (Ctrl+U)</translation>
    </message>
    <message>
        <source>Choose a name</source>
        <translation>اختر اسمًا</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>المالك</translation>
    </message>
    <message>
        <source>Lock the window</source>
        <translation>قفل النافذة</translation>
    </message>
    <message>
        <source>Leave the support view…</source>
        <translation>مغادرة عرض الدعم…</translation>
    </message>
    <message>
        <source>Support view</source>
        <translation>عرض الدعم</translation>
    </message>
</context>
<context>
    <name>PinDialog</name>
    <message>
        <source>PIN</source>
        <translation>الرمز السري</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>متابعة</translation>
    </message>
</context>
<context>
    <name>PinPrompt</name>
    <message>
        <source>The owner&apos;s PIN</source>
        <translation>الرمز السري للمالك</translation>
    </message>
    <message>
        <source>This is protected. The PIN counts for the next five minutes.</source>
        <translation>هذا الإجراء محمي. يسري الرمز السري خمس دقائق.</translation>
    </message>
</context>
<context>
    <name>QuitQuestion</name>
    <message>
        <source>Your tills cannot call while Counterpart is closed.</source>
        <translation>لن يصل الكاشير ما دام Counterpart مغلقًا.</translation>
    </message>
    <message>
        <source>An order that nobody accepts in time cancels by itself.</source>
        <translation>والطلب الذي لا يقبله أحد في وقته يُلغى تلقائيًا.</translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) go out after the next start.</source>
        <translation>
            <numerusform>لا إشعارات باقية.</numerusform>
            <numerusform>وسيُرسل الإشعار الباقي عند التشغيل القادم.</numerusform>
            <numerusform>وسيُرسل الإشعاران الباقيان عند التشغيل القادم.</numerusform>
            <numerusform>وستُرسل %n إشعارات باقية عند التشغيل القادم.</numerusform>
            <numerusform>وسيُرسل %n إشعارًا باقيًا عند التشغيل القادم.</numerusform>
            <numerusform>وسيُرسل %n إشعار باقٍ عند التشغيل القادم.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Quit? %n event(s) still waiting.</source>
        <translation>
            <numerusform>إنهاء البرنامج؟</numerusform>
            <numerusform>إنهاء البرنامج؟ ما زال إشعار واحد في الانتظار.</numerusform>
            <numerusform>إنهاء البرنامج؟ ما زال إشعاران في الانتظار.</numerusform>
            <numerusform>إنهاء البرنامج؟ ما زالت %n إشعارات في الانتظار.</numerusform>
            <numerusform>إنهاء البرنامج؟ ما زال %n إشعارًا في الانتظار.</numerusform>
            <numerusform>إنهاء البرنامج؟ ما زال %n إشعار في الانتظار.</numerusform>
        </translation>
    </message>
    <message>
        <source>What waits is sent after the next start.</source>
        <translation>وما ينتظر الإرسال يُرسل عند التشغيل القادم.</translation>
    </message>
    <message numerus="yes">
        <source>Quit? %n order(s) still waiting.</source>
        <translation>
            <numerusform>إنهاء البرنامج؟</numerusform>
            <numerusform>إنهاء البرنامج؟ ما زال طلب واحد بانتظارك.</numerusform>
            <numerusform>إنهاء البرنامج؟ ما زال طلبان بانتظارك.</numerusform>
            <numerusform>إنهاء البرنامج؟ ما زالت %n طلبات بانتظارك.</numerusform>
            <numerusform>إنهاء البرنامج؟ ما زال %n طلبًا بانتظارك.</numerusform>
            <numerusform>إنهاء البرنامج؟ ما زال %n طلب بانتظارك.</numerusform>
        </translation>
    </message>
    <message>
        <source>Quit Counterpart</source>
        <translation>أنهِ البرنامج</translation>
    </message>
</context>
<context>
    <name>Quitting</name>
    <message>
        <source>Counterpart is finishing what your systems have sent.</source>
        <translation>ينهي Counterpart ما أرسلته أنظمتك.</translation>
    </message>
</context>
<context>
    <name>Ringer</name>
    <message>
        <source>%1 is about to lapse</source>
        <translation>الطلب %1 على وشك الإلغاء</translation>
    </message>
    <message>
        <source>%1 left to accept it. Then it cancels by itself.</source>
        <translation>بقي %1 لقبوله، ثم يُلغى تلقائيًا.</translation>
    </message>
    <message>
        <source>New order %1</source>
        <translation>طلب جديد %1</translation>
    </message>
    <message>
        <source>Staging</source>
        <translation>تجريبي</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>افتح</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>اقبل</translation>
    </message>
    <message>
        <source>%1 was not accepted</source>
        <translation>لم يُقبل %1</translation>
    </message>
    <message>
        <source>An order waits</source>
        <translation>طلب بانتظارك</translation>
    </message>
    <message>
        <source>Unlock Counterpart to see it.</source>
        <translation>افتح قفل Counterpart لتراه.</translation>
    </message>
</context>
<context>
    <name>SearchPopup</name>
    <message>
        <source>Found</source>
        <translation>النتائج</translation>
    </message>
    <message>
        <source>Nothing found.</source>
        <translation>لا توجد نتائج.</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>Overview</source>
        <translation>نظرة عامة</translation>
    </message>
    <message>
        <source>Orders</source>
        <translation>الطلبات</translation>
    </message>
    <message>
        <source>Catalogue</source>
        <translation>الأصناف</translation>
    </message>
    <message>
        <source>Your own system</source>
        <translation>نظامك الخاص</translation>
    </message>
    <message>
        <source>Webhooks</source>
        <translation>الإشعارات الصادرة</translation>
    </message>
    <message>
        <source>Call log</source>
        <translation>سجل الاتصالات</translation>
    </message>
    <message>
        <source>Marketplace</source>
        <translation>السوق</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>الإعدادات</translation>
    </message>
    <message>
        <source>needs attention</source>
        <translation>يحتاج انتباهك</translation>
    </message>
    <message>
        <source>Selling</source>
        <translation>البيع</translation>
    </message>
    <message>
        <source>Support</source>
        <translation>الدعم</translation>
    </message>
    <message>
        <source>Listening</source>
        <translation>يستقبل الاتصالات</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>يبدأ التشغيل</translation>
    </message>
    <message>
        <source>Not listening</source>
        <translation>لا يستقبل</translation>
    </message>
    <message>
        <source>History</source>
        <translation>سجل التغييرات</translation>
    </message>
</context>
<context>
    <name>StagingStrip</name>
    <message>
        <source>Staging</source>
        <translation>تجريبي</translation>
    </message>
    <message>
        <source>Test data and test keys. Nothing here reaches a buyer or your real stock.</source>
        <translation>بيانات ومفاتيح للتجربة. لا شيء هنا يصل إلى مشترٍ أو يمس مخزونك الفعلي.</translation>
    </message>
</context>
<context>
    <name>StartDialog</name>
    <message>
        <source>Copy details for support</source>
        <translation>انسخ التفاصيل للدعم</translation>
    </message>
    <message>
        <source>Open the backups</source>
        <translation>افتح النسخ الاحتياطية</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
</context>
<context>
    <name>StartupErrorPage</name>
    <message>
        <source>Try again</source>
        <translation>أعد المحاولة</translation>
    </message>
    <message>
        <source>Copy details for support</source>
        <translation>انسخ التفاصيل للدعم</translation>
    </message>
</context>
<context>
    <name>SupportStrip</name>
    <message>
        <source>Support view</source>
        <translation>عرض الدعم</translation>
    </message>
    <message>
        <source>Everything can be looked at, nothing can be changed.</source>
        <translation>يمكن الاطلاع على كل شيء، ولا يمكن تغيير شيء.</translation>
    </message>
    <message>
        <source>Leave…</source>
        <translation>مغادرة…</translation>
    </message>
    <message>
        <source>Leave the support view</source>
        <translation>مغادرة عرض الدعم</translation>
    </message>
</context>
<context>
    <name>Topbar</name>
    <message>
        <source>Live</source>
        <translation>فعلي</translation>
    </message>
    <message>
        <source>Staging</source>
        <translation>تجريبي</translation>
    </message>
    <message>
        <source>Live or staging</source>
        <translation>فعلي أو تجريبي</translation>
    </message>
    <message>
        <source>Search orders, parts, calls</source>
        <translation>ابحث عن طلب أو قطعة أو اتصال</translation>
    </message>
    <message>
        <source>Help and keys (F1)</source>
        <translation>المساعدة والاختصارات (F1)</translation>
    </message>
    <message>
        <source>Shop: %1</source>
        <translation>المحل: %1</translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>%1
Marketplace: %2</source>
        <translation>%1
السوق: %2</translation>
    </message>
    <message>
        <source>No order waits</source>
        <translation>لا طلب ينتظر</translation>
    </message>
    <message>
        <source>%1, the first until %2</source>
        <translation>%1، أولها حتى %2</translation>
    </message>
    <message>
        <source>Counterpart: listening at %1</source>
        <translation>‏Counterpart: جاهز على %1</translation>
    </message>
    <message>
        <source>Counterpart is starting</source>
        <translation>جارٍ تشغيل Counterpart</translation>
    </message>
    <message>
        <source>Counterpart is not listening. Open it to see why.</source>
        <translation>‏Counterpart متوقف. افتحه لترى السبب.</translation>
    </message>
    <message>
        <source>Open Counterpart</source>
        <translation>افتح Counterpart</translation>
    </message>
    <message>
        <source>Orders</source>
        <translation>الطلبات</translation>
    </message>
    <message>
        <source>Quit…</source>
        <translation>إنهاء البرنامج…</translation>
    </message>
    <message numerus="yes">
        <source>%n order(s) wait</source>
        <translation>
            <numerusform>لا طلب ينتظر</numerusform>
            <numerusform>طلب واحد ينتظر</numerusform>
            <numerusform>طلبان ينتظران</numerusform>
            <numerusform>%n طلبات تنتظر</numerusform>
            <numerusform>%n طلبًا ينتظر</numerusform>
            <numerusform>%n طلب ينتظر</numerusform>
        </translation>
    </message>
    <message>
        <source>Still running in the tray. Orders will ring.</source>
        <translation>البرنامج يعمل في الخلفية، وستسمع تنبيه الطلبات.</translation>
    </message>
    <message>
        <source>Locked</source>
        <translation>مقفل</translation>
    </message>
</context>
<context>
    <name>Wizard</name>
    <message>
        <source>Set up Counterpart</source>
        <translation>إعداد Counterpart</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>رجوع</translation>
    </message>
    <message>
        <source>Skip for now</source>
        <translation>تخطَّ الآن</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>الخطوة %1 من %2</translation>
    </message>
    <message>
        <source>Connects your shop’s own system to the parts marketplace.</source>
        <translation>يربط نظام محلك بسوق قطع الغيار.</translation>
    </message>
</context>
<context>
    <name>WizardStep</name>
    <message>
        <source>Go on</source>
        <translation>تابع</translation>
    </message>
</context>
</TS>
