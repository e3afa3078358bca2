// Payments into the funding account, returns of surplus and reversals: what one user records, another confirms, once, by
// the API and by raw SQL (docs/rules/funding.md, "Payments").
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { voyager } from '#brand/voyager.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import { sampleRows } from '#server/demo/sample-batch.ts'
import type { CallParams } from '#tests/support/call.ts'
import { catchMail, mailToText } from '#tests/support/caught-mail.ts'
import { approve, uploadLoads } from '#tests/support/demo-server.ts'
import { fundingBalance, setFunds } from '#tests/support/set-funds.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

describe('payments into the funding account', () => {
  const demo = withDemoServer({ withHarbour: true, provesLedger: true })
  const { db, people, runJobs } = demo
  const { catchFrom, mailsOf, notified } = catchMail()
  const today = () => instantToDate(demo.server.clock.now, voyager.timeZone)
  let number = 0
  const record = (by: keyof typeof people, more: Partial<CallParams<'recordFundingPayment'>> = {}) =>
    people[by].call('recordFundingPayment', {
      type: 'payment',
      amount: '250.00',
      valueDate: today(),
      reference: `BK-${(number += 1)}`,
      ...more,
    })
  const recorded = async (more: Partial<CallParams<'recordFundingPayment'>> = {}) =>
    (await record('olive', more)).paymentId
  const confirm = (by: keyof typeof people, paymentId: string) =>
    people[by].call('confirmFundingPayment', { paymentId })
  const reject = (by: keyof typeof people, paymentId: string, reason?: string) =>
    people[by].call('rejectFundingPayment', { paymentId, ...(reason !== undefined && { reason }) })
  const reverse = (paymentId: string, reason = 'Wrong account') =>
    people.olive.call('reverseFundingPayment', { paymentId, reason })
  const find = async (paymentId: string) =>
    (await people.amir.call('fundingPayments', {})).payments.find((payment) => payment.paymentId === paymentId)
  const balance = () => fundingBalance(db())

  beforeAll(() => catchFrom(demo.server.server))
  beforeEach(() => setFunds(db(), 5_000_000, new Date(demo.server.clock.now - 1_000)))

  it('moves no money until another user confirms it, then is on the statement', async () => {
    const id = await recorded({ amount: '1234.56', reference: 'BK-9001', note: 'Payroll' })
    expect(await balance()).toBe(5_000_000)
    const statementOf = () => people.rita.call('fundingStatement', { startDate: today(), endDate: today() })
    expect((await statementOf()).now.expected).toBe('1234.56')
    expect((await confirm('amir', id)).resultCode).toBe('0')
    expect(await balance()).toBe(5_123_456)
    expect(await find(id)).toMatchObject({ state: 'confirmed', decidedBy: 'Amir Rahman', isOwn: false })
    const statement = await statementOf()
    expect(statement.now).toMatchObject({ balance: '51234.56', expected: '0.00' })
    expect(statement.lines.at(-1)).toMatchObject({
      movement: 'Funding',
      reference: 'BK-9001',
      paymentId: id,
      credit: '1234.56',
      debit: '0.00',
      balance: '51234.56',
    })
    expect(statement.closing).toBe('51234.56')
  })

  it('is never confirmed or rejected by its recorder, neither by the API nor by raw SQL', async () => {
    const id = (await record('ada')).paymentId
    const refusal = {
      resultCode: '-20409',
      resultText: 'You recorded it, so another user must confirm or reject it.',
    }
    expect(await confirm('ada', id)).toMatchObject(refusal)
    expect(await reject('ada', id)).toMatchObject(refusal)
    const decide = `UPDATE funding_payment SET decided_by = recorded_by, decided_at = now() WHERE id = ${id}`
    await expect(sql.raw(decide).execute(db())).rejects.toThrow('funding_decider_is_not_recorder')
  })

  it.each([
    ['its amount', 'amount_cents = 1'],
    ['its recorder', 'recorded_by = recorded_by + 1'],
    ['its reference', "reference = 'x'"],
  ])('cannot change %s after it was recorded', async (_, change) => {
    const id = await recorded()
    const statement = `UPDATE funding_payment SET ${change} WHERE id = ${id}`
    await expect(sql.raw(statement).execute(db())).rejects.toThrow('cannot change after it was recorded')
  })

  it('cannot be decided again or deleted in the database', async () => {
    const id = await recorded()
    await confirm('amir', id)
    const undo = sql.raw(
      `UPDATE funding_payment SET decided_by = NULL, decided_at = NULL, transaction_id = NULL WHERE id = ${id}`,
    )
    await expect(undo.execute(db())).rejects.toThrow('its decision is final')
    await expect(sql.raw(`DELETE FROM funding_payment WHERE id = ${id}`).execute(db())).rejects.toThrow('not allowed')
  })

  it('is rejected with a reason, and no money moves', async () => {
    const id = await recorded()
    expect((await reject('amir', id, 'Not at the bank')).resultCode).toBe('0')
    expect(await find(id)).toMatchObject({ state: 'rejected', rejectReason: 'Not at the bank' })
    expect(await balance()).toBe(5_000_000)
    expect(await confirm('ada', id)).toMatchObject({
      resultCode: '-20409',
      resultText: 'It has already been rejected.',
    })
  })

  it('is reversed by two users, once', async () => {
    const id = await recorded()
    expect(await reverse(id)).toMatchObject({
      resultCode: '-20409',
      resultText: 'It has not been confirmed yet. Another user can reject it.',
    })
    await confirm('amir', id)
    const reversalId = (await reverse(id)).paymentId
    expect(await find(id)).toMatchObject({ state: 'confirmed', hasWaitingReversal: true })
    expect(await reverse(id)).toMatchObject({ resultCode: '-20409' })
    expect((await confirm('olive', reversalId)).resultCode).toBe('-20403')
    expect((await confirm('amir', reversalId)).resultCode).toBe('0')
    expect(await balance()).toBe(5_000_000)
    expect(await find(id)).toMatchObject({ state: 'reversed' })
    expect(await find(reversalId)).toMatchObject({ type: 'reversal', reversedType: 'payment', reversesId: id })
    expect(await reverse(id)).toMatchObject({ resultText: 'It has already been reversed.' })
    expect(await reverse(reversalId)).toMatchObject({
      resultText: 'A reversal cannot be reversed. Record the payment again.',
    })
  })

  it('can be reversed again after a reversal was rejected', async () => {
    const id = await recorded()
    await confirm('amir', id)
    await reject('amir', (await reverse(id)).paymentId)
    expect(await find(id)).toMatchObject({ state: 'confirmed', hasWaitingReversal: false })
    expect((await reverse(id)).resultCode).toBe('0')
  })

  it('is not reversed if its money has been used', async () => {
    const id = await recorded({ amount: '900.00' })
    await confirm('amir', id)
    const reversalId = (await reverse(id)).paymentId
    await setFunds(db(), 10_000)
    expect(await confirm('amir', reversalId)).toMatchObject({
      resultCode: '-20409',
      resultText: 'The funding account has only SGD 100.00, because the money has been used. Record new funds first.',
    })
    expect(await find(reversalId)).toMatchObject({ state: 'waiting' })
  })

  it('returns only what approved batches and orders do not need', async () => {
    const batch = await uploadLoads(people.olive, sampleRows(3), { duplicateReason: 'Reserved by a test' })
    await approve(demo.server, people.amir, batch, demo.localTimeInHours(48))
    const { now } = await people.rita.call('fundingStatement', {})
    expect(Number(now.reserved)).toBeGreaterThan(0)
    const refusal = await record('olive', { type: 'return', amount: now.balance })
    expect(refusal).toMatchObject({ resultCode: '-20409' })
    expect(refusal.resultText).toContain('is not needed for approved batches and orders')
    const id = await recorded({ type: 'return', amount: now.available })
    // What was reserved meanwhile is not returned either.
    await setFunds(db(), 5_000_000 - 1)
    expect((await confirm('amir', id)).resultCode).toBe('-20409')
    await setFunds(db(), 5_000_000)
    expect((await confirm('amir', id)).resultCode).toBe('0')
    expect((await people.rita.call('fundingStatement', {})).now.available).toBe('0.00')
    const reversalId = (await reverse(id)).paymentId
    await confirm('amir', reversalId)
    expect(await balance()).toBe(5_000_000)
  })

  it.each([
    ['amount', { amount: '0.00' }],
    ['amount', { amount: '-5.00' }],
    ['amount', { amount: '100000000.00' }],
    ['valueDate', { valueDate: '2999-01-01' }],
    ['valueDate', { valueDate: '2001-01-01' }],
    ['reference', { reference: '   ' }],
    ['reference', { reference: 'card 4012888888881881' }],
    ['note', { note: '4012 8888 8888 1881' }],
    ['file', { file: { name: 'page.html', base64: 'YQ==' } }],
    ['file', { file: { name: 'empty.pdf', base64: '' } }],
  ])('refuses a wrong %s with a sentence: %j', async (path, more) => {
    const response = (await record('olive', more)) as {
      resultCode: string
      errors?: { path: string; message: string }[]
    }
    expect(response.resultCode).toBe('-20400')
    expect(response.errors?.[0]?.path).toBe(path)
    expect(response.errors?.[0]?.message).toMatch(/\S+ \S+/)
  })

  it('returns the attached file to readers of the account, encrypted in the database', async () => {
    const base64 = Buffer.from('%PDF-1.7 advice').toString('base64')
    const id = await recorded({ file: { name: 'advice.pdf', base64 } })
    expect(await people.rita.call('fundingPaymentFile', { paymentId: id })).toMatchObject({
      fileName: 'advice.pdf',
      contentType: 'application/pdf',
      base64,
    })
    const { content_cipher: cipher } = await db()
      .selectFrom('funding_payment_file')
      .select('content_cipher')
      .where('payment_id', '=', Number(id))
      .executeTakeFirstOrThrow()
    expect(Buffer.from(cipher).toString('latin1')).not.toContain('advice')
    const withoutFile = await recorded()
    expect(await people.rita.call('fundingPaymentFile', { paymentId: withoutFile })).toMatchObject({
      resultCode: '-20404',
    })
  })

  it('does not exist for the users of another owner', async () => {
    const id = await recorded()
    for (const response of [
      await people.hal.call('confirmFundingPayment', { paymentId: id }),
      await people.hal.call('rejectFundingPayment', { paymentId: id }),
      await people.hal.call('reverseFundingPayment', { paymentId: id, reason: 'Mine' }),
      await people.hal.call('fundingPaymentFile', { paymentId: id }),
    ])
      expect(response).toMatchObject({ resultCode: '-20404', resultText: 'There is no such payment.' })
    expect((await people.hal.call('fundingPayments', {})).payments).toEqual([])
  })

  it('is recorded once if its response is lost and the request is repeated', async () => {
    const requestId = randomUUID()
    const params = { type: 'payment', amount: '77.00', valueDate: today(), reference: 'Once', requestId } as const
    const first = await people.olive.call('recordFundingPayment', params)
    expect(await people.olive.call('recordFundingPayment', params)).toEqual(first)
    const confirmation = { paymentId: first.paymentId, requestId: randomUUID() }
    const decided = await people.amir.call('confirmFundingPayment', confirmation)
    expect(await people.amir.call('confirmFundingPayment', confirmation)).toEqual(decided)
    expect(await balance()).toBe(5_007_700)
  })

  it('notifies those who can confirm, then the recorder', async () => {
    const id = await recorded({ reference: 'BK-mail' })
    await runJobs()
    expect(notified(id)).toEqual(['paymentWaiting amir', 'paymentWaiting ada', 'paymentWaiting otto'])
    expect(mailToText(mailsOf(id)[0])).toContain('Payment of SGD 250.00 with the reference')
    await confirm('amir', id)
    await runJobs()
    expect(notified(id).at(-1)).toBe('paymentDecided olive')
  })

  it('is counted on Home for those who can confirm it', async () => {
    const { paymentsToConfirm } = await people.amir.call('overview', {})
    await recorded({ amount: '10.00' })
    expect((await people.amir.call('overview', {})).paymentsToConfirm?.count).toBe((paymentsToConfirm?.count ?? 0) + 1)
    expect((await people.olive.call('overview', {})).paymentsToConfirm).toBeUndefined()
  })

  it('is on hold for a user who was changed, and for the administrator who changed its recorder', async () => {
    const id = await recorded()
    const change = (userId: number, changedBy: number) =>
      sql`
      INSERT INTO user_change (user_id, changed_by, changed_at, kinds, facts, held_until, permissions_before, keeps)
      VALUES (${userId}, ${changedBy}, ${new Date(demo.server.clock.now)}, '{email}', '{"before":{},"after":{}}',
        ${new Date(demo.server.clock.now + 3_600_000)}, '{}', '{}')`.execute(db())
    await change(people.amir.id, people.ada.id)
    expect(await confirm('amir', id)).toMatchObject({ resultCode: '-20409' })
    await change(people.olive.id, people.ada.id)
    expect(await confirm('ada', id)).toMatchObject({ resultCode: '-20409' })
    await sql`UPDATE user_change SET closed_at = ${new Date(demo.server.clock.now)}, closed_by = ${people.rita.id}`.execute(
      db(),
    )
    expect((await confirm('ada', id)).resultCode).toBe('0')
  })
})

describe('two users who confirm at the same time', () => {
  const demo = withDemoServer({ provesLedger: true, maxConnections: 4 })

  it('post the payment once', async () => {
    const { people, db } = demo
    const before = await fundingBalance(db())
    const { paymentId } = await people.olive.call('recordFundingPayment', {
      type: 'payment',
      amount: '500.00',
      valueDate: addDays(instantToDate(demo.server.clock.now, voyager.timeZone), -1),
      reference: 'At once',
    })
    const responses = await Promise.all(
      [people.amir, people.ada].map((person) => person.call('confirmFundingPayment', { paymentId })),
    )
    expect(responses.map(({ resultCode }) => resultCode).sort()).toEqual(['-20409', '0'])
    expect(await fundingBalance(db())).toBe(before + 50_000)
  })
})
