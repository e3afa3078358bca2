// Inserts the history of the demo cards before the last month, in the same way as `import transactions`, so that the
// ledger's rules also apply to the demo programme. Also inserts the owners' funds, and the authorisations and
// chargebacks of the imported purchases.
import { sql } from 'kysely'
import { cents } from '#domain/money.ts'
import type { Db } from '#server/operations/context.ts'
import { postMovements } from '#server/ledger/post-movements.ts'
import { BEFORE_FIRST_CHUNK, type PostedChunk, postStagedHistory } from '#server/programme/import/transactions/post.ts'
import {
  sortHistory,
  createTransactionStage,
  divideHistory,
  dropTransactionStage,
  type StagedType,
  stageTransactions,
  type TransactionToStage,
} from '#server/programme/import/transactions/stage.ts'
import { demoOwners, MONTHLY_FEE, ownerAccountId } from './campaigns.ts'
import type { DemoCardRow } from './cards.ts'
import { FED_DAYS, isFed, type ToInstant, UNAUTHORISED_EVERY } from './feed-events.ts'
import type { CardHistory } from './history.ts'

const CARDS_PER_CHUNK = 10_000
/** The funds that each owner has paid in, first in one payment and then in monthly payments: 5,000,000.00. */
const FUNDS_CENTS = 500_000_000
/** The number of monthly payments, and the amount of each. */
const MONTHS = 18
const MONTHLY_CENTS = 10_000_000
/** When the first payment was made. The other payments followed at intervals of DAYS_BETWEEN_PAYMENTS. */
const FIRST_PAYMENT_DAYS_AGO = 545
const DAYS_BETWEEN_PAYMENTS = 29

/** Inserts the part of the history that was imported: everything that the card processor has not sent. */
export async function insertHistory(db: Db, cards: readonly CardHistory[], toInstant: ToInstant): Promise<void> {
  for (const { id: ownerId, currency } of demoOwners) {
    await insertFunds(db, ownerId, toInstant)
    await createTransactionStage(db)
    const ownerCards = cards.filter(({ card }) => card.campaign.ownerId === ownerId)
    let stagedCount = 0
    for (let at = 0; at < ownerCards.length; at += CARDS_PER_CHUNK) {
      const chunk = ownerCards.slice(at, at + CARDS_PER_CHUNK)
      const rows = chunk.flatMap((cardHistory) => historyToStage(cardHistory, toInstant))
      const firstLine = stagedCount
      await stageTransactions(
        db,
        rows.map((row, index) => ({ ...row, line: firstLine + index })),
      )
      stagedCount += rows.length
    }
    await sortHistory(db, ownerId)
    const cardsToPost = sql`
      SELECT card_id, account_id, issued_at, rows, version, 0::bigint AS correction FROM import_history_card`
    await divideHistory(db, cardsToPost, CARDS_PER_CHUNK)
    let lastChunk: number | undefined = BEFORE_FIRST_CHUNK
    while (lastChunk !== undefined) {
      const posted: PostedChunk = await postStagedHistory(db, { ownerId, currency }, lastChunk)
      lastChunk = posted.chunk
    }
    await dropTransactionStage(db)
  }
  await insertChargebacks(db)
}

type StagedTransaction = Omit<TransactionToStage, 'line'>

/** A transaction with the values that most types have. */
const toStage = (
  card: DemoCardRow,
  kind: StagedType,
  postedAt: Date,
  amountCents: number,
  description: string,
): StagedTransaction => ({
  trackingNumber: card.trackingNumber,
  panHash: null,
  kind,
  postedAt,
  amountCents: cents(amountCents),
  description,
  merchantId: '',
  authNumber: '',
  feeTypeId: null,
  number: null,
  reverses: null,
  releasedAt: null,
  happenedAt: null,
})

/** The events and declined payments of a card that were imported. */
function historyToStage({ card, history }: CardHistory, toInstant: ToInstant): StagedTransaction[] {
  const events = history.events
    .filter((event) => !isFed(event))
    .map(({ kind, daysAgo, minute, amountCents, description, merchantId, authNumber }) => {
      const signedCents = kind === 'load' ? amountCents : -amountCents
      return {
        ...toStage(card, kind, toInstant(daysAgo, minute), signedCents, description),
        merchantId,
        authNumber,
        feeTypeId: kind === 'fee' ? MONTHLY_FEE : null,
      }
    })
  const declinedPayments = history.declinedPayments
    .filter(({ daysAgo }) => daysAgo > FED_DAYS)
    .map(({ daysAgo, minute, amountCents, reason, balanceCents }) => ({
      ...toStage(card, 'failed', toInstant(daysAgo, minute), amountCents, reason.description),
      failed: {
        errorCode: reason.code,
        method: 'Purchase',
        manager: 'Card network',
        cardBalanceCents: cents(balanceCents),
      },
    }))
  return [...events, ...declinedPayments]
}

async function insertFunds(db: Db, ownerId: number, toInstant: ToInstant): Promise<void> {
  const firstPayment = FUNDS_CENTS - MONTHS * MONTHLY_CENTS
  const payments = [firstPayment, ...Array.from({ length: MONTHS }, () => MONTHLY_CENTS)]
  await postMovements(
    db,
    payments.map((amount, index) => ({
      ownerId,
      kind: 'funding',
      postedAt: toInstant(FIRST_PAYMENT_DAYS_AGO - index * DAYS_BETWEEN_PAYMENTS),
      cardId: null,
      fromAccountId: ownerAccountId(ownerId, 'float'),
      toAccountId: ownerAccountId(ownerId, 'funding'),
      amountCents: cents(amount),
      feeTypeId: null,
      description: 'Funds received',
      merchantId: '',
      authNumber: '',
    })),
  )
}

/**
 * Charges back about one purchase in a hundred. The id of a purchase decides whether it is charged back, and with which
 * outcome.
 */
async function insertChargebacks(db: Db): Promise<void> {
  await sql`
    INSERT INTO chargeback (transaction_id, card_id, number, amount_cents, request_amount_cents, usd_amount_cents,
      transaction_usd_cents, currency, reason_code, description, notes, pos_entry_mode, network_reference, claim_id, requested_at,
      processed_at, rejected_at, reversed_at, second_presentment_at, second_presentment_cents, second_presentment_usd_cents,
      second_presentment_reason)
    SELECT t.id, t.card_id, 'CB' || lpad(t.id::text, 8, '0'), amount, amount, amount * 74 / 100, amount * 75 / 100, 'SGD',
           CASE t.id % 3 WHEN 0 THEN '4837' WHEN 1 THEN '4853' ELSE '4834' END,
           CASE t.id % 3 WHEN 0 THEN 'No cardholder authorisation' WHEN 1 THEN 'Goods not received' ELSE 'Processed twice' END,
           CASE t.id % 4 WHEN 0 THEN 'Cardholder has sent the receipt.' WHEN 1 THEN 'Merchant did not answer within 10 days.' ELSE '' END,
           CASE t.id % 2 WHEN 0 THEN '051' ELSE '071' END,
           'MCC' || lpad((t.id * 7919 % 10000000)::text, 9, '0'), 'CLM' || lpad(t.id::text, 7, '0'),
           t.posted_at + interval '4 days',
           -- The outcome: 0 open, 1 rejected, 2 reversed, 3 second presentment, 4 only processed.
           CASE WHEN t.id % 5 <> 0 THEN t.posted_at + interval '7 days' END,
           CASE WHEN t.id % 5 = 1 THEN t.posted_at + interval '8 days' END,
           CASE WHEN t.id % 5 = 2 THEN t.posted_at + interval '9 days' END,
           CASE WHEN t.id % 5 = 3 THEN t.posted_at + interval '10 days' END,
           CASE WHEN t.id % 5 = 3 THEN amount END,
           CASE WHEN t.id % 5 = 3 THEN amount * 73 / 100 END,
           CASE WHEN t.id % 5 = 3 THEN '2700' END
    FROM ledger_transaction t
    JOIN ledger_entry e ON e.transaction_id = t.id
    JOIN account a ON a.id = e.account_id AND a.card_id = t.card_id
    CROSS JOIN LATERAL (SELECT -e.amount_cents AS amount) m
    WHERE t.kind = 'purchase' AND t.id % 97 = 0
  `.execute(db)
}

const TRANSACTIONS_PER_STATEMENT = 50_000

/**
 * Adds an authorisation for each imported purchase, except for one in UNAUTHORISED_EVERY. The authorisation was given
 * some hours or days before the purchase, and released when the purchase was settled. Call this before events are fed,
 * because it treats every purchase in the ledger as imported.
 */
export async function insertAuthorisations(db: Db): Promise<void> {
  const { rows } = await sql<{ last: number | null }>`SELECT max(id) AS last FROM ledger_transaction`.execute(db)
  const lastId = rows[0]?.last ?? 0
  for (let after = 0; after < lastId; after += TRANSACTIONS_PER_STATEMENT) {
    await sql`
      INSERT INTO card_authorisation (card_id, authorised_at, amount_cents, description, merchant_id, auth_number, released_at)
      SELECT t.card_id, t.posted_at - (4 + t.id % 57) * interval '1 hour', -e.amount_cents, t.description, t.merchant_id,
             t.auth_number, t.posted_at
      FROM ledger_transaction t
      JOIN account a ON a.card_id = t.card_id
      JOIN ledger_entry e ON e.transaction_id = t.id AND e.account_id = a.id
      WHERE t.id > ${after} AND t.id <= ${after + TRANSACTIONS_PER_STATEMENT} AND t.kind = 'purchase' AND t.auth_number <> ''
        AND t.id % ${UNAUTHORISED_EVERY} <> 0
      ORDER BY t.id
    `.execute(db)
  }
}
