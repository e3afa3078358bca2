// The fields of a merchant as they are sent, the places of the list, and its file's name.
import { expect, test } from 'vitest'
import { tidyMerchant } from '#domain/merchants/entry.ts'
import { merchantFileName, placesTaken } from '#domain/merchants/list.ts'

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
  expect(merchantFileName('csv', Date.parse('2026-03-04T20:06:07Z'), 'Asia/Singapore')).toBe(
    'merchant-sign-up-20260305040607.csv',
  )
})
