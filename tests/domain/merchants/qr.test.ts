// Checks the payload against published test vectors of the checksum and the example of the EMVCo specification.
import { expect, test } from 'vitest'
import { crc16, MAX_QR_CITY, merchantToQr, qrToObjects } from '#domain/merchants/qr.ts'

const merchant = {
  mastercardMerchantID: '123456789012345',
  merchantName: 'BEST TRANSPORT',
  merchantCity: 'BEIJING',
  merchantCategoryCode: '4111',
  currencyCode: '156',
  country: 'cn',
}

test('the checksum is CRC-16/CCITT-FALSE', () => {
  expect(crc16('123456789')).toBe(0x29b1)
  expect(crc16('')).toBe(0xffff)
  expect(crc16('A')).toBe(0xb915)
})

test('a published payload can be parsed, and its checksum is valid', () => {
  // The worked example of EMV QRCPS Merchant-Presented Mode.
  const example =
    '00020101021229300012D156000000000510A93FO3230Q31280012D15600000001030812345678520441115802CN5914BEST TRANSPORT6007BEIJING' +
    '64200002ZH0104最佳运输0202北京540523.7253031565502016233030412340603***0708A60086670902ME91320016A0112233449988770708123456786304A13A'
  expect(qrToObjects(example)).toEqual(
    expect.arrayContaining([
      ['01', '12'],
      ['52', '4111'],
      ['53', '156'],
      ['58', 'CN'],
      ['59', 'BEST TRANSPORT'],
      ['60', 'BEIJING'],
      ['64', '0002ZH0104最佳运输0202北京'],
      ['63', 'A13A'],
    ]),
  )
})

test('a static code contains the fields of the merchant, and is read back field by field', () => {
  const text = merchantToQr(merchant)
  expect(text).toMatch(/^000201010211/)
  // Without the checksum, which is the last field.
  expect(qrToObjects(text)?.slice(0, -1)).toEqual([
    ['00', '01'],
    ['01', '11'],
    ['04', '123456789012345'],
    ['52', '4111'],
    ['53', '156'],
    ['58', 'CN'],
    ['59', 'BEST TRANSPORT'],
    ['60', 'BEIJING'],
  ])
})

test('a code contains only the first 15 characters of the city', () => {
  const objects = qrToObjects(merchantToQr({ ...merchant, merchantCity: 'Saint Petersburg XYZ' }))
  expect(new Map(objects).get('60')).toBe('Saint Petersbur')
  expect(MAX_QR_CITY).toBe(15)
})

test('any changed character is detected', () => {
  const text = merchantToQr(merchant)
  for (let at = 0; at < text.length; at += 1) {
    const changedCharacter = text[at] === '7' ? '8' : '7'
    expect(qrToObjects(text.slice(0, at) + changedCharacter + text.slice(at + 1)), `at ${at}`).toBeUndefined()
  }
  expect(qrToObjects(text.slice(0, -1))).toBeUndefined()
})

test('a value that does not fit into a code throws', () => {
  expect(() => merchantToQr({ ...merchant, merchantName: 'Café' })).toThrow(RangeError)
})
