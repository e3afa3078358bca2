// Rows that are typed into a form, in any language and with the digits of any keyboard.
import { afterEach, expect, test } from 'vitest'
import { cardRows } from '#domain/batch/card-rows.ts'
import { stripAmountInput } from '#domain/cards/statement.ts'
import { searchTypes, termToValues } from '#domain/cards/search.ts'
import { findExtraColumns } from '#domain/rows/extra-columns.ts'
import { typedRowErrors, typedTextsToRow } from '#domain/rows/typed-row.ts'
import { chooseLanguage } from '#words/runtime.js'
import { languages } from '#tools/messages.mjs'
import { cardNumber } from '#tests/support/files.ts'

const loads = cardRows({ type: 'load', identifierType: 1 })
const inArabicDigits = (text: string) => text.replaceAll(/[0-9]/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? '')
afterEach(() => chooseLanguage(() => 'en'))

test('digits of another keyboard are the same number', () => {
  const row = typedTextsToRow(loads, { identifier: inArabicDigits(cardNumber(1)), amount: '١٢٫٥٠' })
  expect(row.values).toMatchObject({ identifier: cardNumber(1), amount: '12.50' })
  expect(row.findings).toEqual([])
  expect(stripAmountInput('１２．５')).toBe('12.5')
  const [byCard] = searchTypes
  expect(byCard && termToValues(byCard, `${inArabicDigits(cardNumber(1))}\n${cardNumber(2)}`)).toEqual([
    cardNumber(1),
    cardNumber(2),
  ])
})

test.each([
  ['en', '1,250', [], '1,250'],
  ['zh-Hans', '1,250', [], '1,250'],
  ['de', '1,250', ['amountDecimals'], '1.250'],
  ['de', '1,250.00', [], '1,250.00'],
  ['de', '1,250,000', [], '1,250,000'],
  ['de', '1.250', ['amountDecimals'], '1.250'],
])('in %s, %s that can be two amounts is refused with both of them', (language, amount, codes, value) => {
  chooseLanguage(() => language)
  const typed = { identifier: cardNumber(1), amount }
  const row = typedTextsToRow(loads, typed)
  expect(row.values.amount).toBe(value)
  expect(row.findings.map(({ code }) => code)).toEqual(codes)
  chooseLanguage(() => 'en')
  if (codes.length > 0)
    expect(typedRowErrors(loads, { ...typed, amount: '1.250' })['amount']).toBe(
      '“1.250” can mean 1,250.00 or 1.25. Write 1250 for the first, or at most two decimals for the second.',
    )
})

test.each(languages)('in %s, the error of a row that is not saved yet does not offer to remove it', (language) => {
  chooseLanguage(() => language)
  const errors = typedRowErrors(cardRows({ type: 'load', identifierType: 1 }), {})
  expect(Object.keys(errors)).toEqual(['identifier', 'amount'])
  for (const error of Object.values(errors)) {
    expect(error).not.toMatch(/remove|entfernen|buang|删除|أزل/)
    expect(error).toMatch(/[.。]$/)
  }
})

test.each([
  'CVV',
  'Kartenprüfnummer',
  'Kennwort',
  'Kata laluan',
  '安全码',
  '卡密码',
  'رمز الأمان',
  'كلمة المرور',
  'الرقم السري',
])('a column with the heading %s is not stored', (heading) => {
  const columns = { headings: [heading, 'Team'], samples: [[], []], map: [-1], width: 2, hasHeadings: true, lines: [] }
  expect(findExtraColumns(columns, [['123', 'Sales']])?.headings).toEqual(['Team'])
})
