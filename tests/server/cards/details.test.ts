// One card through the API: its balance from the ledger, its number but never its CVV, and no card of another owner.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { demoCardsInState } from '#server/demo/sample-batch.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

describe('cardDetails', () => {
  const demo = withDemoServer({ withHarbour: true })
  const { db, people } = demo
  const [card] = demoCardsInState('active', 1, [2])

  it('returns number, masked CVV, amounts and campaign', async () => {
    const response = await people.amir.call('cardDetails', { voucherID: String(card?.id) })
    expect(response.card).toMatchObject({
      VOUCHERID: String(card?.id),
      CARDNUMBER: card?.pan,
      CARDCVV2: '***',
      TRACKINGNUMBER: card?.trackingNumber,
      CAMPAIGNNAME: 'Voyager Corporate Card',
      CAMPAIGNCARDREQUIREPIN: 1,
      CAMPAIGNCARDPINLENGTH: 6,
      CURRENCY: 'SGD',
      ISSTOPPED: 0,
      RETIRED: 0,
    })
    expect(response.card.CARDHOLDERNAME).toMatch(/^\w+ \w+$/)
    expect(response.card.EXPIRYDATE).toMatch(/^\d{4}-\d\d-\d\d$/)
  })

  it('returns as its first day the day of issue, or of the first transaction if that is earlier', async () => {
    const readFirstDate = async () =>
      (await people.rita.call('cardDetails', { voucherID: String(card?.id) })).card.FIRSTDATE
    const day = await readFirstDate()
    const statement = await people.rita.call('cardStatement', {
      cardID: String(card?.id),
      startDate: '1970-01-01',
      endDate: '2026-11-26',
    })
    const dates = statement.transactions.map(({ SHOWDATE }) => SHOWDATE.slice(0, 10))
    expect(dates.length).toBeGreaterThan(0)
    for (const date of dates) expect(date >= (day ?? '')).toBe(true)
    await sql`UPDATE card SET issued_at = '2024-02-28T20:00:00Z' WHERE id = ${card?.id}`.execute(db())
    // In the programme's time zone.
    expect(await readFirstDate()).toBe('2024-02-29')
  })

  it('returns amounts that add up: loads minus settled amounts, fees and devaluations give the balance', async () => {
    const { rows } = await sql<{ id: number; other: number }>`
      SELECT a.card_id AS id, coalesce(sum(e.amount_cents) FILTER (WHERE t.kind IN ('fee', 'devalue')), 0)::bigint AS other
      FROM account a JOIN ledger_entry e ON e.account_id = a.id JOIN ledger_transaction t ON t.id = e.transaction_id
      WHERE a.card_id IS NOT NULL AND a.owner_id = 3 GROUP BY a.card_id ORDER BY a.card_id LIMIT 25
    `.execute(db())
    for (const { id, other } of rows) {
      const { card: details } = await people.rita.call('cardDetails', { voucherID: String(id) })
      const [balance, available, loaded, held, settled] = [
        details.CARDBALANCE,
        details.FUNDSAVAILABLE,
        details.LOADEDAMOUNT,
        details.AUTHORIZEDAMOUNT,
        details.SETTLEDAMOUNT,
      ].map((value) => Math.round(Number(value) * 100)) as [number, number, number, number, number]
      expect(loaded - settled + other).toBe(balance)
      expect(balance - held).toBe(available)
    }
  })

  it('treats another owner’s card as if it did not exist', async () => {
    const responseToOtherOwner = await people.hal.call('cardDetails', { voucherID: String(card?.id) })
    const responseForMissingCard = await people.hal.call('cardDetails', { voucherID: '999999999' })
    expect(responseToOtherOwner).toMatchObject({ resultCode: '-20404', resultText: 'There is no such card' })
    expect([responseToOtherOwner.resultCode, responseToOtherOwner.resultText]).toEqual([
      responseForMissingCard.resultCode,
      responseForMissingCard.resultText,
    ])
  })
})
