<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ar" sourcelanguage="en">
<context>
    <name>AboutPage</name>
    <message>
        <source>Headers are not kept, because the key is one of them.</source>
        <translation>لا تُحفظ الترويسات (headers) لأن المفتاح واحد منها.</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>الوقت</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>المفتاح</translation>
    </message>
    <message>
        <source>none that is known</source>
        <translation>لا مفتاح معروف</translation>
    </message>
    <message>
        <source>From</source>
        <translation>من</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>استغرق</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>الطلب</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>الرد</translation>
    </message>
    <message>
        <source>Error code</source>
        <translation>رمز الخطأ</translation>
    </message>
    <message>
        <source>Entry</source>
        <translation>رقم القيد</translation>
    </message>
</context>
<context>
    <name>BodiesPage</name>
    <message>
        <source>Request</source>
        <translation>الطلب</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>الرد</translation>
    </message>
    <message>
        <source>Not kept: the key was not known, and this entry shows in every shop&apos;s log.</source>
        <translation>لم يُحفظ: المفتاح غير معروف، وهذا القيد يظهر في سجل كل محل.</translation>
    </message>
    <message>
        <source>The call had no body.</source>
        <translation>لم يكن في الاتصال محتوى.</translation>
    </message>
    <message>
        <source>Not kept: it was not taken in.</source>
        <translation>لم يُحفظ لأنه لم يُستلم.</translation>
    </message>
    <message>
        <source>The answer had no body.</source>
        <translation>لم يكن في الرد محتوى.</translation>
    </message>
    <message>
        <source>The answer was longer; its first %1 are kept.</source>
        <translation>كان الرد أطول، والمحفوظ منه أول %1.</translation>
    </message>
</context>
<context>
    <name>BodyView</name>
    <message>
        <source>All rows</source>
        <translation>كل الصفوف</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>نسخ</translation>
    </message>
    <message>
        <source>Only these rows</source>
        <translation>هذه الصفوف فقط</translation>
    </message>
    <message numerus="yes">
        <source>… %1 rows …</source>
        <translation>
            <numerusform>… %1 …</numerusform>
            <numerusform>… %1 …</numerusform>
            <numerusform>… %1 …</numerusform>
            <numerusform>… %1 …</numerusform>
            <numerusform>… %1 …</numerusform>
            <numerusform>… %1 …</numerusform>
        </translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>تم النسخ</translation>
    </message>
</context>
<context>
    <name>CallWords</name>
    <message>
        <source>%1 more like this</source>
        <translation>ومثله %1 أيضًا</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <comment>what a call came to, how many more like it</comment>
        <translation>%1؛ %2</translation>
    </message>
    <message>
        <source>nothing changed since the last call</source>
        <translation>لا جديد منذ الاتصال السابق</translation>
    </message>
    <message>
        <source>saved %1</source>
        <translation>حُفظ %1</translation>
    </message>
    <message>
        <source>saved %1, rejected %2</source>
        <translation>حُفظ %1 ورُفض %2</translation>
    </message>
    <message numerus="yes">
        <source>%n order(s)</source>
        <translation>
            <numerusform>لا طلبات</numerusform>
            <numerusform>طلب واحد</numerusform>
            <numerusform>طلبان</numerusform>
            <numerusform>%n طلبات</numerusform>
            <numerusform>%n طلبًا</numerusform>
            <numerusform>%n طلب</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 items</source>
        <translation>الأصناف: %1 من %2</translation>
    </message>
    <message numerus="yes">
        <source>%n item(s)</source>
        <translation>
            <numerusform>لا أصناف</numerusform>
            <numerusform>صنف واحد</numerusform>
            <numerusform>صنفان</numerusform>
            <numerusform>%n أصناف</numerusform>
            <numerusform>%n صنفًا</numerusform>
            <numerusform>%n صنف</numerusform>
        </translation>
    </message>
    <message>
        <source>fit confirmed</source>
        <translation>تأكدت المطابقة</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>قُبل</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>رُفض</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>جاهز</translation>
    </message>
    <message>
        <source>sent with courier</source>
        <translation>خرج مع المندوب</translation>
    </message>
    <message>
        <source>delivered</source>
        <translation>تم التسليم</translation>
    </message>
    <message>
        <source>read the API description</source>
        <translation>قرأ وصف API</translation>
    </message>
    <message>
        <source>web page may call</source>
        <translation>سُمح لصفحة الويب</translation>
    </message>
    <message>
        <source>answered</source>
        <translation>تم الرد</translation>
    </message>
</context>
<context>
    <name>CallsPane</name>
    <message>
        <source>Calls</source>
        <translation>الاتصالات</translation>
    </message>
    <message>
        <source>Copied, without the key</source>
        <translation>تم النسخ دون المفتاح</translation>
    </message>
</context>
<context>
    <name>DetailPanel</name>
    <message>
        <source>Copy as curl</source>
        <translation>انسخ أمر curl</translation>
    </message>
    <message>
        <source>Copy as curl (without the key)</source>
        <translation>انسخ أمر curl (دون المفتاح)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>Undo this upload…</source>
        <translation>التراجع عن هذا الرفع…</translation>
    </message>
    <message>
        <source>Undone: show the undo</source>
        <translation>تم التراجع عنه: اعرض التراجع</translation>
    </message>
    <message>
        <source>Bodies</source>
        <translation>المحتوى</translation>
    </message>
    <message>
        <source>The call</source>
        <translation>عن الاتصال</translation>
    </message>
    <message>
        <source>Parts of the call</source>
        <translation>أقسام الاتصال</translation>
    </message>
    <message>
        <source>For the Windows Command Prompt (cmd)</source>
        <translation>لموجه أوامر Windows ‏(cmd)</translation>
    </message>
    <message>
        <source>For Windows PowerShell</source>
        <translation>لبرنامج Windows PowerShell</translation>
    </message>
    <message>
        <source>For Linux and macOS</source>
        <translation>لنظامي Linux وmacOS</translation>
    </message>
    <message>
        <source>key %1</source>
        <translation>مفتاح %1</translation>
    </message>
    <message>
        <source>no known key</source>
        <translation>دون مفتاح معروف</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>ولا غيرها</numerusform>
            <numerusform>وواحد غيرها</numerusform>
            <numerusform>واثنان غيرها</numerusform>
            <numerusform>و%n غيرها</numerusform>
            <numerusform>و%n غيرها</numerusform>
            <numerusform>و%n غيرها</numerusform>
        </translation>
    </message>
    <message>
        <source>Not JSON at line %1</source>
        <translation>ليس JSON عند السطر %1</translation>
    </message>
    <message>
        <source>Show the rows</source>
        <translation>اعرض الصفوف</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>الصفوف</translation>
    </message>
</context>
<context>
    <name>EmptyPages</name>
    <message>
        <source>Make a key for your till</source>
        <translation>أنشئ مفتاحًا للكاشير</translation>
    </message>
    <message>
        <source>Show me how</source>
        <translation>أرني كيف</translation>
    </message>
    <message>
        <source>No calls yet</source>
        <translation>لا اتصالات بعد</translation>
    </message>
    <message>
        <source>Each call that a till or another system makes is kept here, so that you can see what it sent.</source>
        <translation>يُحفظ هنا كل اتصال من كاشير أو نظام آخر، لترى ماذا أرسل.</translation>
    </message>
    <message>
        <source>The same in a terminal</source>
        <translation>الأمر نفسه في الطرفية</translation>
    </message>
    <message>
        <source>Show any time</source>
        <translation>اعرض كل الأوقات</translation>
    </message>
    <message>
        <source>No calls in this time</source>
        <translation>لا اتصالات في هذه المدة</translation>
    </message>
    <message>
        <source>No calls since then. Earlier calls are still stored.</source>
        <translation>لم يتصل أي نظام خلالها. الاتصالات الأقدم ما زالت محفوظة.</translation>
    </message>
    <message>
        <source>Clear the filters</source>
        <translation>أزل عوامل التصفية</translation>
    </message>
    <message>
        <source>No call matches</source>
        <translation>لا اتصال مطابق</translation>
    </message>
    <message>
        <source>Choose another time or fewer filters. Every call is kept.</source>
        <translation>اختر وقتًا آخر أو عوامل تصفية أقل. كل الاتصالات محفوظة.</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Export calls</source>
        <translation>تصدير الاتصالات</translation>
    </message>
    <message>
        <source>CSV, for a spreadsheet</source>
        <translation>‏CSV، لبرامج الجداول</translation>
    </message>
    <message>
        <source>JSON, one call per line, for programs</source>
        <translation>‏JSON، اتصال في كل سطر، للبرامج</translation>
    </message>
    <message>
        <source>JSON with the bodies of each call; names and prices are in them</source>
        <translation>‏JSON مع محتوى كل اتصال؛ فيه الأسماء والأسعار</translation>
    </message>
    <message>
        <source>Choose a place…</source>
        <translation>اختر المكان…</translation>
    </message>
    <message>
        <source>The calls that the filters leave and whose bodies hold “%1”.</source>
        <translation>الاتصالات التي تبقيها عوامل التصفية ويحتوي نصها على «%1».</translation>
    </message>
    <message numerus="yes">
        <source>The %1 calls that the filters leave.</source>
        <translation>
            <numerusform>الاتصالات التي تبقيها عوامل التصفية: %1.</numerusform>
            <numerusform>الاتصالات التي تبقيها عوامل التصفية: %1.</numerusform>
            <numerusform>الاتصالات التي تبقيها عوامل التصفية: %1.</numerusform>
            <numerusform>%1 اتصالات تبقيها عوامل التصفية.</numerusform>
            <numerusform>%1 اتصالًا تبقيها عوامل التصفية.</numerusform>
            <numerusform>%1 اتصال تبقيها عوامل التصفية.</numerusform>
        </translation>
    </message>
    <message>
        <source>Only calls about the part %1 are written.</source>
        <translation>تُكتب الاتصالات الخاصة بالصنف %1 فقط.</translation>
    </message>
    <message>
        <source>No key is in the file.</source>
        <translation>لا يوجد أي مفتاح في الملف.</translation>
    </message>
    <message>
        <source>Writing the file</source>
        <translation>تُكتب الآن محتويات الملف</translation>
    </message>
    <message numerus="yes">
        <source>%1 calls are in %2.</source>
        <translation>
            <numerusform>عدد الاتصالات في %2: %1.</numerusform>
            <numerusform>عدد الاتصالات في %2: %1.</numerusform>
            <numerusform>عدد الاتصالات في %2: %1.</numerusform>
            <numerusform>حُفظت %1 اتصالات في %2.</numerusform>
            <numerusform>حُفظ %1 اتصالًا في %2.</numerusform>
            <numerusform>حُفظ %1 اتصال في %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FaultWords</name>
    <message>
        <source>Enter the key in the calling system&apos;s settings. You make keys under Your own system.</source>
        <translation>أدخل المفتاح في إعدادات النظام المتصل. تُنشأ المفاتيح في «نظامك الخاص».</translation>
    </message>
    <message>
        <source>Let the system send its items in several calls.</source>
        <translation>اجعل النظام يرسل أصنافه على عدة اتصالات.</translation>
    </message>
    <message>
        <source>A key may make 120 calls a minute. Let the system ask less often.</source>
        <translation>لكل مفتاح 120 اتصالًا في الدقيقة. اجعل النظام يتصل مرات أقل.</translation>
    </message>
    <message>
        <source>Look at the order: it shows what is possible now.</source>
        <translation>انظر إلى الطلب، ففيه ما يمكن فعله الآن.</translation>
    </message>
    <message>
        <source>The buyer reads the reason, so a rejection needs one.</source>
        <translation>سيقرأ المشتري السبب، لذلك لا رفض دون سبب.</translation>
    </message>
    <message>
        <source>This shop is read-only. You can switch that off under Settings.</source>
        <translation>هذا المحل للقراءة فقط. يمكنك إيقاف ذلك من الإعدادات.</translation>
    </message>
    <message>
        <source>You can switch API push on under Your own system.</source>
        <translation>يمكنك تشغيل استقبال API من «نظامك الخاص».</translation>
    </message>
    <message>
        <source>Nothing was changed. Tell support the reference.</source>
        <translation>لم يتغير شيء. أعطِ الدعم الفني هذا المرجع.</translation>
    </message>
    <message>
        <source>Nothing to do: the system sends the call again and gets the answer of the first.</source>
        <translation>لا حاجة إلى شيء: يعيد النظام الاتصال فيأخذ رد المحاولة الأولى.</translation>
    </message>
    <message>
        <source>The system has to make up a new Idempotency-Key for each call.</source>
        <translation>على النظام أن يضع Idempotency-Key جديدًا لكل اتصال.</translation>
    </message>
    <message>
        <source>Nothing was changed. The system may send the call again once this is mended.</source>
        <translation>لم يتغير شيء. يمكن للنظام إعادة الإرسال بعد حل المشكلة.</translation>
    </message>
    <message>
        <source>The system asks in a way that this address does not know.</source>
        <translation>طريقة الاتصال هذه غير معروفة لهذا العنوان.</translation>
    </message>
    <message>
        <source>Nothing was changed. The system has to send the call in another form.</source>
        <translation>لم يتغير شيء. على النظام أن يرسل الاتصال بصيغة أخرى.</translation>
    </message>
    <message>
        <source>Check the reference that the system sends.</source>
        <translation>راجع رقم الطلب الذي يرسله النظام.</translation>
    </message>
    <message>
        <source>Check the address that the system calls.</source>
        <translation>راجع العنوان الذي يتصل به النظام.</translation>
    </message>
    <message>
        <source>no such order</source>
        <translation>لا يوجد طلب بهذا الرقم</translation>
    </message>
    <message>
        <source>no such address</source>
        <translation>عنوان غير موجود</translation>
    </message>
    <message>
        <source>wrong kind of call</source>
        <translation>نوع اتصال خاطئ</translation>
    </message>
    <message>
        <source>the shop is read-only</source>
        <translation>المحل للقراءة فقط</translation>
    </message>
    <message>
        <source>API push is off</source>
        <translation>استقبال API متوقف</translation>
    </message>
    <message>
        <source>no reason was given</source>
        <translation>لم يُذكر السبب</translation>
    </message>
    <message>
        <source>the first try is still under way</source>
        <translation>المحاولة الأولى ما زالت جارية</translation>
    </message>
    <message>
        <source>key of another call</source>
        <translation>مفتاح اتصال آخر</translation>
    </message>
    <message>
        <source>no key was sent</source>
        <translation>لم يُرسل مفتاح</translation>
    </message>
    <message>
        <source>mistyped key</source>
        <translation>مفتاح فيه خطأ كتابة</translation>
    </message>
    <message>
        <source>revoked key</source>
        <translation>مفتاح ملغى</translation>
    </message>
    <message>
        <source>what was sent is no key</source>
        <translation>ما أُرسل ليس مفتاحًا</translation>
    </message>
    <message>
        <source>unknown key</source>
        <translation>مفتاح غير معروف</translation>
    </message>
    <message>
        <source>too big: over %1</source>
        <translation>كبير جدًا: أكثر من %1</translation>
    </message>
    <message>
        <source>too big: %1 of %2</source>
        <translation>كبير جدًا: %1 والحد %2</translation>
    </message>
    <message>
        <source>too many calls, wait %1 s</source>
        <translation>اتصالات كثيرة، ينتظر %1 ث</translation>
    </message>
    <message>
        <source>too many calls</source>
        <translation>اتصالات كثيرة</translation>
    </message>
    <message>
        <source>our fault</source>
        <translation>خطأ منا</translation>
    </message>
    <message>
        <source>our fault, ref. %1</source>
        <translation>خطأ منا، المرجع %1</translation>
    </message>
    <message>
        <source>too many items</source>
        <translation>أصناف كثيرة</translation>
    </message>
    <message>
        <source>%1 items, at most %2</source>
        <translation>الأصناف %1 والحد %2</translation>
    </message>
    <message>
        <source>too late: cancelled after 30 minutes</source>
        <translation>متأخر: أُلغي بعد 30 دقيقة</translation>
    </message>
    <message>
        <source>not accepted yet</source>
        <translation>لم يُقبل بعد</translation>
    </message>
    <message>
        <source>already confirmed</source>
        <translation>سبق قبوله</translation>
    </message>
    <message>
        <source>already ready</source>
        <translation>سبق تجهيزه</translation>
    </message>
    <message>
        <source>already with the courier</source>
        <translation>خرج مع المندوب من قبل</translation>
    </message>
    <message>
        <source>already delivered</source>
        <translation>سبق تسليمه</translation>
    </message>
    <message>
        <source>already cancelled</source>
        <translation>سبق إلغاؤه</translation>
    </message>
    <message>
        <source>not possible now</source>
        <translation>غير ممكن الآن</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation>القرص ممتلئ</translation>
    </message>
    <message>
        <source>another program held the data</source>
        <translation>برنامج آخر يستخدم البيانات</translation>
    </message>
    <message>
        <source>could not be saved</source>
        <translation>تعذر الحفظ</translation>
    </message>
</context>
<context>
    <name>FilterBar</name>
    <message>
        <source>Show every call again</source>
        <translation>اعرض كل الاتصالات من جديد</translation>
    </message>
    <message>
        <source>Text in requests and answers</source>
        <translation>نص في الطلبات والردود</translation>
    </message>
    <message>
        <source>Calls between two times</source>
        <translation>الاتصالات بين وقتين</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>المفتاح</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>المسار</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>الحالة</translation>
    </message>
    <message>
        <source>Answered</source>
        <translation>تم الرد</translation>
    </message>
    <message>
        <source>Refused: the call has to be another</source>
        <translation>مرفوض: على النظام أن يغيّر الاتصال</translation>
    </message>
    <message>
        <source>Failed here</source>
        <translation>لم ينجح عندنا</translation>
    </message>
    <message>
        <source>With notes or rejected rows</source>
        <translation>مع ملاحظات أو صفوف مرفوضة</translation>
    </message>
    <message>
        <source>Part %1</source>
        <translation>الصنف %1</translation>
    </message>
    <message>
        <source>All</source>
        <translation>الكل</translation>
    </message>
    <message>
        <source>Noted</source>
        <translation>ملاحظات</translation>
    </message>
    <message>
        <source>All keys</source>
        <translation>كل المفاتيح</translation>
    </message>
    <message>
        <source>Any path</source>
        <translation>كل المسارات</translation>
    </message>
    <message>
        <source>Orders</source>
        <translation>الطلبات</translation>
    </message>
    <message>
        <source>Items</source>
        <translation>الأصناف</translation>
    </message>
    <message>
        <source>Other…</source>
        <translation>غيرها…</translation>
    </message>
</context>
<context>
    <name>LogHead</name>
    <message>
        <source>Live</source>
        <translation>مباشر</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>إيقاف مؤقت</translation>
    </message>
    <message>
        <source>Space pauses the list, and goes on</source>
        <translation>مفتاح المسافة يوقف القائمة ويتابعها</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>متابعة</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>تصدير</translation>
    </message>
    <message>
        <source>Call log</source>
        <translation>سجل الاتصالات</translation>
    </message>
    <message numerus="yes">
        <source>%1 entries.</source>
        <translation>
            <numerusform>عدد القيود %1.</numerusform>
            <numerusform>عدد القيود %1.</numerusform>
            <numerusform>عدد القيود %1.</numerusform>
            <numerusform>%1 قيود.</numerusform>
            <numerusform>%1 قيدًا.</numerusform>
            <numerusform>%1 قيد.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Kept %n day(s).</source>
        <translation>
            <numerusform>لا تُحفظ.</numerusform>
            <numerusform>تُحفظ يومًا واحدًا.</numerusform>
            <numerusform>تُحفظ يومين.</numerusform>
            <numerusform>تُحفظ %n أيام.</numerusform>
            <numerusform>تُحفظ %n يومًا.</numerusform>
            <numerusform>تُحفظ %n يوم.</numerusform>
        </translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>متوقف مؤقتًا</translation>
    </message>
    <message>
        <source>New calls</source>
        <translation>اتصالات جديدة</translation>
    </message>
    <message numerus="yes">
        <source>%n new call(s)</source>
        <translation>
            <numerusform>لا جديد</numerusform>
            <numerusform>اتصال جديد</numerusform>
            <numerusform>اتصالان جديدان</numerusform>
            <numerusform>%n اتصالات جديدة</numerusform>
            <numerusform>%n اتصالًا جديدًا</numerusform>
            <numerusform>%n اتصال جديد</numerusform>
        </translation>
    </message>
    <message>
        <source>Every call your systems made, refused ones too.</source>
        <translation>كل اتصال أجرته أنظمتك، حتى المرفوض منها.</translation>
    </message>
</context>
<context>
    <name>LogHeader</name>
    <message>
        <source>Time</source>
        <translation>الوقت</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>الحالة</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>الاتصال</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>ما حدث</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>المفتاح</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>التاريخ</translation>
    </message>
</context>
<context>
    <name>LogPainter</name>
    <message>
        <source>Today</source>
        <translation>اليوم</translation>
    </message>
</context>
<context>
    <name>NoteWords</name>
    <message>
        <source>Row %1: %2</source>
        <translation>الصف %1: %2</translation>
    </message>
    <message numerus="yes">
        <source>%n more row(s) were rejected</source>
        <translation>
            <numerusform>لم تُرفض صفوف أخرى</numerusform>
            <numerusform>ورُفض صف آخر</numerusform>
            <numerusform>ورُفض صفان آخران</numerusform>
            <numerusform>ورُفضت %n صفوف أخرى</numerusform>
            <numerusform>ورُفض %n صفًا آخر</numerusform>
            <numerusform>ورُفض %n صف آخر</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Unknown field ignored: %1</source>
        <translation>
            <numerusform>حقل غير معروف تُرك: %1</numerusform>
            <numerusform>حقل غير معروف تُرك: %1</numerusform>
            <numerusform>حقلان غير معروفين تُركا: %1</numerusform>
            <numerusform>حقول غير معروفة تُركت: %1</numerusform>
            <numerusform>حقول غير معروفة تُركت: %1</numerusform>
            <numerusform>حقول غير معروفة تُركت: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Unknown parameter ignored: %1</source>
        <translation>
            <numerusform>معامل غير معروف تُرك: %1</numerusform>
            <numerusform>معامل غير معروف تُرك: %1</numerusform>
            <numerusform>معاملان غير معروفين تُركا: %1</numerusform>
            <numerusform>معاملات غير معروفة تُركت: %1</numerusform>
            <numerusform>معاملات غير معروفة تُركت: %1</numerusform>
            <numerusform>معاملات غير معروفة تُركت: %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Sent a second time with the same Idempotency-Key: got the first answer, nothing done twice</source>
        <translation>أُرسل مرة ثانية بالمفتاح Idempotency-Key نفسه: أخذ الرد الأول ولم يُنفَّذ شيء مرتين</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>field, then what is wrong</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>has %1 characters, at most %2 are possible</source>
        <translation>عدد أحرفه %1 والحد %2</translation>
    </message>
    <message>
        <source>must be at most %1</source>
        <translation>يجب ألا يزيد على %1</translation>
    </message>
    <message>
        <source>%1 is expected here</source>
        <translation>المتوقع هنا %1</translation>
    </message>
    <message>
        <source>%1 or %2 is expected here</source>
        <translation>المتوقع هنا %1 أو %2</translation>
    </message>
    <message>
        <source>the comma before this is one too many</source>
        <translation>الفاصلة قبل هذا زائدة</translation>
    </message>
    <message>
        <source>a name in quotes is expected here</source>
        <translation>المتوقع هنا اسم بين علامتي تنصيص</translation>
    </message>
    <message>
        <source>must be a whole number, 0 or more</source>
        <translation>يجب أن يكون عددًا صحيحًا، 0 أو أكثر</translation>
    </message>
    <message>
        <source>must be a year, a whole number</source>
        <translation>يجب أن يكون سنة، عددًا صحيحًا</translation>
    </message>
    <message>
        <source>must be a number, 0 or more</source>
        <translation>يجب أن يكون رقمًا، 0 أو أكثر</translation>
    </message>
    <message>
        <source>must have at most 3 decimals</source>
        <translation>يجب ألا تزيد خاناته العشرية على 3</translation>
    </message>
    <message>
        <source>must be a text</source>
        <translation>يجب أن يكون نصًا</translation>
    </message>
    <message>
        <source>must be true or false</source>
        <translation>يجب أن يكون true أو false</translation>
    </message>
    <message>
        <source>must not be empty</source>
        <translation>يجب ألا يكون فارغًا</translation>
    </message>
    <message>
        <source>is missing</source>
        <translation>ناقص</translation>
    </message>
    <message>
        <source>holds characters that cannot be seen</source>
        <translation>فيه أحرف لا تُرى</translation>
    </message>
    <message>
        <source>must be a list of cars</source>
        <translation>يجب أن يكون قائمة سيارات</translation>
    </message>
    <message>
        <source>must have a make and a model</source>
        <translation>يجب أن تكون فيه الشركة والطراز</translation>
    </message>
    <message>
        <source>must have at least a SKU</source>
        <translation>يجب أن يكون فيه SKU على الأقل</translation>
    </message>
    <message>
        <source>has an unknown value</source>
        <translation>قيمته غير معروفة</translation>
    </message>
    <message>
        <source>not JSON from here on</source>
        <translation>ليس JSON من هنا</translation>
    </message>
    <message>
        <source>nothing may follow here</source>
        <translation>يجب ألا يأتي شيء هنا</translation>
    </message>
    <message>
        <source>it breaks off here</source>
        <translation>ينقطع هنا</translation>
    </message>
    <message>
        <source>these characters are not UTF-8</source>
        <translation>هذه الأحرف ليست UTF-8</translation>
    </message>
    <message>
        <source>nested too deeply</source>
        <translation>متداخل أكثر من اللازم</translation>
    </message>
</context>
<context>
    <name>PathDialog</name>
    <message>
        <source>Calls whose path holds a text</source>
        <translation>الاتصالات التي في مسارها نص</translation>
    </message>
    <message>
        <source>An order&apos;s reference, an action, a parameter. Upper and lower case are the same.</source>
        <translation>رقم طلب أو إجراء أو معامل. لا فرق بين الأحرف الكبيرة والصغيرة.</translation>
    </message>
    <message>
        <source>Text in the path</source>
        <translation>النص في المسار</translation>
    </message>
    <message>
        <source>Show these</source>
        <translation>اعرضها</translation>
    </message>
    <message>
        <source>Type a part of the path first.</source>
        <translation>اكتب جزءًا من المسار أولًا.</translation>
    </message>
</context>
<context>
    <name>RelatedPage</name>
    <message>
        <source>What the call was about</source>
        <translation>ما يخصه الاتصال</translation>
    </message>
    <message numerus="yes">
        <source>%n order(s)</source>
        <translation>
            <numerusform>لا طلبات</numerusform>
            <numerusform>طلب واحد</numerusform>
            <numerusform>طلبان</numerusform>
            <numerusform>%n طلبات</numerusform>
            <numerusform>%n طلبًا</numerusform>
            <numerusform>%n طلب</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 parts</source>
        <translation>
            <numerusform>القطع: %1</numerusform>
            <numerusform>القطع: %1</numerusform>
            <numerusform>القطع: %1</numerusform>
            <numerusform>%1 قطع</numerusform>
            <numerusform>%1 قطعة</numerusform>
            <numerusform>%1 قطعة</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RequestWords</name>
    <message>
        <source>not understood</source>
        <translation>غير مفهوم</translation>
    </message>
    <message>
        <source>%1 is not from %2 to %3</source>
        <translation>%1 ليس من %2 إلى %3</translation>
    </message>
    <message>
        <source>no such action</source>
        <translation>إجراء غير معروف</translation>
    </message>
    <message>
        <source>%1 has an unknown value</source>
        <translation>قيمة %1 غير معروفة</translation>
    </message>
    <message>
        <source>%1 is given twice</source>
        <translation>%1 مذكور مرتين</translation>
    </message>
    <message>
        <source>the address is too long</source>
        <translation>العنوان طويل جدًا</translation>
    </message>
    <message>
        <source>the address cannot be read</source>
        <translation>تعذرت قراءة العنوان</translation>
    </message>
    <message>
        <source>not JSON at line %1</source>
        <translation>ليس JSON عند السطر %1</translation>
    </message>
    <message>
        <source>not JSON</source>
        <translation>ليس JSON</translation>
    </message>
    <message>
        <source>no list of items in it</source>
        <translation>لا قائمة أصناف فيه</translation>
    </message>
    <message>
        <source>the reason is too long</source>
        <translation>السبب أطول من اللازم</translation>
    </message>
    <message>
        <source>the reason is no text</source>
        <translation>السبب ليس نصًا</translation>
    </message>
    <message>
        <source>sent compressed</source>
        <translation>أُرسل مضغوطًا</translation>
    </message>
    <message>
        <source>took too long to send</source>
        <translation>طال إرساله</translation>
    </message>
    <message>
        <source>broke off while sending</source>
        <translation>انقطع أثناء الإرسال</translation>
    </message>
    <message>
        <source>called under a name that is not allowed</source>
        <translation>اتصل باسم غير مسموح</translation>
    </message>
    <message>
        <source>from a web page that is not allowed</source>
        <translation>من صفحة ويب غير مسموحة</translation>
    </message>
</context>
<context>
    <name>SearchLine</name>
    <message>
        <source>Looking into requests and answers</source>
        <translation>البحث في الطلبات والردود</translation>
    </message>
    <message>
        <source>Looking for calls about this part</source>
        <translation>البحث عن الاتصالات الخاصة بهذا الصنف</translation>
    </message>
    <message numerus="yes">
        <source>Looking for calls about this part: %n found</source>
        <translation>
            <numerusform>البحث عن الاتصالات الخاصة بهذا الصنف: لا نتائج بعد</numerusform>
            <numerusform>البحث عن الاتصالات الخاصة بهذا الصنف: نتيجة واحدة</numerusform>
            <numerusform>البحث عن الاتصالات الخاصة بهذا الصنف: نتيجتان</numerusform>
            <numerusform>البحث عن الاتصالات الخاصة بهذا الصنف: %n نتائج</numerusform>
            <numerusform>البحث عن الاتصالات الخاصة بهذا الصنف: %n نتيجة</numerusform>
            <numerusform>البحث عن الاتصالات الخاصة بهذا الصنف: %n نتيجة</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Looking into requests and answers: %n found</source>
        <translation>
            <numerusform>البحث في الطلبات والردود: لا نتائج بعد</numerusform>
            <numerusform>البحث في الطلبات والردود: نتيجة واحدة</numerusform>
            <numerusform>البحث في الطلبات والردود: نتيجتان</numerusform>
            <numerusform>البحث في الطلبات والردود: %n نتائج</numerusform>
            <numerusform>البحث في الطلبات والردود: %n نتيجة</numerusform>
            <numerusform>البحث في الطلبات والردود: %n نتيجة</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 calls looked at.</source>
        <translation>الاتصالات المفحوصة: %1 من %2.</translation>
    </message>
    <message numerus="yes">
        <source>%1 calls found.</source>
        <translation>
            <numerusform>عدد النتائج: %1.</numerusform>
            <numerusform>عدد النتائج: %1.</numerusform>
            <numerusform>عدد النتائج: %1.</numerusform>
            <numerusform>%1 نتائج.</numerusform>
            <numerusform>%1 نتيجة.</numerusform>
            <numerusform>%1 نتيجة.</numerusform>
        </translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>توقف البحث.</translation>
    </message>
    <message>
        <source>Scroll down to look further.</source>
        <translation>مرّر إلى الأسفل لمتابعة البحث.</translation>
    </message>
</context>
<context>
    <name>UndoDialog</name>
    <message>
        <source>Undo the upload of call %1</source>
        <translation>التراجع عن رفع الاتصال %1</translation>
    </message>
    <message>
        <source>Looking at what would go back…</source>
        <translation>جارٍ البحث عمّا سيعود…</translation>
    </message>
    <message>
        <source>What was changed since the upload stays. An upload is undone once.</source>
        <translation>ما تغيّر بعد الرفع يبقى. يُتراجع عن الرفع مرة واحدة.</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>الصنف</translation>
    </message>
    <message>
        <source>What</source>
        <translation>ماذا</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>الآن</translation>
    </message>
    <message>
        <source>Afterwards</source>
        <translation>بعد ذلك</translation>
    </message>
    <message>
        <source>What the undo does</source>
        <translation>ما يفعله التراجع</translation>
    </message>
    <message>
        <source>Undo the upload</source>
        <translation>التراجع عن الرفع</translation>
    </message>
    <message numerus="yes">
        <source>%1 part(s) get values back.</source>
        <translation>
            <numerusform>لا صنف يستعيد قيمه.</numerusform>
            <numerusform>صنف واحد يستعيد قيمه.</numerusform>
            <numerusform>صنفان يستعيدان قيمهما.</numerusform>
            <numerusform>%1 أصناف تستعيد قيمها.</numerusform>
            <numerusform>%1 صنفًا يستعيد قيمه.</numerusform>
            <numerusform>%1 صنف يستعيد قيمه.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 new part(s) are removed.</source>
        <translation>
            <numerusform>لا صنف جديد يُحذف.</numerusform>
            <numerusform>صنف جديد واحد يُحذف.</numerusform>
            <numerusform>صنفان جديدان يُحذفان.</numerusform>
            <numerusform>%1 أصناف جديدة تُحذف.</numerusform>
            <numerusform>%1 صنفًا جديدًا يُحذف.</numerusform>
            <numerusform>%1 صنف جديد يُحذف.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 part(s) were changed since.</source>
        <translation>
            <numerusform>لم يتغيّر أي صنف بعد ذلك.</numerusform>
            <numerusform>صنف واحد تغيّر بعد ذلك.</numerusform>
            <numerusform>صنفان تغيّرا بعد ذلك.</numerusform>
            <numerusform>تغيّرت %1 أصناف بعد ذلك.</numerusform>
            <numerusform>تغيّر %1 صنفًا بعد ذلك.</numerusform>
            <numerusform>تغيّر %1 صنف بعد ذلك.</numerusform>
        </translation>
    </message>
    <message>
        <source>New part</source>
        <translation>صنف جديد</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>يُحذف</translation>
    </message>
    <message>
        <source>Stays</source>
        <translation>يبقى</translation>
    </message>
    <message>
        <source>The upload is undone.</source>
        <translation>تم التراجع عن الرفع.</translation>
    </message>
</context>
<context>
    <name>UploadRowsPage</name>
    <message>
        <source>Rows of the upload</source>
        <translation>صفوف الرفع</translation>
    </message>
    <message>
        <source>Open in History</source>
        <translation>افتح في سجل التغييرات</translation>
    </message>
    <message>
        <source>This upload was undone since.</source>
        <translation>تُراجع عن هذا الرفع لاحقًا.</translation>
    </message>
    <message>
        <source>Enter or a double click opens the part.</source>
        <translation>يفتح Enter أو النقر المزدوج الصنف.</translation>
    </message>
    <message>
        <source>Row %1</source>
        <translation>الصف %1</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>الصف</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>الصنف</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>النتيجة</translation>
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
        <source>Same</source>
        <translation>كما هو</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>حُفظ</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>رُفض</translation>
    </message>
    <message>
        <source>Every value was stored already</source>
        <translation>كل القيم كانت محفوظة من قبل</translation>
    </message>
    <message>
        <source>A later row has the same part</source>
        <translation>الصنف نفسه في صف لاحق</translation>
    </message>
    <message>
        <source>What it changed is no longer in the history</source>
        <translation>ما غيّره لم يعد في السجل</translation>
    </message>
</context>
</TS>
