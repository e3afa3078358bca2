// Texts of one line: invisible characters, characters that not every printer supports, and the cleaned text.
import { expect, test } from 'vitest'
import { hasOddCharacters, toOneLine, findUnprintable } from '#domain/texts/clean-text.ts'

test.each([
  ['12 Bay Road\n#03-01', '12 Bay Road #03-01'],
  ['12 Bay Road \r\n\r\n #03-01', '12 Bay Road #03-01'],
  ['Tan\tMei', 'Tan Mei'],
  ['Tan\u2028Mei\u0085', 'Tan Mei'],
  ['Mei\u202eimA\u0000', 'MeiimA'],
])('%j has invisible characters, and becomes %j on one line', (text, line) => {
  expect(hasOddCharacters(text)).toBe(true)
  expect(toOneLine(text)).toBe(line)
  expect(hasOddCharacters(line)).toBe(false)
})

test.each(['12 Bay Road, #03-01', 'Café  Zoë', '北京', ''])('%j has no invisible characters', (text) => {
  expect(hasOddCharacters(text)).toBe(false)
  expect(toOneLine(text)).toBe(text)
})

test.each([
  ['Café Zoë', ['é', 'ë'], 'Cafe Zoe'],
  ['Cafe\u0301', ['\u0301'], 'Cafe'],
  ['Straße 5', ['ß'], 'Strasse 5'],
  ['Łódź', ['Ł', 'ó', 'ź'], 'Lodz'],
  ['Toys – “More”', ['–', '“', '”'], 'Toys - "More"'],
  ['北京 Mart', ['北', '京'], undefined],
  ['Mart 😀', ['😀'], undefined],
])('%s is not printable everywhere', (text, characters, plain) => {
  expect(findUnprintable(text)).toEqual({ characters, plain })
})

test.each(['Toys & More, Ltd', ' spaces around ', ''])('%j is printable everywhere', (text) => {
  expect(findUnprintable(text)).toBeUndefined()
})
