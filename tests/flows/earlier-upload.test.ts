// Starts a new batch from an earlier batch of the same user, with its options: with all rows, or only the failed ones.
import { beforeEach, expect, it } from 'vitest'
import { readEarlierUpload } from '#flows/upload/earlier-upload.ts'
import { currentNotices } from '#services/notices.ts'
import { awaitingBatch, batchRow } from '#tests/support/batch-file.ts'
import { cardNumber } from '#tests/support/files.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { signInTestUser } from '#tests/support/test-user.ts'

const server = withStubServer()
beforeEach(() => {
  signInTestUser({ Batch: ['load', 'redeem'] })
})

const [firstCard, secondCard, thirdCard] = [1, 2, 3].map(cardNumber)
const respondWithBatch = (batch: object, rows: readonly object[], options: readonly string[] = []) =>
  server.respondWith((response) =>
    json(response, { resultCode: '0', batchLoad: { ...awaitingBatch, ...batch }, options, rows, hasFile: false }),
  )
const read = async (type: 'load' | 'transfer' | 'devalue', id: string) => {
  const upload = await readEarlierUpload(type, id)
  const [file] = upload?.files ?? []
  return { name: file?.name, text: await file?.text(), options: upload?.options }
}

it('an earlier batch provides its options and all its rows, loaded or not', async () => {
  respondWithBatch(
    { PROCESSED: true, BATCHLOADFILEORIGINALNAME: 'march.xlsx', LOADEDCOUNT: 1 },
    [batchRow(1, { LOADED: true }), batchRow(2, { AMOUNT: '1250.50' })],
    ['noIdentifierValidation'],
  )
  const { name, text, options } = await read('load', '12')
  await expect
    .poll(() => server.requests.map(({ method, params }) => [method, params['batchLoadFileID']]))
    .toEqual([['myBatchRows', '12']])
  expect({ name, text }).toEqual({ name: 'march.csv', text: `${firstCard},20.00\n${secondCard},1250.50\n` })
  expect(options).toMatchObject({ reference: 'March', identifierType: 1, noIdentifierValidation: true, retire: false })
})

it('a transfer keeps its To card, and the amount 0.00 becomes blank again', async () => {
  respondWithBatch({ LOADTYPE: 'transfer' }, [batchRow(1, { IDENTIFIERTO: thirdCard ?? '', AMOUNT: '0.00' })])
  expect((await read('transfer', '12')).text).toBe(`${firstCard},${thirdCard}\n`)
})

it('a devalue keeps its options', async () => {
  respondWithBatch({ LOADTYPE: 'devalue', RETIRE: true, IDENTIFIERTYPE: 2 }, [batchRow(2)])
  expect(await read('devalue', '12')).toMatchObject({
    text: `${secondCard},20.00\n`,
    options: { retire: true, identifierType: 2, noIdentifierValidation: false },
  })
})

it('a batch of only the failed rows gets another reference, within the maximum length', async () => {
  respondWithBatch({ BATCHLOADFILEREFERENCE: 'x'.repeat(255) }, [batchRow(1, { LOADED: true }), batchRow(2)])
  const { text, options } = await read('load', '12-failed')
  expect(text).toBe(`${secondCard},20.00\n`)
  expect(options?.reference.length).toBeLessThanOrEqual(255)
  expect(options?.reference).not.toBe('x'.repeat(255))
})

it('a notice explains why the batch could not be fetched', async () => {
  server.respondWith((response) => json(response, { resultCode: '-20404', resultText: 'There is no such batch' }))
  expect(await readEarlierUpload('load', '12')).toBeUndefined()
  await expect
    .poll(() => currentNotices().visible.map(({ text }) => text))
    .toEqual([expect.stringContaining('There is no such batch')])
})
