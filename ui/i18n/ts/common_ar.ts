<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ar" sourcelanguage="en">
<context>
    <name>Author</name>
    <message>
        <source>%1, by the command line</source>
        <translation>%1، عبر سطر الأوامر</translation>
    </message>
    <message>
        <source>Owner, at this PC</source>
        <translation>المالك، على هذا الحاسوب</translation>
    </message>
    <message>
        <source>At this PC, no name chosen</source>
        <translation>على هذا الحاسوب، دون اختيار اسم</translation>
    </message>
    <message>
        <source>Command line</source>
        <translation>سطر الأوامر</translation>
    </message>
    <message>
        <source>By itself</source>
        <translation>من تلقاء نفسه</translation>
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
    <name>Faults</name>
    <message>
        <source>The service is not running</source>
        <translation>الخدمة متوقفة</translation>
    </message>
    <message>
        <source>The window is not connected to the service</source>
        <translation>النافذة غير متصلة بالخدمة</translation>
    </message>
    <message>
        <source>The service went away</source>
        <translation>توقفت الخدمة</translation>
    </message>
    <message>
        <source>The disk is full</source>
        <translation>القرص ممتلئ</translation>
    </message>
    <message>
        <source>The data is in use by another program</source>
        <translation>البيانات مفتوحة في برنامج آخر</translation>
    </message>
    <message>
        <source>The port is in use</source>
        <translation>المنفذ مشغول</translation>
    </message>
    <message>
        <source>The folder for backups is not there</source>
        <translation>مجلد النسخ الاحتياطية غير موجود</translation>
    </message>
    <message>
        <source>Something went wrong in Counterpart</source>
        <translation>حدث خلل في Counterpart</translation>
    </message>
    <message>
        <source>This did not work</source>
        <translation>لم تتم العملية</translation>
    </message>
    <message>
        <source>This shop is read-only. Switch that off under Settings first.</source>
        <translation>هذا المحل للقراءة فقط. أوقف ذلك من الإعدادات أولًا.</translation>
    </message>
    <message>
        <source>This mode is off. Switch it on under Your own system.</source>
        <translation>هذه الطريقة متوقفة. شغّلها من صفحة نظامك الخاص.</translation>
    </message>
    <message>
        <source>The order has moved on meanwhile. Look at it again: it shows what is possible now.</source>
        <translation>تغيّرت حالة الطلب في هذه الأثناء. افتحه من جديد لترى المتاح الآن.</translation>
    </message>
    <message>
        <source>Write a reason first. The buyer will read it.</source>
        <translation>اكتب السبب أولًا، فسيقرؤه المشتري.</translation>
    </message>
    <message>
        <source>There is not that much on hand at this branch.</source>
        <translation>لا توجد هذه الكمية في هذا الفرع.</translation>
    </message>
    <message>
        <source>Open orders hold some of it. Finish or cancel those orders first.</source>
        <translation>جزء من الكمية محجوز لطلبات مفتوحة. أكمل تلك الطلبات أو ألغها أولًا.</translation>
    </message>
    <message>
        <source>It is no longer there. Someone removed it meanwhile.</source>
        <translation>لم يعد موجودًا. حذفه شخص آخر في هذه الأثناء.</translation>
    </message>
    <message>
        <source>This name is in use. Choose another one.</source>
        <translation>هذا الاسم مستخدم. اختر اسمًا آخر.</translation>
    </message>
    <message>
        <source>This is no web address. It begins with http:// or https:// and holds no password.</source>
        <translation>هذا ليس عنوان ويب. العنوان يبدأ بـ ⁦http://⁩ أو ⁦https://⁩ ولا يحوي كلمة مرور.</translation>
    </message>
    <message>
        <source>The file is not there. Check the folder, then try again.</source>
        <translation>الملف غير موجود. تحقق من المجلد ثم أعد المحاولة.</translation>
    </message>
    <message>
        <source>The file could not be written. Choose another folder, or close the program that has it open.</source>
        <translation>تعذرت كتابة الملف. اختر مجلدًا آخر، أو أغلق البرنامج الذي يفتحه.</translation>
    </message>
    <message>
        <source>Nothing was changed: the disk is full. Free some space, then try again.</source>
        <translation>لم يتغير شيء لأن القرص ممتلئ. أفرغ بعض المساحة ثم أعد المحاولة.</translation>
    </message>
    <message>
        <source>Nothing was changed. Close the other program that has the data open, then try again.</source>
        <translation>لم يتغير شيء. أغلق البرنامج الآخر الذي يفتح البيانات ثم أعد المحاولة.</translation>
    </message>
    <message>
        <source>The keyring is locked. Unlock it and try again.</source>
        <translation>مخزن كلمات المرور مقفل. افتحه ثم حاول مجددًا.</translation>
    </message>
    <message>
        <source>This computer has no keyring. Use the encrypted file instead: Settings, Secrets.</source>
        <translation>لا يوجد مخزن كلمات مرور في هذا الجهاز. استخدم الملف المشفر بدلًا منه: الإعدادات، الأسرار.</translation>
    </message>
    <message>
        <source>The keyring did not answer within 5 seconds. Try again.</source>
        <translation>لم يستجب مخزن كلمات المرور خلال 5 ثوانٍ. أعد المحاولة.</translation>
    </message>
    <message>
        <source>This passphrase does not open it. Type it again.</source>
        <translation>عبارة المرور لا تفتحه. اكتبها من جديد.</translation>
    </message>
    <message>
        <source>Plug the stick or disk in, then try again. If it is a new one, choose the folder again.</source>
        <translation>وصّل ذاكرة USB أو القرص ثم أعد المحاولة. وإن كان جديدًا فاختر المجلد من جديد.</translation>
    </message>
    <message>
        <source>The service does not answer. Your data is safe. Start the service again, or start Counterpart again.</source>
        <translation>الخدمة لا تستجيب. بياناتك بأمان. شغّل الخدمة من جديد، أو أعد تشغيل Counterpart.</translation>
    </message>
    <message>
        <source>Your data is safe. Copy the details for support, then try again.</source>
        <translation>بياناتك بأمان. انسخ التفاصيل للدعم ثم أعد المحاولة.</translation>
    </message>
</context>
<context>
    <name>Fields</name>
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
        <source>Branch</source>
        <translation>الفرع</translation>
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
        <source>Cars it fits</source>
        <translation>السيارات</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>الصف</translation>
    </message>
</context>
<context>
    <name>Formats</name>
    <message>
        <source>Today %1</source>
        <translation>اليوم %1</translation>
    </message>
    <message>
        <source>Yesterday %1</source>
        <translation>أمس %1</translation>
    </message>
    <message>
        <source>Tomorrow %1</source>
        <translation>غدًا %1</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>الآن</translation>
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
    <message>
        <source>%1 and %2</source>
        <translation>%1 و%2</translation>
    </message>
</context>
<context>
    <name>HistoryText</name>
    <message>
        <source>Upload</source>
        <translation>رفع</translation>
    </message>
    <message>
        <source>Upload, call %1</source>
        <translation>رفع، الاتصال %1</translation>
    </message>
    <message>
        <source>Nightly file</source>
        <translation>الملف الليلي</translation>
    </message>
    <message>
        <source>Nightly file, run %1</source>
        <translation>الملف الليلي، التشغيل %1</translation>
    </message>
    <message>
        <source>By hand</source>
        <translation>يدويًا</translation>
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
        <source>Marketplace</source>
        <translation>السوق</translation>
    </message>
    <message>
        <source>Undo of an upload</source>
        <translation>تراجع عن رفع</translation>
    </message>
    <message>
        <source>Undo of a run</source>
        <translation>تراجع عن تشغيل</translation>
    </message>
    <message>
        <source>Undo of run %1</source>
        <translation>تراجع عن التشغيل %1</translation>
    </message>
    <message>
        <source>Order set aside</source>
        <translation>طلب مركون</translation>
    </message>
    <message>
        <source>Order %1 set aside</source>
        <translation>الطلب %1 مركون</translation>
    </message>
    <message>
        <source>Sample data</source>
        <translation>بيانات تجريبية</translation>
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
        <translation>رقم المصنّع</translation>
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
        <source>Trade price</source>
        <translation>سعر الجملة</translation>
    </message>
    <message>
        <source>Online price</source>
        <translation>سعر الإنترنت</translation>
    </message>
    <message>
        <source>On the marketplace</source>
        <translation>في السوق</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>نشط</translation>
    </message>
    <message>
        <source>Cars</source>
        <translation>السيارات</translation>
    </message>
    <message>
        <source>Low at</source>
        <translation>حد النقص</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>الصورة</translation>
    </message>
    <message>
        <source>On hand at %1</source>
        <translation>المتوفر في %1</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>أُنشئ</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>حُذف</translation>
    </message>
    <message>
        <source>%1 in the list</source>
        <translation>%1 في القائمة</translation>
    </message>
</context>
<context>
    <name>LinkState</name>
    <message>
        <source>Connected</source>
        <translation>متصل</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>لا جواب</translation>
    </message>
    <message>
        <source>Key refused</source>
        <translation>المفتاح مرفوض</translation>
    </message>
    <message>
        <source>Waiting for your word</source>
        <translation>بانتظار موافقتك</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>متوقف</translation>
    </message>
</context>
<context>
    <name>Starts</name>
    <message>
        <source>The program ended without closing last time</source>
        <translation>انتهى البرنامج في المرة السابقة دون إغلاق</translation>
    </message>
    <message>
        <source>Your data was checked and is whole. If it happens again, send support a bundle.</source>
        <translation>فُحصت بياناتك وهي سليمة. إن تكرر ذلك فأرسل ملف الدعم.</translation>
    </message>
    <message>
        <source>The last changes may be missing</source>
        <translation>قد تكون آخر التغييرات مفقودة</translation>
    </message>
    <message>
        <source>The program was cut off, and a file of its data (-wal) has been removed since. Compare the newest orders and stock with your till.</source>
        <translation>انقطع البرنامج، ثم أُزيل أحد ملفات بياناته (‎-wal). قارن أحدث الطلبات والمخزون بنظام البيع لديك.</translation>
    </message>
    <message>
        <source>The data was damaged and could be recovered</source>
        <translation>تضررت البيانات وأمكن استرجاعها</translation>
    </message>
    <message>
        <source>Look at your last orders and stock. The damaged file is kept: %1</source>
        <translation>راجع آخر طلباتك ومخزونك. الملف المتضرر محفوظ: %1</translation>
    </message>
    <message>
        <source>The data is damaged</source>
        <translation>البيانات متضررة</translation>
    </message>
    <message>
        <source>Restore the newest backup under Backups. The damaged file is kept: %1</source>
        <translation>استرجع أحدث نسخة من صفحة النسخ الاحتياطية. الملف المتضرر محفوظ: %1</translation>
    </message>
    <message>
        <source>The data was written by a newer version</source>
        <translation>كتب البيانات إصدار أحدث</translation>
    </message>
    <message>
        <source>Install that version again; this one leaves the data as it is.</source>
        <translation>ثبّت ذلك الإصدار من جديد، فهذا يترك البيانات كما هي.</translation>
    </message>
</context>
<context>
    <name>ValueWords</name>
    <message>
        <source>New, original</source>
        <translation>جديد أصلي</translation>
    </message>
    <message>
        <source>New, aftermarket</source>
        <translation>جديد تجاري</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>مستعمل</translation>
    </message>
    <message>
        <source>Refurbished</source>
        <translation>مجدّد</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>نعم</translation>
    </message>
    <message>
        <source>No</source>
        <translation>لا</translation>
    </message>
</context>
</TS>
