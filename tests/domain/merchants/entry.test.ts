// The fields of a merchant in the request.
import { expect, test } from 'vitest'
import { merchantFieldRefusal, tidyMerchant } from '#domain/merchants/entry.ts'

test('digits of any script are accepted and sent as 0 to 9, like those of amounts', () => {
  for (const number of ['١٢٣٤٥٦٧٨', '１２３４５６７８', '12345678'])
    expect(merchantFieldRefusal('mastercardMerchantID', number)).toBeUndefined()
  expect(merchantFieldRefusal('merchantCategoryCode', '٥٩٤')).toBe('Invalid input format')
  const entry = { merchantName: 'Toys', merchantCity: 'Bonn', countryCode: 'DEU' }
  expect(
    tidyMerchant({ ...entry, mastercardMerchantID: '١٢٣٤٥٦٧٨', merchantCategoryCode: '５９４５', currencyCode: '٩٧٨' }),
  ).toMatchObject({ mastercardMerchantID: '12345678', merchantCategoryCode: '5945', currencyCode: '978' })
})

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
