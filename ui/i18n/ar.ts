<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ar" sourcelanguage="en">
<context>
    <name>AboutPage</name>
    <message>
        <source>Answer</source>
        <translation>الرد</translation>
    </message>
    <message>
        <source>Entry</source>
        <translation>رقم القيد</translation>
    </message>
    <message>
        <source>Error code</source>
        <translation>رمز الخطأ</translation>
    </message>
    <message>
        <source>From</source>
        <translation>من</translation>
    </message>
    <message>
        <source>Headers are not kept, because the key is one of them.</source>
        <translation>لا تُحفظ الترويسات (headers) لأن المفتاح واحد منها.</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>المفتاح</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>الطلب</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>الوقت</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>استغرق</translation>
    </message>
    <message>
        <source>none that is known</source>
        <translation>لا مفتاح معروف</translation>
    </message>
</context>
<context>
    <name>AboutSection</name>
    <message>
        <source>Connects your shop&apos;s own system to the parts marketplace.</source>
        <translation>يربط نظام محلك بسوق قطع الغيار.</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>تم النسخ</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>نسخ</translation>
    </message>
    <message>
        <source>Copy details for support</source>
        <translation>انسخ التفاصيل للدعم</translation>
    </message>
    <message>
        <source>Data folder</source>
        <translation>مجلد البيانات</translation>
    </message>
    <message>
        <source>In the file browser</source>
        <translation>في متصفح الملفات</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>المكتبات</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>التراخيص</translation>
    </message>
    <message>
        <source>Look, change nothing.</source>
        <translation>اطّلع دون أن تغيّر شيئًا.</translation>
    </message>
    <message>
        <source>Of the free software, fonts and icons that this program is made with.</source>
        <translation>تراخيص البرامج الحرة والخطوط والأيقونات التي بُني بها البرنامج.</translation>
    </message>
    <message>
        <source>On this PC</source>
        <translation>في هذا الجهاز</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>افتح المجلد</translation>
    </message>
    <message>
        <source>Show the licences</source>
        <translation>اعرض التراخيص</translation>
    </message>
    <message>
        <source>The versions that the program uses.</source>
        <translation>الإصدارات التي يستخدمها البرنامج.</translation>
    </message>
    <message>
        <source>Updates are installed first at the computer with the service, %1, and then here.</source>
        <translation>تُثبَّت التحديثات أولًا على الجهاز الذي فيه الخدمة، %1، ثم هنا.</translation>
    </message>
    <message>
        <source>Version %1</source>
        <translation>الإصدار %1</translation>
    </message>
    <message>
        <source>Your orders, stock and log.</source>
        <translation>طلباتك ومخزونك والسجل.</translation>
    </message>
</context>
<context>
    <name>ActionBar</name>
    <message>
        <source>Cancel order…</source>
        <translation>ألغِ الطلب…</translation>
    </message>
    <message>
        <source>Copy the reference</source>
        <translation>انسخ رقم الطلب</translation>
    </message>
    <message>
        <source>More</source>
        <translation>المزيد</translation>
    </message>
    <message>
        <source>Print: pick slip, order, delivery note</source>
        <translation>اطبع: قائمة تجهيز أو طلب أو سند تسليم</translation>
    </message>
    <message>
        <source>Print…</source>
        <translation>اطبع…</translation>
    </message>
    <message>
        <source>Working…</source>
        <translation>جارٍ…</translation>
    </message>
</context>
<context>
    <name>AddChannelDialog</name>
    <message>
        <source>Add</source>
        <translation>أضف</translation>
    </message>
    <message>
        <source>Add an alert address</source>
        <translation>أضف عنوانًا للتنبيهات</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>العنوان</translation>
    </message>
    <message>
        <source>As apprise writes it: ntfy://topic, tgram://token/chat, mailto://user:password@host. A secret.</source>
        <translation>كما تكتبه apprise: ‎ntfy://topic‎ أو ‎tgram://token/chat‎ أو ‎mailto://user:password@host‎. وهو سرّ.</translation>
    </message>
    <message>
        <source>Counterpart sends a short message there, also while nobody is at this PC.</source>
        <translation>يرسل Counterpart إليه رسالة قصيرة، حتى حين لا يكون أحد عند هذا الجهاز.</translation>
    </message>
    <message>
        <source>My phone</source>
        <translation>هاتفي</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>الاسم</translation>
    </message>
</context>
<context>
    <name>AddCounterDialog</name>
    <message>
        <source>A window on another computer of the shop</source>
        <translation>نافذة على جهاز آخر في المحل</translation>
    </message>
    <message>
        <source>Add a counter</source>
        <translation>إضافة منضدة</translation>
    </message>
    <message>
        <source>Address of this computer</source>
        <translation>عنوان هذا الجهاز</translation>
    </message>
    <message>
        <source>Install the same program there. In its first window choose “This is a further counter” and type this code.</source>
        <translation>ثبّت البرنامج نفسه هناك. اختر في نافذته الأولى «هذه منضدة إضافية» واكتب هذا الرمز.</translation>
    </message>
    <message>
        <source>The other computer shows the same words. If not, stop there.</source>
        <translation>يعرض الجهاز الآخر الكلمات نفسها. وإلا فتوقف هناك.</translation>
    </message>
    <message>
        <source>This code is used up. If it was not you, somebody in your network tried it. Make a new code.</source>
        <translation>استُنفد هذا الرمز. إن لم تكن أنت فقد جرّبه أحد في شبكتك. أنشئ رمزًا جديدًا.</translation>
    </message>
    <message>
        <source>Words to compare</source>
        <translation>كلمات للمقارنة</translation>
    </message>
</context>
<context>
    <name>AddTargetDialog</name>
    <message>
        <source>A target is a program that we tell what happens, the moment it happens (webhook).</source>
        <translation>الجهة برنامج نخبره بما يحدث لحظة حدوثه (webhook).</translation>
    </message>
    <message>
        <source>Add a target</source>
        <translation>أضف جهة</translation>
    </message>
    <message>
        <source>Add and show its secret</source>
        <translation>أضفها واعرض سرّها</translation>
    </message>
</context>
<context>
    <name>AddressDialog</name>
    <message>
        <source>Address</source>
        <translation>العنوان</translation>
    </message>
    <message>
        <source>Attachment in a mailbox</source>
        <translation>مرفق في صندوق بريد</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>اختيار…</translation>
    </message>
    <message>
        <source>Database: %1</source>
        <translation>قاعدة بيانات: %1</translation>
    </message>
    <message>
        <source>FTP is not encrypted: others in the network can read the password and the file. Use SFTP or FTP with TLS where the server has it.</source>
        <translation>‏FTP غير مشفّر: يمكن لغيرك في الشبكة قراءة كلمة المرور والملف. استخدم SFTP أو FTP مع TLS إن كان الخادم يدعمهما.</translation>
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
        <source>File of the database</source>
        <translation>ملف قاعدة البيانات</translation>
    </message>
    <message>
        <source>For a folder: the newest file that fits is read. Empty if the address names the file.</source>
        <translation>للمجلد: يُقرأ أحدث ملف مطابق. اتركه فارغًا إذا كان العنوان يسمّي الملف.</translation>
    </message>
    <message>
        <source>Found: %1, %2</source>
        <translation>وُجد: %1، %2</translation>
    </message>
    <message>
        <source>Instead of a password. The passphrase of the key, if it has one, is the password below.</source>
        <translation>بدلا من كلمة المرور. إن كانت للمفتاح عبارة سرية فهي كلمة المرور أدناه.</translation>
    </message>
    <message>
        <source>It is stored in the secret store of this PC. Left empty, the stored one is used.</source>
        <translation>تُحفظ في مخزن الأسرار على هذا الجهاز. إذا تُركت فارغة فستُستعمل المحفوظة.</translation>
    </message>
    <message>
        <source>Key file</source>
        <translation>ملف المفتاح</translation>
    </message>
    <message>
        <source>Kind of place</source>
        <translation>نوع المكان</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>جارٍ البحث…</translation>
    </message>
    <message>
        <source>Names that fit</source>
        <translation>الأسماء المطابقة</translation>
    </message>
    <message>
        <source>On a server or in a database. Files of this PC have buttons of their own.</source>
        <translation>على خادم أو في قاعدة بيانات. ولملفات هذا الجهاز أزرارها الخاصة.</translation>
    </message>
    <message>
        <source>One SELECT, which only reads.</source>
        <translation>استعلام SELECT واحد للقراءة فقط.</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>كلمة المرور</translation>
    </message>
    <message>
        <source>Private key</source>
        <translation>المفتاح الخاص</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>الاستعلام</translation>
    </message>
    <message>
        <source>SFTP server</source>
        <translation>خادم SFTP</translation>
    </message>
    <message>
        <source>Send it readable</source>
        <translation>إرسالها مقروءة</translation>
    </message>
    <message>
        <source>Shared folder</source>
        <translation>مجلد مشترك</translation>
    </message>
    <message>
        <source>The sender and the subject.</source>
        <translation>المرسل والموضوع.</translation>
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
        <source>Web address</source>
        <translation>عنوان ويب</translation>
    </message>
    <message>
        <source>Where is the file?</source>
        <translation>أين الملف؟</translation>
    </message>
    <message>
        <source>With the user, without the password.</source>
        <translation>مع اسم المستخدم، ودون كلمة المرور.</translation>
    </message>
    <message>
        <source>Yes, it is this server</source>
        <translation>نعم، هذا هو الخادم</translation>
    </message>
</context>
<context>
    <name>AlertStrip</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>لا شيء غيره</numerusform>
            <numerusform>واحد آخر</numerusform>
            <numerusform>اثنان آخران</numerusform>
            <numerusform>%n أخرى</numerusform>
            <numerusform>%n أخرى</numerusform>
            <numerusform>%n أخرى</numerusform>
        </translation>
    </message>
    <message>
        <source>Show only the first</source>
        <translation>أظهر الأول فقط</translation>
    </message>
</context>
<context>
    <name>AlertWords</name>
    <message numerus="yes">
        <source>%1 did not answer %n time(s).</source>
        <translation>
            <numerusform>لم يجب %1.</numerusform>
            <numerusform>لم يجب %1 مرة واحدة.</numerusform>
            <numerusform>لم يجب %1 مرتين.</numerusform>
            <numerusform>لم يجب %1 %n مرات.</numerusform>
            <numerusform>لم يجب %1 %n مرة.</numerusform>
            <numerusform>لم يجب %1 %n مرة.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 has not worked since %2.</source>
        <translation>توقف %1 عن العمل منذ %2.</translation>
    </message>
    <message>
        <source>%1 holds the port</source>
        <translation>المنفذ مشغول ببرنامج %1</translation>
    </message>
    <message>
        <source>%1 is still signed in, and that Counterpart holds the port%2. Quit it there or sign out.</source>
        <translation>ما زال %1 مسجلًا على الجهاز، ونسخته من Counterpart تشغل المنفذ%2. أنهها هناك أو سجّل خروجه.</translation>
    </message>
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
    <message>
        <source>%1 works until %2.</source>
        <translation>يعمل %1 حتى %2.</translation>
    </message>
    <message>
        <source>%1, process %2</source>
        <translation>%1، العملية %2</translation>
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
    <message numerus="yes">
        <source>%n thing(s) of the marketplace need(s) your attention</source>
        <translation>
            <numerusform>لا شيء في السوق ينتظرك</numerusform>
            <numerusform>أمر واحد في السوق ينتظرك</numerusform>
            <numerusform>أمران في السوق ينتظرانك</numerusform>
            <numerusform>%n أمور في السوق تنتظرك</numerusform>
            <numerusform>%n أمرًا في السوق ينتظرك</numerusform>
            <numerusform>%n أمر في السوق ينتظرك</numerusform>
        </translation>
    </message>
    <message>
        <source>A USB stick or a folder of another computer keeps your data if this one is lost.</source>
        <translation>ذاكرة USB أو مجلد على جهاز آخر يحفظ بياناتك إن ضاع هذا الجهاز.</translation>
    </message>
    <message>
        <source>A key stops working soon</source>
        <translation>مفتاح سيتوقف عن العمل قريبًا</translation>
    </message>
    <message>
        <source>All backups are on this computer</source>
        <translation>كل النسخ الاحتياطية على هذا الجهاز</translation>
    </message>
    <message>
        <source>Another program holds the port</source>
        <translation>المنفذ مشغول ببرنامج آخر</translation>
    </message>
    <message>
        <source>Choose another port…</source>
        <translation>اختر منفذًا آخر…</translation>
    </message>
    <message>
        <source>Choose where</source>
        <translation>اختر المكان</translation>
    </message>
    <message>
        <source>Close that program%2, or choose another port and enter it in your tills.</source>
        <translation>أغلق ذلك البرنامج%2، أو اختر منفذًا آخر وأدخله في أجهزة الكاشير.</translation>
    </message>
    <message>
        <source>Copy details for support</source>
        <translation>انسخ التفاصيل للدعم</translation>
    </message>
    <message>
        <source>Counterpart already runs for another user of this PC: %1</source>
        <translation>‏Counterpart يعمل لدى مستخدم آخر على هذا الجهاز: %1</translation>
    </message>
    <message>
        <source>Deliveries to %1 are waiting</source>
        <translation>إشعارات %1 في الانتظار</translation>
    </message>
    <message>
        <source>Each till is asked to send again later. What is saved is safe.</source>
        <translation>يُطلب من كل كاشير أن يرسل مرة أخرى لاحقًا. ما حُفظ من قبل في أمان.</translation>
    </message>
    <message>
        <source>Everything works</source>
        <translation>كل شيء يعمل</translation>
    </message>
    <message>
        <source>Give a key a later last day, or make a new one for its system.</source>
        <translation>اختر للمفتاح يومًا أخيرًا أبعد، أو أنشئ مفتاحًا جديدًا لنظامه.</translation>
    </message>
    <message>
        <source>If it is wrong, set it in the system&apos;s settings: this message then disappears.</source>
        <translation>إن كانت خاطئة فاضبطها من إعدادات النظام، وسيختفي هذا التنبيه بعد ذلك.</translation>
    </message>
    <message>
        <source>Install the newer version</source>
        <translation>ثبّت الإصدار الأحدث</translation>
    </message>
    <message>
        <source>Is this computer&apos;s clock right?</source>
        <translation>هل ساعة هذا الجهاز صحيحة؟</translation>
    </message>
    <message>
        <source>It is tried again every %1.</source>
        <translation>تُعاد المحاولة كل %1.</translation>
    </message>
    <message>
        <source>It showed %1 when about %2 was expected.</source>
        <translation>أظهرت %1 وكان المتوقع نحو %2.</translation>
    </message>
    <message>
        <source>Look at it</source>
        <translation>انظر إليه</translation>
    </message>
    <message>
        <source>Marketplace</source>
        <translation>السوق</translation>
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
        <source>No order is cancelled by time meanwhile; waiting orders then have %1 again.</source>
        <translation>لا يُلغى أي طلب بانتهاء الوقت حتى ذلك الحين، ثم تُمنح الطلبات المنتظرة %1 من جديد.</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>ليس الآن</translation>
    </message>
    <message>
        <source>Open the backups</source>
        <translation>افتح النسخ الاحتياطية</translation>
    </message>
    <message>
        <source>Open the marketplace&apos;s pane</source>
        <translation>افتح صفحة السوق</translation>
    </message>
    <message>
        <source>Read it now</source>
        <translation>اقرأه الآن</translation>
    </message>
    <message>
        <source>See and install</source>
        <translation>عرض وتثبيت</translation>
    </message>
    <message>
        <source>See the difference</source>
        <translation>شاهد الفرق</translation>
    </message>
    <message>
        <source>See the keys</source>
        <translation>شاهد المفاتيح</translation>
    </message>
    <message>
        <source>See the runs</source>
        <translation>اعرض مرات القراءة</translation>
    </message>
    <message>
        <source>See what it answered</source>
        <translation>شاهد ردّه</translation>
    </message>
    <message>
        <source>See what waits</source>
        <translation>اعرض ما ينتظر</translation>
    </message>
    <message>
        <source>See why</source>
        <translation>اعرف السبب</translation>
    </message>
    <message>
        <source>Set this counter up again</source>
        <translation>إعداد هذه المنضدة من جديد</translation>
    </message>
    <message>
        <source>Start it here</source>
        <translation>شغّلها هنا</translation>
    </message>
    <message>
        <source>The clock is right</source>
        <translation>الساعة صحيحة</translation>
    </message>
    <message>
        <source>The nightly backup was not made</source>
        <translation>لم تُنشأ النسخة الاحتياطية الليلية</translation>
    </message>
    <message>
        <source>The port is never changed automatically: your tills know only %1.</source>
        <translation>لا يتغير المنفذ تلقائيًا، فالكاشير لا يعرف إلا %1.</translation>
    </message>
    <message>
        <source>The price file could not be read</source>
        <translation>تعذّرت قراءة ملف الأسعار</translation>
    </message>
    <message>
        <source>The service ended and was started again without success</source>
        <translation>توقفت الخدمة ولم تنجح إعادة تشغيلها</translation>
    </message>
    <message>
        <source>The service is starting</source>
        <translation>جارٍ تشغيل الخدمة</translation>
    </message>
    <message>
        <source>This window still shows everything; tills save and read nothing until then.</source>
        <translation>ما زالت هذه النافذة تعرض كل شيء، ولا يحفظ أي كاشير ولا يقرأ شيئًا حتى ذلك الحين.</translation>
    </message>
    <message>
        <source>Tills and the other counters still work without this one.</source>
        <translation>الكاشيرات والمناضد الأخرى تتابع عملها دون هذه.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>أعد المحاولة</translation>
    </message>
    <message>
        <source>Try again. If it ends once more, copy the details for support.</source>
        <translation>أعد المحاولة. إذا توقفت مرة أخرى فانسخ التفاصيل للدعم.</translation>
    </message>
    <message>
        <source>Try now</source>
        <translation>حاول الآن</translation>
    </message>
    <message>
        <source>Version %1 can be installed</source>
        <translation>يمكن تثبيت الإصدار %1</translation>
    </message>
    <message>
        <source>What you see stays readable. Tills keep their sales and send them when it runs again.</source>
        <translation>ما تراه يبقى مقروءًا. يحتفظ الكاشير بمبيعاته ويرسلها حين تعمل الخدمة من جديد.</translation>
    </message>
    <message>
        <source>Your systems can reach this computer, and everything was sent.</source>
        <translation>تستطيع أنظمتك الاتصال بهذا الجهاز، وأُرسل كل شيء.</translation>
    </message>
    <message>
        <source>Your till can reach this PC as soon as it has started.</source>
        <translation>يصل الكاشير إلى هذا الجهاز فور تشغيلها.</translation>
    </message>
    <message>
        <source>Your till cannot reach this PC until it runs again. Orders and stock are safe.</source>
        <translation>لن يصل الكاشير إلى هذا الجهاز حتى تعمل الخدمة من جديد. الطلبات والمخزون بأمان.</translation>
    </message>
    <message>
        <source>Your till cannot reach this PC until the port is free. Orders and stock are safe.</source>
        <translation>لن يصل الكاشير إلى هذا الجهاز حتى يتحرر المنفذ. الطلبات والمخزون بأمان.</translation>
    </message>
</context>
<context>
    <name>Alerts</name>
    <message>
        <source>%1 left to accept an order</source>
        <translation>بقيت %1 لقبول طلب</translation>
    </message>
    <message>
        <source>, </source>
        <translation>، </translation>
    </message>
    <message>
        <source>A new order</source>
        <translation>طلب جديد</translation>
    </message>
    <message>
        <source>A webhook target is in trouble</source>
        <translation>جهة إشعارات متعثرة</translation>
    </message>
    <message>
        <source>An order lapsed</source>
        <translation>انتهى وقت طلب</translation>
    </message>
    <message>
        <source>Every event</source>
        <translation>كل الأحداث</translation>
    </message>
    <message>
        <source>The link to the marketplace is in trouble</source>
        <translation>الربط بالسوق متعثر</translation>
    </message>
    <message>
        <source>The nightly file failed</source>
        <translation>فشل الملف الليلي</translation>
    </message>
</context>
<context>
    <name>AlertsSection</name>
    <message numerus="yes">
        <source>%1, every %n minute(s)</source>
        <translation>
            <numerusform>%1، كل %n دقيقة</numerusform>
            <numerusform>%1، كل دقيقة</numerusform>
            <numerusform>%1، كل دقيقتين</numerusform>
            <numerusform>%1، كل %n دقائق</numerusform>
            <numerusform>%1، كل %n دقيقة</numerusform>
            <numerusform>%1، كل %n دقيقة</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n came too late and were not sent</source>
        <translation>
            <numerusform>لم يتأخر أي تنبيه</numerusform>
            <numerusform>تنبيه واحد تأخر ولم يُرسل</numerusform>
            <numerusform>تنبيهان تأخرا ولم يُرسلا</numerusform>
            <numerusform>%n تنبيهات تأخرت ولم تُرسل</numerusform>
            <numerusform>%n تنبيهًا تأخر ولم يُرسل</numerusform>
            <numerusform>%n تنبيه تأخر ولم يُرسل</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiting</source>
        <translation>
            <numerusform>لا تنبيه ينتظر</numerusform>
            <numerusform>تنبيه واحد ينتظر</numerusform>
            <numerusform>تنبيهان ينتظران</numerusform>
            <numerusform>%n تنبيهات تنتظر</numerusform>
            <numerusform>%n تنبيهًا ينتظر</numerusform>
            <numerusform>%n تنبيه ينتظر</numerusform>
        </translation>
    </message>
    <message>
        <source>Add an address…</source>
        <translation>أضف عنوانًا…</translation>
    </message>
    <message>
        <source>Alerts to your phone or mail</source>
        <translation>تنبيهات إلى هاتفك أو بريدك</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>غيّر %1</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>غيّر…</translation>
    </message>
    <message>
        <source>Counterpart calls an address every few minutes. When the calls stop, its service reports it.</source>
        <translation>يستدعي Counterpart عنوانًا كل بضع دقائق. وإذا توقفت الاستدعاءات أبلغتك خدمته.</translation>
    </message>
    <message>
        <source>Heartbeat</source>
        <translation>نبض الجهاز</translation>
    </message>
    <message>
        <source>Last answered %1</source>
        <translation>آخر جواب %1</translation>
    </message>
    <message>
        <source>Last sent %1</source>
        <translation>آخر إرسال %1</translation>
    </message>
    <message>
        <source>No address yet.</source>
        <translation>لا عنوان بعد.</translation>
    </message>
    <message>
        <source>No alert goes there any more. Its address is removed from the keyring too.</source>
        <translation>لن يُرسل إليه أي تنبيه. ويُزال عنوانه من مخزن كلمات المرور أيضًا.</translation>
    </message>
    <message>
        <source>Nobody gets a message any more when this PC is off. Its service may report it now.</source>
        <translation>لن تصل رسالة إلى أحد بعد الآن عند توقف هذا الجهاز. وقد تبلغك خدمته بذلك الآن.</translation>
    </message>
    <message>
        <source>Not called yet.</source>
        <translation>لم يُستدعَ بعد.</translation>
    </message>
    <message>
        <source>Orders ring at this PC. An alert reaches you elsewhere: by ntfy, Telegram, mail and others.</source>
        <translation>ترنّ الطلبات على هذا الجهاز. والتنبيه يصل إليك أينما كنت: عبر ntfy أو Telegram أو البريد وغيرها.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>أزل</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>أزل %1</translation>
    </message>
    <message>
        <source>Remove %1?</source>
        <translation>إزالة %1؟</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>أزل…</translation>
    </message>
    <message>
        <source>Sending… this takes up to half a minute.</source>
        <translation>جارٍ الإرسال… قد يستغرق نصف دقيقة.</translation>
    </message>
    <message>
        <source>Set up…</source>
        <translation>أعدّه…</translation>
    </message>
    <message>
        <source>Switch off</source>
        <translation>أوقف</translation>
    </message>
    <message>
        <source>Switch off…</source>
        <translation>أوقفه…</translation>
    </message>
    <message>
        <source>Switch the heartbeat off?</source>
        <translation>إيقاف نبض الجهاز؟</translation>
    </message>
    <message>
        <source>Tell me when this PC is off</source>
        <translation>أخبرني حين يتوقف هذا الجهاز</translation>
    </message>
    <message>
        <source>Try %1</source>
        <translation>جرّب %1</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>جرّبه</translation>
    </message>
</context>
<context>
    <name>Assumptions</name>
    <message>
        <source>A comma: 14,500</source>
        <translation>فاصلة: ⁦14,500⁩</translation>
    </message>
    <message>
        <source>A point: 14.500</source>
        <translation>نقطة: ⁦14.500⁩</translation>
    </message>
    <message>
        <source>All at %1</source>
        <translation>كلها في %1</translation>
    </message>
    <message>
        <source>As recognised</source>
        <translation>كما تعرّفنا عليه</translation>
    </message>
    <message>
        <source>At the branch that the file says</source>
        <translation>في الفرع الذي يذكره الملف</translation>
    </message>
    <message>
        <source>Become inactive</source>
        <translation>تصبح موقوفة</translation>
    </message>
    <message>
        <source>Cars are read from the text in %1.</source>
        <translation>تُقرأ السيارات من نص العمود %1.</translation>
    </message>
    <message>
        <source>Cars in the text of %1 are not read.</source>
        <translation>السيارات في نص العمود %1 لا تُقرأ.</translation>
    </message>
    <message>
        <source>Cells are divided by: %1</source>
        <translation>بين كل خليتين: %1</translation>
    </message>
    <message>
        <source>Draw the columns…</source>
        <translation>رسم الأعمدة…</translation>
    </message>
    <message>
        <source>Each price is for one piece</source>
        <translation>كل سعر لقطعة واحدة</translation>
    </message>
    <message>
        <source>Have no stock (0)</source>
        <translation>يصبح مخزونها 0</translation>
    </message>
    <message>
        <source>In dinars: 4.500</source>
        <translation>بالدينار: ⁦4.500⁩</translation>
    </message>
    <message>
        <source>In fils: 4500</source>
        <translation>بالفلس: ⁦4500⁩</translation>
    </message>
    <message>
        <source>Leave prices for several pieces out</source>
        <translation>اترك الأسعار التي لعدة قطع</translation>
    </message>
    <message>
        <source>Line %1</source>
        <translation>السطر %1</translation>
    </message>
    <message>
        <source>Of the archive, %1 is read.</source>
        <translation>من الأرشيف يُقرأ %1.</translation>
    </message>
    <message>
        <source>Prices are without VAT</source>
        <translation>الأسعار بلا ضريبة القيمة المضافة</translation>
    </message>
    <message>
        <source>Prices include 10% VAT: take it off</source>
        <translation>الأسعار شاملة ضريبة ⁦10%⁩: اخصمها</translation>
    </message>
    <message>
        <source>Several sheets…</source>
        <translation>عدة أوراق…</translation>
    </message>
    <message>
        <source>Stay as they are</source>
        <translation>تبقى كما هي</translation>
    </message>
    <message>
        <source>The columns begin at fixed places.</source>
        <translation>تبدأ الأعمدة في مواضع ثابتة.</translation>
    </message>
    <message>
        <source>The first row counts</source>
        <translation>يُعتمد السطر الأول</translation>
    </message>
    <message>
        <source>The format is %1.</source>
        <translation>الصيغة: %1.</translation>
    </message>
    <message>
        <source>The last row counts</source>
        <translation>يُعتمد السطر الأخير</translation>
    </message>
    <message>
        <source>The letters are %1.</source>
        <translation>الحروف: %1.</translation>
    </message>
    <message>
        <source>Their quantities are added up</source>
        <translation>تُجمع كمياتها</translation>
    </message>
    <message>
        <source>There are none</source>
        <translation>لا توجد</translation>
    </message>
    <message>
        <source>These lists are read: %1</source>
        <translation>تُقرأ هذه القوائم: %1</translation>
    </message>
</context>
<context>
    <name>AtServiceSection</name>
    <message>
        <source>This computer is a further counter. This is done at the computer with the service: %1</source>
        <translation>هذا الجهاز منضدة إضافية. يتم هذا على الجهاز الذي فيه الخدمة: %1</translation>
    </message>
</context>
<context>
    <name>AttemptLine</name>
    <message>
        <source>%1 min</source>
        <translation>%1 د</translation>
    </message>
    <message>
        <source>Tries</source>
        <translation>المحاولات</translation>
    </message>
    <message>
        <source>last</source>
        <translation>الأخيرة</translation>
    </message>
    <message>
        <source>next try</source>
        <translation>المحاولة القادمة</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>لا رد</translation>
    </message>
</context>
<context>
    <name>Audit</name>
    <message>
        <source>After</source>
        <translation>بعد</translation>
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
        <source>Backup %1 restored</source>
        <translation>استُعيدت النسخة %1</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>قبل</translation>
    </message>
    <message>
        <source>Begins with</source>
        <translation>يبدأ بـ</translation>
    </message>
    <message>
        <source>Certificate for the network replaced</source>
        <translation>استُبدلت شهادة الشبكة</translation>
    </message>
    <message>
        <source>Checked: no entry was changed or removed.</source>
        <translation>فُحص السجل: لم يُغيَّر قيد ولم يُحذف.</translation>
    </message>
    <message>
        <source>Clock confirmed: %1</source>
        <translation>أُكّدت الساعة: %1</translation>
    </message>
    <message>
        <source>Command line</source>
        <translation>سطر الأوامر</translation>
    </message>
    <message>
        <source>Connection %1 switched off</source>
        <translation>أُوقف الاتصال %1</translation>
    </message>
    <message>
        <source>Connection %1 switched on</source>
        <translation>شُغّل الاتصال %1</translation>
    </message>
    <message>
        <source>Counter %1 added</source>
        <translation>أُضيفت المنضدة %1</translation>
    </message>
    <message>
        <source>Counter %1 revoked</source>
        <translation>أُلغيت المنضدة %1</translation>
    </message>
    <message>
        <source>Data moved to %1</source>
        <translation>نُقلت البيانات إلى %1</translation>
    </message>
    <message>
        <source>Entries are missing, up to number %1</source>
        <translation>قيود مفقودة حتى الرقم %1</translation>
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
        <source>Events</source>
        <translation>الأحداث</translation>
    </message>
    <message>
        <source>File</source>
        <translation>الملف</translation>
    </message>
    <message>
        <source>First send to %1 approved</source>
        <translation>اعتُمد الإرسال الأول إلى %1</translation>
    </message>
    <message>
        <source>Heartbeat to %1 removed</source>
        <translation>أُزيل نبض الجهاز إلى %1</translation>
    </message>
    <message>
        <source>Heartbeat to %1 set</source>
        <translation>أُعدّ نبض الجهاز إلى %1</translation>
    </message>
    <message>
        <source>Its hash</source>
        <translation>بصمته الرقمية</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>المفتاح</translation>
    </message>
    <message>
        <source>Key %1 made</source>
        <translation>أُنشئ المفتاح %1</translation>
    </message>
    <message>
        <source>Key %1 revoked</source>
        <translation>أُلغي المفتاح %1</translation>
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
        <source>Link to %1 removed</source>
        <translation>حُذف الربط مع %1</translation>
    </message>
    <message>
        <source>Link to %1 set</source>
        <translation>رُبط مع %1</translation>
    </message>
    <message>
        <source>Link to %1 switched off</source>
        <translation>أُوقف الربط مع %1</translation>
    </message>
    <message>
        <source>Link to %1 switched on</source>
        <translation>شُغّل الربط مع %1</translation>
    </message>
    <message>
        <source>Made at</source>
        <translation>وقت الإنشاء</translation>
    </message>
    <message>
        <source>Minutes</source>
        <translation>الدقائق</translation>
    </message>
    <message>
        <source>Missing up to</source>
        <translation>مفقود حتى</translation>
    </message>
    <message>
        <source>Move to %1 undone</source>
        <translation>أُلغي نقل البيانات إلى %1</translation>
    </message>
    <message>
        <source>Next secret made for target %1</source>
        <translation>أُنشئ السر التالي للوجهة %1</translation>
    </message>
    <message>
        <source>Nightly file removed</source>
        <translation>أُلغي الملف الليلي</translation>
    </message>
    <message>
        <source>Nightly file set up: %1</source>
        <translation>أُعدّ الملف الليلي: %1</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>الرقم</translation>
    </message>
    <message>
        <source>PIN of %1 removed</source>
        <translation>أُزيل الرمز السري لـ %1</translation>
    </message>
    <message>
        <source>PIN of %1 set</source>
        <translation>عُيِّن الرمز السري لـ %1</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>الأصناف</translation>
    </message>
    <message>
        <source>Parts switched: %1</source>
        <translation>تبديل أصناف: %1</translation>
    </message>
    <message>
        <source>Person %1 activated</source>
        <translation>فُعِّل الشخص %1</translation>
    </message>
    <message>
        <source>Person %1 added</source>
        <translation>أُضيف الشخص %1</translation>
    </message>
    <message>
        <source>Person %1 deactivated</source>
        <translation>عُطِّل الشخص %1</translation>
    </message>
    <message>
        <source>Person renamed to %1</source>
        <translation>تغيّر اسم الشخص إلى %1</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>البصمة</translation>
    </message>
    <message>
        <source>Prices</source>
        <translation>الأسعار</translation>
    </message>
    <message>
        <source>Prices changed by %1</source>
        <translation>تغيّرت الأسعار بنسبة %1</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>البرنامج</translation>
    </message>
    <message>
        <source>Put back</source>
        <translation>أُعيد</translation>
    </message>
    <message>
        <source>Read-only switched: %1</source>
        <translation>تبدّل وضع القراءة فقط: %1</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>حُذف</translation>
    </message>
    <message>
        <source>Rights</source>
        <translation>الصلاحيات</translation>
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
        <source>Secrets given to the computer %1</source>
        <translation>أُعطيت الأسرار للجهاز %1</translation>
    </message>
    <message>
        <source>Secrets in the database removed</source>
        <translation>أُزيلت الأسرار من قاعدة البيانات</translation>
    </message>
    <message>
        <source>Service</source>
        <translation>الخدمة</translation>
    </message>
    <message>
        <source>Setting %1 changed</source>
        <translation>تغيّر الإعداد %1</translation>
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
        <source>State</source>
        <translation>الحالة</translation>
    </message>
    <message>
        <source>Stays</source>
        <translation>يبقى</translation>
    </message>
    <message>
        <source>Support view switched: %1</source>
        <translation>تبديل عرض الدعم: %1</translation>
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
        <source>Target %1 signs with its next secret</source>
        <translation>صار التوقيع للوجهة %1 بسرها التالي</translation>
    </message>
    <message>
        <source>Target %1 switched off</source>
        <translation>أُوقفت الوجهة %1</translation>
    </message>
    <message>
        <source>Target %1 switched on</source>
        <translation>شُغّلت الوجهة %1</translation>
    </message>
    <message>
        <source>Time of day</source>
        <translation>الساعة</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>حتى</translation>
    </message>
    <message>
        <source>Upload of call %1 undone</source>
        <translation>تم التراجع عن رفع الاتصال %1</translation>
    </message>
    <message>
        <source>VAT number set to %1</source>
        <translation>ضُبط الرقم الضريبي على %1</translation>
    </message>
    <message>
        <source>VAT set to %1%</source>
        <translation>ضُبطت الضريبة على %1%</translation>
    </message>
    <message>
        <source>Whole, but entry %1 says that others are missing.</source>
        <translation>السجل سليم، لكن القيد %1 يذكر أن قيودًا أخرى مفقودة.</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>النافذة</translation>
    </message>
    <message>
        <source>With the buyer</source>
        <translation>مع بيانات المشتري</translation>
    </message>
    <message>
        <source>Wrong PINs of %1</source>
        <translation>رموز سرية خاطئة لـ %1</translation>
    </message>
    <message>
        <source>Wrong tries</source>
        <translation>محاولات خاطئة</translation>
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
        <source>off</source>
        <translation>متوقف</translation>
    </message>
    <message>
        <source>on</source>
        <translation>مفعّل</translation>
    </message>
</context>
<context>
    <name>AuditPage</name>
    <message>
        <source>Entry</source>
        <translation>القيد</translation>
    </message>
    <message>
        <source>Record of changes</source>
        <translation>سجل الإجراءات</translation>
    </message>
    <message>
        <source>Shop</source>
        <translation>المحل</translation>
    </message>
    <message>
        <source>Through</source>
        <translation>عبر</translation>
    </message>
    <message>
        <source>What was done</source>
        <translation>ما الذي جرى</translation>
    </message>
    <message>
        <source>What was done with keys, targets, connections, settings and backups.</source>
        <translation>ما جرى للمفاتيح والوجهات والاتصالات والإعدادات والنسخ الاحتياطية.</translation>
    </message>
    <message>
        <source>When</source>
        <translation>الوقت</translation>
    </message>
</context>
<context>
    <name>Author</name>
    <message>
        <source>%1, at %2</source>
        <translation>%1، عند %2</translation>
    </message>
    <message>
        <source>%1, by the command line</source>
        <translation>%1، عبر سطر الأوامر</translation>
    </message>
    <message>
        <source>At %1, no name chosen</source>
        <translation>عند %1، دون اختيار اسم</translation>
    </message>
    <message>
        <source>At %2</source>
        <translation>عند %2</translation>
    </message>
    <message>
        <source>Automatically</source>
        <translation>تلقائيًا</translation>
    </message>
    <message>
        <source>Command line</source>
        <translation>سطر الأوامر</translation>
    </message>
    <message>
        <source>No name chosen</source>
        <translation>دون اختيار اسم</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>المالك</translation>
    </message>
    <message>
        <source>Owner, at %1</source>
        <translation>المالك، عند %1</translation>
    </message>
    <message>
        <source>Sample data</source>
        <translation>بيانات تجريبية</translation>
    </message>
    <message>
        <source>The marketplace</source>
        <translation>السوق</translation>
    </message>
</context>
<context>
    <name>BackupPassphrase</name>
    <message>
        <source>Encrypt backups</source>
        <translation>تشفير النسخ الاحتياطية</translation>
    </message>
    <message>
        <source>Encrypt from now on</source>
        <translation>شفّر من الآن</translation>
    </message>
    <message>
        <source>Write the passphrase down and keep it away from this PC. Without it no backup can be opened.</source>
        <translation>اكتب العبارة واحفظها بعيدًا عن هذا الجهاز. بدونها لا تُفتح أي نسخة.</translation>
    </message>
</context>
<context>
    <name>BackupsSection</name>
    <message>
        <source>Back up now</source>
        <translation>انسخ الآن</translation>
    </message>
    <message>
        <source>Backed up and checked, %1.</source>
        <translation>تم النسخ والفحص، %1.</translation>
    </message>
    <message>
        <source>Backing up</source>
        <translation>يجري النسخ</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>النسخ الاحتياطية</translation>
    </message>
    <message>
        <source>Checked</source>
        <translation>مفحوصة</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>اختر مجلدًا…</translation>
    </message>
    <message>
        <source>Damaged</source>
        <translation>متضررة</translation>
    </message>
    <message>
        <source>File</source>
        <translation>الملف</translation>
    </message>
    <message>
        <source>Folder for backups</source>
        <translation>مجلد النسخ الاحتياطية</translation>
    </message>
    <message>
        <source>From</source>
        <translation>بتاريخ</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>النوع</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>جارٍ التحميل</translation>
    </message>
    <message>
        <source>New ones can be opened by anyone who has the file, and hold no webhook secrets.</source>
        <translation>النسخ الجديدة يفتحها كل من لديه الملف، ولا تحوي أسرار الإشعارات.</translation>
    </message>
    <message>
        <source>Next to the data on this PC</source>
        <translation>بجانب البيانات في هذا الجهاز</translation>
    </message>
    <message>
        <source>No backup yet. The first one is made tonight, or now.</source>
        <translation>لا نسخ بعد. تُنشأ الأولى الليلة، أو الآن.</translation>
    </message>
    <message>
        <source>Restore…</source>
        <translation>استرجاع…</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>الحجم</translation>
    </message>
    <message>
        <source>Stop encrypting</source>
        <translation>أوقف التشفير</translation>
    </message>
    <message>
        <source>Stop encrypting backups?</source>
        <translation>إيقاف تشفير النسخ؟</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>أعد المحاولة</translation>
    </message>
    <message>
        <source>What is there</source>
        <translation>النسخ الموجودة</translation>
    </message>
</context>
<context>
    <name>BodiesPage</name>
    <message>
        <source>Answer</source>
        <translation>الرد</translation>
    </message>
    <message>
        <source>Not kept: it was not taken in.</source>
        <translation>لم يُحفظ لأنه لم يُستلم.</translation>
    </message>
    <message>
        <source>Not kept: the key was not known, and this entry shows in every shop&apos;s log.</source>
        <translation>لم يُحفظ: المفتاح غير معروف، وهذا القيد يظهر في سجل كل محل.</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>الطلب</translation>
    </message>
    <message>
        <source>The answer had no body.</source>
        <translation>لم يكن في الرد محتوى.</translation>
    </message>
    <message>
        <source>The answer was longer; its first %1 are kept.</source>
        <translation>كان الرد أطول، والمحفوظ منه أول %1.</translation>
    </message>
    <message>
        <source>The call had no body.</source>
        <translation>لم يكن في الاتصال محتوى.</translation>
    </message>
</context>
<context>
    <name>BodyView</name>
    <message>
        <source>All rows</source>
        <translation>كل الصفوف</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>تم النسخ</translation>
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
</context>
<context>
    <name>BulkActions</name>
    <message numerus="yes">
        <source>Make %n part(s) active?</source>
        <translation>
            <numerusform>تفعيل الأصناف؟</numerusform>
            <numerusform>تفعيل صنف واحد؟</numerusform>
            <numerusform>تفعيل صنفين؟</numerusform>
            <numerusform>تفعيل %n أصناف؟</numerusform>
            <numerusform>تفعيل %n صنفًا؟</numerusform>
            <numerusform>تفعيل %n صنف؟</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Make %n part(s) inactive?</source>
        <translation>
            <numerusform>إيقاف الأصناف؟</numerusform>
            <numerusform>إيقاف صنف واحد؟</numerusform>
            <numerusform>إيقاف صنفين؟</numerusform>
            <numerusform>إيقاف %n أصناف؟</numerusform>
            <numerusform>إيقاف %n صنفًا؟</numerusform>
            <numerusform>إيقاف %n صنف؟</numerusform>
        </translation>
    </message>
    <message>
        <source>Make active</source>
        <translation>فعّلها</translation>
    </message>
    <message>
        <source>Make inactive</source>
        <translation>أوقفها</translation>
    </message>
    <message>
        <source>They can be ordered again.</source>
        <translation>يمكن طلبها من جديد.</translation>
    </message>
    <message>
        <source>They can&apos;t be ordered until they are active again.</source>
        <translation>لا يمكن طلبها حتى تُفعّل من جديد.</translation>
    </message>
</context>
<context>
    <name>BundleDialog</name>
    <message>
        <source>File</source>
        <translation>الملف</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>الملفات</translation>
    </message>
    <message>
        <source>Save the file…</source>
        <translation>احفظ الملف…</translation>
    </message>
    <message>
        <source>Save the support bundle</source>
        <translation>حفظ ملف الدعم</translation>
    </message>
    <message>
        <source>Saved. Now send it to support.</source>
        <translation>حُفظ. أرسله الآن إلى الدعم.</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>الحجم</translation>
    </message>
    <message>
        <source>Support bundle</source>
        <translation>ملف الدعم</translation>
    </message>
    <message>
        <source>This is all that will be in the file. Look through it, then save it and send it yourself.</source>
        <translation>هذا كل ما سيكون في الملف. اطّلع عليه ثم احفظه وأرسله بنفسك.</translation>
    </message>
    <message>
        <source>What the file says</source>
        <translation>محتوى الملف</translation>
    </message>
</context>
<context>
    <name>Button</name>
    <message>
        <source>Busy</source>
        <translation>جارٍ التنفيذ</translation>
    </message>
</context>
<context>
    <name>CallExportDialog</name>
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
    <message>
        <source>CSV, for a spreadsheet</source>
        <translation>‏CSV، لبرامج الجداول</translation>
    </message>
    <message>
        <source>Export calls</source>
        <translation>تصدير الاتصالات</translation>
    </message>
    <message>
        <source>JSON with the bodies of each call; names and prices are in them</source>
        <translation>‏JSON مع محتوى كل اتصال؛ فيه الأسماء والأسعار</translation>
    </message>
    <message>
        <source>JSON, one call per line, for programs</source>
        <translation>‏JSON، اتصال في كل سطر، للبرامج</translation>
    </message>
    <message>
        <source>No key is in the file.</source>
        <translation>لا يوجد أي مفتاح في الملف.</translation>
    </message>
    <message>
        <source>Only calls about the part %1 are written.</source>
        <translation>تُكتب الاتصالات الخاصة بالصنف %1 فقط.</translation>
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
        <source>The calls that the filters leave and whose bodies hold “%1”.</source>
        <translation>الاتصالات التي تبقيها عوامل التصفية ويحتوي نصها على «%1».</translation>
    </message>
</context>
<context>
    <name>CallWords</name>
    <message>
        <source>%1 more like this</source>
        <translation>ومثله %1 أيضًا</translation>
    </message>
    <message>
        <source>%1 of %2 parts</source>
        <translation>الأصناف: %1 من %2</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <comment>what a call came to, how many more like it</comment>
        <translation>%1؛ %2</translation>
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
        <source>accepted</source>
        <translation>قُبل</translation>
    </message>
    <message>
        <source>answered</source>
        <translation>تم الرد</translation>
    </message>
    <message>
        <source>delivered</source>
        <translation>تم التسليم</translation>
    </message>
    <message>
        <source>fit confirmed</source>
        <translation>تأكدت المطابقة</translation>
    </message>
    <message>
        <source>nothing changed since the last call</source>
        <translation>لا جديد منذ الاتصال السابق</translation>
    </message>
    <message>
        <source>read the API description</source>
        <translation>قرأ وصف API</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>جاهز</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>رُفض</translation>
    </message>
    <message>
        <source>saved %1</source>
        <translation>حُفظ %1</translation>
    </message>
    <message>
        <source>saved %1, rejected %2</source>
        <translation>حُفظ %1 ورُفض %2</translation>
    </message>
    <message>
        <source>sent with courier</source>
        <translation>خرج مع المندوب</translation>
    </message>
    <message>
        <source>web page may call</source>
        <translation>سُمح لصفحة الويب</translation>
    </message>
</context>
<context>
    <name>CallsCard</name>
    <message>
        <source>%1 calls, %2 faults, most at %3</source>
        <translation>الاتصالات: %1، الأخطاء: %2، الأكثر في الساعة %3</translation>
    </message>
    <message>
        <source>%1: %2 answered, %3 faults</source>
        <translation>%1: تم الرد على %2، أخطاء %3</translation>
    </message>
    <message>
        <source>Answered</source>
        <translation>تم الرد</translation>
    </message>
    <message>
        <source>Calls in the last 24 hours</source>
        <translation>الاتصالات خلال آخر 24 ساعة</translation>
    </message>
    <message>
        <source>Faults</source>
        <translation>أخطاء</translation>
    </message>
    <message>
        <source>Hour</source>
        <translation>الساعة</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>الآن</translation>
    </message>
    <message>
        <source>Show as table</source>
        <translation>اعرضها كجدول</translation>
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
    <name>CancelDialog</name>
    <message>
        <source>Cancel %1?</source>
        <translation>إلغاء %1؟</translation>
    </message>
    <message>
        <source>Cancel order</source>
        <translation>ألغِ الطلب</translation>
    </message>
    <message>
        <source>The buyer gets the money back. This can&apos;t be undone.</source>
        <translation>يستعيد المشتري ماله. لا يمكن التراجع عن ذلك.</translation>
    </message>
    <message>
        <source>The buyer withdrew</source>
        <translation>عدل المشتري عن الشراء</translation>
    </message>
    <message>
        <source>The courier could not deliver</source>
        <translation>تعذّر على المندوب التوصيل</translation>
    </message>
    <message>
        <source>The parts have left the shop. What happens with them?</source>
        <translation>خرجت القطع من المحل. ما مصيرها؟</translation>
    </message>
    <message>
        <source>They come back into stock at %1</source>
        <translation>تعود إلى مخزون %1</translation>
    </message>
    <message>
        <source>They don&apos;t come back</source>
        <translation>لا تعود</translation>
    </message>
    <message>
        <source>This can&apos;t be undone.</source>
        <translation>لا يمكن التراجع عن ذلك.</translation>
    </message>
</context>
<context>
    <name>CarFields</name>
    <message>
        <source>Car make</source>
        <translation>شركة السيارة</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>الموديل</translation>
    </message>
    <message>
        <source>Write a year like 2019.</source>
        <translation>اكتب سنة مثل 2019.</translation>
    </message>
    <message>
        <source>Write the make too.</source>
        <translation>اكتب نوع السيارة أيضًا.</translation>
    </message>
    <message>
        <source>Write the model too.</source>
        <translation>اكتب الموديل أيضًا.</translation>
    </message>
    <message>
        <source>Year</source>
        <translation>السنة</translation>
    </message>
</context>
<context>
    <name>CarRow</name>
    <message>
        <source>From</source>
        <translation>من</translation>
    </message>
    <message>
        <source>Make</source>
        <translation>الشركة</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>الموديل</translation>
    </message>
    <message>
        <source>Remove this car</source>
        <translation>احذف هذه السيارة</translation>
    </message>
    <message>
        <source>The first year must not be after the last one.</source>
        <translation>يجب ألا تكون السنة الأولى بعد الأخيرة.</translation>
    </message>
    <message>
        <source>To</source>
        <translation>إلى</translation>
    </message>
    <message>
        <source>Write years like 2018, or leave them empty.</source>
        <translation>اكتب السنة مثل 2018، أو اتركها فارغة.</translation>
    </message>
</context>
<context>
    <name>CarRows</name>
    <message>
        <source>Add a car</source>
        <translation>أضف سيارة</translation>
    </message>
    <message numerus="yes">
        <source>It fits %n car(s), too many to change here. Send the list again from your system.</source>
        <translation>
            <numerusform>لا سيارات هنا للتعديل.</numerusform>
            <numerusform>يناسب سيارة واحدة، ولا تُعدّل القائمة هنا. أرسلها مجددًا من نظامك.</numerusform>
            <numerusform>يناسب سيارتين، ولا تُعدّل القائمة هنا. أرسلها مجددًا من نظامك.</numerusform>
            <numerusform>يناسب %n سيارات، وهي أكثر من أن تُعدّل هنا. أرسل القائمة مجددًا من نظامك.</numerusform>
            <numerusform>يناسب %n سيارة، وهي أكثر من أن تُعدّل هنا. أرسل القائمة مجددًا من نظامك.</numerusform>
            <numerusform>يناسب %n سيارة، وهي أكثر من أن تُعدّل هنا. أرسل القائمة مجددًا من نظامك.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CataloguePane</name>
    <message>
        <source>Catalogue</source>
        <translation>الأصناف</translation>
    </message>
    <message>
        <source>Changed last %1.</source>
        <translation>آخر تغيير %1.</translation>
    </message>
    <message>
        <source>Changed last by %1, %2.</source>
        <translation>آخر تعديل من %1، %2.</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>صدّر</translation>
    </message>
    <message>
        <source>Export the reorder list</source>
        <translation>صدّر قائمة الطلب</translation>
    </message>
    <message>
        <source>Load a file</source>
        <translation>حمّل ملفًا</translation>
    </message>
    <message>
        <source>New part</source>
        <translation>صنف جديد</translation>
    </message>
    <message>
        <source>Your parts with their prices and stock.</source>
        <translation>أصنافك مع أسعارها ومخزونها.</translation>
    </message>
</context>
<context>
    <name>CatalogueWords</name>
    <message>
        <source>All</source>
        <translation>الكل</translation>
    </message>
    <message>
        <source>Best match</source>
        <translation>الأقرب أولًا</translation>
    </message>
    <message>
        <source>By SKU</source>
        <translation>حسب SKU</translation>
    </message>
    <message>
        <source>By brand</source>
        <translation>حسب الماركة</translation>
    </message>
    <message>
        <source>By free</source>
        <translation>حسب المتاح</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>حسب الاسم</translation>
    </message>
    <message>
        <source>By on hand</source>
        <translation>حسب الموجود</translation>
    </message>
    <message>
        <source>By price</source>
        <translation>حسب السعر</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>جرد</translation>
    </message>
    <message>
        <source>Inactive</source>
        <translation>موقوف</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>شغل ورشة</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>قليل</translation>
    </message>
    <message>
        <source>Not listed</source>
        <translation>غير معروض</translation>
    </message>
    <message>
        <source>Price file</source>
        <translation>ملف الأسعار</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>محجوز</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>مرتجع</translation>
    </message>
    <message>
        <source>Sale</source>
        <translation>بيع</translation>
    </message>
    <message>
        <source>Upload</source>
        <translation>رفع</translation>
    </message>
</context>
<context>
    <name>CellEditor</name>
    <message>
        <source>Count of %1 at %2. Enter saves.</source>
        <translation>جرد %1 في %2. مفتاح Enter يحفظ.</translation>
    </message>
    <message>
        <source>Enter saves, Esc goes back.</source>
        <translation>مفتاح Enter يحفظ وEsc يتراجع.</translation>
    </message>
    <message>
        <source>It was %1 before. Press Enter again to save this anyway.</source>
        <translation>كان %1 من قبل. اضغط Enter مرة أخرى لحفظه رغم ذلك.</translation>
    </message>
    <message>
        <source>It was changed meanwhile, to %1. Press Enter to save yours anyway.</source>
        <translation>تغيّر في هذه الأثناء إلى %1. اضغط Enter لحفظ ما كتبته رغم ذلك.</translation>
    </message>
    <message>
        <source>On hand</source>
        <translation>الموجود</translation>
    </message>
    <message>
        <source>Price, BHD, without VAT</source>
        <translation>السعر، د.ب، دون ضريبة</translation>
    </message>
    <message>
        <source>Saving</source>
        <translation>يُحفظ</translation>
    </message>
    <message>
        <source>With %1% VAT: %2. Enter saves.</source>
        <translation>مع ضريبة %1%: %2. مفتاح Enter يحفظ.</translation>
    </message>
    <message>
        <source>Write a number like 12 or 0.5.</source>
        <translation>اكتب عددًا مثل 12 أو 0.5.</translation>
    </message>
</context>
<context>
    <name>CertificateCard</name>
    <message>
        <source>A till that knows it talks to this PC and to no other. It stays the same for years.</source>
        <translation>الكاشير الذي يعرفها يتصل بهذا الجهاز ولا يتصل بغيره. تبقى كما هي لسنوات.</translation>
    </message>
    <message>
        <source>Certificate file</source>
        <translation>ملف الشهادة</translation>
    </message>
    <message>
        <source>Certificate of this PC</source>
        <translation>شهادة هذا الجهاز</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>تم النسخ</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>نسخ</translation>
    </message>
    <message>
        <source>Every till on another device refuses this PC until it has the new pin or the new file. Tills on this PC are not affected. Do it when you can go to each till.</source>
        <translation>كل كاشير على جهاز آخر سيرفض هذا الجهاز حتى يأخذ البصمة الجديدة أو الملف الجديد. لا يتأثر الكاشير الذي على هذا الجهاز. افعل ذلك حين تستطيع المرور على كل كاشير.</translation>
    </message>
    <message>
        <source>For %1. It ends on %2 and is renewed automatically before that, with the same pin.</source>
        <translation>للأسماء %1. تنتهي في %2 وتتجدد تلقائيًا قبل ذلك بالبصمة نفسها.</translation>
    </message>
    <message>
        <source>For a till that asks for a file in place of a pin. It contains no secret.</source>
        <translation>لكاشير يطلب ملفًا بدل البصمة. لا يحتوي على أي سر.</translation>
    </message>
    <message>
        <source>Only if somebody else may have copied this PC&apos;s files. Every till needs the new pin.</source>
        <translation>فقط إذا كان من المحتمل أن أحدًا نسخ ملفات هذا الجهاز. يحتاج كل كاشير بعدها البصمة الجديدة.</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>البصمة</translation>
    </message>
    <message>
        <source>Replace it</source>
        <translation>استبدلها</translation>
    </message>
    <message>
        <source>Replace the certificate?</source>
        <translation>استبدال الشهادة؟</translation>
    </message>
    <message>
        <source>Replace…</source>
        <translation>استبدال…</translation>
    </message>
    <message>
        <source>Save the certificate</source>
        <translation>حفظ الشهادة</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>حفظ…</translation>
    </message>
    <message>
        <source>The certificate is saved.</source>
        <translation>حُفظت الشهادة.</translation>
    </message>
    <message>
        <source>This command answers “ok” if the till reaches this PC and the pin is right.</source>
        <translation>يجيب هذا الأمر بكلمة “ok” إذا وصل الكاشير إلى هذا الجهاز وكانت البصمة صحيحة.</translation>
    </message>
    <message>
        <source>Try it from the till&apos;s device</source>
        <translation>جرّبها من جهاز الكاشير</translation>
    </message>
</context>
<context>
    <name>ChannelForm</name>
    <message>
        <source>Choose at least one event.</source>
        <translation>اختر حدثًا واحدًا على الأقل.</translation>
    </message>
    <message>
        <source>Put the buyer&apos;s car in it too</source>
        <translation>اذكر فيه سيارة المشتري أيضًا</translation>
    </message>
    <message>
        <source>Tell me when</source>
        <translation>أخبرني عند</translation>
    </message>
</context>
<context>
    <name>Chooser</name>
    <message>
        <source>Save the description of the interface</source>
        <translation>احفظ وصف الاتصالات</translation>
    </message>
    <message>
        <source>Save the rejected rows</source>
        <translation>احفظ الأسطر المرفوضة</translation>
    </message>
</context>
<context>
    <name>CodeDialog</name>
    <message>
        <source>%1 is paired. It called from %2.</source>
        <translation>تم ربط %1. اتصل من %2.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>تم النسخ</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>نسخ</translation>
    </message>
    <message>
        <source>It works once, for %1 more. Wrong tries left: %2</source>
        <translation>يعمل مرة واحدة خلال %1. المحاولات الخاطئة المتبقية: %2</translation>
    </message>
    <message>
        <source>New code</source>
        <translation>رمز جديد</translation>
    </message>
    <message>
        <source>The %1 minutes are over. Make a new code.</source>
        <translation>انتهت %1 دقائق. أنشئ رمزًا جديدًا.</translation>
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
        <source>As the file says, or the main branch</source>
        <translation>حسب الملف، وإلا فالفرع الرئيسي</translation>
    </message>
    <message>
        <source>Cars it fits</source>
        <translation>السيارات المناسبة</translation>
    </message>
    <message>
        <source>Choose what each column of the file becomes. Click one, or press Enter on it.</source>
        <translation>اختر معنى كل عمود في الملف: انقر عليه، أو اضغط Enter.</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>الأعمدة</translation>
    </message>
    <message>
        <source>Of branch %1</source>
        <translation>كمية فرع %1</translation>
    </message>
</context>
<context>
    <name>ConnectStep</name>
    <message>
        <source>A message</source>
        <translation>رسالة</translation>
    </message>
    <message>
        <source>A sample</source>
        <translation>بيانات تجريبية</translation>
    </message>
    <message>
        <source>As you answer</source>
        <translation>بحسب جوابك</translation>
    </message>
    <message>
        <source>Change it as you like, copy it, and open this set-up again when you have the answer.</source>
        <translation>عدّلها كما تشاء وانسخها، ثم افتح هذا الإعداد من جديد عندما يصلك الرد.</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>اختر ملفًا…</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>الاتصال</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>تابع</translation>
    </message>
    <message>
        <source>Enter address and key in its settings. We wait here and say when we hear from it.</source>
        <translation>أدخل العنوان والمفتاح في إعداداته. ننتظر هنا ونخبرك فور وصول أول اتصال.</translation>
    </message>
    <message>
        <source>First call</source>
        <translation>أول اتصال</translation>
    </message>
    <message>
        <source>For the seller of your till</source>
        <translation>لمن باعك الكاشير</translation>
    </message>
    <message>
        <source>Heard</source>
        <translation>وصل</translation>
    </message>
    <message>
        <source>Look at how it is read, change what is wrong, and save it. It is read every night from then on.</source>
        <translation>انظر كيف يُقرأ، وصحّح ما فيه خطأ، ثم احفظه. ويُقرأ بعدها كل ليلة.</translation>
    </message>
    <message>
        <source>Looked at and saved</source>
        <translation>راجعته وحفظته</translation>
    </message>
    <message>
        <source>Now let your till call</source>
        <translation>الآن دع الكاشير يتصل</translation>
    </message>
    <message>
        <source>Save it</source>
        <translation>احفظه</translation>
    </message>
    <message>
        <source>Send this to the company that sold you the till</source>
        <translation>أرسل هذا إلى الشركة التي باعتك الكاشير</translation>
    </message>
    <message>
        <source>To look around</source>
        <translation>لتتعرف على البرنامج</translation>
    </message>
    <message>
        <source>Try it with a made-up shop first</source>
        <translation>جرّبه أولًا ببيانات محل وهمي</translation>
    </message>
    <message>
        <source>We watch for it together</source>
        <translation>ننتظره معًا</translation>
    </message>
    <message>
        <source>Which file does your system save?</source>
        <translation>أي ملف يحفظه نظامك؟</translation>
    </message>
    <message>
        <source>You enter parts and stock under Catalogue; orders ring here. A sample shows how it looks.</source>
        <translation>تُدخل الأصناف والمخزون من «الأصناف»، والطلبات تنبّهك هنا. البيانات التجريبية تريك شكل العمل.</translation>
    </message>
    <message>
        <source>Your file</source>
        <translation>ملفك</translation>
    </message>
</context>
<context>
    <name>ConnectionSection</name>
    <message>
        <source>%1 holds it. Close that program, then try again, or choose another port below.</source>
        <translation>يشغله %1. أغلق ذلك البرنامج ثم أعد المحاولة، أو اختر منفذًا آخر أدناه.</translation>
    </message>
    <message>
        <source>%1, process %2</source>
        <translation>%1، العملية %2</translation>
    </message>
    <message>
        <source>A device in the same network can then read the keys, orders and prices of tills that call with http. Turn it on only for a till that cannot call with https.</source>
        <translation>عندها يستطيع جهاز على الشبكة نفسها قراءة المفاتيح والطلبات والأسعار لكل كاشير يتصل عبر http. شغّله فقط لكاشير لا يستطيع الاتصال عبر https.</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>العنوان</translation>
    </message>
    <message>
        <source>Another program holds it. Close it, then try again, or choose another port below.</source>
        <translation>يشغله برنامج آخر. أغلقه ثم أعد المحاولة، أو اختر منفذًا آخر أدناه.</translation>
    </message>
    <message>
        <source>Change the port</source>
        <translation>غيّر المنفذ</translation>
    </message>
    <message>
        <source>Change the port to %1?</source>
        <translation>تغيير المنفذ إلى %1؟</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>تم النسخ</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>نسخ</translation>
    </message>
    <message>
        <source>Enter it in the till as the address of the API.</source>
        <translation>أدخله في الكاشير عنوانًا لواجهة API.</translation>
    </message>
    <message>
        <source>Every device in the shop&apos;s network can reach the port. A key is still needed.</source>
        <translation>كل جهاز في شبكة المحل يصل إلى المنفذ، والمفتاح مطلوب مع ذلك.</translation>
    </message>
    <message>
        <source>Every device in the shop&apos;s network can then reach the port, guests in the same Wi-Fi too. A key is needed here too, and calls must be encrypted. Do it only in a network of your own.</source>
        <translation>عندها يصل كل جهاز في شبكة المحل إلى المنفذ، حتى الضيوف على شبكة Wi-Fi نفسها. المفتاح مطلوب مع ذلك، ويجب أن تكون الاتصالات مشفّرة. لا تفعل هذا إلا في شبكة خاصة بك.</translation>
    </message>
    <message>
        <source>Every till that calls this PC needs the new address. Until you enter it there, its calls fail.</source>
        <translation>كل كاشير يتصل بهذا الجهاز يحتاج العنوان الجديد، ولن تنجح اتصالاته حتى تدخله فيه.</translation>
    </message>
    <message>
        <source>It listens on port %1 now.</source>
        <translation>يستقبل الآن على المنفذ %1.</translation>
    </message>
    <message>
        <source>Most shops leave both empty. Each entry allows more, so enter only what you know.</source>
        <translation>أغلب المحلات تتركهما فارغين. كل سطر يسمح لغيرك، فلا تدخل إلا ما تعرفه.</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>افتحه</translation>
    </message>
    <message>
        <source>Open it to the shop&apos;s network?</source>
        <translation>فتحه لشبكة المحل؟</translation>
    </message>
    <message>
        <source>Port %1 is in use</source>
        <translation>المنفذ %1 مشغول</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>احفظ</translation>
    </message>
    <message>
        <source>Take them</source>
        <translation>اقبلها</translation>
    </message>
    <message>
        <source>Take unencrypted calls too?</source>
        <translation>قبول الاتصالات غير المشفّرة أيضًا؟</translation>
    </message>
    <message>
        <source>The Counterpart of %1 holds it. Quit it there, then try again, or choose another port below.</source>
        <translation>تشغله نسخة %1 من Counterpart. أنهها هناك ثم أعد المحاولة، أو اختر منفذًا آخر أدناه.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>أعد المحاولة</translation>
    </message>
    <message>
        <source>Where your systems call</source>
        <translation>أين تتصل أنظمتك</translation>
    </message>
    <message>
        <source>Who else may call</source>
        <translation>من يُسمح له بالاتصال أيضًا</translation>
    </message>
</context>
<context>
    <name>ConnectionsCard</name>
    <message>
        <source>%1 are on</source>
        <translation>%1 مفعّلة</translation>
    </message>
    <message>
        <source>%1 is on</source>
        <translation>%1 مفعّل</translation>
    </message>
    <message>
        <source>%1 saved, %2 rejected</source>
        <translation>حُفظ %1 ورُفض %2</translation>
    </message>
    <message numerus="yes">
        <source>%n address(es) do(es) not get everything</source>
        <translation>
            <numerusform>لا عنوان ينقصه شيء</numerusform>
            <numerusform>عنوان واحد لا يصله كل شيء</numerusform>
            <numerusform>عنوانان لا يصلهما كل شيء</numerusform>
            <numerusform>%n عناوين لا يصلها كل شيء</numerusform>
            <numerusform>%n عنوانًا لا يصلها كل شيء</numerusform>
            <numerusform>%n عنوان لا يصلها كل شيء</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n need(s) your attention</source>
        <translation>
            <numerusform>لا شيء يحتاج إليك</numerusform>
            <numerusform>واحد يحتاج إلى انتباهك</numerusform>
            <numerusform>اثنان يحتاجان إلى انتباهك</numerusform>
            <numerusform>%n تحتاج إلى انتباهك</numerusform>
            <numerusform>%n تحتاج إلى انتباهك</numerusform>
            <numerusform>%n تحتاج إلى انتباهك</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n wait(s) to be sent</source>
        <translation>
            <numerusform>لا شيء ينتظر الإرسال</numerusform>
            <numerusform>واحد ينتظر الإرسال</numerusform>
            <numerusform>اثنان ينتظران الإرسال</numerusform>
            <numerusform>%n تنتظر الإرسال</numerusform>
            <numerusform>%n تنتظر الإرسال</numerusform>
            <numerusform>%n تنتظر الإرسال</numerusform>
        </translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>الاتصالات مع الأنظمة</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>تم النسخ</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>نسخ</translation>
    </message>
    <message>
        <source>Listening</source>
        <translation>يستقبل الاتصالات</translation>
    </message>
    <message>
        <source>Listening since %1</source>
        <translation>يستقبل منذ %1</translation>
    </message>
    <message>
        <source>Marketplace</source>
        <translation>السوق</translation>
    </message>
    <message>
        <source>Nightly file</source>
        <translation>الملف الليلي</translation>
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
        <source>Nothing can be saved now</source>
        <translation>لا يمكن حفظ أي شيء الآن</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>افتح</translation>
    </message>
    <message>
        <source>Open the marketplace</source>
        <translation>افتح السوق</translation>
    </message>
    <message>
        <source>Open the webhooks</source>
        <translation>افتح الإشعارات الصادرة</translation>
    </message>
    <message>
        <source>Practice</source>
        <translation>تدريب</translation>
    </message>
    <message>
        <source>Read it now</source>
        <translation>اقرأه الآن</translation>
    </message>
    <message>
        <source>Reading the file</source>
        <translation>نقرأ الملف</translation>
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
        <source>Starting</source>
        <translation>يبدأ التشغيل</translation>
    </message>
    <message>
        <source>Test call</source>
        <translation>جرّب الاتصال</translation>
    </message>
    <message>
        <source>Webhooks</source>
        <translation>الإشعارات الصادرة</translation>
    </message>
    <message>
        <source>Your own system</source>
        <translation>نظامك الخاص</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>لم ينجح</translation>
    </message>
    <message>
        <source>last call %1</source>
        <translation>آخر اتصال %1</translation>
    </message>
    <message>
        <source>last call %1 from %2</source>
        <translation>آخر اتصال %1 من %2</translation>
    </message>
    <message>
        <source>never read</source>
        <translation>لم يُقرأ بعد</translation>
    </message>
    <message>
        <source>next: %1</source>
        <translation>القادم: %1</translation>
    </message>
    <message>
        <source>no call yet</source>
        <translation>لا اتصال بعد</translation>
    </message>
    <message>
        <source>nothing new</source>
        <translation>لا جديد</translation>
    </message>
    <message>
        <source>switched off</source>
        <translation>متوقف</translation>
    </message>
    <message>
        <source>taken back</source>
        <translation>تُرجع عنه</translation>
    </message>
    <message>
        <source>waits for you</source>
        <translation>بانتظار قرارك</translation>
    </message>
</context>
<context>
    <name>CountedWords</name>
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
</context>
<context>
    <name>CounterControls</name>
    <message>
        <source>Begin the support view</source>
        <translation>بدء عرض الدعم</translation>
    </message>
    <message>
        <source>Begin the support view?</source>
        <translation>هل تريد بدء عرض الدعم؟</translation>
    </message>
    <message>
        <source>Leave the support view</source>
        <translation>مغادرة عرض الدعم</translation>
    </message>
    <message>
        <source>Nothing can be changed in this window then, and no order accepted. Only the owner&apos;s PIN ends it.</source>
        <translation>عندئذ لا يمكن تغيير أي شيء في هذه النافذة ولا قبول أي طلب. ولا ينهيه إلا رمز المالك.</translation>
    </message>
    <message>
        <source>PIN of %1</source>
        <translation>الرمز السري لـ %1</translation>
    </message>
    <message>
        <source>This is the support view: nothing can be changed.</source>
        <translation>هذا عرض الدعم: لا يمكن تغيير أي شيء.</translation>
    </message>
    <message>
        <source>Type the owner&apos;s PIN.</source>
        <translation>اكتب الرمز السري للمالك.</translation>
    </message>
</context>
<context>
    <name>CountersSection</name>
    <message>
        <source>Add a counter…</source>
        <translation>إضافة منضدة…</translation>
    </message>
    <message>
        <source>Computers that are counters</source>
        <translation>أجهزة هي مناضد</translation>
    </message>
    <message>
        <source>Counters</source>
        <translation>المناضد</translation>
    </message>
    <message>
        <source>Its window is disconnected at once. It can be added again with a new code.</source>
        <translation>تُفصل نافذتها فورًا. يمكن إضافتها من جديد برمز جديد.</translation>
    </message>
    <message>
        <source>Last connected %1, from %2</source>
        <translation>آخر اتصال %1 من %2</translation>
    </message>
    <message>
        <source>None yet. A second PC at the counter or in the yard shows the same orders and parts.</source>
        <translation>لا شيء بعد. جهاز ثانٍ عند المنضدة أو في الساحة يعرض الطلبات والأصناف نفسها.</translation>
    </message>
    <message>
        <source>Not used yet</source>
        <translation>لم تُستخدم بعد</translation>
    </message>
    <message>
        <source>Revoke</source>
        <translation>إلغاء</translation>
    </message>
    <message>
        <source>Revoke %1</source>
        <translation>إلغاء %1</translation>
    </message>
    <message>
        <source>Revoke %1?</source>
        <translation>إلغاء %1؟</translation>
    </message>
    <message>
        <source>Revoke…</source>
        <translation>إلغاء…</translation>
    </message>
</context>
<context>
    <name>CustomerFacts</name>
    <message>
        <source>Address</source>
        <translation>العنوان</translation>
    </message>
    <message>
        <source>Customer</source>
        <translation>العميل</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>الاسم</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>ملاحظة</translation>
    </message>
    <message>
        <source>Phone</source>
        <translation>الهاتف</translation>
    </message>
</context>
<context>
    <name>CustomerFields</name>
    <message>
        <source>Address</source>
        <translation>العنوان</translation>
    </message>
    <message>
        <source>Customer&apos;s name</source>
        <translation>اسم العميل</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>ملاحظة</translation>
    </message>
    <message>
        <source>Phone</source>
        <translation>الهاتف</translation>
    </message>
</context>
<context>
    <name>DayDialog</name>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>The last 24 hours</source>
        <translation>آخر 24 ساعة</translation>
    </message>
</context>
<context>
    <name>DeliveryDialog</name>
    <message>
        <source>%1, the same in every try</source>
        <translation>%1، نفسه في كل محاولة</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>الرد</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>الردود</translation>
    </message>
    <message>
        <source>Body we sent</source>
        <translation>ما أرسلناه</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>تم النسخ</translation>
    </message>
    <message>
        <source>Copy the body</source>
        <translation>انسخ المحتوى</translation>
    </message>
    <message>
        <source>Delivery id</source>
        <translation>رقم الإشعار</translation>
    </message>
    <message>
        <source>The answer had no body.</source>
        <translation>لم يكن في الرد محتوى.</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>الوقت</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>المدة</translation>
    </message>
    <message>
        <source>Tries</source>
        <translation>المحاولات</translation>
    </message>
    <message>
        <source>Try</source>
        <translation>المحاولة</translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation>المعروض</translation>
    </message>
</context>
<context>
    <name>DeliveryList</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 من %2</translation>
    </message>
    <message>
        <source>All</source>
        <translation>الكل</translation>
    </message>
    <message>
        <source>Deliveries</source>
        <translation>الإشعارات المرسلة</translation>
    </message>
    <message>
        <source>Deliveries by state</source>
        <translation>الإشعارات حسب الحالة</translation>
    </message>
    <message>
        <source>Delivery</source>
        <translation>الإشعار</translation>
    </message>
    <message>
        <source>It is off. What happens is kept for it.</source>
        <translation>الجهة متوقفة، وما يحدث يُحفظ لها.</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>جارٍ التحميل</translation>
    </message>
    <message>
        <source>Nothing waits: all that happened has been delivered.</source>
        <translation>لا شيء في الانتظار: وصل كل ما حدث.</translation>
    </message>
    <message>
        <source>Nothing was delivered yet.</source>
        <translation>لم يصل شيء بعد.</translation>
    </message>
    <message>
        <source>Nothing was given up.</source>
        <translation>لا إشعارات تعذّر إرسالها.</translation>
    </message>
    <message>
        <source>Nothing was left out.</source>
        <translation>لم يُستثنَ شيء.</translation>
    </message>
    <message>
        <source>Nothing was sent yet. Send a test, or wait for the first order.</source>
        <translation>لم يُرسل شيء بعد. أرسل تجربة، أو انتظر أول طلب.</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>الوقت</translation>
    </message>
    <message>
        <source>Tries</source>
        <translation>المحاولات</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>أعد المحاولة</translation>
    </message>
</context>
<context>
    <name>DeliveryStrip</name>
    <message>
        <source>Answer</source>
        <translation>الرد</translation>
    </message>
    <message>
        <source>Body we sent</source>
        <translation>ما أرسلناه</translation>
    </message>
    <message>
        <source>Delivery %1</source>
        <translation>الإشعار %1</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>لا رد</translation>
    </message>
    <message>
        <source>Not tried yet</source>
        <translation>لم يُحاول بعد</translation>
    </message>
    <message>
        <source>Send again</source>
        <translation>أرسله مجددًا</translation>
    </message>
    <message>
        <source>nothing more</source>
        <translation>لا شيء غيره</translation>
    </message>
</context>
<context>
    <name>DetailPanel</name>
    <message>
        <source>Bodies</source>
        <translation>المحتوى</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>Copy as curl</source>
        <translation>انسخ أمر curl</translation>
    </message>
    <message>
        <source>Copy as curl (without the key)</source>
        <translation>انسخ أمر curl (دون المفتاح)</translation>
    </message>
    <message>
        <source>For Linux and macOS</source>
        <translation>لنظامي Linux وmacOS</translation>
    </message>
    <message>
        <source>For Windows PowerShell</source>
        <translation>لبرنامج Windows PowerShell</translation>
    </message>
    <message>
        <source>For the Windows Command Prompt (cmd)</source>
        <translation>لموجه أوامر Windows ‏(cmd)</translation>
    </message>
    <message>
        <source>Not JSON at line %1</source>
        <translation>ليس JSON عند السطر %1</translation>
    </message>
    <message>
        <source>Parts of the call</source>
        <translation>أقسام الاتصال</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>الصفوف</translation>
    </message>
    <message>
        <source>Show the rows</source>
        <translation>اعرض الصفوف</translation>
    </message>
    <message>
        <source>The call</source>
        <translation>عن الاتصال</translation>
    </message>
    <message>
        <source>Undo this upload…</source>
        <translation>التراجع عن هذا الرفع…</translation>
    </message>
    <message>
        <source>Undone: show the undo</source>
        <translation>تم التراجع عنه: اعرض التراجع</translation>
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
        <source>key %1</source>
        <translation>مفتاح %1</translation>
    </message>
    <message>
        <source>no known key</source>
        <translation>دون مفتاح معروف</translation>
    </message>
</context>
<context>
    <name>Dialog</name>
    <message>
        <source>Cancel</source>
        <translation>إلغاء</translation>
    </message>
    <message>
        <source>Staging</source>
        <translation>تجريبي</translation>
    </message>
</context>
<context>
    <name>DryRunDialog</name>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>It would be stopped and wait for you, because it changes very much.</source>
        <translation>سيتوقف الملف بانتظارك لأنه يغيّر الكثير.</translation>
    </message>
    <message>
        <source>It would wait for your confirmation.</source>
        <translation>سينتظر الملف تأكيدك.</translation>
    </message>
    <message>
        <source>Rows with faults and notes</source>
        <translation>أسطر فيها أخطاء أو ملاحظات</translation>
    </message>
    <message>
        <source>Save it</source>
        <translation>احفظه</translation>
    </message>
    <message>
        <source>The whole file was read; nothing was saved.</source>
        <translation>قُرئ الملف كله ولم يُحفظ شيء.</translation>
    </message>
    <message>
        <source>What a run would do</source>
        <translation>ماذا ستفعل القراءة</translation>
    </message>
</context>
<context>
    <name>EditChannelDialog</name>
    <message>
        <source>Save</source>
        <translation>احفظ</translation>
    </message>
</context>
<context>
    <name>EditTargetDialog</name>
    <message>
        <source>After an outage</source>
        <translation>بعد الانقطاع</translation>
    </message>
    <message>
        <source>Edit the target</source>
        <translation>تعديل الجهة</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>احفظ</translation>
    </message>
    <message>
        <source>Sends missed events automatically</source>
        <translation>تعوّض ما فاتها تلقائيًا</translation>
    </message>
    <message numerus="yes">
        <source>What was given up in the last %n day(s) goes again as soon as it answers.</source>
        <translation>
            <numerusform>ما تعذّر إرساله اليوم يُرسل مجددًا ما إن ترد.</numerusform>
            <numerusform>ما تعذّر إرساله في آخر يوم يُرسل مجددًا ما إن ترد.</numerusform>
            <numerusform>ما تعذّر إرساله في آخر يومين يُرسل مجددًا ما إن ترد.</numerusform>
            <numerusform>ما تعذّر إرساله في آخر %n أيام يُرسل مجددًا ما إن ترد.</numerusform>
            <numerusform>ما تعذّر إرساله في آخر %n يومًا يُرسل مجددًا ما إن ترد.</numerusform>
            <numerusform>ما تعذّر إرساله في آخر %n يوم يُرسل مجددًا ما إن ترد.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EmptyHistory</name>
    <message>
        <source>Choose another time or cause, or another part. The oldest changes are deleted with time.</source>
        <translation>اختر وقتًا أو سببًا آخر، أو صنفًا آخر. تُحذف أقدم التغييرات مع الوقت.</translation>
    </message>
    <message>
        <source>Choose one, or type more of its name or number.</source>
        <translation>اختر واحدًا، أو اكتب المزيد من اسمه أو رقمه.</translation>
    </message>
    <message>
        <source>Each change of a part is kept here with its cause: a call, a file, an order, or who did it.</source>
        <translation>يُحفظ هنا كل تغيير في صنف مع سببه: اتصال أو ملف أو طلب أو من قام به.</translation>
    </message>
    <message>
        <source>No change matches</source>
        <translation>لا يوجد تغيير مطابق</translation>
    </message>
    <message>
        <source>No part, order or call is named %1</source>
        <translation>لا يوجد صنف أو طلب أو اتصال باسم %1</translation>
    </message>
    <message>
        <source>Nothing has changed yet</source>
        <translation>لم يتغيّر شيء بعد</translation>
    </message>
    <message>
        <source>Open the catalogue</source>
        <translation>افتح الأصناف</translation>
    </message>
    <message>
        <source>Show every change</source>
        <translation>اعرض كل التغييرات</translation>
    </message>
    <message>
        <source>The same in a terminal</source>
        <translation>الأمر نفسه في الطرفية</translation>
    </message>
    <message>
        <source>Type a part&apos;s number or name, the reference of an order, or the number of a call.</source>
        <translation>اكتب رقم القطعة أو اسم الصنف، أو رقم الطلب، أو رقم الاتصال.</translation>
    </message>
    <message>
        <source>Which part is it?</source>
        <translation>أي صنف تقصد؟</translation>
    </message>
</context>
<context>
    <name>EmptyPages</name>
    <message>
        <source>Choose another time or fewer filters. Every call is kept.</source>
        <translation>اختر وقتًا آخر أو عوامل تصفية أقل. كل الاتصالات محفوظة.</translation>
    </message>
    <message>
        <source>Clear the filters</source>
        <translation>أزل عوامل التصفية</translation>
    </message>
    <message>
        <source>Each call that a till or another system makes is kept here, so that you can see what it sent.</source>
        <translation>يُحفظ هنا كل اتصال من كاشير أو نظام آخر، لترى ماذا أرسل.</translation>
    </message>
    <message>
        <source>Make a key for your till</source>
        <translation>أنشئ مفتاحًا للكاشير</translation>
    </message>
    <message>
        <source>No call matches</source>
        <translation>لا اتصال مطابق</translation>
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
        <source>No calls yet</source>
        <translation>لا اتصالات بعد</translation>
    </message>
    <message>
        <source>Show any time</source>
        <translation>اعرض كل الأوقات</translation>
    </message>
    <message>
        <source>Show me how</source>
        <translation>أرني كيف</translation>
    </message>
    <message>
        <source>The same in a terminal</source>
        <translation>الأمر نفسه في الطرفية</translation>
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
        <source>Last day</source>
        <translation>آخر يوم</translation>
    </message>
    <message>
        <source>Never expires</source>
        <translation>لا تنتهي صلاحيته</translation>
    </message>
    <message>
        <source>The key works</source>
        <translation>يعمل المفتاح</translation>
    </message>
    <message>
        <source>Until a day that I choose</source>
        <translation>حتى يوم أختاره</translation>
    </message>
    <message>
        <source>Year, month, day. The key works until that day is over.</source>
        <translation>السنة ثم الشهر ثم اليوم. يعمل المفتاح حتى انتهاء ذلك اليوم.</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Choose a place…</source>
        <translation>اختر مكانًا…</translation>
    </message>
    <message>
        <source>Writing the file</source>
        <translation>تجري كتابة الملف</translation>
    </message>
</context>
<context>
    <name>FaultDialog</name>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>Copy details for support</source>
        <translation>انسخ التفاصيل للدعم</translation>
    </message>
</context>
<context>
    <name>FaultWords</name>
    <message>
        <source>%1 parts, at most %2</source>
        <translation>الأصناف %1 والحد %2</translation>
    </message>
    <message>
        <source>API push is off</source>
        <translation>استقبال API متوقف</translation>
    </message>
    <message>
        <source>Check the address that the system calls.</source>
        <translation>راجع العنوان الذي يتصل به النظام.</translation>
    </message>
    <message>
        <source>Check the reference that the system sends.</source>
        <translation>راجع رقم الطلب الذي يرسله النظام.</translation>
    </message>
    <message>
        <source>Enter the key in the calling system&apos;s settings. You make keys under Your own system.</source>
        <translation>أدخل المفتاح في إعدادات النظام المتصل. تُنشأ المفاتيح في «نظامك الخاص».</translation>
    </message>
    <message>
        <source>Let the system send its parts in several calls.</source>
        <translation>اجعل النظام يرسل أصنافه على عدة اتصالات.</translation>
    </message>
    <message>
        <source>Look at the order: it shows what is possible now.</source>
        <translation>انظر إلى الطلب، ففيه ما يمكن فعله الآن.</translation>
    </message>
    <message>
        <source>Make a key that may do this under Your own system, and enter it in the system.</source>
        <translation>أنشئ مفتاحًا يُسمح له بهذا ضمن «نظامك الخاص»، ثم أدخله في النظام.</translation>
    </message>
    <message>
        <source>Nothing to do: the system sends the call again and gets the answer of the first.</source>
        <translation>لا حاجة إلى شيء: يعيد النظام الاتصال فيأخذ رد المحاولة الأولى.</translation>
    </message>
    <message>
        <source>Nothing was changed. Tell support the reference.</source>
        <translation>لم يتغير شيء. أعطِ الدعم الفني هذا المرجع.</translation>
    </message>
    <message>
        <source>Nothing was changed. The system has to send the call in another form.</source>
        <translation>لم يتغير شيء. على النظام أن يرسل الاتصال بصيغة أخرى.</translation>
    </message>
    <message>
        <source>Nothing was changed. The system may send the call again once this is mended.</source>
        <translation>لم يتغير شيء. يمكن للنظام إعادة الإرسال بعد حل المشكلة.</translation>
    </message>
    <message>
        <source>The buyer reads the reason, so a rejection needs one.</source>
        <translation>سيقرأ المشتري السبب، لذلك لا رفض دون سبب.</translation>
    </message>
    <message>
        <source>The system asks in a way that this address does not know.</source>
        <translation>طريقة الاتصال هذه غير معروفة لهذا العنوان.</translation>
    </message>
    <message>
        <source>The system has to make up a new Idempotency-Key for each call.</source>
        <translation>على النظام أن يضع Idempotency-Key جديدًا لكل اتصال.</translation>
    </message>
    <message>
        <source>This shop is read-only. You can switch that off under Settings.</source>
        <translation>هذا المحل للقراءة فقط. يمكنك إيقاف ذلك من الإعدادات.</translation>
    </message>
    <message>
        <source>Too many calls in a minute. Let the system ask less often.</source>
        <translation>اتصالات كثيرة في الدقيقة. اجعل النظام يتصل مرات أقل.</translation>
    </message>
    <message>
        <source>You can switch API push on under Your own system.</source>
        <translation>يمكنك تشغيل استقبال API من «نظامك الخاص».</translation>
    </message>
    <message>
        <source>already cancelled</source>
        <translation>سبق إلغاؤه</translation>
    </message>
    <message>
        <source>already confirmed</source>
        <translation>سبق قبوله</translation>
    </message>
    <message>
        <source>already delivered</source>
        <translation>سبق تسليمه</translation>
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
        <source>another program held the data</source>
        <translation>برنامج آخر يستخدم البيانات</translation>
    </message>
    <message>
        <source>could not be saved</source>
        <translation>تعذر الحفظ</translation>
    </message>
    <message>
        <source>key of another call</source>
        <translation>مفتاح اتصال آخر</translation>
    </message>
    <message>
        <source>mistyped key</source>
        <translation>مفتاح فيه خطأ كتابة</translation>
    </message>
    <message>
        <source>no key was sent</source>
        <translation>لم يُرسل مفتاح</translation>
    </message>
    <message>
        <source>no reason was given</source>
        <translation>لم يُذكر السبب</translation>
    </message>
    <message>
        <source>no such address</source>
        <translation>عنوان غير موجود</translation>
    </message>
    <message>
        <source>no such order</source>
        <translation>لا يوجد طلب بهذا الرقم</translation>
    </message>
    <message>
        <source>not accepted yet</source>
        <translation>لم يُقبل بعد</translation>
    </message>
    <message>
        <source>not possible now</source>
        <translation>غير ممكن الآن</translation>
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
        <source>revoked key</source>
        <translation>مفتاح ملغى</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation>القرص ممتلئ</translation>
    </message>
    <message>
        <source>the first try is still under way</source>
        <translation>المحاولة الأولى ما زالت جارية</translation>
    </message>
    <message>
        <source>the key may not do this</source>
        <translation>لا يُسمح للمفتاح بهذا</translation>
    </message>
    <message>
        <source>the shop is read-only</source>
        <translation>المحل للقراءة فقط</translation>
    </message>
    <message>
        <source>too big: %1 of %2</source>
        <translation>كبير جدًا: %1 والحد %2</translation>
    </message>
    <message>
        <source>too big: over %1</source>
        <translation>كبير جدًا: أكثر من %1</translation>
    </message>
    <message>
        <source>too late: cancelled after %1</source>
        <translation>متأخر: أُلغي بعد %1</translation>
    </message>
    <message>
        <source>too many calls</source>
        <translation>اتصالات كثيرة</translation>
    </message>
    <message>
        <source>too many calls, wait %1 s</source>
        <translation>اتصالات كثيرة، ينتظر %1 ث</translation>
    </message>
    <message>
        <source>too many parts</source>
        <translation>أصناف كثيرة</translation>
    </message>
    <message>
        <source>unknown key</source>
        <translation>مفتاح غير معروف</translation>
    </message>
    <message>
        <source>what was sent is no key</source>
        <translation>ما أُرسل ليس مفتاحًا</translation>
    </message>
    <message>
        <source>wrong kind of call</source>
        <translation>نوع اتصال خاطئ</translation>
    </message>
</context>
<context>
    <name>Faults</name>
    <message>
        <source>It is no longer there. Someone removed it meanwhile.</source>
        <translation>لم يعد موجودًا. حذفه شخص آخر في هذه الأثناء.</translation>
    </message>
    <message>
        <source>Nothing was changed. Close the other program that has the data open, then try again.</source>
        <translation>لم يتغير شيء. أغلق البرنامج الآخر الذي يفتح البيانات ثم أعد المحاولة.</translation>
    </message>
    <message>
        <source>Nothing was changed: the disk is full. Free some space, then try again.</source>
        <translation>لم يتغير شيء لأن القرص ممتلئ. أفرغ بعض المساحة ثم أعد المحاولة.</translation>
    </message>
    <message>
        <source>Open orders hold some of it. Finish or cancel those orders first.</source>
        <translation>جزء من الكمية محجوز لطلبات مفتوحة. أكمل تلك الطلبات أو ألغها أولًا.</translation>
    </message>
    <message>
        <source>Plug the stick or disk in, then try again. If it is a new one, choose the folder again.</source>
        <translation>وصّل ذاكرة USB أو القرص ثم أعد المحاولة. وإن كان جديدًا فاختر المجلد من جديد.</translation>
    </message>
    <message>
        <source>Something went wrong in Counterpart</source>
        <translation>حدث خلل في Counterpart</translation>
    </message>
    <message>
        <source>The data is in use by another program</source>
        <translation>البيانات مفتوحة في برنامج آخر</translation>
    </message>
    <message>
        <source>The disk is full</source>
        <translation>القرص ممتلئ</translation>
    </message>
    <message>
        <source>The file could not be written. Choose another folder, or close the program that has it open.</source>
        <translation>تعذرت كتابة الملف. اختر مجلدًا آخر، أو أغلق البرنامج الذي يفتحه.</translation>
    </message>
    <message>
        <source>The file is not there. Check the folder, then try again.</source>
        <translation>الملف غير موجود. تحقق من المجلد ثم أعد المحاولة.</translation>
    </message>
    <message>
        <source>The folder for backups is not there</source>
        <translation>مجلد النسخ الاحتياطية غير موجود</translation>
    </message>
    <message>
        <source>The keyring did not answer in time. Try again.</source>
        <translation>لم يستجب مخزن كلمات المرور في الوقت المناسب. أعد المحاولة.</translation>
    </message>
    <message>
        <source>The keyring is locked. Unlock it and try again.</source>
        <translation>مخزن كلمات المرور مقفل. افتحه ثم حاول مجددًا.</translation>
    </message>
    <message>
        <source>The order has changed meanwhile. Look at it again: it shows what is possible now.</source>
        <translation>تغيّرت حالة الطلب في هذه الأثناء. افتحه من جديد لترى المتاح الآن.</translation>
    </message>
    <message>
        <source>The port is in use</source>
        <translation>المنفذ مشغول</translation>
    </message>
    <message>
        <source>The service does not answer. Your data is safe. Start the service again, or start Counterpart again.</source>
        <translation>الخدمة لا تستجيب. بياناتك بأمان. شغّل الخدمة من جديد، أو أعد تشغيل Counterpart.</translation>
    </message>
    <message>
        <source>The service is not running</source>
        <translation>الخدمة متوقفة</translation>
    </message>
    <message>
        <source>The service went away</source>
        <translation>توقفت الخدمة</translation>
    </message>
    <message>
        <source>The window is not connected to the service</source>
        <translation>النافذة غير متصلة بالخدمة</translation>
    </message>
    <message>
        <source>There is not that much on hand at this branch.</source>
        <translation>لا توجد هذه الكمية في هذا الفرع.</translation>
    </message>
    <message>
        <source>This computer has no keyring. Use the encrypted file instead: Settings, For your programmer, Secrets.</source>
        <translation>لا يوجد مخزن كلمات مرور في هذا الجهاز. استخدم الملف المشفر بدلًا منه: الإعدادات، للمبرمج، الأسرار.</translation>
    </message>
    <message>
        <source>This did not work</source>
        <translation>لم تتم العملية</translation>
    </message>
    <message>
        <source>This is no web address. It begins with http:// or https:// and holds no password.</source>
        <translation>هذا ليس عنوان ويب. العنوان يبدأ بـ ⁦http://⁩ أو ⁦https://⁩ ولا يحوي كلمة مرور.</translation>
    </message>
    <message>
        <source>This mode is off. Switch it on under Your own system.</source>
        <translation>هذه الطريقة متوقفة. شغّلها من صفحة نظامك الخاص.</translation>
    </message>
    <message>
        <source>This name is in use. Choose another one.</source>
        <translation>هذا الاسم مستخدم. اختر اسمًا آخر.</translation>
    </message>
    <message>
        <source>This passphrase does not open it. Type it again.</source>
        <translation>عبارة المرور لا تفتحه. اكتبها من جديد.</translation>
    </message>
    <message>
        <source>This shop is read-only. Switch that off under Settings first.</source>
        <translation>هذا المحل للقراءة فقط. أوقف ذلك من الإعدادات أولًا.</translation>
    </message>
    <message>
        <source>Write a reason first. The buyer will read it.</source>
        <translation>اكتب السبب أولًا، فسيقرؤه المشتري.</translation>
    </message>
    <message>
        <source>Your data is safe. Copy the details for support, then try again.</source>
        <translation>بياناتك بأمان. انسخ التفاصيل للدعم ثم أعد المحاولة.</translation>
    </message>
</context>
<context>
    <name>Fields</name>
    <message>
        <source>Branch</source>
        <translation>الفرع</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>الكمية</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>الصف</translation>
    </message>
</context>
<context>
    <name>FileCard</name>
    <message>
        <source>Choose a file…</source>
        <translation>اختر ملفًا…</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>اختر مجلدًا…</translation>
    </message>
    <message>
        <source>Elsewhere…</source>
        <translation>في مكان آخر…</translation>
    </message>
    <message>
        <source>Have your system save it once first.</source>
        <translation>اجعل نظامك يحفظه مرة واحدة أولًا.</translation>
    </message>
    <message>
        <source>If this PC was off, it is read after the next start.</source>
        <translation>إذا كان الجهاز مطفأ، يُقرأ بعد تشغيله.</translation>
    </message>
    <message>
        <source>Names that fit</source>
        <translation>الأسماء المطابقة</translation>
    </message>
    <message>
        <source>No file chosen yet</source>
        <translation>لم تختر ملفًا بعد</translation>
    </message>
    <message>
        <source>Read every day at</source>
        <translation>يُقرأ كل يوم الساعة</translation>
    </message>
    <message>
        <source>Read it also within a minute of each change</source>
        <translation>اقرأه أيضًا خلال دقيقة من كل تغيير</translation>
    </message>
    <message>
        <source>Reading the file…</source>
        <translation>نقرأ الملف…</translation>
    </message>
    <message>
        <source>Rows: %1</source>
        <translation>الأسطر: %1</translation>
    </message>
    <message>
        <source>The file</source>
        <translation>الملف</translation>
    </message>
    <message>
        <source>The newest file that fits is read. A star stands for anything: prices-*.xlsx</source>
        <translation>نقرأ أحدث ملف مطابق، والنجمة تعني أي نص: ⁦prices-*.xlsx⁩</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>من %1</translation>
    </message>
</context>
<context>
    <name>FileChooser</name>
    <message>
        <source>Files of type:</source>
        <translation>نوع الملفات:</translation>
    </message>
    <message>
        <source>Look in:</source>
        <translation>ابحث في:</translation>
    </message>
</context>
<context>
    <name>FileFlow</name>
    <message>
        <source>All files</source>
        <translation>كل الملفات</translation>
    </message>
    <message>
        <source>Answer the questions about the file first. Nothing is guessed.</source>
        <translation>أجب أولًا عن الأسئلة حول الملف. لا شيء يُخمَّن.</translation>
    </message>
    <message>
        <source>Choose the file that your system saves</source>
        <translation>اختر الملف الذي يحفظه نظامك</translation>
    </message>
    <message>
        <source>Choose the folder that your system saves into</source>
        <translation>اختر المجلد الذي يحفظ فيه نظامك</translation>
    </message>
    <message>
        <source>From now on it is read every day at %1.</source>
        <translation>من الآن يُقرأ كل يوم الساعة %1.</translation>
    </message>
    <message>
        <source>Look at how it is read, change what is wrong, and save it.</source>
        <translation>انظر كيف يُقرأ، وصحّح ما فيه خطأ، ثم احفظه.</translation>
    </message>
    <message>
        <source>Price lists</source>
        <translation>قوائم الأسعار</translation>
    </message>
    <message>
        <source>Reading the file</source>
        <translation>نقرأ الملف</translation>
    </message>
    <message>
        <source>Reading the whole file, saving nothing</source>
        <translation>نقرأ الملف كله دون حفظ</translation>
    </message>
    <message>
        <source>Stopped before the file was read. The set-up is saved.</source>
        <translation>توقف قبل قراءة الملف. الإعداد محفوظ.</translation>
    </message>
    <message>
        <source>Stopped. Nothing was saved.</source>
        <translation>توقف. لم يُحفظ شيء.</translation>
    </message>
    <message>
        <source>Stopped. Rows that were saved before stay. They can be taken back, under History.</source>
        <translation>توقف. الصفوف التي حُفظت قبل ذلك باقية، ويمكن التراجع عنها من السجل.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>أعد المحاولة</translation>
    </message>
</context>
<context>
    <name>FilterBar</name>
    <message>
        <source>All</source>
        <translation>الكل</translation>
    </message>
    <message>
        <source>All keys</source>
        <translation>كل المفاتيح</translation>
    </message>
    <message>
        <source>Answered</source>
        <translation>تم الرد</translation>
    </message>
    <message>
        <source>Answered: %1</source>
        <translation>تم الرد: %1</translation>
    </message>
    <message>
        <source>Any path</source>
        <translation>كل المسارات</translation>
    </message>
    <message>
        <source>Calls between two times</source>
        <translation>الاتصالات بين وقتين</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>تعذّر</translation>
    </message>
    <message>
        <source>Failed here: %1</source>
        <translation>تعذّر هنا: %1</translation>
    </message>
    <message>
        <source>Find text</source>
        <translation>ابحث عن نص</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>المفتاح</translation>
    </message>
    <message>
        <source>Noted</source>
        <translation>ملاحظات</translation>
    </message>
    <message>
        <source>Orders</source>
        <translation>الطلبات</translation>
    </message>
    <message>
        <source>Other…</source>
        <translation>غيرها…</translation>
    </message>
    <message>
        <source>Part %1</source>
        <translation>الصنف %1</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>الأصناف</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>المسار</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>مرفوض</translation>
    </message>
    <message>
        <source>Refused, the call has to be another: %1</source>
        <translation>مرفوض ويجب تغيير الاتصال: %1</translation>
    </message>
    <message>
        <source>Show every call again</source>
        <translation>اعرض كل الاتصالات من جديد</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>الحالة</translation>
    </message>
    <message>
        <source>Text in requests and answers</source>
        <translation>نص في الطلبات والردود</translation>
    </message>
    <message>
        <source>With notes or rejected rows</source>
        <translation>مع ملاحظات أو صفوف مرفوضة</translation>
    </message>
</context>
<context>
    <name>ForProgrammer</name>
    <message>
        <source>For your programmer</source>
        <translation>للمبرمج</translation>
    </message>
</context>
<context>
    <name>Formats</name>
    <message>
        <source>%1 and %2</source>
        <translation>%1 و%2</translation>
    </message>
    <message numerus="yes">
        <source>%1 part(s)</source>
        <translation>
            <numerusform>لا أصناف</numerusform>
            <numerusform>صنف واحد</numerusform>
            <numerusform>صنفان</numerusform>
            <numerusform>%1 أصناف</numerusform>
            <numerusform>%1 صنفًا</numerusform>
            <numerusform>%1 صنف</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>أقل من دقيقة</numerusform>
            <numerusform>دقيقة واحدة</numerusform>
            <numerusform>دقيقتان</numerusform>
            <numerusform>%n دقائق</numerusform>
            <numerusform>%n دقيقة</numerusform>
            <numerusform>%n دقيقة</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n minute(s) ago</source>
        <translation>
            <numerusform>الآن</numerusform>
            <numerusform>قبل دقيقة</numerusform>
            <numerusform>قبل دقيقتين</numerusform>
            <numerusform>قبل %n دقائق</numerusform>
            <numerusform>قبل %n دقيقة</numerusform>
            <numerusform>قبل %n دقيقة</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n part(s)</source>
        <translation>
            <numerusform>بلا قطع</numerusform>
            <numerusform>قطعة واحدة</numerusform>
            <numerusform>قطعتان</numerusform>
            <numerusform>%n قطع</numerusform>
            <numerusform>%n قطعة</numerusform>
            <numerusform>%n قطعة</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n second(s) ago</source>
        <translation>
            <numerusform>الآن</numerusform>
            <numerusform>قبل ثانية</numerusform>
            <numerusform>قبل ثانيتين</numerusform>
            <numerusform>قبل %n ثوانٍ</numerusform>
            <numerusform>قبل %n ثانية</numerusform>
            <numerusform>قبل %n ثانية</numerusform>
        </translation>
    </message>
    <message>
        <source>Today %1</source>
        <translation>اليوم %1</translation>
    </message>
    <message>
        <source>Tomorrow %1</source>
        <translation>غدًا %1</translation>
    </message>
    <message>
        <source>Yesterday %1</source>
        <translation>أمس %1</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>الآن</translation>
    </message>
</context>
<context>
    <name>GeneralSection</name>
    <message>
        <source>As the system</source>
        <translation>حسب النظام</translation>
    </message>
    <message>
        <source>At work</source>
        <translation>أثناء العمل</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>داكن</translation>
    </message>
    <message>
        <source>First-start guide</source>
        <translation>دليل البداية</translation>
    </message>
    <message>
        <source>Leads through shop, mode and first key once more. You decide what it changes.</source>
        <translation>يمر بك على المحل وطريقة الربط وأول مفتاح من جديد. أنت تقرر ما يغيّره.</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>فاتح</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>أبدًا</translation>
    </message>
    <message>
        <source>Open the guide</source>
        <translation>افتح الدليل</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>النافذة</translation>
    </message>
</context>
<context>
    <name>HealthSection</name>
    <message numerus="yes">
        <source>%n thing(s) to look at.</source>
        <translation>
            <numerusform>كل شيء بخير.</numerusform>
            <numerusform>أمر واحد يحتاج المراجعة.</numerusform>
            <numerusform>أمران يحتاجان المراجعة.</numerusform>
            <numerusform>%n أمور تحتاج المراجعة.</numerusform>
            <numerusform>%n أمرًا يحتاج المراجعة.</numerusform>
            <numerusform>%n أمر يحتاج المراجعة.</numerusform>
        </translation>
    </message>
    <message>
        <source>All is well.</source>
        <translation>كل شيء بخير.</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>تم النسخ</translation>
    </message>
    <message>
        <source>Copy the result</source>
        <translation>انسخ النتيجة</translation>
    </message>
    <message>
        <source>Looks at the port, the data, the disk, the clock, the keyring, the price file and each target.</source>
        <translation>يفحص المنفذ والبيانات والقرص والساعة ومخزن كلمات المرور وملف الأسعار وكل جهة.</translation>
    </message>
    <message>
        <source>One file for support: settings, program log, recent calls without their bodies, self-test. No keys, no secrets, nothing of your buyers. You see all of it before it is saved.</source>
        <translation>ملف واحد للدعم: الإعدادات وسجل البرنامج وآخر الاتصالات دون محتواها والفحص الذاتي. بلا مفاتيح ولا أسرار ولا بيانات المشترين. تراه كله قبل حفظه.</translation>
    </message>
    <message>
        <source>Self-test</source>
        <translation>الفحص الذاتي</translation>
    </message>
    <message>
        <source>Show what is in it…</source>
        <translation>اعرض ما فيه…</translation>
    </message>
    <message>
        <source>Support bundle</source>
        <translation>ملف الدعم</translation>
    </message>
    <message>
        <source>Test again</source>
        <translation>افحص مجددًا</translation>
    </message>
    <message>
        <source>Test now</source>
        <translation>افحص الآن</translation>
    </message>
    <message>
        <source>Testing</source>
        <translation>يجري الفحص</translation>
    </message>
    <message>
        <source>does not work</source>
        <translation>لا يعمل</translation>
    </message>
    <message>
        <source>good</source>
        <translation>سليم</translation>
    </message>
    <message>
        <source>look at it soon</source>
        <translation>راجعه قريبًا</translation>
    </message>
</context>
<context>
    <name>HeartbeatDialog</name>
    <message>
        <source>A service on the internet gives you an address. It reports to you when the calls from here stop.</source>
        <translation>تعطيك خدمة على الإنترنت عنوانًا. وتبلغك إذا توقفت الاستدعاءات من هنا.</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>العنوان</translation>
    </message>
    <message>
        <source>Every so many minutes</source>
        <translation>كل كم دقيقة</translation>
    </message>
    <message>
        <source>Heartbeat</source>
        <translation>نبض الجهاز</translation>
    </message>
    <message>
        <source>It must begin with https://. It is a secret.</source>
        <translation>يجب أن يبدأ بـ ‎https://‎. وهو سرّ.</translation>
    </message>
    <message>
        <source>Switch it on</source>
        <translation>شغّله</translation>
    </message>
</context>
<context>
    <name>Help</name>
    <message>
        <source>Add the address where your system listens.</source>
        <translation>أضف العنوان الذي يستقبل عليه نظامك.</translation>
    </message>
    <message>
        <source>All parts with prices and stock.</source>
        <translation>كل الأصناف بأسعارها ومخزونها.</translation>
    </message>
    <message>
        <source>Choose Refused to see what a till does wrong; the fault is marked in its text.</source>
        <translation>اختر «مرفوض» لترى خطأ الكاشير؛ وموضع الخطأ معلّم في نصه.</translation>
    </message>
    <message>
        <source>Choose a change to see the old and the new values.</source>
        <translation>اختر تغييرًا لترى القيم القديمة والجديدة.</translation>
    </message>
    <message>
        <source>Choose the price list that is read every night.</source>
        <translation>اختر قائمة الأسعار التي تُقرأ كل ليلة.</translation>
    </message>
    <message>
        <source>Choose where backups go, outside this computer too.</source>
        <translation>اختر مكان النسخ الاحتياطية، خارج هذا الجهاز أيضًا.</translation>
    </message>
    <message>
        <source>Click a price or a count and type the new one, or open a part to change more.</source>
        <translation>انقر السعر أو الكمية واكتب الجديد، أو افتح الصنف لتغيّر غيرهما.</translation>
    </message>
    <message>
        <source>Click an order that waits to accept it.</source>
        <translation>انقر طلبًا ينتظر لتقبله.</translation>
    </message>
    <message>
        <source>Confirm that the part fits the car, and accept before the time is over.</source>
        <translation>أكّد مطابقة القطعة للسيارة، واقبل قبل انتهاء الوقت.</translation>
    </message>
    <message>
        <source>Enter an order that came by phone.</source>
        <translation>أدخل طلبًا جاء بالهاتف.</translation>
    </message>
    <message>
        <source>Every call that your systems made, also the refused ones.</source>
        <translation>كل اتصال أجرته أنظمتك، والمرفوض منها أيضًا.</translation>
    </message>
    <message>
        <source>Every order of the marketplace and by phone, those that wait first.</source>
        <translation>كل طلبات السوق والهاتف، والتي تنتظر أولًا.</translation>
    </message>
    <message>
        <source>How the shop is now, at a glance.</source>
        <translation>حال المحل الآن بنظرة واحدة.</translation>
    </message>
    <message>
        <source>How your till or your price list reaches this shop.</source>
        <translation>كيف يصل الكاشير أو قائمة أسعارك إلى هذا المحل.</translation>
    </message>
    <message>
        <source>Link the shop with the address and the key of the marketplace.</source>
        <translation>اربط المحل بعنوان السوق ومفتاحه.</translation>
    </message>
    <message>
        <source>Load a price list from a file, and see under Low what to reorder.</source>
        <translation>حمّل قائمة أسعار من ملف، وانظر في «قليل» ما يجب طلبه.</translation>
    </message>
    <message>
        <source>Look at the last 24 hours as a chart.</source>
        <translation>انظر آخر 24 ساعة في رسم.</translation>
    </message>
    <message>
        <source>Look at what sold today and which parts run low.</source>
        <translation>انظر ما بيع اليوم والأصناف التي أوشكت على النفاد.</translation>
    </message>
    <message>
        <source>Look at what the last night changed, and undo it.</source>
        <translation>انظر ما غيّرته الليلة الماضية، وتراجع عنه.</translation>
    </message>
    <message>
        <source>Look at what would change there, and approve it once.</source>
        <translation>انظر ما سيتغير هناك ووافق عليه مرة واحدة.</translation>
    </message>
    <message>
        <source>Make a key for each till; it works with this shop only.</source>
        <translation>أنشئ مفتاحًا لكل كاشير؛ يعمل مع هذا المحل فقط.</translation>
    </message>
    <message>
        <source>Name your staff, and protect prices and keys with a PIN.</source>
        <translation>سمِّ العاملين، واحمِ الأسعار والمفاتيح برمز.</translation>
    </message>
    <message>
        <source>Open what caused it, and undo an upload or a file there.</source>
        <translation>افتح سببه، وتراجع هناك عن رفع أو ملف.</translation>
    </message>
    <message>
        <source>Print the pick slip, mark the order ready, then sent and delivered.</source>
        <translation>اطبع ورقة التجهيز، ثم علّم الطلب جاهزًا فمُرسلًا فمُسلَّمًا.</translation>
    </message>
    <message>
        <source>Search by number, name or car; a barcode reader types into the search too.</source>
        <translation>ابحث بالرقم أو الاسم أو السيارة؛ وقارئ الباركود يكتب في البحث أيضًا.</translation>
    </message>
    <message>
        <source>Search for a part, an order or a call.</source>
        <translation>ابحث عن صنف أو طلب أو اتصال.</translation>
    </message>
    <message>
        <source>See what waits and on what the two sides disagree.</source>
        <translation>انظر ما ينتظر وما يختلف فيه الطرفان.</translation>
    </message>
    <message>
        <source>See what was sent and what it answered.</source>
        <translation>انظر ما أُرسل وما كان الرد.</translation>
    </message>
    <message>
        <source>Send again what did not arrive.</source>
        <translation>أعد إرسال ما لم يصل.</translation>
    </message>
    <message>
        <source>Set the sound of a new order, and who gets a message by phone or mail.</source>
        <translation>اضبط صوت الطلب الجديد ومن يُبلَّغ بالهاتف أو البريد.</translation>
    </message>
    <message>
        <source>Tells your own system at once about orders and stock.</source>
        <translation>يخبر نظامك فورًا بالطلبات والمخزون.</translation>
    </message>
    <message>
        <source>The link that sells your parts and brings their orders.</source>
        <translation>الربط الذي يبيع أصنافك ويأتي بطلباتها.</translation>
    </message>
    <message>
        <source>The strip on top says what is wrong and has the button that helps.</source>
        <translation>الشريط في الأعلى يبيّن الخلل وفيه الزر الذي يعالجه.</translation>
    </message>
    <message>
        <source>Undo an upload that was a mistake.</source>
        <translation>تراجع عن رفع كان خطأ.</translation>
    </message>
    <message>
        <source>What this computer and this shop do.</source>
        <translation>ما يفعله هذا الجهاز وهذا المحل.</translation>
    </message>
    <message>
        <source>Why a price or a stock is what it is: each change, newest first.</source>
        <translation>لماذا صار السعر أو المخزون هكذا: كل تغيير، والأحدث أولًا.</translation>
    </message>
</context>
<context>
    <name>HelpPage</name>
    <message>
        <source>All keys</source>
        <translation>كل المفاتيح</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
</context>
<context>
    <name>HistoryFilters</name>
    <message>
        <source>Any cause</source>
        <translation>كل الأسباب</translation>
    </message>
    <message>
        <source>By hand</source>
        <translation>يدويًا</translation>
    </message>
    <message>
        <source>Call %1</source>
        <translation>الاتصال %1</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>السبب</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>التغيير %1</translation>
    </message>
    <message>
        <source>Changes between two times</source>
        <translation>التغييرات بين وقتين</translation>
    </message>
    <message>
        <source>Marketplace</source>
        <translation>السوق</translation>
    </message>
    <message>
        <source>Order %1</source>
        <translation>الطلب %1</translation>
    </message>
    <message>
        <source>Orders</source>
        <translation>الطلبات</translation>
    </message>
    <message>
        <source>Part %1</source>
        <translation>الصنف %1</translation>
    </message>
    <message>
        <source>Part, order or call</source>
        <translation>صنف أو طلب أو اتصال</translation>
    </message>
    <message>
        <source>Price file</source>
        <translation>ملف الأسعار</translation>
    </message>
    <message>
        <source>Run %1</source>
        <translation>التشغيل %1</translation>
    </message>
    <message>
        <source>Show every change again</source>
        <translation>اعرض كل التغييرات من جديد</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>التراجع</translation>
    </message>
    <message>
        <source>Uploads</source>
        <translation>الرفع</translation>
    </message>
</context>
<context>
    <name>HistoryPage</name>
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
    <message>
        <source>History of the nightly file</source>
        <translation>سجل الملف الليلي</translation>
    </message>
    <message>
        <source>Nothing was read yet</source>
        <translation>لم يُقرأ شيء بعد</translation>
    </message>
    <message>
        <source>Prices, names and quantities go back to what they were before it. What changed after it by a sale, an order or your till stays.</source>
        <translation>تعود الأسعار والأسماء والكميات إلى ما كانت عليه قبلها. وما تغيّر بعدها ببيع أو طلب أو من الكاشير يبقى.</translation>
    </message>
    <message>
        <source>Take back the run of %1?</source>
        <translation>التراجع عن قراءة %1؟</translation>
    </message>
    <message>
        <source>Take it back</source>
        <translation>تراجع عنها</translation>
    </message>
    <message>
        <source>The first run is here in the morning. “Run now” does not wait for the night.</source>
        <translation>ستجد أول قراءة هنا في الصباح، وزر «شغّل الآن» لا ينتظر الليل.</translation>
    </message>
    <message>
        <source>The last 7 runs that changed something can be taken back.</source>
        <translation>يمكن التراجع عن آخر 7 مرات تغيّر فيها شيء.</translation>
    </message>
</context>
<context>
    <name>HistoryPane</name>
    <message>
        <source>History</source>
        <translation>سجل التغييرات</translation>
    </message>
    <message>
        <source>The history begins on %1.</source>
        <translation>يبدأ السجل في %1.</translation>
    </message>
    <message>
        <source>What changed a part, its price or its stock, and who or what did it.</source>
        <translation>ما غيّر صنفًا أو سعره أو مخزونه، ومن قام به أو ما سببه.</translation>
    </message>
</context>
<context>
    <name>HistoryText</name>
    <message>
        <source>%1 in the list</source>
        <translation>%1 في القائمة</translation>
    </message>
    <message>
        <source>By hand</source>
        <translation>يدويًا</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>أُنشئ</translation>
    </message>
    <message>
        <source>Low at</source>
        <translation>حد النقص</translation>
    </message>
    <message>
        <source>Marketplace</source>
        <translation>السوق</translation>
    </message>
    <message>
        <source>On hand at %1</source>
        <translation>المتوفر في %1</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>طلب</translation>
    </message>
    <message>
        <source>Order %1</source>
        <translation>الطلب %1</translation>
    </message>
    <message>
        <source>Order %1 set aside</source>
        <translation>الطلب %1 مركون</translation>
    </message>
    <message>
        <source>Order set aside</source>
        <translation>طلب مركون</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>الصورة</translation>
    </message>
    <message>
        <source>Price file</source>
        <translation>ملف الأسعار</translation>
    </message>
    <message>
        <source>Price file, run %1</source>
        <translation>ملف الأسعار، التشغيل %1</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>حُذف</translation>
    </message>
    <message>
        <source>Sample data</source>
        <translation>بيانات تجريبية</translation>
    </message>
    <message>
        <source>Undo of a run</source>
        <translation>تراجع عن تشغيل</translation>
    </message>
    <message>
        <source>Undo of an upload</source>
        <translation>تراجع عن رفع</translation>
    </message>
    <message>
        <source>Undo of run %1</source>
        <translation>تراجع عن التشغيل %1</translation>
    </message>
    <message>
        <source>Upload</source>
        <translation>رفع</translation>
    </message>
    <message>
        <source>Upload, call %1</source>
        <translation>رفع، الاتصال %1</translation>
    </message>
</context>
<context>
    <name>HostStrip</name>
    <message>
        <source>The service is not running.</source>
        <translation>الخدمة لا تعمل.</translation>
    </message>
    <message>
        <source>This may be out of date</source>
        <translation>قد لا يكون هذا محدّثًا</translation>
    </message>
</context>
<context>
    <name>ItemDetail</name>
    <message>
        <source>Brand</source>
        <translation>الماركة</translation>
    </message>
    <message>
        <source>Calls about this part</source>
        <translation>الاتصالات عن هذا الصنف</translation>
    </message>
    <message>
        <source>Choose a picture…</source>
        <translation>اختر صورة…</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>تم النسخ</translation>
    </message>
    <message>
        <source>Copy the SKU</source>
        <translation>انسخ SKU</translation>
    </message>
    <message>
        <source>Edit this part (F2)</source>
        <translation>عدّل هذا الصنف (F2)</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>يناسب</translation>
    </message>
    <message>
        <source>History…</source>
        <translation>سجل التغييرات…</translation>
    </message>
    <message>
        <source>Inactive</source>
        <translation>موقوف</translation>
    </message>
    <message>
        <source>Last movement</source>
        <translation>آخر حركة</translation>
    </message>
    <message>
        <source>Ledger</source>
        <translation>سجل الحركات</translation>
    </message>
    <message>
        <source>More</source>
        <translation>المزيد</translation>
    </message>
    <message>
        <source>Not listed</source>
        <translation>غير معروض</translation>
    </message>
    <message>
        <source>Nothing has moved yet.</source>
        <translation>لا حركة بعد.</translation>
    </message>
    <message>
        <source>OEM number</source>
        <translation>رقم OEM</translation>
    </message>
    <message>
        <source>On the marketplace</source>
        <translation>معروض في السوق</translation>
    </message>
    <message>
        <source>Online</source>
        <translation>سعر السوق</translation>
    </message>
    <message>
        <source>Print a label…</source>
        <translation>اطبع ملصقًا…</translation>
    </message>
    <message>
        <source>Remove the picture…</source>
        <translation>احذف الصورة…</translation>
    </message>
    <message>
        <source>SKU</source>
        <translation>SKU</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>الإعدادات</translation>
    </message>
    <message>
        <source>Shop price</source>
        <translation>سعر المحل</translation>
    </message>
    <message>
        <source>This shop is read-only: stock can&apos;t be moved.</source>
        <translation>هذا المحل للقراءة فقط: لا يمكن تحريك المخزون.</translation>
    </message>
    <message>
        <source>Wholesale</source>
        <translation>سعر الجملة</translation>
    </message>
    <message>
        <source>With %1% VAT</source>
        <translation>مع ضريبة %1%</translation>
    </message>
    <message>
        <source>all years</source>
        <translation>كل السنوات</translation>
    </message>
    <message numerus="yes">
        <source>and %n more car(s)</source>
        <translation>
            <numerusform>ولا سيارات أخرى</numerusform>
            <numerusform>وسيارة أخرى</numerusform>
            <numerusform>وسيارتين أخريين</numerusform>
            <numerusform>و%n سيارات أخرى</numerusform>
            <numerusform>و%n سيارة أخرى</numerusform>
            <numerusform>و%n سيارة أخرى</numerusform>
        </translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>من %1</translation>
    </message>
    <message>
        <source>to %1</source>
        <translation>حتى %1</translation>
    </message>
</context>
<context>
    <name>ItemEditor</name>
    <message>
        <source>%1 is saved. Enter the next part.</source>
        <translation>حُفظ %1. أدخل الصنف التالي.</translation>
    </message>
    <message>
        <source>Close without saving</source>
        <translation>أغلق دون حفظ</translation>
    </message>
    <message>
        <source>Close without saving?</source>
        <translation>إغلاق دون حفظ؟</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>يناسب</translation>
    </message>
    <message>
        <source>It needs an SKU and a name; the rest can wait.</source>
        <translation>يكفي SKU واسم، والباقي لاحقًا.</translation>
    </message>
    <message>
        <source>New part</source>
        <translation>صنف جديد</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>احفظ</translation>
    </message>
    <message>
        <source>Save and enter another</source>
        <translation>احفظ وأدخل غيره</translation>
    </message>
    <message>
        <source>Stock by branch, as counted</source>
        <translation>المخزون في كل فرع حسب الجرد</translation>
    </message>
    <message>
        <source>This part was changed while you edited it. Save again to replace it, or close this.</source>
        <translation>تغيّر هذا الصنف وأنت تعدّله. احفظ مجددًا لاستبداله، أو أغلق هذه النافذة.</translation>
    </message>
    <message>
        <source>What you typed is lost.</source>
        <translation>سيضيع ما كتبته.</translation>
    </message>
</context>
<context>
    <name>ItemFields</name>
    <message>
        <source>%1 with %2% VAT</source>
        <translation>%1 مع ضريبة %2%</translation>
    </message>
    <message>
        <source>%1, BHD</source>
        <translation>%1، د.ب</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>نشط</translation>
    </message>
    <message>
        <source>Condition</source>
        <translation>الحالة</translation>
    </message>
    <message>
        <source>On the marketplace</source>
        <translation>معروض في السوق</translation>
    </message>
    <message>
        <source>Write an amount like 12.500.</source>
        <translation>اكتب مبلغًا مثل 12.500.</translation>
    </message>
</context>
<context>
    <name>ItemFilters</name>
    <message>
        <source>All branches</source>
        <translation>كل الفروع</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>الفرع</translation>
    </message>
    <message>
        <source>SKU or name</source>
        <translation>الاسم أو SKU</translation>
    </message>
    <message>
        <source>SKU, OEM number or name, English or Arabic</source>
        <translation>ابحث بالاسم العربي أو الإنجليزي أو SKU أو رقم OEM</translation>
    </message>
    <message>
        <source>Sort by</source>
        <translation>الترتيب</translation>
    </message>
    <message>
        <source>Which parts</source>
        <translation>أي الأصناف</translation>
    </message>
</context>
<context>
    <name>ItemHistoryDialog</name>
    <message>
        <source>After</source>
        <translation>بعد</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>قبل</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>السبب</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>Enter or a double click opens the call, the order or the file behind a change.</source>
        <translation>يفتح Enter أو النقر المزدوج الاتصال أو الطلب أو الملف الذي سبّب التغيير.</translation>
    </message>
    <message>
        <source>History</source>
        <translation>سجل التغييرات</translation>
    </message>
    <message>
        <source>Nothing of this part has changed since the history began.</source>
        <translation>لم يتغيّر شيء من هذا الصنف منذ بدء السجل.</translation>
    </message>
    <message>
        <source>Open in History</source>
        <translation>افتح في سجل التغييرات</translation>
    </message>
    <message>
        <source>The call is not in the call log any more.</source>
        <translation>لم يعد الاتصال في سجل الاتصالات.</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>القيمة</translation>
    </message>
    <message>
        <source>When</source>
        <translation>متى</translation>
    </message>
</context>
<context>
    <name>ItemPicker</name>
    <message>
        <source>Add a part: SKU, OEM number or name</source>
        <translation>أضف صنفًا: SKU أو رقم OEM أو الاسم</translation>
    </message>
    <message>
        <source>Parts that fit</source>
        <translation>الأصناف المطابقة</translation>
    </message>
</context>
<context>
    <name>ItemPictures</name>
    <message>
        <source>Choose a picture</source>
        <translation>اختر صورة</translation>
    </message>
    <message>
        <source>Picture of %1</source>
        <translation>صورة %1</translation>
    </message>
    <message>
        <source>Pictures (*.png *.jpg *.jpeg)</source>
        <translation>صور (*.png *.jpg *.jpeg)</translation>
    </message>
    <message>
        <source>Remove the picture</source>
        <translation>احذف الصورة</translation>
    </message>
    <message>
        <source>Remove the picture?</source>
        <translation>حذف الصورة؟</translation>
    </message>
    <message>
        <source>The file that you chose stays where it is.</source>
        <translation>الملف الذي اخترته يبقى في مكانه.</translation>
    </message>
</context>
<context>
    <name>ItemTable</name>
    <message>
        <source>Brand</source>
        <translation>الماركة</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>المتاح</translation>
    </message>
    <message>
        <source>On hand</source>
        <translation>الموجود</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>الصنف</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>الأصناف</translation>
    </message>
    <message>
        <source>Price, BHD</source>
        <translation>السعر، د.ب</translation>
    </message>
</context>
<context>
    <name>JoinDialog</name>
    <message>
        <source>Address of the first computer</source>
        <translation>عنوان الجهاز الأول</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>الرمز</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>تابع</translation>
    </message>
    <message>
        <source>Does the first computer show the same words? If not, stop here.</source>
        <translation>هل يعرض الجهاز الأول الكلمات نفسها؟ وإلا فتوقف هنا.</translation>
    </message>
    <message>
        <source>It uses the data of the first computer</source>
        <translation>تستخدم بيانات الجهاز الأول</translation>
    </message>
    <message>
        <source>On the first computer open Settings, Counters, and press “Add a counter”.</source>
        <translation>افتح على الجهاز الأول الإعدادات ثم المناضد، واضغط «إضافة منضدة».</translation>
    </message>
    <message>
        <source>They are the same</source>
        <translation>هي نفسها</translation>
    </message>
    <message>
        <source>This is a further counter</source>
        <translation>هذه منضدة إضافية</translation>
    </message>
    <message>
        <source>Type the address that the first computer shows.</source>
        <translation>اكتب العنوان الذي يعرضه الجهاز الأول.</translation>
    </message>
    <message>
        <source>Type the code that the first computer shows.</source>
        <translation>اكتب الرمز الذي يعرضه الجهاز الأول.</translation>
    </message>
</context>
<context>
    <name>KeyDialogs</name>
    <message>
        <source>Address</source>
        <translation>العنوان</translation>
    </message>
    <message>
        <source>Copy a message for the seller of the till</source>
        <translation>انسخ رسالة لمن باعك الكاشير</translation>
    </message>
    <message>
        <source>Do everything</source>
        <translation>كل شيء</translation>
    </message>
    <message>
        <source>Header</source>
        <translation>الترويسة</translation>
    </message>
    <message>
        <source>Hello, please connect our system to Counterpart. On our PC its address is %1; what can be called is there at %1/docs. Send this header with every call: Authorization: Bearer KEY. I will give you the key separately.</source>
        <translation>السلام عليكم، نرجو ربط نظامنا ببرنامج Counterpart. عنوانه على جهازنا %1، ووصف الاتصالات هناك على %1/docs. أرسلوا هذه الترويسة مع كل اتصال: Authorization: Bearer KEY وسأعطيكم المفتاح بشكل منفصل.</translation>
    </message>
    <message>
        <source>I have stored it in the till&apos;s settings</source>
        <translation>حفظته في إعدادات الكاشير</translation>
    </message>
    <message>
        <source>Its system is refused from now on, until it gets a new key. A revoked key cannot be brought back.</source>
        <translation>سيُرفض نظامه من الآن حتى تعطيه مفتاحًا جديدًا. المفتاح الملغى لا يعود.</translation>
    </message>
    <message>
        <source>Key for %1</source>
        <translation>مفتاح %1</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>فعلي</translation>
    </message>
    <message>
        <source>Make a key</source>
        <translation>أنشئ مفتاحًا</translation>
    </message>
    <message>
        <source>Make the key</source>
        <translation>أنشئ المفتاح</translation>
    </message>
    <message>
        <source>Only read</source>
        <translation>القراءة فقط</translation>
    </message>
    <message>
        <source>Only send and read parts</source>
        <translation>إرسال الأصناف وقراءتها فقط</translation>
    </message>
    <message>
        <source>Only work with orders</source>
        <translation>العمل بالطلبات فقط</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>غيّر الاسم</translation>
    </message>
    <message>
        <source>Rename the key</source>
        <translation>غيّر اسم المفتاح</translation>
    </message>
    <message>
        <source>Revoke the key</source>
        <translation>ألغِ المفتاح</translation>
    </message>
    <message>
        <source>Revoke “%1”? It stops at once.</source>
        <translation>إلغاء مفتاح «%1»؟ سيتوقف فورًا.</translation>
    </message>
    <message>
        <source>Staging</source>
        <translation>تجريبي</translation>
    </message>
    <message>
        <source>The key itself stays as it is.</source>
        <translation>المفتاح نفسه لا يتغيّر.</translation>
    </message>
    <message>
        <source>The key may</source>
        <translation>يُسمح للمفتاح بـ</translation>
    </message>
    <message>
        <source>The system that will use it, as you call it. You see this name next to each of its calls.</source>
        <translation>النظام الذي سيستخدمه كما تسمّيه أنت. سترى هذا الاسم بجانب كل اتصال منه.</translation>
    </message>
    <message>
        <source>This is the only time the whole key is shown. Copy it into the till&apos;s settings now; if it is lost, make a new one and revoke this one.</source>
        <translation>هذه المرة الوحيدة التي يظهر فيها المفتاح كاملًا. انسخه الآن إلى إعدادات الكاشير، وإن ضاع فأنشئ مفتاحًا جديدًا وألغِ هذا.</translation>
    </message>
    <message>
        <source>Till 3</source>
        <translation>كاشير 3</translation>
    </message>
    <message>
        <source>What its system needs. A call beyond that is refused.</source>
        <translation>ما يحتاجه نظامه. وكل اتصال يتجاوز ذلك يُرفض.</translation>
    </message>
    <message>
        <source>Write a name first: Till 3, ERP, stock board.</source>
        <translation>اكتب اسمًا أولًا: كاشير 3، ERP، شاشة المخزون.</translation>
    </message>
</context>
<context>
    <name>KeyHelp</name>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>مفاتيح الاختصار</translation>
    </message>
</context>
<context>
    <name>KeyRows</name>
    <message>
        <source>Calls today</source>
        <translation>اتصالات اليوم</translation>
    </message>
    <message>
        <source>Expired</source>
        <translation>انتهت مدته</translation>
    </message>
    <message>
        <source>From</source>
        <translation>من</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>مستخدم</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>المفتاح</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>آخر استخدام</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>الاسم</translation>
    </message>
    <message>
        <source>Not used yet</source>
        <translation>لم يُستخدم بعد</translation>
    </message>
    <message>
        <source>Revoked</source>
        <translation>ملغى</translation>
    </message>
    <message>
        <source>This PC</source>
        <translation>هذا الجهاز</translation>
    </message>
    <message>
        <source>Until %1</source>
        <translation>حتى %1</translation>
    </message>
    <message>
        <source>Works until</source>
        <translation>يعمل حتى</translation>
    </message>
</context>
<context>
    <name>KeyringNotes</name>
    <message>
        <source>Enter the passphrase…</source>
        <translation>أدخل عبارة المرور…</translation>
    </message>
    <message>
        <source>Events wait until it is open. Unlock it (%1), then try again.</source>
        <translation>الإشعارات تنتظر حتى يُفتح. افتحه (%1) ثم أعد المحاولة.</translation>
    </message>
    <message>
        <source>Events wait until you enter its passphrase. It is asked once after each start.</source>
        <translation>الإشعارات تنتظر حتى تدخل عبارة مروره. تُطلب مرة بعد كل تشغيل.</translation>
    </message>
    <message>
        <source>Events wait. Look for a window that asks to unlock it and try again, or keep secrets in a file.</source>
        <translation>الإشعارات في الانتظار. ابحث عن نافذة تطلب فتحه ثم أعد المحاولة، أو احفظ الأسرار في ملف.</translation>
    </message>
    <message>
        <source>It asks for its passphrase once after each start.</source>
        <translation>يطلب عبارة المرور مرة بعد كل تشغيل.</translation>
    </message>
    <message>
        <source>It opens with your login to this PC; other users cannot read it.</source>
        <translation>يُفتح بدخولك إلى هذا الجهاز، ولا يقرؤه مستخدم آخر.</translation>
    </message>
    <message>
        <source>Secrets are stored in %1</source>
        <translation>الأسرار محفوظة في %1</translation>
    </message>
    <message>
        <source>Secrets are stored in an encrypted file, and it is open</source>
        <translation>الأسرار محفوظة في ملف مشفّر، وهو مفتوح</translation>
    </message>
    <message>
        <source>The encrypted file with the webhook secrets is closed</source>
        <translation>الملف المشفر الذي يحفظ أسرار الإشعارات مغلق</translation>
    </message>
    <message>
        <source>The keyring did not answer in time</source>
        <translation>لم يستجب مخزن كلمات المرور في الوقت المناسب</translation>
    </message>
    <message>
        <source>The keyring that holds the webhook secrets is locked</source>
        <translation>مخزن كلمات المرور الذي يحفظ أسرار الإشعارات مقفل</translation>
    </message>
    <message>
        <source>This computer has no keyring</source>
        <translation>لا يوجد مخزن كلمات مرور في هذا الجهاز</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>أعد المحاولة</translation>
    </message>
    <message>
        <source>Use an encrypted file…</source>
        <translation>استخدم ملفًا مشفرًا…</translation>
    </message>
    <message>
        <source>Without one, no secret can be kept and no event is sent. An encrypted file can be used instead.</source>
        <translation>بدونه لا يُحفظ سر ولا يُرسل إشعار. يمكن استخدام ملف مشفر بدلًا منه.</translation>
    </message>
</context>
<context>
    <name>Keys</name>
    <message>
        <source>Call log</source>
        <translation>سجل الاتصالات</translation>
    </message>
    <message>
        <source>Catalogue</source>
        <translation>الأصناف</translation>
    </message>
    <message>
        <source>Choose who is at the counter</source>
        <translation>اختيار من يقف عند المنضدة</translation>
    </message>
    <message>
        <source>Close or clear</source>
        <translation>إغلاق أو مسح</translation>
    </message>
    <message>
        <source>Copy the call as curl</source>
        <translation>نسخ الاتصال كأمر curl</translation>
    </message>
    <message>
        <source>Copy the chosen value</source>
        <translation>نسخ القيمة المحددة</translation>
    </message>
    <message>
        <source>Edit the chosen part</source>
        <translation>عدّل الصنف المختار</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>تصدير</translation>
    </message>
    <message>
        <source>Filter of this page</source>
        <translation>تصفية هذه الصفحة</translation>
    </message>
    <message>
        <source>Help for this page</source>
        <translation>مساعدة لهذه الصفحة</translation>
    </message>
    <message>
        <source>History</source>
        <translation>سجل التغييرات</translation>
    </message>
    <message>
        <source>In the list of orders: accept, confirm fit, reject</source>
        <translation>في قائمة الطلبات: قبول، تأكيد المطابقة، رفض</translation>
    </message>
    <message>
        <source>Live or staging</source>
        <translation>فعلي أو تجريبي</translation>
    </message>
    <message>
        <source>Marketplace</source>
        <translation>السوق</translation>
    </message>
    <message>
        <source>New, on this page</source>
        <translation>جديد في هذه الصفحة</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>فتح</translation>
    </message>
    <message>
        <source>Orders</source>
        <translation>الطلبات</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>نظرة عامة</translation>
    </message>
    <message>
        <source>Pause the call log</source>
        <translation>إيقاف سجل الاتصالات مؤقتًا</translation>
    </message>
    <message>
        <source>Print</source>
        <translation>طباعة</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>إنهاء البرنامج</translation>
    </message>
    <message>
        <source>Refresh or run</source>
        <translation>تحديث أو تشغيل</translation>
    </message>
    <message>
        <source>Search everything</source>
        <translation>بحث في كل شيء</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>الإعدادات</translation>
    </message>
    <message>
        <source>Side bar, list, detail</source>
        <translation>الشريط الجانبي، القائمة، التفاصيل</translation>
    </message>
    <message>
        <source>Webhooks</source>
        <translation>الإشعارات الصادرة</translation>
    </message>
    <message>
        <source>Your own system</source>
        <translation>نظامك الخاص</translation>
    </message>
</context>
<context>
    <name>KeysCard</name>
    <message>
        <source>API keys</source>
        <translation>مفاتيح API</translation>
    </message>
    <message>
        <source>Hide revoked keys</source>
        <translation>أخفِ المفاتيح الملغاة</translation>
    </message>
    <message>
        <source>Last day…</source>
        <translation>آخر يوم…</translation>
    </message>
    <message>
        <source>Make a key</source>
        <translation>أنشئ مفتاحًا</translation>
    </message>
    <message>
        <source>More for %1</source>
        <translation>المزيد لـ %1</translation>
    </message>
    <message>
        <source>No key yet. Your till or ERP shows its key with every call; with it, it reaches this shop and no other.</source>
        <translation>لا يوجد مفتاح بعد. يُبرز الكاشير أو نظام ERP مفتاحه مع كل اتصال، ولا يصل به إلا إلى هذا المحل.</translation>
    </message>
    <message>
        <source>One per system, so you can stop one without stopping the others.</source>
        <translation>مفتاح لكل نظام، فتوقف واحدًا دون أن تتوقف البقية.</translation>
    </message>
    <message>
        <source>Pair a till…</source>
        <translation>اربط كاشيرًا…</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>غيّر الاسم…</translation>
    </message>
    <message>
        <source>Revoke…</source>
        <translation>ألغِ المفتاح…</translation>
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
</context>
<context>
    <name>Label</name>
    <message>
        <source>Copy</source>
        <translation>نسخ</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>تحديد الكل</translation>
    </message>
</context>
<context>
    <name>LabelDialog</name>
    <message>
        <source>%1 mm</source>
        <translation>%1 مم</translation>
    </message>
    <message numerus="yes">
        <source>%n part(s) without bars: the SKU is too long here, or not in Latin letters.</source>
        <translation>
            <numerusform>لا أصناف بدون رمز شريطي.</numerusform>
            <numerusform>صنف واحد بدون رمز شريطي: رقمه أطول من الملصق أو ليس بحروف لاتينية.</numerusform>
            <numerusform>صنفان بدون رمز شريطي: الرقم أطول من الملصق أو ليس بحروف لاتينية.</numerusform>
            <numerusform>%n أصناف بدون رمز شريطي: الرقم أطول من الملصق أو ليس بحروف لاتينية.</numerusform>
            <numerusform>%n صنفًا بدون رمز شريطي: الرقم أطول من الملصق أو ليس بحروف لاتينية.</numerusform>
            <numerusform>%n صنف بدون رمز شريطي: الرقم أطول من الملصق أو ليس بحروف لاتينية.</numerusform>
        </translation>
    </message>
    <message>
        <source>A4, %1 labels</source>
        <translation>‏A4، %1 ملصقًا</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>ملصقات</translation>
    </message>
    <message>
        <source>Labels of each part</source>
        <translation>عدد الملصقات لكل صنف</translation>
    </message>
    <message numerus="yes">
        <source>Print %n label(s)</source>
        <translation>
            <numerusform>طباعة الملصقات</numerusform>
            <numerusform>طباعة ملصق</numerusform>
            <numerusform>طباعة ملصقين</numerusform>
            <numerusform>طباعة %n ملصقات</numerusform>
            <numerusform>طباعة %n ملصقًا</numerusform>
            <numerusform>طباعة %n ملصق</numerusform>
        </translation>
    </message>
    <message>
        <source>Size of a label</source>
        <translation>قياس الملصق</translation>
    </message>
</context>
<context>
    <name>Labels</name>
    <message>
        <source>with %1 VAT</source>
        <translation>شامل ضريبة %1</translation>
    </message>
</context>
<context>
    <name>LanguageStep</name>
    <message>
        <source>Both are complete. You can change it at any time under Settings.</source>
        <translation>كلتاهما كاملة، ويمكنك تغييرها متى شئت من الإعدادات.</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>اللغة</translation>
    </message>
    <message>
        <source>Prices as BHD 12.500</source>
        <translation>الأسعار بصيغة BHD 12.500</translation>
    </message>
    <message>
        <source>Right to left, prices as 12.500 د.ب</source>
        <translation>من اليمين إلى اليسار، والأسعار بصيغة 12.500 د.ب</translation>
    </message>
    <message>
        <source>This is a further counter…</source>
        <translation>هذه منضدة إضافية…</translation>
    </message>
    <message>
        <source>Which language do you read best?</source>
        <translation>ما اللغة التي تفضّلها؟</translation>
    </message>
</context>
<context>
    <name>Ledger</name>
    <message>
        <source>Branch</source>
        <translation>الفرع</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>التغيير</translation>
    </message>
    <message>
        <source>Ledger</source>
        <translation>سجل الحركات</translation>
    </message>
    <message>
        <source>Nothing has moved yet.</source>
        <translation>لا حركة بعد.</translation>
    </message>
    <message>
        <source>On hand</source>
        <translation>الموجود</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>أعد المحاولة</translation>
    </message>
    <message>
        <source>What</source>
        <translation>الحركة</translation>
    </message>
    <message>
        <source>When</source>
        <translation>الوقت</translation>
    </message>
</context>
<context>
    <name>LedgerDialog</name>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
</context>
<context>
    <name>LevelRows</name>
    <message>
        <source>%1 reserved</source>
        <translation>المحجوز %1</translation>
    </message>
    <message>
        <source>Empty: the usual %1</source>
        <translation>فارغ: المعتاد %1</translation>
    </message>
    <message>
        <source>Low at, free units</source>
        <translation>حد النقص، المتاح</translation>
    </message>
    <message>
        <source>Write a number like 12 or 0.5.</source>
        <translation>اكتب عددًا مثل 12 أو 0.5.</translation>
    </message>
</context>
<context>
    <name>LicencesDialog</name>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>Each part&apos;s licence in full, and where its source is found, are in a folder of the program.</source>
        <translation>نص رخصة كل مكوّن كاملًا ومكان شفرته المصدرية موجودان في مجلد من مجلدات البرنامج.</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>الموقع</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>الترخيص</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>التراخيص</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>افتح المجلد</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>الجزء</translation>
    </message>
</context>
<context>
    <name>LineFields</name>
    <message>
        <source>Price without VAT, BHD</source>
        <translation>السعر دون الضريبة، د.ب</translation>
    </message>
    <message>
        <source>Price, BHD</source>
        <translation>السعر، د.ب</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>الكمية</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>أزل</translation>
    </message>
    <message>
        <source>Write a number above 0.</source>
        <translation>اكتب عددًا أكبر من 0.</translation>
    </message>
    <message>
        <source>Write an amount like 12.500.</source>
        <translation>اكتب مبلغًا مثل 12.500.</translation>
    </message>
</context>
<context>
    <name>LinkCard</name>
    <message>
        <source>Compared: %1</source>
        <translation>آخر مقارنة: %1</translation>
    </message>
    <message>
        <source>End the practice</source>
        <translation>أنهِ التدريب</translation>
    </message>
    <message>
        <source>Last answer: %1</source>
        <translation>آخر رد: %1</translation>
    </message>
    <message>
        <source>Practice</source>
        <translation>تدريب</translation>
    </message>
    <message>
        <source>Remove the link</source>
        <translation>أزل الربط</translation>
    </message>
    <message>
        <source>Send anyway</source>
        <translation>أرسل رغم ذلك</translation>
    </message>
    <message>
        <source>Send refused parts again</source>
        <translation>أعد إرسال الأصناف المرفوضة</translation>
    </message>
    <message>
        <source>Switch off</source>
        <translation>أوقف</translation>
    </message>
    <message>
        <source>Switch on</source>
        <translation>شغّل</translation>
    </message>
    <message>
        <source>Waiting since: %1</source>
        <translation>في الانتظار منذ: %1</translation>
    </message>
    <message numerus="yes">
        <source>answer(s) wait(s) to be sent</source>
        <translation>
            <numerusform>رد ينتظر الإرسال</numerusform>
            <numerusform>رد ينتظر الإرسال</numerusform>
            <numerusform>ردّان ينتظران الإرسال</numerusform>
            <numerusform>ردود تنتظر الإرسال</numerusform>
            <numerusform>ردًّا ينتظر الإرسال</numerusform>
            <numerusform>رد ينتظر الإرسال</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>open order(s)</source>
        <translation>
            <numerusform>طلب مفتوح</numerusform>
            <numerusform>طلب مفتوح</numerusform>
            <numerusform>طلبان مفتوحان</numerusform>
            <numerusform>طلبات مفتوحة</numerusform>
            <numerusform>طلبًا مفتوحًا</numerusform>
            <numerusform>طلب مفتوح</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>part(s) wait(s) to be sent</source>
        <translation>
            <numerusform>صنف ينتظر الإرسال</numerusform>
            <numerusform>صنف ينتظر الإرسال</numerusform>
            <numerusform>صنفان ينتظران الإرسال</numerusform>
            <numerusform>أصناف تنتظر الإرسال</numerusform>
            <numerusform>صنفًا ينتظر الإرسال</numerusform>
            <numerusform>صنف ينتظر الإرسال</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LinkForm</name>
    <message numerus="yes">
        <source>%n placed order(s)</source>
        <translation>
            <numerusform>لا طلبات جديدة</numerusform>
            <numerusform>طلب جديد واحد</numerusform>
            <numerusform>طلبان جديدان</numerusform>
            <numerusform>%n طلبات جديدة</numerusform>
            <numerusform>%n طلبًا جديدًا</numerusform>
            <numerusform>%n طلب جديد</numerusform>
        </translation>
    </message>
    <message>
        <source>API key</source>
        <translation>مفتاح API</translation>
    </message>
    <message>
        <source>Address of the marketplace</source>
        <translation>عنوان السوق</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>تحقّق</translation>
    </message>
    <message>
        <source>Its orders come to this PC, and your stock and prices are sent to it. The marketplace is asked first; nothing is sent before you have seen what would change there and approved it.</source>
        <translation>تأتي طلباته إلى هذا الجهاز، ويُرسل إليه مخزونك وأسعارك. يُسأل السوق أولًا؛ ولا يُرسل شيء قبل أن ترى ما سيتغير هناك وتوافق عليه.</translation>
    </message>
    <message>
        <source>Link the shop</source>
        <translation>اربط المحل</translation>
    </message>
    <message>
        <source>Link this shop to a marketplace</source>
        <translation>اربط هذا المحل بسوق</translation>
    </message>
    <message>
        <source>Make it on the marketplace&apos;s website. It stays secret.</source>
        <translation>أنشئه في موقع السوق. يبقى سرًّا.</translation>
    </message>
    <message>
        <source>Step 1 of 3: address and key</source>
        <translation>الخطوة 1 من 3: العنوان والمفتاح</translation>
    </message>
    <message>
        <source>Step 2 of 3: the marketplace answers</source>
        <translation>الخطوة 2 من 3: السوق يجيب</translation>
    </message>
    <message>
        <source>its clock differs by %1 s; times are corrected</source>
        <translation>ساعته تختلف %1 ث، والأوقات تُصحَّح</translation>
    </message>
    <message>
        <source>orders are read every few seconds</source>
        <translation>تُقرأ الطلبات كل بضع ثوانٍ</translation>
    </message>
    <message>
        <source>orders come at once</source>
        <translation>الطلبات تصل فورًا</translation>
    </message>
</context>
<context>
    <name>LinkState</name>
    <message>
        <source>Connected</source>
        <translation>متصل</translation>
    </message>
    <message>
        <source>Key refused</source>
        <translation>المفتاح مرفوض</translation>
    </message>
    <message>
        <source>Needs your approval</source>
        <translation>يحتاج إلى موافقتك</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>لا رد</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>متوقف</translation>
    </message>
</context>
<context>
    <name>ListCard</name>
    <message>
        <source>Loading</source>
        <translation>جارٍ التحميل</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>أعد المحاولة</translation>
    </message>
</context>
<context>
    <name>ListeningPage</name>
    <message>
        <source>%1, %2</source>
        <translation>%1، %2</translation>
    </message>
    <message>
        <source>A call came at %1, but without a key that we know.</source>
        <translation>وصل اتصال الساعة %1 لكن بمفتاح لا نعرفه.</translation>
    </message>
    <message>
        <source>And this key</source>
        <translation>وهذا المفتاح</translation>
    </message>
    <message>
        <source>Check that the whole key was copied, then try again.</source>
        <translation>تأكد من نسخ المفتاح كاملًا، ثم حاول مجددًا.</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>تم النسخ</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>نسخ</translation>
    </message>
    <message>
        <source>Enter this address in your till</source>
        <translation>أدخل هذا العنوان في الكاشير</translation>
    </message>
    <message>
        <source>In %1 ms. Now enter address and key in your till; we keep listening.</source>
        <translation>خلال %1 م.ث. أدخل الآن العنوان والمفتاح في الكاشير، ونحن نواصل الاستماع.</translation>
    </message>
    <message>
        <source>It works: our test call was answered</source>
        <translation>يعمل: أُجيب اتصالنا التجريبي</translation>
    </message>
    <message>
        <source>Leave this open; it changes automatically.</source>
        <translation>اترك هذه الشاشة مفتوحة، وستتغيّر تلقائيًا.</translation>
    </message>
    <message>
        <source>Make another key</source>
        <translation>أنشئ مفتاحًا آخر</translation>
    </message>
    <message>
        <source>Show address and key</source>
        <translation>أظهر العنوان والمفتاح</translation>
    </message>
    <message>
        <source>The key is shown only here. If it is lost, make another one under Your own system.</source>
        <translation>يظهر المفتاح هنا فقط. إذا ضاع فأنشئ غيره في «نظامك الخاص».</translation>
    </message>
    <message>
        <source>The service ended and was started again without success</source>
        <translation>توقفت الخدمة ولم تنجح إعادة تشغيلها</translation>
    </message>
    <message>
        <source>Till %1</source>
        <translation>كاشير %1</translation>
    </message>
    <message>
        <source>Try a call for me</source>
        <translation>جرّب اتصالًا عني</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>أعد المحاولة</translation>
    </message>
    <message>
        <source>Waiting for the first call</source>
        <translation>بانتظار أول اتصال</translation>
    </message>
    <message>
        <source>We heard from your system</source>
        <translation>وصلنا اتصال من نظامك</translation>
    </message>
    <message>
        <source>With the key for %1, which begins with %2</source>
        <translation>مع مفتاح %1 الذي يبدأ بـ %2</translation>
    </message>
    <message>
        <source>Your till cannot reach this PC: %1 holds port %2. Close it, then try again.</source>
        <translation>لن يصل الكاشير إلى هذا الجهاز: المنفذ %2 مشغول بالبرنامج %1. أغلقه ثم أعد المحاولة.</translation>
    </message>
    <message>
        <source>Your till cannot reach this PC: another program holds port %2. Close it, then try again.</source>
        <translation>لن يصل الكاشير إلى هذا الجهاز: المنفذ %2 مشغول ببرنامج آخر. أغلقه ثم أعد المحاولة.</translation>
    </message>
    <message>
        <source>answered %1</source>
        <translation>الرد %1</translation>
    </message>
</context>
<context>
    <name>LoadFileDialog</name>
    <message>
        <source>Also read this file every night?</source>
        <translation>هل يُقرأ هذا الملف كل ليلة أيضًا؟</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>It takes the place of %1, which is read every night now.</source>
        <translation>يحل محل %1 الذي يُقرأ كل ليلة الآن.</translation>
    </message>
    <message>
        <source>Load a file</source>
        <translation>حمّل ملفًا</translation>
    </message>
    <message>
        <source>Look without saving</source>
        <translation>اطّلع دون حفظ</translation>
    </message>
    <message>
        <source>Only this once</source>
        <translation>هذه المرة فقط</translation>
    </message>
    <message>
        <source>Read it every night</source>
        <translation>اقرأه كل ليلة</translation>
    </message>
    <message>
        <source>Save it</source>
        <translation>احفظه</translation>
    </message>
</context>
<context>
    <name>LockPage</name>
    <message>
        <source>Forgot the PIN?</source>
        <translation>نسيت الرمز؟</translation>
    </message>
    <message>
        <source>Locked</source>
        <translation>مقفل</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>الاسم</translation>
    </message>
    <message>
        <source>Orders still ring. Choose your name and type its PIN.</source>
        <translation>تواصل الطلبات الرنين. اختر اسمك واكتب رمزه السري.</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>المالك</translation>
    </message>
    <message>
        <source>PIN</source>
        <translation>الرمز السري</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>فتح القفل</translation>
    </message>
</context>
<context>
    <name>LogHead</name>
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
        <source>Call log</source>
        <translation>سجل الاتصالات</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>تابع</translation>
    </message>
    <message>
        <source>Every call your systems made, refused ones too.</source>
        <translation>كل اتصال أجرته أنظمتك، حتى المرفوض منها.</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>صدّر</translation>
    </message>
    <message>
        <source>Following</source>
        <translation>يتابع الجديد</translation>
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
        <source>Last 24 hours</source>
        <translation>آخر 24 ساعة</translation>
    </message>
    <message>
        <source>New calls</source>
        <translation>اتصالات جديدة</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>إيقاف مؤقت</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>متوقف مؤقتًا</translation>
    </message>
    <message>
        <source>Space pauses and continues the list</source>
        <translation>مفتاح المسافة يوقف القائمة ويتابعها</translation>
    </message>
</context>
<context>
    <name>LogHeader</name>
    <message>
        <source>Call</source>
        <translation>الاتصال</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>التاريخ</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>المفتاح</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>الحالة</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>الوقت</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>ما حدث</translation>
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
    <name>LogSection</name>
    <message>
        <source>%1 of %2 used</source>
        <translation>مستخدم %1 من %2</translation>
    </message>
    <message>
        <source>Call log</source>
        <translation>سجل الاتصالات</translation>
    </message>
    <message>
        <source>Open the call log</source>
        <translation>افتح سجل الاتصالات</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>احفظ</translation>
    </message>
    <message>
        <source>Space that the call log takes</source>
        <translation>المساحة التي يشغلها سجل الاتصالات</translation>
    </message>
</context>
<context>
    <name>LongWork</name>
    <message numerus="yes">
        <source>%n part(s) saved in %1.</source>
        <translation>
            <numerusform>لم يُحفظ شيء في %1.</numerusform>
            <numerusform>حُفظ صنف واحد في %1.</numerusform>
            <numerusform>حُفظ صنفان في %1.</numerusform>
            <numerusform>حُفظت %n أصناف في %1.</numerusform>
            <numerusform>حُفظ %n صنفًا في %1.</numerusform>
            <numerusform>حُفظ %n صنف في %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>Filling staging with a sample</source>
        <translation>ملء النسخة التجريبية بعينة</translation>
    </message>
    <message>
        <source>Save the parts</source>
        <translation>احفظ الأصناف</translation>
    </message>
    <message>
        <source>Save the reorder list</source>
        <translation>احفظ قائمة الطلب</translation>
    </message>
    <message>
        <source>Saving the parts</source>
        <translation>حفظ الأصناف</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Go to Staging</source>
        <translation>انتقل إلى التجريبي</translation>
    </message>
    <message>
        <source>Go to Staging (practice)?</source>
        <translation>الانتقال إلى التجريبي (للتدريب)؟</translation>
    </message>
    <message>
        <source>Go to live</source>
        <translation>انتقل إلى الفعلي</translation>
    </message>
    <message>
        <source>Go to live?</source>
        <translation>الانتقال إلى الفعلي؟</translation>
    </message>
    <message>
        <source>Test data and test keys. Nothing there reaches a buyer or your real stock.</source>
        <translation>بيانات ومفاتيح للتجربة. لا شيء هناك يصل إلى مشترٍ أو يمس مخزونك الفعلي.</translation>
    </message>
    <message>
        <source>What you do there counts: buyers and your real stock are involved.</source>
        <translation>ما تفعله هناك حقيقي ويمس المشترين ومخزونك الفعلي.</translation>
    </message>
</context>
<context>
    <name>MarketplaceCard</name>
    <message>
        <source>Link one under Marketplace. Without an account you can practise in Staging.</source>
        <translation>اربط سوقًا من «السوق». وبلا حساب يمكنك التدرّب في النسخة التجريبية.</translation>
    </message>
    <message>
        <source>Practise in Staging</source>
        <translation>تدرّب في النسخة التجريبية</translation>
    </message>
    <message>
        <source>Sell on a marketplace too</source>
        <translation>بِع في سوق إلكتروني أيضًا</translation>
    </message>
    <message>
        <source>The practice marketplace runs. Look at Marketplace in Staging.</source>
        <translation>سوق التدريب يعمل. انظر «السوق» في النسخة التجريبية.</translation>
    </message>
</context>
<context>
    <name>MarketplacePane</name>
    <message numerus="yes">
        <source>%n order(s) of the marketplace are open; it gets no more news of them.</source>
        <translation>
            <numerusform>لا طلبات مفتوحة من السوق.</numerusform>
            <numerusform>طلب واحد من السوق مفتوح، ولن يعلم السوق عنه شيئًا بعد ذلك.</numerusform>
            <numerusform>طلبان من السوق مفتوحان، ولن يعلم السوق عنهما شيئًا بعد ذلك.</numerusform>
            <numerusform>%n طلبات من السوق مفتوحة، ولن يعلم السوق عنها شيئًا بعد ذلك.</numerusform>
            <numerusform>%n طلبًا من السوق مفتوحًا، ولن يعلم السوق عنها شيئًا بعد ذلك.</numerusform>
            <numerusform>%n طلب من السوق مفتوح، ولن يعلم السوق عنها شيئًا بعد ذلك.</numerusform>
        </translation>
    </message>
    <message>
        <source>Its key is deleted here. Orders no longer come here, and stock and prices are no longer sent.</source>
        <translation>يُحذف مفتاحه من هنا. لن تأتي الطلبات بعد ذلك، ولن يُرسل المخزون ولا الأسعار.</translation>
    </message>
    <message>
        <source>Marketplace</source>
        <translation>السوق</translation>
    </message>
    <message>
        <source>Needs your attention</source>
        <translation>يحتاج انتباهك</translation>
    </message>
    <message>
        <source>Parts that the marketplace refused</source>
        <translation>أصناف رفضها السوق</translation>
    </message>
    <message>
        <source>Remove the link</source>
        <translation>أزل الربط</translation>
    </message>
    <message>
        <source>Remove the link to the marketplace?</source>
        <translation>هل تزيل الربط بالسوق؟</translation>
    </message>
    <message>
        <source>The hosted marketplace that sells this shop&apos;s parts.</source>
        <translation>السوق الذي يبيع أصناف هذا المحل.</translation>
    </message>
</context>
<context>
    <name>MessagePage</name>
    <message>
        <source>Copied. Paste it into a mail or a chat.</source>
        <translation>تم النسخ. ألصقها في بريد أو محادثة.</translation>
    </message>
    <message>
        <source>Copy the message</source>
        <translation>انسخ الرسالة</translation>
    </message>
    <message>
        <source>Hello,

we would like to connect our system to the parts marketplace with the program Counterpart, which runs on our PC. Which of these can our system do?

1. Call an address on our PC (HTTP, JSON) when a price or quantity changes, and fetch new orders.
2. Receive a call from our PC when an order arrives (webhook).
3. Save a file with part numbers, prices and quantities every night (Excel or CSV).

What can be called is in the attached file.%1 Thank you.

%2</source>
        <translation>السلام عليكم،

نريد ربط نظامنا بسوق قطع الغيار عن طريق برنامج Counterpart الذي يعمل على جهازنا. أيّ مما يلي يستطيع نظامنا فعله؟

1. الاتصال بعنوان على جهازنا (HTTP, JSON) عند تغيّر سعر أو كمية، وجلب الطلبات الجديدة.
2. استقبال اتصال من جهازنا عند وصول طلب (webhook).
3. حفظ ملف كل ليلة فيه أرقام القطع والأسعار والكميات (Excel أو CSV).

ما يمكن استدعاؤه موجود في الملف المرفق.%1 شكرًا لكم.

%2</translation>
    </message>
    <message>
        <source>Message for the seller of your till</source>
        <translation>رسالة لمن باعك الكاشير</translation>
    </message>
    <message>
        <source>Save the file to attach…</source>
        <translation>احفظ الملف المرفق…</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>محفوظ</translation>
    </message>
    <message>
        <source>The address is %1.</source>
        <translation>العنوان هو %1.</translation>
    </message>
</context>
<context>
    <name>MissingDataPage</name>
    <message>
        <source>Newest backup: %1.</source>
        <translation>أحدث نسخة احتياطية: %1.</translation>
    </message>
    <message>
        <source>No good backup was found. Put the file back, or start empty.</source>
        <translation>لا توجد نسخة احتياطية سليمة. أعد الملف إلى مكانه، أو ابدأ من الصفر.</translation>
    </message>
    <message>
        <source>Parts, orders and keys are then gone. Backups stay.</source>
        <translation>لن تبقى أصناف ولا طلبات ولا مفاتيح. أما النسخ الاحتياطية فتبقى.</translation>
    </message>
    <message>
        <source>Passphrase of the backup</source>
        <translation>عبارة مرور النسخة الاحتياطية</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>استعد النسخة</translation>
    </message>
    <message>
        <source>Restoring</source>
        <translation>يجري الاسترجاع</translation>
    </message>
    <message>
        <source>Start empty</source>
        <translation>ابدأ من الصفر</translation>
    </message>
    <message>
        <source>Start empty?</source>
        <translation>البدء من الصفر؟</translation>
    </message>
    <message>
        <source>Start empty…</source>
        <translation>ابدأ من الصفر…</translation>
    </message>
    <message>
        <source>The file with your data is not in its folder any more. Counterpart has not deleted it.</source>
        <translation>ملف بياناتك لم يعد في مجلده، ولم يحذفه Counterpart.</translation>
    </message>
    <message>
        <source>Your data is missing</source>
        <translation>بياناتك مفقودة</translation>
    </message>
</context>
<context>
    <name>ModeCards</name>
    <message>
        <source>API push</source>
        <translation>API</translation>
    </message>
    <message>
        <source>Every night we read a CSV or Excel file that your system saves in a folder. Nothing to program.</source>
        <translation>كل ليلة نقرأ ملف CSV أو Excel يحفظه نظامك في مجلد. دون أي برمجة.</translation>
    </message>
    <message>
        <source>Scheduled pull</source>
        <translation>سحب مجدول</translation>
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
        <source>We tell your system</source>
        <translation>نحن نُبلغ نظامك</translation>
    </message>
    <message>
        <source>Webhooks</source>
        <translation>الإشعارات الصادرة</translation>
    </message>
    <message>
        <source>Your system sends</source>
        <translation>نظامك يرسل</translation>
    </message>
    <message>
        <source>Your till or ERP calls this PC when a price or quantity changes. Best if the seller of your till can program it.</source>
        <translation>يتصل الكاشير أو نظام المحاسبة بهذا الجهاز كلما تغيّر سعر أو كمية. الأنسب إذا كان من باعك الكاشير يستطيع برمجته.</translation>
    </message>
</context>
<context>
    <name>ModeStates</name>
    <message>
        <source>%1 of %2 targets well; %3 is held up</source>
        <translation>الجهات العاملة: %1 من %2، و%3 متوقفة مؤقتًا</translation>
    </message>
    <message>
        <source>%1 of %2 targets well; %3 refuses</source>
        <translation>الجهات العاملة: %1 من %2، و%3 يرفض</translation>
    </message>
    <message>
        <source>Next run: %1</source>
        <translation>القراءة القادمة: %1</translation>
    </message>
    <message>
        <source>No address to tell yet</source>
        <translation>لا عنوان نُبلغه بعد</translation>
    </message>
    <message>
        <source>No file chosen yet</source>
        <translation>لم تختر ملفًا بعد</translation>
    </message>
    <message>
        <source>Not read: %1</source>
        <translation>تعذّرت قراءة الملف: %1</translation>
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
        <source>Off: the file is not read automatically</source>
        <translation>متوقف: لا يُقرأ الملف تلقائيًا</translation>
    </message>
    <message>
        <source>Off: what your system sends is refused</source>
        <translation>متوقف: يُرفض ما يرسله نظامك</translation>
    </message>
    <message>
        <source>On</source>
        <translation>مفعّل</translation>
    </message>
    <message>
        <source>The last file waits for you</source>
        <translation>الملف الأخير بانتظار قرارك</translation>
    </message>
</context>
<context>
    <name>MovementDialog</name>
    <message>
        <source>Branch</source>
        <translation>الفرع</translation>
    </message>
    <message>
        <source>Comes back into stock.</source>
        <translation>يعود إلى المخزون.</translation>
    </message>
    <message>
        <source>For example a job number</source>
        <translation>رقم شغل الورشة مثلًا</translation>
    </message>
    <message>
        <source>Ledger</source>
        <translation>سجل الحركات</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>ملاحظة</translation>
    </message>
    <message>
        <source>On hand %1, then %2: %3 reserved, %4 free.</source>
        <translation>الموجود %1 ثم %2: المحجوز %3، المتاح %4.</translation>
    </message>
    <message>
        <source>On hand %1: %2 reserved, %3 free.</source>
        <translation>الموجود %1: المحجوز %2، المتاح %3.</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>الكمية</translation>
    </message>
    <message>
        <source>Record the count</source>
        <translation>سجّل الجرد</translation>
    </message>
    <message>
        <source>Record the job</source>
        <translation>سجّل شغل الورشة</translation>
    </message>
    <message>
        <source>Record the return</source>
        <translation>سجّل المرتجع</translation>
    </message>
    <message>
        <source>Record the sale</source>
        <translation>سجّل البيع</translation>
    </message>
    <message>
        <source>Sold over the counter.</source>
        <translation>بيع في المحل.</translation>
    </message>
    <message>
        <source>Used in your workshop.</source>
        <translation>استُعمل في ورشتك.</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>ما الذي حدث</translation>
    </message>
    <message>
        <source>What is on the shelf now.</source>
        <translation>ما هو موجود على الرف الآن.</translation>
    </message>
    <message>
        <source>Write a number above 0.</source>
        <translation>اكتب عددًا أكبر من 0.</translation>
    </message>
    <message>
        <source>Write a number like 12 or 0.5.</source>
        <translation>اكتب عددًا مثل 12 أو 0.5.</translation>
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
    <name>NewOrderDialog</name>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>Close without entering the order?</source>
        <translation>إغلاق دون إدخال الطلب؟</translation>
    </message>
    <message>
        <source>Counterpart chooses the parts and the car</source>
        <translation>يختار Counterpart القطع والسيارة</translation>
    </message>
    <message>
        <source>Courier fee, BHD</source>
        <translation>رسم التوصيل، د.ب</translation>
    </message>
    <message>
        <source>Customer pays %1</source>
        <translation>يدفع العميل %1</translation>
    </message>
    <message>
        <source>Each part needs a quantity above 0 and a price.</source>
        <translation>كل قطعة تحتاج إلى كمية أكبر من 0 وإلى سعر.</translation>
    </message>
    <message>
        <source>Enter a phone order</source>
        <translation>أدخل طلبًا هاتفيًا</translation>
    </message>
    <message>
        <source>Enter the order</source>
        <translation>أدخل الطلب</translation>
    </message>
    <message>
        <source>For a buyer on the phone. It is accepted at once, holds the parts, and your systems get a notice.</source>
        <translation>لمشترٍ على الهاتف. يُقبل فورًا ويحجز القطع، وتُبلَّغ به أنظمتك.</translation>
    </message>
    <message>
        <source>From branch</source>
        <translation>من فرع</translation>
    </message>
    <message>
        <source>How the buyer gets it</source>
        <translation>طريقة الاستلام</translation>
    </message>
    <message>
        <source>I choose</source>
        <translation>أختار بنفسي</translation>
    </message>
    <message>
        <source>It behaves like a buyer&apos;s order: countdown, webhooks, held stock. No buyer is involved.</source>
        <translation>يسير مثل طلب مشترٍ حقيقي: عدّ تنازلي وإشعارات صادرة وحجز للمخزون، دون أي مشترٍ.</translation>
    </message>
    <message>
        <source>No part fits this search.</source>
        <translation>لا يوجد صنف مطابق للبحث.</translation>
    </message>
    <message>
        <source>Place a test order</source>
        <translation>أنشئ طلبًا تجريبيًا</translation>
    </message>
    <message>
        <source>Place the test order</source>
        <translation>أنشئ الطلب التجريبي</translation>
    </message>
    <message>
        <source>Type above to find a part; Enter adds it.</source>
        <translation>اكتب في الأعلى للبحث عن صنف، واضغط Enter لإضافته.</translation>
    </message>
    <message>
        <source>VAT %1</source>
        <translation>الضريبة %1</translation>
    </message>
    <message>
        <source>What you typed is lost.</source>
        <translation>سيضيع ما كتبته.</translation>
    </message>
    <message>
        <source>Write an amount like 1.500.</source>
        <translation>اكتب مبلغًا مثل 1.500.</translation>
    </message>
</context>
<context>
    <name>NewPinDialog</name>
    <message>
        <source>%1 to %2 digits</source>
        <translation>من %1 إلى %2 رقمًا</translation>
    </message>
    <message>
        <source>If it is forgotten, the passphrase of the backups or the PC&apos;s administrator removes it.</source>
        <translation>إذا نسيته أزاله من لديه عبارة مرور النسخ الاحتياطية أو مدير الجهاز.</translation>
    </message>
    <message>
        <source>New PIN</source>
        <translation>رمز سري جديد</translation>
    </message>
    <message>
        <source>PIN of %1</source>
        <translation>الرمز السري لـ %1</translation>
    </message>
    <message>
        <source>Remove the PIN</source>
        <translation>إزالة الرمز السري</translation>
    </message>
    <message>
        <source>Set the PIN</source>
        <translation>تعيين الرمز السري</translation>
    </message>
    <message>
        <source>The owner&apos;s PIN</source>
        <translation>الرمز السري للمالك</translation>
    </message>
    <message>
        <source>This PIN is too short.</source>
        <translation>هذا الرمز قصير جدًا.</translation>
    </message>
    <message>
        <source>This name can then be chosen with it only, and it unlocks the window.</source>
        <translation>لا يُختار هذا الاسم بعدها إلا بالرمز، وهو يفتح قفل النافذة.</translation>
    </message>
</context>
<context>
    <name>NoItems</name>
    <message>
        <source>Fill staging with a sample</source>
        <translation>املأ النسخة التجريبية بعينة</translation>
    </message>
    <message>
        <source>From a script:</source>
        <translation>من سطر الأوامر:</translation>
    </message>
    <message>
        <source>Load a file</source>
        <translation>حمّل ملفًا</translation>
    </message>
    <message>
        <source>Make a key for your till</source>
        <translation>أنشئ مفتاحًا للكاشير</translation>
    </message>
    <message>
        <source>New part</source>
        <translation>صنف جديد</translation>
    </message>
    <message>
        <source>No parts yet</source>
        <translation>لا توجد أصناف بعد</translation>
    </message>
    <message>
        <source>No test parts yet</source>
        <translation>لا توجد أصناف تجريبية بعد</translation>
    </message>
    <message>
        <source>Send them from your till or accounts program, let us read a price list that it saves, or enter them.</source>
        <translation>أرسلها من الكاشير أو برنامج الحسابات، أو دعنا نقرأ قائمة أسعار يحفظها، أو أدخلها بيدك.</translation>
    </message>
    <message>
        <source>Staging is for practice. Fill it with a sample and try everything: your stock stays as it is.</source>
        <translation>التجريبي للتدريب. املأه بعينة وجرّب كل شيء: مخزونك يبقى كما هو.</translation>
    </message>
</context>
<context>
    <name>NoMatch</name>
    <message>
        <source>Add it…</source>
        <translation>أضفه…</translation>
    </message>
    <message>
        <source>Choose another search or fewer filters, or add the part.</source>
        <translation>غيّر البحث أو قلّل عوامل التصفية، أو أضف الصنف.</translation>
    </message>
    <message>
        <source>No part matches</source>
        <translation>لا صنف مطابق</translation>
    </message>
    <message>
        <source>Show all parts</source>
        <translation>اعرض كل الأصناف</translation>
    </message>
</context>
<context>
    <name>NoOrders</name>
    <message>
        <source>Enter a phone order</source>
        <translation>أدخل طلبًا هاتفيًا</translation>
    </message>
    <message>
        <source>From a script:</source>
        <translation>من سطر الأوامر:</translation>
    </message>
    <message>
        <source>List parts for sale</source>
        <translation>اعرض أصنافًا للبيع</translation>
    </message>
    <message>
        <source>No orders yet</source>
        <translation>لا توجد طلبات بعد</translation>
    </message>
    <message>
        <source>No test orders yet</source>
        <translation>لا توجد طلبات تجريبية بعد</translation>
    </message>
    <message>
        <source>Place a test order</source>
        <translation>أنشئ طلبًا تجريبيًا</translation>
    </message>
    <message>
        <source>Place one to see what your till will receive, how the 30-minute countdown works and what each button does. No buyer is involved.</source>
        <translation>أنشئ طلبًا لترى ما سيصل إلى الكاشير، وكيف يعمل العدّ التنازلي لثلاثين دقيقة، وما يفعله كل زر. لا مشتري في الأمر.</translation>
    </message>
    <message>
        <source>Send only the webhook</source>
        <translation>أرسل الإشعار فقط</translation>
    </message>
    <message>
        <source>When a buyer orders on the marketplace, it rings here and you have %1 to accept. Meanwhile you can enter an order that came by phone.</source>
        <translation>عندما يطلب مشترٍ من السوق يرنّ التنبيه هنا، ولديك %1 للقبول. وإلى ذلك الحين يمكنك إدخال طلب جاءك بالهاتف.</translation>
    </message>
</context>
<context>
    <name>NoteWords</name>
    <message>
        <source>%1 %2</source>
        <comment>field, then what is wrong</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 is expected here</source>
        <translation>المتوقع هنا %1</translation>
    </message>
    <message>
        <source>%1 or %2 is expected here</source>
        <translation>المتوقع هنا %1 أو %2</translation>
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
    <message>
        <source>Row %1: %2</source>
        <translation>الصف %1: %2</translation>
    </message>
    <message>
        <source>Sent a second time with the same Idempotency-Key: got the first answer, nothing done twice</source>
        <translation>أُرسل مرة ثانية بالمفتاح Idempotency-Key نفسه: أخذ الرد الأول ولم يُنفَّذ شيء مرتين</translation>
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
        <source>a name in quotes is expected here</source>
        <translation>المتوقع هنا اسم بين علامتي تنصيص</translation>
    </message>
    <message>
        <source>has %1 characters, at most %2 are possible</source>
        <translation>عدد أحرفه %1 والحد %2</translation>
    </message>
    <message>
        <source>has an unknown value</source>
        <translation>قيمته غير معروفة</translation>
    </message>
    <message>
        <source>holds characters that cannot be seen</source>
        <translation>فيه أحرف لا تُرى</translation>
    </message>
    <message>
        <source>is missing</source>
        <translation>ناقص</translation>
    </message>
    <message>
        <source>it breaks off here</source>
        <translation>ينقطع هنا</translation>
    </message>
    <message>
        <source>must be a list of cars</source>
        <translation>يجب أن يكون قائمة سيارات</translation>
    </message>
    <message>
        <source>must be a number, 0 or more</source>
        <translation>يجب أن يكون رقمًا، 0 أو أكثر</translation>
    </message>
    <message>
        <source>must be a text</source>
        <translation>يجب أن يكون نصًا</translation>
    </message>
    <message>
        <source>must be a whole number, 0 or more</source>
        <translation>يلزم عدد صحيح، 0 أو أكثر</translation>
    </message>
    <message>
        <source>must be a year, a whole number</source>
        <translation>يجب أن يكون سنة، عددًا صحيحًا</translation>
    </message>
    <message>
        <source>must be at most %1</source>
        <translation>يجب ألا يزيد على %1</translation>
    </message>
    <message>
        <source>must be true or false</source>
        <translation>يجب أن يكون true أو false</translation>
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
        <source>must have at most 3 decimals</source>
        <translation>يجب ألا تزيد خاناته العشرية على 3</translation>
    </message>
    <message>
        <source>must not be empty</source>
        <translation>يجب ألا يكون فارغًا</translation>
    </message>
    <message>
        <source>nested too deeply</source>
        <translation>متداخل أكثر من اللازم</translation>
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
        <source>the comma before this is one too many</source>
        <translation>الفاصلة قبل هذا زائدة</translation>
    </message>
    <message>
        <source>these characters are not UTF-8</source>
        <translation>هذه الأحرف ليست UTF-8</translation>
    </message>
</context>
<context>
    <name>OrderActions</name>
    <message>
        <source>%1 for %2. The buyer is told that you supply it. This can&apos;t be undone.</source>
        <translation>%1 بمبلغ %2. سيُبلَّغ المشتري بأنك ستوفّر الطلب. لا يمكن التراجع عن ذلك.</translation>
    </message>
    <message>
        <source>%1 for %2. The order is then finished. This can&apos;t be undone.</source>
        <translation>%1 بمبلغ %2، وبذلك ينتهي الطلب. لا يمكن التراجع عن ذلك.</translation>
    </message>
    <message>
        <source>%1 for %2. Your stock at %3 goes down by them. This can&apos;t be undone.</source>
        <translation>%1 بمبلغ %2 ستخرج من مخزون %3. لا يمكن التراجع عن ذلك.</translation>
    </message>
    <message>
        <source>Accept %1?</source>
        <translation>قبول %1؟</translation>
    </message>
    <message>
        <source>Has %1 left with the courier?</source>
        <translation>هل خرج %1 مع المندوب؟</translation>
    </message>
    <message>
        <source>Has the buyer got %1?</source>
        <translation>هل استلم المشتري %1؟</translation>
    </message>
    <message>
        <source>You have not confirmed the fit yet.</source>
        <translation>لم تؤكّد مطابقة القطع للسيارة بعد.</translation>
    </message>
</context>
<context>
    <name>OrderDetailCard</name>
    <message>
        <source>Calls about it</source>
        <translation>الاتصالات بشأنه</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>تم النسخ</translation>
    </message>
    <message>
        <source>Copy details for support</source>
        <translation>انسخ التفاصيل للدعم</translation>
    </message>
    <message>
        <source>Courier fee</source>
        <translation>أجرة المندوب</translation>
    </message>
    <message>
        <source>Customer pays</source>
        <translation>يدفع العميل</translation>
    </message>
    <message>
        <source>History</source>
        <translation>سجل الطلب</translation>
    </message>
    <message>
        <source>Marketplace commission</source>
        <translation>عمولة السوق</translation>
    </message>
    <message>
        <source>Money</source>
        <translation>المبالغ</translation>
    </message>
    <message>
        <source>Nobody accepted it within %1. The buyer gets the money back.</source>
        <translation>لم يقبله أحد خلال %1. يستعيد المشتري ماله.</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>القطع</translation>
    </message>
    <message>
        <source>Refunded to the buyer</source>
        <translation>المُعاد إلى المشتري</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>الإعدادات</translation>
    </message>
    <message>
        <source>The buyer has read this reason and gets the money back.</source>
        <translation>اطّلع المشتري على هذا السبب ويستعيد ماله.</translation>
    </message>
    <message>
        <source>This shop is read-only: orders can be looked at, not changed.</source>
        <translation>هذا المحل للقراءة فقط: يمكن الاطلاع على الطلبات دون تغييرها.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>أعد المحاولة</translation>
    </message>
    <message>
        <source>VAT %1%</source>
        <translation>الضريبة %1%</translation>
    </message>
    <message>
        <source>What it changed</source>
        <translation>ما غيّره</translation>
    </message>
    <message>
        <source>You receive, net</source>
        <translation>صافي ما تستلمه</translation>
    </message>
</context>
<context>
    <name>OrderExportDialog</name>
    <message numerus="yes">
        <source>%n order(s) saved in %1.</source>
        <translation>
            <numerusform>لم يُحفظ أي طلب في %1.</numerusform>
            <numerusform>حُفظ طلب واحد في %1.</numerusform>
            <numerusform>حُفظ طلبان في %1.</numerusform>
            <numerusform>حُفظت %n طلبات في %1.</numerusform>
            <numerusform>حُفظ %n طلبًا في %1.</numerusform>
            <numerusform>حُفظ %n طلب في %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>All orders</source>
        <translation>كل الطلبات</translation>
    </message>
    <message>
        <source>Export orders</source>
        <translation>تصدير الطلبات</translation>
    </message>
    <message>
        <source>Last month</source>
        <translation>الشهر الماضي</translation>
    </message>
    <message>
        <source>Only what the customer pays is with VAT. Amounts are in BHD; names and phone numbers are left out.</source>
        <translation>المبالغ بالدينار البحريني ودون الضريبة، إلا ما يدفعه العميل. لا تُدرج الأسماء وأرقام الهواتف.</translation>
    </message>
    <message>
        <source>Ordered parts, a row each</source>
        <translation>القطع المطلوبة، سطر لكل قطعة</translation>
    </message>
    <message>
        <source>Orders, a row each</source>
        <translation>الطلبات، سطر لكل طلب</translation>
    </message>
    <message>
        <source>Payouts of delivered orders</source>
        <translation>مستحقات الطلبات المسلَّمة</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>الفترة</translation>
    </message>
    <message>
        <source>This month</source>
        <translation>هذا الشهر</translation>
    </message>
    <message>
        <source>This year</source>
        <translation>هذه السنة</translation>
    </message>
</context>
<context>
    <name>OrderHead</name>
    <message>
        <source>%1 left to accept %2</source>
        <translation>بقيت %1 لقبول %2</translation>
    </message>
    <message>
        <source>Time is up. It is being cancelled.</source>
        <translation>انتهى الوقت، ويجري إلغاؤه.</translation>
    </message>
    <message>
        <source>Time left to accept</source>
        <translation>الوقت المتبقي للقبول</translation>
    </message>
    <message>
        <source>With VAT · %1</source>
        <translation>مع الضريبة · %1</translation>
    </message>
    <message>
        <source>left to accept, until %1</source>
        <translation>متبقية للقبول، حتى %1</translation>
    </message>
</context>
<context>
    <name>OrderHistory</name>
    <message>
        <source>%2 units held at %1</source>
        <translation>%2 من الوحدات محجوزة في %1</translation>
    </message>
    <message numerus="yes">
        <source>%n unit(s) held at %1</source>
        <translation>
            <numerusform>لا وحدات محجوزة في %1</numerusform>
            <numerusform>وحدة واحدة محجوزة في %1</numerusform>
            <numerusform>وحدتان محجوزتان في %1</numerusform>
            <numerusform>%n وحدات محجوزة في %1</numerusform>
            <numerusform>%n وحدة محجوزة في %1</numerusform>
            <numerusform>%n وحدة محجوزة في %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Entered by hand</source>
        <translation>أُدخل يدويًا</translation>
    </message>
    <message>
        <source>History</source>
        <translation>سجل الطلب</translation>
    </message>
    <message>
        <source>History from %1</source>
        <translation>سجل الطلب من %1</translation>
    </message>
    <message>
        <source>Is cancelled automatically</source>
        <translation>يُلغى تلقائيًا</translation>
    </message>
    <message>
        <source>Nobody accepted it in time</source>
        <translation>لم يقبله أحد في الوقت المحدد</translation>
    </message>
    <message>
        <source>This computer&apos;s clock was in doubt</source>
        <translation>كانت ساعة هذا الجهاز موضع شك</translation>
    </message>
    <message>
        <source>Through %1</source>
        <translation>عن طريق %1</translation>
    </message>
    <message>
        <source>unless you accept it before</source>
        <translation>إذا لم تقبله قبل ذلك</translation>
    </message>
</context>
<context>
    <name>OrderLines</name>
    <message>
        <source>Part</source>
        <translation>القطعة</translation>
    </message>
    <message>
        <source>Parts of the order</source>
        <translation>قطع الطلب</translation>
    </message>
    <message>
        <source>Price, BHD</source>
        <translation>السعر، د.ب</translation>
    </message>
    <message>
        <source>Qty</source>
        <translation>الكمية</translation>
    </message>
    <message>
        <source>Total, BHD</source>
        <translation>الإجمالي، د.ب</translation>
    </message>
</context>
<context>
    <name>OrderList</name>
    <message>
        <source>Clear the search</source>
        <translation>امسح البحث</translation>
    </message>
    <message>
        <source>No order fits this search.</source>
        <translation>لا يوجد طلب مطابق للبحث.</translation>
    </message>
    <message>
        <source>No order is in this state.</source>
        <translation>لا يوجد طلب في هذه الحالة.</translation>
    </message>
    <message>
        <source>Order or part</source>
        <translation>طلب أو قطعة</translation>
    </message>
    <message>
        <source>Order, car or part</source>
        <translation>طلب أو سيارة أو قطعة</translation>
    </message>
    <message>
        <source>Orders</source>
        <translation>الطلبات</translation>
    </message>
    <message>
        <source>Sort by</source>
        <translation>الترتيب</translation>
    </message>
</context>
<context>
    <name>OrderSegments</name>
    <message>
        <source>All</source>
        <translation>الكل</translation>
    </message>
    <message>
        <source>Price requests</source>
        <translation>طلبات الأسعار</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>بانتظارك</translation>
    </message>
</context>
<context>
    <name>OrderWords</name>
    <message>
        <source>Accept order</source>
        <translation>اقبل الطلب</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>تم القبول</translation>
    </message>
    <message>
        <source>Buyer got the money back</source>
        <translation>استعاد المشتري المبلغ</translation>
    </message>
    <message>
        <source>Buyer placed the order</source>
        <translation>أرسل المشتري الطلب</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>ملغى</translation>
    </message>
    <message>
        <source>Cancelled automatically</source>
        <translation>أُلغي تلقائيًا</translation>
    </message>
    <message>
        <source>Confirm fit</source>
        <translation>أكّد المطابقة</translation>
    </message>
    <message>
        <source>Confirmed</source>
        <translation>مؤكد</translation>
    </message>
    <message>
        <source>Courier</source>
        <translation>توصيل</translation>
    </message>
    <message>
        <source>Delivered</source>
        <translation>تم التسليم</translation>
    </message>
    <message>
        <source>Fit confirmed</source>
        <translation>تم تأكيد المطابقة</translation>
    </message>
    <message>
        <source>Handed over</source>
        <translation>تم التسليم</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>الأكبر</translation>
    </message>
    <message>
        <source>Mark ready</source>
        <translation>جاهز</translation>
    </message>
    <message>
        <source>Marked ready</source>
        <translation>تم التجهيز</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>الأحدث</translation>
    </message>
    <message>
        <source>Not accepted within %1.</source>
        <translation>لم يُقبل خلال %1.</translation>
    </message>
    <message>
        <source>Oldest</source>
        <translation>الأقدم</translation>
    </message>
    <message>
        <source>On the way</source>
        <translation>في الطريق</translation>
    </message>
    <message>
        <source>Order accepted</source>
        <translation>تم قبول الطلب</translation>
    </message>
    <message>
        <source>Order cancelled</source>
        <translation>أُلغي الطلب</translation>
    </message>
    <message>
        <source>Order rejected</source>
        <translation>رُفض الطلب</translation>
    </message>
    <message>
        <source>Picked up</source>
        <translation>استلمه المشتري</translation>
    </message>
    <message>
        <source>Pickup</source>
        <translation>استلام من المحل</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>جاهز</translation>
    </message>
    <message>
        <source>Reject…</source>
        <translation>ارفض…</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>تم الإرسال</translation>
    </message>
    <message>
        <source>Sent with courier</source>
        <translation>خرج مع المندوب</translation>
    </message>
    <message>
        <source>The marketplace gave no reason.</source>
        <translation>لم يذكر السوق سببًا.</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>الوقت المتبقي</translation>
    </message>
    <message>
        <source>Time to accept began again</source>
        <translation>بدأت مهلة القبول من جديد</translation>
    </message>
    <message>
        <source>Waiting for you</source>
        <translation>بانتظارك</translation>
    </message>
    <message>
        <source>You accepted the order</source>
        <translation>قبلت الطلب</translation>
    </message>
    <message>
        <source>You cancelled the order</source>
        <translation>ألغيت الطلب</translation>
    </message>
    <message>
        <source>You confirmed the fit</source>
        <translation>أكّدت مطابقة القطع للسيارة</translation>
    </message>
    <message>
        <source>You entered the order</source>
        <translation>أدخلت الطلب</translation>
    </message>
    <message>
        <source>You handed it over</source>
        <translation>سلّمت الطلب</translation>
    </message>
    <message>
        <source>You marked it ready</source>
        <translation>جهّزت الطلب</translation>
    </message>
    <message>
        <source>You rejected the order</source>
        <translation>رفضت الطلب</translation>
    </message>
    <message>
        <source>You sent it with the courier</source>
        <translation>أرسلته مع المندوب</translation>
    </message>
</context>
<context>
    <name>OrdersCard</name>
    <message>
        <source>All orders</source>
        <translation>كل الطلبات</translation>
    </message>
    <message>
        <source>Courier</source>
        <translation>توصيل</translation>
    </message>
    <message>
        <source>No order is waiting. A new one rings here and in the tray.</source>
        <translation>لا طلب بانتظارك. سيصلك تنبيه هنا وفي شريط النظام عند وصول طلب جديد.</translation>
    </message>
    <message>
        <source>Orders waiting for you</source>
        <translation>طلبات بانتظارك</translation>
    </message>
    <message>
        <source>Pickup</source>
        <translation>استلام من المحل</translation>
    </message>
</context>
<context>
    <name>OrdersPane</name>
    <message>
        <source>Enter a phone order</source>
        <translation>أدخل طلبًا هاتفيًا</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>صدّر</translation>
    </message>
    <message>
        <source>Orders</source>
        <translation>الطلبات</translation>
    </message>
    <message>
        <source>Place a test order</source>
        <translation>أنشئ طلبًا تجريبيًا</translation>
    </message>
    <message>
        <source>Sales summary</source>
        <translation>ملخص المبيعات</translation>
    </message>
    <message>
        <source>Which orders</source>
        <translation>أي الطلبات</translation>
    </message>
</context>
<context>
    <name>OrdersSubtitle</name>
    <message numerus="yes">
        <source>%n are waiting; the first is cancelled automatically %1.</source>
        <translation>
            <numerusform>%n طلب بانتظارك، وأولها يُلغى تلقائيًا %1.</numerusform>
            <numerusform>طلب واحد بانتظارك، ويُلغى تلقائيًا %1.</numerusform>
            <numerusform>طلبان بانتظارك، وأولهما يُلغى تلقائيًا %1.</numerusform>
            <numerusform>%n طلبات بانتظارك، وأولها يُلغى تلقائيًا %1.</numerusform>
            <numerusform>%n طلبًا بانتظارك، وأولها يُلغى تلقائيًا %1.</numerusform>
            <numerusform>%n طلب بانتظارك، وأولها يُلغى تلقائيًا %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n are waiting; the first is cancelled automatically within a minute.</source>
        <translation>
            <numerusform>لا طلبات بانتظارك.</numerusform>
            <numerusform>طلب واحد بانتظارك، ويُلغى تلقائيًا خلال دقيقة.</numerusform>
            <numerusform>طلبان بانتظارك، وأولهما يُلغى تلقائيًا خلال دقيقة.</numerusform>
            <numerusform>%n طلبات بانتظارك، وأولها يُلغى تلقائيًا خلال دقيقة.</numerusform>
            <numerusform>%n طلبًا بانتظارك، وأولها يُلغى تلقائيًا خلال دقيقة.</numerusform>
            <numerusform>%n طلب بانتظارك، وأولها يُلغى تلقائيًا خلال دقيقة.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n order(s) are waiting for you.</source>
        <translation>
            <numerusform>لا طلبات بانتظارك.</numerusform>
            <numerusform>طلب واحد بانتظارك.</numerusform>
            <numerusform>طلبان بانتظارك.</numerusform>
            <numerusform>%n طلبات بانتظارك.</numerusform>
            <numerusform>%n طلبًا بانتظارك.</numerusform>
            <numerusform>%n طلب بانتظارك.</numerusform>
        </translation>
    </message>
    <message>
        <source>No order is waiting. A new one rings here and in the tray.</source>
        <translation>لا طلب بانتظارك. سيصلك تنبيه هنا وفي شريط النظام عند وصول طلب جديد.</translation>
    </message>
    <message>
        <source>Orders for practice. No buyer is behind them.</source>
        <translation>طلبات للتدريب، لا مشتري وراءها.</translation>
    </message>
    <message numerus="yes">
        <source>in %n minute(s)</source>
        <translation>
            <numerusform>بعد أقل من دقيقة</numerusform>
            <numerusform>بعد دقيقة</numerusform>
            <numerusform>بعد دقيقتين</numerusform>
            <numerusform>بعد %n دقائق</numerusform>
            <numerusform>بعد %n دقيقة</numerusform>
            <numerusform>بعد %n دقيقة</numerusform>
        </translation>
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
    <name>OverwriteNote</name>
    <message numerus="yes">
        <source>%1 wrote %n of them last. What it sends next replaces what you change.</source>
        <translation>
            <numerusform>%1 لم يكتب شيئًا منها.</numerusform>
            <numerusform>%1 هو آخر من كتب واحدًا منها. ما يرسله لاحقًا يستبدل ما تغيّره.</numerusform>
            <numerusform>%1 هو آخر من كتب اثنين منها. ما يرسله لاحقًا يستبدل ما تغيّره.</numerusform>
            <numerusform>%1 هو آخر من كتب %n منها. ما يرسله لاحقًا يستبدل ما تغيّره.</numerusform>
            <numerusform>%1 هو آخر من كتب %n منها. ما يرسله لاحقًا يستبدل ما تغيّره.</numerusform>
            <numerusform>%1 هو آخر من كتب %n منها. ما يرسله لاحقًا يستبدل ما تغيّره.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 wrote this part last. What it sends next replaces what you change here.</source>
        <translation>%1 هو آخر من كتب هذا الصنف. ما يرسله لاحقًا يستبدل ما تغيّره هنا.</translation>
    </message>
    <message numerus="yes">
        <source>The file %1 wrote %n of them last. Its next nightly run replaces what you change.</source>
        <translation>
            <numerusform>الملف %1 لم يكتب شيئًا منها.</numerusform>
            <numerusform>الملف %1 هو آخر من كتب واحدًا منها. قراءته الليلية القادمة تستبدل ما تغيّره.</numerusform>
            <numerusform>الملف %1 هو آخر من كتب اثنين منها. قراءته الليلية القادمة تستبدل ما تغيّره.</numerusform>
            <numerusform>الملف %1 هو آخر من كتب %n منها. قراءته الليلية القادمة تستبدل ما تغيّره.</numerusform>
            <numerusform>الملف %1 هو آخر من كتب %n منها. قراءته الليلية القادمة تستبدل ما تغيّره.</numerusform>
            <numerusform>الملف %1 هو آخر من كتب %n منها. قراءته الليلية القادمة تستبدل ما تغيّره.</numerusform>
        </translation>
    </message>
    <message>
        <source>The file %1 wrote this part last. Its next nightly run replaces what you change here.</source>
        <translation>الملف %1 هو آخر من كتب هذا الصنف. قراءته الليلية القادمة تستبدل ما تغيّره هنا.</translation>
    </message>
</context>
<context>
    <name>PagesPreview</name>
    <message numerus="yes">
        <source>Preview, %n page(s)</source>
        <translation>
            <numerusform>معاينة، لا صفحات</numerusform>
            <numerusform>معاينة، صفحة واحدة</numerusform>
            <numerusform>معاينة، صفحتان</numerusform>
            <numerusform>معاينة، %n صفحات</numerusform>
            <numerusform>معاينة، %n صفحة</numerusform>
            <numerusform>معاينة، %n صفحة</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PairingDialog</name>
    <message>
        <source>A till on another device calls this address and checks pin or code.</source>
        <translation>يتصل الكاشير على جهاز آخر بهذا العنوان ويتحقق من البصمة أو الرمز.</translation>
    </message>
    <message>
        <source>Address for the till</source>
        <translation>العنوان للكاشير</translation>
    </message>
    <message>
        <source>Another device called without encryption, so this code no longer works. Enter the address in the till with https://, then make a new code.</source>
        <translation>اتصل جهاز آخر دون تشفير، فلم يعد هذا الرمز صالحًا. أدخل العنوان في الكاشير مع https:// ثم أنشئ رمزًا جديدًا.</translation>
    </message>
    <message>
        <source>Only a till on this PC can use the code now. For another device, open Settings, Connection: open this PC to the network, and enter its name under “Names of this PC”.</source>
        <translation>لا يستطيع استخدام الرمز الآن إلا كاشير على هذا الجهاز. لجهاز آخر افتح الإعدادات ثم الاتصال: افتح هذا الجهاز للشبكة، واكتب اسمه تحت “أسماء هذا الجهاز”.</translation>
    </message>
    <message>
        <source>Pair a till</source>
        <translation>ربط كاشير</translation>
    </message>
    <message>
        <source>Pin, if the till asks for it</source>
        <translation>البصمة، إن طلبها الكاشير</translation>
    </message>
    <message>
        <source>Revoke its key</source>
        <translation>ألغِ مفتاحه</translation>
    </message>
    <message>
        <source>This code is used up. If it was not your till, look at the call log; then make a new code.</source>
        <translation>لم يعد هذا الرمز صالحًا. إن لم يكن كاشيرك هو من استخدمه فراجع سجل الاتصالات، ثم أنشئ رمزًا جديدًا.</translation>
    </message>
    <message>
        <source>Type this code into the till. It gets a key of its own, which nobody copies.</source>
        <translation>اكتب هذا الرمز في الكاشير. يحصل الكاشير على مفتاح خاص به دون أن ينسخه أحد.</translation>
    </message>
</context>
<context>
    <name>Pane</name>
    <message>
        <source>Copy details for support</source>
        <translation>انسخ التفاصيل للدعم</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>جارٍ التحميل</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>أعد المحاولة</translation>
    </message>
</context>
<context>
    <name>PassphraseDialog</name>
    <message>
        <source>It holds the webhook secrets. Until it is open, events wait.</source>
        <translation>فيه أسرار الإشعارات، وهي تنتظر حتى يُفتح.</translation>
    </message>
    <message>
        <source>Keep secrets in an encrypted file</source>
        <translation>حفظ الأسرار في ملف مشفر</translation>
    </message>
    <message>
        <source>Make the file</source>
        <translation>أنشئ الملف</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>افتح</translation>
    </message>
    <message>
        <source>Open the encrypted file</source>
        <translation>فتح الملف المشفر</translation>
    </message>
    <message>
        <source>The file is next to your data and opens only with this passphrase. Nobody can recover it.</source>
        <translation>الملف بجانب بياناتك ولا يُفتح إلا بهذه العبارة، ولا يستطيع أحد استرجاعها.</translation>
    </message>
</context>
<context>
    <name>PathDialog</name>
    <message>
        <source>An order&apos;s reference, an action, a parameter. Upper and lower case are the same.</source>
        <translation>رقم طلب أو إجراء أو معامل. لا فرق بين الأحرف الكبيرة والصغيرة.</translation>
    </message>
    <message>
        <source>Calls whose path holds a text</source>
        <translation>الاتصالات التي في مسارها نص</translation>
    </message>
    <message>
        <source>Show these</source>
        <translation>اعرضها</translation>
    </message>
    <message>
        <source>Text in the path</source>
        <translation>النص في المسار</translation>
    </message>
    <message>
        <source>Type a part of the path first.</source>
        <translation>اكتب جزءًا من المسار أولًا.</translation>
    </message>
</context>
<context>
    <name>PeopleSection</name>
    <message>
        <source>Activate</source>
        <translation>تفعيل</translation>
    </message>
    <message>
        <source>Activate %1</source>
        <translation>تفعيل %1</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>أضف</translation>
    </message>
    <message>
        <source>Add a name</source>
        <translation>إضافة اسم</translation>
    </message>
    <message>
        <source>Add a name…</source>
        <translation>إضافة اسم…</translation>
    </message>
    <message>
        <source>At the counter now</source>
        <translation>عند المنضدة الآن</translation>
    </message>
    <message>
        <source>Change the PIN</source>
        <translation>تغيير الرمز السري</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>غيّر…</translation>
    </message>
    <message>
        <source>Deactivate</source>
        <translation>تعطيل</translation>
    </message>
    <message>
        <source>Deactivate %1</source>
        <translation>تعطيل %1</translation>
    </message>
    <message>
        <source>Deactivated. It cannot be chosen, and stays in histories.</source>
        <translation>معطَّل. لا يمكن اختياره، ويبقى في السجلات.</translation>
    </message>
    <message>
        <source>Everybody at this PC can then change everything. The PINs of the staff go too.</source>
        <translation>يمكن بعدها لكل من على هذا الجهاز تغيير كل شيء. وتُزال رموز العاملين أيضًا.</translation>
    </message>
    <message>
        <source>It can be chosen at the top of the window at once.</source>
        <translation>يمكن اختياره أعلى النافذة فورًا.</translation>
    </message>
    <message>
        <source>It is asked for before settings, keys, targets, prices and taking a run back.</source>
        <translation>يُطلب قبل الإعدادات والمفاتيح والوجهات والأسعار والتراجع عن تشغيل.</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>أبدًا</translation>
    </message>
    <message>
        <source>No name yet. Everything done at this PC is recorded as done by the owner.</source>
        <translation>لا أسماء بعد. كل ما يجري على هذا الجهاز يُسجَّل باسم المالك.</translation>
    </message>
    <message>
        <source>Orders still ring. A PIN unlocks the window, also after a restart.</source>
        <translation>تواصل الطلبات الرنين. يفتح الرمز السري القفل، حتى بعد إعادة التشغيل.</translation>
    </message>
    <message>
        <source>PIN of %1</source>
        <translation>الرمز السري لـ %1</translation>
    </message>
    <message>
        <source>PIN…</source>
        <translation>الرمز السري…</translation>
    </message>
    <message>
        <source>Protection</source>
        <translation>الحماية</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>أزل</translation>
    </message>
    <message>
        <source>Remove the PIN</source>
        <translation>إزالة الرمز السري</translation>
    </message>
    <message>
        <source>Remove the PIN?</source>
        <translation>إزالة الرمز السري؟</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>أزل…</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>غيّر الاسم</translation>
    </message>
    <message>
        <source>Rename %1</source>
        <translation>تغيير اسم %1</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>غيّر الاسم…</translation>
    </message>
    <message>
        <source>Set a PIN</source>
        <translation>تعيين رمز سري</translation>
    </message>
    <message>
        <source>Set a PIN…</source>
        <translation>تعيين رمز سري…</translation>
    </message>
    <message>
        <source>Set the owner&apos;s PIN first.</source>
        <translation>عيّن الرمز السري للمالك أولًا.</translation>
    </message>
    <message>
        <source>Staff at the counter</source>
        <translation>العاملون عند المنضدة</translation>
    </message>
    <message>
        <source>The name chosen at the top of the window is recorded in the history of orders, stock and settings.</source>
        <translation>يُسجَّل الاسم المختار أعلى النافذة في سجل الطلبات والمخزون والإعدادات.</translation>
    </message>
    <message>
        <source>The owner&apos;s PIN</source>
        <translation>الرمز السري للمالك</translation>
    </message>
    <message>
        <source>What was done until now keeps the earlier name.</source>
        <translation>ما تم حتى الآن يبقى بالاسم السابق.</translation>
    </message>
    <message>
        <source>With a PIN</source>
        <translation>برمز سري</translation>
    </message>
</context>
<context>
    <name>PersonButton</name>
    <message>
        <source>%1 (Ctrl+U)</source>
        <translation>%1 (Ctrl+U)</translation>
    </message>
    <message>
        <source>Add or change names…</source>
        <translation>إضافة الأسماء أو تغييرها…</translation>
    </message>
    <message>
        <source>At the counter: %1</source>
        <translation>عند المنضدة: %1</translation>
    </message>
    <message>
        <source>Choose a name</source>
        <translation>اختر اسمًا</translation>
    </message>
    <message>
        <source>Leave the support view…</source>
        <translation>مغادرة عرض الدعم…</translation>
    </message>
    <message>
        <source>Lock the window</source>
        <translation>قفل النافذة</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>المالك</translation>
    </message>
    <message>
        <source>Support view</source>
        <translation>عرض الدعم</translation>
    </message>
</context>
<context>
    <name>PinDialog</name>
    <message>
        <source>Continue</source>
        <translation>تابع</translation>
    </message>
    <message>
        <source>Forgot the PIN?</source>
        <translation>نسيت الرمز؟</translation>
    </message>
    <message>
        <source>PIN</source>
        <translation>الرمز السري</translation>
    </message>
</context>
<context>
    <name>PinPrompt</name>
    <message>
        <source>The owner&apos;s PIN</source>
        <translation>الرمز السري للمالك</translation>
    </message>
    <message numerus="yes">
        <source>This is protected. The PIN counts for the next %n minute(s).</source>
        <translation>
            <numerusform>هذا الإجراء محمي. يسري الرمز السري أقل من دقيقة.</numerusform>
            <numerusform>هذا الإجراء محمي. يسري الرمز السري دقيقة واحدة.</numerusform>
            <numerusform>هذا الإجراء محمي. يسري الرمز السري دقيقتين.</numerusform>
            <numerusform>هذا الإجراء محمي. يسري الرمز السري %n دقائق.</numerusform>
            <numerusform>هذا الإجراء محمي. يسري الرمز السري %n دقيقة.</numerusform>
            <numerusform>هذا الإجراء محمي. يسري الرمز السري %n دقيقة.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PowerOnRow</name>
    <message>
        <source>Copied</source>
        <translation>تم النسخ</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>نسخ</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>جارٍ التحقق…</translation>
    </message>
    <message>
        <source>Runs without a login</source>
        <translation>يعمل دون تسجيل دخول</translation>
    </message>
    <message>
        <source>The service is installed but does not run. Switch it off and on again.</source>
        <translation>الخدمة مثبتة لكنها لا تعمل. أوقف هذا الخيار ثم شغّله من جديد.</translation>
    </message>
    <message>
        <source>The service is installed but does not run. To start it, run this in a terminal:</source>
        <translation>الخدمة مثبتة لكنها لا تعمل. لتشغيلها، نفّذ هذا في الطرفية:</translation>
    </message>
    <message>
        <source>The service starts when you log in. To start it with the PC, run this in a terminal:</source>
        <translation>تبدأ الخدمة عند تسجيل دخولك. لتبدأ مع تشغيل الجهاز، نفّذ هذا في الطرفية:</translation>
    </message>
    <message>
        <source>This takes a few seconds.</source>
        <translation>يستغرق هذا بضع ثوانٍ.</translation>
    </message>
    <message>
        <source>Tills are answered from power-on, before anybody logs in.</source>
        <translation>تُجاب أجهزة الكاشير منذ تشغيل الجهاز، قبل أن يسجّل أحد دخوله.</translation>
    </message>
    <message>
        <source>Tills are answered once somebody has logged in. To answer them from power-on, quit Counterpart, then run this in a terminal:</source>
        <translation>تُجاب أجهزة الكاشير بعد أن يسجّل أحد دخوله. لتُجاب منذ تشغيل الجهاز، أنهِ Counterpart ثم نفّذ هذا في الطرفية:</translation>
    </message>
    <message>
        <source>Tills are answered once somebody has logged in. Turned on, the service starts with the PC; it takes over when you quit this window.</source>
        <translation>تُجاب أجهزة الكاشير بعد أن يسجّل أحد دخوله. عند تشغيل هذا الخيار تبدأ الخدمة مع الجهاز، وتتولى العمل عندما تنهي هذه النافذة.</translation>
    </message>
    <message>
        <source>To turn it off, run this in a terminal:</source>
        <translation>لإيقاف ذلك، نفّذ هذا في الطرفية:</translation>
    </message>
</context>
<context>
    <name>PracticeCard</name>
    <message>
        <source>It places orders, answers slowly, goes away and comes back. Nothing leaves this computer.</source>
        <translation>يرسل طلبات ويجيب ببطء ويغيب ثم يعود. لا شيء يغادر هذا الجهاز.</translation>
    </message>
    <message>
        <source>Practise without an account</source>
        <translation>تدرّب بلا حساب</translation>
    </message>
    <message>
        <source>Switch to Staging at the top. Your live shop never meets the practice marketplace.</source>
        <translation>انتقل إلى «تجريبي» في الأعلى. محلك الفعلي لا يلتقي بسوق التدريب أبدًا.</translation>
    </message>
    <message>
        <source>Try it with the practice marketplace</source>
        <translation>جرّب مع سوق التدريب</translation>
    </message>
</context>
<context>
    <name>PriceDialog</name>
    <message numerus="yes">
        <source>%n fils</source>
        <translation>
            <numerusform>0 فلس</numerusform>
            <numerusform>فلس واحد</numerusform>
            <numerusform>فلسين</numerusform>
            <numerusform>%n فلوس</numerusform>
            <numerusform>%n فلسًا</numerusform>
            <numerusform>%n فلس</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n has no price.</source>
        <translation>
            <numerusform>كلها لها أسعار.</numerusform>
            <numerusform>واحد بلا سعر.</numerusform>
            <numerusform>اثنان بلا سعر.</numerusform>
            <numerusform>%n بلا سعر.</numerusform>
            <numerusform>%n بلا سعر.</numerusform>
            <numerusform>%n بلا سعر.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n price(s) change.</source>
        <translation>
            <numerusform>لا يتغيّر أي سعر.</numerusform>
            <numerusform>يتغيّر سعر واحد.</numerusform>
            <numerusform>يتغيّر سعران.</numerusform>
            <numerusform>تتغيّر %n أسعار.</numerusform>
            <numerusform>يتغيّر %n سعرًا.</numerusform>
            <numerusform>يتغيّر %n سعر.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n price(s) stay as they are:</source>
        <translation>
            <numerusform>لا يبقى أي سعر:</numerusform>
            <numerusform>سعر واحد يبقى كما هو:</numerusform>
            <numerusform>سعران يبقيان كما هما:</numerusform>
            <numerusform>%n أسعار تبقى كما هي:</numerusform>
            <numerusform>%n سعرًا يبقى كما هو:</numerusform>
            <numerusform>%n سعر يبقى كما هو:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n stay(s) the same.</source>
        <translation>
            <numerusform>لا يبقى منها شيء.</numerusform>
            <numerusform>يبقى واحد كما هو.</numerusform>
            <numerusform>يبقى اثنان كما هما.</numerusform>
            <numerusform>يبقى %n كما هي.</numerusform>
            <numerusform>يبقى %n كما هي.</numerusform>
            <numerusform>يبقى %n كما هي.</numerusform>
        </translation>
    </message>
    <message>
        <source>All three</source>
        <translation>الثلاثة</translation>
    </message>
    <message numerus="yes">
        <source>Change %n price(s)</source>
        <translation>
            <numerusform>غيّر الأسعار</numerusform>
            <numerusform>غيّر سعرًا واحدًا</numerusform>
            <numerusform>غيّر سعرين</numerusform>
            <numerusform>غيّر %n أسعار</numerusform>
            <numerusform>غيّر %n سعرًا</numerusform>
            <numerusform>غيّر %n سعر</numerusform>
        </translation>
    </message>
    <message>
        <source>Change prices</source>
        <translation>غيّر الأسعار</translation>
    </message>
    <message numerus="yes">
        <source>Change the prices of %n part(s)</source>
        <translation>
            <numerusform>غيّر الأسعار</numerusform>
            <numerusform>غيّر سعر صنف واحد</numerusform>
            <numerusform>غيّر أسعار صنفين</numerusform>
            <numerusform>غيّر أسعار %n أصناف</numerusform>
            <numerusform>غيّر أسعار %n صنفًا</numerusform>
            <numerusform>غيّر أسعار %n صنف</numerusform>
        </translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>الاتجاه</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>خفض</translation>
    </message>
    <message>
        <source>Largest changes</source>
        <translation>أكبر التغييرات</translation>
    </message>
    <message>
        <source>Lowest %1, then %2. Highest %3, then %4.</source>
        <translation>أدناها %1 ثم %2. أعلاها %3 ثم %4.</translation>
    </message>
    <message>
        <source>Now, BHD</source>
        <translation>الآن، د.ب</translation>
    </message>
    <message>
        <source>Online price</source>
        <translation>سعر السوق</translation>
    </message>
    <message>
        <source>Percent</source>
        <translation>النسبة المئوية</translation>
    </message>
    <message>
        <source>Round to</source>
        <translation>التقريب إلى</translation>
    </message>
    <message>
        <source>Shop price</source>
        <translation>سعر المحل</translation>
    </message>
    <message>
        <source>Then, BHD</source>
        <translation>بعده، د.ب</translation>
    </message>
    <message>
        <source>Type a percentage to see what changes.</source>
        <translation>اكتب النسبة لترى ما سيتغيّر.</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>رفع</translation>
    </message>
    <message>
        <source>Up or down</source>
        <translation>رفع أو خفض</translation>
    </message>
    <message>
        <source>Which price</source>
        <translation>أي سعر</translation>
    </message>
    <message>
        <source>Wholesale price</source>
        <translation>سعر الجملة</translation>
    </message>
    <message>
        <source>Write a number like 5 or 2.5.</source>
        <translation>اكتب رقمًا مثل 5 أو 2.5.</translation>
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
        <source>the fils</source>
        <translation>الفلس</translation>
    </message>
</context>
<context>
    <name>PriceRequests</name>
    <message>
        <source>From a script:</source>
        <translation>من سطر الأوامر:</translation>
    </message>
    <message>
        <source>No price requests yet</source>
        <translation>لا توجد طلبات أسعار بعد</translation>
    </message>
    <message>
        <source>No request fits this search.</source>
        <translation>لا يوجد طلب سعر مطابق للبحث.</translation>
    </message>
    <message>
        <source>Price requests</source>
        <translation>طلبات الأسعار</translation>
    </message>
    <message>
        <source>Request, car or part</source>
        <translation>طلب أو سيارة أو قطعة</translation>
    </message>
    <message>
        <source>When a buyer on the marketplace asks what a part would cost, the question shows here.</source>
        <translation>عندما يسأل مشترٍ في السوق عن سعر قطعة يظهر سؤاله هنا.</translation>
    </message>
</context>
<context>
    <name>PrintDialog</name>
    <message>
        <source>%1 is saved in %2.</source>
        <translation>حُفظ %1 في %2.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>افتح</translation>
    </message>
    <message>
        <source>Print…</source>
        <translation>اطبع…</translation>
    </message>
    <message>
        <source>Save as PDF</source>
        <translation>الحفظ بصيغة PDF</translation>
    </message>
    <message>
        <source>Save as PDF…</source>
        <translation>احفظ بصيغة PDF…</translation>
    </message>
    <message>
        <source>Sent to the printer.</source>
        <translation>أُرسل إلى الطابعة.</translation>
    </message>
    <message>
        <source>The printer took nothing. Check that it is on and has paper, then print again.</source>
        <translation>لم تستلم الطابعة شيئًا. تأكد من أنها تعمل وأن فيها ورقًا، ثم اطبع مرة أخرى.</translation>
    </message>
</context>
<context>
    <name>PullCard</name>
    <message>
        <source>Choose a file…</source>
        <translation>اختر ملفًا…</translation>
    </message>
    <message>
        <source>Choose the file that your system saves; we show what we recognise in it.</source>
        <translation>اختر الملف الذي يحفظه نظامك، ونعرض لك ما تعرّفنا عليه فيه.</translation>
    </message>
    <message>
        <source>Elsewhere…</source>
        <translation>في مكان آخر…</translation>
    </message>
    <message>
        <source>Every day %1</source>
        <translation>كل يوم %1</translation>
    </message>
    <message>
        <source>Forget the file</source>
        <translation>انسَ الملف</translation>
    </message>
    <message>
        <source>Forget this file?</source>
        <translation>نسيان هذا الملف؟</translation>
    </message>
    <message>
        <source>Forget this file…</source>
        <translation>انسَ هذا الملف…</translation>
    </message>
    <message>
        <source>History</source>
        <translation>السجل</translation>
    </message>
    <message>
        <source>How it is read</source>
        <translation>كيف يُقرأ</translation>
    </message>
    <message>
        <source>It is chosen at the computer with the service: %1</source>
        <translation>يُختار على الجهاز الذي فيه الخدمة: %1</translation>
    </message>
    <message>
        <source>It is no longer read at night, and what you chose for its columns is gone. Parts, prices and history stay.</source>
        <translation>لن يُقرأ ليلًا بعد الآن، ويضيع ما اخترته لأعمدته. تبقى الأصناف والأسعار والسجل.</translation>
    </message>
    <message>
        <source>Last run: %1</source>
        <translation>آخر تشغيل: %1</translation>
    </message>
    <message>
        <source>Last run: %1 saved, %2 rejected</source>
        <translation>آخر تشغيل: حُفظ %1 ورُفض %2</translation>
    </message>
    <message>
        <source>Look without saving</source>
        <translation>اطّلع دون حفظ</translation>
    </message>
    <message>
        <source>More for the nightly file</source>
        <translation>المزيد للملف الليلي</translation>
    </message>
    <message>
        <source>Never read yet</source>
        <translation>لم يُقرأ بعد</translation>
    </message>
    <message>
        <source>Nightly price file</source>
        <translation>ملف الأسعار الليلي</translation>
    </message>
    <message>
        <source>Not set up</source>
        <translation>غير مُعدّ</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>متوقف</translation>
    </message>
    <message>
        <source>Read again, though unchanged</source>
        <translation>اقرأه من جديد وإن لم يتغيّر</translation>
    </message>
    <message>
        <source>Reading the file</source>
        <translation>نقرأ الملف</translation>
    </message>
    <message>
        <source>Reading the whole file, saving nothing</source>
        <translation>نقرأ الملف كله دون حفظ</translation>
    </message>
    <message>
        <source>Run now</source>
        <translation>شغّل الآن</translation>
    </message>
</context>
<context>
    <name>PullWords</name>
    <message>
        <source>Arabic (DOS 720)</source>
        <translation>عربي (DOS 720)</translation>
    </message>
    <message>
        <source>Arabic (DOS 864)</source>
        <translation>عربي (DOS 864)</translation>
    </message>
    <message>
        <source>Arabic (ISO 8859-6)</source>
        <translation>عربي (ISO 8859-6)</translation>
    </message>
    <message>
        <source>Arabic (Windows-1256)</source>
        <translation>عربي (Windows-1256)</translation>
    </message>
    <message>
        <source>Bar  |</source>
        <translation>خط عمودي  |</translation>
    </message>
    <message>
        <source>Branch name</source>
        <translation>اسم الفرع</translation>
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
        <source>Caret  ^</source>
        <translation>علامة الإقحام  ^</translation>
    </message>
    <message>
        <source>Cars it fits, as text</source>
        <translation>السيارات المناسبة نصًا</translation>
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
        <source>Cyrillic (DOS 866)</source>
        <translation>سيريلي (DOS 866)</translation>
    </message>
    <message>
        <source>Cyrillic (KOI8-R)</source>
        <translation>سيريلي (KOI8-R)</translation>
    </message>
    <message>
        <source>Cyrillic (Windows-1251)</source>
        <translation>سيريلي (Windows-1251)</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>تم</translation>
    </message>
    <message>
        <source>Excel (XLSX)</source>
        <translation>Excel (XLSX)</translation>
    </message>
    <message>
        <source>Excel XML of 2003</source>
        <translation>ملف Excel XML لعام 2003</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>تعذّر</translation>
    </message>
    <message>
        <source>From year</source>
        <translation>من سنة</translation>
    </message>
    <message>
        <source>Greek (Windows-1253)</source>
        <translation>يوناني (Windows-1253)</translation>
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
        <source>Leave out</source>
        <translation>لا تستخدمه</translation>
    </message>
    <message>
        <source>Nothing new</source>
        <translation>لا جديد</translation>
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
        <source>Quantity</source>
        <translation>الكمية</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>يعمل</translation>
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
        <source>Taken back</source>
        <translation>تُرجع عنه</translation>
    </message>
    <message>
        <source>Text in columns (fixed width)</source>
        <translation>نص في أعمدة (عرض ثابت)</translation>
    </message>
    <message>
        <source>Text table (CSV)</source>
        <translation>جدول نصي (CSV)</translation>
    </message>
    <message>
        <source>Tilde  ~</source>
        <translation>تلدة  ~</translation>
    </message>
    <message>
        <source>To year</source>
        <translation>إلى سنة</translation>
    </message>
    <message>
        <source>Turkish (Windows-1254)</source>
        <translation>تركي (Windows-1254)</translation>
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
        <source>Unicode (UTF-8)</source>
        <translation>Unicode (UTF-8)</translation>
    </message>
    <message>
        <source>Unit of measure</source>
        <translation>وحدة القياس</translation>
    </message>
    <message>
        <source>Waits for you</source>
        <translation>بانتظارك</translation>
    </message>
    <message>
        <source>Web page (HTML)</source>
        <translation>صفحة ويب (HTML)</translation>
    </message>
    <message>
        <source>Western (DOS 850)</source>
        <translation>غربي (DOS 850)</translation>
    </message>
    <message>
        <source>Western (Windows-1252)</source>
        <translation>غربي (Windows-1252)</translation>
    </message>
    <message>
        <source>XML list</source>
        <translation>قائمة XML</translation>
    </message>
    <message>
        <source>dBASE table (DBF)</source>
        <translation>جدول dBASE (DBF)</translation>
    </message>
</context>
<context>
    <name>PullWork</name>
    <message>
        <source>It can be taken back afterwards, under History.</source>
        <translation>يمكنك التراجع عنه بعد ذلك من السجل.</translation>
    </message>
    <message>
        <source>Save it anyway</source>
        <translation>احفظه رغم ذلك</translation>
    </message>
    <message>
        <source>Save this file anyway?</source>
        <translation>هل تحفظ هذا الملف رغم ذلك؟</translation>
    </message>
</context>
<context>
    <name>QuestionsCard</name>
    <message>
        <source>Questions about the file</source>
        <translation>أسئلة عن الملف</translation>
    </message>
    <message>
        <source>These can be read in more than one way. You answer once.</source>
        <translation>يمكن قراءة هذه بأكثر من طريقة. تجيب مرة واحدة.</translation>
    </message>
</context>
<context>
    <name>QuitQuestion</name>
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
    <message>
        <source>An order that nobody accepts in time is cancelled automatically.</source>
        <translation>والطلب الذي لا يقبله أحد في وقته يُلغى تلقائيًا.</translation>
    </message>
    <message>
        <source>Quit Counterpart</source>
        <translation>أنهِ البرنامج</translation>
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
        <source>What waits is sent after the next start.</source>
        <translation>وما ينتظر الإرسال يُرسل عند التشغيل القادم.</translation>
    </message>
    <message>
        <source>Your tills cannot call while Counterpart is closed.</source>
        <translation>لن يصل الكاشير ما دام Counterpart مغلقًا.</translation>
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
    <name>ReadyStep</name>
    <message>
        <source>Choose it later under Your own system</source>
        <translation>اختره لاحقًا من «نظامك الخاص»</translation>
    </message>
    <message>
        <source>Counterpart keeps running in the tray; closing its window does not stop it.</source>
        <translation>يبقى Counterpart يعمل في الخلفية، وإغلاق نافذته لا يوقفه.</translation>
    </message>
    <message>
        <source>Enter parts and stock under Catalogue</source>
        <translation>أدخل الأصناف والمخزون من «الأصناف»</translation>
    </message>
    <message>
        <source>Enter the first part</source>
        <translation>أدخل أول صنف</translation>
    </message>
    <message>
        <source>It starts hidden in the tray, so that no order is missed.</source>
        <translation>يبدأ في الخلفية حتى لا يفوتك أي طلب.</translation>
    </message>
    <message>
        <source>Key made for %1</source>
        <translation>أُنشئ مفتاح %1</translation>
    </message>
    <message>
        <source>Nightly price file</source>
        <translation>ملف الأسعار الليلي</translation>
    </message>
    <message>
        <source>No call yet; we keep listening</source>
        <translation>لم يصل اتصال بعد، وما زلنا ننتظر</translation>
    </message>
    <message>
        <source>No key yet</source>
        <translation>لا يوجد مفتاح بعد</translation>
    </message>
    <message>
        <source>Open Counterpart</source>
        <translation>افتح Counterpart</translation>
    </message>
    <message>
        <source>Open this set-up again from the Overview</source>
        <translation>افتح هذا الإعداد من جديد من «نظرة عامة»</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>جاهز</translation>
    </message>
    <message>
        <source>Start with this PC</source>
        <translation>شغّله مع بدء الجهاز</translation>
    </message>
    <message>
        <source>Starts with this PC</source>
        <translation>يعمل مع بدء الجهاز</translation>
    </message>
    <message>
        <source>We heard from it</source>
        <translation>وصلنا اتصال منه</translation>
    </message>
    <message>
        <source>When the seller of your till has answered</source>
        <translation>عندما يرد من باعك الكاشير</translation>
    </message>
    <message>
        <source>Without a system</source>
        <translation>دون نظام</translation>
    </message>
    <message>
        <source>Your shop</source>
        <translation>محلك</translation>
    </message>
    <message>
        <source>Your shop is set up</source>
        <translation>محلك جاهز</translation>
    </message>
</context>
<context>
    <name>ReasonDialog</name>
    <message>
        <source>Does not fit this car</source>
        <translation>لا تناسب هذه السيارة</translation>
    </message>
    <message>
        <source>For example: the last one was sold in the shop this morning.</source>
        <translation>مثال: بيعت آخر قطعة في المحل صباح اليوم.</translation>
    </message>
    <message>
        <source>Keep the order</source>
        <translation>أبقِ الطلب</translation>
    </message>
    <message>
        <source>Not in stock</source>
        <translation>غير متوفرة في المخزون</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>السبب</translation>
    </message>
    <message>
        <source>The buyer will read this reason</source>
        <translation>سيقرأ المشتري هذا السبب</translation>
    </message>
    <message>
        <source>The price was wrong</source>
        <translation>السعر كان خطأ</translation>
    </message>
</context>
<context>
    <name>ReceiverDialog</name>
    <message>
        <source>Body that arrived</source>
        <translation>المحتوى الذي وصل</translation>
    </message>
    <message>
        <source>Check with it</source>
        <translation>تحقق به</translation>
    </message>
    <message>
        <source>Checks with the secret you gave</source>
        <translation>يتحقق بالسر الذي أدخلته</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>تم النسخ</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>نسخ</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>الإشعار</translation>
    </message>
    <message>
        <source>It listens at</source>
        <translation>عنوان الاستقبال</translation>
    </message>
    <message>
        <source>It takes events like your own system would, and says what is wrong with a signature.</source>
        <translation>يستلم الإشعارات كما يستلمها نظامك، ويذكر الخلل في التوقيع.</translation>
    </message>
    <message>
        <source>Make it a target…</source>
        <translation>اجعله جهة…</translation>
    </message>
    <message>
        <source>No target has this address yet. Make it a target first, then send it a test.</source>
        <translation>لا وجهة بهذا العنوان بعد. اجعله وجهة أولًا، ثم أرسل إليه تجربة.</translation>
    </message>
    <message>
        <source>Nothing arrived yet. Make it a target, then send it a test.</source>
        <translation>لم يصل شيء بعد. اجعله جهة ثم أرسل إليه تجربة.</translation>
    </message>
    <message>
        <source>Send it a test…</source>
        <translation>أرسل إليه تجربة…</translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation>أوقفه وأغلق</translation>
    </message>
    <message>
        <source>Test receiver</source>
        <translation>مستقبل التجربة</translation>
    </message>
    <message>
        <source>The target&apos;s secret</source>
        <translation>سر الجهة</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>الوقت</translation>
    </message>
    <message>
        <source>What arrived</source>
        <translation>ما وصل</translation>
    </message>
</context>
<context>
    <name>ReferenceCard</name>
    <message>
        <source>For the person who programs your till</source>
        <translation>لمن يبرمج نظام الكاشير</translation>
    </message>
    <message>
        <source>Open the reference</source>
        <translation>افتح المرجع</translation>
    </message>
    <message>
        <source>Save as a file…</source>
        <translation>احفظ كملف…</translation>
    </message>
    <message>
        <source>The reference says what can be called, and tries it. It opens in the browser of this computer; the file is for somebody elsewhere.</source>
        <translation>يشرح المرجع الاتصالات الممكنة ويجرّبها. يُفتح في متصفح هذا الجهاز، والملف لمن هو في مكان آخر.</translation>
    </message>
</context>
<context>
    <name>RehearsalCard</name>
    <message>
        <source>Approve and send</source>
        <translation>وافق وأرسل</translation>
    </message>
    <message>
        <source>Copy them here, without stock</source>
        <translation>انسخها إلى هنا بلا مخزون</translation>
    </message>
    <message>
        <source>Equal on both sides</source>
        <translation>متساوية في الجهتين</translation>
    </message>
    <message>
        <source>Exist there only</source>
        <translation>موجودة هناك فقط</translation>
    </message>
    <message>
        <source>Leave them as they are</source>
        <translation>اتركها كما هي</translation>
    </message>
    <message>
        <source>Make them inactive there</source>
        <translation>عطّلها هناك</translation>
    </message>
    <message>
        <source>Parts that exist there only</source>
        <translation>أصناف موجودة هناك فقط</translation>
    </message>
    <message>
        <source>Step 3 of 3: what would change there</source>
        <translation>الخطوة 3 من 3: ما الذي سيتغير هناك</translation>
    </message>
    <message>
        <source>The largest changes</source>
        <translation>أكبر التغييرات</translation>
    </message>
    <message>
        <source>Would be changed there</source>
        <translation>ستتغير هناك</translation>
    </message>
    <message>
        <source>Would be created there</source>
        <translation>ستُنشأ هناك</translation>
    </message>
    <message>
        <source>none</source>
        <translation>لا شيء</translation>
    </message>
    <message>
        <source>price %1, there %2</source>
        <translation>السعر %1، وهناك %2</translation>
    </message>
    <message>
        <source>stock %1, there %2</source>
        <translation>المخزون %1، وهناك %2</translation>
    </message>
</context>
<context>
    <name>RejectDialog</name>
    <message>
        <source>Reject %1?</source>
        <translation>رفض %1؟</translation>
    </message>
    <message>
        <source>Reject order</source>
        <translation>ارفض الطلب</translation>
    </message>
    <message>
        <source>The buyer gets the money back, and what was held at %1 is free again.</source>
        <translation>يستعيد المشتري ماله، ويعود المحجوز في %1 متاحًا.</translation>
    </message>
    <message>
        <source>What was held at %1 is free again.</source>
        <translation>يعود المحجوز في %1 متاحًا.</translation>
    </message>
</context>
<context>
    <name>RelatedPage</name>
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
        <source>What the call was about</source>
        <translation>ما يخصه الاتصال</translation>
    </message>
</context>
<context>
    <name>RequestDetail</name>
    <message>
        <source>Answer the buyer on the marketplace. Once you agree, enter the order here.</source>
        <translation>أجب المشتري في السوق، وعند الاتفاق أدخل الطلب هنا.</translation>
    </message>
    <message>
        <source>Asked for</source>
        <translation>المطلوب</translation>
    </message>
    <message>
        <source>Make an order of it</source>
        <translation>حوّله إلى طلب</translation>
    </message>
    <message>
        <source>Qty</source>
        <translation>الكمية</translation>
    </message>
    <message>
        <source>no part number given</source>
        <translation>دون رقم قطعة</translation>
    </message>
</context>
<context>
    <name>RequestWords</name>
    <message>
        <source>%1 has an unknown value</source>
        <translation>قيمة %1 غير معروفة</translation>
    </message>
    <message>
        <source>%1 is given twice</source>
        <translation>%1 مذكور مرتين</translation>
    </message>
    <message>
        <source>%1 is not from %2 to %3</source>
        <translation>%1 ليس من %2 إلى %3</translation>
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
    <message>
        <source>no list of parts in it</source>
        <translation>لا قائمة أصناف فيه</translation>
    </message>
    <message>
        <source>no such action</source>
        <translation>إجراء غير معروف</translation>
    </message>
    <message>
        <source>not JSON</source>
        <translation>ليس JSON</translation>
    </message>
    <message>
        <source>not JSON at line %1</source>
        <translation>ليس JSON عند السطر %1</translation>
    </message>
    <message>
        <source>not understood</source>
        <translation>غير مفهوم</translation>
    </message>
    <message>
        <source>sent compressed</source>
        <translation>أُرسل مضغوطًا</translation>
    </message>
    <message>
        <source>the address cannot be read</source>
        <translation>تعذرت قراءة العنوان</translation>
    </message>
    <message>
        <source>the address is too long</source>
        <translation>العنوان طويل جدًا</translation>
    </message>
    <message>
        <source>the reason is no text</source>
        <translation>السبب ليس نصًا</translation>
    </message>
    <message>
        <source>the reason is too long</source>
        <translation>السبب أطول من اللازم</translation>
    </message>
    <message>
        <source>took too long to send</source>
        <translation>طال إرساله</translation>
    </message>
</context>
<context>
    <name>ResendSinceDialog</name>
    <message numerus="yes">
        <source>%n event(s) are on their way again.</source>
        <translation>
            <numerusform>لم يُرسل شيء.</numerusform>
            <numerusform>إشعار واحد في الطريق مجددًا.</numerusform>
            <numerusform>إشعاران في الطريق مجددًا.</numerusform>
            <numerusform>%n إشعارات في الطريق مجددًا.</numerusform>
            <numerusform>%n إشعارًا في الطريق مجددًا.</numerusform>
            <numerusform>%n إشعار في الطريق مجددًا.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) given up since then will be sent again.</source>
        <translation>
            <numerusform>لا إشعارات تعذّر إرسالها منذ ذلك الوقت.</numerusform>
            <numerusform>سيُرسل مجددًا إشعار واحد تعذّر إرساله منذ ذلك الوقت.</numerusform>
            <numerusform>سيُرسل مجددًا إشعاران تعذّر إرسالهما منذ ذلك الوقت.</numerusform>
            <numerusform>ستُرسل مجددًا %n إشعارات تعذّر إرسالها منذ ذلك الوقت.</numerusform>
            <numerusform>سيُرسل مجددًا %n إشعارًا تعذّر إرسالها منذ ذلك الوقت.</numerusform>
            <numerusform>سيُرسل مجددًا %n إشعار تعذّر إرسالها منذ ذلك الوقت.</numerusform>
        </translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>Counting</source>
        <translation>جارٍ العد</translation>
    </message>
    <message>
        <source>For a receiver that lost data or was down for long: events that were given up are sent once more.</source>
        <translation>لجهة فقدت بياناتها أو توقفت طويلًا: ما تعذّر إرساله يُرسل مرة أخرى.</translation>
    </message>
    <message numerus="yes">
        <source>Send %n again</source>
        <translation>
            <numerusform>أرسل مجددًا</numerusform>
            <numerusform>أرسل واحدًا مجددًا</numerusform>
            <numerusform>أرسل اثنين مجددًا</numerusform>
            <numerusform>أرسل %n مجددًا</numerusform>
            <numerusform>أرسل %n مجددًا</numerusform>
            <numerusform>أرسل %n مجددًا</numerusform>
        </translation>
    </message>
    <message>
        <source>Send again</source>
        <translation>أرسله مجددًا</translation>
    </message>
    <message>
        <source>Send again since…</source>
        <translation>أرسل مجددًا منذ…</translation>
    </message>
    <message>
        <source>Sending again</source>
        <translation>يجري الإرسال مجددًا</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>منذ</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>الجهة</translation>
    </message>
</context>
<context>
    <name>ResetPin</name>
    <message>
        <source>As administrator of this computer</source>
        <translation>بصفتي مدير هذا الجهاز</translation>
    </message>
    <message>
        <source>Passphrase of the backups</source>
        <translation>عبارة مرور النسخ الاحتياطية</translation>
    </message>
    <message>
        <source>Remove the PIN with it</source>
        <translation>أزل الرمز بها</translation>
    </message>
    <message>
        <source>The owner&apos;s PIN is removed, with those of the staff. The record of changes says so.</source>
        <translation>يُزال رمز المالك ورموز العاملين. ويُذكر ذلك في سجل التغييرات.</translation>
    </message>
</context>
<context>
    <name>ResetPinDialog</name>
    <message>
        <source>Forgot the PIN?</source>
        <translation>نسيت الرمز؟</translation>
    </message>
</context>
<context>
    <name>RestoreDialog</name>
    <message>
        <source>%1, with their secrets</source>
        <translation>%1، مع أسرارها</translation>
    </message>
    <message>
        <source>%1, without secrets</source>
        <translation>%1، بلا أسرار</translation>
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
        <source>Another file…</source>
        <translation>ملف آخر…</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>رجوع</translation>
    </message>
    <message>
        <source>Backup</source>
        <translation>النسخة</translation>
    </message>
    <message>
        <source>Backup to restore</source>
        <translation>النسخة المطلوب استرجاعها</translation>
    </message>
    <message>
        <source>Calls in the log</source>
        <translation>الاتصالات في السجل</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>تم النسخ</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>نسخ</translation>
    </message>
    <message>
        <source>Deal with them by hand, and count their parts. Their numbers are not given out again.</source>
        <translation>عالجها يدويًا، وأحصِ قطعها. لن تُعطى أرقامها مرة أخرى.</translation>
    </message>
    <message>
        <source>From</source>
        <translation>بتاريخ</translation>
    </message>
    <message>
        <source>In Staging</source>
        <translation>في التجريبي</translation>
    </message>
    <message>
        <source>It takes the place of what is there now. That is stored next to it, so you can go back.</source>
        <translation>تحل محل ما هو موجود الآن، وذلك يُحفظ بجانبها لتستطيع الرجوع.</translation>
    </message>
    <message>
        <source>Its passphrase</source>
        <translation>عبارة مرورها</translation>
    </message>
    <message>
        <source>Look at your orders: what came after the backup is not in it.</source>
        <translation>راجع طلباتك: ما جاء بعد النسخة ليس فيها.</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>التالي</translation>
    </message>
    <message>
        <source>Nothing changes yet: first you see what the backup holds.</source>
        <translation>لا يتغير شيء بعد: ترى أولًا ما في النسخة.</translation>
    </message>
    <message>
        <source>Nothing on this computer says which keys were revoked after this backup. Tick those that stay valid; the others are revoked.</source>
        <translation>لا شيء في هذا الجهاز يبيّن المفاتيح التي أُلغيت بعد هذه النسخة. علّم المفاتيح التي يُسمح لها بالاستمرار؛ أما الباقية فتُلغى.</translation>
    </message>
    <message>
        <source>Orders</source>
        <translation>الطلبات</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>الأصناف</translation>
    </message>
    <message>
        <source>Restore a backup</source>
        <translation>استرجاع نسخة احتياطية</translation>
    </message>
    <message>
        <source>Restore the webhook secrets too</source>
        <translation>استرجاع أسرار الإشعارات أيضًا</translation>
    </message>
    <message>
        <source>Restore this one</source>
        <translation>استرجع هذه</translation>
    </message>
    <message>
        <source>Restored. Everything runs with it now.</source>
        <translation>تم الاسترجاع. كل شيء يعمل بها الآن.</translation>
    </message>
    <message>
        <source>Restoring</source>
        <translation>يجري الاسترجاع</translation>
    </message>
    <message>
        <source>See what it holds</source>
        <translation>اعرض ما فيها</translation>
    </message>
    <message>
        <source>Shops</source>
        <translation>المحلات</translation>
    </message>
    <message numerus="yes">
        <source>This computer no longer knows %n order(s) placed after the backup</source>
        <translation>
            <numerusform>لا تنقص هذا الجهاز أي طلبات جاءت بعد النسخة الاحتياطية</numerusform>
            <numerusform>لم يعد هذا الجهاز يعرف طلبًا واحدًا جاء بعد النسخة الاحتياطية</numerusform>
            <numerusform>لم يعد هذا الجهاز يعرف طلبين جاءا بعد النسخة الاحتياطية</numerusform>
            <numerusform>لم يعد هذا الجهاز يعرف %n طلبات جاءت بعد النسخة الاحتياطية</numerusform>
            <numerusform>لم يعد هذا الجهاز يعرف %n طلبًا جاء بعد النسخة الاحتياطية</numerusform>
            <numerusform>لم يعد هذا الجهاز يعرف %n طلب جاء بعد النسخة الاحتياطية</numerusform>
        </translation>
    </message>
    <message>
        <source>Webhook targets</source>
        <translation>جهات الإشعارات</translation>
    </message>
    <message>
        <source>What was there before is kept at</source>
        <translation>ما كان موجودًا محفوظ في</translation>
    </message>
</context>
<context>
    <name>RingSection</name>
    <message>
        <source>Alarm</source>
        <translation>إنذار</translation>
    </message>
    <message>
        <source>Bell</source>
        <translation>جرس</translation>
    </message>
    <message>
        <source>Can it be heard?</source>
        <translation>هل يُسمع الرنين؟</translation>
    </message>
    <message>
        <source>Chime</source>
        <translation>نغمة</translation>
    </message>
    <message>
        <source>It plays once, as loud as in the last %1.</source>
        <translation>يُشغَّل مرة واحدة بمستوى آخر %1.</translation>
    </message>
    <message>
        <source>It was played. If you heard nothing, turn up this PC&apos;s speaker.</source>
        <translation>شُغِّل الصوت. إن لم تسمع شيئًا فارفع صوت سماعة هذا الجهاز.</translation>
    </message>
    <message>
        <source>Knocking</source>
        <translation>طرق</translation>
    </message>
    <message>
        <source>Loud</source>
        <translation>مرتفع</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>متوسط</translation>
    </message>
    <message>
        <source>Quiet</source>
        <translation>منخفض</translation>
    </message>
    <message>
        <source>Ring</source>
        <translation>الرنين</translation>
    </message>
    <message>
        <source>Telephone</source>
        <translation>هاتف</translation>
    </message>
    <message>
        <source>This PC has nothing that plays sounds. Orders still show a message and a number.</source>
        <translation>ليس في هذا الجهاز ما يشغّل الأصوات. تظهر الطلبات مع ذلك برسالة وعدد.</translation>
    </message>
    <message>
        <source>This PC is muted: no ring can be heard. Switch its sound on.</source>
        <translation>صوت هذا الجهاز مكتوم: لن يُسمع أي رنين. شغّل الصوت.</translation>
    </message>
    <message>
        <source>Try the sound</source>
        <translation>جرّب الصوت</translation>
    </message>
</context>
<context>
    <name>Ringer</name>
    <message>
        <source>%1 is about to lapse</source>
        <translation>الطلب %1 على وشك الإلغاء</translation>
    </message>
    <message>
        <source>%1 left to accept it. Then it is cancelled automatically.</source>
        <translation>بقي %1 لقبوله، ثم يُلغى تلقائيًا.</translation>
    </message>
    <message>
        <source>%1 was not accepted</source>
        <translation>لم يُقبل %1</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>اقبل</translation>
    </message>
    <message>
        <source>An order waits</source>
        <translation>طلب بانتظارك</translation>
    </message>
    <message>
        <source>New order %1</source>
        <translation>طلب جديد %1</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>افتح</translation>
    </message>
    <message>
        <source>Staging</source>
        <translation>تجريبي</translation>
    </message>
    <message>
        <source>Unlock Counterpart to see it.</source>
        <translation>افتح قفل Counterpart لتراه.</translation>
    </message>
</context>
<context>
    <name>RunDetail</name>
    <message>
        <source>%1, last time %2</source>
        <translation>%1، وفي المرة السابقة %2</translation>
    </message>
    <message>
        <source>Every row was taken as it is.</source>
        <translation>قُبل كل سطر كما هو.</translation>
    </message>
    <message>
        <source>Export as CSV…</source>
        <translation>صدّر CSV…</translation>
    </message>
    <message>
        <source>Nothing was saved.</source>
        <translation>لم يُحفظ شيء.</translation>
    </message>
    <message>
        <source>Parts missing from it</source>
        <translation>أصناف غير موجودة فيه</translation>
    </message>
    <message>
        <source>Parts set to 0</source>
        <translation>أصناف تصبح 0</translation>
    </message>
    <message>
        <source>Prices changed by more than 30%</source>
        <translation>أسعار تغيّرت أكثر من ⁦30%⁩</translation>
    </message>
    <message>
        <source>Rows in the file</source>
        <translation>الأسطر في الملف</translation>
    </message>
    <message>
        <source>Rows with faults and notes</source>
        <translation>أسطر فيها أخطاء أو ملاحظات</translation>
    </message>
    <message>
        <source>Save it anyway…</source>
        <translation>احفظه رغم ذلك…</translation>
    </message>
    <message>
        <source>Take this run back…</source>
        <translation>تراجع عن هذه القراءة…</translation>
    </message>
    <message>
        <source>Taken back</source>
        <translation>تُرجع عنه</translation>
    </message>
    <message>
        <source>The file is the same as last time, so nothing was read.</source>
        <translation>الملف هو نفسه كالمرة السابقة، فلم يُقرأ شيء.</translation>
    </message>
</context>
<context>
    <name>RunFacts</name>
    <message>
        <source>As before</source>
        <translation>كما كان</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>تغيّر</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>السطر</translation>
    </message>
    <message>
        <source>New</source>
        <translation>جديد</translation>
    </message>
    <message>
        <source>Noted</source>
        <translation>بملاحظة</translation>
    </message>
    <message>
        <source>Part number</source>
        <translation>رقم القطعة</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>مرفوض</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>النتيجة</translation>
    </message>
    <message>
        <source>Rows read</source>
        <translation>أسطر مقروءة</translation>
    </message>
    <message>
        <source>Saved %1, rejected %2</source>
        <translation>حُفظ %1 ورُفض %2</translation>
    </message>
    <message>
        <source>What we noticed</source>
        <translation>ملاحظاتنا</translation>
    </message>
    <message>
        <source>With a note</source>
        <translation>بملاحظة</translation>
    </message>
</context>
<context>
    <name>RunNote</name>
    <message>
        <source>Look at it</source>
        <translation>انظر إليه</translation>
    </message>
    <message>
        <source>Parts missing: %1</source>
        <translation>أصناف ناقصة: %1</translation>
    </message>
    <message>
        <source>Prices changed by over 30%: %1</source>
        <translation>أسعار تغيّرت أكثر من ⁦30%⁩: %1</translation>
    </message>
    <message>
        <source>Rows: %1, last time %2</source>
        <translation>الأسطر: %1، وفي المرة السابقة %2</translation>
    </message>
    <message>
        <source>Save it anyway…</source>
        <translation>احفظه رغم ذلك…</translation>
    </message>
    <message>
        <source>See the difference</source>
        <translation>شاهد الفرق</translation>
    </message>
    <message>
        <source>Set to 0: %1</source>
        <translation>تصبح 0: %1</translation>
    </message>
    <message>
        <source>The file could not be read: %1</source>
        <translation>تعذّرت قراءة الملف: %1</translation>
    </message>
    <message>
        <source>The file waits for your confirmation. Nothing was saved.</source>
        <translation>الملف ينتظر تأكيدك. لم يُحفظ شيء.</translation>
    </message>
    <message>
        <source>The file was stopped, because it changes very much. Nothing was saved.</source>
        <translation>أوقفنا الملف لأنه يغيّر الكثير. لم يُحفظ شيء.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>أعد المحاولة</translation>
    </message>
</context>
<context>
    <name>RunRows</name>
    <message>
        <source>%1 saved, %2 rejected</source>
        <translation>حُفظ %1 ورُفض %2</translation>
    </message>
    <message>
        <source>The same file as before</source>
        <translation>الملف نفسه كالسابق</translation>
    </message>
    <message>
        <source>by hand</source>
        <translation>يدويًا</translation>
    </message>
</context>
<context>
    <name>SampleCard</name>
    <message>
        <source>Fill staging with a sample</source>
        <translation>املأ النسخة التجريبية بعينة</translation>
    </message>
    <message>
        <source>Filling staging</source>
        <translation>نملأ النسخة التجريبية</translation>
    </message>
    <message>
        <source>Look around with a sample</source>
        <translation>تعرّف على البرنامج ببيانات تجريبية</translation>
    </message>
    <message numerus="yes">
        <source>Staging holds %n sample part(s)</source>
        <translation>
            <numerusform>لا أصناف في النسخة التجريبية</numerusform>
            <numerusform>في النسخة التجريبية صنف واحد</numerusform>
            <numerusform>في النسخة التجريبية صنفان</numerusform>
            <numerusform>في النسخة التجريبية %n أصناف</numerusform>
            <numerusform>في النسخة التجريبية %n صنفًا</numerusform>
            <numerusform>في النسخة التجريبية %n صنف</numerusform>
        </translation>
    </message>
    <message>
        <source>Staging is for practice: parts, stock and orders of a made-up shop. Nothing reaches a buyer.</source>
        <translation>التجريبي للتدريب: أصناف ومخزون وطلبات لمحل وهمي. لا شيء يصل إلى مشترٍ.</translation>
    </message>
    <message>
        <source>Switch between Live and Staging at the top of the window.</source>
        <translation>بدّل بين الفعلي والتجريبي من أعلى النافذة.</translation>
    </message>
</context>
<context>
    <name>SearchLine</name>
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
        <source>%1 of %2 calls looked at.</source>
        <translation>الاتصالات المفحوصة: %1 من %2.</translation>
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
    <message>
        <source>Looking into requests and answers</source>
        <translation>البحث في الطلبات والردود</translation>
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
        <source>Scroll down to look further.</source>
        <translation>مرّر إلى الأسفل لمتابعة البحث.</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>توقف البحث.</translation>
    </message>
</context>
<context>
    <name>SearchPopup</name>
    <message>
        <source>%1 free</source>
        <translation>%1 متاح</translation>
    </message>
    <message>
        <source>%1 with VAT</source>
        <translation>%1 مع الضريبة</translation>
    </message>
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
    <name>SecretDialog</name>
    <message>
        <source>At least %1 characters. Three words that do not belong together are good.</source>
        <translation>%1 أحرف على الأقل. ثلاث كلمات لا رابط بينها خيار جيد.</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>تم النسخ</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>نسخ</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>تم</translation>
    </message>
    <message>
        <source>Once more</source>
        <translation>مرة أخرى</translation>
    </message>
    <message>
        <source>Passphrase</source>
        <translation>عبارة المرور</translation>
    </message>
    <message>
        <source>The two are not the same.</source>
        <translation>الإدخالان غير متطابقين.</translation>
    </message>
    <message>
        <source>This passphrase is too short.</source>
        <translation>عبارة المرور قصيرة.</translation>
    </message>
</context>
<context>
    <name>SecretsSection</name>
    <message>
        <source>A secret signs what we send, so that a receiver knows it is from us. It is never in the database.</source>
        <translation>السر يوقّع ما نرسله لتعرف الجهة أنه منا. لا يُحفظ في قاعدة البيانات أبدًا.</translation>
    </message>
    <message>
        <source>API keys</source>
        <translation>مفاتيح API</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>النسخ الاحتياطية</translation>
    </message>
    <message>
        <source>Hold secrets only when encrypted</source>
        <translation>تحوي الأسرار عند التشفير فقط</translation>
    </message>
    <message>
        <source>In the keyring, or the encrypted file</source>
        <translation>في مخزن كلمات المرور أو الملف المشفر</translation>
    </message>
    <message>
        <source>Only their fingerprint is kept</source>
        <translation>تُحفظ بصمتها فقط</translation>
    </message>
    <message>
        <source>Secrets</source>
        <translation>الأسرار</translation>
    </message>
    <message>
        <source>Webhook secrets</source>
        <translation>أسرار الإشعارات</translation>
    </message>
</context>
<context>
    <name>SelectionBar</name>
    <message numerus="yes">
        <source>%n part(s) selected</source>
        <translation>
            <numerusform>لا صنف مختار</numerusform>
            <numerusform>صنف واحد مختار</numerusform>
            <numerusform>صنفان مختاران</numerusform>
            <numerusform>%n أصناف مختارة</numerusform>
            <numerusform>%n صنفًا مختارًا</numerusform>
            <numerusform>%n صنف مختار</numerusform>
        </translation>
    </message>
    <message>
        <source>Change prices…</source>
        <translation>غيّر الأسعار…</translation>
    </message>
    <message>
        <source>Labels…</source>
        <translation>ملصقات…</translation>
    </message>
    <message>
        <source>Make active</source>
        <translation>فعّلها</translation>
    </message>
    <message>
        <source>Make inactive…</source>
        <translation>أوقفها…</translation>
    </message>
    <message>
        <source>Select all %1 found</source>
        <translation>اختر كل ما وُجد: %1</translation>
    </message>
    <message>
        <source>Select one part again</source>
        <translation>اختر صنفًا واحدًا</translation>
    </message>
</context>
<context>
    <name>SendTestDialog</name>
    <message>
        <source>As if</source>
        <translation>كأنه</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>It answered %1 after %2</source>
        <translation>كان الرد %1 خلال %2</translation>
    </message>
    <message>
        <source>It arrived: answer %1 after %2</source>
        <translation>وصلت: الرد %1 خلال %2</translation>
    </message>
    <message>
        <source>It is on its way. Look among the deliveries in a moment.</source>
        <translation>في الطريق. ستجدها بين الإشعارات بعد لحظة.</translation>
    </message>
    <message>
        <source>It is signed like every event and marked as a test, so the receiver can leave it out.</source>
        <translation>موقّعة ككل إشعار وعليها علامة تجربة، فتستطيع الجهة تجاهلها.</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>لا رد</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>أرسل</translation>
    </message>
    <message>
        <source>Send a test to %1</source>
        <translation>إرسال تجربة إلى %1</translation>
    </message>
</context>
<context>
    <name>Service</name>
    <message>
        <source> at {branch}</source>
        <translation> في {branch}</translation>
    </message>
    <message>
        <source>&quot;{before}&quot; to &quot;{after}&quot;</source>
        <translation>&quot;{before}&quot; إلى &quot;{after}&quot;</translation>
    </message>
    <message>
        <source>&apos;{answer}&apos; does not say where columns begin; write it like 8,40,52.</source>
        <translation>&apos;{answer}&apos; لا يبين أين تبدأ الأعمدة؛ اكتبه مثل 8,40,52.</translation>
    </message>
    <message>
        <source>0 in stock</source>
        <translation>لا شيء في المخزون (0)</translation>
    </message>
    <message>
        <source>A PIN has {least} to {most} digits.</source>
        <translation>الرمز السري من {least} إلى {most} رقمًا.</translation>
    </message>
    <message>
        <source>A VAT number has letters and digits, at most {most}.</source>
        <translation>الرقم الضريبي حروف وأرقام، {most} على الأكثر.</translation>
    </message>
    <message>
        <source>A backup is being made or restored right now. Wait until that is done.</source>
        <translation>تُنشأ نسخة احتياطية أو تُسترجع الآن. انتظر حتى تنتهي.</translation>
    </message>
    <message>
        <source>A backup is being restored.</source>
        <translation>تُسترجع نسخة احتياطية الآن.</translation>
    </message>
    <message>
        <source>A call under a foreign name was answered with {status}.</source>
        <translation>اتصال باسم غريب جاءه الرد {status}.</translation>
    </message>
    <message>
        <source>A cell holds more than a million characters. Check that it is the export file.</source>
        <translation>في إحدى الخلايا أكثر من مليون حرف. تأكد أنه ملف التصدير.</translation>
    </message>
    <message>
        <source>A database is asked with a query. Write one, such as {example}.</source>
        <translation>تُسأل قاعدة البيانات باستعلام. اكتب استعلامًا مثل {example}.</translation>
    </message>
    <message>
        <source>A file at an address cannot be read here. Name a file of this computer.</source>
        <translation>لا يمكن هنا قراءة ملف من عنوان. اذكر ملفًا على هذا الجهاز.</translation>
    </message>
    <message>
        <source>A fixed value cannot be used. {fault}.</source>
        <translation>القيمة الثابتة لا تصلح. {fault}.</translation>
    </message>
    <message>
        <source>A mailbox is asked as in {example}. Either part may be left out.</source>
        <translation>يُسأل صندوق البريد كما في {example}. ويمكن حذف أي من الجزأين.</translation>
    </message>
    <message>
        <source>A page listed here can use a key that is stored in the browser. List none you don&apos;t run.</source>
        <translation>الصفحة المكتوبة هنا تستطيع استخدام مفتاح محفوظ في المتصفح. لا تكتب صفحة ليست لك.</translation>
    </message>
    <message>
        <source>A part that the file lacks has 0 in stock from then on.</source>
        <translation>الصنف الذي ليس في الملف يصبح مخزونه 0 منذ ذلك الحين.</translation>
    </message>
    <message>
        <source>A part that the file lacks is no longer offered.</source>
        <translation>الصنف الذي ليس في الملف لا يُعرض بعد ذلك.</translation>
    </message>
    <message>
        <source>A part that the file lacks stays as it is.</source>
        <translation>الصنف الذي ليس في الملف يبقى كما هو.</translation>
    </message>
    <message>
        <source>A password is not part of the address. Store it with: {command}</source>
        <translation>كلمة المرور ليست جزءًا من العنوان. احفظها بالأمر: {command}</translation>
    </message>
    <message>
        <source>A picture has at most 96 KiB after it was made smaller.</source>
        <translation>أقصى حجم للصورة بعد تصغيرها 96 كيلوبايت.</translation>
    </message>
    <message>
        <source>A price is for one piece, or for one of the packs that its quantity counts.</source>
        <translation>السعر لقطعة واحدة، أو لعبوة واحدة من العبوات التي تعدّها كميته.</translation>
    </message>
    <message>
        <source>A price is for one piece.</source>
        <translation>السعر لقطعة واحدة.</translation>
    </message>
    <message>
        <source>A pull of this shop is running. Wait for it to end, then try again.</source>
        <translation>تجري الآن قراءة ملف هذا المحل. انتظر حتى تنتهي ثم أعد المحاولة.</translation>
    </message>
    <message>
        <source>A quantity of 0 moves nothing; give how many units move.</source>
        <translation>الكمية 0 لا تحرّك شيئًا؛ حدد عدد الوحدات.</translation>
    </message>
    <message>
        <source>A quantity says how many units move and is never below 0; the cause says where.</source>
        <translation>الكمية هي عدد الوحدات ولا تقل عن 0؛ السبب هو ما يحدد الاتجاه.</translation>
    </message>
    <message>
        <source>A row names another that is not there. Nothing was changed.</source>
        <translation>صف يشير إلى صف غير موجود. لم يتغير شيء.</translation>
    </message>
    <message>
        <source>A service at {address} leads.</source>
        <translation>تقود خدمة على {address}.</translation>
    </message>
    <message>
        <source>A service named {name} belongs to another program. Remove that one first.</source>
        <translation>توجد خدمة باسم {name} تخص برنامجًا آخر. أزلها أولًا.</translation>
    </message>
    <message>
        <source>A service on the computer of PostgreSQL leads.</source>
        <translation>تقود خدمة على جهاز PostgreSQL نفسه.</translation>
    </message>
    <message>
        <source>A shop has at most {most:,} branches.</source>
        <translation>لا يزيد عدد فروع المحل عن {most:,}.</translation>
    </message>
    <message>
        <source>A statement and its answer take {time} ms.</source>
        <translation>تستغرق العبارة وجوابها {time} مللي ثانية.</translation>
    </message>
    <message>
        <source>A target needs at least one event; choose from {words}.</source>
        <translation>تحتاج الجهة إلى إشعار واحد على الأقل؛ اختر من {words}.</translation>
    </message>
    <message>
        <source>A web address names one file. Leave out the pattern.</source>
        <translation>عنوان الويب يسمّي ملفًا واحدًا. احذف النمط.</translation>
    </message>
    <message>
        <source>A webhook target of {shop} is in trouble.</source>
        <translation>جهة إشعارات للمحل {shop} متعثرة.</translation>
    </message>
    <message>
        <source>A {what}&apos;s name has 1 to {most} characters that can be seen; choose another one.</source>
        <translation>اسم {what} من 1 إلى {most} حرفًا ظاهرًا؛ اختر اسمًا آخر.</translation>
    </message>
    <message>
        <source>API keys</source>
        <translation>مفاتيح API</translation>
    </message>
    <message>
        <source>API push is off for {shop}; the owner can switch it on under Your own system.</source>
        <translation>الإرسال عبر API متوقف للمحل {shop}؛ يمكن تشغيله من «نظامك الخاص».</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>وقت القبول</translation>
    </message>
    <message>
        <source>Accepted with {status}</source>
        <translation>استُلم بالرد {status}</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>نشط</translation>
    </message>
    <message>
        <source>Address already in use</source>
        <translation>العنوان مستخدم الآن</translation>
    </message>
    <message>
        <source>After a power cut</source>
        <translation>بعد انقطاع الكهرباء</translation>
    </message>
    <message>
        <source>After the ? of a database&apos;s address there is {options}, or nothing.</source>
        <translation>بعد علامة ? في عنوان قاعدة البيانات يأتي {options} أو لا شيء.</translation>
    </message>
    <message>
        <source>Alerts to {name}</source>
        <translation>التنبيهات إلى {name}</translation>
    </message>
    <message>
        <source>Alerts will arrive here.</source>
        <translation>ستصل التنبيهات إلى هنا.</translation>
    </message>
    <message>
        <source>All parts are filed ({total}).</source>
        <translation>كل الأصناف مفهرسة ({total}).</translation>
    </message>
    <message>
        <source>Also take unencrypted calls</source>
        <translation>اقبل أيضًا الاتصالات غير المشفّرة</translation>
    </message>
    <message>
        <source>An ODBC address names a source or a driver, as in {example}.</source>
        <translation>يسمّي عنوان ODBC مصدرًا أو برنامج تشغيل، كما في {example}.</translation>
    </message>
    <message>
        <source>An address of the nightly file begins with one of {known}. Or name a file here.</source>
        <translation>يبدأ عنوان الملف الليلي بأحد هذه: {known}. أو اذكر ملفًا على هذا الجهاز.</translation>
    </message>
    <message>
        <source>An encrypted file keeps the webhook secrets: {path}</source>
        <translation>ملف مشفر يحفظ أسرار الإشعارات: {path}</translation>
    </message>
    <message>
        <source>Another</source>
        <translation>صنف آخر</translation>
    </message>
    <message>
        <source>Another process keeps {path} locked; end it, then try again</source>
        <translation>برنامج آخر يقفل {path}؛ أغلقه ثم أعد المحاولة</translation>
    </message>
    <message>
        <source>Another program answers in place of the service. End that program, or restart the computer.</source>
        <translation>يجيب برنامج آخر بدلًا من الخدمة. أنهِ ذلك البرنامج، أو أعد تشغيل الجهاز.</translation>
    </message>
    <message>
        <source>Another program is holding the database. Nothing was changed; try again in a moment.</source>
        <translation>برنامج آخر يمسك قاعدة البيانات. لم يتغير شيء؛ أعد المحاولة بعد لحظات.</translation>
    </message>
    <message>
        <source>Another service leads now. Nothing was changed.</source>
        <translation>تقود خدمة أخرى الآن. لم يتغير شيء.</translation>
    </message>
    <message>
        <source>Answered {status}, a redirect to {place}, which is not followed; give the target its final address</source>
        <translation>الرد {status}، وهو تحويل إلى {place} لا نتبعه؛ أدخل العنوان النهائي للجهة</translation>
    </message>
    <message>
        <source>Answered {status}, a redirect, which is not followed; give the target its final address</source>
        <translation>الرد {status}، وهو تحويل لا نتبعه؛ أدخل العنوان النهائي للجهة</translation>
    </message>
    <message>
        <source>Answered {status}: nothing takes POST at this path; check the address of the target</source>
        <translation>الرد {status}: لا شيء يستقبل POST على هذا المسار؛ راجع عنوان الجهة</translation>
    </message>
    <message>
        <source>Answered {status}: the receiver broke; look in its own log</source>
        <translation>الرد {status}: حصل عطل في البرنامج المستقبِل؛ راجع سجله</translation>
    </message>
    <message>
        <source>Answered {status}: the receiver does not allow the call; check its signature check and its secret</source>
        <translation>الرد {status}: المستقبِل لا يسمح بالدخول؛ راجع فحص التوقيع والسر عنده</translation>
    </message>
    <message>
        <source>Answered {status}; look at its answer for the reason</source>
        <translation>الرد {status}؛ السبب في نص ردّه</translation>
    </message>
    <message>
        <source>Arabic name</source>
        <translation>الاسم بالعربي</translation>
    </message>
    <message>
        <source>Are the prices in {columns} in fils or in dinars?</source>
        <translation>هل الأسعار في {columns} بالفلس أم بالدينار؟</translation>
    </message>
    <message>
        <source>Are these the columns of the file? If not, draw them.</source>
        <translation>هل هذه أعمدة الملف؟ إن لم تكن، فارسمها.</translation>
    </message>
    <message>
        <source>At most {most:,} parts are changed at once; narrow the search.</source>
        <translation>لا يمكن تغيير أكثر من {most:,} صنف دفعة واحدة؛ ضيّق البحث.</translation>
    </message>
    <message>
        <source>At {address} another Counterpart answers, or its certificate was replaced. If you did that, pair this counter again; if not, ask who changed the network.</source>
        <translation>يجيب عند {address} برنامج Counterpart آخر، أو استُبدلت شهادته. إن كنت أنت من فعل ذلك فاربط هذه المنضدة من جديد، وإلا فاسأل من غيّر الشبكة.</translation>
    </message>
    <message>
        <source>At {address} no Counterpart waits for counters. Check the address, and that Settings, Counters is on there.</source>
        <translation>لا يوجد عند {address} برنامج Counterpart ينتظر مناضد. تحقق من العنوان، ومن أن المناضد مفعّلة هناك في الإعدادات.</translation>
    </message>
    <message>
        <source>Audit</source>
        <translation>سجل الإجراءات</translation>
    </message>
    <message>
        <source>BHD {price}</source>
        <translation>{price} د.ب</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>النسخ الاحتياطية</translation>
    </message>
    <message>
        <source>Backups are to be encrypted, but there is no passphrase. Set one in Settings.</source>
        <translation>النسخ الاحتياطية مطلوب تشفيرها ولا توجد عبارة مرور. ضع واحدة في الإعدادات.</translation>
    </message>
    <message>
        <source>Bahraini dinars, read as they are</source>
        <translation>دنانير بحرينية، تُقرأ كما هي</translation>
    </message>
    <message>
        <source>Barcode</source>
        <translation>الباركود</translation>
    </message>
    <message>
        <source>Both point and comma are decimal signs.</source>
        <translation>النقطة والفاصلة كلتاهما علامة عشرية.</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>الفرع</translation>
    </message>
    <message>
        <source>Brand</source>
        <translation>الماركة</translation>
    </message>
    <message>
        <source>By hand</source>
        <translation>يدويًا</translation>
    </message>
    <message>
        <source>Call {id} changed no item, or what it changed is no longer stored.</source>
        <translation>لم يغيّر الاتصال {id} أي صنف، أو لم يعد ما غيّره محفوظًا.</translation>
    </message>
    <message>
        <source>Call {id} is no upload that was taken.</source>
        <translation>الاتصال {id} ليس رفعًا مقبولًا.</translation>
    </message>
    <message>
        <source>Call {id} is undone already.</source>
        <translation>سبق التراجع عن الاتصال {id}.</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>الاتصالات</translation>
    </message>
    <message>
        <source>Calls under a foreign name are refused.</source>
        <translation>الاتصالات باسم غريب مرفوضة.</translation>
    </message>
    <message>
        <source>Cannot assign requested address</source>
        <translation>العنوان المطلوب غير متاح</translation>
    </message>
    <message>
        <source>Car</source>
        <translation>السيارة</translation>
    </message>
    <message>
        <source>Cars it fits</source>
        <translation>السيارات المناسبة</translation>
    </message>
    <message>
        <source>Catalogue</source>
        <translation>الأصناف</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>الفئة</translation>
    </message>
    <message>
        <source>Certificate for the network</source>
        <translation>شهادة الشبكة</translation>
    </message>
    <message>
        <source>Changed since, and stays: {what}.</source>
        <translation>تغيّر بعدها ويبقى كما هو: {what}.</translation>
    </message>
    <message>
        <source>Check that the receiver runs and the address is right.</source>
        <translation>تأكد أن البرنامج المستقبِل يعمل وأن العنوان صحيح.</translation>
    </message>
    <message>
        <source>Check where the export is saved.</source>
        <translation>راجع المكان الذي يُحفظ فيه ملف التصدير.</translation>
    </message>
    <message>
        <source>Choose a later last day under Your own system, or with counterpart keys expiry.</source>
        <translation>اختر يومًا أخيرًا أبعد ضمن «نظامك الخاص»، أو بالأمر counterpart keys expiry.</translation>
    </message>
    <message>
        <source>Choose at least one event to be alerted about.</source>
        <translation>اختر حدثًا واحدًا على الأقل للتنبيه عنه.</translation>
    </message>
    <message>
        <source>Choose at most {most} parts for labels, not {count}.</source>
        <translation>اختر {most} صنف على الأكثر للملصقات، لا {count}.</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>الساعة</translation>
    </message>
    <message>
        <source>Clock of PostgreSQL</source>
        <translation>ساعة PostgreSQL</translation>
    </message>
    <message>
        <source>Close that program, or choose another port.</source>
        <translation>أغلق ذلك البرنامج، أو اختر منفذًا آخر.</translation>
    </message>
    <message>
        <source>Close the program and start it again.</source>
        <translation>أغلق البرنامج ثم شغّله من جديد.</translation>
    </message>
    <message>
        <source>Columns that not every sheet has are left out: {columns}.</source>
        <translation>تُركت الأعمدة التي لا توجد في كل ورقة: {columns}.</translation>
    </message>
    <message>
        <source>Columns that the workbook hides are read too: {columns}.</source>
        <translation>الأعمدة التي يخفيها المصنف تُقرأ أيضًا: {columns}.</translation>
    </message>
    <message>
        <source>Commission, BHD</source>
        <translation>العمولة، د.ب</translation>
    </message>
    <message>
        <source>Condition</source>
        <translation>الحالة</translation>
    </message>
    <message>
        <source>Connected to the practice marketplace. Nothing leaves this computer.</source>
        <translation>متصل بسوق التدريب. لا شيء يغادر هذا الجهاز.</translation>
    </message>
    <message>
        <source>Connection refused</source>
        <translation>الاتصال مرفوض</translation>
    </message>
    <message>
        <source>Connection reset by peer</source>
        <translation>قطع الطرف الآخر الاتصال</translation>
    </message>
    <message>
        <source>Connection timed out</source>
        <translation>انتهت مهلة الاتصال</translation>
    </message>
    <message>
        <source>Connections to PostgreSQL</source>
        <translation>الاتصالات مع PostgreSQL</translation>
    </message>
    <message>
        <source>Cost columns are left out: {columns}.</source>
        <translation>تُركت أعمدة التكلفة: {columns}.</translation>
    </message>
    <message>
        <source>Counterpart is ending; waiting for it.</source>
        <translation>‏Counterpart قيد الإنهاء؛ ننتظر انتهاءه.</translation>
    </message>
    <message>
        <source>Counterpart {version}.</source>
        <translation>الإصدار {version}.</translation>
    </message>
    <message>
        <source>Customer pays BHD {total}</source>
        <translation>يدفع العميل {total} د.ب</translation>
    </message>
    <message>
        <source>Customer pays, BHD</source>
        <translation>يدفع العميل، د.ب</translation>
    </message>
    <message>
        <source>Data folder</source>
        <translation>مجلد البيانات</translation>
    </message>
    <message>
        <source>Database</source>
        <translation>قاعدة البيانات</translation>
    </message>
    <message>
        <source>Dead rows</source>
        <translation>الصفوف الميتة</translation>
    </message>
    <message>
        <source>Delivered</source>
        <translation>وقت التسليم</translation>
    </message>
    <message>
        <source>Delivery</source>
        <translation>طريقة التسليم</translation>
    </message>
    <message>
        <source>Delivery, BHD</source>
        <translation>رسوم التوصيل، د.ب</translation>
    </message>
    <message>
        <source>Device or resource busy</source>
        <translation>الجهاز أو المورد مشغول</translation>
    </message>
    <message>
        <source>Do the columns {columns} hold the stock of branches?</source>
        <translation>هل تحمل الأعمدة {columns} مخزون فروع؟</translation>
    </message>
    <message>
        <source>Done.</source>
        <translation>تم.</translation>
    </message>
    <message>
        <source>Encrypt with a passphrase</source>
        <translation>التشفير بعبارة مرور</translation>
    </message>
    <message>
        <source>End the program and restore that copy, or start again to continue with the other file.</source>
        <translation>أنهِ البرنامج واستعد تلك النسخة، أو شغّله من جديد للمتابعة بالملف الآخر.</translation>
    </message>
    <message>
        <source>End the program and start it again.</source>
        <translation>أنهِ البرنامج ثم شغّله من جديد.</translation>
    </message>
    <message>
        <source>End the program and start it again: it then uses that copy.</source>
        <translation>أنهِ البرنامج ثم شغّله من جديد: سيستخدم عندئذٍ تلك النسخة.</translation>
    </message>
    <message>
        <source>English, Arabic, or the system&apos;s. It changes at once.</source>
        <translation>الإنجليزية أو العربية أو لغة النظام. تتغير فورًا.</translation>
    </message>
    <message>
        <source>Entry {id} was changed or removed; the ones before it are whole.</source>
        <translation>القيد {id} غُيّر أو حُذف؛ وما قبله سليم.</translation>
    </message>
    <message>
        <source>Entry {id} was stored elsewhere and is not in it: newer entries were cut off or replaced.</source>
        <translation>القيد {id} محفوظ في مكان آخر وليس في السجل: قُطعت قيود أحدث أو استُبدلت.</translation>
    </message>
    <message>
        <source>Entry {number} of the audit was changed. Nothing was moved; run `counterpart doctor`.</source>
        <translation>تغير القيد {number} في سجل التدقيق. لم ينقل شيء؛ شغّل الفحص الذاتي.</translation>
    </message>
    <message>
        <source>Every night at</source>
        <translation>كل ليلة الساعة</translation>
    </message>
    <message>
        <source>Everything that call {id} wrote was changed since, and stays.</source>
        <translation>تغيّر كل ما كتبه الاتصال {id} بعد ذلك، فيبقى كما هو.</translation>
    </message>
    <message>
        <source>Fetching the file took longer than {minutes} minutes. Check the connection, or export less.</source>
        <translation>استغرق جلب الملف أكثر من {minutes} دقيقة. تحقق من الاتصال، أو صدّر بيانات أقل.</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>الملف موجود من قبل</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>اسم الملف طويل جدًا</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>الملف كبير جدًا</translation>
    </message>
    <message>
        <source>Find its program in pg_stat_activity, and end it.</source>
        <translation>ابحث عن برنامجها في pg_stat_activity وأنهه.</translation>
    </message>
    <message>
        <source>Find out who changed the data, and compare with a backup: counterpart audit verify.</source>
        <translation>ابحث عمّن غيّر البيانات، وقارن بنسخة احتياطية: counterpart audit verify.</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>المجلد</translation>
    </message>
    <message>
        <source>For an order&apos;s last {minutes} minutes. Before them it is quieter.</source>
        <translation>لآخر {minutes} دقائق. وقبلها يكون أخفض.</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>المتاح</translation>
    </message>
    <message>
        <source>Free space</source>
        <translation>المساحة الحرة</translation>
    </message>
    <message>
        <source>Further counters</source>
        <translation>المناضد الإضافية</translation>
    </message>
    <message>
        <source>Further counters are off. Turn them on in Settings first.</source>
        <translation>المناضد الإضافية متوقفة. فعّلها أولًا في الإعدادات.</translation>
    </message>
    <message>
        <source>Give a reason to {action} {order}: the buyer sees it.</source>
        <translation>اكتب سبب {action} للطلب {order}: سيقرأه المشتري.</translation>
    </message>
    <message>
        <source>Give the alert address a name of 1 to {most} characters.</source>
        <translation>أعطِ عنوان التنبيهات اسمًا من 1 إلى {most} حرفًا.</translation>
    </message>
    <message>
        <source>Grant it CREATE on its schema.</source>
        <translation>امنحه الحق CREATE على مخططه.</translation>
    </message>
    <message>
        <source>Guard against web pages</source>
        <translation>الحماية من صفحات الويب</translation>
    </message>
    <message>
        <source>Half of the prices in the file are above BHD {file}, of those held above BHD {held}.</source>
        <translation>نصف الأسعار في الملف فوق {file} د.ب.، ونصف المحفوظة فوق {held} د.ب.</translation>
    </message>
    <message>
        <source>Heartbeat</source>
        <translation>نبض الجهاز</translation>
    </message>
    <message>
        <source>How are the letters of the file written?</source>
        <translation>كيف كُتبت حروف الملف؟</translation>
    </message>
    <message>
        <source>How are the sheets read?</source>
        <translation>كيف تُقرأ الأوراق؟</translation>
    </message>
    <message>
        <source>If your network calls this PC by a name. Calls under other names are refused.</source>
        <translation>إن كانت شبكتك تنادي الجهاز باسم. الاتصال بأسماء أخرى مرفوض.</translation>
    </message>
    <message>
        <source>In {file} several files fit &apos;{member}&apos;: {members}. Choose one, or a name that fits one.</source>
        <translation>في {file} عدة ملفات تطابق &apos;{member}&apos;: {members}. اختر واحدًا، أو اسمًا يطابق ملفًا واحدًا.</translation>
    </message>
    <message>
        <source>In {some:,} of {rows:,} rows a price or a quantity is a text: the cells may be in wrong columns.</source>
        <translation>في {some:,} من {rows:,} سطر السعر أو الكمية نص: ربما كانت الخلايا في أعمدة خاطئة.</translation>
    </message>
    <message>
        <source>In {some:,} of {rows:,} rows the price is the quantity.</source>
        <translation>في {some:,} من {rows:,} سطر السعر هو الكمية نفسها.</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>خطأ في القراءة أو الكتابة</translation>
    </message>
    <message>
        <source>Install the newest version.</source>
        <translation>ثبّت أحدث إصدار.</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>هو مجلد</translation>
    </message>
    <message>
        <source>It cannot be read: {reason}.</source>
        <translation>تتعذر قراءته: {reason}.</translation>
    </message>
    <message>
        <source>It changed nothing, or seven later runs did.</source>
        <translation>لم تغيّر شيئًا، أو تلتها سبع قراءات أخرى.</translation>
    </message>
    <message>
        <source>It differs from this computer&apos;s by {seconds} s.</source>
        <translation>تختلف عن ساعة هذا الجهاز بمقدار {seconds} ثانية.</translation>
    </message>
    <message>
        <source>It does not know this order.</source>
        <translation>لا يعرف هذا الطلب.</translation>
    </message>
    <message>
        <source>It goes out while the program runs.</source>
        <translation>يُرسل ما دام البرنامج يعمل.</translation>
    </message>
    <message>
        <source>It has been open for {seconds} s.</source>
        <translation>هي مفتوحة منذ {seconds} ثانية.</translation>
    </message>
    <message>
        <source>It is damaged: {fault}.</source>
        <translation>هي متضررة: {fault}.</translation>
    </message>
    <message>
        <source>It is made when the program starts.</source>
        <translation>تُنشأ عند تشغيل البرنامج.</translation>
    </message>
    <message>
        <source>It is off.</source>
        <translation>متوقفة.</translation>
    </message>
    <message>
        <source>It is sound and takes {size} MiB.</source>
        <translation>سليمة وحجمها {size} ميبيبايت.</translation>
    </message>
    <message>
        <source>It is taken back already.</source>
        <translation>تم التراجع عنها من قبل.</translation>
    </message>
    <message>
        <source>It is valid until {end} for {names}.</source>
        <translation>صالحة حتى {end} للأسماء {names}.</translation>
    </message>
    <message>
        <source>It is whole, and entry {id} says that earlier ones are missing.</source>
        <translation>السجل سليم، والقيد {id} يذكر أن قيودًا قبله مفقودة.</translation>
    </message>
    <message>
        <source>It is {seconds} s ahead of this computer&apos;s.</source>
        <translation>تتقدم على ساعة هذا الجهاز بمقدار {seconds} ثانية.</translation>
    </message>
    <message>
        <source>It is {seconds} s behind this computer&apos;s.</source>
        <translation>تتأخر عن ساعة هذا الجهاز بمقدار {seconds} ثانية.</translation>
    </message>
    <message>
        <source>It saved nothing.</source>
        <translation>لم تحفظ شيئًا.</translation>
    </message>
    <message>
        <source>It starts hidden next to the clock, so that tills find it at once.</source>
        <translation>يبدأ مخفيًا بجانب الساعة، فيجده الكاشير فورًا.</translation>
    </message>
    <message>
        <source>It was handed over. Look at your phone or mail.</source>
        <translation>سُلِّم. انظر في هاتفك أو بريدك.</translation>
    </message>
    <message>
        <source>It was tried {tries} times, {minutes} minutes apart.</source>
        <translation>حاولنا {tries} مرات، بين كل مرة وأخرى {minutes} دقائق.</translation>
    </message>
    <message>
        <source>It was withdrawn before the marketplace was asked.</source>
        <translation>سُحب قبل أن يُسأل السوق.</translation>
    </message>
    <message>
        <source>Its health page answers {status}: the database is away.</source>
        <translation>تجيب صفحة حالته بالرمز {status}: قاعدة البيانات غير متاحة.</translation>
    </message>
    <message>
        <source>Its health page answers {status}: the database is damaged, or was deleted or replaced.</source>
        <translation>صفحة الحالة تجيب بـ {status}: قاعدة البيانات متضررة، أو حُذفت أو استُبدلت.</translation>
    </message>
    <message>
        <source>Its names or its end are no longer right: this computer&apos;s name or address changed.</source>
        <translation>لم تعد أسماؤها أو تاريخ انتهائها صحيحة: تغيّر اسم هذا الجهاز أو عنوانه.</translation>
    </message>
    <message>
        <source>Keep for days</source>
        <translation>مدة الحفظ بالأيام</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>اللغة</translation>
    </message>
    <message>
        <source>Last changed</source>
        <translation>آخر تعديل</translation>
    </message>
    <message>
        <source>Leader</source>
        <translation>الخدمة القائدة</translation>
    </message>
    <message>
        <source>Leave the program running, or make one now.</source>
        <translation>اترك البرنامج يعمل، أو أنشئ نسخة الآن.</translation>
    </message>
    <message>
        <source>Leave the program running: it files them while nothing is uploaded.</source>
        <translation>اترك البرنامج يعمل: يفهرسها حين لا يُرفع شيء.</translation>
    </message>
    <message>
        <source>Less than a minute left</source>
        <translation>بقيت أقل من دقيقة</translation>
    </message>
    <message>
        <source>Let autovacuum of PostgreSQL run more often, or run VACUUM once.</source>
        <translation>اجعل autovacuum في PostgreSQL يعمل أكثر، أو شغّل VACUUM مرة.</translation>
    </message>
    <message>
        <source>Let both computers take their time from the network (NTP).</source>
        <translation>اجعل الجهازين يأخذان الوقت من الشبكة (NTP).</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>المكتبات</translation>
    </message>
    <message>
        <source>Light or dark</source>
        <translation>فاتح أو داكن</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>السطر</translation>
    </message>
    <message>
        <source>Line {line} has column names in another order than the first ones: the rows below it would be read in wrong columns. Export one table only.</source>
        <translation>في السطر {line} أسماء أعمدة بترتيب يختلف عن الأولى: ستُقرأ الصفوف التي تحته في أعمدة خاطئة. صدّر جدولاً واحداً فقط.</translation>
    </message>
    <message>
        <source>Line {line}: {fault}</source>
        <translation>السطر {line}: {fault}</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>عدد القطع المطلوبة</translation>
    </message>
    <message>
        <source>Link to the marketplace</source>
        <translation>الربط بالسوق</translation>
    </message>
    <message>
        <source>Lock after idle minutes</source>
        <translation>القفل بعد دقائق من عدم الاستخدام</translation>
    </message>
    <message>
        <source>Look at it: counterpart audit list.</source>
        <translation>اطّلع عليه: counterpart audit list.</translation>
    </message>
    <message>
        <source>Look at the pane Marketplace.</source>
        <translation>انظر صفحة «السوق».</translation>
    </message>
    <message>
        <source>Look at what would change at the marketplace, then approve it. Nothing is sent before.</source>
        <translation>انظر إلى ما سيتغير في السوق، ثم وافق عليه. لا يُرسل شيء قبل ذلك.</translation>
    </message>
    <message>
        <source>Look once a day</source>
        <translation>البحث مرة كل يوم</translation>
    </message>
    <message>
        <source>Low limit</source>
        <translation>حد إعادة الطلب</translation>
    </message>
    <message>
        <source>Make one now, or wait for tonight&apos;s.</source>
        <translation>أنشئ نسخة الآن، أو انتظر نسخة الليلة.</translation>
    </message>
    <message>
        <source>Make room, or keep the call log for fewer days.</source>
        <translation>أفرغ بعض المساحة، أو احتفظ بسجل الاتصالات لأيام أقل.</translation>
    </message>
    <message>
        <source>Marketplace order</source>
        <translation>رقم الطلب في السوق</translation>
    </message>
    <message>
        <source>Minutes without a key or click until the window locks; 0 is never.</source>
        <translation>دقائق بلا ضغطة أو نقرة حتى تُقفل النافذة؛ 0 يعني أبدًا.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>الاسم</translation>
    </message>
    <message>
        <source>Name a folder of the mailbox in Latin letters, such as INBOX.</source>
        <translation>اذكر مجلدًا في صندوق البريد بحروف لاتينية، مثل ‎INBOX‎.</translation>
    </message>
    <message>
        <source>Name the whole path of the database&apos;s file, as in {example}.</source>
        <translation>اذكر المسار الكامل لملف قاعدة البيانات، كما في {example}.</translation>
    </message>
    <message>
        <source>Names of this PC (allowed hosts), one per line</source>
        <translation>أسماء هذا الجهاز (allowed hosts)، اسم في كل سطر</translation>
    </message>
    <message numerus="yes">
        <source>Nearly all of the {n:,} parts would have one name: {name}.</source>
        <translation>
            <numerusform>سيكون لأكثر الأصناف ({n:,}) اسم واحد: {name}.</numerusform>
            <numerusform>سيكون لأكثر الأصناف ({n:,}) اسم واحد: {name}.</numerusform>
            <numerusform>سيكون لأكثر الأصناف ({n:,}) اسم واحد: {name}.</numerusform>
            <numerusform>سيكون لأكثر الأصناف ({n:,}) اسم واحد: {name}.</numerusform>
            <numerusform>سيكون لأكثر الأصناف ({n:,}) اسم واحد: {name}.</numerusform>
            <numerusform>سيكون لأكثر الأصناف ({n:,}) اسم واحد: {name}.</numerusform>
        </translation>
    </message>
    <message>
        <source>Network is unreachable</source>
        <translation>لا يمكن الوصول إلى الشبكة</translation>
    </message>
    <message>
        <source>New order {order}</source>
        <translation>طلب جديد {order}</translation>
    </message>
    <message>
        <source>Newer versions: off, look once a day, or look and install at night.</source>
        <translation>الإصدارات الأحدث: إيقاف، أو البحث مرة كل يوم، أو البحث والتثبيت ليلًا.</translation>
    </message>
    <message>
        <source>Nightly file</source>
        <translation>الملف الليلي</translation>
    </message>
    <message>
        <source>Nights in a row with the same nightly file before the Overview and an alert say so; 0 is never.</source>
        <translation>ليالٍ متتالية بالملف الليلي نفسه قبل أن تقول ذلك النظرة العامة وتنبيه؛ 0 يعني أبدًا.</translation>
    </message>
    <message>
        <source>No address is known for {host}</source>
        <translation>لا يُعرف عنوان للاسم {host}</translation>
    </message>
    <message>
        <source>No backup is encrypted here, so there is no passphrase to compare.</source>
        <translation>لا نسخة احتياطية مشفّرة هنا، فلا عبارة مرور للمقارنة.</translation>
    </message>
    <message>
        <source>No column is chosen as the part number (SKU). Choose one.</source>
        <translation>لم يُختر عمود رقم القطعة (SKU). اختره.</translation>
    </message>
    <message>
        <source>No column was recognised as the part number (SKU). Choose it.</source>
        <translation>لم يُتعرّف على عمود رقم القطعة (SKU). اختره.</translation>
    </message>
    <message>
        <source>No connection to {service} since {time}. What you see can still be read and printed; changes have to wait. The window continues automatically.</source>
        <translation>لا اتصال بالجهاز {service} منذ {time}. ما تراه يمكن قراءته وطباعته، أما التغييرات فعليها أن تنتظر. تتابع النافذة عملها تلقائيًا.</translation>
    </message>
    <message>
        <source>No file in {folder} fits {pattern}. Check the folder, the pattern and the export.</source>
        <translation>لا ملف في {folder} يطابق {pattern}. راجع المجلد والنمط والتصدير.</translation>
    </message>
    <message>
        <source>No host is called {host}</source>
        <translation>لا يوجد جهاز باسم {host}</translation>
    </message>
    <message>
        <source>No message of the last {days} days in {folder} has an attachment that fits. Check sender, subject and file name.</source>
        <translation>لا رسالة من آخر {days} يومًا في {folder} فيها مرفق مطابق. تحقق من المرسل والموضوع واسم الملف.</translation>
    </message>
    <message>
        <source>No name can be looked up from here; sent when the network is back</source>
        <translation>لا تُعرف أي أسماء من هنا الآن؛ يُرسل عند عودة الشبكة</translation>
    </message>
    <message>
        <source>No part, order or call is named {text}.</source>
        <translation>لا يوجد صنف أو طلب أو اتصال باسم {text}.</translation>
    </message>
    <message>
        <source>No price: the held price stays</source>
        <translation>لا سعر: يبقى السعر المحفوظ</translation>
    </message>
    <message>
        <source>No route to host</source>
        <translation>لا طريق إلى ذلك الجهاز</translation>
    </message>
    <message>
        <source>No row of the file could be saved.</source>
        <translation>لم يمكن حفظ أي سطر من الملف.</translation>
    </message>
    <message>
        <source>No row of the file could be saved. Line {line}: {reason}.</source>
        <translation>لم يمكن حفظ أي سطر من الملف. السطر {line}: {reason}.</translation>
    </message>
    <message>
        <source>No secret came in on standard input; type it and press Enter</source>
        <translation>لم يُكتب أي سر؛ اكتبه ثم اضغط Enter</translation>
    </message>
    <message>
        <source>No secure connection to {host}: {fault}; check its TLS set-up</source>
        <translation>لا اتصال آمن مع {host}: {fault}؛ راجع إعداد TLS فيه</translation>
    </message>
    <message>
        <source>No service leads: no overdue order is cancelled and no webhook is posted.</source>
        <translation>لا تقود أي خدمة: لا يُلغى طلب متأخر ولا يُرسل أي webhook.</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>لا توجد مساحة على القرص</translation>
    </message>
    <message>
        <source>No such device</source>
        <translation>لا يوجد جهاز كهذا</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>لا يوجد ملف أو مجلد بهذا الاسم</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>ليس مجلدًا</translation>
    </message>
    <message>
        <source>Not looked at, as nothing listens.</source>
        <translation>لم يُفحص، لأن البرنامج لا يستقبل.</translation>
    </message>
    <message>
        <source>Not sent: the owner chose so when the target was switched on</source>
        <translation>لم يُرسل: هكذا اختار المالك عند تشغيل الجهة</translation>
    </message>
    <message>
        <source>Nothing is parked.</source>
        <translation>لا شيء مركون.</translation>
    </message>
    <message>
        <source>Nothing listens at {where}; start the receiver</source>
        <translation>لا شيء يستقبل على {where}؛ شغّل البرنامج المستقبِل</translation>
    </message>
    <message>
        <source>Nothing on this computer says which keys were revoked after this backup. Look at its keys, and say which of them stay valid.</source>
        <translation>لا شيء في هذا الجهاز يبيّن المفاتيح التي أُلغيت بعد هذه النسخة. انظر إلى مفاتيحها، وحدّد ما يُسمح له بالاستمرار منها.</translation>
    </message>
    <message>
        <source>Nothing was sent to it yet.</source>
        <translation>لم يُرسل إليه شيء بعد.</translation>
    </message>
    <message>
        <source>Nothing: the held quantity stays</source>
        <translation>لا شيء: تبقى الكمية المحفوظة</translation>
    </message>
    <message>
        <source>Numbers are written with a decimal comma, no longer with a point.</source>
        <translation>تُكتب الأعداد بفاصلة عشرية، ولم تعد بنقطة.</translation>
    </message>
    <message>
        <source>Numbers are written with a decimal point, no longer with a comma.</source>
        <translation>تُكتب الأعداد بنقطة عشرية، ولم تعد بفاصلة.</translation>
    </message>
    <message>
        <source>OEM number</source>
        <translation>رقم OEM</translation>
    </message>
    <message>
        <source>Off, a till on another device must call with https. On, old tills can still use http.</source>
        <translation>عند إيقافه يجب أن يتصل الكاشير على جهاز آخر عبر https. عند تشغيله يستمر الكاشير القديم عبر http.</translation>
    </message>
    <message>
        <source>Off, only programs on this PC can call. On, tills on other devices can too.</source>
        <translation>عند إيقافه تتصل برامج هذا الجهاز فقط، وعند تشغيله يتصل أيضًا كاشير على جهاز آخر.</translation>
    </message>
    <message>
        <source>Older calls are deleted from the call log, their bodies too.</source>
        <translation>الاتصالات الأقدم تُحذف مع محتواها.</translation>
    </message>
    <message>
        <source>Oldest transaction</source>
        <translation>أقدم معاملة</translation>
    </message>
    <message>
        <source>On the marketplace</source>
        <translation>معروض في السوق</translation>
    </message>
    <message>
        <source>On, windows on other computers of the shop can use the data of this one, each with a key of its own.</source>
        <translation>عند التفعيل تستطيع نوافذ على أجهزة أخرى في المحل استخدام بيانات هذا الجهاز، لكل منها مفتاحها.</translation>
    </message>
    <message>
        <source>One call takes at most {most} items, this has {items}; send several calls.</source>
        <translation>الحد الأقصى للأصناف في الاتصال الواحد {most}، وفي هذا {items}؛ أرسل عدة اتصالات.</translation>
    </message>
    <message>
        <source>Online price</source>
        <translation>سعر السوق</translation>
    </message>
    <message>
        <source>Online price, BHD</source>
        <translation>سعر السوق، د.ب</translation>
    </message>
    <message>
        <source>Only Windows has this command.</source>
        <translation>هذا الأمر متوفر في ويندوز فقط.</translation>
    </message>
    <message>
        <source>Only http:// and https:// addresses can be posted to; give one of those</source>
        <translation>لا يُرسل إلا إلى عناوين تبدأ بـ http:// أو https://؛ أدخل واحدًا منها</translation>
    </message>
    <message>
        <source>Only its user can open it.</source>
        <translation>لا يستطيع فتحه إلا مستخدمه.</translation>
    </message>
    <message>
        <source>Only the rows in {unit}</source>
        <translation>الأسطر التي بوحدة {unit} فقط</translation>
    </message>
    <message>
        <source>Only then backups hold the webhook secrets too. Nobody can open them without it.</source>
        <translation>عندها فقط تحوي أسرار الإشعارات، ولا يفتحها أحد بدون العبارة.</translation>
    </message>
    <message>
        <source>Open orders hold {reserved} of {sku} at {branch}; {quantity} would be left. Cancel or finish those orders first.</source>
        <translation>طلبات مفتوحة تحجز {reserved} من {sku} في {branch}، ولن يبقى إلا {quantity}. أنهِ تلك الطلبات أو ألغها أولًا.</translation>
    </message>
    <message>
        <source>Open to the shop&apos;s network</source>
        <translation>مفتوح لشبكة المحل</translation>
    </message>
    <message>
        <source>OpenSSL {version} can be crashed by a certificate. Install the newest version of the program.</source>
        <translation>قد تُسقط شهادةٌ برنامج ⁦OpenSSL {version}⁩. ثبّت أحدث إصدار من البرنامج.</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>العملية غير مسموح بها</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>رقم الطلب</translation>
    </message>
    <message>
        <source>Ordered parts</source>
        <translation>القطع المطلوبة</translation>
    </message>
    <message>
        <source>Orders</source>
        <translation>الطلبات</translation>
    </message>
    <message>
        <source>Other users of this computer can read the private key {file}.</source>
        <translation>يستطيع مستخدمون آخرون لهذا الجهاز قراءة المفتاح الخاص {file}.</translation>
    </message>
    <message>
        <source>Other users of this computer can see what is in it.</source>
        <translation>يستطيع مستخدمون آخرون لهذا الجهاز رؤية ما فيه.</translation>
    </message>
    <message>
        <source>Other users of this computer can write into it.</source>
        <translation>يستطيع مستخدمون آخرون لهذا الجهاز الكتابة فيه.</translation>
    </message>
    <message>
        <source>Paper of pick slips, orders and delivery notes.</source>
        <translation>ورق قوائم التجهيز والطلبات وإشعارات التسليم.</translation>
    </message>
    <message>
        <source>Part number</source>
        <translation>رقم القطعة</translation>
    </message>
    <message>
        <source>Part number (SKU)</source>
        <translation>رقم القطعة (SKU)</translation>
    </message>
    <message>
        <source>Part numbers such as {parts} come in several units of measure. Which rows count?</source>
        <translation>أرقام قطع مثل {parts} تأتي بعدة وحدات قياس. أي الأسطر تُحسب؟</translation>
    </message>
    <message>
        <source>Parts not filed yet: {waiting} of {total}. A search finds them too.</source>
        <translation>أصناف لم تُفهرس بعد: {waiting} من {total}. والبحث يجدها أيضًا.</translation>
    </message>
    <message>
        <source>Parts not filed yet: {waiting} of {total}. Until then only a piece of their number or name finds them, as it is written.</source>
        <translation>أصناف لم تُفهرس بعد: {waiting} من {total}. حتى ذلك الحين لا يجدها إلا جزء من رقمها أو اسمها كما هو مكتوب.</translation>
    </message>
    <message>
        <source>Parts, BHD</source>
        <translation>قيمة القطع، د.ب</translation>
    </message>
    <message>
        <source>Payout, BHD</source>
        <translation>صافي المستحق، د.ب</translation>
    </message>
    <message>
        <source>Payouts</source>
        <translation>المستحقات</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>لا صلاحية للوصول، أو الملف مفتوح في برنامج آخر</translation>
    </message>
    <message>
        <source>Pictures cannot be read on this computer: {reason}.</source>
        <translation>لا يمكن قراءة الصور على هذا الجهاز: {reason}.</translation>
    </message>
    <message>
        <source>Placed</source>
        <translation>وقت الطلب</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>المنفذ</translation>
    </message>
    <message>
        <source>Port that the service listens on. Your tills know only this one.</source>
        <translation>المنفذ الذي تستمع عليه الخدمة. أجهزة الكاشير لديك لا تعرف غيره.</translation>
    </message>
    <message>
        <source>Port {port} cannot be listened on: {reason}; give another one</source>
        <translation>لا يمكن الاستقبال على المنفذ {port}: {reason}؛ أدخل منفذًا آخر</translation>
    </message>
    <message>
        <source>Port {port} is held by {who}.</source>
        <translation>المنفذ {port} يشغله {who}.</translation>
    </message>
    <message>
        <source>Port {port} on {host} is in use by another program. Close that program, or choose another port.</source>
        <translation>المنفذ {port} على {host} يشغله برنامج آخر. أغلق ذلك البرنامج، أو اختر منفذًا آخر.</translation>
    </message>
    <message>
        <source>PostgreSQL does not answer. Nothing was changed; try again in a moment.</source>
        <translation>خادم PostgreSQL لا يجيب. لم يتغير شيء؛ حاول بعد لحظة.</translation>
    </message>
    <message>
        <source>PostgreSQL does not take a row of {table}: {reason}. Nothing was changed.</source>
        <translation>لا يقبل PostgreSQL صفا من {table}: {reason}. لم يتغير شيء.</translation>
    </message>
    <message>
        <source>PostgreSQL has no connection or no memory left. Nothing was changed; try again in a moment.</source>
        <translation>لم يبق لدى PostgreSQL اتصال أو ذاكرة. لم يتغير شيء؛ حاول بعد لحظة.</translation>
    </message>
    <message>
        <source>PostgreSQL has {left} connections left and one service takes {need}. Raise max_connections.</source>
        <translation>بقي لدى PostgreSQL {left} من الاتصالات، والخدمة الواحدة تحتاج إلى {need}. ارفع max_connections.</translation>
    </message>
    <message>
        <source>PostgreSQL keeps what was answered.</source>
        <translation>‏PostgreSQL يحفظ ما تم الرد عليه.</translation>
    </message>
    <message>
        <source>PostgreSQL may lose or damage what was answered: {settings} is off.</source>
        <translation>قد يفقد PostgreSQL ما تم الرد عليه أو يتلفه: {settings} متوقف.</translation>
    </message>
    <message>
        <source>PostgreSQL refuses the connection: {reason}.</source>
        <translation>يرفض PostgreSQL الاتصال: {reason}.</translation>
    </message>
    <message>
        <source>PostgreSQL takes no writes at present. Nothing was changed; try again once that is mended.</source>
        <translation>لا يقبل PostgreSQL الكتابة الآن. لم يتغير شيء؛ حاول بعد إصلاح ذلك.</translation>
    </message>
    <message>
        <source>PostgreSQL wants a password. Store it with: {command}</source>
        <translation>‏PostgreSQL يطلب كلمة مرور. احفظها بالأمر: {command}</translation>
    </message>
    <message>
        <source>PostgreSQL {version} with UTF8, sorted by {collation}; the data takes {size} MiB.</source>
        <translation>‏PostgreSQL {version} بترميز UTF8، والترتيب حسب {collation}؛ تشغل البيانات {size} ميغابايت.</translation>
    </message>
    <message>
        <source>Practice is for staging only. Switch to Staging at the top first.</source>
        <translation>التدريب للنسخة التجريبية فقط. انتقل إلى «تجريبي» في الأعلى أولًا.</translation>
    </message>
    <message>
        <source>Price, BHD</source>
        <translation>السعر، د.ب</translation>
    </message>
    <message>
        <source>Prices are in Bahraini dinars.</source>
        <translation>الأسعار بالدينار البحريني.</translation>
    </message>
    <message>
        <source>Prices are in fils.</source>
        <translation>الأسعار بالفلس.</translation>
    </message>
    <message>
        <source>Prices are rounded to 1, 5, 10, 50 or 100 fils.</source>
        <translation>تُقرّب الأسعار إلى 1 أو 5 أو 10 أو 50 أو 100 فلس.</translation>
    </message>
    <message>
        <source>Prices are without VAT.</source>
        <translation>الأسعار بلا ضريبة القيمة المضافة.</translation>
    </message>
    <message>
        <source>Prices in {currencies} are left out; the held ones stay.</source>
        <translation>تُترك الأسعار المكتوبة بـ {currencies}، وتبقى الأسعار المحفوظة.</translation>
    </message>
    <message>
        <source>Prices of another currency, which are left out</source>
        <translation>أسعار بعملة أخرى، تُترك</translation>
    </message>
    <message>
        <source>Prices of one piece, read as they are</source>
        <translation>أسعار للقطعة الواحدة، وتُقرأ كما هي</translation>
    </message>
    <message>
        <source>Prices of several pieces ({values}) are left out.</source>
        <translation>تُترك الأسعار التي لعدة قطع ({values}).</translation>
    </message>
    <message>
        <source>Prices of several pieces, which are left out</source>
        <translation>أسعار لعدة قطع، وتُترك</translation>
    </message>
    <message>
        <source>Prices were changed since this was worked out. Look at the new figures first.</source>
        <translation>تغيّرت أسعار بعد حساب هذه الأرقام. انظر إلى الأرقام الجديدة أولًا.</translation>
    </message>
    <message>
        <source>Pull {run_id} taken back</source>
        <translation>التراجع عن القراءة {run_id}</translation>
    </message>
    <message>
        <source>Python {version} reads some addresses wrongly. Install the newest version of the program.</source>
        <translation>يقرأ ⁦Python {version}⁩ بعض العناوين خطأً. ثبّت أحدث إصدار من البرنامج.</translation>
    </message>
    <message>
        <source>Qt {version} crashes on Python {python} after some time. Install the newest version of the program.</source>
        <translation>يتعطل ⁦Qt {version}⁩ على ⁦Python {python}⁩ بعد مدة. ثبّت أحدث إصدار من البرنامج.</translation>
    </message>
    <message>
        <source>Quantities are the stock at {branches}: a part without a row has 0 in stock there.</source>
        <translation>الكميات هي مخزون {branches}: الصنف الذي ليس له صف مخزونه هناك 0.</translation>
    </message>
    <message>
        <source>Quantities are the stock at {branches}: a part without a row keeps its stock.</source>
        <translation>الكميات هي مخزون {branches}: الصنف الذي ليس له صف يبقى مخزونه.</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>الكمية</translation>
    </message>
    <message>
        <source>Raise max_connections of PostgreSQL.</source>
        <translation>ارفع max_connections في PostgreSQL.</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>القرص للقراءة فقط</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>السبب</translation>
    </message>
    <message>
        <source>Refunded</source>
        <translation>رُد المبلغ</translation>
    </message>
    <message>
        <source>Rejected rows</source>
        <translation>الأسطر المرفوضة</translation>
    </message>
    <message>
        <source>Reorder</source>
        <translation>إعادة الطلب</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>المحجوز</translation>
    </message>
    <message>
        <source>Restart it.</source>
        <translation>أعد تشغيله.</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>النتيجة</translation>
    </message>
    <message>
        <source>Rights in PostgreSQL</source>
        <translation>الصلاحيات في PostgreSQL</translation>
    </message>
    <message>
        <source>Ring for a new order</source>
        <translation>الرنين عند طلب جديد</translation>
    </message>
    <message>
        <source>Rows without a readable part number were rejected, so what seems to be missing may be among them: nothing became inactive in this run.</source>
        <translation>رُفضت صفوف لا يُقرأ فيها رقم القطعة، وقد تكون الأصناف التي تبدو ناقصة بينها، لذلك لم يُعطّل أي صنف في هذه القراءة.</translation>
    </message>
    <message>
        <source>Run the service next to PostgreSQL: a call has 10 to 26 statements.</source>
        <translation>شغّل الخدمة بجوار PostgreSQL: لكل نداء من 10 إلى 26 عبارة.</translation>
    </message>
    <message>
        <source>Run this in a terminal: {command}</source>
        <translation>نفّذ هذا في الطرفية: {command}</translation>
    </message>
    <message>
        <source>Run this without {command}, as the user whose data it is.</source>
        <translation>شغّل هذا بلا {command}، بحساب المستخدم صاحب البيانات.</translation>
    </message>
    <message>
        <source>Run {command}, and pin every till again.</source>
        <translation>نفّذ {command}، ثم أدخل البصمة الجديدة في كل كاشير.</translation>
    </message>
    <message>
        <source>Run {run_id} cannot be taken back. {why}</source>
        <translation>لا يمكن التراجع عن القراءة {run_id}. {why}</translation>
    </message>
    <message>
        <source>Run {run_id} does not wait for approval. `counterpart pull history` shows which does.</source>
        <translation>القراءة {run_id} لا تنتظر موافقة. راجع سجل القراءات.</translation>
    </message>
    <message>
        <source>Run: chmod 600 {file}. If somebody may have copied it, run: {command}</source>
        <translation>نفّذ: chmod 600 {file}. وإن كان من المحتمل أن أحدًا نسخه فنفّذ: {command}</translation>
    </message>
    <message>
        <source>Run: chmod 700 {folder}</source>
        <translation>نفّذ: chmod 700 {folder}</translation>
    </message>
    <message>
        <source>SQLite {version} can lose pages when two checkpoints meet a commit; this program never lets them meet.</source>
        <translation>قد يفقد ⁦SQLite {version}⁩ صفحات إذا التقت نقطتا حفظ مع كتابة؛ ولا يدع هذا البرنامج ذلك يحدث.</translation>
    </message>
    <message>
        <source>Same file for nights</source>
        <translation>الملف نفسه لعدة ليالٍ</translation>
    </message>
    <message>
        <source>Say why {order} is cancelled: the buyer sees the reason.</source>
        <translation>اكتب سبب إلغاء {order}: سيقرأه المشتري.</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>البحث</translation>
    </message>
    <message>
        <source>Set a PIN first: the window cannot be unlocked without one.</source>
        <translation>عيّن رمزًا سريًا أولًا: لا يمكن فتح قفل النافذة بدونه.</translation>
    </message>
    <message>
        <source>Set the clock right; if it is right, confirm it on the Overview or with counterpart clock.</source>
        <translation>اضبط الساعة؛ وإن كانت صحيحة فأكّدها في النظرة العامة أو بالأمر counterpart clock.</translation>
    </message>
    <message>
        <source>Set the computer&apos;s date and time.</source>
        <translation>اضبط تاريخ الجهاز ووقته.</translation>
    </message>
    <message>
        <source>Set the owner&apos;s PIN first.</source>
        <translation>عيّن الرمز السري للمالك أولًا.</translation>
    </message>
    <message>
        <source>Shelf</source>
        <translation>الرف</translation>
    </message>
    <message>
        <source>Shop price</source>
        <translation>سعر المحل</translation>
    </message>
    <message>
        <source>Size of shelf labels, in millimetres.</source>
        <translation>مقاس ملصقات الرف بالمليمتر.</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>الصوت</translation>
    </message>
    <message>
        <source>Staging has no part with a price and free stock. Fill it with the sample, or upload some parts first.</source>
        <translation>لا يوجد في النسخة التجريبية صنف له سعر ومخزون متاح. املأها بالعيّنة، أو ارفع بعض الأصناف أولًا.</translation>
    </message>
    <message>
        <source>Start a service, then run this test again.</source>
        <translation>شغّل خدمة، ثم أعد هذا الفحص.</translation>
    </message>
    <message>
        <source>Start it, then run this test again.</source>
        <translation>شغّله ثم أعد الفحص.</translation>
    </message>
    <message>
        <source>Start with this PC</source>
        <translation>شغّله مع بدء الجهاز</translation>
    </message>
    <message>
        <source>Starting with this PC could not be changed: {reason}. Ask the person who manages this PC.</source>
        <translation>لم يتغير التشغيل مع بدء الجهاز: {reason}. اسأل من يدير هذا الجهاز.</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>حالة الطلب</translation>
    </message>
    <message>
        <source>Step at which the first-start guide was left.</source>
        <translation>الخطوة التي تُرك عندها دليل البدء الأول.</translation>
    </message>
    <message>
        <source>Switch it on in postgresql.conf, and start PostgreSQL again.</source>
        <translation>شغّله في postgresql.conf، ثم أعد تشغيل PostgreSQL.</translation>
    </message>
    <message>
        <source>Switch it on under Webhooks.</source>
        <translation>شغّلها من «الإشعارات الصادرة».</translation>
    </message>
    <message>
        <source>Take at most</source>
        <translation>الحد الأقصى للمساحة</translation>
    </message>
    <message>
        <source>Target {id} is off; switch it on, and choose then what is sent.</source>
        <translation>الجهة {id} متوقفة؛ شغّلها واختر عندها ما يُرسل.</translation>
    </message>
    <message>
        <source>Target {target_id} has a next secret already. Put it into the receiver and switch; if it is lost, rotate again with --again.</source>
        <translation>للجهة {target_id} سر تالٍ من قبل. ضعه في البرنامج المستقبِل ثم بدّل؛ وإن ضاع فأنشئ سرًا جديدًا.</translation>
    </message>
    <message>
        <source>Target {target_id} has no next secret to switch to; rotate it first.</source>
        <translation>ليس للجهة {target_id} سر تالٍ؛ بدّل السر أولًا.</translation>
    </message>
    <message>
        <source>Target {target_id} is off, so nothing is posted to it; switch it on first.</source>
        <translation>الجهة {target_id} متوقفة فلا يُرسل إليها شيء؛ شغّلها أولًا.</translation>
    </message>
    <message>
        <source>Test from Counterpart</source>
        <translation>تجربة من Counterpart</translation>
    </message>
    <message>
        <source>Test orders are for staging only. Switch to Staging at the top first.</source>
        <translation>طلبات التجربة للنسخة التجريبية فقط. انتقل إلى «تجريبي» في الأعلى أولًا.</translation>
    </message>
    <message>
        <source>That is a live key, and this is the staging shop. Use a staging key.</source>
        <translation>هذا مفتاح للعمل الحقيقي، وهذا محل التجربة. استعمل مفتاح تجربة.</translation>
    </message>
    <message>
        <source>That is a staging key, and this is the live shop. Use a live key.</source>
        <translation>هذا مفتاح تجربة، وهذا المحل الحقيقي. استعمل مفتاحًا للعمل الحقيقي.</translation>
    </message>
    <message>
        <source>That is no key. Copy the whole key from the marketplace&apos;s website and paste it.</source>
        <translation>هذا ليس مفتاحًا. انسخ المفتاح كاملًا من موقع السوق والصقه.</translation>
    </message>
    <message>
        <source>That is not the passphrase of the backups.</source>
        <translation>هذه ليست عبارة مرور النسخ الاحتياطية.</translation>
    </message>
    <message>
        <source>That is this Counterpart itself. Give the address of the marketplace.</source>
        <translation>هذا هو Counterpart نفسه. أعطِ عنوان السوق.</translation>
    </message>
    <message>
        <source>That key belongs to this Counterpart. Give a key of the marketplace.</source>
        <translation>هذا المفتاح من Counterpart هذا. أعطِ مفتاحًا من السوق.</translation>
    </message>
    <message>
        <source>The PIN was not entered. Nothing was changed.</source>
        <translation>لم يُكتب الرمز السري. لم يتغيّر شيء.</translation>
    </message>
    <message>
        <source>The address answers, but not with https. Check the address and its port.</source>
        <translation>العنوان يجيب، ولكن ليس عبر https. تحقق من العنوان ومن منفذه.</translation>
    </message>
    <message>
        <source>The address has a # part, which is never sent. Leave it out, or write it as %23.</source>
        <translation>في العنوان جزء بعد # لا يُرسل أبدًا. احذفه أو اكتبه ‎%23.</translation>
    </message>
    <message>
        <source>The address has a ? part; give the base address of the marketplace.</source>
        <translation>في العنوان جزء يبدأ بعلامة ?؛ أعطِ العنوان الأساسي للسوق.</translation>
    </message>
    <message>
        <source>The address has a password in it. Leave out the colon and the password: it is asked for separately, and stored in the secret store.</source>
        <translation>في العنوان كلمة مرور. احذف النقطتين وكلمة المرور: تُطلب وحدها وتُحفظ في مخزن الأسرار.</translation>
    </message>
    <message>
        <source>The address has a user name or password in it. Leave it out: the key is enough.</source>
        <translation>في العنوان اسم مستخدم أو كلمة مرور. احذفهما، فالمفتاح يكفي.</translation>
    </message>
    <message>
        <source>The address has more than {most} characters; give a shorter one</source>
        <translation>العنوان أطول من الحد، وهو {most} حرفًا؛ أدخل عنوانًا أقصر</translation>
    </message>
    <message>
        <source>The address holds a # part, which is never sent; leave it out</source>
        <translation>في العنوان جزء بعد # وهو لا يُرسل أبدًا؛ احذفه</translation>
    </message>
    <message>
        <source>The address holds a blank, a backslash or an unprintable character; type it again</source>
        <translation>في العنوان مسافة أو شرطة مائلة عكسية أو حرف لا يظهر؛ اكتبه من جديد</translation>
    </message>
    <message>
        <source>The address holds a user name or password; leave it out, deliveries are signed instead</source>
        <translation>في العنوان اسم مستخدم أو كلمة مرور؛ احذفهما، فالإشعارات موقّعة بدلًا من ذلك</translation>
    </message>
    <message>
        <source>The address is empty; give one such as http://192.168.1.20:8080/events</source>
        <translation>العنوان فارغ؛ أدخل عنوانًا مثل http://192.168.1.20:8080/events</translation>
    </message>
    <message>
        <source>The address is not in the secret store of this computer. Remove it and add it again.</source>
        <translation>العنوان ليس في مخزن الأسرار على هذا الجهاز. أزله ثم أضفه من جديد.</translation>
    </message>
    <message>
        <source>The address is not well formed; correct it in the target</source>
        <translation>العنوان غير صحيح؛ صحّحه في الجهة</translation>
    </message>
    <message>
        <source>The address is not well formed; give one such as https://example.com/events</source>
        <translation>العنوان غير صحيح؛ أدخل عنوانًا مثل https://example.com/events</translation>
    </message>
    <message>
        <source>The address is too long or has an unprintable character. Type it again.</source>
        <translation>العنوان طويل جدًا أو فيه حرف لا يُطبع. اكتبه من جديد.</translation>
    </message>
    <message>
        <source>The address leads elsewhere ({status}). Give the marketplace&apos;s own address.</source>
        <translation>العنوان يحيل إلى مكان آخر ({status}). أعطِ عنوان السوق نفسه.</translation>
    </message>
    <message>
        <source>The address names a user and a path, as in {example}.</source>
        <translation>يسمّي العنوان مستخدمًا ومسارًا، كما في {example}.</translation>
    </message>
    <message>
        <source>The address names no host and port that are well formed. Check what is before the first /.</source>
        <translation>ليس في العنوان مضيف ومنفذ صحيحان. تحقق مما قبل أول /.</translation>
    </message>
    <message>
        <source>The address names no host; give one such as https://example.com/events</source>
        <translation>لا اسم جهاز في العنوان؛ أدخل عنوانًا مثل https://example.com/events</translation>
    </message>
    <message>
        <source>The address of a database begins with postgresql://user@host/name.</source>
        <translation>يبدأ عنوان قاعدة البيانات هكذا: postgresql://user@host/name.</translation>
    </message>
    <message>
        <source>The address of a marketplace must begin with https://.</source>
        <translation>يجب أن يبدأ عنوان السوق بـ https://.</translation>
    </message>
    <message>
        <source>The administrator did not agree, so nothing was changed.</source>
        <translation>لم يوافق المسؤول، فلم يتغير شيء.</translation>
    </message>
    <message>
        <source>The administrator&apos;s part failed (exit code {code}). To see why, open a terminal as administrator and run: {command}</source>
        <translation>فشل الجزء الذي يحتاج إلى المسؤول (رمز الخروج {code}). لمعرفة السبب افتح الطرفية بصفة مسؤول وشغّل: {command}</translation>
    </message>
    <message>
        <source>The alert address cannot be read. It looks like {push} or {mail}.</source>
        <translation>تعذّرت قراءة عنوان التنبيهات. يكون مثل {push} أو {mail}.</translation>
    </message>
    <message>
        <source>The attachment {file} cannot be taken from its message. Have it sent again.</source>
        <translation>لا يمكن أخذ المرفق {file} من رسالته. اطلب إرساله من جديد.</translation>
    </message>
    <message>
        <source>The authority that signs it ends on {end}.</source>
        <translation>تنتهي جهة الإصدار التي توقّعها في {end}.</translation>
    </message>
    <message>
        <source>The cell reference {reference} comes twice in its row, or is none. Open the file in Excel and save it.</source>
        <translation>مرجع الخلية {reference} مكرر في صفه أو ليس مرجعًا. افتح الملف في Excel واحفظه.</translation>
    </message>
    <message>
        <source>The certificate in {folder} cannot be used: {reason}. Put its files back, or make new ones with {command}; every till must then pin the new one.</source>
        <translation>لا يمكن استعمال الشهادة في {folder}: {reason}. أعد ملفاتها، أو أنشئ ملفات جديدة بالأمر {command}، ثم أدخل البصمة الجديدة في كل كاشير.</translation>
    </message>
    <message>
        <source>The certificate of {host} has expired; renew it</source>
        <translation>انتهت شهادة {host}؛ جدّدها</translation>
    </message>
    <message>
        <source>The certificate of {host} is for another address; use the name that is in the certificate</source>
        <translation>شهادة {host} لعنوان آخر؛ استخدم الاسم المذكور في الشهادة</translation>
    </message>
    <message>
        <source>The certificate of {host} is for another name; use the name that is in the certificate</source>
        <translation>شهادة {host} لاسم آخر؛ استخدم الاسم المذكور في الشهادة</translation>
    </message>
    <message>
        <source>The certificate of {host} is from an authority that this computer does not know; install the whole certificate chain</source>
        <translation>شهادة {host} من جهة إصدار لا يعرفها هذا الجهاز؛ ثبّت سلسلة الشهادات كاملة</translation>
    </message>
    <message>
        <source>The certificate of {host} is not accepted ({fault}); replace it</source>
        <translation>شهادة {host} غير مقبولة ({fault})؛ استبدلها</translation>
    </message>
    <message>
        <source>The certificate of {host} is not valid yet; check the clocks of both computers</source>
        <translation>شهادة {host} لم تبدأ صلاحيتها بعد؛ راجع ساعتي الجهازين</translation>
    </message>
    <message>
        <source>The certificate of {host} is not valid: {reason}. Correct the name in the address, have the certificate renewed, or confirm its fingerprint {fingerprint}.</source>
        <translation>شهادة {host} غير صالحة: {reason}. صحّح الاسم في العنوان، أو اطلب تجديد الشهادة، أو أكّد بصمتها {fingerprint}.</translation>
    </message>
    <message>
        <source>The certificate of {host} is self-signed; install it on this computer as trusted, or use one from an authority</source>
        <translation>شهادة {host} موقّعة ذاتيًا؛ ثبّتها في هذا الجهاز كشهادة موثوقة، أو استخدم شهادة من جهة إصدار</translation>
    </message>
    <message>
        <source>The certificate of {host} is signed by an authority of its own; install that authority on this computer as trusted</source>
        <translation>شهادة {host} موقّعة من جهة إصدار خاصة به؛ ثبّت تلك الجهة في هذا الجهاز كجهة موثوقة</translation>
    </message>
    <message>
        <source>The cheapest</source>
        <translation>الأرخص</translation>
    </message>
    <message>
        <source>The clock says {now}, yet something was written at {then}.</source>
        <translation>الساعة تقول {now}، مع أن شيئًا كُتب في {then}.</translation>
    </message>
    <message>
        <source>The clock says {now}.</source>
        <translation>الساعة تقول {now}.</translation>
    </message>
    <message>
        <source>The clock showed {shown} when about {expected} was expected; until that is settled no order and no key ends by it.</source>
        <translation>أظهرت الساعة {shown} وكان المتوقع نحو {expected}؛ وحتى يُحسم ذلك لا ينتهي بها طلب ولا مفتاح.</translation>
    </message>
    <message>
        <source>The code is wrong, or it is no longer valid: it works once, for {minutes} minutes and {tries} tries. Make a new one at the computer with the service.</source>
        <translation>الرمز خاطئ أو لم يعد صالحًا: يعمل مرة واحدة، مدة {minutes} دقائق و{tries} محاولات. أنشئ رمزًا جديدًا على الجهاز الذي فيه الخدمة.</translation>
    </message>
    <message>
        <source>The colours of the window.</source>
        <translation>ألوان النافذة.</translation>
    </message>
    <message>
        <source>The column names are in line {line}.</source>
        <translation>أسماء الأعمدة في السطر {line}.</translation>
    </message>
    <message>
        <source>The column {column} names branches that the shop does not have. What are they?</source>
        <translation>يسمّي العمود {column} فروعًا ليست في المحل. ما هي؟</translation>
    </message>
    <message>
        <source>The columns are: {columns}.</source>
        <translation>الأعمدة هي: {columns}.</translation>
    </message>
    <message>
        <source>The columns begin at {places}: {cells}</source>
        <translation>تبدأ الأعمدة عند {places}: {cells}</translation>
    </message>
    <message>
        <source>The commission of {commission_fils} fils is more than the items come to ({items_fils} fils); the shop would have to pay for its sale. Check commission_fils and the prices.</source>
        <translation>العمولة {commission_fils} فلس أكثر من ثمن القطع ({items_fils} فلس)، فيدفع المحل ليبيع. راجع العمولة والأسعار.</translation>
    </message>
    <message>
        <source>The computer is out of memory. Nothing was changed; try again once that is mended.</source>
        <translation>ذاكرة الجهاز ممتلئة. لم يتغير شيء؛ أعد المحاولة بعد إصلاح ذلك.</translation>
    </message>
    <message>
        <source>The computer with the service does not know this counter. Pair it again there with a new code.</source>
        <translation>الجهاز الذي فيه الخدمة لا يعرف هذه المنضدة. اربطها هناك من جديد برمز جديد.</translation>
    </message>
    <message>
        <source>The connection ended after {some:,} of {all:,} bytes of {file}. Check the connection, then run it again.</source>
        <translation>انقطع الاتصال بعد {some:,} من {all:,} بايت من {file}. تحقق من الاتصال ثم شغّله من جديد.</translation>
    </message>
    <message>
        <source>The connection string has a password in it. Leave it out: it is asked for separately, and stored in the secret store.</source>
        <translation>في نص الاتصال كلمة مرور. احذفها: تُطلب وحدها وتُحفظ في مخزن الأسرار.</translation>
    </message>
    <message>
        <source>The connection to PostgreSQL was lost at the last moment, so it is not known whether this was saved. Look before you try again.</source>
        <translation>انقطع الاتصال مع PostgreSQL في اللحظة الأخيرة، فلا يعرف هل حفظ هذا. تحقق قبل أن تحاول مرة أخرى.</translation>
    </message>
    <message>
        <source>The connection to the marketplace broke off.</source>
        <translation>انقطع الاتصال بالسوق.</translation>
    </message>
    <message>
        <source>The connection to {database} ended in the middle of the query. Run the pull again.</source>
        <translation>انقطع الاتصال بـ {database} في منتصف الاستعلام. شغّل السحب من جديد.</translation>
    </message>
    <message>
        <source>The connection to {host} ended in the middle of the file. Run the pull again.</source>
        <translation>انقطع الاتصال بـ {host} في منتصف الملف. شغّل السحب من جديد.</translation>
    </message>
    <message>
        <source>The connection was closed without an answer; look in the receiver&apos;s log</source>
        <translation>أُغلق الاتصال دون رد؛ راجع سجل البرنامج المستقبِل</translation>
    </message>
    <message>
        <source>The copy is not sound: {fault}.</source>
        <translation>النسخة غير سليمة: {fault}.</translation>
    </message>
    <message>
        <source>The copy of {table} differs: {rows} rows were read and {found} are there. Nothing was changed.</source>
        <translation>تختلف نسخة {table}: عدد الصفوف المقروءة {rows} والموجود {found}. لم يتغير شيء.</translation>
    </message>
    <message>
        <source>The copy was stopped before it was complete; nothing of it was kept.</source>
        <translation>أُوقف النسخ قبل أن يكتمل؛ لم يُحفظ منه شيء.</translation>
    </message>
    <message>
        <source>The damaged database in {folder} cannot be set aside: {reason}.</source>
        <translation>لا يمكن إبعاد قاعدة البيانات المتضررة في {folder}: {reason}.</translation>
    </message>
    <message>
        <source>The data folder cannot be written to: {reason}. Make room, then run it again.</source>
        <translation>لا يمكن الكتابة في مجلد البيانات: {reason}. أفرغ بعض المساحة ثم أعد القراءة.</translation>
    </message>
    <message>
        <source>The data folder {folder} cannot be found: the folder you are in is gone. Name its whole path.</source>
        <translation>تعذر العثور على مجلد البيانات {folder}: المجلد الذي أنت فيه لم يعد موجودًا. اكتب مساره كاملًا.</translation>
    </message>
    <message>
        <source>The data folder {folder} cannot be made: {reason}. Choose another with --data-dir.</source>
        <translation>لا يمكن إنشاء مجلد البيانات {folder}: {reason}. اختر مجلدًا آخر عند التشغيل.</translation>
    </message>
    <message>
        <source>The data folder {folder} cannot be used: {reason}.</source>
        <translation>لا يمكن استخدام مجلد البيانات {folder}: {reason}.</translation>
    </message>
    <message>
        <source>The data folder {parent} cannot be used: {reason}.</source>
        <translation>لا يمكن استخدام مجلد البيانات {parent}: {reason}.</translation>
    </message>
    <message>
        <source>The data has to be upgraded, and a copy of it is kept first, but {folder} has no room for it. Free {need} MiB, then start again.</source>
        <translation>يلزم تحديث البيانات، وتُحفظ منها نسخة أولًا، ولا مساحة لها في {folder}. أفرغ {need} ميبيبايت ثم شغّل البرنامج من جديد.</translation>
    </message>
    <message>
        <source>The data in PostgreSQL was written by another version of Counterpart. Install that version.</source>
        <translation>كتب البيانات في PostgreSQL إصدار آخر من Counterpart. ثبت ذلك الإصدار.</translation>
    </message>
    <message>
        <source>The data in {parent} could not be replaced: {reason}. It is as it was.</source>
        <translation>لم تُستبدل البيانات في {parent}: {reason}. هي كما كانت.</translation>
    </message>
    <message>
        <source>The data in {parent} was written by a build from before 0.1.0. Install that build, or move the folder away and start again.</source>
        <translation>البيانات في {parent} كتبها إصدار تجريبي أقدم من 0.1.0. ثبّت ذلك الإصدار، أو انقل المجلد إلى مكان آخر ثم شغّل البرنامج من جديد.</translation>
    </message>
    <message>
        <source>The data in {parent} was written by a newer Counterpart. Install the newest version to open it.</source>
        <translation>البيانات في {parent} كتبها إصدار أحدث من Counterpart. ثبّت أحدث إصدار لفتحها.</translation>
    </message>
    <message>
        <source>The data is being moved or restored by another program. Wait until that is done.</source>
        <translation>برنامج آخر ينقل البيانات أو يستعيدها الآن. انتظر حتى ينتهي.</translation>
    </message>
    <message>
        <source>The data is being moved or restored. Nothing was changed; try again when that is done.</source>
        <translation>البيانات تنقل أو تستعاد الآن. لم يتغير شيء؛ حاول بعد أن ينتهي ذلك.</translation>
    </message>
    <message>
        <source>The data is damaged, so it was not upgraded. Run `counterpart doctor`.</source>
        <translation>البيانات متضررة فلم تُحدّث. شغّل الفحص الذاتي.</translation>
    </message>
    <message>
        <source>The data of this computer is in PostgreSQL. Start {command} here, then open the window.</source>
        <translation>بيانات هذا الجهاز في PostgreSQL. شغّل {command} هنا، ثم افتح النافذة.</translation>
    </message>
    <message>
        <source>The data was moved elsewhere. Nothing was changed; end this service.</source>
        <translation>نقلت البيانات إلى مكان آخر. لم يتغير شيء؛ أنه هذه الخدمة.</translation>
    </message>
    <message>
        <source>The data was restored, but its webhook secrets cannot be kept: {message}. Mend that and restore again.</source>
        <translation>استُعيدت البيانات، لكن لا يمكن حفظ أسرار الإشعارات التي فيها: {message}. أصلح ذلك ثم استعد مرة أخرى.</translation>
    </message>
    <message>
        <source>The database cannot be written to. Nothing was changed; try again once that is mended.</source>
        <translation>لا تُسمح الكتابة في قاعدة البيانات. لم يتغير شيء؛ أعد المحاولة بعد إصلاح ذلك.</translation>
    </message>
    <message>
        <source>The database could not be opened. Nothing was changed; try again once that is mended.</source>
        <translation>لم تُفتح قاعدة البيانات. لم يتغير شيء؛ أعد المحاولة بعد إصلاح ذلك.</translation>
    </message>
    <message>
        <source>The database file was deleted or moved while the program ran.</source>
        <translation>حُذف ملف قاعدة البيانات أو نُقل والبرنامج يعمل.</translation>
    </message>
    <message>
        <source>The database file was replaced by another while the program ran.</source>
        <translation>استُبدل ملف قاعدة البيانات بآخر والبرنامج يعمل.</translation>
    </message>
    <message>
        <source>The database has no data of Counterpart that could be moved.</source>
        <translation>ليس في قاعدة البيانات بيانات من Counterpart يمكن نقلها.</translation>
    </message>
    <message>
        <source>The database has the encoding {encoding}; create it with UTF8.</source>
        <translation>ترميز قاعدة البيانات هو {encoding}؛ أنشئها بترميز UTF8.</translation>
    </message>
    <message>
        <source>The database is damaged ({fault}), so no copy was kept. Run `counterpart doctor`.</source>
        <translation>قاعدة البيانات متضررة ({fault}) فلم تُحفظ نسخة. شغّل الفحص الذاتي.</translation>
    </message>
    <message>
        <source>The database is damaged. Nothing was changed; restore a backup in the program&apos;s window or with `counterpart restore`.</source>
        <translation>قاعدة البيانات متضررة. لم يتغير شيء؛ استرجع نسخة احتياطية من نافذة البرنامج.</translation>
    </message>
    <message>
        <source>The database is not empty. Nothing was changed; create another one for the data.</source>
        <translation>قاعدة البيانات ليست فارغة. لم يتغير شيء؛ أنشئ قاعدة أخرى للبيانات.</translation>
    </message>
    <message>
        <source>The database sorts by {collation}; create it with LC_COLLATE &apos;C&apos; and TEMPLATE template0.</source>
        <translation>قاعدة البيانات ترتب حسب {collation}؛ أنشئها مع LC_COLLATE &apos;C&apos; و TEMPLATE template0.</translation>
    </message>
    <message>
        <source>The database&apos;s files were deleted or replaced while the program ran, so nothing was changed. Look at the program&apos;s window or log.</source>
        <translation>حُذفت ملفات قاعدة البيانات أو استُبدلت والبرنامج يعمل، فلم يتغير شيء. انظر في نافذة البرنامج أو سجلّه.</translation>
    </message>
    <message>
        <source>The database&apos;s write-ahead log (-wal) was deleted while the program ran.</source>
        <translation>حُذف سجل الكتابة المسبقة لقاعدة البيانات والبرنامج يعمل.</translation>
    </message>
    <message>
        <source>The dearest</source>
        <translation>الأغلى</translation>
    </message>
    <message>
        <source>The decimal sign is a comma.</source>
        <translation>العلامة العشرية فاصلة.</translation>
    </message>
    <message>
        <source>The decimal sign is a point.</source>
        <translation>العلامة العشرية نقطة.</translation>
    </message>
    <message>
        <source>The disk did not take or give the data. Nothing was changed; try again once that is mended.</source>
        <translation>القرص لا يكتب البيانات أو لا يقرأها. لم يتغير شيء؛ أعد المحاولة بعد إصلاح ذلك.</translation>
    </message>
    <message>
        <source>The disk is full.</source>
        <translation>القرص ممتلئ.</translation>
    </message>
    <message>
        <source>The disk is full. Nothing was changed; try again once that is mended.</source>
        <translation>القرص ممتلئ. لم يتغير شيء؛ أعد المحاولة بعد إفراغ مساحة.</translation>
    </message>
    <message>
        <source>The disk of PostgreSQL is full. Nothing was changed; try again once that is mended.</source>
        <translation>قرص PostgreSQL ممتلئ. لم يتغير شيء؛ حاول بعد إصلاح ذلك.</translation>
    </message>
    <message>
        <source>The disk with {folder} is full. Delete or move large files, or empty the recycle bin; the program then continues automatically.</source>
        <translation>القرص الذي فيه {folder} ممتلئ. احذف ملفات كبيرة أو انقلها، أو أفرغ سلة المحذوفات، ثم يتابع البرنامج عمله تلقائيًا.</translation>
    </message>
    <message>
        <source>The downloaded version was changed since. It is downloaded again.</source>
        <translation>تغيّر الإصدار الذي نُزّل منذ تنزيله. سيُنزَّل من جديد.</translation>
    </message>
    <message numerus="yes">
        <source>The file has been the same for {n:,} nights: see whether your system still exports it.</source>
        <translation>
            <numerusform>الملف لم يتغير منذ {n:,} ليلة: تحقق من أن نظامك ما زال يصدّره.</numerusform>
            <numerusform>الملف لم يتغير منذ ليلة واحدة ({n:,}): تحقق من أن نظامك ما زال يصدّره.</numerusform>
            <numerusform>الملف لم يتغير منذ ليلتين ({n:,}): تحقق من أن نظامك ما زال يصدّره.</numerusform>
            <numerusform>الملف لم يتغير منذ {n:,} ليالٍ: تحقق من أن نظامك ما زال يصدّره.</numerusform>
            <numerusform>الملف لم يتغير منذ {n:,} ليلة: تحقق من أن نظامك ما زال يصدّره.</numerusform>
            <numerusform>الملف لم يتغير منذ {n:,} ليلة: تحقق من أن نظامك ما زال يصدّره.</numerusform>
        </translation>
    </message>
    <message>
        <source>The file has more than {most} MB.</source>
        <translation>حجم الملف أكثر من {most} ميغابايت.</translation>
    </message>
    <message>
        <source>The file has new columns</source>
        <translation>في الملف أعمدة جديدة</translation>
    </message>
    <message>
        <source>The file has no column names.</source>
        <translation>ليس في الملف أسماء أعمدة.</translation>
    </message>
    <message>
        <source>The file has no column {away}. Choose the columns again, or export it as before.</source>
        <translation>لا يوجد في الملف العمود {away}. اختر الأعمدة من جديد، أو صدّر الملف كما كان.</translation>
    </message>
    <message>
        <source>The file has {now:,} rows, last time it had {before:,}.</source>
        <translation>عدد صفوف الملف {now:,}، وكان في المرة السابقة {before:,}.</translation>
    </message>
    <message>
        <source>The file holds no rows below its column names. Nothing was saved.</source>
        <translation>لا أسطر في الملف تحت أسماء الأعمدة. لم يُحفظ شيء.</translation>
    </message>
    <message>
        <source>The file is not there.</source>
        <translation>الملف غير موجود.</translation>
    </message>
    <message>
        <source>The file is on {computer}, where no service read it.</source>
        <translation>الملف على {computer}، ولم تقرأه هناك أي خدمة.</translation>
    </message>
    <message>
        <source>The file lacks columns that it had</source>
        <translation>تنقص الملف أعمدة كانت فيه</translation>
    </message>
    <message>
        <source>The file no longer names the branches {branches}, and their stock would stay as it is.</source>
        <translation>لم يعد الملف يذكر الفروع {branches}، وسيبقى مخزونها كما هو.</translation>
    </message>
    <message>
        <source>The file of authorities {file} cannot be used: {reason}. Name a text file with certificates.</source>
        <translation>لا يمكن استعمال ملف جهات الإصدار {file}: {reason}. اذكر ملفًا نصيًا فيه شهادات.</translation>
    </message>
    <message>
        <source>The file would change {changed:,} of {names:,} names: {examples}.</source>
        <translation>الملف يغيّر {changed:,} من {names:,} اسم: {examples}.</translation>
    </message>
    <message>
        <source>The file would change {changed:,} of {prices:,} prices by more than 30%.</source>
        <translation>الملف يغيّر {changed:,} من {prices:,} من الأسعار بأكثر من 30%.</translation>
    </message>
    <message>
        <source>The file would lower the units in stock from {before} to {after}.</source>
        <translation>الملف يخفض عدد الوحدات في المخزون من {before} إلى {after}.</translation>
    </message>
    <message>
        <source>The file would make {some:,} of {prices:,} prices five times as high or as low, or more.</source>
        <translation>سيجعل الملف {some:,} من {prices:,} من الأسعار خمسة أضعاف أو خُمسًا أو أكثر من ذلك.</translation>
    </message>
    <message>
        <source>The file would set {zeroed:,} of {levels:,} stock levels to 0 and drop {dropped:,}.</source>
        <translation>الملف يجعل {zeroed:,} من {levels:,} من أرصدة المخزون 0 ويُسقط {dropped:,}.</translation>
    </message>
    <message>
        <source>The file would set {zeroed:,} of {levels:,} stock levels to 0.</source>
        <translation>الملف يجعل {zeroed:,} من {levels:,} من أرصدة المخزون 0.</translation>
    </message>
    <message>
        <source>The file {name}</source>
        <translation>الملف {name}</translation>
    </message>
    <message>
        <source>The first</source>
        <translation>الأولى</translation>
    </message>
    <message>
        <source>The first row of a part counts</source>
        <translation>يُحسب الصف الأول للصنف</translation>
    </message>
    <message>
        <source>The folder for backups, {folder}, cannot be read: {reason}.</source>
        <translation>لا يمكن قراءة مجلد النسخ الاحتياطية {folder}: {reason}.</translation>
    </message>
    <message>
        <source>The folder for backups, {folder}, cannot be used: {reason}. Choose another.</source>
        <translation>لا يمكن استخدام مجلد النسخ الاحتياطية {folder}: {reason}. اختر مجلدًا آخر.</translation>
    </message>
    <message>
        <source>The folder for backups, {folder}, is not there. Plug the stick in, or choose another.</source>
        <translation>مجلد النسخ الاحتياطية {folder} غير موجود. وصّل ذاكرة USB، أو اختر مجلدًا آخر.</translation>
    </message>
    <message>
        <source>The folder {folder} cannot be read now: {reason}. Check that it is there.</source>
        <translation>لا يمكن قراءة المجلد {folder} الآن: {reason}. تأكد أنه موجود.</translation>
    </message>
    <message>
        <source>The heartbeat address must begin with {scheme} and have no password or space in it.</source>
        <translation>يجب أن يبدأ عنوان نبض الجهاز بـ {scheme} وألا يحوي كلمة مرور أو مسافة.</translation>
    </message>
    <message>
        <source>The heartbeat goes every {offered} minutes; choose one.</source>
        <translation>يُرسل نبض الجهاز كل {offered} دقيقة؛ اختر واحدة.</translation>
    </message>
    <message>
        <source>The history has no write {id}; the oldest writes are deleted.</source>
        <translation>لا توجد كتابة برقم {id} في السجل التاريخي؛ تُحذف أقدم الكتابات.</translation>
    </message>
    <message>
        <source>The item costs nothing</source>
        <translation>الصنف بلا ثمن</translation>
    </message>
    <message>
        <source>The key file {file} cannot be read: {reason}.</source>
        <translation>تتعذر قراءة ملف المفتاح {file}: {reason}.</translation>
    </message>
    <message>
        <source>The key&apos;s last day is more than ten years ahead; choose an earlier one, or none.</source>
        <translation>آخر يوم للمفتاح بعد أكثر من عشر سنوات؛ اختر يومًا أقرب، أو دون نهاية.</translation>
    </message>
    <message>
        <source>The key&apos;s last day is over already; choose today or a later day.</source>
        <translation>انقضى آخر يوم للمفتاح؛ اختر اليوم أو يومًا بعده.</translation>
    </message>
    <message>
        <source>The keyring cannot be used ({name}); log out and in again, then try again</source>
        <translation>لا يمكن استخدام مخزن كلمات المرور ({name})؛ سجّل الخروج والدخول ثم أعد المحاولة</translation>
    </message>
    <message>
        <source>The keyring did not return the secret as it was stored; it was not used</source>
        <translation>لم يُعد مخزن كلمات المرور السر كما حُفظ، فلم يُستخدم</translation>
    </message>
    <message>
        <source>The keyring gives no answer</source>
        <translation>مخزن كلمات المرور لا يستجيب</translation>
    </message>
    <message>
        <source>The keyring gives no answer; it may be waiting to be unlocked: look for its window</source>
        <translation>مخزن كلمات المرور لا يستجيب، ولعله ينتظر أن تفتحه: ابحث عن نافذته</translation>
    </message>
    <message>
        <source>The keyring is locked; unlock it, or log in again</source>
        <translation>مخزن كلمات المرور مقفل؛ افتحه، أو سجّل الدخول من جديد</translation>
    </message>
    <message>
        <source>The last</source>
        <translation>الأخيرة</translation>
    </message>
    <message>
        <source>The last alert was handed over.</source>
        <translation>سُلِّم آخر تنبيه.</translation>
    </message>
    <message>
        <source>The last line has no end as it had before: its last cell may be cut off.</source>
        <translation>ليست للسطر الأخير نهاية كما كانت من قبل: قد تكون خليته الأخيرة مقطوعة.</translation>
    </message>
    <message>
        <source>The last line has no end: if the file is cut off there, its last cell is wrong.</source>
        <translation>لا نهاية للسطر الأخير: إن كان الملف مقطوعًا هناك فخليته الأخيرة خاطئة.</translation>
    </message>
    <message>
        <source>The last row of a part counts</source>
        <translation>يُحسب الصف الأخير للصنف</translation>
    </message>
    <message>
        <source>The letters are read as {name}.</source>
        <translation>تُقرأ الحروف بترميز {name}.</translation>
    </message>
    <message>
        <source>The letters are written as {now}, no longer as {before}.</source>
        <translation>الحروف مكتوبة بترميز {now}، ولم تعد بترميز {before}.</translation>
    </message>
    <message>
        <source>The letters of the file are no longer written as the set-up says ({encoding}).</source>
        <translation>لم تعد حروف الملف مكتوبة كما يقول الإعداد ({encoding}).</translation>
    </message>
    <message>
        <source>The line for {sku} comes to more than can be paid; check quantity and price.</source>
        <translation>ثمن سطر {sku} أكبر مما يمكن دفعه؛ راجع الكمية والسعر.</translation>
    </message>
    <message>
        <source>The link is off. Orders and changes wait until it is on.</source>
        <translation>الربط متوقف. الطلبات والتغييرات تنتظر حتى يُشغَّل.</translation>
    </message>
    <message>
        <source>The link of {shop} to the marketplace is in trouble.</source>
        <translation>ربط {shop} بالسوق متعثر.</translation>
    </message>
    <message>
        <source>The link to the marketplace is off, and the marketplace has to agree to {action} of {order}. Switch the link on, then try again.</source>
        <translation>الربط بالسوق متوقف، ويجب أن يوافق السوق على {action} للطلب {order}. شغّل الربط ثم أعد المحاولة.</translation>
    </message>
    <message>
        <source>The list {name}</source>
        <translation>القائمة {name}</translation>
    </message>
    <message>
        <source>The list {sheet} is read.</source>
        <translation>تُقرأ القائمة {sheet}.</translation>
    </message>
    <message>
        <source>The longest name</source>
        <translation>أطول اسم</translation>
    </message>
    <message>
        <source>The marketplace answered {status}: {words}</source>
        <translation>أجاب السوق {status}: {words}</translation>
    </message>
    <message>
        <source>The marketplace answers; its orders are being read.</source>
        <translation>السوق يجيب، وتُقرأ طلباته الآن.</translation>
    </message>
    <message>
        <source>The marketplace asked for fewer calls; it is asked again later.</source>
        <translation>طلب السوق اتصالات أقل؛ سيُسأل مرة أخرى لاحقًا.</translation>
    </message>
    <message>
        <source>The marketplace cannot be reached: {reason}.</source>
        <translation>لا يمكن الوصول إلى السوق: {reason}.</translation>
    </message>
    <message>
        <source>The marketplace did not answer as a web server does.</source>
        <translation>لم يجب السوق كما يجيب خادم ويب.</translation>
    </message>
    <message>
        <source>The marketplace did not answer in time.</source>
        <translation>لم يجب السوق في الوقت المحدد.</translation>
    </message>
    <message>
        <source>The marketplace does not answer; it is asked again and again. {why}</source>
        <translation>السوق لا يجيب، ويُسأل مرة بعد مرة. {why}</translation>
    </message>
    <message>
        <source>The marketplace does not take {action} of {order}: {message} Ask the marketplace.</source>
        <translation>لا يقبل السوق {action} للطلب {order}: {message} اسأل السوق.</translation>
    </message>
    <message>
        <source>The marketplace has a fault of its own ({status}).</source>
        <translation>في السوق نفسه خلل ({status}).</translation>
    </message>
    <message>
        <source>The marketplace has not answered yet. {why}</source>
        <translation>لم يجب السوق بعد. {why}</translation>
    </message>
    <message>
        <source>The marketplace may have this action already. Look at the order.</source>
        <translation>ربما وصل هذا الإجراء إلى السوق. انظر الطلب.</translation>
    </message>
    <message>
        <source>The marketplace no longer lists this order. It stays as it is here: ask the marketplace.</source>
        <translation>لم يعد السوق يعرض هذا الطلب. يبقى هنا كما هو: اسأل السوق.</translation>
    </message>
    <message>
        <source>The marketplace refused it and gave no reason.</source>
        <translation>رفضه السوق ولم يذكر سببًا.</translation>
    </message>
    <message>
        <source>The marketplace refuses the key. Make a new one on its website and enter it here.</source>
        <translation>السوق يرفض المفتاح. أنشئ مفتاحًا جديدًا في موقعه وأدخله هنا.</translation>
    </message>
    <message>
        <source>The marketplace says that {order} is {told}, and said {known} before. It stays {status} here: ask the marketplace what happened.</source>
        <translation>يقول السوق إن {order} {told}، وكان يقول {known}. يبقى هنا {status}: اسأل السوق عما حدث.</translation>
    </message>
    <message>
        <source>The marketplace shows only 500 orders of a status; older ones are not read.</source>
        <translation>يعرض السوق 500 طلب فقط من كل حالة؛ والأقدم لا يُقرأ.</translation>
    </message>
    <message>
        <source>The marketplace takes no items now.</source>
        <translation>السوق لا يقبل أصنافًا الآن.</translation>
    </message>
    <message>
        <source>The marketplace&apos;s answer is larger than {most} MB; it was not read further.</source>
        <translation>جواب السوق أكبر من {most} ميغابايت؛ ولم تُكمل قراءته.</translation>
    </message>
    <message>
        <source>The marketplace&apos;s catalogue has not been read yet, so nothing can be approved.</source>
        <translation>لم تُقرأ قائمة أصناف السوق بعد، فلا شيء يمكن الموافقة عليه.</translation>
    </message>
    <message>
        <source>The marketplace&apos;s catalogue is being read, so that you see what would change there.</source>
        <translation>تُقرأ قائمة أصناف السوق الآن، لترى ما سيتغير هناك.</translation>
    </message>
    <message>
        <source>The marketplace&apos;s certificate is not valid for its address; check the address and this PC&apos;s clock.</source>
        <translation>شهادة السوق غير صالحة لعنوانه؛ تحقق من العنوان ومن ساعة هذا الجهاز.</translation>
    </message>
    <message>
        <source>The marketplace&apos;s name cannot be found; check the address and the internet connection.</source>
        <translation>لا يمكن العثور على اسم السوق؛ تحقق من العنوان ومن الاتصال بالإنترنت.</translation>
    </message>
    <message>
        <source>The marketplace&apos;s {what} cannot be understood: {fault}.</source>
        <translation>لا يمكن فهم {what} من السوق: {fault}.</translation>
    </message>
    <message>
        <source>The message with {file} is larger than {most} MB.</source>
        <translation>الرسالة التي فيها {file} أكبر من {most} ميغابايت.</translation>
    </message>
    <message>
        <source>The most stock</source>
        <translation>أكبر مخزون</translation>
    </message>
    <message>
        <source>The name server gave no answer for {host}</source>
        <translation>لم يرد خادم الأسماء بخصوص {host}</translation>
    </message>
    <message>
        <source>The name {host} was not found. Check the address and the connection to the network.</source>
        <translation>لم يُعثر على الاسم {host}. تحقق من العنوان ومن الاتصال بالشبكة.</translation>
    </message>
    <message>
        <source>The new item stays: an order names it.</source>
        <translation>الصنف الجديد باقٍ: هو مذكور في طلب.</translation>
    </message>
    <message>
        <source>The new item stays: it was changed since.</source>
        <translation>الصنف الجديد باقٍ: تغيّر بعدها.</translation>
    </message>
    <message>
        <source>The newest message that fits has several files: {files}. Give a pattern that fits one of them.</source>
        <translation>أحدث رسالة مطابقة فيها عدة ملفات: {files}. حدّد نمطًا يطابق واحدًا منها.</translation>
    </message>
    <message>
        <source>The newest one is from {at}.</source>
        <translation>أحدث نسخة بتاريخ {at}.</translation>
    </message>
    <message>
        <source>The nightly backup waits until that is mended.</source>
        <translation>النسخة الليلية تنتظر حتى يُصلح ذلك.</translation>
    </message>
    <message>
        <source>The nightly file of {shop} does not change.</source>
        <translation>الملف الليلي للمحل {shop} لا يتغير.</translation>
    </message>
    <message>
        <source>The nightly file of {shop} waits for your approval.</source>
        <translation>الملف الليلي للمحل {shop} ينتظر موافقتك.</translation>
    </message>
    <message>
        <source>The nightly file of {shop} was not read.</source>
        <translation>لم يُقرأ الملف الليلي للمحل {shop}.</translation>
    </message>
    <message>
        <source>The order comes to more than can be paid; check quantities and prices.</source>
        <translation>ثمن الطلب أكبر مما يمكن دفعه؛ راجع الكميات والأسعار.</translation>
    </message>
    <message>
        <source>The part numbers count 1, 2, 3: they may be line numbers.</source>
        <translation>أرقام القطع تعدّ 1، 2، 3: قد تكون أرقام أسطر.</translation>
    </message>
    <message>
        <source>The passphrase for backups cannot be read: {message}.</source>
        <translation>لا يمكن قراءة عبارة مرور النسخ الاحتياطية: {message}.</translation>
    </message>
    <message>
        <source>The passphrase for backups is not kept on this computer. Set it again in Settings, under Backups.</source>
        <translation>عبارة مرور النسخ الاحتياطية غير محفوظة في هذا الجهاز. ضعها من جديد في الإعدادات، النسخ الاحتياطية.</translation>
    </message>
    <message>
        <source>The passphrase in {variable} is not the one of {path}; correct it</source>
        <translation>عبارة المرور في {variable} ليست عبارة {path}؛ صحّحها</translation>
    </message>
    <message>
        <source>The passphrase of the key file {file} is missing or wrong. Type it as the password.</source>
        <translation>العبارة السرية لملف المفتاح {file} ناقصة أو خاطئة. اكتبها في خانة كلمة المرور.</translation>
    </message>
    <message>
        <source>The password for {host} is not in the secret store of this computer. Set the pull up again with it.</source>
        <translation>كلمة مرور {host} ليست في مخزن الأسرار على هذا الجهاز. أعد إعداد السحب بها.</translation>
    </message>
    <message>
        <source>The pattern {pattern} names a folder. Choose the folder itself, and a pattern for names in it.</source>
        <translation>النمط {pattern} فيه اسم مجلد. اختر المجلد نفسه، ونمطًا لأسماء الملفات فيه.</translation>
    </message>
    <message>
        <source>The port is no number from 1 to 65535; correct it</source>
        <translation>المنفذ ليس رقمًا من 1 إلى 65535؛ صحّحه</translation>
    </message>
    <message>
        <source>The practice marketplace is on. End the practice first, then link the shop.</source>
        <translation>سوق التدريب مشغّل. أنهِ التدريب أولًا ثم اربط المحل.</translation>
    </message>
    <message>
        <source>The prices name another currency</source>
        <translation>تذكر الأسعار عملة أخرى</translation>
    </message>
    <message>
        <source>The prices name another currency: {currencies}. What are they?</source>
        <translation>تذكر الأسعار عملة أخرى: {currencies}. ما هي؟</translation>
    </message>
    <message>
        <source>The process that reads {file} ended in the middle of it. Run it again, or save the file as CSV.</source>
        <translation>انتهت العملية التي تقرأ {file} قبل أن تُتمّها. أعد التشغيل، أو احفظ الملف بصيغة CSV.</translation>
    </message>
    <message>
        <source>The program accepts calls.</source>
        <translation>البرنامج يقبل الاتصالات.</translation>
    </message>
    <message>
        <source>The program cannot listen on {where}: {reason}. Choose another address or port.</source>
        <translation>لا يستطيع البرنامج الاستقبال على {where}: {reason}. اختر عنوانًا أو منفذًا آخر.</translation>
    </message>
    <message>
        <source>The program did not answer: {reason}.</source>
        <translation>لم يرد البرنامج: {reason}.</translation>
    </message>
    <message>
        <source>The program does not listen now.</source>
        <translation>البرنامج لا يستقبل الآن.</translation>
    </message>
    <message>
        <source>The program ended during the attempt</source>
        <translation>أُغلق البرنامج أثناء المحاولة</translation>
    </message>
    <message>
        <source>The program ended during the attempt; sent again</source>
        <translation>أُغلق البرنامج أثناء المحاولة، ويُرسل من جديد</translation>
    </message>
    <message>
        <source>The program ended in the middle of this run. Nothing was saved. Run the pull again.</source>
        <translation>أُغلق البرنامج في وسط هذه القراءة. لم يُحفظ شيء. أعد القراءة.</translation>
    </message>
    <message numerus="yes">
        <source>The program ended in the middle of this run. {n:,} rows were saved, those after were not. Run the pull again.</source>
        <translation>
            <numerusform>أُغلق البرنامج في وسط هذه القراءة. لم يُحفظ أي صف. أعد القراءة.</numerusform>
            <numerusform>أُغلق البرنامج في وسط هذه القراءة. حُفظ صف واحد ولم يُحفظ ما بعده. أعد القراءة.</numerusform>
            <numerusform>أُغلق البرنامج في وسط هذه القراءة. حُفظ صفان ولم يُحفظ ما بعدهما. أعد القراءة.</numerusform>
            <numerusform>أُغلق البرنامج في وسط هذه القراءة. حُفظت {n:,} صفوف ولم يُحفظ ما بعدها. أعد القراءة.</numerusform>
            <numerusform>أُغلق البرنامج في وسط هذه القراءة. حُفظ {n:,} صفًا ولم يُحفظ ما بعدها. أعد القراءة.</numerusform>
            <numerusform>أُغلق البرنامج في وسط هذه القراءة. حُفظ {n:,} صف ولم يُحفظ ما بعدها. أعد القراءة.</numerusform>
        </translation>
    </message>
    <message>
        <source>The program is closing. Nothing was changed; try again in a moment.</source>
        <translation>البرنامج يُغلق الآن. لم يتغير شيء؛ أعد المحاولة بعد لحظات.</translation>
    </message>
    <message>
        <source>The program is closing. Try again in a moment.</source>
        <translation>البرنامج يُغلق الآن. أعد المحاولة بعد لحظات.</translation>
    </message>
    <message>
        <source>The program listens at {host}:{port}. Settings say {other}, which counts from its next start without --port.</source>
        <translation>يستقبل البرنامج على {host}:{port}. في الإعدادات {other}، ويُستخدم من التشغيل القادم إن لم يُحدد منفذ عند التشغيل.</translation>
    </message>
    <message>
        <source>The program listens at {where}.</source>
        <translation>يستقبل البرنامج على {where}.</translation>
    </message>
    <message>
        <source>The program made a mistake in this run; its log has it.</source>
        <translation>أخطأ البرنامج في هذه القراءة؛ التفاصيل في سجله.</translation>
    </message>
    <message>
        <source>The program made a mistake with this order. Tell support {reference}.</source>
        <translation>أخطأ البرنامج في هذا الطلب. أخبر الدعم بالرقم {reference}.</translation>
    </message>
    <message>
        <source>The program made a mistake. Nothing was changed; tell support {reference}.</source>
        <translation>أخطأ البرنامج. لم يتغير شيء؛ أعطِ الدعم الرقم {reference}.</translation>
    </message>
    <message>
        <source>The program met a fault of its own; its log has it under {reference}</source>
        <translation>حصل خطأ في البرنامج نفسه؛ تجده في سجله برقم {reference}</translation>
    </message>
    <message>
        <source>The program that sends alerts did not start. Install the newest version again.</source>
        <translation>لم يبدأ البرنامج الذي يرسل التنبيهات. ثبّت أحدث إصدار من جديد.</translation>
    </message>
    <message>
        <source>The program was closed in the middle of this run.</source>
        <translation>أُغلق البرنامج في وسط هذه القراءة.</translation>
    </message>
    <message>
        <source>The program was cut off, and the database&apos;s write-ahead log (-wal) has been removed since. What was answered just before is missing. Compare the newest orders and stock with your till.</source>
        <translation>انقطع البرنامج، ثم أُزيل سجل الكتابة المسبقة لقاعدة البيانات. ما أُجيب عنه قبيل ذلك مفقود. قارن أحدث الطلبات والمخزون بنظام البيع لديك.</translation>
    </message>
    <message>
        <source>The pull&apos;s set-up cannot be read. Set the pull up again.</source>
        <translation>لا يمكن قراءة إعداد السحب. أعد إعداده.</translation>
    </message>
    <message>
        <source>The quantities count other packs</source>
        <translation>الكميات تعدّ عبوات أخرى</translation>
    </message>
    <message>
        <source>The query found no rows. Check it, and the database it asks.</source>
        <translation>لم يجد الاستعلام أي صف. تحقق منه ومن قاعدة البيانات التي يسألها.</translation>
    </message>
    <message>
        <source>The query gives more than {most:,} columns. Select fewer of them.</source>
        <translation>يعطي الاستعلام أكثر من {most:,} عمود. اختر أعمدة أقل.</translation>
    </message>
    <message>
        <source>The query gives more than {most:,} rows. Select fewer of them.</source>
        <translation>يعطي الاستعلام أكثر من {most:,} صف. اختر صفوفًا أقل.</translation>
    </message>
    <message>
        <source>The query gives two columns with the name {name}, or one without a name. Name them with AS.</source>
        <translation>يعطي الاستعلام عمودين بالاسم {name}، أو عمودًا بلا اسم. سمّ الأعمدة بكلمة ‎AS‎.</translation>
    </message>
    <message>
        <source>The query has a semicolon or a backslash in it. Write one SELECT without them.</source>
        <translation>في الاستعلام فاصلة منقوطة أو شرطة مائلة عكسية. اكتب استعلام SELECT واحدًا بدونهما.</translation>
    </message>
    <message>
        <source>The query has the word {word}, which may change the database. Leave it out, or put a column of that name in quotes.</source>
        <translation>في الاستعلام الكلمة {word} التي قد تغيّر قاعدة البيانات. احذفها، أو ضع العمود الذي يحمل هذا الاسم بين علامتي اقتباس.</translation>
    </message>
    <message>
        <source>The query has to begin with SELECT. It is for reading only.</source>
        <translation>يجب أن يبدأ الاستعلام بكلمة SELECT. إنه للقراءة فقط.</translation>
    </message>
    <message>
        <source>The query is too long. Make it a view in the database, and select from that.</source>
        <translation>الاستعلام طويل جدًا. اجعله عرضًا في قاعدة البيانات واقرأ منه.</translation>
    </message>
    <message>
        <source>The query ran longer than {minutes} minutes in {database}. Select less, or have an index made.</source>
        <translation>استغرق الاستعلام أكثر من {minutes} دقائق في {database}. اختر بيانات أقل أو اطلب إنشاء فهرس.</translation>
    </message>
    <message>
        <source>The receiver could not be reached or did not take it. Check the internet connection and the address.</source>
        <translation>تعذّر الوصول إلى المستلم أو لم يقبلها. تحقق من الاتصال بالإنترنت ومن العنوان.</translation>
    </message>
    <message>
        <source>The receiver did not answer within {seconds} seconds.</source>
        <translation>لم يُجب المستلم خلال {seconds} ثانية.</translation>
    </message>
    <message>
        <source>The receiver did not take it. Check the address, user and password.</source>
        <translation>لم يقبلها المستلم. تحقق من العنوان والمستخدم وكلمة المرور.</translation>
    </message>
    <message>
        <source>The receiver refused it with {status}. Check the address.</source>
        <translation>رفضها المستلم بالرمز {status}. تحقق من العنوان.</translation>
    </message>
    <message>
        <source>The run was stopped.</source>
        <translation>أُوقفت القراءة.</translation>
    </message>
    <message>
        <source>The running program renews it automatically, with the same pin.</source>
        <translation>يجددها البرنامج تلقائيًا أثناء عمله بالبصمة نفسها.</translation>
    </message>
    <message>
        <source>The sample is for staging only; {shop} is live. Choose its staging shop.</source>
        <translation>العيّنة للنسخة التجريبية فقط، والمحل {shop} فعلي. اختر نسخته التجريبية.</translation>
    </message>
    <message>
        <source>The secret is too long for a keyring; make a new one</source>
        <translation>السر أطول مما يسع مخزن كلمات المرور؛ أنشئ سرًا جديدًا</translation>
    </message>
    <message>
        <source>The secret of this target is damaged in the secret store; rotate it</source>
        <translation>سر هذه الجهة متضرر في مخزن الأسرار؛ بدّله</translation>
    </message>
    <message>
        <source>The secret of this target is not in the secret store; rotate the secret to make a new one</source>
        <translation>سر هذه الجهة غير موجود في مخزن الأسرار؛ بدّل السر لإنشاء سر جديد</translation>
    </message>
    <message>
        <source>The secret store returned something else than was stored in it</source>
        <translation>أعاد مخزن الأسرار غير ما حُفظ فيه</translation>
    </message>
    <message>
        <source>The secret store still holds a secret that was removed from it</source>
        <translation>ما زال في مخزن الأسرار سر أُزيل منه</translation>
    </message>
    <message>
        <source>The service did not answer at {address}: {reason}. Try again in a moment.</source>
        <translation>لم ترد الخدمة على {address}: {reason}. أعد المحاولة بعد لحظات.</translation>
    </message>
    <message>
        <source>The service did not end. Try again in a moment, or restart the computer.</source>
        <translation>لم تتوقف الخدمة. أعد المحاولة بعد لحظات، أو أعد تشغيل الجهاز.</translation>
    </message>
    <message>
        <source>The service did not start. The file {file} in the data folder says why.</source>
        <translation>لم تبدأ الخدمة. السبب في الملف {file} في مجلد البيانات.</translation>
    </message>
    <message>
        <source>The service did not stop, so nothing was changed. Try again in a moment.</source>
        <translation>لم تهدأ الخدمة، فلم يتغير شيء. أعد المحاولة بعد لحظات.</translation>
    </message>
    <message>
        <source>The service ended before it answered. Check whether this was done before you do it again.</source>
        <translation>انتهت الخدمة قبل أن تجيب. تحقّق هل تمّ ذلك قبل أن تعيده.</translation>
    </message>
    <message>
        <source>The service has ended or does not answer. The window continues automatically when the service runs again.</source>
        <translation>انتهت الخدمة أو أنها لا تجيب. تتابع النافذة تلقائيًا حين تعمل الخدمة من جديد.</translation>
    </message>
    <message>
        <source>The service is not listening. Open Overview to see why.</source>
        <translation>الخدمة لا تستقبل. افتح «نظرة عامة» لتعرف السبب.</translation>
    </message>
    <message>
        <source>The service is not running.</source>
        <translation>الخدمة لا تعمل.</translation>
    </message>
    <message>
        <source>The service is not running. Open Overview to see why.</source>
        <translation>الخدمة لا تعمل. افتح «نظرة عامة» لتعرف السبب.</translation>
    </message>
    <message>
        <source>The service needs the program that the Windows set-up installs. Install it, then try again.</source>
        <translation>تحتاج الخدمة إلى البرنامج الذي يثبّته ملف تثبيت ويندوز. ثبّته ثم أعد المحاولة.</translation>
    </message>
    <message>
        <source>The service of this computer runs without a window and would go on with its own data. End it first, or remove it: {command}</source>
        <translation>تعمل خدمة هذا الجهاز بلا نافذة وستستمر ببياناتها. أوقفها أولًا، أو أزلها: {command}</translation>
    </message>
    <message>
        <source>The service refused the call: {status}.</source>
        <translation>رفضت الخدمة الاتصال: {status}.</translation>
    </message>
    <message>
        <source>The service runs on {folder} already, and a computer has only one. To change that, let its user run first: {command}</source>
        <translation>تعمل الخدمة على {folder} من قبل، وللجهاز خدمة واحدة فقط. لتغيير ذلك ليشغّل مستخدمها أولًا: {command}</translation>
    </message>
    <message>
        <source>The service runs with an account of its own, which cannot install a version for you. Open {file} yourself; the service is stopped and started by it.</source>
        <translation>تعمل الخدمة بحساب خاص بها لا يستطيع تثبيت إصدار لك. افتح {file} بنفسك، فهو يوقف الخدمة ويشغّلها.</translation>
    </message>
    <message>
        <source>The sheet {sheet}</source>
        <translation>الورقة {sheet}</translation>
    </message>
    <message>
        <source>The sheets {sheets} as one list</source>
        <translation>الأوراق {sheets} كقائمة واحدة</translation>
    </message>
    <message>
        <source>The sheets {sheets} have no column in common. Choose one of them.</source>
        <translation>لا عمود مشتركًا بين الأوراق {sheets}. اختر واحدة منها.</translation>
    </message>
    <message>
        <source>The sheets {sheets}: each is the stock of one branch</source>
        <translation>الأوراق {sheets}: كل واحدة مخزون فرع</translation>
    </message>
    <message>
        <source>The stick or disk for backups is not there: {folder} is the empty folder where it belongs. Plug it in; if this is a new one, choose the folder again.</source>
        <translation>ذاكرة USB أو قرص النسخ الاحتياطية غير موصول: {folder} هو المجلد الفارغ في مكانه. وصّله، وإن كان جديدًا فاختر المجلد من جديد.</translation>
    </message>
    <message>
        <source>The target of this delivery was removed; nothing is sent to it.</source>
        <translation>أُزيلت جهة هذا الإشعار، فلا يُرسل إليها شيء.</translation>
    </message>
    <message>
        <source>The target was removed</source>
        <translation>أُزيلت الجهة</translation>
    </message>
    <message>
        <source>The time of day is between 00:00 and 23:59.</source>
        <translation>الوقت بين 00:00 و23:59.</translation>
    </message>
    <message>
        <source>The units in stock{branch} go from {before}, when the file was confirmed, to {after}.</source>
        <translation>الوحدات في المخزون{branch} كانت {before} عند تأكيد الملف وتصبح {after}.</translation>
    </message>
    <message>
        <source>The update could not be saved: {reason}. Make room, then try again.</source>
        <translation>تعذّر حفظ التحديث: {reason}. وفّر مساحة ثم أعد المحاولة.</translation>
    </message>
    <message>
        <source>The update feed cannot be reached: {reason}. Try again later.</source>
        <translation>تعذّر الوصول إلى مصدر التحديثات: {reason}. أعد المحاولة لاحقًا.</translation>
    </message>
    <message>
        <source>The update feed has no {path}.</source>
        <translation>لا يوجد {path} في مصدر التحديثات.</translation>
    </message>
    <message>
        <source>The update feed is not as its maker signed it ({reason}). Nothing was downloaded or changed.</source>
        <translation>مصدر التحديثات لا يطابق توقيع صانعه ({reason}). لم يُنزَّل شيء ولم يتغيّر شيء.</translation>
    </message>
    <message>
        <source>The update feed is out of date: it was not renewed in time, or an old copy is shown. Check this computer&apos;s clock; otherwise try again later.</source>
        <translation>مصدر التحديثات قديم: لم يُجدَّد في وقته، أو تُعرض نسخة قديمة. تحقّق من ساعة هذا الجهاز، وإلا فأعد المحاولة لاحقًا.</translation>
    </message>
    <message>
        <source>The user has no right to create tables, so an update can fail.</source>
        <translation>لا يحق للمستخدم إنشاء الجداول، فقد يفشل التحديث.</translation>
    </message>
    <message>
        <source>The user has the right to create tables, as an update does.</source>
        <translation>يحق للمستخدم إنشاء الجداول، كما يفعل التحديث.</translation>
    </message>
    <message>
        <source>The user of PostgreSQL has no right to create tables. Grant it CREATE on its schema.</source>
        <translation>لا يحق لمستخدم PostgreSQL إنشاء الجداول. امنحه CREATE على مخططه.</translation>
    </message>
    <message>
        <source>The webhook secrets in the backup cannot be kept here: {message}. Nothing was replaced.</source>
        <translation>لا يمكن حفظ أسرار الإشعارات التي في النسخة هنا: {message}. لم يُستبدل شيء.</translation>
    </message>
    <message>
        <source>The window is locked. Unlock it first.</source>
        <translation>النافذة مقفلة. افتح القفل أولًا.</translation>
    </message>
    <message>
        <source>The workbook has new sheets: {sheets}. Are they read?</source>
        <translation>في المصنّف أوراق جديدة: {sheets}. هل تُقرأ؟</translation>
    </message>
    <message>
        <source>The workbook has no rows in the sheets {sheets} any more, and their stock would stay as it is. Set the pull up again if that is right.</source>
        <translation>لم تعد في المصنّف أسطر في الأوراق {sheets}، وسيبقى مخزونها كما هو. أعد إعداد السحب إن كان ذلك صحيحًا.</translation>
    </message>
    <message>
        <source>Their quantities are added up; the first row gives the rest</source>
        <translation>تُجمع كمياتها، ويعطي الصف الأول ما سواها</translation>
    </message>
    <message>
        <source>There are {most} counters. Revoke one first.</source>
        <translation>يوجد {most} منضدة. ألغِ واحدة أولًا.</translation>
    </message>
    <message numerus="yes">
        <source>There are {n} alert addresses already; remove one first.</source>
        <translation>
            <numerusform>هناك {n} عناوين تنبيه؛ أزل واحدًا أولًا.</numerusform>
            <numerusform>هناك عنوان تنبيه واحد ({n})؛ أزله أولًا.</numerusform>
            <numerusform>هناك عنوانا تنبيه ({n})؛ أزل واحدًا أولًا.</numerusform>
            <numerusform>هناك {n} عناوين تنبيه؛ أزل واحدًا أولًا.</numerusform>
            <numerusform>هناك {n} عنوان تنبيه؛ أزل واحدًا أولًا.</numerusform>
            <numerusform>هناك {n} عنوان تنبيه؛ أزل واحدًا أولًا.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>There are {n} names already; rename one.</source>
        <translation>
            <numerusform>لا توجد أسماء ({n})؛ غيّر اسمًا منها.</numerusform>
            <numerusform>يوجد اسم واحد ({n}) بالفعل؛ غيّره.</numerusform>
            <numerusform>يوجد اسمان ({n}) بالفعل؛ غيّر أحدهما.</numerusform>
            <numerusform>توجد {n} أسماء بالفعل؛ غيّر اسمًا منها.</numerusform>
            <numerusform>يوجد {n} اسمًا بالفعل؛ غيّر اسمًا منها.</numerusform>
            <numerusform>يوجد {n} اسم بالفعل؛ غيّر اسمًا منها.</numerusform>
        </translation>
    </message>
    <message>
        <source>There is a branch called {name} already; choose another name.</source>
        <translation>يوجد فرع باسم {name} من قبل؛ اختر اسمًا آخر.</translation>
    </message>
    <message>
        <source>There is a person {name} already; choose another name.</source>
        <translation>يوجد شخص باسم {name} بالفعل؛ اختر اسمًا آخر.</translation>
    </message>
    <message>
        <source>There is a shop called {name} already; choose another name.</source>
        <translation>يوجد محل باسم {name} من قبل؛ اختر اسمًا آخر.</translation>
    </message>
    <message>
        <source>There is an alert address {name} already.</source>
        <translation>هناك عنوان تنبيه باسم {name}.</translation>
    </message>
    <message>
        <source>There is no PIN; set one under Settings, People.</source>
        <translation>لا يوجد رمز سري؛ عيّن واحدًا في الإعدادات، الأشخاص.</translation>
    </message>
    <message>
        <source>There is no call {id} in this shop&apos;s log.</source>
        <translation>لا يوجد اتصال {id} في سجل هذا المحل.</translation>
    </message>
    <message>
        <source>There is no certificate yet. It is made when the service is opened to the network.</source>
        <translation>لا توجد شهادة بعد. تُنشأ عند فتح الخدمة للشبكة.</translation>
    </message>
    <message>
        <source>There is no counter {name} in the list of counters.</source>
        <translation>لا توجد منضدة باسم {name} في قائمة المناضد.</translation>
    </message>
    <message>
        <source>There is no data in {folder} that could be moved.</source>
        <translation>ليس في {folder} بيانات يمكن نقلها.</translation>
    </message>
    <message>
        <source>There is no data in {parent} yet, so there is nothing to back up.</source>
        <translation>لا بيانات في {parent} بعد، فلا شيء يُنسخ.</translation>
    </message>
    <message>
        <source>There is no field &apos;{name}&apos;; there are {fields}.</source>
        <translation>لا يوجد حقل باسم «{name}»؛ الحقول هي {fields}.</translation>
    </message>
    <message>
        <source>There is no format &apos;{kind}&apos;.</source>
        <translation>لا توجد صيغة باسم «{kind}».</translation>
    </message>
    <message>
        <source>There is no item &apos;{sku}&apos;; check the SKU.</source>
        <translation>لا يوجد صنف برقم «{sku}»؛ راجع رقم القطعة (SKU).</translation>
    </message>
    <message>
        <source>There is no item {sku}.</source>
        <translation>لا يوجد صنف {sku}.</translation>
    </message>
    <message>
        <source>There is no way from here to {where}; check that it is switched on</source>
        <translation>لا طريق من هنا إلى {where}؛ تأكد أنه مشغّل</translation>
    </message>
    <message>
        <source>There is none yet.</source>
        <translation>لا يوجد شيء بعد.</translation>
    </message>
    <message>
        <source>There is not enough room in {folder}: {free} MiB are free, {need} MiB are needed. Make room, or choose another folder.</source>
        <translation>المساحة في {folder} لا تكفي: الحر {free} ميبيبايت والمطلوب {need} ميبيبايت. أفرغ مساحة، أو اختر مجلدًا آخر.</translation>
    </message>
    <message>
        <source>There is nothing at {path} of this address. Give the base address of the marketplace&apos;s interface.</source>
        <translation>لا شيء عند {path} في هذا العنوان. أعطِ العنوان الأساسي لواجهة السوق.</translation>
    </message>
    <message>
        <source>There is nowhere to keep secrets: this computer has no keyring. Log in to a desktop that has one (GNOME Keyring, KWallet), or set {variable} to keep them in an encrypted file</source>
        <translation>لا مكان لحفظ الأسرار: ليس في هذا الجهاز مخزن كلمات مرور. ادخل إلى سطح مكتب فيه مخزن (GNOME Keyring أو KWallet)، أو ضع {variable} لحفظها في ملف مشفر</translation>
    </message>
    <message>
        <source>These prices are not read, and what is held stays: {texts}.</source>
        <translation>هذه الأسعار لا تُقرأ ويبقى ما هو محفوظ: {texts}.</translation>
    </message>
    <message>
        <source>These quantities are not read, and what is held stays: {texts}.</source>
        <translation>هذه الكميات لا تُقرأ ويبقى المحفوظ: {texts}.</translation>
    </message>
    <message>
        <source>They are left out</source>
        <translation>تُترك</translation>
    </message>
    <message>
        <source>They are read too</source>
        <translation>تُقرأ أيضًا</translation>
    </message>
    <message>
        <source>They are the stock at {branches}</source>
        <translation>هي المخزون في {branches}</translation>
    </message>
    <message>
        <source>This Idempotency-Key was used for another call at {at}. Use a new key for each call, and the same key only to send the same call again.</source>
        <translation>استُعمل هذا المفتاح Idempotency-Key لاتصال آخر في {at}. استعمل مفتاحًا جديدًا لكل اتصال، والمفتاح نفسه لإعادة الاتصال نفسه فقط.</translation>
    </message>
    <message>
        <source>This PIN is wrong. {next}</source>
        <translation>هذا الرمز السري خاطئ. {next}</translation>
    </message>
    <message numerus="yes">
        <source>This PIN is wrong. {n} tries are left before a wait.</source>
        <translation>
            <numerusform>هذا الرمز السري خاطئ. لا محاولات ({n}) قبل الانتظار.</numerusform>
            <numerusform>هذا الرمز السري خاطئ. بقيت محاولة واحدة ({n}) قبل الانتظار.</numerusform>
            <numerusform>هذا الرمز السري خاطئ. بقيت محاولتان ({n}) قبل الانتظار.</numerusform>
            <numerusform>هذا الرمز السري خاطئ. بقيت {n} محاولات قبل الانتظار.</numerusform>
            <numerusform>هذا الرمز السري خاطئ. بقيت {n} محاولة قبل الانتظار.</numerusform>
            <numerusform>هذا الرمز السري خاطئ. بقيت {n} محاولة قبل الانتظار.</numerusform>
        </translation>
    </message>
    <message>
        <source>This action does not wait any more. Look at the order.</source>
        <translation>لم يعد هذا الإجراء منتظرًا. انظر الطلب.</translation>
    </message>
    <message>
        <source>This backup is encrypted. Type the passphrase it was made with.</source>
        <translation>هذه النسخة مشفرة. اكتب عبارة المرور التي أُنشئت بها.</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>هذا الجهاز</translation>
    </message>
    <message>
        <source>This computer cannot ask for its administrator here. Use the passphrase of the backups, or let the administrator run: {command}</source>
        <translation>لا يستطيع هذا الجهاز أن يسأل عن مديره هنا. استعمل عبارة مرور النسخ الاحتياطية، أو اطلب من المدير تشغيل: {command}</translation>
    </message>
    <message>
        <source>This computer has no key for the secrets in the database. Run {command} on a computer that has it, then {join} here</source>
        <translation>لا يملك هذا الجهاز مفتاح الأسرار في قاعدة البيانات. شغّل {command} على جهاز يملكه، ثم {join} هنا</translation>
    </message>
    <message>
        <source>This computer has no keyring; log in to a desktop that has one (GNOME Keyring, KWallet)</source>
        <translation>لا يوجد مخزن كلمات مرور في هذا الجهاز؛ ادخل إلى سطح مكتب فيه مخزن (GNOME Keyring أو KWallet)</translation>
    </message>
    <message>
        <source>This computer has no network; sent when it is back</source>
        <translation>لا شبكة في هذا الجهاز؛ يُرسل عند عودتها</translation>
    </message>
    <message>
        <source>This computer has no {program}, so it cannot start the service automatically. Let its own way of starting programs run: counterpart serve</source>
        <translation>ليس في هذا الجهاز {program}، فلا يستطيع تشغيل الخدمة تلقائيًا. اجعل طريقته في بدء البرامج تشغّل: counterpart serve</translation>
    </message>
    <message>
        <source>This computer is a further counter of {service}. Do this at the computer with the service.</source>
        <translation>هذا الجهاز منضدة إضافية تابعة للجهاز {service}. افعل ذلك على الجهاز الذي فيه الخدمة.</translation>
    </message>
    <message>
        <source>This computer ran out of connections; tried again shortly</source>
        <translation>نفدت الاتصالات في هذا الجهاز؛ تُعاد المحاولة قريبًا</translation>
    </message>
    <message>
        <source>This computer slept during the attempt; sent again now</source>
        <translation>نام هذا الجهاز أثناء المحاولة؛ يُرسل الآن من جديد</translation>
    </message>
    <message>
        <source>This counter is version {here}; the computer with the service is version {there}. Install the newer one on both: Settings, About, or the same set-up file.</source>
        <translation>هذه المنضدة بالإصدار {here}، والجهاز الذي فيه الخدمة بالإصدار {there}. ثبّت الأحدث على الجهازين: من الإعدادات ثم حول البرنامج، أو بملف التثبيت نفسه.</translation>
    </message>
    <message>
        <source>This counter was revoked at the computer with the service. Pair it again there with a new code.</source>
        <translation>أُلغيت هذه المنضدة على الجهاز الذي فيه الخدمة. اربطها هناك من جديد برمز جديد.</translation>
    </message>
    <message>
        <source>This data was moved to {place}, and nothing uses what is left here. If the move was interrupted, run `counterpart move` again.</source>
        <translation>نقلت هذه البيانات إلى {place}، ولا يستعمل شيء ما بقي هنا. إن انقطع النقل فابدأه مرة أخرى.</translation>
    </message>
    <message>
        <source>This data was restored from a backup, and another computer may act for the shop. Switch the link on when it is the only one.</source>
        <translation>استُرجعت هذه البيانات من نسخة احتياطية، وقد يعمل جهاز آخر باسم المحل. شغّل الربط حين يكون هذا هو الوحيد.</translation>
    </message>
    <message>
        <source>This is PostgreSQL {version}; Counterpart needs {need} or later.</source>
        <translation>هذا PostgreSQL {version}، و Counterpart يحتاج إلى {need} أو أحدث.</translation>
    </message>
    <message>
        <source>This is done at the computer with the service.</source>
        <translation>يتم هذا على الجهاز الذي فيه الخدمة.</translation>
    </message>
    <message>
        <source>This is no PNG or JPEG picture that can be read. Choose another one.</source>
        <translation>هذا ليس صورة PNG أو JPEG يمكن قراءتها. اختر صورة أخرى.</translation>
    </message>
    <message>
        <source>This is no file of the window.</source>
        <translation>هذا ليس ملفًا من ملفات النافذة.</translation>
    </message>
    <message>
        <source>This is not the passphrase of that backup. Type the one it was made with.</source>
        <translation>هذه ليست عبارة مرور تلك النسخة. اكتب العبارة التي أُنشئت بها.</translation>
    </message>
    <message>
        <source>This is the newest version. There is nothing to install.</source>
        <translation>هذا أحدث إصدار. لا يوجد ما يُثبَّت.</translation>
    </message>
    <message>
        <source>This is the practice marketplace. End the practice instead.</source>
        <translation>هذا سوق التدريب. أنهِ التدريب بدلًا من ذلك.</translation>
    </message>
    <message>
        <source>This is the support view: nothing can be changed. Leave it with the button at the top.</source>
        <translation>هذا عرض الدعم: لا يمكن تغيير شيء. غادره بالزر في الأعلى.</translation>
    </message>
    <message>
        <source>This key is revoked and stays so; make a new key.</source>
        <translation>هذا المفتاح ملغى ويبقى كذلك؛ أنشئ مفتاحًا جديدًا.</translation>
    </message>
    <message>
        <source>This picture has {width} x {height} points, more than 50 million. Choose a smaller one.</source>
        <translation>الصورة {width} × {height} نقطة، أكثر من 50 مليونًا. اختر صورة أصغر.</translation>
    </message>
    <message>
        <source>This picture is larger than {most} MB. Choose a smaller one.</source>
        <translation>الصورة أكبر من {most} ميغابايت. اختر صورة أصغر.</translation>
    </message>
    <message>
        <source>This program has no practice marketplace.</source>
        <translation>ليس في هذا البرنامج سوق تدريب.</translation>
    </message>
    <message>
        <source>This program was started without a secret store; start it as `counterpart serve`</source>
        <translation>شُغّل هذا البرنامج دون مخزن أسرار؛ شغّله بالأمر `counterpart serve`</translation>
    </message>
    <message>
        <source>This set-up was not confirmed yet: look at what it understood of the file, then approve it.</source>
        <translation>لم يُؤكَّد هذا الإعداد بعد: انظر ما فهمه من الملف ثم وافق عليه.</translation>
    </message>
    <message>
        <source>This shop is linked to a marketplace, not to the practice marketplace.</source>
        <translation>هذا المحل مربوط بسوق حقيقي، لا بسوق التدريب.</translation>
    </message>
    <message>
        <source>This shop is linked to a marketplace. Remove that link before you practise.</source>
        <translation>هذا المحل مربوط بسوق. أزل ذلك الربط قبل أن تتدرّب.</translation>
    </message>
    <message>
        <source>This system cannot run the service without a login. Settings, General starts it at login.</source>
        <translation>لا يستطيع هذا النظام تشغيل الخدمة دون تسجيل دخول. من الإعدادات، عام يمكن تشغيلها عند تسجيل الدخول.</translation>
    </message>
    <message>
        <source>This version changes the data so that earlier ones cannot use it. End all other services first.</source>
        <translation>يغير هذا الإصدار البيانات بحيث لا تستطيع الإصدارات السابقة استخدامها. أنه كل الخدمات الأخرى أولًا.</translation>
    </message>
    <message>
        <source>This window is version {window}; the running service is version {service}. Close the window and open it again. If that does not help, restart the service or the computer.</source>
        <translation>إصدار هذه النافذة {window}، وإصدار الخدمة التي تعمل {service}. أغلق النافذة وافتحها من جديد. إن لم يُفِد ذلك فأعد تشغيل الخدمة أو الجهاز.</translation>
    </message>
    <message>
        <source>Too many PINs were wrong. {next}</source>
        <translation>كثرت الرموز السرية الخاطئة. {next}</translation>
    </message>
    <message>
        <source>Too many files at once. Wait until the others are done.</source>
        <translation>ملفات كثيرة في وقت واحد. انتظر حتى تنتهي الأخرى.</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>الملفات المفتوحة كثيرة جدًا</translation>
    </message>
    <message>
        <source>Too many tries to pair; try again in a minute.</source>
        <translation>محاولات ربط كثيرة؛ حاول ثانية بعد دقيقة.</translation>
    </message>
    <message>
        <source>Total, BHD</source>
        <translation>الإجمالي، د.ب</translation>
    </message>
    <message numerus="yes">
        <source>Try again in {n} minutes.</source>
        <translation>
            <numerusform>حاول مجددًا بعد {n} دقيقة.</numerusform>
            <numerusform>حاول مجددًا بعد دقيقة واحدة ({n}).</numerusform>
            <numerusform>حاول مجددًا بعد دقيقتين ({n}).</numerusform>
            <numerusform>حاول مجددًا بعد {n} دقائق.</numerusform>
            <numerusform>حاول مجددًا بعد {n} دقيقة.</numerusform>
            <numerusform>حاول مجددًا بعد {n} دقيقة.</numerusform>
        </translation>
    </message>
    <message>
        <source>Try it in Settings, under Alerts.</source>
        <translation>جرّبه في الإعدادات، تحت التنبيهات.</translation>
    </message>
    <message>
        <source>Two columns are chosen for {name}. Choose one; a quantity may have one for each branch.</source>
        <translation>اختير عمودان للحقل {name}. اختر واحدًا؛ الكمية وحدها قد يكون لها عمود لكل فرع.</translation>
    </message>
    <message>
        <source>Unlock the keyring, or log in again; then run this test again.</source>
        <translation>افتح مخزن كلمات المرور، أو سجّل الدخول من جديد، ثم أعد الفحص.</translation>
    </message>
    <message>
        <source>Until somebody looks at it: every minute, then more often and louder as its time runs out. Message and number stay either way.</source>
        <translation>إلى أن يطّلع عليه أحد: كل دقيقة، ثم يتكرر ويعلو كلما اقتربت نهاية وقته. تبقى الرسالة والعدد في كل الأحوال.</translation>
    </message>
    <message>
        <source>Upload {call_id} undone</source>
        <translation>تم التراجع عن الرفع {call_id}</translation>
    </message>
    <message>
        <source>VAT is a percentage from 0 to 100.</source>
        <translation>الضريبة نسبة من 0 إلى 100.</translation>
    </message>
    <message>
        <source>VAT, BHD</source>
        <translation>الضريبة، د.ب</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>الإصدار</translation>
    </message>
    <message>
        <source>Volume</source>
        <translation>مستوى الصوت</translation>
    </message>
    <message>
        <source>Way to PostgreSQL</source>
        <translation>الطريق إلى PostgreSQL</translation>
    </message>
    <message>
        <source>Web pages (allowed origins), one per line</source>
        <translation>صفحات الويب (allowed origins)، صفحة في كل سطر</translation>
    </message>
    <message>
        <source>Webhook secrets</source>
        <translation>أسرار الإشعارات</translation>
    </message>
    <message>
        <source>Webhook target {name}</source>
        <translation>جهة الإشعارات {name}</translation>
    </message>
    <message>
        <source>Webhooks are off for {shop}, so nothing is posted; switch them on first.</source>
        <translation>الإشعارات متوقفة للمحل {shop} فلا يُرسل شيء؛ شغّلها أولًا.</translation>
    </message>
    <message>
        <source>What answers at {host} port {port} does not speak HTTP as it should; check the port</source>
        <translation>ما يرد على {host} منفذ {port} لا يتكلم HTTP كما ينبغي؛ راجع المنفذ</translation>
    </message>
    <message>
        <source>What does the price {sample} mean?</source>
        <translation>ماذا يعني السعر {sample}؟</translation>
    </message>
    <message>
        <source>What does the quantity {sample} mean?</source>
        <translation>ماذا تعني الكمية {sample}؟</translation>
    </message>
    <message>
        <source>What does {texts} mean as a quantity?</source>
        <translation>ماذا يعني {texts} ككمية؟</translation>
    </message>
    <message>
        <source>What is played for an order.</source>
        <translation>ما يُشغَّل عند وصول طلب.</translation>
    </message>
    <message>
        <source>What run {run_id} replaced is no longer stored.</source>
        <translation>ما استبدلته القراءة {run_id} لم يعد محفوظًا.</translation>
    </message>
    <message>
        <source>When the call log is full, the oldest calls go first; orders and stock stay.</source>
        <translation>عند امتلائه تُحذف الأقدم أولًا. الطلبات والمخزون لا تُمس.</translation>
    </message>
    <message>
        <source>Where backups go, a USB stick for example; empty means next to the data.</source>
        <translation>مكان النسخ الاحتياطية، مثل ذاكرة USB؛ إن كان فارغًا فبجانب البيانات.</translation>
    </message>
    <message>
        <source>Whether closing the window has once said that the program keeps running in the tray.</source>
        <translation>هل قيل مرة عند إغلاق النافذة إن البرنامج يستمر في الخلفية.</translation>
    </message>
    <message>
        <source>Whether the first-start guide is finished; off shows it again.</source>
        <translation>هل انتهى دليل البدء الأول؛ الإيقاف يعرضه من جديد.</translation>
    </message>
    <message>
        <source>Which column is the part number (SKU)?</source>
        <translation>أي عمود هو رقم القطعة (SKU)؟</translation>
    </message>
    <message>
        <source>Which column is the price?</source>
        <translation>أي عمود هو السعر؟</translation>
    </message>
    <message>
        <source>Which column is the quantity?</source>
        <translation>أي عمود هو الكمية؟</translation>
    </message>
    <message>
        <source>Which file of the archive is read?</source>
        <translation>أي ملف من الأرشيف يُقرأ؟</translation>
    </message>
    <message>
        <source>Which list of the file is read?</source>
        <translation>أي قائمة من الملف تُقرأ؟</translation>
    </message>
    <message>
        <source>Which sheet of the workbook is read?</source>
        <translation>أي ورقة من المصنّف تُقرأ؟</translation>
    </message>
    <message>
        <source>Wholesale price</source>
        <translation>سعر الجملة</translation>
    </message>
    <message>
        <source>Wholesale price, BHD</source>
        <translation>سعر الجملة، د.ب</translation>
    </message>
    <message>
        <source>Windows lets only an administrator do this.</source>
        <translation>لا يسمح ويندوز بهذا إلا للمسؤول.</translation>
    </message>
    <message>
        <source>Windows refused: {reason}</source>
        <translation>رفض ويندوز ذلك: {reason}</translation>
    </message>
    <message>
        <source>Write a percentage from -99.99 to 1000, and not 0.</source>
        <translation>اكتب نسبة من -99.99 إلى 1000، غير الصفر.</translation>
    </message>
    <message>
        <source>Your data is missing: {folder} has no database, and no good backup was found. Put the file back, or start empty with `{empty}`.</source>
        <translation>بياناتك مفقودة: لا توجد قاعدة بيانات في {folder}، ولا نسخة احتياطية سليمة. أعد الملف إلى مكانه، أو ابدأ من الصفر بالأمر `{empty}`.</translation>
    </message>
    <message>
        <source>Your data is missing: {folder} has no database. Newest backup: {backup}. Restore it with `{restore}`, or start empty with `{empty}`.</source>
        <translation>بياناتك مفقودة: لا توجد قاعدة بيانات في {folder}. أحدث نسخة احتياطية: {backup}. استعدها بالأمر `{restore}`، أو ابدأ من الصفر بالأمر `{empty}`.</translation>
    </message>
    <message>
        <source>Your data is missing: {folder} has no database. The program saved a copy of all of it when it was deleted. Start the program: it uses that copy.</source>
        <translation>بياناتك مفقودة: لا توجد قاعدة بيانات في {folder}. حفظ البرنامج نسخة منها كاملة عندما حُذفت. شغّل البرنامج، فهو يستخدم تلك النسخة.</translation>
    </message>
    <message>
        <source>a 7-Zip archive</source>
        <translation>أرشيف 7-Zip</translation>
    </message>
    <message>
        <source>a CommerceML file of 1C</source>
        <translation>ملف CommerceML من 1C</translation>
    </message>
    <message>
        <source>a DIF file</source>
        <translation>ملف جدول بصيغة DIF</translation>
    </message>
    <message>
        <source>a Lotus 1-2-3 workbook</source>
        <translation>مصنف جداول من برنامج Lotus 1-2-3</translation>
    </message>
    <message>
        <source>a PDF document</source>
        <translation>ملف PDF</translation>
    </message>
    <message>
        <source>a Parquet file</source>
        <translation>ملف بيانات بصيغة Parquet</translation>
    </message>
    <message>
        <source>a RAR archive</source>
        <translation>أرشيف RAR</translation>
    </message>
    <message>
        <source>a SYLK file</source>
        <translation>ملف جدول بصيغة SYLK</translation>
    </message>
    <message>
        <source>a Zstandard archive</source>
        <translation>أرشيف ملفات مضغوط بصيغة Zstandard</translation>
    </message>
    <message>
        <source>a binary Excel workbook (XLSB)</source>
        <translation>مصنف Excel ثنائي (XLSB)</translation>
    </message>
    <message>
        <source>a bzip2 archive</source>
        <translation>أرشيف مضغوط بصيغة bzip2</translation>
    </message>
    <message>
        <source>a cabinet archive</source>
        <translation>أرشيف مضغوط بصيغة CAB</translation>
    </message>
    <message>
        <source>a compress archive</source>
        <translation>أرشيف مضغوط بصيغة compress</translation>
    </message>
    <message>
        <source>a database</source>
        <translation>قاعدة بيانات</translation>
    </message>
    <message>
        <source>a drawn line, left out</source>
        <translation>خط مرسوم، تُرك</translation>
    </message>
    <message>
        <source>a file of another program</source>
        <translation>ملف برنامج آخر</translation>
    </message>
    <message>
        <source>a flat OpenDocument file</source>
        <translation>ملف OpenDocument مسطح</translation>
    </message>
    <message>
        <source>a folder&apos;s whole path, or empty</source>
        <translation>مسار مجلد كاملًا، أو فارغًا</translation>
    </message>
    <message>
        <source>a formula without a saved value</source>
        <translation>معادلة بلا قيمة محفوظة</translation>
    </message>
    <message>
        <source>a gzip archive in another archive</source>
        <translation>أرشيف gzip داخل أرشيف آخر</translation>
    </message>
    <message>
        <source>a list of {count} cars</source>
        <translation>قائمة سيارات عددها {count}</translation>
    </message>
    <message>
        <source>a picture</source>
        <translation>صورة</translation>
    </message>
    <message>
        <source>a program</source>
        <translation>برنامج</translation>
    </message>
    <message>
        <source>a row of the template, left out</source>
        <translation>سطر من القالب، يُترك</translation>
    </message>
    <message>
        <source>a spreadsheet has turned this code into a date ({code})</source>
        <translation>حوّل برنامج الجداول هذا الرقم إلى تاريخ ({code})</translation>
    </message>
    <message>
        <source>a spreadsheet has turned this code into the number {code} and lost digits; keep the column as text</source>
        <translation>حوّل برنامج الجداول هذا الرقم إلى العدد {code} فضاعت منه خانات؛ اجعل العمود نصًا</translation>
    </message>
    <message>
        <source>a tar archive</source>
        <translation>أرشيف ملفات بصيغة tar</translation>
    </message>
    <message>
        <source>a text document</source>
        <translation>مستند نصي</translation>
    </message>
    <message>
        <source>a time of day from 00:00 to 23:59</source>
        <translation>وقتًا من 00:00 إلى 23:59</translation>
    </message>
    <message>
        <source>a totals row, left out</source>
        <translation>صف مجاميع، تُرك</translation>
    </message>
    <message>
        <source>a web archive (MHTML)</source>
        <translation>أرشيف ويب (MHTML)</translation>
    </message>
    <message>
        <source>a whole number from {least} to {most}</source>
        <translation>عددًا صحيحًا من {least} إلى {most}</translation>
    </message>
    <message>
        <source>a zip archive without a workbook in it</source>
        <translation>أرشيف zip ليس فيه جدول</translation>
    </message>
    <message>
        <source>an Access database</source>
        <translation>قاعدة بيانات من برنامج Access</translation>
    </message>
    <message>
        <source>an Apple Numbers document</source>
        <translation>مستند جداول من برنامج Apple Numbers</translation>
    </message>
    <message>
        <source>an Arrow file</source>
        <translation>ملف بيانات بصيغة Arrow</translation>
    </message>
    <message>
        <source>an EDIFACT message</source>
        <translation>رسالة تبادل بيانات EDIFACT</translation>
    </message>
    <message>
        <source>an ODBC driver for {system}, such as {driver}</source>
        <translation>مشغّل ODBC لـ {system}، مثل {driver}</translation>
    </message>
    <message>
        <source>an encrypted file</source>
        <translation>ملف مشفّر</translation>
    </message>
    <message>
        <source>an xz archive</source>
        <translation>أرشيف مضغوط بصيغة xz</translation>
    </message>
    <message>
        <source>another Counterpart</source>
        <translation>برنامج Counterpart آخر</translation>
    </message>
    <message>
        <source>another process keeps it locked</source>
        <translation>عملية أخرى تبقيها مقفلة</translation>
    </message>
    <message>
        <source>another row of {sku}, left out</source>
        <translation>صف آخر للصنف {sku}، تُرك</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>الجواب</translation>
    </message>
    <message>
        <source>answer to an action</source>
        <translation>الجواب عن إجراء</translation>
    </message>
    <message>
        <source>answer to an upload</source>
        <translation>الجواب عن رفع</translation>
    </message>
    <message>
        <source>at most {most} entries</source>
        <translation>قائمة لا يزيد عددها على {most}</translation>
    </message>
    <message>
        <source>blank</source>
        <translation>فارغ</translation>
    </message>
    <message>
        <source>branch</source>
        <translation>الفرع</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>ملغي</translation>
    </message>
    <message>
        <source>cannot go below the {held} that open orders hold at {branch}</source>
        <translation>لا تقل عن {held} تحجزها طلبات مفتوحة في {branch}</translation>
    </message>
    <message>
        <source>catalogue</source>
        <translation>قائمة الأصناف</translation>
    </message>
    <message>
        <source>changed to {now} since; it was {seen}</source>
        <translation>تغيّر إلى {now} وكان {seen}</translation>
    </message>
    <message>
        <source>comes in several units, but not in {base}; this row is in {unit}</source>
        <translation>يرد بعدة وحدات، لكن ليس بوحدة {base}؛ هذا السطر بوحدة {unit}</translation>
    </message>
    <message>
        <source>comes to more than can be paid</source>
        <translation>مجموعه أكثر مما يمكن دفعه</translation>
    </message>
    <message>
        <source>confirmed</source>
        <translation>مؤكد</translation>
    </message>
    <message>
        <source>counter</source>
        <translation>منضدة</translation>
    </message>
    <message>
        <source>cut off</source>
        <translation>انقطع</translation>
    </message>
    <message>
        <source>delivered</source>
        <translation>تم تسليمه</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>فارغ</translation>
    </message>
    <message>
        <source>event</source>
        <translation>الحدث</translation>
    </message>
    <message>
        <source>expat {version} is slow with large tags; this program bounds them and reads them apart.</source>
        <translation>‏⁦expat {version}⁩ بطيء مع الوسوم الكبيرة؛ وهذا البرنامج يحدّ حجمها ويقرؤها في عملية منفصلة.</translation>
    </message>
    <message>
        <source>has {cells} cells where the header has {width}; quote texts that hold the delimiter</source>
        <translation>عدد خلاياه {cells} وعدد العناوين {width}؛ ضع النصوص التي فيها الفاصل بين علامتي تنصيص</translation>
    </message>
    <message>
        <source>has {more} more faults</source>
        <translation>فيه {more} أخطاء أخرى</translation>
    </message>
    <message>
        <source>host names or addresses without scheme and port, like shop-pc.local</source>
        <translation>أسماء أجهزة أو عناوين بلا بروتوكول ولا منفذ، مثل shop-pc.local</translation>
    </message>
    <message>
        <source>http shows the key to others on this network. Use https://.</source>
        <translation>يُظهر http المفتاح لغيرك على هذه الشبكة. استعمل https://.</translation>
    </message>
    <message>
        <source>in the sheet {sheet}</source>
        <translation>في الورقة {sheet}</translation>
    </message>
    <message>
        <source>in the unit {unit}, left out</source>
        <translation>بوحدة {unit}، تُرك</translation>
    </message>
    <message>
        <source>is a broadcast or reserved address</source>
        <translation>عنوان بث أو عنوان محجوز</translation>
    </message>
    <message>
        <source>is a cloud metadata address</source>
        <translation>عنوان بيانات سحابية داخلية</translation>
    </message>
    <message>
        <source>is a multicast address</source>
        <translation>عنوان بث متعدد</translation>
    </message>
    <message>
        <source>is a new one, and the shop has {most} branches already</source>
        <translation>فرع جديد، وللمحل {most} فرع بالفعل</translation>
    </message>
    <message>
        <source>is blank</source>
        <translation>فارغ</translation>
    </message>
    <message>
        <source>is for {count} pieces, the held price stays</source>
        <translation>لعدد {count} من القطع، ويبقى السعر المحفوظ</translation>
    </message>
    <message>
        <source>is in the catalogue already; open that part and edit it</source>
        <translation>موجود في الأصناف؛ افتح ذلك الصنف وعدّله</translation>
    </message>
    <message>
        <source>is in {currency}, the held price stays</source>
        <translation>بعملة {currency}، ويبقى السعر المحفوظ</translation>
    </message>
    <message>
        <source>is link-local</source>
        <translation>عنوان محلي للوصلة</translation>
    </message>
    <message>
        <source>is required</source>
        <translation>ناقص</translation>
    </message>
    <message>
        <source>is required when the item is new</source>
        <translation>مطلوب لأن الصنف جديد</translation>
    </message>
    <message>
        <source>it is damaged</source>
        <translation>هي تالفة</translation>
    </message>
    <message>
        <source>item</source>
        <translation>الصنف</translation>
    </message>
    <message>
        <source>its ODBC driver</source>
        <translation>برنامج تشغيل ODBC الخاص بها</translation>
    </message>
    <message>
        <source>its quantity is added to the part&apos;s first row</source>
        <translation>تُضاف كميته إلى الصف الأول للصنف</translation>
    </message>
    <message>
        <source>its reference is empty, too long, or has characters that cannot be shown</source>
        <translation>رقمه فارغ أو طويل جدًا أو فيه رموز لا يمكن عرضها</translation>
    </message>
    <message>
        <source>key</source>
        <translation>المفتاح</translation>
    </message>
    <message>
        <source>line {line} has the same SKU and branch; this later row wins</source>
        <translation>السطر {line} له رقم القطعة والفرع نفسهما؛ يُعتمد هذا الصف الأخير</translation>
    </message>
    <message>
        <source>line {line} has the same SKU; this later row wins</source>
        <translation>السطر {line} له رقم القطعة نفسه؛ يُعتمد هذا الصف الأخير</translation>
    </message>
    <message>
        <source>line {place}</source>
        <translation>السطر {place}</translation>
    </message>
    <message>
        <source>list of events</source>
        <translation>قائمة الأحداث</translation>
    </message>
    <message>
        <source>list of orders</source>
        <translation>قائمة الطلبات</translation>
    </message>
    <message>
        <source>make or model is blank, the held fit stays</source>
        <translation>الشركة أو الموديل فارغ، تبقى السيارات السابقة</translation>
    </message>
    <message>
        <source>makes the item larger than {most} KB</source>
        <translation>يجعل الصنف أكبر من {most} كيلوبايت</translation>
    </message>
    <message>
        <source>must be a SKU of at most {most} characters</source>
        <translation>يجب أن يكون رمز صنف من {most} حرفًا على الأكثر</translation>
    </message>
    <message>
        <source>must be a number from 0 to 1000000000 with at most 3 decimals</source>
        <translation>يجب أن يكون رقمًا من 0 إلى 1000000000 وبثلاث خانات عشرية على الأكثر</translation>
    </message>
    <message>
        <source>must be a number of 0 or more</source>
        <translation>يجب أن يكون رقمًا، 0 أو أكثر</translation>
    </message>
    <message>
        <source>must be a text</source>
        <translation>يجب أن يكون نصًا</translation>
    </message>
    <message>
        <source>must be a text or null</source>
        <translation>يجب أن يكون نصًا أو فارغًا</translation>
    </message>
    <message>
        <source>must be a time such as 2026-11-20T14:05:09Z</source>
        <translation>يجب أن يكون وقتًا مثل 2026-11-20T14:05:09Z</translation>
    </message>
    <message>
        <source>must be an array of cars</source>
        <translation>يجب أن يكون قائمة سيارات</translation>
    </message>
    <message>
        <source>must be an integer from 0 to 9999</source>
        <translation>يجب أن يكون سنة، عددًا صحيحًا من 0 إلى 9999</translation>
    </message>
    <message>
        <source>must be an integer of 0 or more</source>
        <translation>يلزم عدد صحيح، 0 أو أكثر</translation>
    </message>
    <message>
        <source>must be an object with at least a sku</source>
        <translation>يجب أن يحوي رقم القطعة (SKU) على الأقل</translation>
    </message>
    <message>
        <source>must be an object with make and model</source>
        <translation>يجب أن يحوي الشركة والموديل</translation>
    </message>
    <message>
        <source>must be at most 1000000000</source>
        <translation>أقصى قيمة 1000000000</translation>
    </message>
    <message>
        <source>must be at most {most}</source>
        <translation>أقصى قيمة {most}</translation>
    </message>
    <message>
        <source>must be at most {most} characters, this has {length}</source>
        <translation>أقصى عدد للأحرف {most}، وفيه {length}</translation>
    </message>
    <message>
        <source>must be more than 0</source>
        <translation>يجب أن يكون أكثر من 0</translation>
    </message>
    <message>
        <source>must be one of new_oem, new_aftermarket, used, refurbished</source>
        <translation>القيمة يجب أن تكون new_oem أو new_aftermarket أو used أو refurbished</translation>
    </message>
    <message>
        <source>must be true or false</source>
        <translation>يجب أن يكون نعم أو لا</translation>
    </message>
    <message>
        <source>must be written with at most {most} characters</source>
        <translation>أقصى عدد لأحرف كتابته {most}</translation>
    </message>
    <message>
        <source>must have at most 3 decimals</source>
        <translation>أقصى عدد للخانات العشرية 3</translation>
    </message>
    <message>
        <source>must have at most {most} cars, this has {count}</source>
        <translation>يجب ألا تزيد السيارات على {most}، وهنا {count}</translation>
    </message>
    <message>
        <source>must not be after year_to ({first} &gt; {last})</source>
        <translation>يجب ألا تكون سنة البداية بعد سنة النهاية ({first} &gt; {last})</translation>
    </message>
    <message>
        <source>must not be blank</source>
        <translation>يجب ألا يكون فارغًا</translation>
    </message>
    <message>
        <source>must not hold control characters</source>
        <translation>فيه أحرف لا تُرى</translation>
    </message>
    <message>
        <source>must not hold the character U+0000</source>
        <translation>لا يجوز أن يحتوي على المحرف U+0000</translation>
    </message>
    <message>
        <source>names no computer</source>
        <translation>لا يدل على أي جهاز</translation>
    </message>
    <message>
        <source>needs a quantity next to it, which replaces that level</source>
        <translation>يحتاج إلى كمية بجانبه تحل محل تلك الكمية</translation>
    </message>
    <message>
        <source>new</source>
        <translation>جديد</translation>
    </message>
    <message>
        <source>new, aftermarket</source>
        <translation>جديد تجاري</translation>
    </message>
    <message>
        <source>no</source>
        <translation>لا</translation>
    </message>
    <message>
        <source>no car was recognised in {cell}, the held fit stays</source>
        <translation>لم يُتعرّف على سيارة في {cell}، تبقى السيارات السابقة</translation>
    </message>
    <message>
        <source>no price</source>
        <translation>بلا سعر</translation>
    </message>
    <message>
        <source>no quantity</source>
        <translation>بلا كمية</translation>
    </message>
    <message>
        <source>no reason</source>
        <translation>بلا سبب مذكور</translation>
    </message>
    <message>
        <source>on or off</source>
        <translation>on أو off</translation>
    </message>
    <message>
        <source>one of {words}</source>
        <translation>واحدًا من {words}</translation>
    </message>
    <message>
        <source>order</source>
        <translation>الطلب</translation>
    </message>
    <message>
        <source>origins of scheme, host and port, like https://erp.example.com</source>
        <translation>مصادر من بروتوكول واسم ومنفذ، مثل https://erp.example.com</translation>
    </message>
    <message>
        <source>out for delivery</source>
        <translation>خرج مع المندوب</translation>
    </message>
    <message>
        <source>person</source>
        <translation>الشخص</translation>
    </message>
    <message>
        <source>placed</source>
        <translation>بانتظار القبول</translation>
    </message>
    <message>
        <source>put it back from a copy, or remove it and rotate every target&apos;s secret</source>
        <translation>أعده من نسخة، أو احذفه وبدّل سر كل جهة</translation>
    </message>
    <message>
        <source>quantity at {branch}</source>
        <translation>الكمية في {branch}</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>جاهز</translation>
    </message>
    <message>
        <source>refurbished</source>
        <translation>مجدّد</translation>
    </message>
    <message>
        <source>request for quotation</source>
        <translation>طلب عرض السعر</translation>
    </message>
    <message>
        <source>row {place}</source>
        <translation>الصف {place}</translation>
    </message>
    <message>
        <source>shop</source>
        <translation>المحل</translation>
    </message>
    <message>
        <source>the ODBC driver {driver}</source>
        <translation>مشغّل ODBC {driver}</translation>
    </message>
    <message>
        <source>the ODBC source {source}</source>
        <translation>مصدر ODBC {source}</translation>
    </message>
    <message>
        <source>the cell holds the spreadsheet error {code}</source>
        <translation>في الخلية خطأ الجداول {code}</translation>
    </message>
    <message>
        <source>the cell holds the spreadsheet error {code}, it is left out</source>
        <translation>في الخلية خطأ الجداول {code}، تُركت</translation>
    </message>
    <message>
        <source>the cells are one column too far to the right; quote texts that hold the delimiter</source>
        <translation>الخلايا مزاحة عمودًا واحدًا إلى اليمين؛ ضع النصوص التي فيها الفاصل بين علامتي تنصيص</translation>
    </message>
    <message>
        <source>the column names again, left out</source>
        <translation>أسماء الأعمدة مكررة، تُركت</translation>
    </message>
    <message>
        <source>the end of a printed page, left out</source>
        <translation>نهاية صفحة مطبوعة، تُركت</translation>
    </message>
    <message>
        <source>used</source>
        <translation>مستعمل</translation>
    </message>
    <message>
        <source>would be higher than a price can be</source>
        <translation>سيتجاوز أعلى سعر ممكن</translation>
    </message>
    <message>
        <source>would become 0</source>
        <translation>سيصبح 0</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>نعم</translation>
    </message>
    <message>
        <source>{address} answered {status}. Check the heartbeat address.</source>
        <translation>أجاب {address} بالرمز {status}. تحقق من عنوان نبض الجهاز.</translation>
    </message>
    <message>
        <source>{address} answers.</source>
        <translation>{address} يجيب.</translation>
    </message>
    <message>
        <source>{address} could not be reached. Check the internet connection.</source>
        <translation>تعذّر الوصول إلى {address}. تحقق من الاتصال بالإنترنت.</translation>
    </message>
    <message>
        <source>{address} has not answered lately.</source>
        <translation>لم يُجب {address} مؤخرًا.</translation>
    </message>
    <message>
        <source>{address} is no address. Type it as the first computer shows it.</source>
        <translation>{address} ليس عنوانًا. اكتبه كما يعرضه الجهاز الأول.</translation>
    </message>
    <message>
        <source>{at}, 1 part</source>
        <translation>{at}، صنف واحد</translation>
    </message>
    <message>
        <source>{at}, encrypted</source>
        <translation>{at}، مشفّرة</translation>
    </message>
    <message numerus="yes">
        <source>{at}, {n} parts</source>
        <translation>
            <numerusform>{at}، لا أصناف</numerusform>
            <numerusform>{at}، صنف واحد</numerusform>
            <numerusform>{at}، صنفان</numerusform>
            <numerusform>{at}، {n} أصناف</numerusform>
            <numerusform>{at}، {n} صنفًا</numerusform>
            <numerusform>{at}، {n} صنف</numerusform>
        </translation>
    </message>
    <message>
        <source>{branches} are branches, and are created</source>
        <translation>{branches} فروع، وتُنشأ</translation>
    </message>
    <message>
        <source>{branch} has {held}, not {expected}; nothing was saved</source>
        <translation>في {branch} {held} وليس {expected}؛ لم يُحفظ شيء</translation>
    </message>
    <message>
        <source>{branch} has {left:,} rows, {rows:,} when it was confirmed.</source>
        <translation>عدد صفوف {branch} هو {left:,}، وكان {rows:,} عند التأكيد.</translation>
    </message>
    <message>
        <source>{branch} is a branch, and is created</source>
        <translation>{branch} فرع، ويُنشأ</translation>
    </message>
    <message>
        <source>{cause} is no movement; use sale, job, return or count.</source>
        <translation>{cause} ليس حركة مخزون؛ استخدم البيع أو شغل الورشة أو المرتجع أو الجرد.</translation>
    </message>
    <message>
        <source>{cell} counts packs, the held quantity stays</source>
        <translation>{cell} يعدّ عبوات، وتبقى الكمية المحفوظة</translation>
    </message>
    <message>
        <source>{cell} has more than 3 decimals and was rounded</source>
        <translation>{cell} فيه أكثر من 3 خانات عشرية فقُرّب</translation>
    </message>
    <message>
        <source>{cell} holds a character that could not be read</source>
        <translation>{cell} فيه حرف لم يُقرأ</translation>
    </message>
    <message>
        <source>{cell} holds a character that could not be read; check the file&apos;s encoding</source>
        <translation>{cell} فيه حرف لم يُقرأ؛ راجع ترميز الملف</translation>
    </message>
    <message>
        <source>{cell} is below zero and counts as 0</source>
        <translation>{cell} أقل من صفر ويُحسب 0</translation>
    </message>
    <message>
        <source>{cell} is below zero, the held price stays</source>
        <translation>{cell} أقل من صفر، يبقى السعر السابق</translation>
    </message>
    <message>
        <source>{cell} is finer than a fils and was rounded</source>
        <translation>{cell} فيه كسر من الفلس فقُرّب</translation>
    </message>
    <message>
        <source>{cell} is neither yes nor no, it is left as held</source>
        <translation>{cell} ليس نعم ولا لا، يبقى كما كان</translation>
    </message>
    <message>
        <source>{cell} is no list of cars, the held one stays</source>
        <translation>{cell} ليس قائمة سيارات، تبقى السابقة</translation>
    </message>
    <message>
        <source>{cell} is no number, the held quantity stays</source>
        <translation>{cell} ليس رقمًا، تبقى الكمية السابقة</translation>
    </message>
    <message>
        <source>{cell} is no price, the held one stays</source>
        <translation>{cell} ليس سعرًا، يبقى السعر السابق</translation>
    </message>
    <message>
        <source>{cell} is none of the four conditions, it is left as held</source>
        <translation>{cell} ليس من الحالات الأربع، تبقى كما كانت</translation>
    </message>
    <message>
        <source>{cell} is of another currency, the held price stays</source>
        <translation>{cell} بعملة أخرى، ويبقى السعر المحفوظ</translation>
    </message>
    <message>
        <source>{cell} is {value}</source>
        <translation>{cell} يعني {value}</translation>
    </message>
    <message>
        <source>{changed:,} of {priced:,} prices would change by more than 30% at the marketplace.</source>
        <translation>سيتغير {changed:,} من {priced:,} سعرًا بأكثر من 30% في السوق.</translation>
    </message>
    <message>
        <source>{columns} says that VAT is in the prices. Is it taken off?</source>
        <translation>يقول {columns} إن الضريبة ضمن الأسعار. هل تُطرح؟</translation>
    </message>
    <message>
        <source>{column} is blank in every row; parts without it are not saved. Fill it in, or choose another.</source>
        <translation>العمود {column} فارغ في كل الصفوف، والأصناف بدونه لا تُحفظ. املأه، أو اختر عمودًا آخر.</translation>
    </message>
    <message>
        <source>{column} names more than {most} places: they are no branches.</source>
        <translation>العمود {column} يذكر أكثر من {most} موقع: ليست فروعًا.</translation>
    </message>
    <message>
        <source>{column} names no branches and is left out</source>
        <translation>لا يسمّي {column} فروعًا ويُترك</translation>
    </message>
    <message>
        <source>{column} says that prices are for several pieces: {values}. What are the prices?</source>
        <translation>{column} يذكر أن الأسعار لعدة قطع: {values}. ما هي الأسعار؟</translation>
    </message>
    <message>
        <source>{command} failed: {reason}</source>
        <translation>فشل {command}: {reason}</translation>
    </message>
    <message>
        <source>{database} cannot be reached without {what}. Install it on this computer.</source>
        <translation>لا يمكن الوصول إلى {database} بدون {what}. ثبّته على هذا الجهاز.</translation>
    </message>
    <message>
        <source>{database} cannot be read now: {answer}. Check that it runs, and the address.</source>
        <translation>لا يمكن قراءة {database} الآن: {answer}. تحقق من أنها تعمل ومن العنوان.</translation>
    </message>
    <message>
        <source>{database} does not accept the query: {answer}. Correct it in the set-up.</source>
        <translation>لا تقبل {database} الاستعلام: {answer}. صحّحه في الإعداد.</translation>
    </message>
    <message>
        <source>{days} daily and {weeks} weekly backups are kept. If the PC was off, it follows after the start.</source>
        <translation>تُحفظ {days} يومية و{weeks} أسبوعية. إن كان الجهاز مطفأً تُنشأ بعد تشغيله.</translation>
    </message>
    <message>
        <source>{fault}, it is left out</source>
        <translation>{fault}، تُرك</translation>
    </message>
    <message>
        <source>{fault}; check the host in the address</source>
        <translation>{fault}؛ راجع اسم الجهاز في العنوان</translation>
    </message>
    <message>
        <source>{fault}; correct the address of the target</source>
        <translation>{fault}؛ صحّح عنوان الجهة</translation>
    </message>
    <message>
        <source>{file} cannot be read now: the reading process does not start ({reason}).</source>
        <translation>تتعذر قراءة {file} الآن: لا تبدأ عملية القراءة ({reason}).</translation>
    </message>
    <message>
        <source>{file} cannot be read now: {reason}. Close it in other programs, or try later.</source>
        <translation>لا يمكن قراءة {file} الآن: {reason}. أغلقه في البرامج الأخرى، أو حاول لاحقًا.</translation>
    </message>
    <message>
        <source>{file} cannot be read on this computer, so the secrets cannot either. Restore a backup with secrets, or remove {file} and {vault} and rotate every target&apos;s secret</source>
        <translation>تتعذر قراءة {file} على هذا الجهاز، ولذلك تتعذر قراءة الأسرار. استعد نسخة احتياطية فيها الأسرار، أو احذف {file} و{vault} وبدّل سر كل وجهة</translation>
    </message>
    <message>
        <source>{file} cannot be read: {reason}. Choose another file.</source>
        <translation>لا يمكن قراءة {file}: {reason}. اختر ملفًا آخر.</translation>
    </message>
    <message>
        <source>{file} cannot be used: {reason}. Where it came from another computer, remove it and {vault}.</source>
        <translation>يتعذر استخدام {file}: {reason}. إن جاء من جهاز آخر فاحذفه واحذف {vault}.</translation>
    </message>
    <message>
        <source>{file} cannot be written: {reason}.</source>
        <translation>تعذرت كتابة {file}: {reason}.</translation>
    </message>
    <message>
        <source>{file} changed while it was fetched. Run the pull again when the export is complete.</source>
        <translation>تغيّر {file} أثناء جلبه. شغّل السحب من جديد بعد اكتمال التصدير.</translation>
    </message>
    <message>
        <source>{file} has changed since it was read. Run the pull again.</source>
        <translation>تغيّر {file} منذ أن قُرئ. أعد القراءة.</translation>
    </message>
    <message>
        <source>{file} has more than 100 million cells. Leave out the columns that are not needed.</source>
        <translation>في {file} أكثر من 100 مليون خلية. احذف الأعمدة التي لا حاجة إليها.</translation>
    </message>
    <message>
        <source>{file} has more than {most} rows. Split it, or leave out what is not sold.</source>
        <translation>في {file} أكثر من {most} صف. قسّمه، أو احذف منه ما لا يُباع.</translation>
    </message>
    <message>
        <source>{file} has no columns that begin at the same places. Say where they begin.</source>
        <translation>لا توجد في {file} أعمدة تبدأ في المواضع نفسها. حدّد أين تبدأ.</translation>
    </message>
    <message>
        <source>{file} has no file &apos;{member}&apos; in it. Choose one of: {members}.</source>
        <translation>لا يوجد في {file} ملف &apos;{member}&apos;. اختر واحدًا من: {members}.</translation>
    </message>
    <message>
        <source>{file} has no rows in the sheets {sheets}. Set the pull up again.</source>
        <translation>لا أسطر في الأوراق {sheets} من {file}. أعد إعداد السحب.</translation>
    </message>
    <message>
        <source>{file} has no sheet &apos;{sheet}&apos;. Choose one of: {sheets}.</source>
        <translation>لا توجد في {file} ورقة باسم «{sheet}». اختر واحدة من: {sheets}.</translation>
    </message>
    <message>
        <source>{file} has several files in it: {members}. Choose the one to read in the set-up.</source>
        <translation>في {file} عدة ملفات: {members}. اختر في الإعداد الملف الذي يُقرأ.</translation>
    </message>
    <message>
        <source>{file} has {cells} cells in a row, and {names} column names: the comma in {price} may be a decimal sign. Export it with a point, with quotes, or with another delimiter.</source>
        <translation>في {file} {cells} من الخلايا في الصف و{names} من أسماء الأعمدة: قد تكون الفاصلة في {price} علامة عشرية. صدّره بنقطة أو بعلامات اقتباس أو بفاصل آخر.</translation>
    </message>
    <message>
        <source>{file} holds more text than can be read. Save it with fewer columns, or as CSV.</source>
        <translation>في {file} نص أكثر مما يمكن قراءته. احفظه بأعمدة أقل، أو بصيغة CSV.</translation>
    </message>
    <message>
        <source>{file} holds no list: a list has a column of part numbers and others. Choose another file.</source>
        <translation>لا يحتوي {file} على قائمة: في القائمة عمود لأرقام القطع وأعمدة أخرى. اختر ملفًا آخر.</translation>
    </message>
    <message>
        <source>{file} holds no rows. Export it again from the shop&apos;s system.</source>
        <translation>لا صفوف في {file}. صدّره من جديد من نظام المحل.</translation>
    </message>
    <message>
        <source>{file} holds no sheet. Save it again as a spreadsheet.</source>
        <translation>لا ورقة في {file}. احفظه من جديد كجدول.</translation>
    </message>
    <message>
        <source>{file} holds no table. Choose another sheet or header row, or export it again.</source>
        <translation>لا جدول في {file}. اختر ورقة أو صف عناوين آخر، أو صدّره من جديد.</translation>
    </message>
    <message>
        <source>{file} is XML without a list of parts. Export the list as CSV.</source>
        <translation>{file} ملف XML بلا قائمة أصناف. صدّر القائمة بصيغة CSV.</translation>
    </message>
    <message>
        <source>{file} is a pipe or a device, no file. Name the export file.</source>
        <translation>{file} أنبوب أو جهاز وليس ملفًا. اختر ملف التصدير.</translation>
    </message>
    <message>
        <source>{file} is a web page without a table of parts. Save the list as a file.</source>
        <translation>{file} صفحة ويب بلا جدول أصناف. احفظ القائمة كملف.</translation>
    </message>
    <message>
        <source>{file} is a zip archive without a list in it. Put the export file into it.</source>
        <translation>{file} أرشيف zip بلا قائمة. ضع ملف التصدير فيه.</translation>
    </message>
    <message>
        <source>{file} is cut off in its last line. Let the export be complete, then try again.</source>
        <translation>{file} مقطوع في سطره الأخير. دع التصدير يكتمل ثم حاول مرة أخرى.</translation>
    </message>
    <message>
        <source>{file} is cut off or damaged. Export it again from the shop&apos;s system.</source>
        <translation>{file} مقطوع أو متضرر. صدّره من جديد من نظام المحل.</translation>
    </message>
    <message>
        <source>{file} is cut off or damaged. Save it again in the program that made it.</source>
        <translation>{file} مقطوع أو متضرر. احفظه من جديد في البرنامج الذي أنشأه.</translation>
    </message>
    <message>
        <source>{file} is damaged, or is no backup of Counterpart. Choose another backup.</source>
        <translation>{file} متضرر، أو ليس نسخة احتياطية من Counterpart. اختر نسخة أخرى.</translation>
    </message>
    <message>
        <source>{file} is empty or still being written. Let the export be complete before the pull&apos;s time.</source>
        <translation>{file} فارغ أو ما زال يُكتب. اجعل التصدير يكتمل قبل وقت السحب.</translation>
    </message>
    <message>
        <source>{file} is empty. Export it again from the shop&apos;s system.</source>
        <translation>{file} فارغ. صدّره من جديد من نظام المحل.</translation>
    </message>
    <message>
        <source>{file} is encrypted with a passphrase of your own, which this service cannot get. Remove the file, try again, and rotate the secrets of its targets afterwards.</source>
        <translation>الملف {file} مشفر بعبارة مرور خاصة بك لا يمكن أن تحصل عليها هذه الخدمة. احذف الملف وأعد المحاولة، ثم بدّل أسرار وجهاته.</translation>
    </message>
    <message>
        <source>{file} is larger than {most} MB. Export fewer columns, or split it.</source>
        <translation>{file} أكبر من {most} ميغابايت. صدّر أعمدة أقل، أو قسّمه.</translation>
    </message>
    <message>
        <source>{file} is no JSON that is read: an array of rows, also inside other objects, rows by part number, or an object a line.</source>
        <translation>{file} ليس ملف JSON مقروءًا: مصفوفة صفوف، ولو داخل كائنات أخرى، أو صفوف حسب رقم القطعة، أو كائن في كل سطر.</translation>
    </message>
    <message>
        <source>{file} is no private key that can be used. Name the file of an SSH key.</source>
        <translation>{file} ليس مفتاحا خاصا يمكن استخدامه. حدد ملف مفتاح SSH.</translation>
    </message>
    <message>
        <source>{file} is not there. Check the folder and the name.</source>
        <translation>{file} غير موجود. راجع المجلد والاسم.</translation>
    </message>
    <message>
        <source>{file} is packed in a way that is not read. Pack it as an ordinary zip archive.</source>
        <translation>{file} مضغوط بطريقة غير مقروءة. اضغطه كأرشيف zip عادي.</translation>
    </message>
    <message>
        <source>{file} is protected with a password. Save it without one.</source>
        <translation>{file} محمي بكلمة مرور. احفظه بدونها.</translation>
    </message>
    <message>
        <source>{file} is still being written. Run the pull again when the export is complete.</source>
        <translation>{file} ما زال يُكتب. أعد القراءة عندما يكتمل التصدير.</translation>
    </message>
    <message>
        <source>{file} is {what}, which is not read. Export it as CSV, XLSX, XLS, ODS or JSON.</source>
        <translation>{file} هو {what}، وهذا لا نقرأه. صدّره بصيغة CSV أو XLSX أو XLS أو ODS أو JSON.</translation>
    </message>
    <message>
        <source>{file} is {what}, which is not read. Pack the list as zip or gzip, or leave it unpacked.</source>
        <translation>{file} هو {what}، ولا يُقرأ. اضغط القائمة بصيغة zip أو gzip، أو اتركها دون ضغط.</translation>
    </message>
    <message>
        <source>{file} needs more than 1 GB of memory to be read. Save it with fewer rows, or as CSV.</source>
        <translation>تحتاج قراءة {file} إلى أكثر من 1 غيغابايت من الذاكرة. احفظه بصفوف أقل، أو بصيغة CSV.</translation>
    </message>
    <message>
        <source>{file} says where the data is, and cannot be read: {reason}.</source>
        <translation>يحدد {file} مكان البيانات، وتعذرت قراءته: {reason}.</translation>
    </message>
    <message>
        <source>{file} takes more than {minutes} minutes to be read. Save it with fewer rows, or as CSV.</source>
        <translation>تستغرق قراءة {file} أكثر من {minutes} دقائق. احفظه بصفوف أقل، أو بصيغة CSV.</translation>
    </message>
    <message>
        <source>{file} unpacks to more than 1 GB. Save it with fewer rows, or as CSV.</source>
        <translation>حجم {file} بعد فكّه أكبر من 1 غيغابايت. احفظه بصفوف أقل، أو بصيغة CSV.</translation>
    </message>
    <message>
        <source>{file} unpacks to more than {most} MB. Export fewer columns, or split it.</source>
        <translation>حجم {file} بعد فك الضغط يتجاوز {most} ميغابايت. صدّر أعمدة أقل، أو قسّمه.</translation>
    </message>
    <message>
        <source>{file} was made by a build from before 0.1.0. Restore it with that build.</source>
        <translation>{file} أنشأه إصدار تجريبي أقدم من 0.1.0. استعده بذلك الإصدار.</translation>
    </message>
    <message>
        <source>{file} was made by a newer Counterpart ({version}). Install that version to restore it.</source>
        <translation>{file} أنشأه إصدار أحدث من Counterpart ({version}). ثبّت ذلك الإصدار لاسترجاعه.</translation>
    </message>
    <message>
        <source>{file} was made by a newer Counterpart. Install that version to restore it.</source>
        <translation>{file} أنشأه إصدار أحدث من Counterpart. ثبّت ذلك الإصدار لاسترجاعه.</translation>
    </message>
    <message>
        <source>{file}, line {line}: a quote is opened and never closed. Correct the line, or export it again.</source>
        <translation>{file}، السطر {line}: علامة تنصيص فُتحت ولم تُغلق. صحّح السطر، أو صدّر الملف من جديد.</translation>
    </message>
    <message>
        <source>{file}, line {line}: a row holds more than 4 million characters. Check that it is the export file.</source>
        <translation>{file}، السطر {line}: في صف واحد أكثر من 4 ملايين حرف. تحقق من أنه ملف التصدير.</translation>
    </message>
    <message>
        <source>{file}, {where}: is no JSON object. Export the file again from the shop&apos;s system.</source>
        <translation>{file}، {where}: ليس كائن JSON. صدّر الملف من جديد من نظام المحل.</translation>
    </message>
    <message>
        <source>{file}: &apos;{delimiter}&apos; is no delimiter. Choose another.</source>
        <translation>{file}: &apos;{delimiter}&apos; ليس فاصلًا. اختر فاصلًا آخر.</translation>
    </message>
    <message>
        <source>{file}: there is no encoding &apos;{encoding}&apos;. Choose one of {encodings}.</source>
        <translation>{file}: لا يوجد ترميز باسم «{encoding}». اختر واحدًا من {encodings}.</translation>
    </message>
    <message>
        <source>{first} or {second}</source>
        <translation>{first} أو {second}</translation>
    </message>
    <message>
        <source>{folder} has data already. Nothing was changed; name another folder.</source>
        <translation>في {folder} بيانات من قبل. لم يتغير شيء؛ اذكر مجلدا آخر.</translation>
    </message>
    <message>
        <source>{folder} has more than {most:,} files. Move old ones away.</source>
        <translation>في {folder} أكثر من {most:,} ملف. انقل القديم منها.</translation>
    </message>
    <message>
        <source>{free} MiB are free where the data is.</source>
        <translation>الحر حيث تُحفظ البيانات {free} ميبيبايت.</translation>
    </message>
    <message>
        <source>{host} answered: {answer}. Try later, or ask who runs it.</source>
        <translation>أجاب {host}: {answer}. حاول لاحقًا أو اسأل من يديره.</translation>
    </message>
    <message>
        <source>{host} asks for a password. Put the user before the host in the address, as in {example}.</source>
        <translation>يطلب {host} كلمة مرور. ضع اسم المستخدم قبل المضيف في العنوان، كما في {example}.</translation>
    </message>
    <message>
        <source>{host} cannot be reached now: {reason}. Check the connection.</source>
        <translation>لا يمكن الوصول إلى {host} الآن: {reason}. تحقق من الاتصال.</translation>
    </message>
    <message>
        <source>{host} did not answer in time. Check that it is switched on, and the connection.</source>
        <translation>لم يُجب {host} في الوقت المحدد. تحقق من أنه يعمل ومن الاتصال.</translation>
    </message>
    <message>
        <source>{host} did not give the file (status {status}). Try later, or ask who runs it.</source>
        <translation>لم يعطِ {host} الملف (الحالة {status}). حاول لاحقًا أو اسأل من يديره.</translation>
    </message>
    <message>
        <source>{host} does not accept the key for {user}. Have its public part added there, or name another key file.</source>
        <translation>لا يقبل {host} المفتاح للمستخدم {user}. اطلب إضافة جزئه العام هناك، أو حدد ملف مفتاح آخر.</translation>
    </message>
    <message>
        <source>{host} does not accept the password of {user}. Set the pull up again with the right one.</source>
        <translation>لا يقبل {host} كلمة مرور {user}. أعد إعداد السحب بالكلمة الصحيحة.</translation>
    </message>
    <message>
        <source>{host} does not take deliveries; they wait.</source>
        <translation>لا يستلم {host} الإشعارات؛ وهي تنتظر.</translation>
    </message>
    <message>
        <source>{host} gave no answer in time; check that it is on, and that it answers before it does its work</source>
        <translation>لم يرد {host} في الوقت المحدد؛ تأكد أنه مشغّل، وأنه يرد قبل أن يبدأ عمله</translation>
    </message>
    <message>
        <source>{host} has another certificate than the one that was confirmed. Ask who runs it whether it was renewed; if so, set the pull up again with the new fingerprint {fingerprint}.</source>
        <translation>لدى {host} شهادة غير التي أُكّدت. اسأل من يديره هل جُدّدت؛ فإن كان كذلك فأعد إعداد السحب بالبصمة الجديدة {fingerprint}.</translation>
    </message>
    <message>
        <source>{host} has another key than the one that was confirmed: another computer may answer in its place. Ask its administrator whether the key was changed; if so, set the pull up again with the new fingerprint {fingerprint}.</source>
        <translation>لدى {host} مفتاح غير الذي أُكّد: قد يجيب جهاز آخر مكانه. اسأل من يديره هل غُيّر المفتاح؛ فإن كان كذلك فأعد إعداد السحب بالبصمة الجديدة {fingerprint}.</translation>
    </message>
    <message>
        <source>{host} has no encryption. Add ?tls=off to the address if it is on this network.</source>
        <translation>ليس لدى {host} تشفير. أضف ‎?tls=off‎ إلى العنوان إن كان على هذه الشبكة.</translation>
    </message>
    <message>
        <source>{host} has no file at this address ({status}). Correct the address, or export the file.</source>
        <translation>ليس لدى {host} ملف في هذا العنوان ({status}). صحّح العنوان أو صدّر الملف.</translation>
    </message>
    <message>
        <source>{host} has no {path}. Correct the address, or let the file be exported.</source>
        <translation>ليس لدى {host} ‏{path}. صحّح العنوان أو صدّر الملف.</translation>
    </message>
    <message>
        <source>{host} is neither a host name nor an IP address; check its spelling</source>
        <translation>{host} ليس اسم جهاز ولا عنوان IP؛ راجع كتابته</translation>
    </message>
    <message>
        <source>{host} is no host name; check its spelling</source>
        <translation>{host} ليس اسم جهاز؛ راجع كتابته</translation>
    </message>
    <message>
        <source>{host} is not known yet. Its key has the fingerprint {fingerprint}. Compare it with what its administrator says, and confirm it.</source>
        <translation>{host} غير معروف بعد. بصمة مفتاحه {fingerprint}. قارنها بما يقوله من يديره ثم أكّدها.</translation>
    </message>
    <message>
        <source>{host} is not on this network, and ftp:// sends the password and the file so that others on the way can read them. Use sftp:// or ftps://, or confirm that you accept it.</source>
        <translation>لا يقع {host} في هذه الشبكة، ويرسل ftp://‎ كلمة المرور والملف بحيث يمكن لغيرك في الطريق قراءتهما. استخدم sftp://‎ أو ftps://‎، أو أكّد أنك تقبل ذلك.</translation>
    </message>
    <message>
        <source>{host} is not on this network, so http would show the key to others. Use https://.</source>
        <translation>{host} ليس على هذه الشبكة، فيُظهر http المفتاح للآخرين. استعمل https://.</translation>
    </message>
    <message>
        <source>{host} is not on this network, so http would show the password. Use https://.</source>
        <translation>ليس {host} على هذه الشبكة، وسيكشف http كلمة المرور. استعمل https://‎.</translation>
    </message>
    <message>
        <source>{host} is not on this network, so its password has to be encrypted. Leave out tls=off.</source>
        <translation>ليس {host} على هذه الشبكة، فيجب تشفير كلمة مروره. احذف ‎tls=off‎.</translation>
    </message>
    <message>
        <source>{host} leads to {address}, which {reason}</source>
        <translation>{host} يقود إلى {address}، وهو {reason}</translation>
    </message>
    <message>
        <source>{host} port {port}</source>
        <translation>{host} منفذ {port}</translation>
    </message>
    <message>
        <source>{host} port {port} could not be reached: {causes}; check it</source>
        <translation>لا يمكن الوصول إلى {host} منفذ {port}: {causes}؛ راجعه</translation>
    </message>
    <message>
        <source>{host} port {port} does not speak https; use http:// or the right port</source>
        <translation>{host} منفذ {port} لا يستخدم https؛ استخدم http:// أو المنفذ الصحيح</translation>
    </message>
    <message>
        <source>{host} refuses the connection. Check the address, the port, and that the server runs.</source>
        <translation>يرفض {host} الاتصال. تحقق من العنوان والمنفذ ومن أن الخادم يعمل.</translation>
    </message>
    <message>
        <source>{host} sends from one address to the next without end. Correct the address.</source>
        <translation>يحيل {host} من عنوان إلى آخر بلا نهاية. صحّح العنوان.</translation>
    </message>
    <message>
        <source>{host} sends on to an address without encryption. Correct the address.</source>
        <translation>يحيل {host} إلى عنوان بلا تشفير. صحّح العنوان.</translation>
    </message>
    <message>
        <source>{host} {reason}; give the address of your own system</source>
        <translation>{host} {reason}؛ أدخل عنوان نظامك</translation>
    </message>
    <message>
        <source>{left} of {all} connections are free; one service takes {need}.</source>
        <translation>من {all} اتصالًا، {left} متاحة؛ تأخذ الخدمة الواحدة {need}.</translation>
    </message>
    <message>
        <source>{loss} Calls are refused. A copy of what the program still has open could not be saved: {reason} Restore the newest backup.</source>
        <translation>{loss} تُرفض الاتصالات. تعذّر حفظ نسخة مما لا يزال البرنامج يفتحه: {reason} استعد أحدث نسخة احتياطية.</translation>
    </message>
    <message>
        <source>{loss} Calls are refused. All data is saved as {file}. {next}</source>
        <translation>{loss} تُرفض الاتصالات. حُفظت جميع البيانات في {file}. {next}</translation>
    </message>
    <message>
        <source>{most:,} parts have a picture already; remove one before you add another.</source>
        <translation>{most:,} صنف لها صور؛ احذف واحدة قبل إضافة أخرى.</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} active parts are not in the file and stay as they are. The set-up can take their stock to 0, or make them inactive.</source>
        <translation>
            <numerusform>كل الأصناف الفعّالة في الملف. يمكن للإعداد أن يصفّر مخزونها أو يوقفها.</numerusform>
            <numerusform>صنف فعّال واحد ليس في الملف ويبقى كما هو. يمكن للإعداد أن يصفّر مخزونه أو يوقفه.</numerusform>
            <numerusform>صنفان فعّالان ليسا في الملف ويبقيان كما هما. يمكن للإعداد أن يصفّر مخزونهما أو يوقفهما.</numerusform>
            <numerusform>{n:,} أصناف فعّالة ليست في الملف وتبقى كما هي. يمكن للإعداد أن يصفّر مخزونها أو يوقفها.</numerusform>
            <numerusform>{n:,} صنفًا فعّالًا ليست في الملف وتبقى كما هي. يمكن للإعداد أن يصفّر مخزونها أو يوقفها.</numerusform>
            <numerusform>{n:,} صنف فعّال ليست في الملف وتبقى كما هي. يمكن للإعداد أن يصفّر مخزونها أو يوقفها.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} alerts came too late and were not sent.</source>
        <translation>
            <numerusform>لم يتأخر أي تنبيه ({n:,}).</numerusform>
            <numerusform>تنبيه واحد ({n:,}) تأخر ولم يُرسل.</numerusform>
            <numerusform>تنبيهان ({n:,}) تأخرا ولم يُرسلا.</numerusform>
            <numerusform>{n:,} تنبيهات تأخرت ولم تُرسل.</numerusform>
            <numerusform>{n:,} تنبيهًا تأخر ولم يُرسل.</numerusform>
            <numerusform>{n:,} تنبيه تأخر ولم يُرسل.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} alerts from Counterpart</source>
        <translation>
            <numerusform>لا تنبيهات من Counterpart ({n:,})</numerusform>
            <numerusform>تنبيه واحد من Counterpart ({n:,})</numerusform>
            <numerusform>تنبيهان من Counterpart ({n:,})</numerusform>
            <numerusform>{n:,} تنبيهات من Counterpart</numerusform>
            <numerusform>{n:,} تنبيهًا من Counterpart</numerusform>
            <numerusform>{n:,} تنبيه من Counterpart</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} cells hold a formula without a saved value: open the file in Excel and save it.</source>
        <translation>
            <numerusform>لا خلية ({n:,}) فيها معادلة بلا قيمة محفوظة: افتح الملف في Excel واحفظه.</numerusform>
            <numerusform>خلية واحدة ({n:,}) فيها معادلة بلا قيمة محفوظة: افتح الملف في Excel واحفظه.</numerusform>
            <numerusform>خليتان ({n:,}) فيهما معادلة بلا قيمة محفوظة: افتح الملف في Excel واحفظه.</numerusform>
            <numerusform>{n:,} خلايا فيها معادلة بلا قيمة محفوظة: افتح الملف في Excel واحفظه.</numerusform>
            <numerusform>{n:,} خلية فيها معادلة بلا قيمة محفوظة: افتح الملف في Excel واحفظه.</numerusform>
            <numerusform>{n:,} خلية فيها معادلة بلا قيمة محفوظة: افتح الملف في Excel واحفظه.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} lines are not written in UTF-8 as the others are: {lines}.</source>
        <translation>
            <numerusform>لا أسطر لا تُكتب بترميز الأسطر الأخرى: {lines}.</numerusform>
            <numerusform>سطر واحد لا تُكتب بترميز الأسطر الأخرى: {lines}.</numerusform>
            <numerusform>سطران لا تُكتب بترميز الأسطر الأخرى: {lines}.</numerusform>
            <numerusform>{n:,} أسطر لا تُكتب بترميز الأسطر الأخرى: {lines}.</numerusform>
            <numerusform>{n:,} سطرًا لا تُكتب بترميز الأسطر الأخرى: {lines}.</numerusform>
            <numerusform>{n:,} سطر لا تُكتب بترميز الأسطر الأخرى: {lines}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} minutes left to accept it</source>
        <translation>
            <numerusform>بقيت {n:,} دقيقة لقبوله</numerusform>
            <numerusform>بقيت دقيقة واحدة ({n:,}) لقبوله</numerusform>
            <numerusform>بقيت دقيقتان ({n:,}) لقبوله</numerusform>
            <numerusform>بقيت {n:,} دقائق لقبوله</numerusform>
            <numerusform>بقيت {n:,} دقيقة لقبوله</numerusform>
            <numerusform>بقيت {n:,} دقيقة لقبوله</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} of {rows:,} part numbers are new: they may be written in another way.</source>
        <translation>
            <numerusform>{n:,} من {rows:,} من أرقام القطع جديدة: لعلها مكتوبة بطريقة أخرى.</numerusform>
            <numerusform>{n:,} من {rows:,} من أرقام القطع جديدة: لعلها مكتوبة بطريقة أخرى.</numerusform>
            <numerusform>{n:,} من {rows:,} من أرقام القطع جديدة: لعلها مكتوبة بطريقة أخرى.</numerusform>
            <numerusform>{n:,} من {rows:,} من أرقام القطع جديدة: لعلها مكتوبة بطريقة أخرى.</numerusform>
            <numerusform>{n:,} من {rows:,} من أرقام القطع جديدة: لعلها مكتوبة بطريقة أخرى.</numerusform>
            <numerusform>{n:,} من {rows:,} من أرقام القطع جديدة: لعلها مكتوبة بطريقة أخرى.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} of {rows:,} rows have no price: their prices would stay as they are.</source>
        <translation>
            <numerusform>{n:,} من {rows:,} من الصفوف بلا سعر: ستبقى أسعارها كما هي.</numerusform>
            <numerusform>{n:,} من {rows:,} من الصفوف بلا سعر: ستبقى أسعارها كما هي.</numerusform>
            <numerusform>{n:,} من {rows:,} من الصفوف بلا سعر: ستبقى أسعارها كما هي.</numerusform>
            <numerusform>{n:,} من {rows:,} من الصفوف بلا سعر: ستبقى أسعارها كما هي.</numerusform>
            <numerusform>{n:,} من {rows:,} من الصفوف بلا سعر: ستبقى أسعارها كما هي.</numerusform>
            <numerusform>{n:,} من {rows:,} من الصفوف بلا سعر: ستبقى أسعارها كما هي.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} of {rows:,} rows have no quantity: their stock would stay as it is.</source>
        <translation>
            <numerusform>{n:,} من {rows:,} من الصفوف بلا كمية: سيبقى مخزونها كما هو.</numerusform>
            <numerusform>{n:,} من {rows:,} من الصفوف بلا كمية: سيبقى مخزونها كما هو.</numerusform>
            <numerusform>{n:,} من {rows:,} من الصفوف بلا كمية: سيبقى مخزونها كما هو.</numerusform>
            <numerusform>{n:,} من {rows:,} من الصفوف بلا كمية: سيبقى مخزونها كما هو.</numerusform>
            <numerusform>{n:,} من {rows:,} من الصفوف بلا كمية: سيبقى مخزونها كما هو.</numerusform>
            <numerusform>{n:,} من {rows:,} من الصفوف بلا كمية: سيبقى مخزونها كما هو.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} orders of the marketplace are open; it gets no news of them without the link. Finish them first, or remove the link anyway.</source>
        <translation>
            <numerusform>لا طلبات مفتوحة من السوق. أزل الربط ({n:,}).</numerusform>
            <numerusform>طلب واحد من السوق ({n:,}) مفتوح؛ لن يعلم عنه شيئًا بلا الربط. أنهِه أولًا، أو أزل الربط مع ذلك.</numerusform>
            <numerusform>طلبان من السوق ({n:,}) مفتوحان؛ لن يعلم عنهما شيئًا بلا الربط. أنهِهما أولًا، أو أزل الربط مع ذلك.</numerusform>
            <numerusform>{n:,} طلبات من السوق مفتوحة؛ لن يعلم عنها شيئًا بلا الربط. أنهِها أولًا، أو أزل الربط مع ذلك.</numerusform>
            <numerusform>{n:,} طلبًا من السوق مفتوحة؛ لن يعلم عنها شيئًا بلا الربط. أنهِها أولًا، أو أزل الربط مع ذلك.</numerusform>
            <numerusform>{n:,} طلب من السوق مفتوحة؛ لن يعلم عنها شيئًا بلا الربط. أنهِها أولًا، أو أزل الربط مع ذلك.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} parts were changed since, and what was changed of them stays.</source>
        <translation>
            <numerusform>لم يتغير أي صنف بعدها.</numerusform>
            <numerusform>صنف واحد تغيّر بعدها، ويبقى ما تغيّر منه.</numerusform>
            <numerusform>صنفان تغيّرا بعدها، ويبقى ما تغيّر منهما.</numerusform>
            <numerusform>{n:,} أصناف تغيّرت بعدها، ويبقى ما تغيّر منها.</numerusform>
            <numerusform>{n:,} صنفًا تغيّرت بعدها، ويبقى ما تغيّر منها.</numerusform>
            <numerusform>{n:,} صنف تغيّرت بعدها، ويبقى ما تغيّر منها.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} prices are 0. What do they mean?</source>
        <translation>
            <numerusform>لا أسعار تساوي 0 ({n:,}). ماذا تعني؟</numerusform>
            <numerusform>سعر واحد يساوي 0 ({n:,}). ماذا يعني؟</numerusform>
            <numerusform>سعران يساويان 0 ({n:,}). ماذا يعنيان؟</numerusform>
            <numerusform>{n:,} أسعار تساوي 0. ماذا تعني؟</numerusform>
            <numerusform>{n:,} سعرًا تساوي 0. ماذا تعني؟</numerusform>
            <numerusform>{n:,} سعر تساوي 0. ماذا تعني؟</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} quantities are blank. What do they mean?</source>
        <translation>
            <numerusform>لا كميات فارغة ({n:,}). ماذا تعني؟</numerusform>
            <numerusform>كمية واحدة فارغة ({n:,}). ماذا تعني؟</numerusform>
            <numerusform>كميتان فارغتان ({n:,}). ماذا تعنيان؟</numerusform>
            <numerusform>{n:,} كميات فارغة. ماذا تعني؟</numerusform>
            <numerusform>{n:,} كمية فارغة. ماذا تعني؟</numerusform>
            <numerusform>{n:,} كمية فارغة. ماذا تعني؟</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} rows name a part again ({parts}), with another {columns}. Which of them count?</source>
        <translation>
            <numerusform>لا صفوف تذكر صنفًا مرة أخرى ({parts}) مع {columns} مختلفة. أيها يُحسب؟</numerusform>
            <numerusform>صف واحد يذكر صنفًا مرة أخرى ({parts}) مع {columns} مختلفة. أيها يُحسب؟</numerusform>
            <numerusform>صفان يذكران صنفًا مرة أخرى ({parts}) مع {columns} مختلفة. أيها يُحسب؟</numerusform>
            <numerusform>{n:,} صفوف تذكر صنفًا مرة أخرى ({parts}) مع {columns} مختلفة. أيها يُحسب؟</numerusform>
            <numerusform>{n:,} صفًا تذكر صنفًا مرة أخرى ({parts}) مع {columns} مختلفة. أيها يُحسب؟</numerusform>
            <numerusform>{n:,} صف تذكر صنفًا مرة أخرى ({parts}) مع {columns} مختلفة. أيها يُحسب؟</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} rows name a part number again: of its rows at a branch only the last one counts.</source>
        <translation>
            <numerusform>لا سطر يكرر رقم قطعة ({n:,}): من أسطره في الفرع يُحسب الأخير فقط.</numerusform>
            <numerusform>سطر واحد يكرر رقم قطعة ({n:,}): من أسطره في الفرع يُحسب الأخير فقط.</numerusform>
            <numerusform>سطران يكرران رقم قطعة ({n:,}): من أسطره في الفرع يُحسب الأخير فقط.</numerusform>
            <numerusform>{n:,} أسطر تكرر رقم قطعة: من أسطره في الفرع يُحسب الأخير فقط.</numerusform>
            <numerusform>{n:,} سطرًا تكرر رقم قطعة: من أسطره في الفرع يُحسب الأخير فقط.</numerusform>
            <numerusform>{n:,} سطر تكرر رقم قطعة: من أسطره في الفرع يُحسب الأخير فقط.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} rows name a part number again: only the last one would count.</source>
        <translation>
            <numerusform>لا سطر يكرر رقم قطعة ({n:,}): لن يُحسب إلا الأخير.</numerusform>
            <numerusform>سطر واحد يكرر رقم قطعة ({n:,}): لن يُحسب إلا الأخير.</numerusform>
            <numerusform>سطران يكرران رقم قطعة ({n:,}): لن يُحسب إلا الأخير.</numerusform>
            <numerusform>{n:,} أسطر تكرر رقم قطعة: لن يُحسب إلا الأخير.</numerusform>
            <numerusform>{n:,} سطرًا تكرر رقم قطعة: لن يُحسب إلا الأخير.</numerusform>
            <numerusform>{n:,} سطر تكرر رقم قطعة: لن يُحسب إلا الأخير.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} rows name a part number again: the first one counts.</source>
        <translation>
            <numerusform>لا صفوف تذكر رقم قطعة مرة أخرى: يُحسب الأول.</numerusform>
            <numerusform>صف واحد يذكر رقم قطعة مرة أخرى: يُحسب الأول.</numerusform>
            <numerusform>صفان يذكران رقم قطعة مرة أخرى: يُحسب الأول.</numerusform>
            <numerusform>{n:,} صفوف تذكر رقم قطعة مرة أخرى: يُحسب الأول.</numerusform>
            <numerusform>{n:,} صفًا تذكر رقم قطعة مرة أخرى: يُحسب الأول.</numerusform>
            <numerusform>{n:,} صف تذكر رقم قطعة مرة أخرى: يُحسب الأول.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} rows name a part number again: they are added up.</source>
        <translation>
            <numerusform>لا صفوف تذكر رقم قطعة مرة أخرى: تُجمع.</numerusform>
            <numerusform>صف واحد يذكر رقم قطعة مرة أخرى: تُجمع.</numerusform>
            <numerusform>صفان يذكران رقم قطعة مرة أخرى: تُجمع.</numerusform>
            <numerusform>{n:,} صفوف تذكر رقم قطعة مرة أخرى: تُجمع.</numerusform>
            <numerusform>{n:,} صفًا تذكر رقم قطعة مرة أخرى: تُجمع.</numerusform>
            <numerusform>{n:,} صف تذكر رقم قطعة مرة أخرى: تُجمع.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} rows that the workbook hides, as by a filter, are read too.</source>
        <translation>
            <numerusform>لا سطر ({n:,}) يخفيه المصنف، كما بعامل تصفية، يُقرأ أيضًا.</numerusform>
            <numerusform>سطر واحد ({n:,}) يخفيه المصنف، كما بعامل تصفية، يُقرأ أيضًا.</numerusform>
            <numerusform>سطران ({n:,}) يخفيهما المصنف، كما بعامل تصفية، يُقرآن أيضًا.</numerusform>
            <numerusform>{n:,} أسطر يخفيها المصنف، كما بعامل تصفية، تُقرأ أيضًا.</numerusform>
            <numerusform>{n:,} سطرًا يخفيها المصنف، كما بعامل تصفية، تُقرأ أيضًا.</numerusform>
            <numerusform>{n:,} سطر يخفيها المصنف، كما بعامل تصفية، تُقرأ أيضًا.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} rows were worked through before that.</source>
        <translation>
            <numerusform>لم يُعالج أي صف قبل ذلك.</numerusform>
            <numerusform>عولج صف واحد قبل ذلك.</numerusform>
            <numerusform>عولج صفان قبل ذلك.</numerusform>
            <numerusform>عولجت {n:,} صفوف قبل ذلك.</numerusform>
            <numerusform>عولج {n:,} صفًا قبل ذلك.</numerusform>
            <numerusform>عولج {n:,} صف قبل ذلك.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} rows: {why}.</source>
        <translation>
            <numerusform>لا صفوف: {why}.</numerusform>
            <numerusform>صف واحد: {why}.</numerusform>
            <numerusform>صفان: {why}.</numerusform>
            <numerusform>{n:,} صفوف: {why}.</numerusform>
            <numerusform>{n:,} صفًا: {why}.</numerusform>
            <numerusform>{n:,} صف: {why}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} values are merged over several rows: each counts in all of them.</source>
        <translation>
            <numerusform>لا قيمة ({n:,}) مدموجة على عدة أسطر: تُحسب في كل سطر منها.</numerusform>
            <numerusform>قيمة واحدة ({n:,}) مدموجة على عدة أسطر: تُحسب في كل سطر منها.</numerusform>
            <numerusform>قيمتان ({n:,}) مدموجتان على عدة أسطر: تُحسب كل منهما في كل سطر منها.</numerusform>
            <numerusform>{n:,} قيم مدموجة على عدة أسطر: تُحسب كل منها في جميع أسطرها.</numerusform>
            <numerusform>{n:,} قيمة مدموجة على عدة أسطر: تُحسب كل منها في جميع أسطرها.</numerusform>
            <numerusform>{n:,} قيمة مدموجة على عدة أسطر: تُحسب كل منها في جميع أسطرها.</numerusform>
        </translation>
    </message>
    <message>
        <source>{name} (open orders hold {reserved})</source>
        <translation>{name} (طلبات مفتوحة تحجز {reserved})</translation>
    </message>
    <message>
        <source>{name} has a meaning in histories; choose another name.</source>
        <translation>للاسم {name} معنى خاص في السجلات؛ اختر اسمًا آخر.</translation>
    </message>
    <message>
        <source>{name} has not worked since {at}.</source>
        <translation>توقف {name} عن العمل منذ {at}.</translation>
    </message>
    <message>
        <source>{name} holds a document type, which no workbook has. Save it again in the program that made it.</source>
        <translation>في {name} نوع مستند لا يوجد في أي جدول. احفظه من جديد في البرنامج الذي أنشأه.</translation>
    </message>
    <message>
        <source>{name} holds a line of more than a million characters. Check that it is the export file.</source>
        <translation>في {name} سطر فيه أكثر من مليون حرف. تأكد أنه ملف التصدير.</translation>
    </message>
    <message>
        <source>{name} holds a tag that does not end. Save it again in the program that made it.</source>
        <translation>في {name} وسم لا ينتهي. احفظه من جديد في البرنامج الذي أنشأه.</translation>
    </message>
    <message>
        <source>{name} holds more kinds of elements than any list. Export the list as CSV.</source>
        <translation>في {name} أنواع عناصر أكثر مما في أي قائمة. صدّر القائمة بصيغة CSV.</translation>
    </message>
    <message>
        <source>{name} holds more names of tags than any workbook. Save it again in the program that made it.</source>
        <translation>في {name} من أسماء الوسوم أكثر مما في أي مصنف. احفظه من جديد في البرنامج الذي أنشأه.</translation>
    </message>
    <message>
        <source>{name} holds tags in tags without end. Save it again in the program that made it.</source>
        <translation>في {name} وسوم داخل وسوم بلا نهاية. احفظه من جديد في البرنامج الذي أنشأه.</translation>
    </message>
    <message>
        <source>{name} in the address looks like a key. Write {gap} in its place: it is asked for separately, and stored in the secret store.</source>
        <translation>يبدو أن {name} في العنوان مفتاح. اكتب {gap} مكانه: يُطلب وحده ويُحفظ في مخزن الأسرار.</translation>
    </message>
    <message>
        <source>{name} is a port, or an address with one.</source>
        <translation>{name} هو منفذ، أو عنوان معه منفذ.</translation>
    </message>
    <message>
        <source>{name} keeps the webhook secrets</source>
        <translation>أسرار الإشعارات محفوظة في {name}</translation>
    </message>
    <message>
        <source>{name} was deactivated; choose another name.</source>
        <translation>عُطِّل {name}؛ اختر اسمًا آخر.</translation>
    </message>
    <message>
        <source>{name} works until {at}.</source>
        <translation>يعمل {name} حتى {at}.</translation>
    </message>
    <message>
        <source>{name} {version} has had no fixes since {date}. Install the newest version of the program.</source>
        <translation>لم تصدر إصلاحات لـ ⁦{name} {version}⁩ منذ {date}. ثبّت أحدث إصدار من البرنامج.</translation>
    </message>
    <message>
        <source>{new} is the branch {branch} under another name</source>
        <translation>{new} هو الفرع {branch} باسم آخر</translation>
    </message>
    <message numerus="yes">
        <source>{n} entries, none changed.</source>
        <translation>
            <numerusform>لا قيود بعد.</numerusform>
            <numerusform>قيد واحد، لم يُغيَّر.</numerusform>
            <numerusform>قيدان، لم يُغيَّرا.</numerusform>
            <numerusform>{n} قيود، لم يُغيَّر منها شيء.</numerusform>
            <numerusform>{n} قيدًا، لم يُغيَّر منها شيء.</numerusform>
            <numerusform>{n} قيد، لم يُغيَّر منها شيء.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} more end soon.</source>
        <translation>
            <numerusform>لا مفاتيح أخرى تنتهي قريبًا.</numerusform>
            <numerusform>ومفتاح آخر ينتهي قريبًا.</numerusform>
            <numerusform>ومفتاحان آخران ينتهيان قريبًا.</numerusform>
            <numerusform>و{n} مفاتيح أخرى تنتهي قريبًا.</numerusform>
            <numerusform>و{n} مفتاحًا آخر تنتهي قريبًا.</numerusform>
            <numerusform>و{n} مفتاح آخر تنتهي قريبًا.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n}% VAT is taken off the prices.</source>
        <translation>
            <numerusform>تُخصم ضريبة القيمة المضافة {n}% من الأسعار.</numerusform>
            <numerusform>تُخصم ضريبة القيمة المضافة {n}% من الأسعار.</numerusform>
            <numerusform>تُخصم ضريبة القيمة المضافة {n}% من الأسعار.</numerusform>
            <numerusform>تُخصم ضريبة القيمة المضافة {n}% من الأسعار.</numerusform>
            <numerusform>تُخصم ضريبة القيمة المضافة {n}% من الأسعار.</numerusform>
            <numerusform>تُخصم ضريبة القيمة المضافة {n}% من الأسعار.</numerusform>
        </translation>
    </message>
    <message>
        <source>{order} is about to lapse.</source>
        <translation>يوشك وقت {order} على الانتهاء.</translation>
    </message>
    <message>
        <source>{order} is the marketplace&apos;s: reject it, or cancel it on its website.</source>
        <translation>{order} طلب السوق: ارفضه، أو ألغِه في موقعه.</translation>
    </message>
    <message>
        <source>{order} is {status} here and {told} at the marketplace. Do the missing step on its website.</source>
        <translation>{order} هنا {status} وفي السوق {told}. أتمّ الخطوة الناقصة في موقعه.</translation>
    </message>
    <message>
        <source>{order} is {status}; cancel is possible only before it is delivered or cancelled.</source>
        <translation>الطلب {order} {status}؛ الإلغاء ممكن فقط قبل أن يُسلّم أو يُلغى.</translation>
    </message>
    <message>
        <source>{order} is {status}; only an order that is placed can expire.</source>
        <translation>{order} حالته {status}؛ تنتهي مهلة الطلب الجديد فقط.</translation>
    </message>
    <message>
        <source>{order} is {status}; {action} is possible only while it is {sources}.</source>
        <translation>الطلب {order} {status}؛ {action} ممكن فقط وهو {sources}.</translation>
    </message>
    <message>
        <source>{order} lapsed: nobody accepted it in time.</source>
        <translation>انتهى وقت {order}: لم يقبله أحد في الوقت.</translation>
    </message>
    <message>
        <source>{order} was cancelled after its parts had left. If they come back, enter them as a return.</source>
        <translation>أُلغي {order} بعد أن خرجت قطعه. إن عادت فأدخلها إرجاعًا.</translation>
    </message>
    <message>
        <source>{order} was cancelled before the marketplace knew that you dispatched it: call the buyer. If the parts come back, enter them as a return.</source>
        <translation>أُلغي {order} قبل أن يعلم السوق أنك أرسلته: اتصل بالمشتري. إن عادت القطع فأدخلها إرجاعًا.</translation>
    </message>
    <message>
        <source>{order} was closed before that.</source>
        <translation>أُغلق {order} قبل ذلك.</translation>
    </message>
    <message>
        <source>{order} was not accepted within {minutes} minutes and is cancelled; {action} is no longer possible.</source>
        <translation>لم يُقبل {order} خلال {minutes} دقيقة فأُلغي؛ لم يعد {action} ممكنًا.</translation>
    </message>
    <message>
        <source>{order}: the marketplace has not answered. It is asked again until {until}; look at the order before you repeat it.</source>
        <translation>{order}: لم يجب السوق. يُسأل مرة أخرى حتى {until}؛ انظر إلى الطلب قبل أن تعيد.</translation>
    </message>
    <message>
        <source>{order}: the marketplace has not answered. It is asked again; look at the order before you repeat it.</source>
        <translation>{order}: لم يجب السوق. يُسأل مرة أخرى؛ انظر إلى الطلب قبل أن تعيد.</translation>
    </message>
    <message>
        <source>{parent} did not return what was written to it. Use another disk or stick.</source>
        <translation>لم يُعد {parent} ما كُتب فيه. استخدم قرصًا آخر أو ذاكرة USB أخرى.</translation>
    </message>
    <message>
        <source>{path} cannot be reached; check the disk it is on</source>
        <translation>لا يمكن الوصول إلى {path}؛ راجع القرص الذي هو عليه</translation>
    </message>
    <message>
        <source>{path} cannot be read: {reason}.</source>
        <translation>تعذّرت قراءة {path}: {reason}.</translation>
    </message>
    <message>
        <source>{path} cannot be used: {reason}; check the disk and its rights</source>
        <translation>لا يمكن استخدام {path}: {reason}؛ راجع القرص وصلاحياته</translation>
    </message>
    <message>
        <source>{path} cannot be written: {reason}. Choose another place.</source>
        <translation>لا يمكن كتابة {path}: {reason}. اختر مكانًا آخر.</translation>
    </message>
    <message>
        <source>{path} did not return what was written; {restore}</source>
        <translation>لم يُعد {path} ما كُتب فيه؛ {restore}</translation>
    </message>
    <message>
        <source>{path} is a folder. Name the file, or a pattern for the names in it such as stock*.csv.</source>
        <translation>{path} مجلد. اذكر الملف، أو نمطًا للأسماء فيه مثل stock*.csv.</translation>
    </message>
    <message>
        <source>{path} is damaged; {restore}</source>
        <translation>{path} متضرر؛ {restore}</translation>
    </message>
    <message>
        <source>{path} is not there.</source>
        <translation>{path} غير موجود.</translation>
    </message>
    <message>
        <source>{path} is read at {computer}.</source>
        <translation>يُقرأ {path} على {computer}.</translation>
    </message>
    <message>
        <source>{path} is there.</source>
        <translation>{path} موجود.</translation>
    </message>
    <message>
        <source>{path} was written by a newer version of the program; update this one</source>
        <translation>{path} كتبه إصدار أحدث من البرنامج؛ حدّث هذا الإصدار</translation>
    </message>
    <message>
        <source>{place}: {reason}. Mend that and try again.</source>
        <translation>{place}: {reason}. أصلح ذلك ثم أعد المحاولة.</translation>
    </message>
    <message>
        <source>{program} (process {process})</source>
        <translation>{program} (العملية {process})</translation>
    </message>
    <message>
        <source>{program} did not answer. Try again in a moment.</source>
        <translation>لم يُجب {program}. أعد المحاولة بعد لحظات.</translation>
    </message>
    <message>
        <source>{quantity} at {branch}</source>
        <translation>{quantity} في {branch}</translation>
    </message>
    <message>
        <source>{question} {readings}. Open the set-up of the pull and answer, then run it again.</source>
        <translation>{question} {readings}. افتح إعداد قراءة الملف وأجب، ثم شغّلها مرة أخرى.</translation>
    </message>
    <message>
        <source>{reason} For example: {examples}.</source>
        <translation>{reason} مثلًا: {examples}.</translation>
    </message>
    <message>
        <source>{reason} So it is not known whether the service runs, and nothing was changed. Try again in a moment; if it stays so, restart the computer.</source>
        <translation>{reason} لذلك لا يُعرف إن كانت الخدمة تعمل، ولم يتغيّر شيء. أعد المحاولة بعد لحظات، وإن بقي الأمر كذلك فأعد تشغيل الجهاز.</translation>
    </message>
    <message>
        <source>{reason}. Mend that and try again.</source>
        <translation>{reason}. أصلح ذلك ثم أعد المحاولة.</translation>
    </message>
    <message>
        <source>{setting} must be {fault}. Nothing was changed.</source>
        <translation>{setting} يجب أن يكون {fault}. لم يتغير شيء.</translation>
    </message>
    <message>
        <source>{shop} is read-only; the owner can change that under Settings.</source>
        <translation>المحل {shop} للقراءة فقط؛ يمكن تغيير ذلك من الإعدادات.</translation>
    </message>
    <message>
        <source>{sku} BHD {before} to {after}</source>
        <translation>{sku} من {before} د.ب إلى {after}</translation>
    </message>
    <message>
        <source>{sku} cannot hold more than 1000000000 at {branch}; check the quantity.</source>
        <translation>لا يسع {sku} أكثر من 1000000000 في {branch}؛ راجع الكمية.</translation>
    </message>
    <message>
        <source>{sku} has no price; set one or give price_fils in the order.</source>
        <translation>لا سعر للصنف {sku}؛ ضع له سعرًا أو اكتبه في الطلب.</translation>
    </message>
    <message>
        <source>{sku} has {free} free at {branch}; {quantity} cannot be ordered.</source>
        <translation>المتاح من {sku} في {branch} هو {free}؛ لا يمكن طلب {quantity}.</translation>
    </message>
    <message>
        <source>{sku} has {quantity} at {branch}; {amount} cannot leave.</source>
        <translation>الموجود من {sku} في {branch} هو {quantity}؛ لا يمكن أن يخرج {amount}.</translation>
    </message>
    <message>
        <source>{sku} is not active; activate it before it is ordered.</source>
        <translation>الصنف {sku} غير فعّال؛ فعّله قبل أن يُطلب.</translation>
    </message>
    <message>
        <source>{sku} is not parked.</source>
        <translation>{sku} ليس مركونًا.</translation>
    </message>
    <message>
        <source>{sku} {before} to {after}</source>
        <translation>{sku} من {before} إلى {after}</translation>
    </message>
    <message>
        <source>{some:,} of {prices:,} prices are 0.</source>
        <translation>{some:,} من {prices:,} سعر تساوي 0.</translation>
    </message>
    <message>
        <source>{some:,} of {prices:,} prices are above BHD 10,000.</source>
        <translation>{some:,} من {prices:,} سعر فوق 10,000 د.ب.</translation>
    </message>
    <message>
        <source>{some:,} of {prices:,} prices are below 50 fils.</source>
        <translation>{some:,} من {prices:,} سعر تحت 50 فلسًا.</translation>
    </message>
    <message>
        <source>{some:,} of {rows:,} names look unreadable: choose the file&apos;s encoding.</source>
        <translation>{some:,} من {rows:,} اسم تبدو غير مقروءة: اختر ترميز الملف.</translation>
    </message>
    <message>
        <source>{some:,} of {rows:,} rows have cells one column too far to the right, as where a text holds the delimiter without quotes. They are not saved.</source>
        <translation>في {some:,} من {rows:,} سطر الخلايا مزاحة عمودًا واحدًا إلى اليمين، كما يحدث حين يكون في نص فاصل بلا علامتي تنصيص. لا تُحفظ هذه الأسطر.</translation>
    </message>
    <message>
        <source>{some:,} of {rows:,} rows would be rejected.</source>
        <translation>سيُرفض {some:,} من {rows:,} سطر.</translation>
    </message>
    <message>
        <source>{table} has the most: {dead:,}, and {rows:,} that are used.</source>
        <translation>أكثرها في {table}: {dead:,}، ومعها {rows:,} مستخدمة.</translation>
    </message>
    <message>
        <source>{target} cannot be written: {reason}.</source>
        <translation>تتعذّر الكتابة إلى {target}: {reason}.</translation>
    </message>
    <message>
        <source>{target} cannot be written: {reason}. Choose another folder, or mend that.</source>
        <translation>لا يمكن كتابة {target}: {reason}. اختر مجلدًا آخر، أو أصلح ذلك.</translation>
    </message>
    <message>
        <source>{target} is a folder. Name a file in it.</source>
        <translation>{target} مجلد. اذكر ملفًا فيه.</translation>
    </message>
    <message>
        <source>{target} is not written: the data is in PostgreSQL. Save it with pg_dump.</source>
        <translation>لم يكتب {target}: البيانات في PostgreSQL. احفظها بالأمر pg_dump.</translation>
    </message>
    <message>
        <source>{target} is the program&apos;s own data. Choose another file to write the backup to.</source>
        <translation>{target} من بيانات البرنامج نفسه. اختر ملفًا آخر لتُكتب فيه النسخة الاحتياطية.</translation>
    </message>
    <message>
        <source>{user} has no permission to read {path} on {host}. Ask the person who runs {host} for it.</source>
        <translation>ليس لدى {user} إذن بقراءة {path} على {host}. اطلبه ممن يدير {host}.</translation>
    </message>
    <message>
        <source>{what}; &apos;{entry}&apos; is none</source>
        <translation>{what}؛ و«{entry}» ليس كذلك</translation>
    </message>
    <message>
        <source>{where} can be reached.</source>
        <translation>يمكن الوصول إلى {where}.</translation>
    </message>
    <message>
        <source>{where} cannot be reached: {reason}.</source>
        <translation>لا يمكن الوصول إلى {where}: {reason}.</translation>
    </message>
    <message>
        <source>{zeroed:,} of {stocked:,} items would go to 0 at the marketplace.</source>
        <translation>سيصبح {zeroed:,} من {stocked:,} صنفًا 0 في السوق.</translation>
    </message>
</context>
<context>
    <name>SettingsPane</name>
    <message>
        <source>About</source>
        <translation>حول البرنامج</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>التنبيهات</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>النسخ الاحتياطية</translation>
    </message>
    <message>
        <source>Call log</source>
        <translation>سجل الاتصالات</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>الاتصال</translation>
    </message>
    <message>
        <source>Counters</source>
        <translation>المناضد</translation>
    </message>
    <message>
        <source>General</source>
        <translation>عام</translation>
    </message>
    <message>
        <source>People</source>
        <translation>الأشخاص</translation>
    </message>
    <message>
        <source>Secrets</source>
        <translation>الأسرار</translation>
    </message>
    <message>
        <source>Self-test, support</source>
        <translation>الفحص والدعم</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>الإعدادات</translation>
    </message>
    <message>
        <source>Shop and branches</source>
        <translation>المحل والفروع</translation>
    </message>
</context>
<context>
    <name>SettingsWords</name>
    <message>
        <source>%1, encrypted</source>
        <translation>%1، مشفرة</translation>
    </message>
    <message>
        <source>Before an update</source>
        <translation>قبل تحديث</translation>
    </message>
    <message>
        <source>By hand</source>
        <translation>يدوية</translation>
    </message>
    <message>
        <source>Daily</source>
        <translation>يومية</translation>
    </message>
    <message>
        <source>Weekly</source>
        <translation>أسبوعية</translation>
    </message>
</context>
<context>
    <name>SetupCard</name>
    <message>
        <source>%1 are on</source>
        <translation>%1 مفعّلة</translation>
    </message>
    <message>
        <source>%1 is on</source>
        <translation>%1 مفعّل</translation>
    </message>
    <message>
        <source>%1 of %2 done</source>
        <translation>تم %1 من %2</translation>
    </message>
    <message>
        <source>%1, from %2</source>
        <translation>%1 من %2</translation>
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
        <source>Choose it</source>
        <translation>اختره</translation>
    </message>
    <message>
        <source>Choose your price file</source>
        <translation>اختر ملف أسعارك</translation>
    </message>
    <message>
        <source>Enter address and key in your till</source>
        <translation>أدخل العنوان والمفتاح في الكاشير</translation>
    </message>
    <message>
        <source>Finish setting up</source>
        <translation>أكمل الإعداد</translation>
    </message>
    <message>
        <source>Hide this list</source>
        <translation>أخفِ هذه القائمة</translation>
    </message>
    <message>
        <source>It is read every night</source>
        <translation>يُقرأ كل ليلة</translation>
    </message>
    <message>
        <source>It opens this shop and no other</source>
        <translation>يفتح هذا المحل دون غيره</translation>
    </message>
    <message>
        <source>It starts hidden, in the tray</source>
        <translation>يبدأ مخفيًا بجانب الساعة</translation>
    </message>
    <message>
        <source>Key made, first call seen</source>
        <translation>أُنشئ المفتاح ووصل أول اتصال</translation>
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
        <source>Now it starts only when someone opens it</source>
        <translation>الآن لا يعمل إلا إذا فتحه أحد</translation>
    </message>
    <message>
        <source>Price file chosen</source>
        <translation>اختير ملف الأسعار</translation>
    </message>
    <message>
        <source>Show me how</source>
        <translation>أرني كيف</translation>
    </message>
    <message>
        <source>Start with this PC</source>
        <translation>شغّله مع بدء الجهاز</translation>
    </message>
    <message>
        <source>Turn on</source>
        <translation>فعّل</translation>
    </message>
    <message>
        <source>Waiting for the first call</source>
        <translation>بانتظار أول اتصال</translation>
    </message>
    <message>
        <source>Webhook target added</source>
        <translation>أُضيفت جهة تستقبل الإشعارات</translation>
    </message>
    <message>
        <source>Your system gets each order at once</source>
        <translation>يعلم نظامك بالطلبات فورًا</translation>
    </message>
    <message>
        <source>Your system saves it; we read it every night</source>
        <translation>يحفظه نظامك ونقرؤه كل ليلة</translation>
    </message>
</context>
<context>
    <name>SetupPage</name>
    <message>
        <source>Look without saving</source>
        <translation>اطّلع دون حفظ</translation>
    </message>
    <message>
        <source>Save it</source>
        <translation>احفظه</translation>
    </message>
    <message>
        <source>The nightly file</source>
        <translation>ملف كل ليلة</translation>
    </message>
</context>
<context>
    <name>SheetCard</name>
    <message>
        <source>%1 is not used</source>
        <translation>العمود %1 غير مستعمل</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>غيّر</translation>
    </message>
    <message>
        <source>How it is read</source>
        <translation>كيف يُقرأ</translation>
    </message>
    <message>
        <source>Parts as they will be saved</source>
        <translation>الأصناف كما ستُحفظ</translation>
    </message>
    <message>
        <source>Parts: %1</source>
        <translation>الأصناف: %1</translation>
    </message>
    <message>
        <source>Recognise again</source>
        <translation>تعرّف من جديد</translation>
    </message>
    <message>
        <source>Rows left out: %1</source>
        <translation>أسطر متروكة: %1</translation>
    </message>
    <message>
        <source>Rows that repeat a part: %1</source>
        <translation>أسطر تكرر صنفًا: %1</translation>
    </message>
    <message>
        <source>Rows: %1</source>
        <translation>الأسطر: %1</translation>
    </message>
    <message>
        <source>Use it as…</source>
        <translation>استعمله لـ…</translation>
    </message>
</context>
<context>
    <name>SheetsDialog</name>
    <message>
        <source>Read them</source>
        <translation>اقرأها</translation>
    </message>
    <message>
        <source>They are read as one list, or each as the stock of a branch.</source>
        <translation>تُقرأ كقائمة واحدة، أو كل ورقة كمخزون فرع.</translation>
    </message>
    <message>
        <source>Which sheets are read?</source>
        <translation>أي أوراق تُقرأ؟</translation>
    </message>
</context>
<context>
    <name>ShopSection</name>
    <message numerus="yes">
        <source>%n part(s) in stock there</source>
        <translation>
            <numerusform>لا أصناف فيه</numerusform>
            <numerusform>صنف واحد فيه</numerusform>
            <numerusform>صنفان فيه</numerusform>
            <numerusform>%n أصناف فيه</numerusform>
            <numerusform>%n صنفًا فيه</numerusform>
            <numerusform>%n صنف فيه</numerusform>
        </translation>
    </message>
    <message>
        <source>A branch that a system names is added too. The main one takes what names none.</source>
        <translation>يُضاف أيضًا كل فرع يذكره نظام. ويأخذ الفرع الرئيسي ما لا يذكر فرعًا.</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>أضف</translation>
    </message>
    <message>
        <source>Add a branch</source>
        <translation>إضافة فرع</translation>
    </message>
    <message>
        <source>Add a branch…</source>
        <translation>إضافة فرع…</translation>
    </message>
    <message>
        <source>Add a shop</source>
        <translation>إضافة محل</translation>
    </message>
    <message>
        <source>Add a shop…</source>
        <translation>أضف محلًا…</translation>
    </message>
    <message>
        <source>Another shop</source>
        <translation>محل آخر</translation>
    </message>
    <message>
        <source>Branches</source>
        <translation>الفروع</translation>
    </message>
    <message>
        <source>Buyers and your systems see this name.</source>
        <translation>يرى المشترون وأنظمتك هذا الاسم.</translation>
    </message>
    <message>
        <source>Choose it in the top bar afterwards.</source>
        <translation>اختره بعدها من الشريط العلوي.</translation>
    </message>
    <message>
        <source>Keys, orders and history stay as they are.</source>
        <translation>المفاتيح والطلبات والسجل تبقى كما هي.</translation>
    </message>
    <message>
        <source>Main branch</source>
        <translation>الفرع الرئيسي</translation>
    </message>
    <message>
        <source>Make it the main one</source>
        <translation>اجعله الرئيسي</translation>
    </message>
    <message>
        <source>No branch yet. The first upload makes one.</source>
        <translation>لا فروع بعد. أول رفع للأصناف ينشئ فرعًا.</translation>
    </message>
    <message>
        <source>Prices are entered and sent without it; the Catalogue shows them with it too.</source>
        <translation>تُدخل الأسعار وتُرسل دونها، وتعرضها الأصناف معها أيضًا.</translation>
    </message>
    <message>
        <source>Printed on orders, pick slips and delivery notes, below the shop&apos;s name.</source>
        <translation>يُطبع على الطلبات وقوائم التجهيز وسندات التسليم، تحت اسم المحل.</translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation>للقراءة فقط</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>غيّر الاسم</translation>
    </message>
    <message>
        <source>Rename %1</source>
        <translation>تغيير اسم %1</translation>
    </message>
    <message>
        <source>Rename the branch %1</source>
        <translation>تغيير اسم الفرع %1</translation>
    </message>
    <message>
        <source>Rename the shop</source>
        <translation>تغيير اسم المحل</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>غيّر الاسم…</translation>
    </message>
    <message>
        <source>Shop</source>
        <translation>المحل</translation>
    </message>
    <message>
        <source>Systems can look but change nothing: uploads, stock and orders are refused. For a stocktake, say.</source>
        <translation>تقرأ الأنظمة ولا تغيّر: يُرفض رفع الأصناف وتعديل المخزون والطلبات. مفيد وقت الجرد.</translation>
    </message>
    <message>
        <source>VAT</source>
        <translation>ضريبة القيمة المضافة</translation>
    </message>
    <message>
        <source>VAT number</source>
        <translation>الرقم الضريبي</translation>
    </message>
    <message>
        <source>With its own keys, stock and orders, and a staging shop to try things in.</source>
        <translation>له مفاتيحه ومخزونه وطلباته، ونسخة تجريبية للتجربة.</translation>
    </message>
    <message>
        <source>Your systems must name it the same, else they make a new one.</source>
        <translation>يجب أن تذكره أنظمتك بالاسم نفسه، وإلا أنشأت فرعًا جديدًا.</translation>
    </message>
</context>
<context>
    <name>ShopStep</name>
    <message>
        <source>Main</source>
        <translation>الرئيسي</translation>
    </message>
    <message>
        <source>Main branch</source>
        <translation>الفرع الرئيسي</translation>
    </message>
    <message>
        <source>Name and main branch</source>
        <translation>الاسم والفرع الرئيسي</translation>
    </message>
    <message>
        <source>Shop</source>
        <translation>المحل</translation>
    </message>
    <message>
        <source>Sitra Auto Parts</source>
        <translation>سترة لقطع الغيار</translation>
    </message>
    <message>
        <source>What is your shop called?</source>
        <translation>ما اسم محلك؟</translation>
    </message>
    <message>
        <source>Your shop</source>
        <translation>محلك</translation>
    </message>
    <message>
        <source>Your stock is here unless your system names another branch. You can add branches later.</source>
        <translation>مخزونك هنا ما لم يسمِّ نظامك فرعًا آخر. يمكنك إضافة فروع لاحقًا.</translation>
    </message>
    <message>
        <source>Your systems and we use this name. Buyers see the name in the marketplace.</source>
        <translation>هذا الاسم لنا ولأنظمتك. أما المشترون فيرون اسمك في السوق.</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>Call log</source>
        <translation>سجل الاتصالات</translation>
    </message>
    <message>
        <source>Catalogue</source>
        <translation>الأصناف</translation>
    </message>
    <message>
        <source>History</source>
        <translation>سجل التغييرات</translation>
    </message>
    <message>
        <source>Listening</source>
        <translation>يستقبل الاتصالات</translation>
    </message>
    <message>
        <source>Marketplace</source>
        <translation>السوق</translation>
    </message>
    <message>
        <source>Not listening</source>
        <translation>لا يستقبل</translation>
    </message>
    <message>
        <source>Nothing is saved</source>
        <translation>لا يُحفظ شيء</translation>
    </message>
    <message>
        <source>Orders</source>
        <translation>الطلبات</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>نظرة عامة</translation>
    </message>
    <message>
        <source>Selling</source>
        <translation>البيع</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>الإعدادات</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>يبدأ التشغيل</translation>
    </message>
    <message>
        <source>Support</source>
        <translation>الدعم</translation>
    </message>
    <message>
        <source>Webhooks</source>
        <translation>الإشعارات الصادرة</translation>
    </message>
    <message>
        <source>Your own system</source>
        <translation>نظامك الخاص</translation>
    </message>
    <message>
        <source>needs attention</source>
        <translation>يحتاج انتباهك</translation>
    </message>
</context>
<context>
    <name>SlipDialog</name>
    <message>
        <source>A4</source>
        <translation>A4</translation>
    </message>
    <message>
        <source>Paper</source>
        <translation>الورق</translation>
    </message>
    <message>
        <source>Print the order</source>
        <translation>طباعة الطلب</translation>
    </message>
    <message>
        <source>Receipt, 80 mm</source>
        <translation>إيصال، 80 مم</translation>
    </message>
    <message>
        <source>What to print</source>
        <translation>ما الذي يُطبع</translation>
    </message>
</context>
<context>
    <name>Slips</name>
    <message>
        <source>%1 not in stock</source>
        <translation>غير متوفر منها %1</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>العنوان</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>الفرع</translation>
    </message>
    <message>
        <source>Car</source>
        <translation>السيارة</translation>
    </message>
    <message>
        <source>Courier</source>
        <translation>توصيل</translation>
    </message>
    <message>
        <source>Customer</source>
        <translation>العميل</translation>
    </message>
    <message>
        <source>Customer pays</source>
        <translation>يدفع العميل</translation>
    </message>
    <message>
        <source>Delivery</source>
        <translation>التسليم</translation>
    </message>
    <message>
        <source>Delivery note</source>
        <translation>سند التسليم</translation>
    </message>
    <message>
        <source>Marketplace order</source>
        <translation>رقم السوق</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>ملاحظة</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>الطلب</translation>
    </message>
    <message>
        <source>Page %1 of %2</source>
        <translation>صفحة %1 من %2</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>القطعة</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>القطع</translation>
    </message>
    <message>
        <source>Phone</source>
        <translation>الهاتف</translation>
    </message>
    <message>
        <source>Pick slip</source>
        <translation>قائمة التجهيز</translation>
    </message>
    <message>
        <source>Pickup</source>
        <translation>استلام من المحل</translation>
    </message>
    <message>
        <source>Placed</source>
        <translation>وقت الطلب</translation>
    </message>
    <message>
        <source>Price, BHD</source>
        <translation>السعر، د.ب</translation>
    </message>
    <message>
        <source>Qty</source>
        <translation>الكمية</translation>
    </message>
    <message>
        <source>Received by</source>
        <translation>اسم المستلم</translation>
    </message>
    <message>
        <source>SKU</source>
        <translation>رقم القطعة</translation>
    </message>
    <message>
        <source>Signature</source>
        <translation>التوقيع</translation>
    </message>
    <message>
        <source>Staging: not a real order</source>
        <translation>تجريبي: ليس طلبًا حقيقيًا</translation>
    </message>
    <message>
        <source>Total, BHD</source>
        <translation>الإجمالي، د.ب</translation>
    </message>
    <message>
        <source>VAT number %1</source>
        <translation>الرقم الضريبي %1</translation>
    </message>
    <message>
        <source>VAT on parts, %1</source>
        <translation>ضريبة القيمة المضافة على القطع، %1</translation>
    </message>
</context>
<context>
    <name>SpanDialog</name>
    <message>
        <source>From</source>
        <translation>من</translation>
    </message>
    <message>
        <source>Show these</source>
        <translation>اعرضها</translation>
    </message>
    <message>
        <source>The end is before the beginning. Choose a later time.</source>
        <translation>النهاية قبل البداية. اختر وقتًا أبعد.</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>إلى</translation>
    </message>
</context>
<context>
    <name>SqlServerFields</name>
    <message>
        <source>Computer</source>
        <translation>الجهاز</translation>
    </message>
    <message>
        <source>Database</source>
        <translation>قاعدة البيانات</translation>
    </message>
    <message>
        <source>Instance</source>
        <translation>المثيل</translation>
    </message>
    <message>
        <source>Its name or number; with a port if it has another one: 10.0.0.5:1450</source>
        <translation>اسمه أو رقمه، مع المنفذ إن كان له منفذ آخر: ⁦10.0.0.5:1450⁩</translation>
    </message>
    <message>
        <source>Someone who may only read. Empty: Windows logs in with the user of this PC.</source>
        <translation>مستخدم لا يحق له إلا القراءة. إن تُرك فارغا دخل ⁦Windows⁩ بمستخدم هذا الجهاز.</translation>
    </message>
    <message>
        <source>The part after the \ in the server&apos;s name. Empty if there is none.</source>
        <translation>الجزء الذي بعد \ في اسم الخادم. يُترك فارغا إن لم يوجد.</translation>
    </message>
    <message>
        <source>User</source>
        <translation>المستخدم</translation>
    </message>
</context>
<context>
    <name>StagingStrip</name>
    <message>
        <source>Staging (practice)</source>
        <translation>تجريبي (للتدريب)</translation>
    </message>
    <message>
        <source>Test data and test keys. Nothing here reaches a buyer or your real stock.</source>
        <translation>بيانات ومفاتيح للتجربة. لا شيء هنا يصل إلى مشترٍ أو يمس مخزونك الفعلي.</translation>
    </message>
</context>
<context>
    <name>StartDialog</name>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>Copy details for support</source>
        <translation>انسخ التفاصيل للدعم</translation>
    </message>
    <message>
        <source>Open the backups</source>
        <translation>افتح النسخ الاحتياطية</translation>
    </message>
</context>
<context>
    <name>Starts</name>
    <message>
        <source>Install that version again; this one leaves the data as it is.</source>
        <translation>ثبّت ذلك الإصدار من جديد، فهذا يترك البيانات كما هي.</translation>
    </message>
    <message>
        <source>Look at your last orders and stock. The damaged file is kept: %1</source>
        <translation>راجع آخر طلباتك ومخزونك. الملف المتضرر محفوظ: %1</translation>
    </message>
    <message>
        <source>Restore the newest backup under Backups. The damaged file is kept: %1</source>
        <translation>استرجع أحدث نسخة من صفحة النسخ الاحتياطية. الملف المتضرر محفوظ: %1</translation>
    </message>
    <message>
        <source>The data is damaged</source>
        <translation>البيانات متضررة</translation>
    </message>
    <message>
        <source>The data was damaged and could be recovered</source>
        <translation>تضررت البيانات وأمكن استرجاعها</translation>
    </message>
    <message>
        <source>The data was written by a newer version</source>
        <translation>كتب البيانات إصدار أحدث</translation>
    </message>
    <message>
        <source>The last changes may be missing</source>
        <translation>قد تكون آخر التغييرات مفقودة</translation>
    </message>
    <message>
        <source>The program ended without closing last time</source>
        <translation>انتهى البرنامج في المرة السابقة دون إغلاق</translation>
    </message>
    <message>
        <source>The program was cut off, and a file of its data (-wal) has been removed since. Compare the newest orders and stock with your till.</source>
        <translation>انقطع البرنامج، ثم أُزيل أحد ملفات بياناته (‎-wal). قارن أحدث الطلبات والمخزون بنظام البيع لديك.</translation>
    </message>
    <message>
        <source>Your data was checked and is whole. If it happens again, send support a bundle.</source>
        <translation>فُحصت بياناتك وهي سليمة. إن تكرر ذلك فأرسل ملف الدعم.</translation>
    </message>
</context>
<context>
    <name>StartupErrorPage</name>
    <message>
        <source>Copy details for support</source>
        <translation>انسخ التفاصيل للدعم</translation>
    </message>
    <message>
        <source>Install the newer version</source>
        <translation>ثبّت الإصدار الأحدث</translation>
    </message>
    <message>
        <source>Set this counter up again</source>
        <translation>إعداد هذه المنضدة من جديد</translation>
    </message>
    <message>
        <source>Start it here</source>
        <translation>شغّلها هنا</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>أعد المحاولة</translation>
    </message>
</context>
<context>
    <name>StockByBranch</name>
    <message>
        <source>%1 free</source>
        <translation>المتاح %1</translation>
    </message>
    <message>
        <source>%1 on hand</source>
        <translation>الموجود %1</translation>
    </message>
    <message>
        <source>%1 reserved</source>
        <translation>المحجوز %1</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>المتاح</translation>
    </message>
    <message>
        <source>Nothing has been counted in yet. Count it to start.</source>
        <translation>لم يُجرد بعد. ابدأ بجرده.</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>المحجوز</translation>
    </message>
    <message>
        <source>Stock by branch</source>
        <translation>المخزون حسب الفرع</translation>
    </message>
</context>
<context>
    <name>StockCard</name>
    <message>
        <source>All %1</source>
        <translation>الكل (%1)</translation>
    </message>
    <message>
        <source>All parts that are low</source>
        <translation>كل الأصناف القليلة</translation>
    </message>
    <message>
        <source>Low stock</source>
        <translation>مخزون قليل</translation>
    </message>
    <message>
        <source>No part is low.</source>
        <translation>لا صنف قليل.</translation>
    </message>
    <message>
        <source>No prices or stock came in yet.</source>
        <translation>لم تصل أسعار أو كميات بعد.</translation>
    </message>
    <message>
        <source>Price file</source>
        <translation>ملف الأسعار</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>ما تغيّر</translation>
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
    <name>Summary</name>
    <message>
        <source>Accepted</source>
        <translation>المقبولة</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>الملغاة</translation>
    </message>
    <message>
        <source>Commission</source>
        <translation>العمولة</translation>
    </message>
    <message>
        <source>Delivered</source>
        <translation>المسلَّمة</translation>
    </message>
    <message>
        <source>Lapsed</source>
        <translation>انتهت مهلتها</translation>
    </message>
    <message>
        <source>Minutes until accepted</source>
        <translation>الدقائق حتى القبول</translation>
    </message>
    <message>
        <source>Most ordered parts</source>
        <translation>أكثر القطع طلبًا</translation>
    </message>
    <message>
        <source>Nothing in this time</source>
        <translation>لا شيء في هذه الفترة</translation>
    </message>
    <message>
        <source>Orders</source>
        <translation>الطلبات</translation>
    </message>
    <message>
        <source>Orders per day</source>
        <translation>الطلبات في اليوم</translation>
    </message>
    <message>
        <source>Orders per hour</source>
        <translation>الطلبات في الساعة</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>القطعة</translation>
    </message>
    <message>
        <source>Qty</source>
        <translation>الكمية</translation>
    </message>
    <message>
        <source>Revenue</source>
        <translation>الإيرادات</translation>
    </message>
    <message>
        <source>Revenue per day</source>
        <translation>الإيرادات في اليوم</translation>
    </message>
    <message>
        <source>Revenue per hour</source>
        <translation>الإيرادات في الساعة</translation>
    </message>
    <message>
        <source>Staging</source>
        <translation>تجريبي</translation>
    </message>
    <message>
        <source>Summary of %1</source>
        <translation>ملخص %1</translation>
    </message>
    <message>
        <source>Total, BHD</source>
        <translation>الإجمالي، د.ب</translation>
    </message>
    <message>
        <source>Typical wait</source>
        <translation>الانتظار المعتاد</translation>
    </message>
    <message>
        <source>You receive</source>
        <translation>صافي ما تستلمه</translation>
    </message>
</context>
<context>
    <name>SummaryDialog</name>
    <message>
        <source>A4</source>
        <translation>A4</translation>
    </message>
    <message>
        <source>Day</source>
        <translation>يوم</translation>
    </message>
    <message>
        <source>Day or month</source>
        <translation>يوم أو شهر</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>أقدم</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>أحدث</translation>
    </message>
    <message>
        <source>Month</source>
        <translation>شهر</translation>
    </message>
    <message>
        <source>Paper</source>
        <translation>الورق</translation>
    </message>
    <message>
        <source>Receipt, 80 mm</source>
        <translation>إيصال، 80 مم</translation>
    </message>
    <message>
        <source>Sales summary</source>
        <translation>ملخص المبيعات</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>ملخص</translation>
    </message>
</context>
<context>
    <name>SupportStrip</name>
    <message>
        <source>Everything can be looked at, nothing can be changed.</source>
        <translation>يمكن الاطلاع على كل شيء، ولا يمكن تغيير شيء.</translation>
    </message>
    <message>
        <source>Leave the support view</source>
        <translation>مغادرة عرض الدعم</translation>
    </message>
    <message>
        <source>Leave…</source>
        <translation>مغادرة…</translation>
    </message>
    <message>
        <source>Support view</source>
        <translation>عرض الدعم</translation>
    </message>
</context>
<context>
    <name>SwitchOnDialog</name>
    <message numerus="yes">
        <source>%n event(s) happened while it was off. What should it get of them?</source>
        <translation>
            <numerusform>لم يحدث شيء أثناء توقفها.</numerusform>
            <numerusform>حدث إشعار واحد أثناء توقفها. هل يُرسل إليها؟</numerusform>
            <numerusform>حدث إشعاران أثناء توقفها. ماذا يُرسل إليها منهما؟</numerusform>
            <numerusform>حدثت %n إشعارات أثناء توقفها. ماذا يُرسل إليها منها؟</numerusform>
            <numerusform>حدث %n إشعارًا أثناء توقفها. ماذا يُرسل إليها منها؟</numerusform>
            <numerusform>حدث %n إشعار أثناء توقفها. ماذا يُرسل إليها منها؟</numerusform>
        </translation>
    </message>
    <message>
        <source>All of it</source>
        <translation>كلها</translation>
    </message>
    <message>
        <source>Each event in its order, old stock figures too.</source>
        <translation>كل إشعار بترتيبه، ومعها أرقام المخزون القديمة.</translation>
    </message>
    <message>
        <source>Every order event, and of each part the newest stock</source>
        <translation>كل إشعارات الطلبات، وآخر مخزون لكل صنف</translation>
    </message>
    <message>
        <source>It gets only what happens from now on.</source>
        <translation>يصلها ما يحدث من الآن فقط.</translation>
    </message>
    <message>
        <source>Leave it off</source>
        <translation>اتركها متوقفة</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>لا شيء</translation>
    </message>
    <message>
        <source>Switch %1 on</source>
        <translation>تشغيل %1</translation>
    </message>
    <message>
        <source>Switch on</source>
        <translation>شغّلها</translation>
    </message>
    <message>
        <source>The usual choice: nothing is missing, and nothing is out of date.</source>
        <translation>الخيار المعتاد: لا ينقص شيء ولا يصل رقم قديم.</translation>
    </message>
</context>
<context>
    <name>SystemPane</name>
    <message>
        <source>How your till, ERP or price list connects to this shop.</source>
        <translation>كيف يرتبط الكاشير أو نظام ERP أو قائمة الأسعار بهذا المحل.</translation>
    </message>
    <message>
        <source>Open the record</source>
        <translation>افتح السجل</translation>
    </message>
    <message>
        <source>Push and the nightly file are both on: at %1 the file overwrites prices your system pushed during the day.</source>
        <translation>الإرسال والملف الليلي مفعّلان معًا: الساعة %1 يكتب الملف فوق الأسعار التي أرسلها نظامك خلال اليوم.</translation>
    </message>
    <message>
        <source>Record of changes</source>
        <translation>سجل الإجراءات</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>حُفظ باسم %1</translation>
    </message>
    <message>
        <source>The time is saved. “Run now” reads the file at once.</source>
        <translation>حُفظ الوقت. «شغّل الآن» يقرأ الملف فورًا.</translation>
    </message>
    <message>
        <source>Turn the file off</source>
        <translation>أوقف الملف</translation>
    </message>
    <message>
        <source>Who made or revoked a key, changed a target or opened the network, and when.</source>
        <translation>متى أُنشئ مفتاح أو أُلغي، أو تغيّرت وجهة، أو فُتحت الشبكة، ومن أين.</translation>
    </message>
    <message>
        <source>Your own system</source>
        <translation>نظامك الخاص</translation>
    </message>
</context>
<context>
    <name>SystemStep</name>
    <message>
        <source>Choose the file</source>
        <translation>اختر الملف</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>تابع</translation>
    </message>
    <message>
        <source>Excel or CSV with part numbers, prices and quantities. We read it at 02:00. (Scheduled pull)</source>
        <translation>ملف Excel أو CSV فيه أرقام القطع والأسعار والكميات، ونقرؤه الساعة 02:00. (سحب مجدول)</translation>
    </message>
    <message>
        <source>How it will connect</source>
        <translation>طريقة الربط</translation>
    </message>
    <message>
        <source>I don&apos;t know</source>
        <translation>لا أعرف</translation>
    </message>
    <message>
        <source>It calls an address</source>
        <translation>يتصل بعنوان</translation>
    </message>
    <message>
        <source>It can call an address</source>
        <translation>يستطيع الاتصال بعنوان</translation>
    </message>
    <message>
        <source>It can save a file every night</source>
        <translation>يستطيع حفظ ملف كل ليلة</translation>
    </message>
    <message>
        <source>It saves a file</source>
        <translation>يحفظ ملفًا</translation>
    </message>
    <message>
        <source>Keep stock and orders here, on this screen. You can connect a till later.</source>
        <translation>أدر المخزون والطلبات من هذه الشاشة، ويمكنك ربط كاشير لاحقًا.</translation>
    </message>
    <message>
        <source>Most tills</source>
        <translation>معظم الأنظمة</translation>
    </message>
    <message>
        <source>No system</source>
        <translation>لا يوجد نظام</translation>
    </message>
    <message>
        <source>Not sure? Choose the last one: we write the question for the company that sold you the till.</source>
        <translation>لست متأكدًا؟ اختر الأخير: نكتب لك السؤال للشركة التي باعتك الكاشير.</translation>
    </message>
    <message>
        <source>Till 1</source>
        <translation>كاشير 1</translation>
    </message>
    <message>
        <source>To be asked</source>
        <translation>نسأل المزوّد</translation>
    </message>
    <message>
        <source>We have no system</source>
        <translation>ليس لدينا نظام</translation>
    </message>
    <message>
        <source>We write a short message for the company that sold you the till, for WhatsApp or e-mail.</source>
        <translation>نكتب رسالة قصيرة للشركة التي باعتك الكاشير، ترسلها بالواتساب أو البريد.</translation>
    </message>
    <message>
        <source>What can your till or shop system do?</source>
        <translation>ماذا يستطيع الكاشير أو نظام المحل أن يفعل؟</translation>
    </message>
    <message>
        <source>Write the message</source>
        <translation>اكتب الرسالة</translation>
    </message>
    <message>
        <source>You give it an address and a key; it sends prices and fetches orders. (API push, webhooks)</source>
        <translation>تعطيه عنوانًا ومفتاحًا، فيرسل الأسعار ويجلب الطلبات. (API وإشعارات صادرة)</translation>
    </message>
    <message>
        <source>Your system</source>
        <translation>نظامك</translation>
    </message>
</context>
<context>
    <name>TargetActions</name>
    <message numerus="yes">
        <source>It gets nothing any more, %n waiting event(s) included. Its secret is deleted.</source>
        <translation>
            <numerusform>لن يصلها شيء بعد الآن، ويُحذف سرّها.</numerusform>
            <numerusform>لن يصلها شيء بعد الآن، ولا الإشعار الذي في الانتظار. ويُحذف سرّها.</numerusform>
            <numerusform>لن يصلها شيء بعد الآن، ولا الإشعاران اللذان في الانتظار. ويُحذف سرّها.</numerusform>
            <numerusform>لن يصلها شيء بعد الآن، ولا %n إشعارات في الانتظار. ويُحذف سرّها.</numerusform>
            <numerusform>لن يصلها شيء بعد الآن، ولا %n إشعارًا في الانتظار. ويُحذف سرّها.</numerusform>
            <numerusform>لن يصلها شيء بعد الآن، ولا %n إشعار في الانتظار. ويُحذف سرّها.</numerusform>
        </translation>
    </message>
    <message>
        <source>It gets nothing any more, and its secret is deleted.</source>
        <translation>لن يصلها شيء بعد الآن، ويُحذف سرّها.</translation>
    </message>
    <message>
        <source>Remove the target</source>
        <translation>أزل الجهة</translation>
    </message>
    <message>
        <source>Remove “%1”?</source>
        <translation>إزالة «%1»؟</translation>
    </message>
</context>
<context>
    <name>TargetForm</name>
    <message>
        <source>Address (URL)</source>
        <translation>العنوان (URL)</translation>
    </message>
    <message>
        <source>Choose at least one, else there is nothing to send.</source>
        <translation>اختر واحدًا على الأقل، وإلا فلا شيء يُرسل.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>الاسم</translation>
    </message>
    <message>
        <source>Tell it when</source>
        <translation>أخبره عند</translation>
    </message>
    <message>
        <source>Till 2</source>
        <translation>كاشير 2</translation>
    </message>
    <message>
        <source>Where your system listens: on this PC, in the shop&apos;s network, or on the internet.</source>
        <translation>حيث يستقبل نظامك: في هذا الجهاز، أو في شبكة المحل، أو على الإنترنت.</translation>
    </message>
</context>
<context>
    <name>TargetHead</name>
    <message>
        <source>All well</source>
        <translation>كل شيء بخير</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>تم النسخ</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>انسخ العنوان</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>تعديل</translation>
    </message>
    <message>
        <source>Held up</source>
        <translation>متوقفة مؤقتًا</translation>
    </message>
    <message>
        <source>New</source>
        <translation>جديدة</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>لا يجيب</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>متوقفة</translation>
    </message>
    <message>
        <source>On</source>
        <translation>مفعّلة</translation>
    </message>
    <message>
        <source>Refusing</source>
        <translation>ترفض</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>أزل…</translation>
    </message>
    <message>
        <source>Rotate secret…</source>
        <translation>بدّل السر…</translation>
    </message>
    <message>
        <source>Send a test</source>
        <translation>أرسل تجربة</translation>
    </message>
    <message>
        <source>Send to %1</source>
        <translation>الإرسال إلى %1</translation>
    </message>
</context>
<context>
    <name>TargetList</name>
    <message>
        <source>Built-in test receiver</source>
        <translation>مستقبل تجربة مدمج</translation>
    </message>
    <message>
        <source>Open the test receiver</source>
        <translation>افتح مستقبل التجربة</translation>
    </message>
    <message>
        <source>Send your events here first. It checks the signature and names what is wrong.</source>
        <translation>أرسل إشعاراتك هنا أولًا، فيتحقق من التوقيع ويذكر الخلل.</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>الجهة</translation>
    </message>
    <message>
        <source>Targets</source>
        <translation>الجهات</translation>
    </message>
</context>
<context>
    <name>TargetNotes</name>
    <message>
        <source>%1 answers %2</source>
        <translation>%1 يرد بالرمز %2</translation>
    </message>
    <message>
        <source>%1 does not answer</source>
        <translation>%1 لا يرد</translation>
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
    <message>
        <source>Deliveries to %1 are waiting</source>
        <translation>إشعارات %1 في الانتظار</translation>
    </message>
    <message>
        <source>Enter the new one in %1, then finish. Until then nothing breaks.</source>
        <translation>أدخل السر الجديد في %1 ثم أنهِ التبديل. حتى ذلك الحين لا يتعطل شيء.</translation>
    </message>
    <message>
        <source>Finish the rotation…</source>
        <translation>أنهِ التبديل…</translation>
    </message>
    <message>
        <source>It does not accept the signature. Check the secret in its settings, or rotate it.</source>
        <translation>لا يقبل التوقيع. راجع السر في إعداداته، أو بدّله.</translation>
    </message>
    <message>
        <source>It sends on to another address, which we don&apos;t follow. Enter its final address.</source>
        <translation>يحيل إلى عنوان آخر ونحن لا نتبعه. أدخل عنوانه النهائي.</translation>
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
        <source>Nothing takes events at this path. Check the address.</source>
        <translation>لا شيء يستلم الإشعارات في هذا المسار. راجع العنوان.</translation>
    </message>
    <message>
        <source>Rotate secret…</source>
        <translation>بدّل السر…</translation>
    </message>
    <message>
        <source>The fault is in the receiving program. Its own log says more.</source>
        <translation>الخلل في البرنامج المستلم، وسجله يوضح أكثر.</translation>
    </message>
    <message numerus="yes">
        <source>Try all %n now</source>
        <translation>
            <numerusform>حاول الآن</numerusform>
            <numerusform>أعد محاولة الإشعار الآن</numerusform>
            <numerusform>أعد محاولة الإشعارين الآن</numerusform>
            <numerusform>أعد محاولة %n إشعارات الآن</numerusform>
            <numerusform>أعد محاولة %n إشعارًا الآن</numerusform>
            <numerusform>أعد محاولة %n إشعار الآن</numerusform>
        </translation>
    </message>
    <message>
        <source>Two secrets sign at present</source>
        <translation>سرّان يوقّعان حاليًا</translation>
    </message>
</context>
<context>
    <name>TargetRows</name>
    <message numerus="yes">
        <source>%n event(s) held up</source>
        <translation>
            <numerusform>لا إشعارات متوقفة</numerusform>
            <numerusform>إشعار واحد متوقف مؤقتًا</numerusform>
            <numerusform>إشعاران متوقفان مؤقتًا</numerusform>
            <numerusform>%n إشعارات متوقفة مؤقتًا</numerusform>
            <numerusform>%n إشعارًا متوقفًا مؤقتًا</numerusform>
            <numerusform>%n إشعار متوقف مؤقتًا</numerusform>
        </translation>
    </message>
    <message>
        <source>All well</source>
        <translation>كل شيء بخير</translation>
    </message>
    <message>
        <source>All well, last %1</source>
        <translation>كل شيء بخير، آخرها %1</translation>
    </message>
    <message numerus="yes">
        <source>No answer %n time(s), %1 waiting</source>
        <translation>
            <numerusform>لم يرد، و%1 في الانتظار</numerusform>
            <numerusform>لم يرد مرة واحدة، و%1 في الانتظار</numerusform>
            <numerusform>لم يرد مرتين، و%1 في الانتظار</numerusform>
            <numerusform>لم يرد %n مرات، و%1 في الانتظار</numerusform>
            <numerusform>لم يرد %n مرة، و%1 في الانتظار</numerusform>
            <numerusform>لم يرد %n مرة، و%1 في الانتظار</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing sent yet</source>
        <translation>لم يُرسل شيء بعد</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>متوقفة</translation>
    </message>
    <message numerus="yes">
        <source>Off; %n event(s) kept for it</source>
        <translation>
            <numerusform>متوقفة</numerusform>
            <numerusform>متوقفة، وإشعار واحد محفوظ لها</numerusform>
            <numerusform>متوقفة، وإشعاران محفوظان لها</numerusform>
            <numerusform>متوقفة، و%n إشعارات محفوظة لها</numerusform>
            <numerusform>متوقفة، و%n إشعارًا محفوظًا لها</numerusform>
            <numerusform>متوقفة، و%n إشعار محفوظ لها</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Refused %n time(s), %1 waiting</source>
        <translation>
            <numerusform>لم يرفض، و%1 في الانتظار</numerusform>
            <numerusform>رفض مرة واحدة، و%1 في الانتظار</numerusform>
            <numerusform>رفض مرتين، و%1 في الانتظار</numerusform>
            <numerusform>رفض %n مرات، و%1 في الانتظار</numerusform>
            <numerusform>رفض %n مرة، و%1 في الانتظار</numerusform>
            <numerusform>رفض %n مرة، و%1 في الانتظار</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TargetSecrets</name>
    <message>
        <source>Copy a message for the seller of the till</source>
        <translation>انسخ رسالة لمن باعك الكاشير</translation>
    </message>
    <message>
        <source>Each event that we post to %1 is signed. Take the raw body before any JSON is read, make its HMAC-SHA256 with the secret (all of it, with whsec_), and compare “sha256=” and the lower-case hex with the header x-service-signature in constant time. The three Standard Webhooks headers are sent too. You get the secret from me by another way.</source>
        <translation>كل إشعار نرسله إلى %1 موقّع. خذ المحتوى الخام قبل قراءة JSON، واحسب له HMAC-SHA256 بالسر كاملًا مع whsec_، وقارن sha256= والناتج بالست عشري الصغير مع الترويسة x-service-signature مقارنة ثابتة الزمن. ونرسل أيضًا ترويسات Standard Webhooks الثلاث. سيصلك السر مني بطريق آخر.</translation>
    </message>
    <message>
        <source>Finish the rotation for %1?</source>
        <translation>إنهاء تبديل سر %1؟</translation>
    </message>
    <message>
        <source>From now on only the new secret signs. If the receiver still has the old one, it refuses every event.</source>
        <translation>من الآن يوقّع السر الجديد وحده. إن كان القديم ما زال في الجهة فسترفض كل إشعار.</translation>
    </message>
    <message>
        <source>Header</source>
        <translation>الترويسة</translation>
    </message>
    <message>
        <source>How it signs</source>
        <translation>طريقة التوقيع</translation>
    </message>
    <message>
        <source>I have stored it in the receiver&apos;s settings</source>
        <translation>حفظته في إعدادات الجهة المستلمة</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>فعلي</translation>
    </message>
    <message>
        <source>Make a new secret</source>
        <translation>أنشئ سرًا جديدًا</translation>
    </message>
    <message>
        <source>New secret for %1</source>
        <translation>سر جديد لـ %1</translation>
    </message>
    <message>
        <source>Rotate the secret of %1?</source>
        <translation>تبديل سر %1؟</translation>
    </message>
    <message>
        <source>Secret for %1</source>
        <translation>سر %1</translation>
    </message>
    <message>
        <source>The new one is in place: finish</source>
        <translation>السر الجديد في مكانه: أنهِ التبديل</translation>
    </message>
    <message>
        <source>The old secret still signs, so nothing breaks. Enter this one in the receiver, then finish the rotation here. It is shown this once.</source>
        <translation>السر القديم ما زال يوقّع فلا يتعطل شيء. أدخل هذا السر في الجهة المستلمة، ثم أنهِ التبديل هنا. يظهر هذه المرة فقط.</translation>
    </message>
    <message>
        <source>With this secret the receiver checks that an event comes from us. This is the only time it is shown; if it is lost, rotate it and get a new one.</source>
        <translation>بهذا السر تتحقق الجهة من أن الإشعار منا. هذه المرة الوحيدة التي يظهر فيها، وإن ضاع فبدّله لتحصل على غيره.</translation>
    </message>
    <message>
        <source>You get a new secret, shown once. Until you finish the rotation both secrets sign every event, so the receiver still works with the old one.</source>
        <translation>ستحصل على سر جديد يظهر مرة واحدة. وحتى تنهي التبديل يوقّع السرّان كل إشعار، فتبقى الجهة تعمل بالقديم.</translation>
    </message>
</context>
<context>
    <name>TimeChip</name>
    <message>
        <source>%1 to %2</source>
        <comment>a span of time</comment>
        <translation>%1 إلى %2</translation>
    </message>
    <message>
        <source>Any time</source>
        <translation>كل الأوقات</translation>
    </message>
    <message>
        <source>From … to …</source>
        <translation>من … إلى …</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>آخر 30 يومًا</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>آخر 7 أيام</translation>
    </message>
    <message>
        <source>Last hour</source>
        <translation>آخر ساعة</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>الوقت</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>اليوم</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>أمس</translation>
    </message>
</context>
<context>
    <name>TodayCard</name>
    <message>
        <source>Sales summary</source>
        <translation>ملخص المبيعات</translation>
    </message>
    <message numerus="yes">
        <source>Same day last week, until this time: %1 and %n order(s).</source>
        <translation>
            <numerusform>اليوم نفسه من الأسبوع الماضي حتى هذه الساعة: %1 ولا طلبات.</numerusform>
            <numerusform>اليوم نفسه من الأسبوع الماضي حتى هذه الساعة: %1 وطلب واحد.</numerusform>
            <numerusform>اليوم نفسه من الأسبوع الماضي حتى هذه الساعة: %1 وطلبان.</numerusform>
            <numerusform>اليوم نفسه من الأسبوع الماضي حتى هذه الساعة: %1 و%n طلبات.</numerusform>
            <numerusform>اليوم نفسه من الأسبوع الماضي حتى هذه الساعة: %1 و%n طلبًا.</numerusform>
            <numerusform>اليوم نفسه من الأسبوع الماضي حتى هذه الساعة: %1 و%n طلب.</numerusform>
        </translation>
    </message>
    <message>
        <source>Today</source>
        <translation>اليوم</translation>
    </message>
    <message>
        <source>delivered, without VAT</source>
        <translation>تم تسليمه، دون ضريبة</translation>
    </message>
    <message numerus="yes">
        <source>new order(s)</source>
        <translation>
            <numerusform>طلب جديد</numerusform>
            <numerusform>طلب جديد</numerusform>
            <numerusform>طلبان جديدان</numerusform>
            <numerusform>طلبات جديدة</numerusform>
            <numerusform>طلبًا جديدًا</numerusform>
            <numerusform>طلب جديد</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Topbar</name>
    <message>
        <source>For practice: test orders, test parts and test keys. Nothing reaches a buyer or your real stock.</source>
        <translation>للتدريب: طلبات وأصناف ومفاتيح للتجربة. لا شيء يصل إلى مشترٍ أو يمس مخزونك الفعلي.</translation>
    </message>
    <message>
        <source>Help for this page (F1)</source>
        <translation>مساعدة لهذه الصفحة (F1)</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>فعلي</translation>
    </message>
    <message>
        <source>Live or staging</source>
        <translation>فعلي أو تجريبي</translation>
    </message>
    <message>
        <source>Search orders, parts, calls</source>
        <translation>ابحث عن طلب أو صنف أو اتصال</translation>
    </message>
    <message>
        <source>Shop: %1</source>
        <translation>المحل: %1</translation>
    </message>
    <message>
        <source>Staging</source>
        <translation>تجريبي</translation>
    </message>
    <message>
        <source>The real shop: what you do here counts.</source>
        <translation>المحل الفعلي: ما تفعله هنا حقيقي.</translation>
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
        <source>%1, the first until %2</source>
        <translation>%1، أولها حتى %2</translation>
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
        <source>Counterpart cannot save anything. Open it to see why.</source>
        <translation>لا يستطيع Counterpart حفظ أي شيء. افتحه لترى السبب.</translation>
    </message>
    <message>
        <source>Counterpart is not listening. Open it to see why.</source>
        <translation>‏Counterpart متوقف. افتحه لترى السبب.</translation>
    </message>
    <message>
        <source>Counterpart is starting</source>
        <translation>جارٍ تشغيل Counterpart</translation>
    </message>
    <message>
        <source>Counterpart: listening at %1</source>
        <translation>‏Counterpart: جاهز على %1</translation>
    </message>
    <message>
        <source>Locked</source>
        <translation>مقفل</translation>
    </message>
    <message>
        <source>No order waits</source>
        <translation>لا طلب ينتظر</translation>
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
    <message>
        <source>Still running in the tray. Orders will ring.</source>
        <translation>البرنامج يعمل في الخلفية، وستسمع تنبيه الطلبات.</translation>
    </message>
</context>
<context>
    <name>UndoDialog</name>
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
        <source>Afterwards</source>
        <translation>بعد ذلك</translation>
    </message>
    <message>
        <source>Looking at what would go back…</source>
        <translation>جارٍ البحث عمّا سيعود…</translation>
    </message>
    <message>
        <source>New part</source>
        <translation>صنف جديد</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>الآن</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>الصنف</translation>
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
    <message>
        <source>Undo the upload</source>
        <translation>التراجع عن الرفع</translation>
    </message>
    <message>
        <source>Undo the upload of call %1</source>
        <translation>التراجع عن رفع الاتصال %1</translation>
    </message>
    <message>
        <source>What</source>
        <translation>ماذا</translation>
    </message>
    <message>
        <source>What the undo does</source>
        <translation>ما يفعله التراجع</translation>
    </message>
    <message>
        <source>What was changed since the upload stays. An upload is undone once.</source>
        <translation>ما تغيّر بعد الرفع يبقى. يُتراجع عن الرفع مرة واحدة.</translation>
    </message>
</context>
<context>
    <name>UnknownItemDialog</name>
    <message>
        <source>%1 is not in your catalogue</source>
        <translation>%1 ليس في أصنافك</translation>
    </message>
    <message>
        <source>A call named it, but its row was rejected or the part was removed. The call&apos;s notes say why.</source>
        <translation>ذكره اتصال، لكن صفه رُفض أو حُذف الصنف. ملاحظات الاتصال توضح السبب.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
</context>
<context>
    <name>UpdatesCard</name>
    <message>
        <source>At night means between %1 and %2, with no open order and no till calling.</source>
        <translation>ليلًا تعني بين %1 و%2، دون طلب مفتوح ودون اتصال من أي كاشير.</translation>
    </message>
    <message>
        <source>Install at night</source>
        <translation>ثبّت ليلًا</translation>
    </message>
    <message>
        <source>Install it in a terminal: %1</source>
        <translation>ثبّته من الطرفية: %1</translation>
    </message>
    <message>
        <source>Install now</source>
        <translation>ثبّت الآن</translation>
    </message>
    <message>
        <source>Installing. The program ends and starts again automatically.</source>
        <translation>جارٍ التثبيت. يُغلق البرنامج ثم يبدأ من جديد تلقائيًا.</translation>
    </message>
    <message>
        <source>Look now</source>
        <translation>ابحث الآن</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>جارٍ البحث…</translation>
    </message>
    <message>
        <source>Newer versions</source>
        <translation>الإصدارات الأحدث</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>متوقف</translation>
    </message>
    <message>
        <source>On this PC each installation asks for the administrator, so it needs the button.</source>
        <translation>على هذا الجهاز يتطلب كل تثبيت موافقة المسؤول، لذلك يلزم الزر.</translation>
    </message>
    <message>
        <source>On this PC the package manager installs newer versions.</source>
        <translation>في هذا الجهاز يثبّت مدير الحزم الإصدارات الأحدث.</translation>
    </message>
    <message>
        <source>Tell me</source>
        <translation>أخبرني</translation>
    </message>
    <message>
        <source>The program has not looked for a newer version yet.</source>
        <translation>لم يبحث البرنامج عن إصدار أحدث بعد.</translation>
    </message>
    <message>
        <source>This is the newest version. Looked: %1.</source>
        <translation>هذا أحدث إصدار. آخر بحث: %1.</translation>
    </message>
    <message>
        <source>Updates</source>
        <translation>التحديثات</translation>
    </message>
    <message>
        <source>Version %1 can be installed. The program ends and starts again automatically.</source>
        <translation>يمكن تثبيت الإصدار %1. يُغلق البرنامج ثم يبدأ من جديد تلقائيًا.</translation>
    </message>
    <message>
        <source>Version %1 is there and is being downloaded.</source>
        <translation>الإصدار %1 متوفر ويجري تنزيله.</translation>
    </message>
    <message>
        <source>Version %1 is there.</source>
        <translation>الإصدار %1 متوفر.</translation>
    </message>
</context>
<context>
    <name>UploadRowsPage</name>
    <message>
        <source>A later row has the same part</source>
        <translation>الصنف نفسه في صف لاحق</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>تغيّر</translation>
    </message>
    <message>
        <source>Enter or a double click opens the part.</source>
        <translation>يفتح Enter أو النقر المزدوج الصنف.</translation>
    </message>
    <message>
        <source>Every value was stored already</source>
        <translation>كل القيم كانت محفوظة من قبل</translation>
    </message>
    <message>
        <source>New</source>
        <translation>جديد</translation>
    </message>
    <message>
        <source>Open in History</source>
        <translation>افتح في سجل التغييرات</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>الصنف</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>رُفض</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>النتيجة</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>الصف</translation>
    </message>
    <message>
        <source>Row %1</source>
        <translation>الصف %1</translation>
    </message>
    <message>
        <source>Rows of the upload</source>
        <translation>صفوف الرفع</translation>
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
        <source>This upload was undone since.</source>
        <translation>تُراجع عن هذا الرفع لاحقًا.</translation>
    </message>
    <message>
        <source>What it changed is no longer in the history</source>
        <translation>ما غيّره لم يعد في السجل</translation>
    </message>
</context>
<context>
    <name>ValueWords</name>
    <message>
        <source>New, aftermarket</source>
        <translation>جديد تجاري</translation>
    </message>
    <message>
        <source>New, original</source>
        <translation>جديد أصلي</translation>
    </message>
    <message>
        <source>No</source>
        <translation>لا</translation>
    </message>
    <message>
        <source>Refurbished</source>
        <translation>مجدّد</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>مستعمل</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>نعم</translation>
    </message>
</context>
<context>
    <name>Verdicts</name>
    <message>
        <source>A signature header is missing. Something on the way dropped it, or the call is not ours.</source>
        <translation>تنقص ترويسة توقيع. أسقطها شيء في الطريق، أو الاتصال ليس منا.</translation>
    </message>
    <message>
        <source>A signature header was rewritten on the way. Look at the proxy in between.</source>
        <translation>تغيّرت ترويسة التوقيع في الطريق. راجع الوسيط (proxy) بينهما.</translation>
    </message>
    <message>
        <source>Enter the secret above, and the next one is checked.</source>
        <translation>أدخل السر في الأعلى، فيُتحقق من الإشعار التالي.</translation>
    </message>
    <message>
        <source>Not checked</source>
        <translation>لم يُتحقق منه</translation>
    </message>
    <message>
        <source>Signature right</source>
        <translation>التوقيع صحيح</translation>
    </message>
    <message>
        <source>Signature, time and body are as we sent them.</source>
        <translation>التوقيع والوقت والمحتوى كما أرسلناها.</translation>
    </message>
    <message>
        <source>The body was cut or altered on the way. Look at the proxy in between.</source>
        <translation>نقص المحتوى أو تغيّر في الطريق. راجع الوسيط (proxy) بينهما.</translation>
    </message>
    <message>
        <source>The body was read and written again on the way. Check the signature over the raw body.</source>
        <translation>قُرئ المحتوى وأعيدت كتابته في الطريق. تحقق من التوقيع على المحتوى الخام.</translation>
    </message>
    <message>
        <source>The clocks differ too much. Set both by the network.</source>
        <translation>الفرق بين الساعتين كبير. اضبطهما من الشبكة.</translation>
    </message>
    <message>
        <source>The secret fits once its ends are mended: it begins with whsec_ and has no blanks or quotes.</source>
        <translation>السر صحيح بعد تنظيف طرفيه: يبدأ بـ ⁦whsec_⁩ بلا فراغات ولا علامات تنصيص.</translation>
    </message>
    <message>
        <source>The secret is not whole. Copy it again: it begins with whsec_.</source>
        <translation>السر ناقص. انسخه مجددًا، وهو يبدأ بـ ⁦whsec_⁩.</translation>
    </message>
    <message>
        <source>This is the new secret, and the old one still signs. Finish the rotation first.</source>
        <translation>هذا السر الجديد، والقديم ما زال يوقّع. أنهِ التبديل أولًا.</translation>
    </message>
    <message>
        <source>Wrong</source>
        <translation>خطأ</translation>
    </message>
    <message>
        <source>Wrong secret: this was signed with another one. Use the one shown when the target was made.</source>
        <translation>السر خطأ: وُقّع هذا بسر آخر. استخدم السر الذي ظهر عند إنشاء الجهة.</translation>
    </message>
</context>
<context>
    <name>WaitingCard</name>
    <message>
        <source>Accept</source>
        <translation>اقبل</translation>
    </message>
    <message>
        <source>Confirm fit</source>
        <translation>أكّد المطابقة</translation>
    </message>
    <message>
        <source>Delivered</source>
        <translation>تم التسليم</translation>
    </message>
    <message>
        <source>Dispatched</source>
        <translation>أُرسل</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>جاهز</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>رفض</translation>
    </message>
    <message>
        <source>Waiting for the marketplace</source>
        <translation>بانتظار السوق</translation>
    </message>
    <message>
        <source>Withdraw</source>
        <translation>اسحب</translation>
    </message>
    <message>
        <source>Withdraw %1</source>
        <translation>اسحب %1</translation>
    </message>
    <message>
        <source>since %1</source>
        <translation>منذ %1</translation>
    </message>
</context>
<context>
    <name>WebhookWords</name>
    <message>
        <source>A buyer asks for the price of a part.</source>
        <translation>مشترٍ يسأل عن سعر قطعة.</translation>
    </message>
    <message>
        <source>A buyer has ordered.</source>
        <translation>مشترٍ قدّم طلبًا.</translation>
    </message>
    <message>
        <source>A sale, job, return or count; not for uploads.</source>
        <translation>بيع أو شغل ورشة أو مرتجع أو جرد، وليس عند رفع الأصناف.</translation>
    </message>
    <message>
        <source>An order was accepted, sent, cancelled or lapsed.</source>
        <translation>قُبل طلب أو أُرسل أو أُلغي أو انتهت مهلته.</translation>
    </message>
    <message>
        <source>Counterpart was closed meanwhile. It is tried again.</source>
        <translation>أُغلق Counterpart في هذه الأثناء. ستُعاد المحاولة.</translation>
    </message>
    <message>
        <source>Delivered</source>
        <translation>وصل</translation>
    </message>
    <message>
        <source>Given up</source>
        <translation>تعذّر</translation>
    </message>
    <message>
        <source>It closed the connection without an answer. Look in the receiver&apos;s log.</source>
        <translation>قُطع الاتصال بلا رد. راجع سجل الجهة.</translation>
    </message>
    <message>
        <source>Leave name and password out of the address. Each event is signed instead.</source>
        <translation>احذف الاسم وكلمة المرور من العنوان. كل إشعار موقّع بدلًا منهما.</translation>
    </message>
    <message>
        <source>New order</source>
        <translation>طلب جديد</translation>
    </message>
    <message>
        <source>No answer in time. Check that the receiver is on.</source>
        <translation>لا رد في الوقت المحدد. تأكد أن الجهة تعمل.</translation>
    </message>
    <message>
        <source>Not sent</source>
        <translation>لم يُرسل</translation>
    </message>
    <message>
        <source>Nothing can be sent to this address. Check its spelling and its port.</source>
        <translation>لا يمكن الإرسال إلى هذا العنوان. راجع كتابته ومنفذه.</translation>
    </message>
    <message>
        <source>Nothing is sent to such an address. Correct it.</source>
        <translation>لا يُرسل إلى عنوان كهذا. صحّحه.</translation>
    </message>
    <message>
        <source>Nothing listens there. Start the receiving program.</source>
        <translation>لا برنامج يستقبل هناك. شغّل البرنامج المستلم.</translation>
    </message>
    <message>
        <source>Order moved on</source>
        <translation>تحديث طلب</translation>
    </message>
    <message>
        <source>Price request</source>
        <translation>طلب تسعير</translation>
    </message>
    <message>
        <source>Sending</source>
        <translation>يُرسل</translation>
    </message>
    <message>
        <source>Something went wrong in Counterpart. It is tried again.</source>
        <translation>حدث خلل في Counterpart. ستُعاد المحاولة.</translation>
    </message>
    <message>
        <source>Stock changed</source>
        <translation>تغيّر المخزون</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>تجربة</translation>
    </message>
    <message>
        <source>The address begins with http:// or https://. Type it with that.</source>
        <translation>العنوان يبدأ بـ ⁦http://⁩ أو ⁦https://⁩. اكتبه بها.</translation>
    </message>
    <message>
        <source>The certificate is not accepted. Renew it, or install it on this PC.</source>
        <translation>الشهادة غير مقبولة. جدّدها، أو ثبّتها على هذا الجهاز.</translation>
    </message>
    <message>
        <source>The name in the address is not known. Check its spelling.</source>
        <translation>الاسم في العنوان غير معروف. راجع كتابته.</translation>
    </message>
    <message>
        <source>There is no way there from here. Check that it is on the network.</source>
        <translation>لا طريق إليها من هنا. تأكد أنها على الشبكة.</translation>
    </message>
    <message>
        <source>This PC has no network. It is sent when the network is back.</source>
        <translation>لا شبكة في هذا الجهاز. يُرسل عند عودتها.</translation>
    </message>
    <message>
        <source>This PC ran out of connections. It is tried again shortly.</source>
        <translation>نفدت اتصالات هذا الجهاز. ستُعاد المحاولة بعد قليل.</translation>
    </message>
    <message>
        <source>This PC was asleep. It is tried again.</source>
        <translation>كان هذا الجهاز في السكون. ستُعاد المحاولة.</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>في الانتظار</translation>
    </message>
    <message>
        <source>What answers there is no web server. Check the port.</source>
        <translation>من يرد هناك ليس خادم ويب. راجع المنفذ.</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>قُبل</translation>
    </message>
    <message>
        <source>arrived</source>
        <translation>تم التسليم</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>ملغي</translation>
    </message>
    <message>
        <source>count</source>
        <translation>جرد</translation>
    </message>
    <message>
        <source>fit confirmed</source>
        <translation>تأكدت المطابقة</translation>
    </message>
    <message>
        <source>job</source>
        <translation>شغل ورشة</translation>
    </message>
    <message>
        <source>lapsed</source>
        <translation>انتهت مهلته</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>جاهز</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>رُفض</translation>
    </message>
    <message>
        <source>return</source>
        <translation>مرتجع</translation>
    </message>
    <message>
        <source>sale</source>
        <translation>بيع</translation>
    </message>
    <message>
        <source>sent with courier</source>
        <translation>خرج مع المندوب</translation>
    </message>
</context>
<context>
    <name>WebhooksPane</name>
    <message>
        <source>Add a target</source>
        <translation>أضف جهة</translation>
    </message>
    <message>
        <source>From a script:</source>
        <translation>من سطر الأوامر:</translation>
    </message>
    <message>
        <source>No targets yet</source>
        <translation>لا جهات بعد</translation>
    </message>
    <message>
        <source>Nothing is sent. What happens is kept for each target, and goes out once this is on again.</source>
        <translation>لا يُرسل شيء. ما يحدث يُحفظ لكل جهة ويُرسل عند تشغيلها من جديد.</translation>
    </message>
    <message>
        <source>Open the test receiver</source>
        <translation>افتح مستقبل التجربة</translation>
    </message>
    <message>
        <source>Send again since…</source>
        <translation>أرسل مجددًا منذ…</translation>
    </message>
    <message>
        <source>Switch it on</source>
        <translation>شغّلها</translation>
    </message>
    <message>
        <source>We post orders and stock changes to these addresses the moment they happen.</source>
        <translation>نرسل الطلبات وتغيّرات المخزون إلى هذه العناوين لحظة حدوثها.</translation>
    </message>
    <message>
        <source>Webhooks</source>
        <translation>الإشعارات الصادرة</translation>
    </message>
    <message>
        <source>Webhooks are off for this shop</source>
        <translation>الإشعارات الصادرة متوقفة لهذا المحل</translation>
    </message>
    <message>
        <source>Your till or ERP gets a notice of each order and each change of stock at once, and does not have to ask.</source>
        <translation>يعلم الكاشير أو نظامك بكل طلب وكل تغيّر في المخزون فورًا، دون أن يسأل.</translation>
    </message>
</context>
<context>
    <name>WidthsDialog</name>
    <message>
        <source>Click between two columns to draw a border, or to remove it. Keys: arrows, space bar.</source>
        <translation>انقر بين عمودين لرسم حد أو لإزالته. المفاتيح: الأسهم وشريط المسافة.</translation>
    </message>
    <message>
        <source>Columns begin at: %1. The cursor is at %2.</source>
        <translation>تبدأ الأعمدة عند: %1. المؤشر عند %2.</translation>
    </message>
    <message>
        <source>Use these columns</source>
        <translation>استخدام هذه الأعمدة</translation>
    </message>
    <message>
        <source>Where does each column begin?</source>
        <translation>أين يبدأ كل عمود؟</translation>
    </message>
</context>
<context>
    <name>Wizard</name>
    <message>
        <source>Back</source>
        <translation>رجوع</translation>
    </message>
    <message>
        <source>Connects your shop&apos;s own system to the parts marketplace.</source>
        <translation>يربط نظام محلك بسوق قطع الغيار.</translation>
    </message>
    <message>
        <source>Set up Counterpart</source>
        <translation>إعداد Counterpart</translation>
    </message>
    <message>
        <source>Skip for now</source>
        <translation>تخطَّ الآن</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>الخطوة %1 من %2</translation>
    </message>
</context>
<context>
    <name>WizardStep</name>
    <message>
        <source>Continue</source>
        <translation>تابع</translation>
    </message>
</context>
<context>
    <name>WorkBar</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 من %2</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>إيقاف</translation>
    </message>
</context>
<context>
    <name>WriteDetail</name>
    <message>
        <source>After</source>
        <translation>بعد</translation>
    </message>
    <message>
        <source>All its parts</source>
        <translation>كل أصنافه</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>قبل</translation>
    </message>
    <message>
        <source>It changed no value.</source>
        <translation>لم يغيّر أي قيمة.</translation>
    </message>
    <message>
        <source>Open the call</source>
        <translation>افتح الاتصال</translation>
    </message>
    <message>
        <source>Open the marketplace</source>
        <translation>افتح السوق</translation>
    </message>
    <message>
        <source>Open the order</source>
        <translation>افتح الطلب</translation>
    </message>
    <message>
        <source>Open the runs</source>
        <translation>افتح عمليات التشغيل</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>الصنف</translation>
    </message>
    <message>
        <source>Part history</source>
        <translation>سجل الصنف</translation>
    </message>
    <message>
        <source>Show the undo</source>
        <translation>اعرض التراجع</translation>
    </message>
    <message>
        <source>Show what was undone</source>
        <translation>اعرض ما تم التراجع عنه</translation>
    </message>
    <message>
        <source>The call is not in the call log any more.</source>
        <translation>لم يعد الاتصال في سجل الاتصالات.</translation>
    </message>
    <message>
        <source>Undone</source>
        <translation>تم التراجع</translation>
    </message>
    <message>
        <source>What it changed</source>
        <translation>ما الذي تغيّر</translation>
    </message>
</context>
<context>
    <name>WriteTable</name>
    <message>
        <source>Cause</source>
        <translation>السبب</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>ما تغيّر</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>التغييرات</translation>
    </message>
    <message>
        <source>Nothing: not taken</source>
        <translation>لا شيء: لم يُستلم</translation>
    </message>
    <message>
        <source>Undone</source>
        <translation>تم التراجع</translation>
    </message>
    <message>
        <source>When</source>
        <translation>متى</translation>
    </message>
    <message numerus="yes">
        <source>and %1 more</source>
        <translation>
            <numerusform>ولا صنف آخر</numerusform>
            <numerusform>وصنف آخر</numerusform>
            <numerusform>وصنفان آخران</numerusform>
            <numerusform>و%1 أصناف أخرى</numerusform>
            <numerusform>و%1 صنفًا آخر</numerusform>
            <numerusform>و%1 صنف آخر</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_ItemRows</name>
    <message>
        <source>%1 free</source>
        <translation>المتاح %1</translation>
    </message>
</context>
<context>
    <name>_StepList</name>
    <message>
        <source>Not now</source>
        <translation>ليس الآن</translation>
    </message>
</context>
</TS>
