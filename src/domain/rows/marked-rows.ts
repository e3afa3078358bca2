// Finds columns that say which rows are not to be paid: 'Pay? N', 'Status: Cancelled', 'CR/DR', 'VOID'. The user is asked
// whether to take these rows.
import type { ColumnMap, FileColumns, MarkedRows } from './headings.ts'

/** Words that say so in any column, at the beginning of the text. */
const NEVER =
  /^(?:do\s?n[o'’]t\s(?:pay|load|send|issue|process)|dnp\b|no\spay|not\s(?:to\sbe\s)?(?:paid|loaded|approved)|void(?:ed)?\b|cancel(?:l?ed|lation)?\b|stop(?:ped)?(?:\spayment)?\b|on\shold\b|hold\b|held\b|reject(?:ed)?\b|declined?\b|revers(?:ed|al)\b|exclude[d]?\b|storniert|storno|abgelehnt|gesperrt|nicht\szahlen|batal|dibatalkan|ditolak|jangan\sbayar|tahan|作废|作廢|取消|已取消|停发|停發|暂停|暫停|不发|不發|不付|拒绝|拒絕|ملغ|مرفوض|موقوف|لا\s?تدفع)/i
/** Further words, in a column about the state of its rows. */
const STATE =
  /^(?:paid|already|done|closed|failed|inactive|terminated|resigned|left|suspended|skip|duplicate|blocked|expired|deleted|refunded|bezahlt|erledigt|inaktiv|dibayar|selesai|tidak\saktif|已付|已支付|已发|失败|停用|离职|离職|مدفوع|منتهي|غير\sنشط)/i
const STATE_HEADING =
  /status|state|zustand|action|comment|remark|flag|keterangan|catatan|bemerkung|状态|狀態|备注|備註|الحالة|ملاحظ/i
const NO = /^(?:n|no|nein|tidak|tak|false|0|否|不|لا)$/i
const YES = /^(?:y|yes|ja|j|ya|true|1|x|是|نعم)$/i
/** Headings of a question whose answer 'no' excludes a row, and of one whose answer 'yes' does. */
const PAY_HEADING =
  /\bpay\b|pay\?|\bload\b|includ|approv|eligib|\bactive|process|\bsend|releas|confirm|proceed|zahlen|aktiv|bayar|lulus|发放|發放|支付|批准|激活|دفع|موافق/i
const STOP_HEADING = /hold|exclu|skip|cancel|void|stop|block|sperre|batal|tahan|取消|停|作废|إلغاء|إيقاف/i
const SIDE = /^(?:cr|dr|c|d|credit|debit|haben|soll|kredit|贷|借|دائن|مدين)\.?$/i
const DEBIT = /^(?:dr|d|debit|soll|借|مدين)\.?$/i

/** More different values than this are not marks. */
const MAX_VALUES = 12

/** The first column that marks rows as not to be paid; undefined if there is none. */
export function findMarkedRows(
  { headings }: Pick<FileColumns, 'headings'>,
  map: ColumnMap,
  rows: readonly (readonly string[])[],
): MarkedRows | undefined {
  for (const [column, heading] of headings.entries()) {
    if (map.includes(column)) continue
    const counts = new Map<string, number>()
    for (const cells of rows) counts.set(cells[column] ?? '', (counts.get(cells[column] ?? '') ?? 0) + 1)
    const texts = [...counts.keys()].filter((text) => text !== '')
    const isDebitColumn = texts.length > 0 && texts.every((text) => SIDE.test(text))
    const isExcluded = (text: string): boolean =>
      NEVER.test(text) ||
      (STATE_HEADING.test(heading) && STATE.test(text)) ||
      (PAY_HEADING.test(heading) && NO.test(text)) ||
      (STOP_HEADING.test(heading) && YES.test(text)) ||
      (isDebitColumn && DEBIT.test(text))
    const excluded = texts.filter(isExcluded)
    if (excluded.length === 0) continue
    const values = [...counts].map(([text, count]) => ({ text, rows: count })).sort((a, b) => b.rows - a.rows)
    return { column, excluded, values: values.slice(0, MAX_VALUES) }
  }
  return undefined
}
