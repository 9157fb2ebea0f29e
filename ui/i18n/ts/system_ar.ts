<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ar" sourcelanguage="en">
<context>
    <name>Audit</name>
    <message>
        <source>Target %1 switched on</source>
        <translation>شُغّلت الوجهة %1</translation>
    </message>
    <message>
        <source>Target %1 switched off</source>
        <translation>أُوقفت الوجهة %1</translation>
    </message>
    <message>
        <source>Link to %1 switched on</source>
        <translation>شُغّل الربط مع %1</translation>
    </message>
    <message>
        <source>Link to %1 switched off</source>
        <translation>أُوقف الربط مع %1</translation>
    </message>
    <message>
        <source>Connection %1 switched on</source>
        <translation>شُغّل الاتصال %1</translation>
    </message>
    <message>
        <source>Connection %1 switched off</source>
        <translation>أُوقف الاتصال %1</translation>
    </message>
    <message>
        <source>Person %1 activated</source>
        <translation>فُعِّل الشخص %1</translation>
    </message>
    <message>
        <source>Person %1 deactivated</source>
        <translation>عُطِّل الشخص %1</translation>
    </message>
    <message>
        <source>Key %1 made</source>
        <translation>أُنشئ المفتاح %1</translation>
    </message>
    <message>
        <source>Key renamed to %1</source>
        <translation>تغيّر اسم المفتاح إلى %1</translation>
    </message>
    <message>
        <source>Last day of key %1 changed</source>
        <translation>تغيّر آخر يوم للمفتاح %1</translation>
    </message>
    <message>
        <source>Key %1 revoked</source>
        <translation>أُلغي المفتاح %1</translation>
    </message>
    <message>
        <source>Target %1 added</source>
        <translation>أُضيفت الوجهة %1</translation>
    </message>
    <message>
        <source>Target %1 changed</source>
        <translation>تغيّرت الوجهة %1</translation>
    </message>
    <message>
        <source>Target %1 removed</source>
        <translation>حُذفت الوجهة %1</translation>
    </message>
    <message>
        <source>Next secret made for target %1</source>
        <translation>أُنشئ السر التالي للوجهة %1</translation>
    </message>
    <message>
        <source>Target %1 signs with its next secret</source>
        <translation>صار التوقيع للوجهة %1 بسرها التالي</translation>
    </message>
    <message>
        <source>Read-only switched: %1</source>
        <translation>تبدّل وضع القراءة فقط: %1</translation>
    </message>
    <message>
        <source>VAT set to %1%</source>
        <translation>ضُبطت الضريبة على %1%</translation>
    </message>
    <message>
        <source>VAT number set to %1</source>
        <translation>ضُبط الرقم الضريبي على %1</translation>
    </message>
    <message>
        <source>Prices changed by %1</source>
        <translation>تغيّرت الأسعار بنسبة %1</translation>
    </message>
    <message>
        <source>Parts switched: %1</source>
        <translation>تبديل أصناف: %1</translation>
    </message>
    <message>
        <source>Shop %1 added</source>
        <translation>أُضيف المحل %1</translation>
    </message>
    <message>
        <source>Shop renamed to %1</source>
        <translation>تغيّر اسم المحل إلى %1</translation>
    </message>
    <message>
        <source>Setting %1 changed</source>
        <translation>تغيّر الإعداد %1</translation>
    </message>
    <message>
        <source>Nightly file set up: %1</source>
        <translation>أُعدّ الملف الليلي: %1</translation>
    </message>
    <message>
        <source>Nightly file removed</source>
        <translation>أُلغي الملف الليلي</translation>
    </message>
    <message>
        <source>Run %1 approved</source>
        <translation>اعتُمد التشغيل %1</translation>
    </message>
    <message>
        <source>Run %1 taken back</source>
        <translation>تُراجع عن التشغيل %1</translation>
    </message>
    <message>
        <source>Upload of call %1 undone</source>
        <translation>تم التراجع عن رفع الاتصال %1</translation>
    </message>
    <message>
        <source>Link to %1 set</source>
        <translation>رُبط مع %1</translation>
    </message>
    <message>
        <source>Link to %1 removed</source>
        <translation>حُذف الربط مع %1</translation>
    </message>
    <message>
        <source>First send to %1 approved</source>
        <translation>اعتُمد الإرسال الأول إلى %1</translation>
    </message>
    <message>
        <source>Clock confirmed: %1</source>
        <translation>أُكّدت الساعة: %1</translation>
    </message>
    <message>
        <source>Alert address %1 added</source>
        <translation>أُضيف عنوان التنبيهات %1</translation>
    </message>
    <message>
        <source>Alert address %1 changed</source>
        <translation>غُيّر عنوان التنبيهات %1</translation>
    </message>
    <message>
        <source>Alert address %1 removed</source>
        <translation>أُزيل عنوان التنبيهات %1</translation>
    </message>
    <message>
        <source>Heartbeat to %1 set</source>
        <translation>أُعدّ نبض الجهاز إلى %1</translation>
    </message>
    <message>
        <source>Heartbeat to %1 removed</source>
        <translation>أُزيل نبض الجهاز إلى %1</translation>
    </message>
    <message>
        <source>Person %1 added</source>
        <translation>أُضيف الشخص %1</translation>
    </message>
    <message>
        <source>Person renamed to %1</source>
        <translation>تغيّر اسم الشخص إلى %1</translation>
    </message>
    <message>
        <source>Backup %1 restored</source>
        <translation>استُعيدت النسخة %1</translation>
    </message>
    <message>
        <source>Entries are missing, up to number %1</source>
        <translation>قيود مفقودة حتى الرقم %1</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>النافذة</translation>
    </message>
    <message>
        <source>Command line</source>
        <translation>سطر الأوامر</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>البرنامج</translation>
    </message>
    <message>
        <source>Entry %1 was changed or removed. What is before it is whole.</source>
        <translation>القيد %1 غُيّر أو حُذف. وما قبله سليم.</translation>
    </message>
    <message>
        <source>Entry %1 was stored elsewhere and is missing: the newest entries were cut off.</source>
        <translation>القيد %1 محفوظ في مكان آخر ومفقود هنا: قُطعت أحدث القيود.</translation>
    </message>
    <message>
        <source>Whole, but entry %1 says that others are missing.</source>
        <translation>السجل سليم، لكن القيد %1 يذكر أن قيودًا أخرى مفقودة.</translation>
    </message>
    <message>
        <source>Checked: no entry was changed or removed.</source>
        <translation>فُحص السجل: لم يُغيَّر قيد ولم يُحذف.</translation>
    </message>
    <message>
        <source>Certificate for the network replaced</source>
        <translation>استُبدلت شهادة الشبكة</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>الرقم</translation>
    </message>
    <message>
        <source>Begins with</source>
        <translation>يبدأ بـ</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>حتى</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>الأحداث</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>قبل</translation>
    </message>
    <message>
        <source>After</source>
        <translation>بعد</translation>
    </message>
    <message>
        <source>State</source>
        <translation>الحالة</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>المفتاح</translation>
    </message>
    <message>
        <source>File</source>
        <translation>الملف</translation>
    </message>
    <message>
        <source>Prices</source>
        <translation>الأسعار</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>القطع</translation>
    </message>
    <message>
        <source>Minutes</source>
        <translation>الدقائق</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>البصمة</translation>
    </message>
    <message>
        <source>Service</source>
        <translation>الخدمة</translation>
    </message>
    <message>
        <source>With the buyer</source>
        <translation>مع بيانات المشتري</translation>
    </message>
    <message>
        <source>Made at</source>
        <translation>وقت الإنشاء</translation>
    </message>
    <message>
        <source>Missing up to</source>
        <translation>مفقود حتى</translation>
    </message>
    <message>
        <source>Its hash</source>
        <translation>بصمته الرقمية</translation>
    </message>
    <message>
        <source>on</source>
        <translation>مفعّل</translation>
    </message>
    <message>
        <source>off</source>
        <translation>متوقف</translation>
    </message>
    <message>
        <source>never</source>
        <translation>أبدًا</translation>
    </message>
    <message>
        <source>new</source>
        <translation>جديد</translation>
    </message>
    <message>
        <source>PIN of %1 set</source>
        <translation>عُيِّن الرمز السري لـ %1</translation>
    </message>
    <message>
        <source>PIN of %1 removed</source>
        <translation>أُزيل الرمز السري لـ %1</translation>
    </message>
    <message>
        <source>Wrong PINs of %1</source>
        <translation>رموز سرية خاطئة لـ %1</translation>
    </message>
    <message>
        <source>Support view switched: %1</source>
        <translation>تبديل عرض الدعم: %1</translation>
    </message>
</context>
<context>
    <name>AuditCard</name>
    <message>
        <source>Record of changes</source>
        <translation>سجل الإجراءات</translation>
    </message>
    <message>
        <source>Who made or revoked a key, changed a target or opened the network, and when.</source>
        <translation>متى أُنشئ مفتاح أو أُلغي، أو تغيّرت وجهة، أو فُتحت الشبكة، ومن أين.</translation>
    </message>
    <message>
        <source>Open the record</source>
        <translation>افتح السجل</translation>
    </message>
</context>
<context>
    <name>AuditPage</name>
    <message>
        <source>Record of changes</source>
        <translation>سجل الإجراءات</translation>
    </message>
    <message>
        <source>What was done with keys, targets, connections, settings and backups.</source>
        <translation>ما جرى للمفاتيح والوجهات والاتصالات والإعدادات والنسخ الاحتياطية.</translation>
    </message>
    <message>
        <source>Entry</source>
        <translation>القيد</translation>
    </message>
    <message>
        <source>When</source>
        <translation>الوقت</translation>
    </message>
    <message>
        <source>What was done</source>
        <translation>ما الذي جرى</translation>
    </message>
    <message>
        <source>Shop</source>
        <translation>المحل</translation>
    </message>
    <message>
        <source>Through</source>
        <translation>عبر</translation>
    </message>
</context>
<context>
    <name>Chooser</name>
    <message>
        <source>Choose the file that your system saves</source>
        <translation>اختر الملف الذي يحفظه نظامك</translation>
    </message>
    <message>
        <source>Price lists</source>
        <translation>قوائم الأسعار</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>كل الملفات</translation>
    </message>
    <message>
        <source>Choose the folder that your system saves into</source>
        <translation>اختر المجلد الذي يحفظ فيه نظامك</translation>
    </message>
    <message>
        <source>Save the rejected rows</source>
        <translation>احفظ الأسطر المرفوضة</translation>
    </message>
    <message>
        <source>Save the description of the interface</source>
        <translation>احفظ وصف الاتصالات</translation>
    </message>
</context>
<context>
    <name>ColumnRuler</name>
    <message>
        <source>Columns of the file</source>
        <translation>أعمدة الملف</translation>
    </message>
</context>
<context>
    <name>ColumnsCard</name>
    <message>
        <source>Columns</source>
        <translation>الأعمدة</translation>
    </message>
    <message>
        <source>Choose what each column of the file becomes. Click one, or press Enter on it.</source>
        <translation>اختر معنى كل عمود في الملف: انقر عليه، أو اضغط Enter.</translation>
    </message>
    <message>
        <source>Cars it fits</source>
        <translation>السيارات المناسبة</translation>
    </message>
    <message>
        <source>As the file says, or the main branch</source>
        <translation>حسب الملف، وإلا فالفرع الرئيسي</translation>
    </message>
    <message>
        <source>Of branch %1</source>
        <translation>كمية فرع %1</translation>
    </message>
</context>
<context>
    <name>CountedWords</name>
    <message numerus="yes">
        <source>Last push %1, %n row(s)</source>
        <translation>
            <numerusform>آخر إرسال %1، دون أسطر</numerusform>
            <numerusform>آخر إرسال %1، سطر واحد</numerusform>
            <numerusform>آخر إرسال %1، سطران</numerusform>
            <numerusform>آخر إرسال %1، %n أسطر</numerusform>
            <numerusform>آخر إرسال %1، %n سطرًا</numerusform>
            <numerusform>آخر إرسال %1، %n سطر</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n target(s), all well</source>
        <translation>
            <numerusform>لا جهات</numerusform>
            <numerusform>جهة واحدة تعمل</numerusform>
            <numerusform>جهتان تعملان</numerusform>
            <numerusform>%n جهات كلها تعمل</numerusform>
            <numerusform>%n جهة كلها تعمل</numerusform>
            <numerusform>%n جهة كلها تعمل</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Not used for %n day(s)</source>
        <translation>
            <numerusform>استُخدم اليوم</numerusform>
            <numerusform>لم يُستخدم منذ يوم</numerusform>
            <numerusform>لم يُستخدم منذ يومين</numerusform>
            <numerusform>لم يُستخدم منذ %n أيام</numerusform>
            <numerusform>لم يُستخدم منذ %n يومًا</numerusform>
            <numerusform>لم يُستخدم منذ %n يوم</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It was used for %n call(s) today.</source>
        <translation>
            <numerusform>لم يُستخدم اليوم.</numerusform>
            <numerusform>استُخدم اليوم لاتصال واحد.</numerusform>
            <numerusform>استُخدم اليوم لاتصالين.</numerusform>
            <numerusform>استُخدم اليوم لـ %n اتصالات.</numerusform>
            <numerusform>استُخدم اليوم لـ %n اتصالًا.</numerusform>
            <numerusform>استُخدم اليوم لـ %n اتصال.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DryRunDialog</name>
    <message>
        <source>It would be held back and wait for you, as it changes a great deal.</source>
        <translation>سيتوقف الملف بانتظارك لأنه يغيّر الكثير.</translation>
    </message>
    <message>
        <source>Rows with faults and notes</source>
        <translation>أسطر فيها أخطاء أو ملاحظات</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>What a run would do</source>
        <translation>ماذا ستفعل القراءة</translation>
    </message>
    <message>
        <source>The whole file was read; nothing was saved.</source>
        <translation>قُرئ الملف كله ولم يُحفظ شيء.</translation>
    </message>
</context>
<context>
    <name>ExpiryDialog</name>
    <message>
        <source>Last day of %1</source>
        <translation>آخر يوم لـ %1</translation>
    </message>
    <message>
        <source>Made on %1.</source>
        <translation>أُنشئ في %1.</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>احفظ</translation>
    </message>
</context>
<context>
    <name>ExpiryField</name>
    <message>
        <source>Without an end</source>
        <translation>دون نهاية</translation>
    </message>
    <message>
        <source>Until a day that I choose</source>
        <translation>حتى يوم أختاره</translation>
    </message>
    <message>
        <source>Year, month, day. The key works until that day is over.</source>
        <translation>السنة ثم الشهر ثم اليوم. يعمل المفتاح حتى انتهاء ذلك اليوم.</translation>
    </message>
    <message>
        <source>The key works</source>
        <translation>يعمل المفتاح</translation>
    </message>
    <message>
        <source>Last day</source>
        <translation>آخر يوم</translation>
    </message>
</context>
<context>
    <name>FileCard</name>
    <message>
        <source>The file</source>
        <translation>الملف</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>اختر ملفًا…</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>اختر مجلدًا…</translation>
    </message>
    <message>
        <source>The newest file that fits is read. A star stands for anything: prices-*.xlsx</source>
        <translation>نقرأ أحدث ملف مطابق، والنجمة تعني أي نص: ⁦prices-*.xlsx⁩</translation>
    </message>
    <message>
        <source>Names that fit</source>
        <translation>الأسماء المطابقة</translation>
    </message>
    <message>
        <source>If this PC was off, it is read after the next start.</source>
        <translation>إذا كان الجهاز مطفأ، يُقرأ بعد تشغيله.</translation>
    </message>
    <message>
        <source>Read every day at</source>
        <translation>يُقرأ كل يوم الساعة</translation>
    </message>
    <message>
        <source>Looked at: %1</source>
        <translation>اطّلعنا على: %1</translation>
    </message>
    <message>
        <source>Elsewhere…</source>
        <translation>في مكان آخر…</translation>
    </message>
    <message>
        <source>Read it also within a minute of each change</source>
        <translation>اقرأه أيضًا خلال دقيقة من كل تغيير</translation>
    </message>
</context>
<context>
    <name>FormatCard</name>
    <message>
        <source>Recognise again</source>
        <translation>تعرّف من جديد</translation>
    </message>
    <message>
        <source>What we recognised</source>
        <translation>ما تعرّفنا عليه</translation>
    </message>
    <message>
        <source>Several sheets…</source>
        <translation>عدة أوراق…</translation>
    </message>
    <message>
        <source>There are none</source>
        <translation>لا توجد</translation>
    </message>
    <message>
        <source>File in the archive</source>
        <translation>الملف في الأرشيف</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>الصيغة</translation>
    </message>
    <message>
        <source>Letters</source>
        <translation>ترميز الحروف</translation>
    </message>
    <message>
        <source>Between cells</source>
        <translation>الفاصل</translation>
    </message>
    <message>
        <source>Sheet</source>
        <translation>الورقة</translation>
    </message>
    <message>
        <source>Names in row</source>
        <translation>العناوين في السطر</translation>
    </message>
    <message>
        <source>The rows of the query, with its columns.</source>
        <translation>صفوف الاستعلام بأعمدته.</translation>
    </message>
    <message>
        <source>Several: %1</source>
        <translation>عدة أوراق: %1</translation>
    </message>
    <message>
        <source>List</source>
        <translation>القائمة</translation>
    </message>
    <message>
        <source>Draw the columns…</source>
        <translation>رسم الأعمدة…</translation>
    </message>
</context>
<context>
    <name>HistoryPage</name>
    <message>
        <source>History of the nightly file</source>
        <translation>سجل الملف الليلي</translation>
    </message>
    <message>
        <source>The last 7 runs that changed something can be taken back.</source>
        <translation>يمكن التراجع عن آخر 7 مرات تغيّر فيها شيء.</translation>
    </message>
    <message>
        <source>The first run is here in the morning. “Run now” does not wait for the night.</source>
        <translation>ستجد أول قراءة هنا في الصباح، وزر «شغّل الآن» لا ينتظر الليل.</translation>
    </message>
    <message>
        <source>Nothing was read yet</source>
        <translation>لم يُقرأ شيء بعد</translation>
    </message>
    <message>
        <source>Take back the run of %1?</source>
        <translation>التراجع عن قراءة %1؟</translation>
    </message>
    <message>
        <source>Prices, names and quantities go back to what they were before it. What changed after it by a sale, an order or your till stays.</source>
        <translation>تعود الأسعار والأسماء والكميات إلى ما كانت عليه قبلها. وما تغيّر بعدها ببيع أو طلب أو من الكاشير يبقى.</translation>
    </message>
    <message>
        <source>Take it back</source>
        <translation>تراجع عنها</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) written.</source>
        <translation>
            <numerusform>لم يُكتب أي سطر.</numerusform>
            <numerusform>كُتب سطر واحد.</numerusform>
            <numerusform>كُتب سطران.</numerusform>
            <numerusform>كُتبت %n أسطر.</numerusform>
            <numerusform>كُتب %n سطرًا.</numerusform>
            <numerusform>كُتب %n سطر.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>KeyDialogs</name>
    <message>
        <source>Make a key</source>
        <translation>أنشئ مفتاحًا</translation>
    </message>
    <message>
        <source>Make the key</source>
        <translation>أنشئ المفتاح</translation>
    </message>
    <message>
        <source>Rename the key</source>
        <translation>غيّر اسم المفتاح</translation>
    </message>
    <message>
        <source>The key itself stays as it is.</source>
        <translation>المفتاح نفسه لا يتغيّر.</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>غيّر الاسم</translation>
    </message>
    <message>
        <source>Till 3</source>
        <translation>كاشير 3</translation>
    </message>
    <message>
        <source>The system that will use it, as you call it. You see this name next to each of its calls.</source>
        <translation>النظام الذي سيستخدمه كما تسمّيه أنت. سترى هذا الاسم بجانب كل اتصال منه.</translation>
    </message>
    <message>
        <source>Write a name first: Till 3, ERP, stock board.</source>
        <translation>اكتب اسمًا أولًا: كاشير 3، ERP، شاشة المخزون.</translation>
    </message>
    <message>
        <source>Staging</source>
        <translation>تجريبي</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>فعلي</translation>
    </message>
    <message>
        <source>Hello, please connect our system to Counterpart. Address: %1. Send this header with every call: Authorization: Bearer KEY. I will give you the key separately. What can be called: %1/docs</source>
        <translation>السلام عليكم، نرجو ربط نظامنا ببرنامج Counterpart. العنوان: %1. أرسلوا هذه الترويسة مع كل اتصال: Authorization: Bearer KEY وسأعطيكم المفتاح بشكل منفصل. وصف الاتصالات: %1/docs</translation>
    </message>
    <message>
        <source>Key for %1</source>
        <translation>مفتاح %1</translation>
    </message>
    <message>
        <source>This is the only time the whole key is shown. Copy it into the till’s settings now; if it is lost, make a new one and revoke this one.</source>
        <translation>هذه المرة الوحيدة التي يظهر فيها المفتاح كاملًا. انسخه الآن إلى إعدادات الكاشير، وإن ضاع فأنشئ مفتاحًا جديدًا وألغِ هذا.</translation>
    </message>
    <message>
        <source>I have stored it in the till’s settings</source>
        <translation>حفظته في إعدادات الكاشير</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>العنوان</translation>
    </message>
    <message>
        <source>Header</source>
        <translation>الترويسة</translation>
    </message>
    <message>
        <source>Copy a message for the seller of the till</source>
        <translation>انسخ رسالة لمن باعك الكاشير</translation>
    </message>
    <message>
        <source>Revoke “%1”? It stops at once.</source>
        <translation>إلغاء مفتاح «%1»؟ سيتوقف فورًا.</translation>
    </message>
    <message>
        <source>Its system is refused from now on, until it gets a new key. A revoked key cannot be brought back.</source>
        <translation>سيُرفض نظامه من الآن حتى تعطيه مفتاحًا جديدًا. المفتاح الملغى لا يعود.</translation>
    </message>
    <message>
        <source>Revoke the key</source>
        <translation>ألغِ المفتاح</translation>
    </message>
</context>
<context>
    <name>KeyRows</name>
    <message>
        <source>Revoked</source>
        <translation>ملغى</translation>
    </message>
    <message>
        <source>Expired</source>
        <translation>انتهت مدته</translation>
    </message>
    <message>
        <source>Until %1</source>
        <translation>حتى %1</translation>
    </message>
    <message>
        <source>Not used yet</source>
        <translation>لم يُستخدم بعد</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>مستخدم</translation>
    </message>
    <message>
        <source>This PC</source>
        <translation>هذا الجهاز</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>الاسم</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>المفتاح</translation>
    </message>
    <message>
        <source>From</source>
        <translation>من</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>آخر استخدام</translation>
    </message>
    <message>
        <source>Works until</source>
        <translation>يعمل حتى</translation>
    </message>
    <message>
        <source>Calls today</source>
        <translation>اتصالات اليوم</translation>
    </message>
</context>
<context>
    <name>KeysCard</name>
    <message>
        <source>API keys</source>
        <translation>مفاتيح API</translation>
    </message>
    <message>
        <source>Make a key</source>
        <translation>أنشئ مفتاحًا</translation>
    </message>
    <message>
        <source>Pair a till…</source>
        <translation>اربط كاشيرًا…</translation>
    </message>
    <message>
        <source>Hide revoked keys</source>
        <translation>أخفِ المفاتيح الملغاة</translation>
    </message>
    <message numerus="yes">
        <source>Show %n revoked key(s)</source>
        <translation>
            <numerusform>لا مفاتيح ملغاة</numerusform>
            <numerusform>أظهر المفتاح الملغى</numerusform>
            <numerusform>أظهر المفتاحين الملغيين</numerusform>
            <numerusform>أظهر %n مفاتيح ملغاة</numerusform>
            <numerusform>أظهر %n مفتاحًا ملغى</numerusform>
            <numerusform>أظهر %n مفتاح ملغى</numerusform>
        </translation>
    </message>
    <message>
        <source>Show its calls</source>
        <translation>أظهر اتصالاته</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>غيّر الاسم…</translation>
    </message>
    <message>
        <source>Last day…</source>
        <translation>آخر يوم…</translation>
    </message>
    <message>
        <source>Revoke…</source>
        <translation>ألغِ المفتاح…</translation>
    </message>
    <message>
        <source>More for %1</source>
        <translation>المزيد لـ %1</translation>
    </message>
    <message>
        <source>One per system, so you can stop one without stopping the others.</source>
        <translation>مفتاح لكل نظام، فتوقف واحدًا دون أن تتوقف البقية.</translation>
    </message>
    <message>
        <source>No key yet. Your till or ERP shows its key with every call; with it, it reaches this shop and no other.</source>
        <translation>لا يوجد مفتاح بعد. يُبرز الكاشير أو نظام ERP مفتاحه مع كل اتصال، ولا يصل به إلا إلى هذا المحل.</translation>
    </message>
</context>
<context>
    <name>ModeCards</name>
    <message>
        <source>Your system sends</source>
        <translation>نظامك يرسل</translation>
    </message>
    <message>
        <source>API push</source>
        <translation>API</translation>
    </message>
    <message>
        <source>Your till or ERP calls this PC when a price or quantity changes. Best if the seller of your till can program it.</source>
        <translation>يتصل الكاشير أو نظام المحاسبة بهذا الجهاز كلما تغيّر سعر أو كمية. الأنسب إذا كان من باعك الكاشير يستطيع برمجته.</translation>
    </message>
    <message>
        <source>We tell your system</source>
        <translation>نحن نُبلغ نظامك</translation>
    </message>
    <message>
        <source>Webhooks</source>
        <translation>الإشعارات الصادرة</translation>
    </message>
    <message>
        <source>The moment an order arrives or stock moves, we post it to an address your system listens on.</source>
        <translation>فور وصول طلب أو تحرّك مخزون، نرسله إلى عنوان يستقبل عليه نظامك.</translation>
    </message>
    <message>
        <source>We fetch a file</source>
        <translation>نحن نسحب ملفًا</translation>
    </message>
    <message>
        <source>Scheduled pull</source>
        <translation>سحب مجدول</translation>
    </message>
    <message>
        <source>Every night we read a CSV or Excel file that your system saves in a folder. Nothing to program.</source>
        <translation>كل ليلة نقرأ ملف CSV أو Excel يحفظه نظامك في مجلد. دون أي برمجة.</translation>
    </message>
</context>
<context>
    <name>ModeStates</name>
    <message>
        <source>Off: what your system sends is refused</source>
        <translation>متوقف: يُرفض ما يرسله نظامك</translation>
    </message>
    <message>
        <source>Nothing was sent yet</source>
        <translation>لم يُرسل شيء بعد</translation>
    </message>
    <message>
        <source>Off: events are kept, none is sent</source>
        <translation>متوقف: الأحداث تُحفظ ولا تُرسل</translation>
    </message>
    <message>
        <source>No address to tell yet</source>
        <translation>لا عنوان نُبلغه بعد</translation>
    </message>
    <message>
        <source>%1 of %2 targets well; %3 refuses</source>
        <translation>الجهات العاملة: %1 من %2، و%3 يرفض</translation>
    </message>
    <message>
        <source>%1 of %2 targets well; %3 is held up</source>
        <translation>الجهات العاملة: %1 من %2، و%3 متوقفة مؤقتًا</translation>
    </message>
    <message>
        <source>No file chosen yet</source>
        <translation>لم تختر ملفًا بعد</translation>
    </message>
    <message>
        <source>Off: the file is not read by itself</source>
        <translation>متوقف: لا يُقرأ الملف من نفسه</translation>
    </message>
    <message>
        <source>The last file waits for you</source>
        <translation>الملف الأخير بانتظار قرارك</translation>
    </message>
    <message>
        <source>Could not read the file: %1</source>
        <translation>تعذّرت قراءة الملف: %1</translation>
    </message>
    <message>
        <source>On</source>
        <translation>مفعّل</translation>
    </message>
    <message>
        <source>Next run: %1</source>
        <translation>القراءة القادمة: %1</translation>
    </message>
</context>
<context>
    <name>OptionsCard</name>
    <message>
        <source>For the whole file</source>
        <translation>للملف كله</translation>
    </message>
    <message>
        <source>As recognised</source>
        <translation>كما تعرّفنا عليه</translation>
    </message>
    <message>
        <source>With a point: 14.500</source>
        <translation>بنقطة: ⁦14.500⁩</translation>
    </message>
    <message>
        <source>With a comma: 14,500</source>
        <translation>بفاصلة: ⁦14,500⁩</translation>
    </message>
    <message>
        <source>Quantities are for</source>
        <translation>الكميات تخص</translation>
    </message>
    <message>
        <source>Prices are written</source>
        <translation>كتابة الأسعار</translation>
    </message>
    <message>
        <source>Prices are in fils, not in dinars</source>
        <translation>الأسعار بالفلس لا بالدينار</translation>
    </message>
    <message>
        <source>Prices include 10% VAT: take it off</source>
        <translation>الأسعار شاملة ضريبة ⁦10%⁩: اخصمها</translation>
    </message>
    <message>
        <source>Stay as they are</source>
        <translation>تبقى كما هي</translation>
    </message>
    <message>
        <source>Have no stock (0)</source>
        <translation>يصبح مخزونها 0</translation>
    </message>
    <message>
        <source>Become inactive</source>
        <translation>تصبح موقوفة</translation>
    </message>
    <message>
        <source>Items missing from the file</source>
        <translation>الأصناف غير الموجودة في الملف</translation>
    </message>
    <message>
        <source>The branch that the file says</source>
        <translation>الفرع المذكور في الملف</translation>
    </message>
    <message>
        <source>Read cars from the text in %1</source>
        <translation>اقرأ السيارات من نص عمود %1</translation>
    </message>
</context>
<context>
    <name>PairingDialog</name>
    <message>
        <source>Pair a till</source>
        <translation>ربط كاشير</translation>
    </message>
    <message>
        <source>Type this code into the till. It gets a key of its own, which nobody copies.</source>
        <translation>اكتب هذا الرمز في الكاشير. يحصل الكاشير على مفتاح خاص به دون أن ينسخه أحد.</translation>
    </message>
    <message>
        <source>Pin, if the till asks for it</source>
        <translation>البصمة، إن طلبها الكاشير</translation>
    </message>
    <message>
        <source>Address for the till</source>
        <translation>العنوان للكاشير</translation>
    </message>
    <message>
        <source>New code</source>
        <translation>رمز جديد</translation>
    </message>
    <message>
        <source>Revoke its key</source>
        <translation>ألغِ مفتاحه</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>نسخ</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>تم النسخ</translation>
    </message>
    <message>
        <source>A till on another device calls this address and checks pin or code.</source>
        <translation>يتصل الكاشير على جهاز آخر بهذا العنوان ويتحقق من البصمة أو الرمز.</translation>
    </message>
    <message>
        <source>Only a till on this PC can use the code now. For another device, open Settings, Connection: open this PC to the network, and enter its name under “Names of this PC”.</source>
        <translation>لا يستطيع استخدام الرمز الآن إلا كاشير على هذا الجهاز. لجهاز آخر افتح الإعدادات ثم الاتصال: افتح هذا الجهاز للشبكة، واكتب اسمه تحت “أسماء هذا الجهاز”.</translation>
    </message>
    <message>
        <source>%1 is paired. It called from %2.</source>
        <translation>تم ربط %1. اتصل من %2.</translation>
    </message>
    <message>
        <source>It works once, for %1 more. Wrong tries left: %2</source>
        <translation>يعمل مرة واحدة خلال %1. المحاولات الخاطئة المتبقية: %2</translation>
    </message>
    <message>
        <source>The ten minutes are over. Make a new code.</source>
        <translation>انتهت الدقائق العشر. أنشئ رمزًا جديدًا.</translation>
    </message>
    <message>
        <source>Another device called without encryption, so this code works no more. Enter the address in the till with https://, then make a new code.</source>
        <translation>اتصل جهاز آخر دون تشفير، فلم يعد هذا الرمز صالحًا. أدخل العنوان في الكاشير مع https:// ثم أنشئ رمزًا جديدًا.</translation>
    </message>
    <message>
        <source>This code is used up. If it was not your till, look at the call log; then make a new code.</source>
        <translation>لم يعد هذا الرمز صالحًا. إن لم يكن كاشيرك هو من استخدمه فراجع سجل الاتصالات، ثم أنشئ رمزًا جديدًا.</translation>
    </message>
</context>
<context>
    <name>PlaceDialog</name>
    <message>
        <source>Database: %1</source>
        <translation>قاعدة بيانات: %1</translation>
    </message>
    <message>
        <source>Web address</source>
        <translation>عنوان ويب</translation>
    </message>
    <message>
        <source>SFTP server</source>
        <translation>خادم SFTP</translation>
    </message>
    <message>
        <source>FTP server with TLS</source>
        <translation>خادم FTP مع TLS</translation>
    </message>
    <message>
        <source>FTP server without encryption</source>
        <translation>خادم FTP بلا تشفير</translation>
    </message>
    <message>
        <source>Where is the file?</source>
        <translation>أين الملف؟</translation>
    </message>
    <message>
        <source>On a server or in a database. Files of this PC have buttons of their own.</source>
        <translation>على خادم أو في قاعدة بيانات. ولملفات هذا الحاسوب أزرارها الخاصة.</translation>
    </message>
    <message>
        <source>File of the database</source>
        <translation>ملف قاعدة البيانات</translation>
    </message>
    <message>
        <source>Private key</source>
        <translation>المفتاح الخاص</translation>
    </message>
    <message>
        <source>It is stored in the secret store of this PC. Left empty, the stored one is used.</source>
        <translation>تُحفظ في مخزن الأسرار على هذا الحاسوب. إذا تُركت فارغة فستُستعمل المحفوظة.</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>كلمة المرور</translation>
    </message>
    <message>
        <source>For a folder: the newest file that fits is read. Empty if the address names the file.</source>
        <translation>للمجلد: يُقرأ أحدث ملف مطابق. اتركه فارغًا إذا كان العنوان يسمّي الملف.</translation>
    </message>
    <message>
        <source>Names that fit</source>
        <translation>الأسماء المطابقة</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>الاستعلام</translation>
    </message>
    <message>
        <source>Kind of place</source>
        <translation>نوع المكان</translation>
    </message>
    <message>
        <source>FTP is not encrypted: others in the network can read the password and the file. Use SFTP or FTP with TLS where the server has it.</source>
        <translation>‏FTP غير مشفّر: يمكن لغيرك في الشبكة قراءة كلمة المرور والملف. استخدم SFTP أو FTP مع TLS إن كان الخادم يدعمهما.</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>العنوان</translation>
    </message>
    <message>
        <source>With the user, without the password.</source>
        <translation>مع اسم المستخدم، ودون كلمة المرور.</translation>
    </message>
    <message>
        <source>Instead of a password. The passphrase of the key, if it has one, is the password below.</source>
        <translation>بدلا من كلمة المرور. إن كانت للمفتاح عبارة سرية فهي كلمة المرور أدناه.</translation>
    </message>
    <message>
        <source>Key file</source>
        <translation>ملف المفتاح</translation>
    </message>
    <message>
        <source>Yes, it is this server</source>
        <translation>نعم، هذا هو الخادم</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>جرّبه</translation>
    </message>
    <message>
        <source>Use this file</source>
        <translation>استعمل هذا الملف</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>جارٍ البحث…</translation>
    </message>
    <message>
        <source>Send it readable</source>
        <translation>إرسالها مقروءة</translation>
    </message>
    <message>
        <source>Found: %1, %2</source>
        <translation>وُجد: %1، %2</translation>
    </message>
    <message>
        <source>Attachment in a mailbox</source>
        <translation>مرفق في صندوق بريد</translation>
    </message>
    <message>
        <source>One SELECT, which only reads.</source>
        <translation>استعلام SELECT واحد للقراءة فقط.</translation>
    </message>
    <message>
        <source>The sender and the subject.</source>
        <translation>المرسل والموضوع.</translation>
    </message>
    <message>
        <source>Shared folder</source>
        <translation>مجلد مشترك</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>اختيار…</translation>
    </message>
</context>
<context>
    <name>PreviewCard</name>
    <message>
        <source>As it will be saved</source>
        <translation>كما سيُحفظ</translation>
    </message>
    <message numerus="yes">
        <source>First %n row(s)</source>
        <translation>
            <numerusform>لا أسطر</numerusform>
            <numerusform>السطر الأول</numerusform>
            <numerusform>أول سطرين</numerusform>
            <numerusform>أول %n أسطر</numerusform>
            <numerusform>أول %n سطرًا</numerusform>
            <numerusform>أول %n سطر</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 من %2</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>السطر</translation>
    </message>
    <message>
        <source>What we noticed</source>
        <translation>ملاحظاتنا</translation>
    </message>
    <message>
        <source>Rejected: %1</source>
        <translation>مرفوض: %1</translation>
    </message>
</context>
<context>
    <name>PullCard</name>
    <message>
        <source>Nightly price file</source>
        <translation>ملف الأسعار الليلي</translation>
    </message>
    <message>
        <source>Recognised</source>
        <translation>تعرّفنا على</translation>
    </message>
    <message>
        <source>Not set up</source>
        <translation>غير مُعدّ</translation>
    </message>
    <message>
        <source>Choose the file that your system saves; we show what we recognise in it.</source>
        <translation>اختر الملف الذي يحفظه نظامك، ونعرض لك ما تعرّفنا عليه فيه.</translation>
    </message>
    <message>
        <source>Every day %1</source>
        <translation>كل يوم %1</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>متوقف</translation>
    </message>
    <message>
        <source>Look without saving</source>
        <translation>اطّلع دون حفظ</translation>
    </message>
    <message>
        <source>Read again, though unchanged</source>
        <translation>اقرأه من جديد وإن لم يتغيّر</translation>
    </message>
    <message>
        <source>History</source>
        <translation>السجل</translation>
    </message>
    <message>
        <source>Forget this file…</source>
        <translation>انسَ هذا الملف…</translation>
    </message>
    <message>
        <source>Preview and mapping</source>
        <translation>المعاينة والأعمدة</translation>
    </message>
    <message>
        <source>Run now</source>
        <translation>شغّل الآن</translation>
    </message>
    <message>
        <source>More for the nightly file</source>
        <translation>المزيد للملف الليلي</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>اختر ملفًا…</translation>
    </message>
    <message>
        <source>Never read yet</source>
        <translation>لم يُقرأ بعد</translation>
    </message>
    <message>
        <source>Last run: %1 saved, %2 rejected</source>
        <translation>آخر تشغيل: حُفظ %1 ورُفض %2</translation>
    </message>
    <message>
        <source>Last run: %1</source>
        <translation>آخر تشغيل: %1</translation>
    </message>
    <message>
        <source>Elsewhere…</source>
        <translation>في مكان آخر…</translation>
    </message>
</context>
<context>
    <name>PullWords</name>
    <message>
        <source>Leave out</source>
        <translation>لا تستخدمه</translation>
    </message>
    <message>
        <source>Part number (SKU)</source>
        <translation>رقم القطعة (SKU)</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>الاسم</translation>
    </message>
    <message>
        <source>Arabic name</source>
        <translation>الاسم العربي</translation>
    </message>
    <message>
        <source>OEM number</source>
        <translation>رقم OEM</translation>
    </message>
    <message>
        <source>Brand</source>
        <translation>الماركة</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>الفئة</translation>
    </message>
    <message>
        <source>Condition</source>
        <translation>الحالة</translation>
    </message>
    <message>
        <source>Shop price</source>
        <translation>سعر المحل</translation>
    </message>
    <message>
        <source>Wholesale price</source>
        <translation>سعر الجملة</translation>
    </message>
    <message>
        <source>Online price</source>
        <translation>سعر السوق</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>الكمية</translation>
    </message>
    <message>
        <source>Branch name</source>
        <translation>اسم الفرع</translation>
    </message>
    <message>
        <source>Unit of measure</source>
        <translation>وحدة القياس</translation>
    </message>
    <message>
        <source>Shown on the marketplace</source>
        <translation>معروض في السوق</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>فعّال</translation>
    </message>
    <message>
        <source>Cars it fits, as text</source>
        <translation>السيارات المناسبة نصًا</translation>
    </message>
    <message>
        <source>Car make</source>
        <translation>شركة السيارة</translation>
    </message>
    <message>
        <source>Car model</source>
        <translation>طراز السيارة</translation>
    </message>
    <message>
        <source>From year</source>
        <translation>من سنة</translation>
    </message>
    <message>
        <source>To year</source>
        <translation>إلى سنة</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>السعر</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>الفرع</translation>
    </message>
    <message>
        <source>Cars</source>
        <translation>السيارات</translation>
    </message>
    <message>
        <source>Text table (CSV)</source>
        <translation>جدول نصي (CSV)</translation>
    </message>
    <message>
        <source>Excel (XLSX)</source>
        <translation>Excel (XLSX)</translation>
    </message>
    <message>
        <source>Old Excel (XLS)</source>
        <translation>‏Excel قديم (XLS)</translation>
    </message>
    <message>
        <source>OpenDocument (ODS)</source>
        <translation>OpenDocument (ODS)</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>JSON lines</source>
        <translation>أسطر JSON</translation>
    </message>
    <message>
        <source>Web page (HTML)</source>
        <translation>صفحة ويب (HTML)</translation>
    </message>
    <message>
        <source>Excel XML of 2003</source>
        <translation>ملف Excel XML لعام 2003</translation>
    </message>
    <message>
        <source>Unicode (UTF-8)</source>
        <translation>Unicode (UTF-8)</translation>
    </message>
    <message>
        <source>Unicode (UTF-16)</source>
        <translation>Unicode (UTF-16)</translation>
    </message>
    <message>
        <source>Unicode (UTF-16, big-endian)</source>
        <translation>Unicode (UTF-16, big-endian)</translation>
    </message>
    <message>
        <source>Arabic (Windows-1256)</source>
        <translation>عربي (Windows-1256)</translation>
    </message>
    <message>
        <source>Western (Windows-1252)</source>
        <translation>غربي (Windows-1252)</translation>
    </message>
    <message>
        <source>Cyrillic (Windows-1251)</source>
        <translation>سيريلي (Windows-1251)</translation>
    </message>
    <message>
        <source>Greek (Windows-1253)</source>
        <translation>يوناني (Windows-1253)</translation>
    </message>
    <message>
        <source>Turkish (Windows-1254)</source>
        <translation>تركي (Windows-1254)</translation>
    </message>
    <message>
        <source>Arabic (ISO 8859-6)</source>
        <translation>عربي (ISO 8859-6)</translation>
    </message>
    <message>
        <source>Arabic (DOS 720)</source>
        <translation>عربي (DOS 720)</translation>
    </message>
    <message>
        <source>Arabic (DOS 864)</source>
        <translation>عربي (DOS 864)</translation>
    </message>
    <message>
        <source>Cyrillic (KOI8-R)</source>
        <translation>سيريلي (KOI8-R)</translation>
    </message>
    <message>
        <source>Cyrillic (DOS 866)</source>
        <translation>سيريلي (DOS 866)</translation>
    </message>
    <message>
        <source>Western (DOS 850)</source>
        <translation>غربي (DOS 850)</translation>
    </message>
    <message>
        <source>Chinese (GB 18030)</source>
        <translation>صيني (GB 18030)</translation>
    </message>
    <message>
        <source>Comma  ,</source>
        <translation>فاصلة  ,</translation>
    </message>
    <message>
        <source>Semicolon  ;</source>
        <translation>فاصلة منقوطة  ;</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>جدولة (Tab)</translation>
    </message>
    <message>
        <source>Bar  |</source>
        <translation>خط عمودي  |</translation>
    </message>
    <message>
        <source>Tilde  ~</source>
        <translation>تلدة  ~</translation>
    </message>
    <message>
        <source>Caret  ^</source>
        <translation>علامة الإقحام  ^</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>يعمل</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>تم</translation>
    </message>
    <message>
        <source>Nothing new</source>
        <translation>لا جديد</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>تعذّر</translation>
    </message>
    <message>
        <source>Waits for you</source>
        <translation>بانتظارك</translation>
    </message>
    <message>
        <source>Taken back</source>
        <translation>تُرجع عنه</translation>
    </message>
    <message>
        <source>XML list</source>
        <translation>قائمة XML</translation>
    </message>
    <message>
        <source>dBASE table (DBF)</source>
        <translation>جدول dBASE (DBF)</translation>
    </message>
    <message>
        <source>Text in columns (fixed width)</source>
        <translation>نص في أعمدة (عرض ثابت)</translation>
    </message>
</context>
<context>
    <name>PullWork</name>
    <message>
        <source>Reading the file</source>
        <translation>نقرأ الملف</translation>
    </message>
    <message>
        <source>Reading the whole file, saving nothing</source>
        <translation>نقرأ الملف كله دون حفظ</translation>
    </message>
    <message>
        <source>Let this file through?</source>
        <translation>السماح بهذا الملف؟</translation>
    </message>
    <message>
        <source>It can be taken back afterwards, under History.</source>
        <translation>يمكنك التراجع عنه بعد ذلك من السجل.</translation>
    </message>
    <message>
        <source>Let it through</source>
        <translation>اسمح به</translation>
    </message>
    <message>
        <source>Forget this file?</source>
        <translation>نسيان هذا الملف؟</translation>
    </message>
    <message>
        <source>It is no longer read at night, and what you chose for its columns is gone. Items, prices and history stay.</source>
        <translation>لن يُقرأ ليلًا بعد الآن، ويضيع ما اخترته لأعمدته. تبقى الأصناف والأسعار والسجل.</translation>
    </message>
    <message>
        <source>Forget the file</source>
        <translation>انسَ الملف</translation>
    </message>
</context>
<context>
    <name>QuestionsCard</name>
    <message>
        <source>Questions about the file</source>
        <translation>أسئلة عن الملف</translation>
    </message>
    <message>
        <source>These can be read in more than one way. Your answer is kept for every night.</source>
        <translation>يمكن قراءة هذه بأكثر من طريقة. تُحفظ إجابتك لكل ليلة.</translation>
    </message>
</context>
<context>
    <name>ReferenceCard</name>
    <message>
        <source>For the person who programs your till</source>
        <translation>لمن يبرمج نظام الكاشير</translation>
    </message>
    <message>
        <source>The reference says what can be called, and tries it. It opens in the browser of this computer; the file is for somebody elsewhere.</source>
        <translation>يشرح المرجع الاتصالات الممكنة ويجرّبها. يُفتح في متصفح هذا الجهاز، والملف لمن هو في مكان آخر.</translation>
    </message>
    <message>
        <source>Open the reference</source>
        <translation>افتح المرجع</translation>
    </message>
    <message>
        <source>Save as a file…</source>
        <translation>احفظ كملف…</translation>
    </message>
</context>
<context>
    <name>RunDetail</name>
    <message>
        <source>Rows with faults and notes</source>
        <translation>أسطر فيها أخطاء أو ملاحظات</translation>
    </message>
    <message>
        <source>Export as CSV…</source>
        <translation>صدّر CSV…</translation>
    </message>
    <message>
        <source>Every row was taken as it is.</source>
        <translation>قُبل كل سطر كما هو.</translation>
    </message>
    <message>
        <source>The file is the same as last time, so nothing was read.</source>
        <translation>الملف هو نفسه كالمرة السابقة، فلم يُقرأ شيء.</translation>
    </message>
    <message>
        <source>Taken back</source>
        <translation>تُرجع عنه</translation>
    </message>
    <message>
        <source>Take this run back…</source>
        <translation>تراجع عن هذه القراءة…</translation>
    </message>
    <message>
        <source>Let it through…</source>
        <translation>اسمح به…</translation>
    </message>
    <message>
        <source>Nothing was saved.</source>
        <translation>لم يُحفظ شيء.</translation>
    </message>
    <message>
        <source>%1, last time %2</source>
        <translation>%1، وفي المرة السابقة %2</translation>
    </message>
    <message>
        <source>Rows in the file</source>
        <translation>الأسطر في الملف</translation>
    </message>
    <message>
        <source>Items missing from it</source>
        <translation>أصناف غير موجودة فيه</translation>
    </message>
    <message>
        <source>Items set to 0</source>
        <translation>أصناف تصبح 0</translation>
    </message>
    <message>
        <source>Prices changed by more than 30%</source>
        <translation>أسعار تغيّرت أكثر من ⁦30%⁩</translation>
    </message>
</context>
<context>
    <name>RunFacts</name>
    <message>
        <source>Rows read</source>
        <translation>أسطر مقروءة</translation>
    </message>
    <message>
        <source>New</source>
        <translation>جديد</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>تغيّر</translation>
    </message>
    <message>
        <source>As before</source>
        <translation>كما كان</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>مرفوض</translation>
    </message>
    <message>
        <source>With a note</source>
        <translation>بملاحظة</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>محفوظ</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>السطر</translation>
    </message>
    <message>
        <source>Part number</source>
        <translation>رقم القطعة</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>النتيجة</translation>
    </message>
    <message>
        <source>What we noticed</source>
        <translation>ملاحظاتنا</translation>
    </message>
</context>
<context>
    <name>RunNote</name>
    <message>
        <source>See the difference</source>
        <translation>شاهد الفرق</translation>
    </message>
    <message>
        <source>Let it through…</source>
        <translation>اسمح به…</translation>
    </message>
    <message>
        <source>The file was held back, as it changes a great deal. Nothing was saved.</source>
        <translation>أوقفنا الملف لأنه يغيّر الكثير. لم يُحفظ شيء.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>حاول مجددًا</translation>
    </message>
    <message>
        <source>The file could not be read: %1</source>
        <translation>تعذّرت قراءة الملف: %1</translation>
    </message>
    <message>
        <source>Rows: %1, last time %2</source>
        <translation>الأسطر: %1، وفي المرة السابقة %2</translation>
    </message>
    <message>
        <source>Items missing: %1</source>
        <translation>أصناف ناقصة: %1</translation>
    </message>
    <message>
        <source>Set to 0: %1</source>
        <translation>تصبح 0: %1</translation>
    </message>
    <message>
        <source>Prices changed by over 30%: %1</source>
        <translation>أسعار تغيّرت أكثر من ⁦30%⁩: %1</translation>
    </message>
</context>
<context>
    <name>RunRows</name>
    <message>
        <source>The same file as before</source>
        <translation>الملف نفسه كالسابق</translation>
    </message>
    <message>
        <source>%1 saved, %2 rejected</source>
        <translation>حُفظ %1 ورُفض %2</translation>
    </message>
    <message>
        <source>by hand</source>
        <translation>يدويًا</translation>
    </message>
</context>
<context>
    <name>SetupPage</name>
    <message>
        <source>Look without saving</source>
        <translation>اطّلع دون حفظ</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>احفظ</translation>
    </message>
    <message>
        <source>Preview and mapping</source>
        <translation>المعاينة والأعمدة</translation>
    </message>
    <message>
        <source>Save and read it now</source>
        <translation>احفظ واقرأه الآن</translation>
    </message>
    <message>
        <source>Reading the file…</source>
        <translation>نقرأ الملف…</translation>
    </message>
    <message>
        <source>Look at what we recognised, correct it, save it, and forget about it.</source>
        <translation>راجع ما تعرّفنا عليه وصحّحه واحفظه، ثم لا تشغل بالك به.</translation>
    </message>
    <message>
        <source>Choose which column is the part number (SKU).</source>
        <translation>اختر عمود رقم القطعة (SKU).</translation>
    </message>
    <message>
        <source>Answer the questions about the file first. Nothing is guessed.</source>
        <translation>أجب أولًا عن الأسئلة حول الملف. لا شيء يُخمَّن.</translation>
    </message>
    <message>
        <source>Read it now</source>
        <translation>اقرأه الآن</translation>
    </message>
    <message>
        <source>Reading the whole file, saving nothing</source>
        <translation>نقرأ الملف كله دون حفظ</translation>
    </message>
</context>
<context>
    <name>SheetsDialog</name>
    <message>
        <source>Which sheets are read?</source>
        <translation>أي أوراق تُقرأ؟</translation>
    </message>
    <message>
        <source>They are read as one list, or each as the stock of a branch.</source>
        <translation>تُقرأ كقائمة واحدة، أو كل ورقة كمخزون فرع.</translation>
    </message>
    <message>
        <source>Read them</source>
        <translation>اقرأها</translation>
    </message>
</context>
<context>
    <name>SqlServerFields</name>
    <message>
        <source>Its name or number; with a port if it has another one: 10.0.0.5:1450</source>
        <translation>اسمه أو رقمه، مع المنفذ إن كان له منفذ آخر: ⁦10.0.0.5:1450⁩</translation>
    </message>
    <message>
        <source>The part after the \ in the server&apos;s name. Empty if there is none.</source>
        <translation>الجزء الذي بعد \ في اسم الخادم. يُترك فارغا إن لم يوجد.</translation>
    </message>
    <message>
        <source>Someone who may only read. Empty: Windows logs in with the user of this PC.</source>
        <translation>مستخدم لا يحق له إلا القراءة. إن تُرك فارغا دخل ⁦Windows⁩ بمستخدم هذا الكمبيوتر.</translation>
    </message>
    <message>
        <source>Computer</source>
        <translation>الكمبيوتر</translation>
    </message>
    <message>
        <source>Instance</source>
        <translation>المثيل</translation>
    </message>
    <message>
        <source>Database</source>
        <translation>قاعدة البيانات</translation>
    </message>
    <message>
        <source>User</source>
        <translation>المستخدم</translation>
    </message>
</context>
<context>
    <name>SubPage</name>
    <message>
        <source>Back to Your own system</source>
        <translation>رجوع إلى نظامك الخاص</translation>
    </message>
</context>
<context>
    <name>SystemPane</name>
    <message>
        <source>Turn the file off</source>
        <translation>أوقف الملف</translation>
    </message>
    <message>
        <source>How your till, ERP or price list connects to this shop.</source>
        <translation>كيف يرتبط الكاشير أو نظام ERP أو قائمة الأسعار بهذا المحل.</translation>
    </message>
    <message>
        <source>Your own system</source>
        <translation>نظامك الخاص</translation>
    </message>
    <message>
        <source>Push and the nightly file are both on: at %1 the file overwrites prices your system pushed during the day.</source>
        <translation>الإرسال والملف الليلي مفعّلان معًا: الساعة %1 يكتب الملف فوق الأسعار التي أرسلها نظامك خلال اليوم.</translation>
    </message>
    <message>
        <source>Saved. “Run now” reads the file at once.</source>
        <translation>تم الحفظ. زر «شغّل الآن» يقرأ الملف فورًا.</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>حُفظ باسم %1</translation>
    </message>
</context>
<context>
    <name>WidthsDialog</name>
    <message>
        <source>Where does each column begin?</source>
        <translation>أين يبدأ كل عمود؟</translation>
    </message>
    <message>
        <source>Click between two columns to draw a border, or to remove it. Keys: arrows, space bar.</source>
        <translation>انقر بين عمودين لرسم حد أو لإزالته. المفاتيح: الأسهم وشريط المسافة.</translation>
    </message>
    <message>
        <source>Use these columns</source>
        <translation>استخدام هذه الأعمدة</translation>
    </message>
    <message>
        <source>Columns begin at: %1. The cursor is at %2.</source>
        <translation>تبدأ الأعمدة عند: %1. المؤشر عند %2.</translation>
    </message>
</context>
</TS>
