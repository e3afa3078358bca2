// The list of merchants: the slots in use, and the names of its files and pictures.
import { expect, test } from 'vitest'
import { merchantFileName, pictureNames, slotsUsed } from '#domain/merchants/list.ts'

test('a merchant that is both stored and still pending uses one slot', () => {
  expect(slotsUsed([{ id: 'a' }, { id: 'b' }], ['b', 'c'])).toBe(3)
})

test.each(['csv', 'pdf', 'zip'] as const)('a %s is named by date and time in the programme’s time zone', (ending) => {
  expect(merchantFileName(ending, Date.parse('2026-03-04T20:06:07Z'), 'Asia/Singapore')).toBe(
    `merchant-sign-up-20260305040607.${ending}`,
  )
})

const pictureNamesOf = (...merchants: readonly (readonly [number: string, name: string])[]) =>
  pictureNames(
    merchants.map(([mastercardMerchantID, merchantName], index) => ({
      id: String(index),
      qr: '',
      at: '',
      entry: {
        mastercardMerchantID,
        merchantName,
        merchantCity: '',
        merchantCategoryCode: '',
        currencyCode: '',
        countryCode: '',
      },
    })),
  )

test('a picture is named by number and name, without path separators or characters that file systems reject', () => {
  const names = pictureNamesOf(
    ['012345678901234', 'Toys, Tea & More'],
    ['12345678', '../../etc/passwd'],
    ['12345678', 'C:\\CON.'],
    ['12345678', '***'],
    ['12345678', '=cmd|" /C calc"'],
  )
  expect(names).toEqual([
    '012345678901234-toys-tea-more',
    '12345678-etc-passwd',
    '12345678-c-con',
    '12345678',
    '12345678-cmd-c-calc',
  ])
})

test('equal file names are numbered, regardless of case, and avoid names that are already taken', () => {
  const names = pictureNamesOf(['12345678', 'A 2'], ['12345678', 'A'], ['12345678', 'a'], ['12345678', 'A!'])
  expect(names).toEqual(['12345678-a-2', '12345678-a', '12345678-a-3', '12345678-a-4'])
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(4)
})
