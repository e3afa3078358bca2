// What the pages of cards show, for two programmes to be compared: without the ids of transactions, and without an order
// among the lines of one moment.
import type { CardTransaction } from '#contract/cards.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import { VOYAGER } from '#server/demo/campaigns.ts'
import type { DemoCard } from '#server/demo/cards.ts'
import { cardHandlers } from '#server/cards/handlers.ts'
import type { Db, SessionContext } from '#server/operations/context.ts'
import type { FeedServer } from './feed-server.ts'

/** The figures of each card, read in `db`, which can be a transaction. */
export async function readCardPages({ server }: FeedServer, db: Db, cards: readonly DemoCard[]) {
  const context = {
    ...server,
    db,
    viewer: { ownerId: VOYAGER, campaignIds: undefined, userId: 0, permissions: {} },
    setSubject: () => {},
    recordValues: () => {},
  } as unknown as SessionContext
  const today = instantToDate(server.now(), server.client.timeZone)
  const pages: Record<string, unknown> = {}
  for (const card of cards) {
    const voucherID = String(card.id)
    const days = { startDate: addDays(today, -60), endDate: today }
    const statement = await read(cardHandlers.cardStatement(context, { cardID: voucherID, ...days }))
    pages[card.trackingNumber] = {
      details: await read(cardHandlers.cardDetails(context, { voucherID })),
      holds: sorted((await read(cardHandlers.cardHolds(context, { voucherID }))).holds),
      declined: sorted(
        (await read(cardHandlers.failedTransactionSearch(context, { cardNumber: card.pan, ...days })))
          .failedTransactions,
      ),
      days: await read(cardHandlers.cardBalanceHistory(context, { voucherID, days: 30 })),
      opening: statement.openingBalance,
      closing: statement.closingBalance,
      lines: byMoment(statement.transactions),
    }
  }
  // As a response has it.
  return JSON.parse(JSON.stringify(pages)) as unknown
}

type Success<T> = Exclude<Awaited<T>, { readonly refusalCode: unknown }>
async function read<T>(response: T): Promise<Success<T>> {
  const result = await response
  if (typeof result === 'object' && result !== null && 'refusalCode' in result) throw new Error('the call was refused')
  return result as Success<T>
}

const sorted = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted()

/** The lines of each moment, and the balance after all of them. */
function byMoment(lines: readonly CardTransaction[]) {
  const moments = new Map<string, { readonly balance: string | undefined; readonly lines: string[] }>()
  for (const { TRANSACTIONID: _, BALANCE, ...line } of lines) {
    // The newest line comes first.
    const moment = moments.get(line.SHOWDATE) ?? { balance: BALANCE, lines: [] as string[] }
    moment.lines.push(JSON.stringify(line))
    moments.set(line.SHOWDATE, moment)
  }
  return [...moments].map(([at, { balance, lines: ofMoment }]) => ({ at, balance, lines: ofMoment.toSorted() }))
}
