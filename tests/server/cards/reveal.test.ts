// Reveal: audited before it is shown, and limited to thirty per hour for all tabs together.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { demoCardRow } from '#server/demo/cards.ts'
import { demoCardsInState } from '#server/demo/sample-batch.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

describe('revealCard', () => {
  const demo = withDemoServer({ withHarbour: true })
  const { db, people } = demo

  const [card] = demoCardsInState('active', 1)
  const voucherID = String(card?.id)
  const trail = async (userId: number) =>
    (
      await sql<Record<string, unknown>>`
        SELECT subject_type, subject_id, result_code FROM audit_event WHERE method = 'revealCard' AND user_id = ${userId} ORDER BY id
      `.execute(db())
    ).rows

  it('returns the full number and CVV, and audits it', async () => {
    if (!card) throw new Error('no card')
    const { cvv } = demoCardRow(card, '2026-01-01' as CalendarDate)
    const response = await people.amir.call('revealCard', { voucherID })
    expect(response).toEqual({ resultCode: '0', CARDNUMBER: card.pan, CARDCVV2: cvv })
    expect(await trail(people.amir.id)).toEqual([{ subject_type: 'card', subject_id: voucherID, result_code: '0' }])
    expect(demo.server.log()).not.toContain(card.pan)
  })

  it('needs a permission of its own', async () => {
    expect((await people.rita.call('cardDetails', { voucherID })).resultCode).toBe('0')
    expect(await people.rita.call('revealCard', { voucherID })).toMatchObject({ resultCode: '-20403' })
    expect(await trail(people.rita.id)).toEqual([expect.objectContaining({ result_code: '-20403' })])
  })

  it('returns no CVV once it is deleted', async () => {
    const [other] = demoCardsInState('active', 2).slice(1)
    if (!other) throw new Error('no card')
    await db()
      .updateTable('card')
      .set({ cvv_cipher: Buffer.alloc(0) })
      .where('id', '=', other.id)
      .execute()
    expect(await people.ada.call('revealCard', { voucherID: String(other.id) })).toEqual({
      resultCode: '0',
      CARDNUMBER: other.pan,
      CARDCVV2: '',
    })
  })

  it('reveals nothing of another owner’s card, and audits the attempt', async () => {
    const hal = await demo.harbour.logIn('hal')
    const response = await hal.call('revealCard', { voucherID })
    expect(response).toEqual({ resultCode: '-20404', resultText: 'There is no such card' })
    expect(await hal.call('revealCard', { voucherID: '999999999' })).toEqual(response)
    expect((await trail(hal.id)).map((row) => row['result_code'])).toEqual(['-20404', '-20404'])
  })

  it('allows thirty reveals per hour, also for concurrent requests, and reports when to retry', async () => {
    const olive = await demo.server.logIn('olive')
    const responses = await Promise.all(Array.from({ length: 34 }, () => olive.call('revealCard', { voucherID })))
    const codes = responses.map(({ resultCode }) => resultCode)
    expect(codes.filter((code) => code === '0')).toHaveLength(30)
    expect(codes.filter((code) => code === '-20429')).toHaveLength(4)
    const rejected = responses.find(({ resultCode }) => resultCode === '-20429')
    expect(rejected).toEqual({
      resultCode: '-20429',
      resultText: 'You have reached the hourly limit for revealing cards. Try again in 60 minutes',
      retryAfter: 3600,
    })
    expect(await trail(olive.id)).toHaveLength(34)
    expect((await people.ada.call('revealCard', { voucherID })).resultCode).toBe('0')
    demo.server.clock.now += 3_599_000
    const later = await demo.server.logIn('olive')
    expect(await later.call('revealCard', { voucherID })).toMatchObject({ resultCode: '-20429', retryAfter: 1 })
    demo.server.clock.now += 1_000
    expect((await later.call('revealCard', { voucherID })).resultCode).toBe('0')
    await demo.signIn()
  })
})
