// After cards were searched, shown, charged and changed, a stolen database reveals no card number and no PIN in any
// form, in any column of any table (docs/security.md, T19).
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { hasValidCheckDigit } from '#domain/cards/identifiers.ts'
import { demoCard } from '#server/demo/cards.ts'
import { demoCardsInState } from '#server/demo/sample-batch.ts'
import { demoCardCount } from '#tests/support/demo-cards.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

const PIN = '806417'

describe('the database at rest', () => {
  const demo = withDemoServer()
  beforeAll(async () => {
    const { olive } = demo.people
    const [card] = demoCardsInState('active', 1, [2])
    if (!card) throw new Error('no card')
    const { pan, trackingNumber } = card
    const allDays = { startDate: '1970-01-01', endDate: '2099-01-01' }
    await olive.call('cardSearch', { searchType: '1', searchTerm: pan, showExpired: true })
    await olive.call('cardStatement', { cardID: String(card.id), ...allDays })
    await olive.call('getCombinedStatement', { cardNumbers: [pan] })
    await olive.call('failedTransactionSearch', { cardNumber: pan, ...allDays })
    await olive.call('revealCard', { voucherID: String(card.id) })
    const responses = [
      await olive.call('insertCardFee', { identifierType: 1, identifier: pan, amount: '0.01', feeId: '1' }),
      await olive.call('stopCard', { trackingNumber, activationData: '', stopReasonID: 1 }),
      await olive.call('unstopCard', { cardNumber: pan }),
      await olive.call('changePin', { voucherNumber: pan, trackingNumber, newCardPin: PIN }),
      await olive.call('setCardStatus', {
        identifiers: [demoCardsInState('notActivated', 1)[0]?.pan ?? ''],
        identifierType: 1,
      }),
    ]
    expect(responses.map(({ resultCode }) => resultCode)).toEqual(['0', '0', '0', '0', '0'])
    await olive.call('addCardNote', { noteText: `the number is ${pan}`, voucherId: String(card.id) })
    await olive.call('unstopCard', { cardNumber: pan })
    await olive.call('devalueCard', { cardNumber: pan })
  })

  it('contains no card number and no PIN, as text or as bytes', async () => {
    const db = demo.db()
    const tables = await sql<{ name: string }>`
      SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`.execute(db)
    expect(tables.rows.length).toBeGreaterThan(20)
    const pans = Array.from({ length: demoCardCount }, (_, index) => demoCard(index).pan)
    const hex = (text: string) => Buffer.from(text).toString('hex')
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ row: string }>`SELECT t::text AS row FROM ${sql.raw(name)} t`.execute(db)
      const dump = rows.map(({ row }) => row).join('\n')
      for (const pan of pans) {
        if (dump.includes(pan) || dump.includes(hex(pan))) expect.fail(`${name} contains a card number`)
      }
      // Also no other card number of the demo's range; digits inside a longer hexadecimal value do not count.
      for (const [digits] of dump.matchAll(/(?<![0-9a-f])900001[0-9]{10}(?![0-9a-f])/g))
        expect(hasValidCheckDigit(digits), `${name} contains ${digits.slice(0, 6)}…`).toBe(false)
      expect(dump.includes(`"${PIN}"`) || dump.includes(hex(PIN)), `${name} contains a PIN`).toBe(false)
    }
  })

  it('leaves no card number in the log', () => {
    for (let index = 0; index < demoCardCount; index++) expect(demo.server.log()).not.toContain(demoCard(index).pan)
    expect(demo.server.log()).not.toContain(PIN)
  })
})
