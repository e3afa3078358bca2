// Tests the matching of a file's columns to fields: by their headings, and by their values if a heading is uncertain.
import { describe, expect, test } from 'vitest'
import type { CalendarDate } from '#domain/calendar.ts'
import { virtualRows } from '#domain/order/rows.ts'
import { columnLetter, columnProblems, columnTitle } from '#domain/rows/column-map.ts'
import { matchColumns } from '#domain/rows/match-columns.ts'
import { setKnownHeadings, plainHeading, usualHeadings } from '#domain/rows/headings.ts'
import { headingWords } from '#domain/files/heading-words.ts'
import { physicalRows, tenFields } from '#tests/support/row-types.ts'

setKnownHeadings(headingWords)
const virtual = virtualRows({ today: '2026-11-22' as CalendarDate })
const labels = physicalRows.fields.map(({ label }) => label)
/** Matches these headings to the fields of a physical order. The load amount has the index 3 in the result's `map`. */
const match = (headings: readonly string[], samples: readonly (readonly string[])[] = headings.map(() => [])) =>
  matchColumns(physicalRows, { headings, samples })

describe('a heading is known', () => {
  test.each([
    ['Customer Reference', 'customerreference'],
    ['  CUSTOMER-reference: ', 'customerreference'],
    ['customerReference', 'customerreference'],
    ['Load Amount (S$) *', 'loadamount'],
    ['Load Amount S$', 'loadamount'],
    ['Expiry Date [yyyy-mm-dd]', 'expirydate'],
    ['Ｎａｍｅ', 'name'],
    ['(Name)', 'name'],
    ['***', ''],
  ])('%s reads as %s', (heading, plain) => expect(plainHeading(heading)).toBe(plain))

  test('by label, name or another usual name, in any case', () => {
    const headings = [
      'first name',
      'LAST NAME',
      'ref.',
      'Amount',
      'fee',
      'Deliver to',
      'Mobile No.',
      'address_line_1',
      'ADDRESS 2',
      'zip',
    ]
    expect(match(headings)).toEqual({ map: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], isInOrder: true, isCertain: true })
  })

  test.each([
    ['physical', physicalRows],
    ['virtual', virtual],
    ['ten', tenFields],
  ])('no two fields of %s share a name', (_, rowType) => {
    const names = rowType.fields.flatMap((field) => [
      ...new Set([field.label, ...usualHeadings(field).aliases].map(plainHeading)),
    ])
    expect(new Set(names).size).toBe(names.length)
  })
})

describe('columns are', () => {
  test('as expected, also without the last ones', () => {
    expect(match(labels)).toMatchObject({ isInOrder: true })
    expect(match(labels.slice(0, 3))).toMatchObject({ isInOrder: true, map: [0, 1, 2, -1, -1, -1, -1, -1, -1, -1] })
  })

  test('swapped, and certain', () => {
    const swapped = match(['Surname', 'Name', ...labels.slice(2)])
    expect(swapped).toEqual({ map: [1, 0, 2, 3, 4, 5, 6, 7, 8, 9], isInOrder: false, isCertain: true })
  })

  test('more than needed, and certain as long as none is missing', () => {
    expect(match(['Department', ...labels])).toMatchObject({ isCertain: true, map: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] })
    expect(match(['', ...labels])).toMatchObject({ isCertain: true, isInOrder: false })
    expect(match([...labels, 'Notes'])).toMatchObject({ isCertain: true, isInOrder: false })
    expect(match(['Department', ...labels.slice(0, 9)])).toMatchObject({ isCertain: false })
  })

  test('missing, and certain only if the missing one is optional', () => {
    const withoutFee = labels.filter((label) => label !== 'Card Order Fee')
    expect(match(withoutFee)).toEqual({ map: [0, 1, 2, 3, -1, 4, 5, 6, 7, 8], isInOrder: false, isCertain: true })
    expect(match(labels.filter((label) => label !== 'Surname'))).toMatchObject({ isCertain: false })
    expect(match(['Name'])).toMatchObject({ isCertain: false, map: [0, -1, -1, -1, -1, -1, -1, -1, -1, -1] })
  })

  test('uncertain if a field has two headings, with the same or another name', () => {
    expect(match([...labels, 'Surname'])).toMatchObject({ isCertain: false, isInOrder: false })
    expect(match([...labels, 'Last Name'])).toMatchObject({ isCertain: false })
    expect(match(['Last Name', 'Name', 'Surname']).map.slice(0, 2)).toEqual([1, 2])
  })

  test('uncertain if a heading is blank and a field has no column', () => {
    expect(match(labels.map((label) => (label === 'Customer Reference' ? '' : label)))).toMatchObject({
      isCertain: false,
    })
  })
})

describe('a guess', () => {
  test('accepts mistyped headings and headings with extra words, uses each column only once, and is uncertain', () => {
    const { map, isCertain } = match(['Nmae', 'Surnmae', 'Customer Reference Code', 'Load Amuont'])
    expect(isCertain).toBe(false)
    expect(map.slice(0, 4)).toEqual([0, 1, 2, 3])
  })

  test('does not accept a similar heading if its values do not fit', () => {
    // 'Account' differs from 'Amount' in only two letters.
    const { map } = match(['Name', 'Surname', 'Account'], [['Ann'], ['Lee'], ['VCH000000000001']])
    expect(map[3]).toBe(-1)
  })

  test.each(['Account', 'Count'])('does not take %s for a mistyped Amount, whatever its values', (heading) => {
    expect(match(['Name', 'Surname', heading], [['Ann'], ['Lee'], ['100200']]).map[3]).toBe(-1)
  })

  test('assigns the only remaining column to a required field if its values fit', () => {
    expect(match(['Name', 'Rufname'], [['Ann'], ['Lee']]).map.slice(0, 2)).toEqual([0, 1])
    const numbers = matchColumns(tenFields, {
      headings: ['Name', 'Surname', 'Address', 'Sum'],
      samples: [[], [], [], ['none']],
    })
    expect(numbers.map[3]).toBe(-1)
  })

  test('does not assign an unknown column to an optional field', () => {
    expect(match(['Name', 'Surname', 'Department'], [[], [], ['Sales']]).map).toEqual([
      0, 1, -1, -1, -1, -1, -1, -1, -1, -1,
    ])
  })
})

describe('problems of the chosen columns', () => {
  const columns = { headings: ['Name', 'Surname', 'Load', '', ''], samples: [['Ann'], ['Lee'], ['ten'], ['x'], []] }
  const map = (...cells: number[]) => physicalRows.fields.map((_, index) => cells[index] ?? -1)
  const problems = (...cells: number[]) =>
    columnProblems(physicalRows, columns, map(...cells)).map((problem) =>
      problem.kind === 'unused' ? `unused ${problem.columns.join()}` : `${problem.kind} ${problem.field.name}`,
    )
  test('are columns that are missing, used twice, not matching or unused', () => {
    expect(problems(0, 1)).toEqual(['unused 2,3'])
    expect(problems(0)).toEqual(['missing surname', 'unused 1,2,3'])
    expect(problems(0, 0, 3, 2)).toEqual(['twice surname', 'misfit loadAmount', 'unused 1'])
  })
})

test('a column is named by its heading or its letter', () => {
  expect([0, 25, 26, 51, 52, 701].map(columnLetter)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ'])
  const columns = { headings: ['Ref', ''], samples: [] }
  expect([columnTitle(columns, 0), columnTitle(columns, 1), columnTitle(columns, 0, { hasHeadings: false })]).toEqual([
    'Ref',
    'Column B',
    'Column A',
  ])
})
