// Signing up merchants through the API (docs/rules/merchants.md, "QR code"): the server checks every field again, and the
// payload can be decoded.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { qrToObjects } from '#domain/merchants/qr.ts'
import { post } from '#tests/support/call.ts'
import { type InProcessServer, startInProcess } from '#tests/support/in-process.ts'

const merchant = {
  mastercardMerchantID: '12345678',
  merchantName: 'Toys & More, Ltd',
  merchantCity: 'Singapore',
  merchantCategoryCode: '5945',
  currencyCode: '702',
  countryCode: 'SGP',
}
const REQUIRED = 'This field is required'
const INVALID = 'Invalid input format'
const textOf = (length: number) => 'x'.repeat(length)

describe('signing merchants up', () => {
  let server: InProcessServer
  let token: string
  beforeAll(async () => {
    server = await startInProcess({ settings: { maxMerchantSignUp: 7 } })
    const permissions = ['MerchantSignUp.read', 'MerchantSignUp.write'] as const
    token = (await server.addUser({ username: 'maker', permissions })).token
  })
  afterAll(() => server.close())

  const signUp = async (change: Partial<typeof merchant> = {}) =>
    (await post(server.url, 'merchantSignUp', { ...merchant, ...change, requestId: randomUUID(), token })).response
  const trail = () =>
    server.database.db
      .selectFrom('audit_event')
      .select(['subject_type', 'subject_id', 'result_code'])
      .where('method', '=', 'merchantSignUp')
      .orderBy('id')
      .execute()

  it('returns a payload with every field, and a two-letter country code', async () => {
    const { resultCode, qrCode } = await signUp()
    expect(resultCode).toBe('0')
    expect(qrToObjects(String(qrCode))?.slice(0, -1)).toEqual([
      ['00', '01'],
      ['01', '11'],
      ['04', '12345678'],
      ['52', '5945'],
      ['53', '702'],
      ['58', 'SG'],
      ['59', 'Toys & More, Ltd'],
      ['60', 'Singapore'],
    ])
  })

  it.each([
    ['mastercardMerchantID', '1'.repeat(15)],
    ['merchantName', 'x'],
    ['merchantName', textOf(25)],
    ['merchantCity', textOf(20)],
    // Well-formed, but not in our lists.
    ['merchantCategoryCode', '0001'],
    ['currencyCode', '001'],
    ['countryCode', 'deu'],
    ['merchantName', '  Toys  '],
  ] as const)('accepts %s %j', async (field, value) => {
    expect(await signUp({ [field]: value })).toMatchObject({ resultCode: '0' })
  })

  it.each([
    ['mastercardMerchantID', '', REQUIRED],
    ['mastercardMerchantID', '1234567', INVALID],
    ['mastercardMerchantID', '123456789', INVALID],
    ['mastercardMerchantID', '1'.repeat(14), INVALID],
    ['mastercardMerchantID', '1'.repeat(16), INVALID],
    ['mastercardMerchantID', '1234567a', INVALID],
    ['merchantName', '   ', REQUIRED],
    ['merchantName', textOf(26), INVALID],
    ['merchantName', 'Café', INVALID],
    ['merchantName', 'a\tb', INVALID],
    ['merchantCity', '', REQUIRED],
    ['merchantCity', textOf(21), INVALID],
    ['merchantCity', '北京', INVALID],
    ['merchantCategoryCode', '594', INVALID],
    ['merchantCategoryCode', '59455', INVALID],
    ['currencyCode', '70', INVALID],
    ['currencyCode', 'SGD', INVALID],
    ['countryCode', 'SG', INVALID],
    ['countryCode', 'SGPX', INVALID],
    ['countryCode', '702', INVALID],
    ['countryCode', 'zzz', 'No country has the code ZZZ. Use the 3 letters of ISO 3166, such as SGP'],
  ] as const)('rejects %s %j at its field', async (path, value, message) => {
    expect(await signUp({ [path]: value })).toMatchObject({ resultCode: '-20400', errors: [{ path, message }] })
  })

  it('rejects several fields together, in the order of the form, each named in the message', async () => {
    const response = await signUp({ countryCode: 'ZZZ', merchantName: '', currencyCode: '7' })
    expect(response.errors?.map(({ path }) => path)).toEqual(['merchantName', 'currencyCode', 'countryCode'])
    expect(response.resultText).toBe(
      'Merchant Name: This field is required. Currency Code: Invalid input format. Country Code: No country has the code ZZZ. Use the 3 letters of ISO 3166, such as SGP',
    )
  })

  it('writes the merchant number to the audit trail', async () => {
    const before = (await trail()).length
    await signUp({ mastercardMerchantID: '87654321' })
    await signUp({ mastercardMerchantID: '8765432' })
    expect((await trail()).slice(before)).toEqual([
      { subject_type: 'merchant', subject_id: '87654321', result_code: '0' },
      { subject_type: null, subject_id: null, result_code: '-20400' },
    ])
  })

  it('returns the limit of the sign-up list', async () => {
    const { response } = await post(server.url, 'merchantSignUpLimit', { token })
    expect(response).toMatchObject({ resultCode: '0', maxMerchantSignUp: 7 })
  })
})
