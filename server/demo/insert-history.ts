// Posts the demo cards' history through the ledger, so that its invariants hold for the demo programme too, and adds what
// lies beside it: authorisations not settled yet, failed transactions, chargebacks, notes.
import { sql } from 'kysely'
import { cents } from '#domain/money.ts'
import { DAY_MS } from '#domain/units.ts'
import type { Db } from '#server/context.ts'
import { placeHolds } from '#server/ledger/place-holds.ts'
import { type Movement, postMovements } from '#server/ledger/post-movements.ts'
import { columnsToSet } from '#server/db/sets.ts'
import { demoOwners, ownerAccountId } from './campaigns.ts'
import type { DemoCardRow } from './cards.ts'
import type { CardHistory, DemoEvent } from './history.ts'
import { allowOverdrawn, recentToMovement } from './insert-recent.ts'
import { isOverdrawn, RECENT_DAYS, type RecentEvent, recentEvents } from './recent.ts'

const PORTION = 10_000
const MONTHS = 18
/** What stays on the funding account beside what the history takes, for batches to come: 5,000,000.00. */
const RESERVE_CENTS = 500_000_000

/** Gives what is still to come in the last days. */
export async function insertHistory(db: Db, cards: readonly CardHistory[], midnight: Date): Promise<RecentEvent[]> {
  const instant = (daysAgo: number, minute = 0) => new Date(midnight.getTime() - daysAgo * DAY_MS + minute * 60_000)
  const movements: Movement[] = fundings(cards, instant)
  for (const { card, history } of cards) {
    for (const event of history.events)
      movements.push(eventToMovement(card, event, instant(event.daysAgo, event.minute)))
  }
  const recent = cards.flatMap(recentEvents)
  const isLater = ({ daysAgo }: RecentEvent) => daysAgo <= RECENT_DAYS
  for (const event of recent) if (!isLater(event)) movements.push(recentToMovement(event, new Map(), midnight))
  // Stable: what a card does in one minute keeps its order.
  movements.sort((a, b) => a.postedAt.getTime() - b.postedAt.getTime())
  for (let at = 0; at < movements.length; at += PORTION) await postMovements(db, movements.slice(at, at + PORTION))

  await placeHolds(
    db,
    cards
      .filter(({ history }) => history.heldCents > 0)
      .map(({ card, history }) => ({
        cardId: card.id,
        accountId: card.accountId,
        amountCents: cents(history.heldCents),
        authorisedAt: instant(1 + (card.index % 9), card.index % 900),
        description: 'Harbour View Hotel',
        merchantId: '900000000002',
        authNumber: String(100_000 + (card.index % 900_000)),
      })),
  )
  await insertFailed(db, cards, instant)
  await insertChargebacks(db)
  await allowOverdrawn(db, cards.filter(isOverdrawn).map(({ card }) => card.id)) // prettier-ignore
  return recent.filter(isLater)
}

function eventToMovement(card: DemoCardRow, event: DemoEvent, postedAt: Date): Movement {
  const isLoad = event.kind === 'load'
  const other = { load: 'funding', devalue: 'funding', purchase: 'settlement', fee: 'fee' } as const
  const otherId = ownerAccountId(card.campaign.ownerId, other[event.kind])
  return {
    ownerId: card.campaign.ownerId,
    kind: event.kind,
    postedAt,
    cardId: card.id,
    fromAccountId: isLoad ? otherId : card.accountId,
    toAccountId: isLoad ? card.accountId : otherId,
    amountCents: cents(event.amountCents),
    feeTypeId: event.kind === 'fee' ? 2 : null,
    description: event.description,
    merchantId: event.merchantId,
    authNumber: event.authNumber,
  }
}

/** Half of what each owner's cards were ever loaded with at the beginning, the rest month by month. */
function fundings(cards: readonly CardHistory[], instant: (daysAgo: number) => Date): Movement[] {
  return demoOwners.flatMap((owner) => {
    let loaded = 0
    for (const { card, history } of cards) {
      if (card.campaign.ownerId !== owner.id) continue
      for (const event of history.events) if (event.kind === 'load') loaded += event.amountCents
    }
    const monthly = Math.ceil(loaded / 2 / MONTHS / 100_000 + 1) * 100_000
    return Array.from({ length: MONTHS + 1 }, (_, month): Movement => ({
      ownerId: owner.id,
      kind: 'funding',
      postedAt: instant(545 - month * 29),
      cardId: null,
      fromAccountId: ownerAccountId(owner.id, 'float'),
      toAccountId: ownerAccountId(owner.id, 'funding'),
      amountCents: cents(month === 0 ? Math.ceil(loaded / 2) + RESERVE_CENTS : monthly),
      feeTypeId: null,
      description: 'Funds received',
      merchantId: '',
      authNumber: '',
    }))
  })
}

async function insertFailed(
  db: Db,
  cards: readonly CardHistory[],
  instant: (daysAgo: number, minute: number) => Date,
): Promise<void> {
  const failed = cards.flatMap(({ card, history }) => history.failed.map((failure) => ({ card, history, failure })))
  const set = columnsToSet([
    ['bigint', failed.map(({ card }) => card.id)],
    ['timestamptz', failed.map(({ failure }) => instant(failure.daysAgo, failure.minute))],
    ['bigint', failed.map(({ failure }) => failure.amountCents)],
    ['bigint', failed.map(({ history }) => history.balanceCents)],
    ['text', failed.map(({ failure }) => failure.reason.description)],
    ['text', failed.map(() => 'Purchase')],
    ['text', failed.map(() => 'Card network')],
    ['text', failed.map(({ failure }) => failure.reason.code)],
  ])
  await sql`
    INSERT INTO failed_transaction
      (card_id, failed_at, amount_cents, card_balance_cents, description, method, manager, error_code)
    SELECT s.* FROM ${set} AS s
  `.execute(db)
}

/** A purchase in a hundred was charged back: which, and what became of it, follows from its id. */
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
