// The fields of a merchant: what is said of characters that a QR code cannot hold, and what is sent.
import { expect, test } from 'vitest'
import { tidyMerchant, unprintableOf } from '#domain/merchants/entry.ts'
import { merchantFileName, placesTaken } from '#domain/merchants/list.ts'

test.each([
  ['Café Zoë', ['é', 'ë'], 'Cafe Zoe'],
  ['Cafe\u0301', ['\u0301'], 'Cafe'],
  ['Straße 5', ['ß'], 'Strasse 5'],
  ['Łódź', ['Ł', 'ó', 'ź'], 'Lodz'],
  ['Toys – “More”', ['–', '“', '”'], 'Toys - "More"'],
  ['北京 Mart', ['北', '京'], undefined],
  ['Mart 😀', ['😀'], undefined],
])('%s cannot be in a QR code', (text, characters, plain) => {
  expect(unprintableOf(text)).toEqual({ characters, plain })
})

test.each(['Toys & More, Ltd', ' spaces around ', ''])('%j can be', (text) => {
  expect(unprintableOf(text)).toBeUndefined()
})

test('is sent without spaces around, its country in capitals', () => {
  const entry = {
    mastercardMerchantID: ' 12345678',
    merchantName: 'toys  ltd ',
    merchantCity: ' Bonn ',
    merchantCategoryCode: '5945 ',
    currencyCode: '978',
    countryCode: ' deu',
  }
  expect(tidyMerchant(entry)).toEqual({
    mastercardMerchantID: '12345678',
    merchantName: 'toys  ltd',
    merchantCity: 'Bonn',
    merchantCategoryCode: '5945',
    currencyCode: '978',
    countryCode: 'DEU',
  })
})

test('a merchant that is kept and not yet known as answered takes one place', () => {
  expect(placesTaken([{ id: 'a' }, { id: 'b' }], ['b', 'c'])).toBe(3)
})

test('the file is named by the moment in the programme’s zone', () => {
  expect(merchantFileName(Date.parse('2026-03-04T20:06:07Z'), 'Asia/Singapore')).toBe(
    'merchant-sign-up-20260305040607.csv',
  )
})
