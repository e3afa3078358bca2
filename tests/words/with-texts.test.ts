import { afterEach, expect, test } from 'vitest'
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import { chooseLanguage, getLocale } from '#words/runtime.js'

const initialLanguage = getLocale()
afterEach(() => chooseLanguage(() => initialLanguage))

test('a text of a table is in the language of the moment when it is read', () => {
  const pattern = /^a$/
  const table = withTexts({
    rows: [{ label: textOf(m.common_date), format: 'date', pattern }],
    noun: { one: textOf(() => m.common_cardInText()) },
  })
  expect(table).toEqual({ rows: [{ label: 'Date', format: 'date', pattern }], noun: { one: 'card' } })
  chooseLanguage(() => 'de')
  expect(table).toEqual({ rows: [{ label: 'Datum', format: 'date', pattern }], noun: { one: 'Karte' } })
})

test('a text of a table that was not passed to withTexts fails instead of showing something else', () => {
  const label = textOf(m.common_date)
  expect(() => `${label}`).toThrow(/withTexts/)
})
