// The fields of a merchant in the request.
import { expect, test } from 'vitest'
import { tidyMerchant } from '#domain/merchants/entry.ts'

test('a merchant is sent without surrounding spaces and with its country in capitals', () => {
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
