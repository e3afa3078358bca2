// Headings of files in every language: the table has the labels of all message files, no heading belongs to two fields,
// and a template of one language is understood in every other.
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { batchHeadings, fieldHeadings, headingWords } from '#domain/files/heading-words.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { cardRows } from '#domain/batch/card-rows.ts'
import { orderFields } from '#domain/order/fields.ts'
import { orderRows } from '#domain/order/rows.ts'
import { comparableHeading, type HeadingWords, setKnownHeadings, usualHeadings } from '#domain/rows/headings.ts'
import type { RowType } from '#domain/rows/row-type.ts'
import { matchColumns } from '#domain/rows/match-columns.ts'
import { chooseLanguage } from '#words/runtime.js'
import { languages } from '#tools/messages.mjs'

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const today = '2026-11-26' as CalendarDate
const kinds: readonly (readonly [string, () => RowType])[] = [
  ...(['load', 'transfer', 'devalue', 'activate'] as const).flatMap((type) => [
    [`${type}, card numbers`, () => cardRows({ type, identifierType: 1 })] as const,
    [`${type}, tracking numbers`, () => cardRows({ type, identifierType: 2 })] as const,
  ]),
  ['load up to a balance', () => cardRows({ type: 'load', identifierType: 1, fillUp: '50' })],
  ['physical order', () => orderRows('physical', today)],
  ['virtual order', () => orderRows('virtual', today)],
]
setKnownHeadings(headingWords)
afterEach(() => chooseLanguage(() => 'en'))

describe.each(languages)('in %s', (language) => {
  test.each(kinds)('the label of each field is known: %s', (_, createKind) => {
    const knownLabels = createKind().fields.map((field) => usualHeadings(field).labels)
    chooseLanguage(() => language)
    const labels = createKind().fields.map(({ label }) => label)
    labels.forEach((label, index) => expect(knownLabels[index]).toContain(label.replace(/\p{Bidi_Control}/gu, '')))
  })

  test('the label is the first heading of its language', () => {
    chooseLanguage(() => language)
    const firstHeading = (words: HeadingWords) => words[language as 'en'].split(', ')[0]
    for (const { name, label } of [...orderFields.physical, ...orderFields.virtual])
      expect(firstHeading(fieldHeadings[name])).toBe(label)
    const [card, , amount] = cardRows({ type: 'load', identifierType: 1 }).fields
    expect([batchHeadings.cardNumber, batchHeadings.amount].map(firstHeading)).toEqual([card?.label, amount?.label])
  })
})

describe.each(kinds)('%s', (_, createKind) => {
  const rowType = createKind()
  test('no heading belongs to two fields', () => {
    const usedFields = rowType.fields.filter(({ use }) => use !== 'unused')
    const names = usedFields.flatMap((field) => {
      const { labels, aliases } = usualHeadings(field)
      return [...new Set([field.label, ...labels, ...aliases].map(comparableHeading))]
    })
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  test(`a template in any language, with columns in any order, is understood (SEED=${seed})`, () => {
    const fields = rowType.activeFields
    const labelsOf = fields.map((field) => usualHeadings(field).labels)
    fc.assert(
      fc.property(
        fc.constantFrom(0, 1, 2, 3, 4),
        fc.shuffledSubarray(
          fields.map((_field, index) => index),
          { minLength: fields.length },
        ),
        fc.constantFrom(...spellings),
        (languageIndex, order, spell) => {
          const headings = order.map((index) => spell(labelsOf[index]?.[languageIndex] ?? ''))
          const { map, isCertain } = matchColumns(rowType, { headings, samples: headings.map(() => []) })
          expect(isCertain).toBe(true)
          expect(fields.map((field) => map[rowType.fields.indexOf(field)])).toEqual(
            fields.map((_field, index) => order.indexOf(index)),
          )
        },
      ),
      { seed, numRuns: 60 },
    )
  })
})

/** Different ways of writing the same heading. */
const spellings: readonly ((heading: string) => string)[] = [
  (heading) => heading,
  (heading) => ` ${heading.toUpperCase()} *`,
  (heading) => heading.replaceAll(' ', '_'),
  (heading) => `\u200f${heading}:`,
  (heading) => heading.replaceAll('ä', 'ae').replaceAll('ü', 'ue'),
  (heading) => heading.replaceAll('أ', 'ا').replaceAll('إ', 'ا').replaceAll('ة', 'ه').replaceAll('ى', 'ي'),
  // Full-width capitals and digits.
  (heading) => heading.replaceAll(/[A-Z0-9]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0)),
  // An Arabic letter that is stretched (tatweel), and Arabic digits.
  (heading) => heading.replace('ا', 'اـ').replaceAll('1', '١').replaceAll('2', '٢'),
]

test.each([
  ['رقم البطاقة', 'رقم بطاقه'],
  ['المبلغ', 'مبلغ'],
  ['الاسم الأول', 'الإسم الاول'],
  ['مَبْلَغ', 'مبلغ'],
  ['Empfänger', 'EMPFAENGER'],
  ['Straße', 'Strasse'],
  ['金额（元）', '金额'],
  ['Ｃａｒｄ　Ｎｏ．', 'card no'],
  ['Numéro de carte', 'numero de carte'],
])('%s is the same heading as %s', (first, second) => expect(comparableHeading(first)).toBe(comparableHeading(second)))

test('a field has one label per language', () => {
  for (const [, createKind] of kinds)
    for (const field of createKind().fields) expect(usualHeadings(field).labels).toHaveLength(5)
})
