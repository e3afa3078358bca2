// Direction marks in messages that are read from right to left.
import { expect, it } from 'vitest'
import { withDirections } from '#tools/messages.mjs'
import { fromTo } from '#words/figures.ts'
import { commas } from '#words/lists.ts'
import { chooseLanguage, getLocale } from '#words/runtime.js'

it('withDirections isolates each value of a sentence, but not the numbers that the message formats', () => {
  expect(withDirections('تغيّر الملف {fileName} منذ {at}')).toBe(
    'تغيّر الملف \u2068{fileName}\u2069 منذ \u2068{at}\u2069',
  )
  const plural = {
    declarations: ['input count', 'input name', 'local countNumber = count: number'],
    selectors: [],
    match: { '': '{countNumber} في {name}' },
  }
  expect(withDirections([plural])).toEqual([{ ...plural, match: { '': '{countNumber} في \u2068{name}\u2069' } }])
})

it('withDirections marks a text of values with only signs between them, so that an arrow points from the first to the second', () => {
  expect(withDirections('{before} ← {after}')).toBe('\u200f\u2068{before}\u2069 ← \u2068{after}\u2069')
})

it('withDirections keeps the isolation that the translator has chosen', () => {
  expect(withDirections('ينقص \u2066{currency} {amount}\u2069')).toContain('\u2066{currency} ')
})

it('withDirections marks a sentence that begins with a Latin word', () => {
  expect(withDirections('Excel، القائمة')).toBe('\u200fExcel، القائمة')
  expect(withDirections('{name}: Excel')).toBe('{name}: Excel')
})

it('withDirections does not change names of files, dates, and sentences that are composed of others', () => {
  for (const text of ['result-{stamp}.csv', '{day} {month} {year}', '{text}.', 'Ctrl+K'])
    expect(withDirections(text)).toBe(text)
})

it('commas and fromTo isolate the items of a list in Arabic', () => {
  const before = getLocale()
  try {
    chooseLanguage(() => 'ar')
    expect(commas(['Ada Lim', undefined, 'gifts (1).csv'])).toBe('\u200f\u2068Ada Lim\u2069، \u2068gifts (1).csv\u2069')
    expect(commas(['Ada Lim', ''])).toBe('Ada Lim')
    expect(fromTo(['Ada', 'Ben'])).toBe('\u200f\u2068Ada\u2069 ← \u2068Ben\u2069')
    chooseLanguage(() => 'en')
    expect(commas(['Ada Lim', 'gifts (1).csv'])).toBe('Ada Lim, gifts (1).csv')
    expect(fromTo(['Ada', 'Ben'])).toBe('Ada → Ben')
  } finally {
    chooseLanguage(() => before)
  }
})
