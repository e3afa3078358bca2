// Names of countries and currencies in the reader's language.
import { afterEach, expect, it } from 'vitest'
import { nameOfCode } from '#words/figures.ts'
import { chooseLanguage } from '#words/runtime.js'

afterEach(() => chooseLanguage(() => 'en'))

it.each([
  ['en', 'Singapore', 'Singapore Dollar'],
  ['de', 'Singapur', 'Singapur-Dollar'],
  ['zh-Hans', '新加坡', '新加坡元'],
  ['ar', 'سنغافورة', 'دولار سنغافوري'],
])('countries and currencies have their names in %s', (language, country, currency) => {
  chooseLanguage(() => language)
  expect(nameOfCode('region', 'SG', 'Singapore')).toBe(country)
  expect(nameOfCode('currency', 'SGD', 'Singapore Dollar')).toBe(currency)
})

it('a code without a name in the language has its English name', () => {
  chooseLanguage(() => 'de')
  expect(nameOfCode('region', 'QZ', 'Nowhere')).toBe('Nowhere')
})
