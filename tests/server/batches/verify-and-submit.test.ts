// Verification and upload through the API: all findings, rejections with their messages, duplicates, and cards of other
// owners.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { demoCard, type DemoState } from '#server/demo/cards.ts'
import { demoCardsInState, sampleRows } from '#server/demo/sample-batch.ts'
import { uploadLoads, loadUpload } from '#tests/support/demo-server.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

const pan = (state: DemoState, campaigns?: readonly number[]) => demoCardsInState(state, 1, campaigns)[0]?.pan ?? ''
/** One row, with a card that no test uploads. */
const unusedRows = sampleRows(60).slice(-1)
const harbourCard = Array.from({ length: 100 }, (_, index) => demoCard(index)).find(
  (card) => card.campaign.ownerId === 1 && card.state === 'active',
)

describe('verify and upload', () => {
  const demo = withDemoServer()
  const { people } = demo

  const verify = (
    batchElements: { identifier: string; amount: string; identifierTo?: string }[],
    identifierType: 1 | 2 = 1,
  ) =>
    people.olive.call('verifyBatchFile', {
      type: 'load',
      name: 'x.csv',
      identifierType,
      batchSizeLimit: 5000,
      additionalValidation: ['loadlimit'],
      reference: 'x',
      batchElements,
    })
  const findingsOf = async (identifier: string, amount = '25.00') =>
    (await verify([{ identifier, amount }])).batchElements[0]?.findings

  it('names the holder of each card only to users who can read cards', async () => {
    const { identifier = '' } = unusedRows[0] ?? {}
    const holderInFile = async () =>
      (await verify([{ identifier, amount: '25.00' }])).batchElements[0]?.source.cardholder
    const holderInElement = async () =>
      (
        await people.olive.call('verifyBatchElement', {
          type: 'load',
          identifierType: 1,
          additionalValidation: [],
          element: { identifier, amount: '25.00' },
        })
      ).element.source.cardholder
    const [card] = (
      await people.olive.call('cardSearch', { searchType: '1', searchTerm: identifier, showExpired: true })
    ).cards
    expect(card?.CARDHOLDERNAME).toMatch(/^\w+ \w+/)
    expect([await holderInFile(), await holderInElement()]).toEqual([card?.CARDHOLDERNAME, card?.CARDHOLDERNAME])
    const { db } = demo.server.database
    await sql`UPDATE user_group SET permissions = array_remove(permissions, 'CardStatement.read')`.execute(db)
    try {
      expect([await holderInFile(), await holderInElement()]).toEqual([undefined, undefined])
    } finally {
      await sql`UPDATE user_group SET permissions = permissions || 'CardStatement.read'::text`.execute(db)
    }
  })

  it.each([
    ['an active card', unusedRows[0]?.identifier ?? '', '25.00', []],
    ['a card not activated', pan('notActivated', [1]), '25.00', ['cardNotActive']],
    ['a stopped card', pan('stopped'), '25.00', ['cardStopped']],
    ['a retired card', pan('retired'), '25.00', ['cardRetired']],
    ['an expired card', pan('expired'), '25.00', ['cardExpired']],
    ['an empty card', pan('empty'), '25.00', []],
    ['an unidentified holder, if identification is required', pan('unidentified', [2]), '25.00', ['cardKyc']],
    ['an unidentified holder, if identification is not required', pan('unidentified', [1]), '25.00', []],
    ['too much for the campaign', pan('active', [4]), '500.01', ['loadLimit']],
    ['too little for the campaign', pan('active', [4]), '4.99', ['loadLimit']],
    ['no amount', pan('active'), '0.00', ['amountZero']],
    ['a negative amount', pan('active'), '-5.00', ['amountNegative']],
    ['no such card', '9000010000000000', '25.00', ['cardUnknown']],
    ['another owner’s card', harbourCard?.pan ?? '', '25.00', ['cardUnknown']],
    ['a mistyped number', '9000019999999997', '25.00', ['identifierCheckDigit']],
    ['a short number', '90000100', '25.00', ['identifierLength']],
  ])('returns the findings for %s', async (_, identifier, amount, expected) => {
    expect(await findingsOf(identifier, amount)).toEqual(expected)
  })

  it('returns facts, fee and the masked number', async () => {
    const [card] = demoCardsInState('active', 1, [1])
    const response = await verify([{ identifier: card?.trackingNumber ?? '', amount: '25.00' }], 2)
    expect(response.batchElements[0]).toMatchObject({
      batchFeeAmount: '0.50',
      source: {
        exists: true,
        active: true,
        loadlimit: true,
        loadMin: '1.00',
        loadMax: '5000.00',
        voucherMax: '10000.00',
        currency: 'SGD',
      },
    })
    expect(response.batchElements[0]?.source.cardnumber).toBe(`900001••••••${card?.pan.slice(-4)}`)
  })

  it('marks every row of a card that has several rows in the file', async () => {
    const response = await verify([...unusedRows, ...unusedRows])
    expect(response.batchElements.map((element) => element.findings)).toEqual([['duplicate'], ['duplicate']])
  })

  it('verifies a file of any length with at most eight statements', async () => {
    const count = async (rows: number) => {
      const before = queries.length
      await verify(sampleRows(rows))
      return queries.length - before
    }
    const queries: string[] = []
    const executor = demo.server.database.db.getExecutor()
    const original = executor.executeQuery.bind(executor)
    executor.executeQuery = (query, ...rest) => {
      queries.push(query.sql)
      return original(query, ...rest)
    }
    const [countForFewRows, countForManyRows] = [await count(2), await count(200)]
    executor.executeQuery = original
    expect(countForManyRows).toBe(countForFewRows)
    expect(countForManyRows).toBeGreaterThan(0)
    // The session's own queries are included.
    expect(countForManyRows).toBeLessThanOrEqual(8)
  })

  it('rejects a file with a row that cannot be loaded, with path and message, and stores nothing', async () => {
    const rows = [...sampleRows(2), { identifier: pan('stopped'), amount: '25.00' }]
    const response = await people.olive.call('batchLoadUpload', loadUpload(rows, { loadReference: 'Rejected' }))
    expect(response).toMatchObject({
      resultCode: '-20400',
      resultText: 'One row cannot be loaded as it is. Nothing was uploaded. Correct or remove it and submit again.',
      errors: [
        { path: 'batchElements.2.identifier', message: 'The card is stopped. Unstop it first, or remove the row.' },
      ],
    })
    const storedBatches = await sql`SELECT id FROM batch_file WHERE reference = 'Rejected'`.execute(
      demo.server.database.db,
    )
    expect(storedBatches.rows).toEqual([])
  })

  it.each([
    ['loadReference', { loadReference: 'July 9000.0106.2567.4726' }],
    ['duplicateReason', { duplicateReason: 'for 9000 0106 2567 4726' }],
  ])('rejects a card number in %s, since it is mailed and shown', async (path, more) => {
    const message = 'Remove the card number: this text is shown and exported as written'
    expect(await people.olive.call('batchLoadUpload', loadUpload(sampleRows(2), more))).toMatchObject({
      resultCode: '-20400',
      resultText: message,
      errors: [{ path, message }],
    })
  })

  it('masks only the card number in a file name', async () => {
    const fileName = '9000010625674726 and 9000010625674727.csv'
    const id = await uploadLoads(people.olive, sampleRows(97).slice(-1), { fileName })
    const { batchLoad } = await people.olive.call('myBatchRows', { batchLoadFileID: id })
    expect(batchLoad.BATCHLOADFILEORIGINALNAME).toBe('900001••••••4726 and 9000010625674727.csv')
  })

  it('noIdentifierValidation skips only the check that a card exists', async () => {
    const unknownCardRow = { identifier: '9000010000000000', amount: '25.00' }
    expect((await people.olive.call('batchLoadUpload', loadUpload([unknownCardRow]))).resultCode).toBe('-20400')
    const options = { batchLoadOptions: ['noIdentifierValidation' as const] }
    expect((await people.olive.call('batchLoadUpload', loadUpload([unknownCardRow], options))).resultCode).toBe('0')
    const stopped = loadUpload([{ identifier: pan('stopped'), amount: '25.00' }], options)
    expect((await people.olive.call('batchLoadUpload', stopped)).resultCode).toBe('-20400')
  })

  it.each([
    ['', "the load reference can't be blank or the file format is incorrect"],
    ['Bob`s', 'Invalid input format'],
    ['x'.repeat(51), 'Invalid input format'],
  ])('rejects the reference %j', async (loadReference, text) => {
    const response = await people.olive.call('batchLoadUpload', loadUpload(sampleRows(1), { loadReference }))
    expect(response).toMatchObject({
      resultCode: '-20400',
      resultText: text,
      errors: [{ path: 'loadReference', message: text }],
    })
  })

  it('requires a reason for uploading the same rows again, in any order, and names the earlier batch', async () => {
    const rows = sampleRows(7)
    const first = await uploadLoads(people.olive, rows, { loadReference: 'First' })
    const repeatedUpload = loadUpload(rows.slice().reverse(), { fileName: 'other.xlsx' })
    const response = await people.olive.call('batchLoadUpload', repeatedUpload)
    expect(response).toMatchObject({ resultCode: '-20400', errors: [{ path: 'duplicateReason' }] })
    expect(response.resultText).toContain(`The same rows were uploaded as batch ${first} by olive on `)
    expect(response.resultText).toContain('(Awaiting approval)')
    expect((await people.olive.call('batchLoadUpload', { ...repeatedUpload, duplicateReason: 'no' })).resultCode).toBe(
      '-20400',
    )
    const verification = await verify(rows)
    expect(verification.earlierBatches).toMatchObject([
      { batchLoadFileID: first, uploadedBy: 'olive', state: 'Awaiting approval' },
    ])
    const second = await people.olive.call('batchLoadUpload', {
      ...repeatedUpload,
      duplicateReason: 'Second month',
    })
    expect(second.resultCode).toBe('0')
  })

  it('recognises the same cards by either of their numbers, and suggests the last reason', async () => {
    const cards = demoCardsInState('active', 40).slice(36)
    const byPan = cards.map((card) => ({ identifier: card.pan, amount: '31.00' }))
    const byTracking = cards.map((card) => ({ identifier: card.trackingNumber, amount: '31.00' }))
    const first = await uploadLoads(people.olive, byPan)
    const verification = await verify(byTracking, 2)
    expect(verification.fingerprint).toBe((await verify(byPan)).fingerprint)
    expect(verification.earlierBatches).toMatchObject([{ batchLoadFileID: first, reason: null }])
    const refused = await people.olive.call('batchLoadUpload', loadUpload(byTracking, { identifierType: 2 }))
    expect(refused).toMatchObject({ resultCode: '-20400', errors: [{ path: 'duplicateReason' }] })
    const second = await uploadLoads(people.olive, byTracking, { identifierType: 2, duplicateReason: 'Each week' })
    expect((await verify(byPan)).earlierBatches).toMatchObject([
      { batchLoadFileID: second, reason: 'Each week' },
      { batchLoadFileID: first, reason: null },
    ])
    expect((await verify(byPan.map((row) => ({ ...row, amount: '31.01' })))).earlierBatches).toEqual([])
  })

  it('requires a reason from the slower of two concurrent uploads', async () => {
    const { ada } = people
    for (let round = 0; round < 5; round += 1) {
      const rows = sampleRows(9 + round).slice(-2)
      const responses = await Promise.all(
        [people.olive, ada].map((maker) => maker.call('batchLoadUpload', loadUpload(rows))),
      )
      expect(responses.map((response) => response.resultCode).sort()).toEqual(['-20400', '0'])
      expect(responses.find((response) => response.resultCode !== '0')).toMatchObject({
        errors: [{ path: 'duplicateReason' }],
      })
    }
  })
})
