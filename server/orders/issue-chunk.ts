// Issues the next waiting rows of an order. Each row is checked against the current rules and balance. It then gets a
// card with its account, first load and fees, or the reason why it failed. Runs in the caller's transaction.
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar.ts'
import { type Cents, cents, sumCents } from '#domain/money.ts'
import type { OrderTextName } from '#domain/order/fields.ts'
import { toExpiryDate, checkRowsToIssue } from '#domain/order/issue.ts'
import { textToTags } from '#domain/order/rows.ts'
import { DECLINED_REFERENCE } from '#domain/sandbox/row-outcomes.ts'
import type { Db } from '#server/operations/context.ts'
import { columnsToTable } from '#server/db/sets.ts'
import { lockOwnerAccounts, type OwnerAccounts } from '#server/ledger/accounts.ts'
import { postIssued } from '#server/ledger/post-issued.ts'
import { toDiallableNumber } from '#domain/texts/phones.ts'
import type { Secrets } from '#server/keys/secrets.ts'
import type { NewOrderRow } from '#server/db/insert-order.ts'
import { type Phrase, toStoredText } from '#server/stored-text.ts'
import { drawNumbers, type NewNumbers, RangeExhausted } from './card-numbers.ts'
import { validateStoredRows } from './validate-rows.ts'
import { findOrderCampaign } from './campaigns.ts'
import { ownerScope } from '#server/operations/scope.ts'
import type { OrderToIssue } from './order-to-issue.ts'
import { insertIssued, type NewCard } from './insert-issued.ts'
import { toStoredRow } from './stored-row.ts'

/** Totals of the rows that were issued or failed. Amounts are in minor units. */
export interface IssueOutcome {
  readonly issuedCount: number
  /** The loads of the issued cards. */
  readonly issuedCents: Cents
  readonly issuedFeeCents: Cents
  readonly failedCount: number
}

export interface IssuedChunk extends IssueOutcome {
  /** True if rows are still waiting after this chunk. */
  readonly hasMore: boolean
}

interface ChunkOptions {
  /** The time of the run, which all chunks of the run store. */
  readonly issuedAt: Date
  /** Today in the programme's time zone. */
  readonly today: CalendarDate
  /** Maximum number of rows. */
  readonly size: number
  /** In the sandbox, rows with the customer reference DECLINED_REFERENCE get no card. */
  readonly isSandbox?: boolean | undefined
}

interface WaitingRow {
  readonly row_no: number
  readonly fields: Readonly<Record<string, string>>
  readonly load_cents: number
  readonly fee_cents: number
}

/**
 * The caller has locked `order`. As for all movements of money, the owner's accounts are locked before the accounts of
 * cards. The number of SQL statements does not depend on the number of rows.
 */
export async function issueChunk(
  trx: Db,
  secrets: Secrets,
  order: OrderToIssue,
  options: ChunkOptions,
): Promise<IssuedChunk> {
  const accounts = await lockOwnerAccounts(trx, order.owner_id, order.currency)
  // The query reads one row more than the chunk has. This row shows whether the order has more chunks.
  const { rows: waitingRows } = await sql<WaitingRow>`
    SELECT row_no, fields, load_cents, fee_cents FROM card_order_row
    WHERE order_id = ${order.id} AND state = 'waiting' ORDER BY row_no LIMIT ${options.size + 1}
  `.execute(trx)
  const checkedRows = await checkRows(trx, order, waitingRows.slice(0, options.size), { ...options, ...accounts })
  const validCount = checkedRows.filter(({ refusal }) => refusal === undefined).length
  const drawnNumbers = await tryDrawNumbers(trx, secrets, order.card_prefix ?? '', validCount)
  const rowsToIssue: RowToIssue[] = []
  const failedRows: FailedRow[] = []
  for (const checkedRow of checkedRows) {
    const { refusal } = checkedRow
    const rowNo = checkedRow.row.row_no
    const nextNumbers = drawnNumbers[rowsToIssue.length]
    if (refusal) failedRows.push({ rowNo, text: toStoredText(refusal) })
    else if (nextNumbers) rowsToIssue.push({ ...checkedRow, numbers: nextNumbers })
    else failedRows.push({ rowNo, text: toStoredText(m.orders_noCardNumbersLeft) })
  }
  await markFailed(trx, order.id, failedRows)
  if (rowsToIssue.length > 0) {
    const { id: orderId, owner_id: ownerId, campaign_id: campaignId, currency } = order
    const cards = rowsToIssue.map(({ row, numbers: cardNumbers }) => rowToCard(row, cardNumbers, order, options.today))
    const issue = { ownerId, campaignId, currency, issuedAt: options.issuedAt }
    const insertedCards = await insertIssued(trx, secrets, issue, cards)
    const insertedByRow = new Map(insertedCards.map((card) => [card.rowNo, card]))
    const rowsToPost = rowsToIssue.map(({ row, loadCents, feeCents }) => {
      const card = insertedByRow.get(row.row_no)
      if (!card) throw new Error(`no card was inserted for row ${row.row_no}`)
      return { ...card, loadCents, feeCents }
    })
    const description = toStoredText(() => m.orders_cardOrder({ orderId }))
    await postIssued(trx, { ownerId, orderId, postedAt: options.issuedAt, description }, rowsToPost, accounts)
  }
  return {
    issuedCount: rowsToIssue.length,
    issuedCents: sumCents(rowsToIssue.map(({ loadCents }) => loadCents)),
    issuedFeeCents: sumCents(rowsToIssue.map(({ feeCents }) => feeCents)),
    failedCount: failedRows.length,
    hasMore: waitingRows.length > options.size,
  }
}

interface CheckedRow {
  readonly row: WaitingRow
  readonly loadCents: Cents
  /** The row's own fee plus the campaign's fee for each issued card. */
  readonly feeCents: Cents
  readonly refusal: Phrase | undefined
}

interface RowToIssue extends CheckedRow {
  readonly numbers: NewNumbers
}

interface FailedRow {
  readonly rowNo: number
  /** The stored text of the reason. */
  readonly text: string
}

/** Checks the rows against the current rules for orders, and against the balance of the funding account. */
async function checkRows(
  trx: Db,
  order: OrderToIssue,
  rows: readonly WaitingRow[],
  { today, funding, isSandbox = false }: ChunkOptions & OwnerAccounts,
): Promise<CheckedRow[]> {
  const campaign = await findOrderCampaign(trx, ownerScope(order.owner_id), order.campaign_id)
  if (!campaign) throw new Error(`order ${order.id} has no campaign`)
  const storedRows = rows.map(toStoredRow)
  const findIssueError = (row: NewOrderRow | undefined): string | undefined => {
    if (order.card_prefix === null) return m.orders_noCardNumbersLeft()
    const isDeclined = isSandbox && row?.fields['customerReference'] === DECLINED_REFERENCE
    return isDeclined ? m.sandbox_rowDeclined({ code: '57' }) : undefined
  }
  const findErrors = (rowsToCheck: readonly NewOrderRow[]): (string | undefined)[] =>
    validateStoredRows(order.kind, campaign, rowsToCheck, today).map(
      (error, index) => error ?? findIssueError(rowsToCheck[index]),
    )
  const errors = findErrors(storedRows)
  const costs = rows.map((row, index) => ({
    row,
    loadCents: cents(row.load_cents),
    feeCents: cents(row.fee_cents + order.issue_fee_cents),
    error: errors[index],
  }))
  const checks = checkRowsToIssue(costs, cents(funding.balance_cents))
  return costs.map(({ row, loadCents, feeCents }, index) => {
    const check = checks[index]
    if (check?.refusal === undefined) return { row, loadCents, feeCents, refusal: undefined }
    // `refusal` is called once for each language, so each call checks the row again. A row without an error is refused
    // for missing funds, and `check` has the text.
    const refusal = () => findErrors([toStoredRow(row)])[0] ?? check.refusal ?? ''
    return { row, loadCents, feeCents, refusal }
  })
}

/** Draws numbers for `count` cards. Returns no numbers at all if the campaign's range has too few numbers left. */
async function tryDrawNumbers(trx: Db, secrets: Secrets, prefix: string, count: number): Promise<NewNumbers[]> {
  if (count === 0) return []
  try {
    return await drawNumbers(trx, secrets, prefix, count)
  } catch (error) {
    if (error instanceof RangeExhausted) return []
    throw error
  }
}

/** A physical card has a name. A virtual card has a label and a number to notify. */
function rowToCard(
  { row_no, fields }: WaitingRow,
  cardNumbers: NewNumbers,
  order: OrderToIssue,
  today: CalendarDate,
): NewCard {
  const text = (name: OrderTextName) => fields[name] ?? ''
  // The names and the values of the tags are two lists in the same sequence.
  const tagValues = textToTags(text('tagValue'))
  const diallableNumber = toDiallableNumber(text('notificationNumber'))
  return {
    ...cardNumbers,
    rowNo: row_no,
    customerReference: text('customerReference'),
    name: `${text('name')} ${text('surname')}`.trim(),
    label: text('cardLabel'),
    // A number that cannot be dialled is stored unchanged, so that it can be corrected. The order's result reports that
    // no message was sent.
    phone: diallableNumber?.replace('+', '') ?? text('notificationNumber'),
    expiresOn: toExpiryDate(text('expiryDate'), order.validity_months, today),
    tags: textToTags(text('tagName')).map((name, index) => ({ name, value: tagValues[index] ?? '' })),
    notificationNumber: diallableNumber,
  }
}

async function markFailed(trx: Db, orderId: number, failedRows: readonly FailedRow[]): Promise<void> {
  if (failedRows.length === 0) return
  const rowSet = columnsToTable('f', {
    row_no: ['integer', failedRows.map((row) => row.rowNo)],
    text: ['text', failedRows.map((row) => row.text)],
  })
  await sql`
    UPDATE card_order_row r SET state = 'failed', result_text = f.text FROM ${rowSet}
    WHERE r.order_id = ${orderId} AND r.row_no = f.row_no
  `.execute(trx)
}
