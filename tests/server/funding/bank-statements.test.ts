// Statements of the bank through the API: each entry once in whatever file it comes, refused statements with their
// sentence, and the payments that entries belong to (docs/rules/funding.md, "Bank statements").
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

const base64Of = (name: string) =>
  readFileSync(new URL(`../../sheets/bank/${name}.xml`, import.meta.url)).toString('base64')

describe('statements of the bank', () => {
  const demo = withDemoServer({ withHarbour: true, provesLedger: true })
  const { people, db } = demo
  const importFile = (name: string, by: 'olive' | 'hal' = 'olive') =>
    people[by].call('importBankStatement', { fileName: `${name}.xml`, base64: base64Of(name) })
  const entries = async () => (await people.rita.call('bankEntries', {})).entries
  const entryOf = async (reference: string) => (await entries()).find((entry) => entry.reference.includes(reference))
  const match = (entryId = '', paymentId?: string) =>
    people.olive.call('matchBankEntry', { entryId, ...(paymentId !== undefined && { paymentId }) })

  it('are imported once, entry by entry, and add nothing the second time', async () => {
    expect((await importFile('one-day-v08')).statements).toEqual([
      { account: '0012345678', reference: 'ST-1', entries: 5, added: 5 },
    ])
    const twoStatements = await importFile('two-statements-v02')
    // BK-1001 is in both files; the two payments of 75.00 are two.
    expect(twoStatements.statements).toMatchObject([
      { entries: 1, added: 0 },
      { entries: 2, added: 2 },
    ])
    for (const name of ['one-day-v08', 'two-statements-v02'])
      expect((await importFile(name)).statements.every(({ added }) => added === 0)).toBe(true)
    // One entry is divided into its two payments.
    expect((await entries()).map(({ amount }) => amount)).toEqual([
      '250000.00',
      '1250.50',
      '400.00',
      '500.00',
      '-500.00',
      '200.00',
      '75.00',
      '75.00',
    ])
  })

  it('are refused with a sentence if they do not add up or are in another currency, and leave no entry', async () => {
    const before = await entries()
    expect((await importFile('does-not-add-up-v08')).statements[0]?.refusal).toMatch(/^Not imported: opening balance/)
    expect((await importFile('other-currency-v08')).statements[0]?.refusal).toMatch(/^Not imported: it is not in SGD/)
    const doctype = await importFile('doctype-v08')
    expect(doctype.resultCode).toBe('-20400')
    expect(JSON.stringify(doctype)).toContain('The file declares a document type')
    expect(await entries()).toEqual(before)
  })

  it('propose the recorded payment that an entry belongs to, which then waits for another user as before', async () => {
    const { paymentId } = await people.olive.call('recordFundingPayment', {
      type: 'payment',
      amount: '400.00',
      valueDate: '2026-11-26',
      reference: 'VOY 2026-11-002',
    })
    const entry = await entryOf('VOY-2026-11-002')
    expect(entry?.proposed).toEqual({ paymentId, reference: 'VOY 2026-11-002' })
    expect((await match(entry?.entryId, paymentId)).resultCode).toBe('0')
    expect(await entryOf('VOY-2026-11-002')).toBeUndefined()
    expect(await match(entry?.entryId, paymentId)).toMatchObject({ resultCode: '-20409' })
    // Rejected: the entry is unmatched again.
    await people.amir.call('rejectFundingPayment', { paymentId })
    expect((await entryOf('VOY-2026-11-002'))?.proposed).toBeUndefined()
  })

  it('become new payments, which the user who recorded them cannot confirm, and are unmatched after a reversal', async () => {
    const entry = await entryOf('no reference given')
    const { paymentId } = await match(entry?.entryId)
    expect(await people.olive.call('confirmFundingPayment', { paymentId })).toMatchObject({ resultCode: '-20403' })
    expect((await people.amir.call('confirmFundingPayment', { paymentId })).resultCode).toBe('0')
    const listed = (await people.rita.call('fundingPayments', { paymentId })).payments[0]
    expect(listed).toMatchObject({
      amount: '1250.50',
      reference: 'BK-1002',
      valueDate: '2026-11-26',
      state: 'confirmed',
    })
    const reversal = await people.olive.call('reverseFundingPayment', { paymentId, reason: 'Not ours' })
    await people.amir.call('confirmFundingPayment', { paymentId: reversal.paymentId })
    expect((await entryOf('no reference given'))?.entryId).toBe(entry?.entryId)
  })

  it('are not matched to a payment of another amount, and do not exist for another owner', async () => {
    const entry = await entryOf('branch south')
    const { paymentId } = await people.olive.call('recordFundingPayment', {
      type: 'payment',
      amount: '499.00',
      valueDate: '2026-11-26',
      reference: 'VOY-2026-11-003',
    })
    expect(await match(entry?.entryId, paymentId)).toMatchObject({ resultCode: '-20409' })
    expect(await people.hal.call('matchBankEntry', { entryId: entry?.entryId ?? '' })).toMatchObject({
      resultCode: '-20404',
    })
    expect((await people.hal.call('bankEntries', {})).entries).toEqual([])
    // The same file is another owner's own statement.
    expect((await importFile('two-statements-v02', 'hal')).resultCode).toBe('0')
  })

  it('come from a csv file too, where an entry that another format brought is not taken again', async () => {
    const csv = (bankReference: string, by: 'olive' | 'hal' = 'olive') =>
      people[by].call('importBankEntries', {
        fileName: 'november.csv',
        account: '0012 345 678',
        entries: [
          { bookedOn: '2026-11-26', amount: '250000.00', bankReference: 'BK-1001', reference: 'other words' },
          { bookedOn: '2026-11-27', amount: '-7.50', bankReference, reference: 'Fee of the account' },
        ],
      })
    expect(await csv('BK-9001')).toMatchObject({ entries: 2, added: 1 })
    expect(await csv('BK-9001')).toMatchObject({ entries: 2, added: 0 })
    expect((await entryOf('Fee of the account'))?.amount).toBe('-7.50')
    expect(await people.rita.call('bankEntries', {})).toMatchObject({ lastAccount: '0012345678' })
    // Another owner has BK-1001 from the file above.
    expect(await csv('BK-9001', 'hal')).toMatchObject({ added: 1 })
  })

  it('are set aside by one user with a reason and by another one confirmed, and can be taken back', async () => {
    const { entryId = '' } = (await entryOf('Fee of the account')) ?? {}
    const asideOf = async (setAside: boolean) =>
      (await people.rita.call('bankEntries', { setAside })).entries.find((entry) => entry.entryId === entryId)?.setAside
    const setAside = () => people.ada.call('setAsideBankEntry', { entryId, reason: 'A fee of the bank' })
    expect(await people.ada.call('setAsideBankEntry', { entryId, reason: ' ' })).toMatchObject({ resultCode: '-20400' })
    expect(await people.amir.call('confirmBankEntryAside', { entryId })).toMatchObject({ resultCode: '-20409' })
    expect(await setAside()).toMatchObject({ resultCode: '0' })
    expect(await setAside()).toMatchObject({ resultCode: '-20409' })
    // It stays listed until the second user agrees, but belongs to nothing else meanwhile.
    expect(await asideOf(false)).toMatchObject({ reason: 'A fee of the bank', isOwn: false, confirmedBy: null })
    expect(await match(entryId)).toMatchObject({ resultCode: '-20409' })
    expect(await people.ada.call('confirmBankEntryAside', { entryId })).toMatchObject({ resultCode: '-20409' })
    expect(await people.hal.call('setAsideBankEntry', { entryId, reason: 'x' })).toMatchObject({ resultCode: '-20404' })
    expect(await people.amir.call('confirmBankEntryAside', { entryId })).toMatchObject({ resultCode: '0' })
    expect(await asideOf(false)).toBeUndefined()
    expect(await asideOf(true)).toMatchObject({ reason: 'A fee of the bank' })
    expect((await people.rita.call('bankEntries', {})).setAsideTotal).toBe(1)
    expect(await people.amir.call('restoreBankEntry', { entryId })).toMatchObject({ resultCode: '0' })
    expect(await people.amir.call('restoreBankEntry', { entryId })).toMatchObject({ resultCode: '-20409' })
    expect(await entryOf('Fee of the account')).not.toHaveProperty('setAside')
    await expect(
      sql`UPDATE bank_entry SET aside_reason = 'x', aside_by = recorded_by, aside_at = now(), aside_decided_by = recorded_by,
            aside_decided_at = now()
          FROM (SELECT min(id) AS recorded_by FROM user_account) u WHERE bank_entry.id = ${entryId}::bigint`.execute(
        db(),
      ),
    ).rejects.toThrow('bank_entry_aside_by_two')
  })

  it('cannot be changed or deleted in the database', async () => {
    await expect(sql`UPDATE bank_entry SET amount_cents = 1`.execute(db())).rejects.toThrow('cannot change')
    await expect(sql`DELETE FROM bank_entry`.execute(db())).rejects.toThrow('not allowed')
  })
})

describe('the same file of two users at the same time', () => {
  const demo = withDemoServer({ maxConnections: 4 })

  it('is imported once', async () => {
    const { people } = demo
    const responses = await Promise.all(
      [people.olive, people.ada].map((person) =>
        person.call('importBankStatement', { fileName: 'a.xml', base64: base64Of('one-day-v08') }),
      ),
    )
    expect(responses.map(({ statements }) => statements[0]?.added ?? -1).toSorted((a, b) => a - b)).toEqual([0, 5])
  })
})
