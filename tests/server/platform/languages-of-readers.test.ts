// What one user causes, others read in their own languages: results, statements and the audit trail.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { voyager } from '#brand/voyager.ts'
import { instantToDate } from '#domain/dates.ts'
import { demoCardsInState } from '#server/demo/sample-batch.ts'
import { processBatch } from '#server/ledger/process-batch.ts'
import { rowsByLibrary } from '#tests/support/library-reader.ts'
import { approve, uploadLoads } from '#tests/support/demo-server.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

describe('what other users caused', () => {
  const demo = withDemoServer({ provesLedger: true })
  const { db, people } = demo

  /** Ada, who reads in this language. */
  const reader = (language: string) => demo.server.logIn('ada', language)
  const textsIn = (base64: string) => rowsByLibrary(Buffer.from(base64, 'base64')).flatMap(([, cells]) => cells)

  it('the results of a batch are in the language of their reader, on screen and in its file', async () => {
    const [cardToStop, activeCard] = demoCardsInState('active', 2, [1])
    const loads = [cardToStop, activeCard].map((card) => ({ identifier: card?.pan ?? '', amount: '12.00' }))
    const id = await uploadLoads(people.olive, loads, { duplicateReason: 'A test' })
    await approve(demo.server, people.amir, id)
    await sql`UPDATE card SET stopped_at = now(), stop_reason_id = 1 WHERE id = ${cardToStop?.id}`.execute(db())
    const { client, now } = demo.server.server
    await processBatch({ db: db(), timeZone: client.timeZone, now }, Number(id))
    const results = async (language: string) => {
      const { details } = await (await reader(language)).call('batchLoadDetails', { batchLoadFileID: id })
      return details.map((row) => row.RESULTTEXT)
    }
    const [reason, loaded] = ['Nicht aufgeladen: die Karte ist gesperrt.', 'Aufgeladen']
    expect(await results('en')).toEqual(['Not loaded: the card is stopped.', 'Loaded'])
    expect(await results('de')).toEqual([reason, loaded])
    const maker = await demo.server.logIn('olive', 'de')
    const { rows } = await maker.call('myBatchRows', { batchLoadFileID: id })
    expect(rows.map((row) => row.RESULTTEXT)).toEqual([reason, loaded])
    const report = await (await reader('de')).call('downloadBatchLoadReport', { batchLoadFileID: id })
    expect(textsIn(report.base64)).toContain(reason)
  })

  it('refusals in the audit trail are in the language of their reader', async () => {
    const day = instantToDate(demo.server.clock.now, voyager.timeZone)
    const arabicReader = await demo.server.logIn('ada', 'ar')
    const today = { startDate: day, endDate: day }
    const refused = await arabicReader.call('batchLoadDetails', { batchLoadFileID: '999999' })
    expect(refused.resultText).not.toBe('There is no such batch')
    await arabicReader.call('cardSearch', { searchTerm: '1', searchType: '1', showExpired: true })
    const read = async (language: string) => {
      const { entries } = await (await reader(language)).call('auditLog', { ...today, userId: String(people.ada.id) })
      return entries.flatMap(({ refusal }) => refusal ?? []).slice(0, 2)
    }
    expect(await read('en')).toEqual(['Search term should be at least 9 characters', 'There is no such batch'])
    expect(await read('de')).toEqual([
      'Der Suchbegriff muss mindestens 9 Zeichen haben',
      'Diesen Sammelauftrag gibt es nicht',
    ])
    expect((await read('ar'))[1]).toBe(refused.resultText)
  })

  it('a statement describes what the portal did in the language of its reader', async () => {
    const card = demoCardsInState('active', 4, [1]).at(-1)
    const [pan, cardId] = [card?.pan ?? '', String(card?.id)]
    await people.olive.call('insertCardFee', { identifierType: 1, identifier: pan, amount: '1.00', feeId: '1' })
    const read = async (language: string) =>
      (await reader(language)).call('cardStatement', { cardID: cardId, startDate: '1970-01-01', endDate: '2099-01-01' })
    const reversal = await people.olive.call('reverseTransaction', {
      voucherNumber: pan,
      transactionType: 5,
      transactionId: (await read('en')).transactions[0]?.TRANSACTIONID ?? '',
      requesterName: 'Rosa',
      declineReason: 'Charged twice',
    })
    expect(reversal.resultCode).toBe('0')
    const [english, german] = ['Reversal of Card Replacement Fee', 'Storno: Ersatzkartengebühr']
    expect((await read('en')).transactions[0]?.TRANSACTIONDESCRIPTION).toBe(english)
    const statement = await read('de')
    expect(statement.transactions[0]?.TRANSACTIONDESCRIPTION).toBe(german)
    expect(textsIn(statement.excelBase64Data)).toContain(german)
    const { events } = await (await reader('de')).call('cardHistory', { voucherID: cardId })
    expect(events.map(({ description }) => description)).toEqual([german, 'Ersatzkartengebühr'])
  })

  it('fee types and stop reasons have the names that the programme gives them in the language of their reader', async () => {
    const german = await reader('de')
    expect((await german.call('getStopReasons', {})).stopReasons[0]).toMatchObject({ STOPREASONSHORT: 'Verloren' })
    expect((await german.call('getFeeTypes', {})).feeTypes[0]).toMatchObject({ name: 'Ersatzkartengebühr' })
    const card = demoCardsInState('active', 5, [1]).at(-1)
    await sql`UPDATE card SET stopped_at = now(), stop_reason_id = 2 WHERE id = ${card?.id}`.execute(db())
    const shownReason = async (language: string) =>
      (await (await reader(language)).call('cardDetails', { voucherID: String(card?.id) })).card.STOPREASON
    expect(await shownReason('ms')).toBe('Dicuri')
    // A language without a name of its own has the main name.
    await sql`UPDATE stop_reason SET names = '{}' WHERE id = 2`.execute(db())
    expect(await shownReason('ms')).toBe('Stolen')
  })
})
