// The scenarios that a card processor publishes (Galileo, "Card Transaction Scenarios"), step by step, with the funds
// available after each step. Also what these scenarios do not have: expiry, several clearings, and a negative balance.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findTotalFaults } from '#server/ledger/rules.ts'
import { proveWholeLedger } from '#server/ledger/proof.ts'
import { blockWith } from '#tests/support/page-blocks.ts'
import {
  type FeedServer,
  fund,
  merchant,
  moneyOf,
  type PlainEvent,
  startFeedServer,
  unusedCards,
} from './feed-server.ts'

let server: FeedServer
beforeAll(async () => {
  server = await startFeedServer()
}, 120_000)
afterAll(() => server.close())

const authorisation = (amount: number, id: string): PlainEvent => ({
  kind: 'authorisation',
  authorisation: id,
  amount,
  currency: 'SGD',
  authNumber: '123456',
  ...merchant,
})
const clearing = (amount: number, id?: string, more: object = {}): PlainEvent => ({
  kind: 'clearing',
  amount,
  currency: 'SGD',
  ...(id !== undefined && { authorisation: id, authNumber: '123456' }),
  ...merchant,
  ...more,
})
const release = (amount: number | undefined, id: string): PlainEvent => ({
  kind: 'release',
  authorisation: id,
  ...(amount !== undefined && { amount, currency: 'SGD' }),
})

/** Each step with the funds available after it, from 1,000.00. */
const scenarios: Record<string, readonly (readonly [PlainEvent, number])[]> = {
  'scenario 1: a tip on top of the authorised amount': [
    [authorisation(4500, 's1'), 95_500],
    [clearing(5500, 's1'), 94_500],
  ],
  'scenario 2: a preauthorisation at a pump with a smaller completion': [
    [authorisation(7500, 's2'), 92_500],
    [{ kind: 'completion', authorisation: 's2', amount: 3000, currency: 'SGD' }, 97_000],
    [clearing(3000, 's2'), 97_000],
  ],
  'scenario 5: an authorisation that is reversed': [
    [authorisation(5000, 's5'), 95_000],
    [release(5000, 's5'), 100_000],
    [{ kind: 'expiry', authorisation: 's5' }, 100_000],
  ],
  'scenario 6: a partial refund': [
    [authorisation(15_000, 's6'), 85_000],
    [clearing(15_000, 's6'), 85_000],
    [{ kind: 'refund', amount: 4000, currency: 'SGD', ...merchant }, 89_000],
  ],
  'scenario 8: a partial reversal of a car rental': [
    [authorisation(50_000, 's8'), 50_000],
    [release(44_000, 's8'), 94_000],
    [clearing(6000, 's8'), 94_000],
  ],
  'scenario 16: a settlement after the authorisation has expired': [
    [authorisation(3500, 's16'), 96_500],
    [{ kind: 'expiry', authorisation: 's16' }, 100_000],
    [clearing(3500, 's16'), 96_500],
  ],
  'scenario 19: a settlement without an authorisation': [[clearing(5500), 94_500]],
  'scenario 20: a load through the network that is reversed': [
    [{ kind: 'load', eventId: 's20', amount: 22_500, currency: 'SGD', ...merchant }, 122_500],
    [{ kind: 'reversal', original: 's20', amount: 22_500, currency: 'SGD' }, 100_000],
  ],
  'scenario 21: a load through the network': [[{ kind: 'load', amount: 5000, currency: 'SGD', ...merchant }, 105_000]],
  'scenario 23: a preauthorisation, its completion, and the posting': [
    [authorisation(13_500, 's23'), 86_500],
    [{ kind: 'completion', authorisation: 's23', amount: 13_500, currency: 'SGD' }, 86_500],
    [clearing(13_500, 's23'), 86_500],
  ],
  'increments, a partial clearing, and the last one': [
    [authorisation(10_000, 'x1'), 90_000],
    [{ kind: 'increment', authorisation: 'x1', amount: 5000, currency: 'SGD' }, 85_000],
    [clearing(4000, 'x1', { isPartial: true }), 85_000],
    [clearing(9000, 'x1'), 87_000],
  ],
  'a withdrawal abroad with a fee, which is reversed': [
    [
      clearing(20_000, undefined, {
        eventId: 'x2',
        isCash: true,
        foreign: { amount: 2_000_000, currency: 'JPY', rate: '0.0100' },
        fee: 500,
      }),
      79_500,
    ],
    [{ kind: 'reversal', original: 'x2', amount: 20_000, currency: 'SGD' }, 100_000],
  ],
  'a clearing above everything that is on the card': [
    [clearing(120_000), -20_000],
    [authorisation(1000, 'x3'), -21_000],
    [{ kind: 'refund', amount: 30_000, currency: 'SGD', ...merchant }, 9000],
  ],
}

describe('the adapter of docs/running/feed.md', () => {
  const page = 'docs/running/feed.md'
  const folder = mkdtempSync(join(tmpdir(), 'portal-adapter-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('feeds the transactions of the page, each once', async () => {
    const card = unusedCards.at(-1)
    if (!card) throw new Error('no card is left')
    const program = join(folder, 'adapter.mjs')
    writeFileSync(program, blockWith(page, "from 'node:readline'"))
    const transactions = blockWith(page, '"type":"INQUIRY"').replaceAll('700000001000000', card.trackingNumber)
    const run = async () => {
      const child = spawn(process.execPath, [program], {
        env: { ...process.env, PORTAL: server.url, FEED_KEY: server.key },
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      child.stdin.end(transactions)
      return text(child.stdout)
    }
    const before = await moneyOf(server.database.db, card)
    expect(await run()).toBe('tx-1 accepted\ntx-3 accepted\n')
    const after = { ...before, balance: before.balance - 1_350, available: before.available - 1_350 }
    expect(await moneyOf(server.database.db, card)).toEqual(after)
    expect(await run()).toBe('tx-1 accepted\ntx-3 accepted\n')
    expect(await moneyOf(server.database.db, card)).toEqual(after)
  })
})

describe('each scenario', () => {
  const cards = unusedCards
  it.each(Object.entries(scenarios).map(([name, steps], index) => [name, steps, index] as const))(
    '%s',
    async (_name, steps, index) => {
      const { db } = server.database
      const card = cards[index]
      if (!card) throw new Error('no card is left')
      const before = await moneyOf(db, card)
      await fund(db, card, 100_000 - before.balance)
      const seen: number[] = []
      for (const [event] of steps) {
        await server.sendOf(card, [event])
        seen.push((await moneyOf(db, card)).available)
      }
      expect(seen).toEqual(steps.map(([, available]) => available))
      // The next scenario begins without holds.
      await server.sendOf(
        card,
        steps
          .flatMap(([event]) =>
            event.kind === 'authorisation' ? [{ kind: 'expiry' as const, authorisation: event.authorisation }] : [],
          )
          .concat([{ kind: 'expiry', authorisation: 'none' }]),
      )
    },
  )

  it('leaves a ledger in order', async () => {
    expect(await proveWholeLedger(server.database.db)).toEqual([])
    expect(await findTotalFaults(server.database.db)).toEqual([])
  })
})
