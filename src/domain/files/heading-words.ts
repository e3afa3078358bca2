// The headings that files use for each field, in every language of the portal and in some other languages. A file in any
// of these languages can be read. The worker has this table. A page loads the table with the first file
// (`setKnownHeadings`). The first heading of each language is the field's label in that language, and so the heading in
// its templates.
import type { PhysicalFieldName, VirtualFieldName } from '../order/fields.ts'
import type { HeadingWords } from '../rows/headings.ts'

/** Combines the headings of two fields. */
const combineHeadings = (first: HeadingWords, second: HeadingWords): HeadingWords => ({
  en: `${first.en}, ${second.en}`,
  de: `${first.de}, ${second.de}`,
  ms: `${first.ms}, ${second.ms}`,
  'zh-Hans': `${first['zh-Hans']}, ${second['zh-Hans']}`,
  ar: `${first.ar}, ${second.ar}`,
})

const phone: HeadingWords = {
  en: 'Phone, Phone Number, Phone No, Telephone, Telephone Number, Tel, Tel No, Mobile, Mobile Number, Mobile No, Contact Number, Contact No',
  de: 'Telefon, Telefonnummer, Telefon-Nr, Tel-Nr, Handy, Handynummer, Mobil, Mobilnummer, Mobiltelefon, Rufnummer',
  ms: 'Telefon, Nombor Telefon, No Telefon, No Tel, Nombor Telefon Bimbit, No Telefon Bimbit, No HP, No Bimbit',
  'zh-Hans': '电话, 电话号码, 手机, 手机号, 手机号码, 联系电话, 联系方式',
  ar: 'الهاتف, رقم الهاتف, الجوال, رقم الجوال, رقم الموبايل, رقم المحمول',
}

/** The headings of cards and amounts in batches, which depend on the type of batch and the identifier of its cards. */
export const batchHeadings = {
  cardNumber: {
    en: 'Card Number, Card, Card No, Card Num, PAN, Card PAN, Identifier',
    de: 'Kartennummer, Karten-Nr, Karte',
    ms: 'Nombor Kad, No Kad, Kad',
    'zh-Hans': '卡号, 卡片号码, 卡号码, 卡片编号',
    ar: 'رقم البطاقة, رقم الكارت, رقم الكرت, البطاقة',
    other:
      'Numéro de carte, N° de carte, Número de tarjeta, Número do cartão, Número de cartão, Kaartnummer, Nomor Kartu, No Kartu, 卡號, 卡片號碼',
  },
  trackingNumber: {
    en: 'Tracking Number, Tracking, Tracking No, Tracking Num, Identifier',
    de: 'Trackingnummer, Tracking-Nr, Sendungsnummer',
    ms: 'Nombor Penjejakan, No Penjejakan',
    'zh-Hans': '追踪号, 追踪编号, 追踪号码, 跟踪号',
    ar: 'رقم التتبع, رقم المتابعة',
  },
  /** Other headings for the card in batches with one card per row. */
  onlyCard: {
    en: 'To Card, Target Card',
    de: 'An Karte, Zielkarte',
    ms: 'Ke Kad, Kad Penerima, Kad Sasaran',
    'zh-Hans': '收款卡号, 目标卡号',
    ar: 'إلى البطاقة, بطاقة المستلم',
  },
  sourceCardNumber: {
    en: 'From Card Number',
    de: 'Von Kartennummer',
    ms: 'Dari Nombor Kad',
    'zh-Hans': '转出卡号',
    ar: 'من رقم البطاقة',
  },
  sourceTrackingNumber: {
    en: 'From Tracking Number',
    de: 'Von Trackingnummer',
    ms: 'Dari Nombor Penjejakan',
    'zh-Hans': '转出追踪号',
    ar: 'من رقم التتبع',
  },
  /** Other headings for the card that a transfer takes money from. */
  source: {
    en: 'From, From Card, Source, Source Card, Source Card Number',
    de: 'Von, Von Karte, Quellkarte, Ausgangskarte',
    ms: 'Dari, Dari Kad, Kad Sumber, Kad Asal',
    'zh-Hans': '转出卡, 付款卡号, 来源卡号',
    ar: 'من, من البطاقة, بطاقة المصدر, البطاقة المصدر',
  },
  /** Files name the number of a card either way, so both fields have both headings. The values show which it is. */
  targetCardNumber: {
    en: 'To Card Number, Target Card Number, Target Tracking Number',
    de: 'An Kartennummer',
    ms: 'Ke Nombor Kad',
    'zh-Hans': '转入卡号',
    ar: 'إلى رقم البطاقة',
  },
  targetTrackingNumber: {
    en: 'To Tracking Number, Target Card Number, Target Tracking Number',
    de: 'An Trackingnummer',
    ms: 'Ke Nombor Penjejakan',
    'zh-Hans': '转入追踪号',
    ar: 'إلى رقم التتبع',
  },
  /** Other headings for the card that a transfer moves money to. */
  target: {
    en: 'To, To Card, Target, Target Card, Target Card No, Destination, Destination Card, Destination Card Number',
    de: 'An, An Karte, Zielkarte, Empfängerkarte, Zielkartennummer',
    ms: 'Ke, Ke Kad, Kad Penerima, Kad Sasaran, Kad Destinasi',
    'zh-Hans': '转入卡, 收款卡号, 目标卡号',
    ar: 'إلى, إلى البطاقة, بطاقة المستلم, البطاقة المستهدفة',
  },
  amount: {
    en: 'Amount, Amt, Sum, Value, Load, Load Amt, Load Amount, Load Value, Amount to Load, Top Up, Top Up Amount, Transfer Amount, Amount to Transfer, Devalue Amount',
    de: 'Betrag, Ladebetrag, Aufladebetrag, Summe, Wert, Umbuchungsbetrag',
    ms: 'Amaun, Jumlah, Nilai, Amaun Tambah Nilai, Jumlah Tambah Nilai, Amaun Pindahan',
    'zh-Hans': '金额, 充值金额, 充值额, 转账金额, 扣款金额, 款额, 数额',
    ar: 'المبلغ, القيمة, مبلغ الشحن, قيمة الشحن, مبلغ التحويل',
    other: 'Montant, Importe, Monto, Valor, Bedrag, Nominal, 金額, 充值金額',
  },
  targetBalance: {
    en: 'Target Balance, Target, Balance To Reach, Fill Up To, Top Up To, Load To, New Balance',
    de: 'Zielguthaben, Zielsaldo, Auffüllen auf, Neues Guthaben',
    ms: 'Baki Sasaran, Baki Baharu, Tambah Hingga',
    'zh-Hans': '目标余额, 充值至, 新余额',
    ar: 'الرصيد المستهدف, الرصيد الجديد, الشحن حتى',
  },
} satisfies Readonly<Record<string, HeadingWords>>

/** The headings of the fields of orders, by field name. */
export const fieldHeadings: Readonly<Record<PhysicalFieldName | VirtualFieldName, HeadingWords>> = {
  name: {
    en: 'Name, First Name, Given Name, Forename',
    de: 'Name, Vorname',
    ms: 'Nama, Nama Pertama, Nama Depan',
    'zh-Hans': '名字, 名',
    ar: 'الاسم, الاسم الأول',
  },
  surname: {
    en: 'Surname, Last Name, Family Name',
    de: 'Nachname, Familienname, Zuname',
    ms: 'Nama keluarga, Nama Akhir',
    'zh-Hans': '姓氏, 姓',
    ar: 'اسم العائلة, الاسم الأخير, اللقب',
  },
  customerReference: {
    en: 'Customer Reference, Reference, Reference Number, Ref, Ref No, Cust Ref, Customer Ref, Customer Reference Number, Customer ID',
    de: 'Kundenreferenz, Referenz, Referenznummer, Ref-Nr, Kundennummer, Kunden-Nr',
    ms: 'Rujukan Pelanggan, Rujukan, Nombor Rujukan, No Rujukan, Nombor Pelanggan, No Pelanggan',
    'zh-Hans': '客户参考号, 参考号, 参考编号, 客户编号, 客户号',
    ar: 'مرجع العميل, المرجع, رقم المرجع, الرقم المرجعي, رقم العميل',
  },
  loadAmount: {
    en: 'Load Amount, Amount, Load, Load Value, Initial Load, Initial Amount',
    de: 'Aufladebetrag, Betrag, Ladebetrag, Startguthaben',
    ms: 'Amaun Tambah Nilai, Amaun, Jumlah, Jumlah Tambah Nilai',
    'zh-Hans': '充值金额, 金额, 充值额, 初始金额',
    ar: 'مبلغ الشحن, المبلغ, قيمة الشحن, القيمة',
    other: '金額, 充值金額',
  },
  cardOrderFee: {
    en: 'Card Order Fee, Fee, Card Fee, Order Fee',
    de: 'Kartenbestellgebühr, Gebühr, Kartengebühr, Bestellgebühr',
    ms: 'Fi Pesanan Kad, Fi, Fi Kad, Fi Pesanan',
    'zh-Hans': '订购费用, 费用, 卡费, 订卡费',
    ar: 'رسم طلب البطاقة, الرسم, الرسوم, رسوم البطاقة, رسوم الطلب',
  },
  recipientName: {
    en: 'Recipient Name, Recipient, Recipient Full Name, Deliver To, Addressee',
    de: 'Name des Empfängers, Empfänger, Empfängername, Lieferung an',
    ms: 'Nama Penerima, Penerima, Hantar Kepada',
    'zh-Hans': '收件人姓名, 收件人, 收货人',
    ar: 'اسم المستلم, المستلم, المرسل إليه',
  },
  recipientNumber: combineHeadings(
    {
      en: 'Recipient Contact Number, Recipient Number, Recipient Phone',
      de: 'Telefonnummer des Empfängers, Telefon des Empfängers, Empfängertelefon',
      ms: 'Nombor Telefon Penerima, Telefon Penerima, No Telefon Penerima',
      'zh-Hans': '收件人联系电话, 收件人电话, 收货人电话',
      ar: 'رقم هاتف المستلم, هاتف المستلم, جوال المستلم',
    },
    phone,
  ),
  address1: {
    en: 'Address 1, Address, Address Line 1, Street Address, Street, Delivery Address',
    de: 'Adresse 1, Adresse, Adresszeile 1, Anschrift, Straße, Straße und Hausnummer, Lieferadresse',
    ms: 'Alamat 1, Alamat, Jalan, Alamat Penghantaran',
    'zh-Hans': '地址 1, 地址, 街道, 收货地址, 收件地址',
    ar: 'العنوان 1, العنوان, الشارع, عنوان التسليم, عنوان التوصيل',
  },
  address2: {
    en: 'Address 2, Address Line 2',
    de: 'Adresse 2, Adresszeile 2, Adresszusatz',
    ms: 'Alamat 2',
    'zh-Hans': '地址 2',
    ar: 'العنوان 2',
  },
  postalCode: {
    en: 'Postal Code, Postcode, Postal, ZIP, ZIP Code',
    de: 'Postleitzahl, PLZ',
    ms: 'Poskod, Kod Pos',
    'zh-Hans': '邮政编码, 邮编',
    ar: 'الرمز البريدي',
  },
  cardLabel: {
    en: 'Card Label, Label',
    de: 'Kartenbezeichnung, Bezeichnung',
    ms: 'Label Kad',
    'zh-Hans': '卡标签, 卡片标签',
    ar: 'تسمية البطاقة, التسمية',
  },
  notificationNumber: combineHeadings(
    {
      en: 'Notification Number, Notification Phone, Notification No',
      de: 'Benachrichtigungsnummer',
      ms: 'Nombor Pemberitahuan',
      'zh-Hans': '通知号码, 通知电话',
      ar: 'رقم الإشعار, رقم الإشعارات',
    },
    phone,
  ),
  expiryDate: {
    en: 'Expiry Date, Expiry, Expires, Expires On, Expiration, Expiration Date, Valid Until, Valid To',
    de: 'Ablaufdatum, Ablauf, Verfallsdatum, Gültig bis',
    ms: 'Tarikh Luput, Tarikh Tamat, Tamat Tempoh, Sah Hingga',
    'zh-Hans': '有效期, 有效期至, 到期日, 到期日期, 失效日期',
    ar: 'تاريخ الانتهاء, تاريخ انتهاء الصلاحية, تاريخ الصلاحية, صالحة حتى',
  },
  tagName: {
    en: 'Tag Name, Tag Names',
    de: 'Merkmalname, Merkmalnamen, Merkmal',
    ms: 'Nama Tag',
    'zh-Hans': '标签名称, 标签名',
    ar: 'اسم الوسم, أسماء الوسوم',
  },
  tagValue: {
    en: 'Tag Value, Tag Values',
    de: 'Merkmalwert, Merkmalwerte',
    ms: 'Nilai Tag',
    'zh-Hans': '标签值',
    ar: 'قيمة الوسم, قيم الوسوم',
  },
}

/** The headings of the entries in a bank's file; their amount is `batchHeadings.amount`. */
const bankHeadings = {
  bookedOn: {
    en: 'Booking date, Booked, Date, Transaction Date, Posting Date, Posted Date, Booked On',
    de: 'Buchungsdatum, Buchungstag, Gebucht, Datum',
    ms: 'Tarikh dibukukan, Dibukukan pada, Tarikh, Tarikh Transaksi, Tarikh Catatan',
    'zh-Hans': '入账日期, 入账日, 记账日期, 日期, 交易日期',
    ar: 'تاريخ القيد, التاريخ, تاريخ العملية',
    other: 'Date de comptabilisation, Fecha, Data, Datum',
  },
  moneyIn: {
    en: 'Money in, Credit, Credit Amount, Deposit, Deposits, Paid In',
    de: 'Eingänge, Haben, Gutschrift',
    ms: 'Wang masuk, Kredit, Deposit',
    'zh-Hans': '转入, 收入, 贷方, 贷方金额, 存入',
    ar: 'الوارد, دائن, إيداع',
    other: 'Crédit, Crédito, Abono',
  },
  moneyOut: {
    en: 'Money out, Debit, Debit Amount, Withdrawal, Withdrawals, Paid Out',
    de: 'Ausgänge, Soll, Lastschrift',
    ms: 'Wang keluar, Debit, Pengeluaran',
    'zh-Hans': '转出, 支出, 借方, 借方金额, 支取',
    ar: 'الصادر, مدين, سحب',
    other: 'Débit, Débito, Cargo',
  },
  bankReference: {
    en: 'Bank reference, Transaction ID, Transaction Number, Transaction Ref, Bank Ref',
    de: 'Referenz der Bank, Bankreferenz, Transaktionsnummer',
    ms: 'Rujukan bank, ID Transaksi, Nombor Transaksi',
    'zh-Hans': '银行参考号, 交易流水号, 交易号',
    ar: 'مرجع البنك, رقم العملية',
  },
  payersText: {
    en: 'Text, Description, Details, Narrative, Particulars, Remittance Information, Reference, Transaction Description',
    de: 'Text, Verwendungszweck, Buchungstext, Beschreibung, Referenz',
    ms: 'Teks, Keterangan, Butiran, Rujukan',
    'zh-Hans': '附言, 摘要, 文本, 说明, 用途',
    ar: 'النص, البيان, الوصف, التفاصيل, المرجع',
  },
} satisfies Readonly<Record<string, HeadingWords>>

/** The headings of all fields. */
export const headingWords: Readonly<Record<string, HeadingWords>> = {
  ...batchHeadings,
  ...fieldHeadings,
  ...bankHeadings,
}
