// Brings the demo cards' history in as `import transactions` does, so that the ledger's invariants hold for the demo programme too,
// and adds what lies beside it: the owners' funds, chargebacks.
import { sql } from 'kysely'
import { cents } from '#domain/money.ts'
import { DAY_MS } from '#domain/units.ts'
import type { Db } from '#server/context.ts'
import { lockOwnerAccounts } from '#server/ledger/accounts.ts'
import { postMovements } from '#server/ledger/post-movements.ts'
import { postStagedHistory } from '#server/programme/import/transactions/post.ts'
import {
  arrangeHistory,
  createTransactionStage,
  divideHistory,
  dropTransactionStage,
  type StagedKind,
  stageTransactions,
  type TransactionToStage,
} from '#server/programme/import/transactions/stage.ts'
import { demoOwners } from './campaigns.ts'
import type { DemoCardRow } from './cards.ts'
import type { DemoHistory } from './history.ts'

const PORTION = 10_000
const MONTHS = 18
/** What each owner has paid in, for batches to come: 5,000,000.00, of which this much came month by month. */
const FUNDS_CENTS = 500_000_000
const MONTHLY_CENTS = 10_000_000

export interface CardHistory {
  readonly card: DemoCardRow
  readonly history: DemoHistory
}

export async function insertHistory(db: Db, cards: readonly CardHistory[], midnight: Date): Promise<void> {
  const instant = (daysAgo: number, minute = 0) => new Date(midnight.getTime() - daysAgo * DAY_MS + minute * 60_000)
  for (const { id: ownerId, currency } of demoOwners) {
    await insertFunds(db, ownerId, currency, instant)
    await createTransactionStage(db)
    const ofOwner = cards.filter(({ card }) => card.campaign.ownerId === ownerId)
    for (let at = 0; at < ofOwner.length; at += PORTION)
      await stageTransactions(
        db,
        ofOwner.slice(at, at + PORTION).flatMap((one) => historyToStage(one, instant)),
      )
    await arrangeHistory(db, ownerId)
    const cardsToPost = sql`
      SELECT card_id, account_id, issued_at, rows, version, 0::bigint AS correction FROM import_history_card`
    await divideHistory(db, cardsToPost, PORTION)
    for (let part: number | undefined = -1; part !== undefined;)
      ({ part } = await postStagedHistory(db, { ownerId, currency }, part))
    await dropTransactionStage(db)
  }
  await insertChargebacks(db)
}

/** In the order of time. */
function historyToStage({ card, history }: CardHistory, instant: Instant): TransactionToStage[] {
  const one = (kind: StagedKind, postedAt: Date, amountCents: number, description: string): TransactionToStage => ({
    n: card.index,
    trackingNumber: card.trackingNumber,
    panHash: null,
    kind,
    postedAt,
    amountCents: cents(amountCents),
    description,
    merchantId: '',
    authNumber: '',
    feeTypeId: kind === 'fee' ? 2 : null,
    number: null,
    reverses: null,
  })
  const events = history.events.map(({ kind, daysAgo, minute, amountCents, description, merchantId, authNumber }) => ({
    ...one(kind, instant(daysAgo, minute), kind === 'load' ? amountCents : -amountCents, description),
    merchantId,
    authNumber,
  }))
  const held = {
    ...one('authorisation', instant(1, card.index % 1200), history.heldCents, 'Harbour View Hotel'),
    merchantId: '900000000002',
    authNumber: String(100_000 + (card.index % 900_000)),
  }
  const failed = history.failed.map(({ daysAgo, minute, amountCents, reason }) => ({
    ...one('failed', instant(daysAgo, minute), amountCents, reason.description),
    failed: {
      errorCode: reason.code,
      method: 'Purchase',
      manager: 'Card network',
      cardBalanceCents: cents(history.balanceCents),
    },
  }))
  return history.heldCents > 0 ? [...events, held, ...failed] : [...events, ...failed]
}

type Instant = (daysAgo: number, minute?: number) => Date

async function insertFunds(db: Db, ownerId: number, currency: string, instant: Instant): Promise<void> {
  const { float, funding } = await lockOwnerAccounts(db, ownerId, currency)
  const paidIn = [FUNDS_CENTS - MONTHS * MONTHLY_CENTS, ...Array.from({ length: MONTHS }, () => MONTHLY_CENTS)]
  await postMovements(
    db,
    paidIn.map((amount, month) => ({
      ownerId,
      kind: 'funding',
      postedAt: instant(545 - month * 29),
      cardId: null,
      fromAccountId: float.id,
      toAccountId: funding.id,
      amountCents: cents(amount),
      feeTypeId: null,
      description: 'Funds received',
      merchantId: '',
      authNumber: '',
    })),
  )
}

/** Every 211th purchase was charged back; what became of it follows from its id. */
async function insertChargebacks(db: Db): Promise<void> {
  await sql`
    INSERT INTO chargeback (transaction_id, card_id, number, amount_cents, request_amount_cents, usd_amount_cents, currency,
      reason_code, description, notes, pos_entry_mode, network_reference, claim_id, requested_at, processed_at, rejected_at,
      reversed_at, second_presentment_at, second_presentment_cents, second_presentment_reason)
    SELECT t.id, t.card_id, 'CB' || lpad(t.id::text, 8, '0'), amount, amount, amount * 74 / 100, 'SGD',
           CASE t.id % 3 WHEN 0 THEN '4837' WHEN 1 THEN '4853' ELSE '4834' END,
           CASE t.id % 3 WHEN 0 THEN 'No cardholder authorisation' WHEN 1 THEN 'Goods not received' ELSE 'Processed twice' END,
           '', '051', 'MCC' || lpad((t.id * 7919 % 10000000)::text, 9, '0'), 'CLM' || lpad(t.id::text, 7, '0'),
           t.posted_at + interval '4 days',
           CASE WHEN t.id % 5 <> 0 THEN t.posted_at + interval '7 days' END,
           CASE WHEN t.id % 5 = 1 THEN t.posted_at + interval '8 days' END,
           CASE WHEN t.id % 5 = 2 THEN t.posted_at + interval '9 days' END,
           CASE WHEN t.id % 5 = 3 THEN t.posted_at + interval '10 days' END,
           CASE WHEN t.id % 5 = 3 THEN amount END,
           CASE WHEN t.id % 5 = 3 THEN '2700' END
    FROM ledger_transaction t
    JOIN ledger_entry e ON e.transaction_id = t.id
    JOIN account a ON a.id = e.account_id AND a.card_id = t.card_id
    CROSS JOIN LATERAL (SELECT -e.amount_cents AS amount) m
    WHERE t.kind = 'purchase' AND t.id % 211 = 0
  `.execute(db)
}
