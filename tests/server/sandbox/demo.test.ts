// The simulator in the demo programme: its events go through the feed like those of every processor. Production, DEMO=off
// and every other programme refuse it.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { SimulationType } from '#domain/sandbox/simulations.ts'
import { demoCardsInState } from '#server/demo/sample-batch.ts'
import { isDemo } from '#server/sandbox/demo.ts'
import { balanceOf } from '#tests/support/demo-server.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

const [card] = demoCardsInState('active', 1, [2])
const trackingNumber = card?.trackingNumber ?? ''
const purchase = { type: 'purchase', trackingNumber, amount: '1.00' } as const
const refused = {
  resultCode: '-20409',
  resultText: 'Only a sandbox and the demo programme can simulate this',
}

describe('the simulator of the demo programme', () => {
  const demo = withDemoServer({ provesLedger: true })
  const { people, db } = demo
  const simulate = (type: SimulationType, amount: string) =>
    people.ada.call('simulateEvent', { ...purchase, type, amount })
  const readEvents = async (after: number) => {
    const { rows } = await sql<{ kind: string; state: string; cents: number | null }>`
      SELECT f.kind, f.state, e.amount_cents AS cents FROM feed_event f
      LEFT JOIN account a ON a.card_id = f.card_id
      LEFT JOIN ledger_entry e ON e.transaction_id = f.transaction_id AND e.account_id = a.id
      WHERE f.source = 'simulator' AND f.card_id = ${card?.id} AND f.id > ${after} ORDER BY f.id`.execute(db())
    return rows
  }

  it('feeds a purchase, a declined one, and one that clears above its hold', async () => {
    const { rows } = await sql<{ last: number }>`SELECT coalesce(max(id), 0) AS last FROM feed_event`.execute(db())
    const before = await balanceOf(demo.server, card?.id)
    expect(await people.ada.call('sandboxState', {})).toMatchObject({ isProcessorDown: false, currency: 'SGD' })
    expect(await simulate('purchase', '1.00')).toMatchObject({ outcome: 'applied' })
    expect(await simulate('decline', '1.00')).toMatchObject({ outcome: 'declined', code: '51' })
    expect(await simulate('aboveHold', '2.00')).toMatchObject({ outcome: 'applied' })
    expect(await readEvents(rows[0]?.last ?? 0)).toEqual([
      { kind: 'authorisation', state: 'done', cents: null },
      { kind: 'clearing', state: 'done', cents: -100 },
      { kind: 'decline', state: 'done', cents: null },
      { kind: 'authorisation', state: 'done', cents: null },
      { kind: 'clearing', state: 'done', cents: -240 },
    ])
    expect(await balanceOf(demo.server, card?.id)).toBe(before - 340)
  })

  it('adds a payment at the bank, which users match and confirm', async () => {
    expect(await people.ada.call('simulatePayment', { amount: '500.00', reference: 'Invoice 7' })).toMatchObject({
      resultCode: '0',
    })
    const { entries } = await people.ada.call('bankEntries', {})
    expect(entries).toContainEqual(expect.objectContaining({ amount: '500.00', reference: 'Invoice 7' }))
  })

  it('needs the permission to manage users', async () => {
    for (const person of [people.olive, people.amir])
      expect(await person.call('simulateEvent', purchase)).toMatchObject({ resultCode: '-20403' })
  })

  it('has no outage, no clock and no reset', async () => {
    expect(await people.ada.call('setProcessor', { isDown: true })).toMatchObject({
      resultCode: '-20409',
      resultText: 'Only a sandbox can take the simulated card processor down',
    })
    expect((await people.ada.call('moveClock', { bySeconds: 60 })).resultCode).toBe('-20409')
    expect((await people.ada.call('resetSandbox', {})).resultCode).toBe('-20409')
  })
})

describe.each([
  ['in production', { isProduction: true }, true],
  ['with DEMO=off', { demo: 'off' }, true],
  ['in a programme that is no demo', {}, false],
] as const)('the simulator %s', (_name, settings, isDemoProgramme) => {
  const demo = withDemoServer({ settings })
  const { people, db } = demo

  it('is refused, and changes nothing', async () => {
    await sql`UPDATE owner SET is_demo = ${isDemoProgramme}`.execute(db())
    expect(await isDemo(db(), demo.server.server.settings)).toBe(false)
    const before = await balanceOf(demo.server, card?.id)
    expect(await people.ada.call('sandboxState', {})).toMatchObject(refused)
    expect(await people.ada.call('simulateEvent', purchase)).toMatchObject(refused)
    expect(await people.ada.call('simulatePayment', { amount: '1.00', reference: 'None' })).toMatchObject(refused)
    expect(await balanceOf(demo.server, card?.id)).toBe(before)
    expect(await people.ada.call('bankEntries', {})).toMatchObject({ entries: [] })
  })
})
