// The separators of digits in each language. Amounts have a comma between thousands and a point before the cents in
// every language, so a count beside an amount must not use a point or comma in the other sense.
import { afterEach, expect, it } from 'vitest'
import { amountToText } from '#domain/money.ts'
import { numberToText } from '#words/figures.ts'
import { m } from '#words/messages.js'
import { chooseLanguage, getLocale } from '#words/runtime.js'

const initialLanguage = getLocale()
afterEach(() => chooseLanguage(() => initialLanguage))

it.each([
  ['en', '15,038'],
  ['zh-Hans', '15,038'],
  ['ms', '15,038'],
  ['de', '15\u00a0038'],
  ['ar', '15,038'],
])('a count in %s cannot be taken for an amount', (language, count) => {
  chooseLanguage(() => language)
  expect(numberToText(15_038)).toBe(count)
  // Messages format their numbers with code of their own.
  expect(m.ui_rowsFound({ count: 15_038 })).toContain(count)
  expect(amountToText('15038.46', 'SGD')).toBe('SGD 15,038.46')
})
