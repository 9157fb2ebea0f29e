<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ar" sourcelanguage="en">
<context>
    <name>ActionBar</name>
    <message>
        <source>Cancel order…</source>
        <translation>ألغِ الطلب…</translation>
    </message>
    <message>
        <source>Print…</source>
        <translation>اطبع…</translation>
    </message>
    <message>
        <source>Copy the reference</source>
        <translation>انسخ رقم الطلب</translation>
    </message>
    <message>
        <source>Print: pick slip, order, delivery note</source>
        <translation>اطبع: قائمة تجهيز أو طلب أو سند تسليم</translation>
    </message>
    <message>
        <source>More</source>
        <translation>المزيد</translation>
    </message>
</context>
<context>
    <name>CancelDialog</name>
    <message>
        <source>Cancel %1?</source>
        <translation>إلغاء %1؟</translation>
    </message>
    <message>
        <source>This can&apos;t be undone.</source>
        <translation>لا يمكن التراجع عن ذلك.</translation>
    </message>
    <message>
        <source>The buyer gets the money back. This can&apos;t be undone.</source>
        <translation>يستعيد المشتري ماله. لا يمكن التراجع عن ذلك.</translation>
    </message>
    <message>
        <source>Cancel order</source>
        <translation>ألغِ الطلب</translation>
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
        <source>The parts have left the shop. What happens with them?</source>
        <translation>خرجت القطع من المحل. ما مصيرها؟</translation>
    </message>
    <message>
        <source>The buyer withdrew</source>
        <translation>عدل المشتري عن الشراء</translation>
    </message>
    <message>
        <source>The courier could not deliver</source>
        <translation>تعذّر على المندوب التوصيل</translation>
    </message>
</context>
<context>
    <name>CarFields</name>
    <message>
        <source>Car make</source>
        <translation>نوع السيارة</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>الموديل</translation>
    </message>
    <message>
        <source>Year</source>
        <translation>السنة</translation>
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
        <source>Write a year like 2019.</source>
        <translation>اكتب سنة مثل 2019.</translation>
    </message>
</context>
<context>
    <name>CustomerFacts</name>
    <message>
        <source>Name</source>
        <translation>الاسم</translation>
    </message>
    <message>
        <source>Phone</source>
        <translation>الهاتف</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>العنوان</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>ملاحظة</translation>
    </message>
    <message>
        <source>Customer</source>
        <translation>الزبون</translation>
    </message>
</context>
<context>
    <name>CustomerFields</name>
    <message>
        <source>Customer&apos;s name</source>
        <translation>اسم الزبون</translation>
    </message>
    <message>
        <source>Phone</source>
        <translation>الهاتف</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>العنوان</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>ملاحظة</translation>
    </message>
</context>
<context>
    <name>LineFields</name>
    <message>
        <source>Quantity</source>
        <translation>الكمية</translation>
    </message>
    <message>
        <source>Price, BHD</source>
        <translation>السعر، د.ب</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>أزِل</translation>
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
    <name>NewOrderDialog</name>
    <message>
        <source>Place a test order</source>
        <translation>أنشئ طلبًا تجريبيًا</translation>
    </message>
    <message>
        <source>Enter a phone order</source>
        <translation>أدخل طلبًا هاتفيًا</translation>
    </message>
    <message>
        <source>It behaves like a buyer&apos;s order: countdown, webhooks, held stock. No buyer is involved.</source>
        <translation>يسير مثل طلب مشترٍ حقيقي: عدّ تنازلي وإشعارات صادرة وحجز للمخزون، دون أي مشترٍ.</translation>
    </message>
    <message>
        <source>For a buyer on the phone. It is accepted at once, holds the parts, and your systems get a notice.</source>
        <translation>لمشترٍ على الهاتف. يُقبل فورًا ويحجز القطع، وتُبلَّغ به أنظمتك.</translation>
    </message>
    <message>
        <source>Counterpart chooses the parts and the car</source>
        <translation>يختار Counterpart القطع والسيارة</translation>
    </message>
    <message>
        <source>I choose</source>
        <translation>أختار بنفسي</translation>
    </message>
    <message>
        <source>Place the test order</source>
        <translation>أنشئ الطلب التجريبي</translation>
    </message>
    <message>
        <source>Enter the order</source>
        <translation>أدخل الطلب</translation>
    </message>
    <message>
        <source>Close without entering the order?</source>
        <translation>إغلاق دون إدخال الطلب؟</translation>
    </message>
    <message>
        <source>What you typed is lost.</source>
        <translation>سيضيع ما كتبته.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>Type above to find a part; Enter adds it.</source>
        <translation>اكتب في الأعلى للبحث عن قطعة، واضغط Enter لإضافتها.</translation>
    </message>
    <message>
        <source>How the buyer gets it</source>
        <translation>طريقة الاستلام</translation>
    </message>
    <message>
        <source>Courier fee, BHD</source>
        <translation>رسم التوصيل، د.ب</translation>
    </message>
    <message>
        <source>From branch</source>
        <translation>من فرع</translation>
    </message>
    <message>
        <source>Each part needs a quantity above 0 and a price.</source>
        <translation>كل قطعة تحتاج إلى كمية أكبر من 0 وإلى سعر.</translation>
    </message>
    <message>
        <source>Write an amount like 1.500.</source>
        <translation>اكتب مبلغًا مثل 1.500.</translation>
    </message>
    <message>
        <source>No part fits this search.</source>
        <translation>لا توجد قطعة مطابقة للبحث.</translation>
    </message>
</context>
<context>
    <name>NoOrders</name>
    <message>
        <source>No test orders yet</source>
        <translation>لا توجد طلبات تجريبية بعد</translation>
    </message>
    <message>
        <source>Place one to see what your till will receive, how the 30-minute countdown works and what each button does. No buyer is involved.</source>
        <translation>أنشئ طلبًا لترى ما سيصل إلى الكاشير، وكيف يعمل العدّ التنازلي لثلاثين دقيقة، وما يفعله كل زر. لا مشتري في الأمر.</translation>
    </message>
    <message>
        <source>Place a test order</source>
        <translation>أنشئ طلبًا تجريبيًا</translation>
    </message>
    <message>
        <source>Send only the webhook</source>
        <translation>أرسل الإشعار فقط</translation>
    </message>
    <message>
        <source>No orders yet</source>
        <translation>لا توجد طلبات بعد</translation>
    </message>
    <message>
        <source>When a buyer orders on the marketplace, it rings here and you have 30 minutes to accept. Meanwhile you can enter an order that came by phone.</source>
        <translation>عندما يطلب مشترٍ من السوق يرنّ التنبيه هنا، ولديك 30 دقيقة للقبول. وإلى ذلك الحين يمكنك إدخال طلب جاءك بالهاتف.</translation>
    </message>
    <message>
        <source>Enter a phone order</source>
        <translation>أدخل طلبًا هاتفيًا</translation>
    </message>
    <message>
        <source>List parts for sale</source>
        <translation>اعرض قطعًا للبيع</translation>
    </message>
    <message>
        <source>From a script:</source>
        <translation>من سطر الأوامر:</translation>
    </message>
</context>
<context>
    <name>OrderActions</name>
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
        <source>%1 for %2. The buyer is told that you supply it. This can&apos;t be undone.</source>
        <translation>%1 بمبلغ %2. سيُبلَّغ المشتري بأنك ستوفّر الطلب. لا يمكن التراجع عن ذلك.</translation>
    </message>
    <message>
        <source>%1 for %2. Your stock at %3 goes down by them. This can&apos;t be undone.</source>
        <translation>%1 بمبلغ %2 ستخرج من مخزون %3. لا يمكن التراجع عن ذلك.</translation>
    </message>
    <message>
        <source>%1 for %2. The order is then finished. This can&apos;t be undone.</source>
        <translation>%1 بمبلغ %2، وبذلك ينتهي الطلب. لا يمكن التراجع عن ذلك.</translation>
    </message>
    <message>
        <source>You have not confirmed the fit yet.</source>
        <translation>لم تؤكّد مطابقة القطع للسيارة بعد.</translation>
    </message>
</context>
<context>
    <name>OrderDetailCard</name>
    <message>
        <source>Try again</source>
        <translation>أعد المحاولة</translation>
    </message>
    <message>
        <source>Copy details for support</source>
        <translation>انسخ التفاصيل للدعم</translation>
    </message>
    <message>
        <source>The buyer has read this reason and gets the money back.</source>
        <translation>اطّلع المشتري على هذا السبب ويستعيد ماله.</translation>
    </message>
    <message>
        <source>Nobody accepted it within 30 minutes. The buyer gets the money back.</source>
        <translation>لم يقبله أحد خلال 30 دقيقة. يستعيد المشتري ماله.</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>الإعدادات</translation>
    </message>
    <message>
        <source>This shop is read-only: orders can be looked at, not changed.</source>
        <translation>هذا المحل للقراءة فقط: يمكن الاطلاع على الطلبات دون تغييرها.</translation>
    </message>
    <message>
        <source>History</source>
        <translation>سجل الطلب</translation>
    </message>
    <message>
        <source>What it changed</source>
        <translation>ما غيّره</translation>
    </message>
    <message>
        <source>Calls about it</source>
        <translation>الاتصالات بشأنه</translation>
    </message>
    <message>
        <source>Money</source>
        <translation>المبالغ</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>القطع</translation>
    </message>
    <message>
        <source>Courier, paid by buyer</source>
        <translation>التوصيل، يدفعه المشتري</translation>
    </message>
    <message>
        <source>The buyer pays</source>
        <translation>يدفع المشتري</translation>
    </message>
    <message>
        <source>Refunded to the buyer</source>
        <translation>المُعاد إلى المشتري</translation>
    </message>
    <message>
        <source>Marketplace commission</source>
        <translation>عمولة السوق</translation>
    </message>
    <message>
        <source>You receive</source>
        <translation>صافي ما تستلمه</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>تم النسخ</translation>
    </message>
</context>
<context>
    <name>OrderExportDialog</name>
    <message>
        <source>Export orders</source>
        <translation>تصدير الطلبات</translation>
    </message>
    <message>
        <source>Orders, a row each</source>
        <translation>الطلبات، سطر لكل طلب</translation>
    </message>
    <message>
        <source>Ordered parts, a row each</source>
        <translation>القطع المطلوبة، سطر لكل قطعة</translation>
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
        <source>Amounts are in BHD without VAT. Names and phone numbers of customers are left out.</source>
        <translation>المبالغ بالدينار البحريني بدون ضريبة القيمة المضافة. لا يتضمن الملف أسماء الزبائن وأرقام هواتفهم.</translation>
    </message>
    <message>
        <source>Choose a place…</source>
        <translation>اختر مكانًا…</translation>
    </message>
    <message>
        <source>Writing the file</source>
        <translation>تجري كتابة الملف</translation>
    </message>
    <message>
        <source>This month</source>
        <translation>هذا الشهر</translation>
    </message>
    <message>
        <source>Last month</source>
        <translation>الشهر الماضي</translation>
    </message>
    <message>
        <source>This year</source>
        <translation>هذه السنة</translation>
    </message>
    <message>
        <source>All orders</source>
        <translation>كل الطلبات</translation>
    </message>
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
</context>
<context>
    <name>OrderHead</name>
    <message>
        <source>Time left to accept</source>
        <translation>الوقت المتبقي للقبول</translation>
    </message>
    <message>
        <source>Placed · %1</source>
        <translation>وصل · %1</translation>
    </message>
    <message>
        <source>left to accept, until %1</source>
        <translation>متبقية للقبول، حتى %1</translation>
    </message>
    <message>
        <source>Time is up. It is being cancelled.</source>
        <translation>انتهى الوقت، ويجري إلغاؤه.</translation>
    </message>
    <message>
        <source>%1 left to accept %2</source>
        <translation>بقيت %1 لقبول %2</translation>
    </message>
</context>
<context>
    <name>OrderHistory</name>
    <message>
        <source>Cancels by itself</source>
        <translation>يُلغى تلقائيًا</translation>
    </message>
    <message>
        <source>unless you accept it before</source>
        <translation>إذا لم تقبله قبل ذلك</translation>
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
        <source>Entered by hand</source>
        <translation>أُدخل يدويًا</translation>
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
        <source>%2 units held at %1</source>
        <translation>%2 من الوحدات محجوزة في %1</translation>
    </message>
    <message>
        <source>This computer&apos;s clock was in doubt</source>
        <translation>كانت ساعة هذا الحاسوب موضع شك</translation>
    </message>
    <message>
        <source>Nobody accepted it in time</source>
        <translation>لم يقبله أحد في الوقت المحدد</translation>
    </message>
    <message>
        <source>Through %1</source>
        <translation>عن طريق %1</translation>
    </message>
</context>
<context>
    <name>OrderLines</name>
    <message>
        <source>Part</source>
        <translation>القطعة</translation>
    </message>
    <message>
        <source>Qty</source>
        <translation>الكمية</translation>
    </message>
    <message>
        <source>Price, BHD</source>
        <translation>السعر، د.ب</translation>
    </message>
    <message>
        <source>Total, BHD</source>
        <translation>الإجمالي، د.ب</translation>
    </message>
    <message>
        <source>Parts of the order</source>
        <translation>قطع الطلب</translation>
    </message>
</context>
<context>
    <name>OrderList</name>
    <message>
        <source>Order, car or part</source>
        <translation>طلب أو سيارة أو قطعة</translation>
    </message>
    <message>
        <source>Sort by</source>
        <translation>الترتيب</translation>
    </message>
    <message>
        <source>Orders</source>
        <translation>الطلبات</translation>
    </message>
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
</context>
<context>
    <name>OrderSegments</name>
    <message>
        <source>Waiting</source>
        <translation>بانتظارك</translation>
    </message>
    <message>
        <source>All</source>
        <translation>الكل</translation>
    </message>
    <message>
        <source>Price requests</source>
        <translation>طلبات الأسعار</translation>
    </message>
</context>
<context>
    <name>OrderWords</name>
    <message>
        <source>Waiting for you</source>
        <translation>بانتظارك</translation>
    </message>
    <message>
        <source>Confirmed</source>
        <translation>مؤكد</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>جاهز</translation>
    </message>
    <message>
        <source>On the way</source>
        <translation>في الطريق</translation>
    </message>
    <message>
        <source>Delivered</source>
        <translation>تم التسليم</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>ملغى</translation>
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
        <source>Not accepted within 30 minutes.</source>
        <translation>لم يُقبل خلال 30 دقيقة.</translation>
    </message>
    <message>
        <source>The marketplace gave no reason.</source>
        <translation>لم يذكر السوق سببًا.</translation>
    </message>
    <message>
        <source>Picked up</source>
        <translation>استلمه المشتري</translation>
    </message>
    <message>
        <source>Accept order</source>
        <translation>اقبل الطلب</translation>
    </message>
    <message>
        <source>Confirm fit</source>
        <translation>أكّد المطابقة</translation>
    </message>
    <message>
        <source>Reject…</source>
        <translation>ارفض…</translation>
    </message>
    <message>
        <source>Mark ready</source>
        <translation>جاهز</translation>
    </message>
    <message>
        <source>Sent with courier</source>
        <translation>خرج مع المندوب</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>تم القبول</translation>
    </message>
    <message>
        <source>Fit confirmed</source>
        <translation>تم تأكيد المطابقة</translation>
    </message>
    <message>
        <source>Marked ready</source>
        <translation>تم التجهيز</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>تم الإرسال</translation>
    </message>
    <message>
        <source>Handed over</source>
        <translation>تم التسليم</translation>
    </message>
    <message>
        <source>You entered the order</source>
        <translation>أدخلت الطلب</translation>
    </message>
    <message>
        <source>You confirmed the fit</source>
        <translation>أكّدت مطابقة القطع للسيارة</translation>
    </message>
    <message>
        <source>You accepted the order</source>
        <translation>قبلت الطلب</translation>
    </message>
    <message>
        <source>You rejected the order</source>
        <translation>رفضت الطلب</translation>
    </message>
    <message>
        <source>You marked it ready</source>
        <translation>جهّزت الطلب</translation>
    </message>
    <message>
        <source>You sent it with the courier</source>
        <translation>أرسلته مع المندوب</translation>
    </message>
    <message>
        <source>You handed it over</source>
        <translation>سلّمت الطلب</translation>
    </message>
    <message>
        <source>You cancelled the order</source>
        <translation>ألغيت الطلب</translation>
    </message>
    <message>
        <source>Buyer placed the order</source>
        <translation>أرسل المشتري الطلب</translation>
    </message>
    <message>
        <source>Order accepted</source>
        <translation>تم قبول الطلب</translation>
    </message>
    <message>
        <source>Order rejected</source>
        <translation>رُفض الطلب</translation>
    </message>
    <message>
        <source>Order cancelled</source>
        <translation>أُلغي الطلب</translation>
    </message>
    <message>
        <source>Cancelled by itself</source>
        <translation>أُلغي تلقائيًا</translation>
    </message>
    <message>
        <source>Time to accept began again</source>
        <translation>بدأت مهلة القبول من جديد</translation>
    </message>
    <message>
        <source>Buyer got the money back</source>
        <translation>استعاد المشتري المبلغ</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>الوقت المتبقي</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>الأحدث</translation>
    </message>
    <message>
        <source>Oldest</source>
        <translation>الأقدم</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>الأكبر</translation>
    </message>
</context>
<context>
    <name>OrdersPane</name>
    <message>
        <source>Which orders</source>
        <translation>أي الطلبات</translation>
    </message>
    <message>
        <source>Enter a phone order</source>
        <translation>أدخل طلبًا هاتفيًا</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>تصدير</translation>
    </message>
    <message>
        <source>Sales summary</source>
        <translation>ملخص المبيعات</translation>
    </message>
    <message>
        <source>Place a test order</source>
        <translation>أنشئ طلبًا تجريبيًا</translation>
    </message>
    <message>
        <source>Orders</source>
        <translation>الطلبات</translation>
    </message>
</context>
<context>
    <name>OrdersSubtitle</name>
    <message>
        <source>Test orders of the staging shop.</source>
        <translation>طلبات للتجربة في النسخة التجريبية.</translation>
    </message>
    <message>
        <source>No order is waiting. A new one rings here and in the tray.</source>
        <translation>لا طلب بانتظارك. سيصلك تنبيه هنا وفي شريط النظام عند وصول طلب جديد.</translation>
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
    <message numerus="yes">
        <source>%n are waiting; the first cancels by itself %1.</source>
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
    <message numerus="yes">
        <source>%n are waiting; the first cancels by itself within a minute.</source>
        <translation>
            <numerusform>لا طلبات بانتظارك.</numerusform>
            <numerusform>طلب واحد بانتظارك، ويُلغى تلقائيًا خلال دقيقة.</numerusform>
            <numerusform>طلبان بانتظارك، وأولهما يُلغى تلقائيًا خلال دقيقة.</numerusform>
            <numerusform>%n طلبات بانتظارك، وأولها يُلغى تلقائيًا خلال دقيقة.</numerusform>
            <numerusform>%n طلبًا بانتظارك، وأولها يُلغى تلقائيًا خلال دقيقة.</numerusform>
            <numerusform>%n طلب بانتظارك، وأولها يُلغى تلقائيًا خلال دقيقة.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PartPicker</name>
    <message>
        <source>Add a part: SKU, OEM number or name</source>
        <translation>أضف قطعة: SKU أو رقم OEM أو الاسم</translation>
    </message>
    <message>
        <source>Parts that fit</source>
        <translation>القطع المطابقة</translation>
    </message>
</context>
<context>
    <name>PriceRequests</name>
    <message>
        <source>Request, car or part</source>
        <translation>طلب أو سيارة أو قطعة</translation>
    </message>
    <message>
        <source>Price requests</source>
        <translation>طلبات الأسعار</translation>
    </message>
    <message>
        <source>No request fits this search.</source>
        <translation>لا يوجد طلب سعر مطابق للبحث.</translation>
    </message>
    <message>
        <source>No price requests yet</source>
        <translation>لا توجد طلبات أسعار بعد</translation>
    </message>
    <message>
        <source>When a buyer on the marketplace asks what a part would cost, the question shows here.</source>
        <translation>عندما يسأل مشترٍ في السوق عن سعر قطعة يظهر سؤاله هنا.</translation>
    </message>
    <message>
        <source>From a script:</source>
        <translation>من سطر الأوامر:</translation>
    </message>
</context>
<context>
    <name>ReasonDialog</name>
    <message>
        <source>For example: the last one was sold in the shop this morning.</source>
        <translation>مثال: بيعت آخر قطعة في المحل صباح اليوم.</translation>
    </message>
    <message>
        <source>The buyer will read this reason</source>
        <translation>سيقرأ المشتري هذا السبب</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>السبب</translation>
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
        <source>Does not fit this car</source>
        <translation>لا تناسب هذه السيارة</translation>
    </message>
    <message>
        <source>The price was wrong</source>
        <translation>السعر كان خطأ</translation>
    </message>
</context>
<context>
    <name>RejectDialog</name>
    <message>
        <source>Reject %1?</source>
        <translation>رفض %1؟</translation>
    </message>
    <message>
        <source>What was held at %1 is free again.</source>
        <translation>يعود المحجوز في %1 متاحًا.</translation>
    </message>
    <message>
        <source>The buyer gets the money back, and what was held at %1 is free again.</source>
        <translation>يستعيد المشتري ماله، ويعود المحجوز في %1 متاحًا.</translation>
    </message>
    <message>
        <source>Reject order</source>
        <translation>ارفض الطلب</translation>
    </message>
</context>
<context>
    <name>RequestDetail</name>
    <message>
        <source>Make an order of it</source>
        <translation>حوّله إلى طلب</translation>
    </message>
    <message>
        <source>Answer the buyer on the marketplace. Once you agree, enter the order here.</source>
        <translation>أجب المشتري في السوق، وعند الاتفاق أدخل الطلب هنا.</translation>
    </message>
    <message>
        <source>Asked for</source>
        <translation>المطلوب</translation>
    </message>
    <message>
        <source>no part number given</source>
        <translation>دون رقم قطعة</translation>
    </message>
    <message>
        <source>Qty</source>
        <translation>الكمية</translation>
    </message>
</context>
<context>
    <name>SlipDialog</name>
    <message>
        <source>Print the order</source>
        <translation>طباعة الطلب</translation>
    </message>
    <message>
        <source>What to print</source>
        <translation>ما الذي يُطبع</translation>
    </message>
    <message>
        <source>A4</source>
        <translation>A4</translation>
    </message>
    <message>
        <source>Receipt, 80 mm</source>
        <translation>إيصال، 80 مم</translation>
    </message>
    <message>
        <source>Paper</source>
        <translation>الورق</translation>
    </message>
</context>
<context>
    <name>_PartRows</name>
    <message>
        <source>%1 free</source>
        <translation>المتاح %1</translation>
    </message>
</context>
</TS>
