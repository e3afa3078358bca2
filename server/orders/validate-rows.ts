// Checks the rows of an order with the same checks as the portal, and with the rules of the campaign.
import { type Cents, cents, centsToDecimal } from '#domain/money.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { isLoadBlocked, orderRowWarning, orderRowRefusal } from '#domain/order/campaign-rules.ts'
import type { OrderAmountName } from '#domain/order/fields.ts'
import type { OrderType } from '#domain/order/types.ts'
import { orderRows } from '#domain/order/rows.ts'
import { type CheckedRow, checkRow, type RowType } from '#domain/rows/row-type.ts'
import type { SessionContext } from '#server/operations/context.ts'
import { programmeDay } from '#server/operations/day-range.ts'
import { orderFingerprint } from '#server/db/fingerprint.ts'
import type { NewOrderRow } from '#server/db/insert-order.ts'
import type { OrderCampaign } from './campaigns.ts'
import { storedToFields } from './stored-row.ts'

/** A row as sent: texts, and amounts in minor units. */
export type SubmittedRow = Readonly<Record<string, string | number>>

/** A row as stored, with its findings. */
export interface ValidatedRow extends NewOrderRow {
  /** Why the row cannot be ordered. */
  readonly error: string | undefined
  /**
   * True if the row could be ordered without its load amount. The campaign then loads only cards whose holders are
   * identified.
   */
  readonly isOnlyLoadBlocked: boolean
  /** Set if the row can be ordered, but should be checked. */
  readonly warning: string | undefined
}

/** Returns every row with trimmed texts and its error or warning, in the order of the call. */
export function validateRows(
  context: SessionContext,
  type: OrderType,
  campaign: OrderCampaign,
  rows: readonly SubmittedRow[],
): ValidatedRow[] {
  const today = programmeDay(context)
  const rowType: RowType = orderRows(type, today)
  const textFields = rowType.fields.filter(({ value }) => value !== 'money')
  return rows.map((row, index) => {
    const amountOf = (name: OrderAmountName) => cents(Number(row[name] ?? 0))
    const storedRow = {
      fields: Object.fromEntries(textFields.map(({ name }) => [name, String(row[name] ?? '').trim()])),
      loadCents: amountOf('loadAmount'),
      feeCents: amountOf('cardOrderFee'),
    }
    const checkedRow = checkStoredRow(type, rowType, storedRow, index + 1)
    const refusalForLoad = (loadCents: Cents) => orderRowRefusal(rowType, checkedRow, loadCents, campaign, today)
    const isValidWithoutLoad = refusalForLoad(cents(0)) === undefined
    return {
      ...storedRow,
      error: refusalForLoad(storedRow.loadCents),
      isOnlyLoadBlocked: isValidWithoutLoad && isLoadBlocked(storedRow.loadCents, campaign),
      warning: orderRowWarning(rowType, checkedRow),
    }
  })
}

/** For each stored row, why the row could not be ordered today. Undefined for a valid row. */
export function validateStoredRows(
  type: OrderType,
  campaign: OrderCampaign,
  rows: readonly NewOrderRow[],
  today: CalendarDate,
): (string | undefined)[] {
  const rowType: RowType = orderRows(type, today)
  return rows.map((row, index) => {
    const checkedRow = checkStoredRow(type, rowType, row, index + 1)
    return orderRowRefusal(rowType, checkedRow, row.loadCents, campaign, today)
  })
}

function checkStoredRow(type: OrderType, rowType: RowType, row: NewOrderRow, rowNumber: number): CheckedRow {
  const values = storedToFields(type, row, amountToText)
  return checkRow(rowType, { rowNumber, values, fieldCount: rowType.fields.length })
}

/** An amount of zero counts as a missing amount, which is an empty text. */
const amountToText = (amount: Cents): string => (amount === 0 ? '' : centsToDecimal(amount))

/** 64 hexadecimal digits, computed from the rows as stored. */
export const rowsToFingerprint = (
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
