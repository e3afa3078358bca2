// A server over the demo programme that receives events of a card processor, and what its cards and ledger show then.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type * as z from 'zod'
import type { feedEvent, FeedOutcome } from '#contract/feed.ts'
import { HOUR_MS } from '#domain/units.ts'
import { VOYAGER } from '#server/demo/campaigns.ts'
import type { DemoCard } from '#server/demo/cards.ts'
import { demoCardsInState } from '#server/demo/sample-batch.ts'
import { createFeedKey } from '#server/keys/feed-keys.ts'
import { cents } from '#domain/money.ts'
import { lockOwnerAccounts } from '#server/ledger/accounts.ts'
import { postMovements } from '#server/ledger/post-movements.ts'
import type { Db } from '#server/operations/context.ts'
import { post } from '#tests/support/call.ts'
import { type DemoServer, startDemoServer } from '#tests/support/demo-server.ts'

/** An event as a processor sends it. */
export type SentEvent = z.input<typeof feedEvent>
type WithoutBase<E> = E extends unknown ? Omit<E, 'eventId' | 'at' | 'trackingNumber'> : never
/** An event without what the tests fill in. */
export type PlainEvent = WithoutBase<SentEvent> & { readonly eventId?: string; readonly at?: string }

export interface FeedServer extends DemoServer {
  readonly key: string
  readonly send: (events: readonly SentEvent[]) => Promise<readonly FeedOutcome[]>
  /** Sends events of one card, an hour after one another unless they have a time. */
  readonly sendOf: (card: DemoCard, events: readonly PlainEvent[]) => Promise<readonly FeedOutcome[]>
}

export async function startFeedServer(): Promise<FeedServer> {
  const demo = await startDemoServer()
  const key = await createFeedKey(demo.database.db, VOYAGER, 'processor', new Date(demo.clock.now))
  const send = async (events: readonly SentEvent[]) => {
    const { response } = await post(demo.url, 'feedEvents', { key, requestId: randomUUID(), events })
    if (response.resultCode !== '0') throw new Error(JSON.stringify(response))
    return response['outcomes'] as readonly FeedOutcome[]
  }
  let count = 0
  const start = demo.clock.now - 48 * HOUR_MS
  return {
    ...demo,
    key,
    send,
    sendOf: (card, events) =>
      send(
        events.map((event) => {
          count += 1
          return {
            eventId: `event-${count}`,
            at: new Date(start + count * 60_000).toISOString(),
            trackingNumber: card.trackingNumber,
            ...event,
          }
        }),
      ),
  }
}

export const merchant = { merchant: 'Kopi Corner', merchantId: '900000000003', merchantCategory: '5814' } as const

/** Cards of the demo that were never used: their balance is 0, and they have no transactions. */
export const unusedCards = demoCardsInState('notActivated', 20)

/** Puts money on a card, as an import does. */
export async function fund(db: Db, card: DemoCard, amountCents: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { float } = await lockOwnerAccounts(trx, card.campaign.ownerId, 'SGD')
    const [id = 0] = await postMovements(trx, [
      {
        ownerId: card.campaign.ownerId,
        kind: 'load',
        postedAt: new Date(Date.now() - 72 * HOUR_MS),
        cardId: card.id,
        fromAccountId: float.id,
        toAccountId: card.accountId,
        amountCents: cents(amountCents),
        feeTypeId: null,
        description: 'Load',
        merchantId: '',
        authNumber: '',
      },
    ])
    await sql`INSERT INTO ledger_import (owner_id, first_id, last_id) VALUES (${card.campaign.ownerId}, ${id}, ${id})`.execute(
      trx,
    )
  })
}

export interface CardMoney {
  readonly balance: number
  readonly held: number
  readonly available: number
}

export async function moneyOf(db: Db, card: DemoCard): Promise<CardMoney> {
  const { rows } = await sql<CardMoney>`
    SELECT balance_cents AS balance, held_cents AS held, balance_cents - held_cents AS available
    FROM account WHERE card_id = ${card.id}`.execute(db)
  const [money] = rows
  if (!money) throw new Error('the card has no account')
  return money
}
