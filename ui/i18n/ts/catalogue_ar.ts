<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ar" sourcelanguage="en">
<context>
    <name>BulkActions</name>
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
        <source>They can’t be ordered until they are active again.</source>
        <translation>لا يمكن طلبها حتى تُفعّل من جديد.</translation>
    </message>
    <message>
        <source>Make inactive</source>
        <translation>أوقفها</translation>
    </message>
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
    <message>
        <source>They can be ordered again.</source>
        <translation>يمكن طلبها من جديد.</translation>
    </message>
    <message>
        <source>Make active</source>
        <translation>فعّلها</translation>
    </message>
</context>
<context>
    <name>CarRow</name>
    <message>
        <source>Make</source>
        <translation>الشركة</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>الموديل</translation>
    </message>
    <message>
        <source>From</source>
        <translation>من</translation>
    </message>
    <message>
        <source>To</source>
        <translation>إلى</translation>
    </message>
    <message>
        <source>Remove this car</source>
        <translation>احذف هذه السيارة</translation>
    </message>
    <message>
        <source>Write years like 2018, or leave them empty.</source>
        <translation>اكتب السنة مثل 2018، أو اتركها فارغة.</translation>
    </message>
    <message>
        <source>The first year must not be after the last one.</source>
        <translation>يجب ألا تكون السنة الأولى بعد الأخيرة.</translation>
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
        <source>Export</source>
        <translation>صدّر</translation>
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
        <source>Catalogue</source>
        <translation>الأصناف</translation>
    </message>
    <message>
        <source>Export the reorder list</source>
        <translation>صدّر قائمة الطلب</translation>
    </message>
    <message>
        <source>Your parts with their prices and stock.</source>
        <translation>أصنافك مع أسعارها ومخزونها.</translation>
    </message>
    <message numerus="yes">
        <source>%n part(s).</source>
        <translation>
            <numerusform>لا أصناف.</numerusform>
            <numerusform>صنف واحد.</numerusform>
            <numerusform>صنفان.</numerusform>
            <numerusform>%n أصناف.</numerusform>
            <numerusform>%n صنفًا.</numerusform>
            <numerusform>%n صنف.</numerusform>
        </translation>
    </message>
    <message>
        <source>Changed last %1.</source>
        <translation>آخر تغيير %1.</translation>
    </message>
    <message>
        <source>Changed last by %1, %2.</source>
        <translation>آخر تعديل من %1، %2.</translation>
    </message>
</context>
<context>
    <name>CatalogueWords</name>
    <message>
        <source>All</source>
        <translation>الكل</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>قليل</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>محجوز</translation>
    </message>
    <message>
        <source>Not listed</source>
        <translation>غير معروض</translation>
    </message>
    <message>
        <source>Inactive</source>
        <translation>موقوف</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>جرد</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>مرتجع</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>شغل ورشة</translation>
    </message>
    <message>
        <source>Sale</source>
        <translation>بيع</translation>
    </message>
    <message>
        <source>Upload</source>
        <translation>رفع</translation>
    </message>
    <message>
        <source>Price file</source>
        <translation>ملف الأسعار</translation>
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
        <source>By name</source>
        <translation>حسب الاسم</translation>
    </message>
    <message>
        <source>By brand</source>
        <translation>حسب الماركة</translation>
    </message>
    <message>
        <source>By price</source>
        <translation>حسب السعر</translation>
    </message>
    <message>
        <source>By on hand</source>
        <translation>حسب الموجود</translation>
    </message>
    <message>
        <source>By free</source>
        <translation>حسب المتاح</translation>
    </message>
</context>
<context>
    <name>LabelDialog</name>
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
    <message>
        <source>Labels of each part</source>
        <translation>عدد الملصقات لكل قطعة</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>ملصقات</translation>
    </message>
    <message numerus="yes">
        <source>%n part(s) without bars: the SKU is too long here, or not in Latin letters.</source>
        <translation>
            <numerusform>لا قطع بدون رمز شريطي.</numerusform>
            <numerusform>قطعة واحدة بدون رمز شريطي: رقمها أطول من الملصق أو ليس بحروف لاتينية.</numerusform>
            <numerusform>قطعتان بدون رمز شريطي: الرقم أطول من الملصق أو ليس بحروف لاتينية.</numerusform>
            <numerusform>%n قطع بدون رمز شريطي: الرقم أطول من الملصق أو ليس بحروف لاتينية.</numerusform>
            <numerusform>%n قطعة بدون رمز شريطي: الرقم أطول من الملصق أو ليس بحروف لاتينية.</numerusform>
            <numerusform>%n قطعة بدون رمز شريطي: الرقم أطول من الملصق أو ليس بحروف لاتينية.</numerusform>
        </translation>
    </message>
    <message>
        <source>A4, %1 labels</source>
        <translation>‏A4، %1 ملصقًا</translation>
    </message>
    <message>
        <source>%1 mm</source>
        <translation>%1 مم</translation>
    </message>
</context>
<context>
    <name>Ledger</name>
    <message>
        <source>What</source>
        <translation>الحركة</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>الفرع</translation>
    </message>
    <message>
        <source>When</source>
        <translation>الوقت</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>التغيير</translation>
    </message>
    <message>
        <source>On hand</source>
        <translation>الموجود</translation>
    </message>
    <message>
        <source>Ledger</source>
        <translation>سجل الحركات</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>أعد المحاولة</translation>
    </message>
    <message>
        <source>Nothing has moved yet.</source>
        <translation>لا حركة بعد.</translation>
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
        <source>Low at, free units</source>
        <translation>حد النقص، المتاح</translation>
    </message>
    <message>
        <source>Empty: the usual %1</source>
        <translation>فارغ: المعتاد %1</translation>
    </message>
    <message>
        <source>Write a number like 12 or 0.5.</source>
        <translation>اكتب رقمًا مثل 12 أو 0.5.</translation>
    </message>
    <message>
        <source>%1 reserved</source>
        <translation>المحجوز %1</translation>
    </message>
</context>
<context>
    <name>LongWork</name>
    <message>
        <source>Save the parts</source>
        <translation>احفظ الأصناف</translation>
    </message>
    <message>
        <source>Save the reorder list</source>
        <translation>احفظ قائمة الطلب</translation>
    </message>
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
        <source>Saving the parts</source>
        <translation>حفظ الأصناف</translation>
    </message>
    <message>
        <source>Filling staging with a sample</source>
        <translation>ملء النسخة التجريبية بعينة</translation>
    </message>
</context>
<context>
    <name>MovementDialog</name>
    <message>
        <source>What happened</source>
        <translation>ما الذي حدث</translation>
    </message>
    <message>
        <source>For example a job number</source>
        <translation>رقم شغل الورشة مثلًا</translation>
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
        <source>Note</source>
        <translation>ملاحظة</translation>
    </message>
    <message>
        <source>Ledger</source>
        <translation>سجل الحركات</translation>
    </message>
    <message>
        <source>Write a number like 12 or 0.5.</source>
        <translation>اكتب رقمًا مثل 12 أو 0.5.</translation>
    </message>
    <message>
        <source>Write a number above 0.</source>
        <translation>اكتب عددًا أكبر من 0.</translation>
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
        <source>What is on the shelf now.</source>
        <translation>ما هو موجود على الرف الآن.</translation>
    </message>
    <message>
        <source>Comes back into stock.</source>
        <translation>يعود إلى المخزون.</translation>
    </message>
    <message>
        <source>Used in your workshop.</source>
        <translation>استُعمل في ورشتك.</translation>
    </message>
    <message>
        <source>Sold over the counter.</source>
        <translation>بيع في المحل.</translation>
    </message>
    <message>
        <source>Record the count</source>
        <translation>سجّل الجرد</translation>
    </message>
    <message>
        <source>Record the return</source>
        <translation>سجّل المرتجع</translation>
    </message>
    <message>
        <source>Record the job</source>
        <translation>سجّل شغل الورشة</translation>
    </message>
    <message>
        <source>Record the sale</source>
        <translation>سجّل البيع</translation>
    </message>
</context>
<context>
    <name>NoMatch</name>
    <message>
        <source>No part fits this search.</source>
        <translation>لا يوجد صنف مطابق للبحث.</translation>
    </message>
    <message>
        <source>Show all parts</source>
        <translation>اعرض كل الأصناف</translation>
    </message>
</context>
<context>
    <name>NoParts</name>
    <message>
        <source>No test parts yet</source>
        <translation>لا توجد أصناف تجريبية بعد</translation>
    </message>
    <message>
        <source>Fill staging with a sample shop to try everything out. Your real stock stays as it is.</source>
        <translation>املأ النسخة التجريبية بعينة لتجرّب كل شيء. مخزونك الفعلي يبقى كما هو.</translation>
    </message>
    <message>
        <source>Fill staging with a sample</source>
        <translation>املأ النسخة التجريبية بعينة</translation>
    </message>
    <message>
        <source>No parts yet</source>
        <translation>لا توجد أصناف بعد</translation>
    </message>
    <message>
        <source>Send them from your till or accounts program, let us read a price list that it saves, or enter them.</source>
        <translation>أرسلها من الكاشير أو برنامج الحسابات، أو دعنا نقرأ قائمة أسعار يحفظها، أو أدخلها بيدك.</translation>
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
        <source>From a script:</source>
        <translation>من سطر الأوامر:</translation>
    </message>
</context>
<context>
    <name>OverwriteNote</name>
    <message>
        <source>The file %1 wrote this part last. Its next nightly run replaces what you change here.</source>
        <translation>الملف %1 هو آخر من كتب هذا الصنف. قراءته الليلية القادمة تستبدل ما تغيّره هنا.</translation>
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
</context>
<context>
    <name>PartDetail</name>
    <message>
        <source>Edit this part (F2)</source>
        <translation>عدّل هذا الصنف (F2)</translation>
    </message>
    <message>
        <source>More</source>
        <translation>المزيد</translation>
    </message>
    <message>
        <source>Copy the SKU</source>
        <translation>انسخ SKU</translation>
    </message>
    <message>
        <source>Ledger</source>
        <translation>سجل الحركات</translation>
    </message>
    <message>
        <source>History…</source>
        <translation>سجل التغييرات…</translation>
    </message>
    <message>
        <source>Calls about this part</source>
        <translation>الاتصالات عن هذا الصنف</translation>
    </message>
    <message>
        <source>Print a label…</source>
        <translation>اطبع ملصقًا…</translation>
    </message>
    <message>
        <source>Choose a picture…</source>
        <translation>اختر صورة…</translation>
    </message>
    <message>
        <source>Remove the picture…</source>
        <translation>احذف الصورة…</translation>
    </message>
    <message>
        <source>Nothing has moved yet.</source>
        <translation>لا حركة بعد.</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>الإعدادات</translation>
    </message>
    <message>
        <source>This shop is read-only: stock can&apos;t be moved.</source>
        <translation>هذا المحل للقراءة فقط: لا يمكن تحريك المخزون.</translation>
    </message>
    <message>
        <source>Inactive</source>
        <translation>موقوف</translation>
    </message>
    <message>
        <source>On the marketplace</source>
        <translation>معروض في السوق</translation>
    </message>
    <message>
        <source>Not listed</source>
        <translation>غير معروض</translation>
    </message>
    <message>
        <source>Shop price</source>
        <translation>سعر المحل</translation>
    </message>
    <message>
        <source>Trade</source>
        <translation>سعر الجملة</translation>
    </message>
    <message>
        <source>Online</source>
        <translation>سعر السوق</translation>
    </message>
    <message>
        <source>With %1% VAT</source>
        <translation>مع ضريبة %1%</translation>
    </message>
    <message>
        <source>SKU</source>
        <translation>SKU</translation>
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
        <source>Fits</source>
        <translation>يناسب</translation>
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
        <source>all years</source>
        <translation>كل السنوات</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>من %1</translation>
    </message>
    <message>
        <source>to %1</source>
        <translation>حتى %1</translation>
    </message>
    <message>
        <source>Last movement</source>
        <translation>آخر حركة</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>تم النسخ</translation>
    </message>
</context>
<context>
    <name>PartEditor</name>
    <message>
        <source>Close without saving?</source>
        <translation>إغلاق دون حفظ؟</translation>
    </message>
    <message>
        <source>What you typed is lost.</source>
        <translation>سيضيع ما كتبته.</translation>
    </message>
    <message>
        <source>Close without saving</source>
        <translation>أغلق دون حفظ</translation>
    </message>
    <message>
        <source>%1 is saved. Enter the next part.</source>
        <translation>حُفظ %1. أدخل الصنف التالي.</translation>
    </message>
    <message>
        <source>New part</source>
        <translation>صنف جديد</translation>
    </message>
    <message>
        <source>It needs an SKU and a name; the rest can wait.</source>
        <translation>يكفي SKU واسم، والباقي لاحقًا.</translation>
    </message>
    <message>
        <source>Stock by branch, as counted</source>
        <translation>المخزون في كل فرع حسب الجرد</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>يناسب</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>حفظ</translation>
    </message>
    <message>
        <source>Save and enter another</source>
        <translation>احفظ وأدخل غيره</translation>
    </message>
    <message>
        <source>This part was changed while you edited it. Save again to replace it, or close this.</source>
        <translation>تغيّر هذا الصنف وأنت تعدّله. احفظ مجددًا لاستبداله، أو أغلق هذه النافذة.</translation>
    </message>
</context>
<context>
    <name>PartFields</name>
    <message>
        <source>Active</source>
        <translation>فعّال</translation>
    </message>
    <message>
        <source>On the marketplace</source>
        <translation>معروض في السوق</translation>
    </message>
    <message>
        <source>Condition</source>
        <translation>الحالة</translation>
    </message>
    <message>
        <source>Write an amount like 12.500.</source>
        <translation>اكتب مبلغًا مثل 12.500.</translation>
    </message>
    <message>
        <source>%1 with %2% VAT</source>
        <translation>%1 مع ضريبة %2%</translation>
    </message>
    <message>
        <source>Part number (SKU)</source>
        <translation>رقم القطعة (SKU)</translation>
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
        <source>Name</source>
        <translation>الاسم</translation>
    </message>
    <message>
        <source>Arabic name</source>
        <translation>الاسم العربي</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>الفئة</translation>
    </message>
    <message>
        <source>Shop price, BHD</source>
        <translation>سعر المحل، د.ب</translation>
    </message>
    <message>
        <source>Trade price, BHD</source>
        <translation>سعر الجملة، د.ب</translation>
    </message>
    <message>
        <source>Online price, BHD</source>
        <translation>سعر السوق، د.ب</translation>
    </message>
</context>
<context>
    <name>PartFilters</name>
    <message>
        <source>SKU, OEM number or name</source>
        <translation>ابحث بالاسم أو SKU أو رقم OEM</translation>
    </message>
    <message>
        <source>SKU, OEM number or name, English or Arabic</source>
        <translation>ابحث بالاسم العربي أو الإنجليزي أو SKU أو رقم OEM</translation>
    </message>
    <message>
        <source>All branches</source>
        <translation>كل الفروع</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>الفرع</translation>
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
    <name>PartHistoryDialog</name>
    <message>
        <source>History</source>
        <translation>سجل التغييرات</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>السبب</translation>
    </message>
    <message>
        <source>When</source>
        <translation>متى</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>القيمة</translation>
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
        <source>Nothing of this part has changed since the history began.</source>
        <translation>لم يتغيّر شيء من هذا الصنف منذ بدء السجل.</translation>
    </message>
    <message>
        <source>Enter or a double click opens the call, the order or the file behind a change.</source>
        <translation>يفتح Enter أو النقر المزدوج الاتصال أو الطلب أو الملف الذي سبّب التغيير.</translation>
    </message>
    <message>
        <source>The call is not in the call log any more.</source>
        <translation>لم يعد الاتصال في سجل الاتصالات.</translation>
    </message>
    <message>
        <source>Open in History</source>
        <translation>افتح في سجل التغييرات</translation>
    </message>
</context>
<context>
    <name>PartPictures</name>
    <message>
        <source>Choose a picture</source>
        <translation>اختر صورة</translation>
    </message>
    <message>
        <source>Pictures (*.png *.jpg *.jpeg)</source>
        <translation>صور (*.png *.jpg *.jpeg)</translation>
    </message>
    <message>
        <source>Remove the picture?</source>
        <translation>حذف الصورة؟</translation>
    </message>
    <message>
        <source>The file that you chose stays where it is.</source>
        <translation>الملف الذي اخترته يبقى في مكانه.</translation>
    </message>
    <message>
        <source>Remove the picture</source>
        <translation>احذف الصورة</translation>
    </message>
    <message>
        <source>Picture of %1</source>
        <translation>صورة %1</translation>
    </message>
</context>
<context>
    <name>PartTable</name>
    <message>
        <source>Part</source>
        <translation>القطعة</translation>
    </message>
    <message>
        <source>Brand</source>
        <translation>الماركة</translation>
    </message>
    <message>
        <source>Price, BHD</source>
        <translation>السعر، د.ب</translation>
    </message>
    <message>
        <source>On hand</source>
        <translation>الموجود</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>المتاح</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>الأصناف</translation>
    </message>
</context>
<context>
    <name>PriceDialog</name>
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
        <source>Up</source>
        <translation>رفع</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>خفض</translation>
    </message>
    <message>
        <source>Up or down</source>
        <translation>رفع أو خفض</translation>
    </message>
    <message>
        <source>Percent</source>
        <translation>النسبة المئوية</translation>
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
        <translation>سعر السوق</translation>
    </message>
    <message>
        <source>All three</source>
        <translation>الثلاثة</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>الاتجاه</translation>
    </message>
    <message>
        <source>Round to</source>
        <translation>التقريب إلى</translation>
    </message>
    <message>
        <source>Which price</source>
        <translation>أي سعر</translation>
    </message>
    <message>
        <source>Largest changes</source>
        <translation>أكبر التغييرات</translation>
    </message>
    <message>
        <source>Now, BHD</source>
        <translation>الآن، د.ب</translation>
    </message>
    <message>
        <source>Then, BHD</source>
        <translation>بعده، د.ب</translation>
    </message>
    <message>
        <source>the fils</source>
        <translation>الفلس</translation>
    </message>
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
    <message>
        <source>Write a number like 5 or 2.5.</source>
        <translation>اكتب رقمًا مثل 5 أو 2.5.</translation>
    </message>
    <message>
        <source>Type a percentage to see what changes.</source>
        <translation>اكتب النسبة لترى ما سيتغيّر.</translation>
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
    <message>
        <source>Lowest %1, then %2. Highest %3, then %4.</source>
        <translation>أدناها %1 ثم %2. أعلاها %3 ثم %4.</translation>
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
</context>
<context>
    <name>SelectionBar</name>
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
        <source>Select one part again</source>
        <translation>اختر صنفًا واحدًا</translation>
    </message>
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
        <source>Select all %1 found</source>
        <translation>اختر كل ما وُجد: %1</translation>
    </message>
</context>
<context>
    <name>StockByBranch</name>
    <message>
        <source>Stock by branch</source>
        <translation>المخزون حسب الفرع</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>المتاح</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>المحجوز</translation>
    </message>
    <message>
        <source>Nothing has been counted in yet. Count it to start.</source>
        <translation>لم يُجرد بعد. ابدأ بجرده.</translation>
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
        <source>%1 free</source>
        <translation>المتاح %1</translation>
    </message>
</context>
<context>
    <name>UnknownPartDialog</name>
    <message>
        <source>%1 is not in your catalogue</source>
        <translation>%1 ليس في أصنافك</translation>
    </message>
    <message>
        <source>A call named it, but its row was rejected or the part was removed. The call’s notes say why.</source>
        <translation>ذكره اتصال، لكن صفه رُفض أو حُذف الصنف. ملاحظات الاتصال توضح السبب.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
</context>
</TS>
