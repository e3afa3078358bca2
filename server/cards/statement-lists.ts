// The lists around a card's statement: chargebacks of a transaction, failed transactions, the balance by day.
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import { type Handler, refuse } from '#server/operations/context.ts'
import { isWithinDaysSql } from '#server/operations/day-range.ts'
import { inScope } from '#server/operations/scope.ts'
import { flagToApi, instantToApi, moneyToApi } from '#server/operations/to-api.ts'
import { findCardById, findCardsByApiIdentifier, noSuchCard } from './find-cards.ts'
import { readBalanceBefore, readChangesByDay } from './statement-queries.ts'
import { paramsToRange, refuseRange } from './statement.ts'

export const getSettlementChargebacks: Handler<'getSettlementChargebacks'> = async ({ db, viewer }, params) => {
  const transaction = await db
    .selectFrom('ledger_entry')
    .innerJoin('account', 'account.id', 'ledger_entry.account_id')
    .innerJoin('card', 'card.id', 'account.card_id')
    .select(['ledger_entry.transaction_id as id', 'account.currency'])
    .where('ledger_entry.transaction_id', '=', Number(params.transactionId))
    .where(sql<boolean>`${inScope(viewer, 'card')}`)
    .limit(1)
    .executeTakeFirst()
  if (!transaction) return refuse(codes.notFound, m.cards_thereIsNoSuchTransaction)
  const rows = await db
    .selectFrom('chargeback')
    .selectAll()
    .where('transaction_id', '=', transaction.id)
    .orderBy('requested_at')
    .orderBy('id')
    .execute()
  return {
    chargebacks: rows.map((row) => ({
      ChargebackAmount: moneyToApi(row.amount_cents),
      ChargebackCurrency: row.currency,
      ChargebackRequestAmount: moneyToApi(row.request_amount_cents),
      CardCurrency: transaction.currency,
      ChargebackRequestedDate: instantToApi(row.requested_at),
      ChargebackProcessedDate: instantToApi(row.processed_at),
      ChargebackDescription: row.description,
      ChargebackNumber: row.number,
      ChargebackRejected: flagToApi(row.rejected_at),
      ChargebackRejectedDate: instantToApi(row.rejected_at),
      ChargebackReversed: flagToApi(row.reversed_at),
      ChargebackReversedDate: instantToApi(row.reversed_at),
      SecondPresentmentStatus: flagToApi(row.second_presentment_at),
    })),
  }
}

export const failedTransactionSearch: Handler<'failedTransactionSearch'> = async (context, params) => {
  const { db, client } = context
  const refusal = refuseRange(params)
  if (refusal) return refusal
  const cards = await findCardsByApiIdentifier(context, [params.cardNumber])
  if ('refusalCode' in cards) return cards
  const card = cards.get(params.cardNumber)
  if (!card) return noSuchCard()
  const rows = await db
    .selectFrom('failed_transaction')
    .selectAll()
    .where('card_id', '=', card.id)
    .where(sql<boolean>`${isWithinDaysSql(sql`failed_at`, paramsToRange(params, client.timeZone))}`)
    .orderBy('failed_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return {
    failedTransactions: rows.map((row) => ({
      FAILEDTRANSACTIONDATE: row.failed_at.toISOString(),
      FAILEDTRANSACTIONAMOUNT: moneyToApi(row.amount_cents),
      FAILEDTRANSACTIONVOUCHERVALUE: moneyToApi(row.card_balance_cents),
      FAILEDTRANSACTIONDESCRIPTION: row.description,
      FAILEDTRANSACTIONMETHOD: row.method,
      FAILEDTRANSACTIONMANAGER: row.manager,
      FAILEDTRANSACTIONERRORCODE: row.error_code,
      CAMPAIGNCURRENCYSYMBOLHTML: card.symbol,
    })),
  }
}

export const cardBalanceHistory: Handler<'cardBalanceHistory'> = async (context, { voucherID, days }) => {
  const { db, viewer, client } = context
  const card = await findCardById(db, viewer, Number(voucherID))
  if (!card) return noSuchCard()
  const today = instantToDate(context.now(), client.timeZone)
  // The history has `days` days, and the last day is today.
  const firstDay = addDays(today, 1 - days)
  const range = { start: firstDay, end: today, timeZone: client.timeZone }
  let balanceCents = await readBalanceBefore(db, card, range)
  const changes = await readChangesByDay(db, card, range)
  const changeByDay = new Map(changes.map(({ date, change_cents: changeCents }) => [date, changeCents]))
  const history = []
  for (let index = 0; index < days; index += 1) {
    const date = addDays(firstDay, index)
    balanceCents += changeByDay.get(date) ?? 0
    history.push({ date, balance: moneyToApi(balanceCents) })
  }
  return { history }
}
