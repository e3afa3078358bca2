// Judges the rows of an order: by the row kind that the portal checks them by, and by what their campaign allows.
import { type Cents, cents, centsToWire } from '#domain/money.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { refuseOrderRow } from '#domain/order/campaign-rules.ts'
import type { OrderAmountName } from '#domain/order/fields.ts'
import type { OrderType } from '#domain/order/kinds.ts'
import { orderRows } from '#domain/order/rows.ts'
import { checkRow, type RowKind } from '#domain/rows/kind.ts'
import type { SessionContext } from '#server/context.ts'
import { programmeDay } from '#server/day-range.ts'
import { orderFingerprint } from '#server/db/fingerprint.ts'
import type { NewOrderRow } from '#server/db/insert-order.ts'
import type { OrderCampaign } from './campaigns.ts'
import { storedToFields } from './stored-row.ts'

/** A row as it is sent: texts and, in minor units, amounts. */
export type GivenRow = Readonly<Record<string, string | number>>

/** A row as it is stored, with why it cannot be ordered. */
export interface JudgedOrderRow extends NewOrderRow {
  readonly error: string | undefined
}

/** Every row in the order sent, without space around its texts. */
export function judgeGiven(
  context: SessionContext,
  type: OrderType,
  campaign: OrderCampaign,
  given: readonly GivenRow[],
): JudgedOrderRow[] {
  const today = programmeDay(context)
  const kind: RowKind = orderRows(type, today)
  const texts = kind.fields.filter(({ value }) => value !== 'money')
  return given.map((row, index) => {
    const amountOf = (name: OrderAmountName) => cents(Number(row[name] ?? 0))
    const stored = {
      fields: Object.fromEntries(texts.map(({ name }) => [name, String(row[name] ?? '').trim()])),
      loadCents: amountOf('loadAmount'),
      feeCents: amountOf('cardOrderFee'),
    }
    return { ...stored, error: judgeRow(type, kind, stored, index + 1, campaign, today) }
  })
}

/** Why each stored row could not be ordered today; undefined for those that could. */
export function judgeStored(
  type: OrderType,
  campaign: OrderCampaign,
  rows: readonly NewOrderRow[],
  today: CalendarDate,
): (string | undefined)[] {
  const kind: RowKind = orderRows(type, today)
  return rows.map((row, index) => judgeRow(type, kind, row, index + 1, campaign, today))
}

function judgeRow(
  type: OrderType,
  kind: RowKind,
  row: NewOrderRow,
  rowNumber: number,
  campaign: OrderCampaign,
  today: CalendarDate,
) {
  const values = storedToFields(type, row, amountToText)
  const checked = checkRow(kind, { rowNumber, values, fieldCount: kind.fields.length })
  return refuseOrderRow(kind, checked, row.loadCents, campaign, today)
}

/** No amount and zero are the same here. */
const amountToText = (amount: Cents): string => (amount === 0 ? '' : centsToWire(amount))

/** 64 hexadecimal digits; of the rows in the form that they are stored in. */
export const fingerprintOfRows = (
  { secrets }: SessionContext,
  type: OrderType,
  campaignId: number,
  rows: readonly NewOrderRow[],
): string =>
  orderFingerprint(
    secrets,
    type,
    campaignId,
    rows.map(({ fields, loadCents, feeCents }) => [...Object.values(fields), loadCents, feeCents]),
  )
