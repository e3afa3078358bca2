// Words of files in the languages of our users and their neighbours: units and currencies of amounts, totals, secrets, and
// marks of rows that are not to be paid. heading-words.ts has the headings of fields.

/** The names of units, without accents. */
export const unitWords = {
  percent:
    '% percent percents percentage pct prozent prozentsatz pourcent pourcentage porciento porcentaje porcento ' +
    'porcentagem percentagem procent percentage peratus peratusan persen persentase بالمئة بالمائة نسبة',
  minor:
    'cent cents ct cts ¢ sen centavo centavos centime centimes centimo centimos centen eurocent eurocents rappen ' +
    'penny pennies pence minor subunit subunits paise paisa fils satang groszy kopeks øre halalas centesimi ' +
    'kleinsteinheit سنت سنتات بالسنت فلس بالفلس هللة بالهللة قرش بالقرش',
  thousands:
    '000 000s 1000 k thousand thousands tsd tausend tausende milliers millier mille miles mil milhar milhares ' +
    'duizend duizenden ribu ribuan rb teur tusd tsgd tchf keur kusd ksgd kchf kgbp الف الاف بالالف بالالاف',
  hundreds: '100 hundred hundreds hunderter ratus ratusan centaines cientos centenas',
  millions:
    '000000 1000000 million millions millionen mio mn mln millones millon milhoes milhao miljoen miljoenen juta jt ' +
    'meur musd msgd مليون ملايين بالمليون بالملايين',
} as const

/**
 * Units in Chinese headings, where no spaces separate words. A unit of a single character counts only if its neighbours
 * show that it is not part of another word.
 */
export const chineseUnits = [
  ['percent', /百分|％|%/],
  ['millions', /(?:百万|百萬)(?:元|新元|新币|美元)?/],
  ['tenThousands', /[万萬](?:元|新元|新币|美元)?(?:$|[^\p{L}])/u],
  ['thousands', /[千仟](?:元|新元|新币|美元)?(?:$|[^\p{L}])/u],
  ['tenths', /(?:^|[^\p{L}]|金额|金額|单位|單位)角(?:$|[^\p{L}])/u],
  ['minor', /(?:^|[^\p{L}]|金额|金額|额|額|单位|單位|为|為|以|按)分(?:$|[^\p{L}]|为单位|為單位|计|計)/u],
] as const

/**
 * The symbols and names of each currency, in lower case. 'dollar' and 'yen or yuan' are for symbols and words that do
 * not say which currency.
 */
export const currencyWords: readonly (readonly [string, readonly string[]])[] = [
  [
    'SGD',
    's$|sg$|sgd$|singapore dollar|singapore dollars|新元|新币|新幣|坡币|新加坡元|singapur-dollar|dolar singapura|دولار سنغافوري'.split(
      '|',
    ),
  ],
  [
    'USD',
    'us$|usd$|u$s|u$|us dollar|us dollars|美元|美金|dolar as|dólares|dolares|us-dollar|dolar amerika|دولار أمريكي|دولار امريكي'.split(
      '|',
    ),
  ],
  ['EUR', '€|euro|euros|欧元|歐元|يورو'.split('|')],
  ['GBP', '£|pound|pounds|sterling|英镑|英鎊|pfund|جنيه إسترليني|جنيه استرليني'.split('|')],
  ['CNY', 'cn¥|rmb|yuan|人民币|人民幣'.split('|')],
  ['JPY', 'jp¥|yen|円|日元|日圓'.split('|')],
  ['yen or yuan', '¥|￥'.split('|')],
  ['AUD', 'a$|au$'.split('|')],
  ['NZD', 'nz$'.split('|')],
  ['CAD', 'c$|ca$|can$'.split('|')],
  ['HKD', 'hk$|港币|港元|港幣'.split('|')],
  ['TWD', 'nt$|台币|新台币|新臺幣'.split('|')],
  ['BRL', 'r$|reais'.split('|')],
  ['MXN', 'mx$|mex$'.split('|')],
  ['MYR', 'rm|ringgit|令吉|马币|馬幣|رينغيت|رينجت'.split('|')],
  ['IDR', 'rp|rp.|rupiah|印尼盾'.split('|')],
  ['INR', '₹|rs|rs.|rupee|rupees|卢比'.split('|')],
  ['THB', '฿|baht|泰铢|泰銖'.split('|')],
  ['PHP', '₱'.split('|')],
  ['VND', '₫|đ|越南盾'.split('|')],
  ['KRW', '₩|韩元|韓元'.split('|')],
  ['RUB', '₽|rubles|rub.'.split('|')],
  ['TRY', '₺'.split('|')],
  ['ILS', '₪'.split('|')],
  ['UAH', '₴'.split('|')],
  ['PLN', 'zł|zl'.split('|')],
  ['CZK', 'kč'.split('|')],
  ['AED', 'د.إ|درهم إماراتي|درهم اماراتي'.split('|')],
  ['SAR', 'ر.س|ريال سعودي'.split('|')],
  ['CHF', 'sfr|sfr.|fr.|franken'.split('|')],
  ['SEK', 'kr|kr.'.split('|')],
  ['dollar', '$|dollar|dollars|dólar|dolar|دولار|بالدولار'.split('|')],
]

/** The codes of ISO 4217, without metals and funds. */
export const CURRENCY_CODES: ReadonlySet<string> = new Set(
  (
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF ' +
    'CLP CNY CNH COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL ' +
    'HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL ' +
    'MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON ' +
    'RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH ' +
    'UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWL'
  ).split(' '),
)
/**
 * Codes that are also words of headings: 'TOP UP', 'ALL'. They mean a currency only alone in brackets or in a currency
 * column.
 */
export const AMBIGUOUS_CODES: ReadonlySet<string> = new Set('ALL TOP TRY CUP PEN SOS MOP GEL LAK COP BAM'.split(' '))

/** Words that join a unit to the name of a column. */
export const CONNECTING_WORDS: ReadonlySet<string> = new Set(
  'in en em de d dalam of as x 1 units unit einheit einheiten unite unites unidad unidades unidade eenheid satuan von وحدة'.split(
    ' ',
  ),
)

/** Matches the heading of a currency column, in lower case and without spaces, in the languages of our users. */
export const CURRENCY_HEADING =
  /^(?:(?:transaction|load|payment|settlement)?(?:currency|ccy|curr|cur)(?:code|iso)?|währung|wahrung|währungscode|devise|monnaie|moneda|divisa|moeda|valuta|munt|matawang|matauang|kodmatawang|(?:رمز)?(?:ال)?عملة|币种|幣種|货币|貨幣|币别|幣別|币种代码|货币代码)$/

/** Matches a line above the headings that names the unit or currency of all amounts. */
export const ABOUT_AMOUNTS =
  /amounts?|figures|values|beträge|montants|importes|valores|bedragen|jumlah|amaun|المبالغ|المبلغ|金额|金額|单位|單位|currency|currencies|währung|mata wang|العملة|devise|moneda|moeda|valuta/i

/** The words that begin a line with totals, in the languages of our users' spreadsheets. */
export const TOTAL =
  /^(?:grand |sub-?)?(?:totals?|totale|totaal|sums?|(?:end|zwischen)?summe|gesamt(?:summe|betrag)?|insgesamt|somme|suma|soma|jumlah(?: besar| kecil| keseluruhan)?|(?:ال)?مجموع(?: ال(?:كلي|فرعي))?|(?:ال)?[إا]جمالي|合计|合計|总计|總計|小计|小計|总额|總額|tổng(?: cộng)?)\s*(?::|\([^)]*\))?$/iu

/** Matches the heading of a column with secrets, which must not be stored. */
export const SECRET_HEADING =
  /\b(?:cvv|cvc|cvn|cid|csc)[0-9]?\b|security\s*code|\bpin\b|passwor[dt]|passcode|kennwort|prüf(?:nummer|ziffer|code)|sicherheitscode|geheimzahl|kata\s*laluan|kod\s*keselamatan|安全码|密码|校验码|验证码|رمز\s*(?:ال)?[أا]?مان|(?:ال)?رقم\s*(?:ال)?سري|رمز\s*(?:ال)?سري|كلمة\s*(?:ال)?(?:مرور|سر)/i

/** Patterns for columns that mark rows which are not to be paid. */
export const marks = {
  /** Beginnings of texts that exclude a row from payment in any column. */
  never:
    /^(?:do\s?n[o'’]t\s(?:pay|load|send|issue|process)|dnp\b|no\spay|not\s(?:to\sbe\s)?(?:paid|loaded|approved)|void(?:ed)?\b|cancel(?:l?ed|lation)?\b|stop(?:ped)?(?:\spayment)?\b|on\shold\b|hold\b|held\b|reject(?:ed)?\b|declined?\b|revers(?:ed|al)\b|exclude[d]?\b|storniert|storno|abgelehnt|gesperrt|nicht\szahlen|batal|dibatalkan|ditolak|jangan\sbayar|tahan|作废|作廢|取消|已取消|停发|停發|暂停|暫停|不发|不發|不付|拒绝|拒絕|ملغ|مرفوض|موقوف|لا\s?تدفع)/i,
  /** Beginnings of texts that also exclude a row in a column about the state of its rows. */
  state:
    /^(?:paid|already|done|closed|failed|inactive|terminated|resigned|left|suspended|skip|duplicate|blocked|expired|deleted|refunded|bezahlt|erledigt|inaktiv|dibayar|selesai|tidak\saktif|已付|已支付|已发|失败|停用|离职|离職|مدفوع|منتهي|غير\sنشط)/i,
  /** Headings of columns about the state of their rows. */
  stateHeading:
    /status|state|zustand|action|comment|remark|flag|keterangan|catatan|bemerkung|状态|狀態|备注|備註|الحالة|ملاحظ/i,
  /** Answers to the questions of `payHeading` and `stopHeading`. */
  no: /^(?:n|no|nein|tidak|tak|false|0|否|不|لا)$/i,
  yes: /^(?:y|yes|ja|j|ya|true|1|x|是|نعم)$/i,
  /** Headings of a question such as 'Pay?', whose answer 'no' excludes a row. */
  payHeading:
    /\bpay\b|pay\?|\bload\b|includ|approv|eligib|\bactive|process|\bsend|releas|confirm|proceed|zahlen|aktiv|bayar|lulus|发放|發放|支付|批准|激活|دفع|موافق/i,
  /** Headings of a question such as 'On hold?', whose answer 'yes' excludes a row. */
  stopHeading: /hold|exclu|skip|cancel|void|stop|block|sperre|batal|tahan|取消|停|作废|إلغاء|إيقاف/i,
  /** A side of an account: credit or debit. */
  side: /^(?:cr|dr|c|d|credit|debit|haben|soll|kredit|贷|借|دائن|مدين)\.?$/i,
  debit: /^(?:dr|d|debit|soll|借|مدين)\.?$/i,
} as const
