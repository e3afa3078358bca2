// Tests the guess of the row type of a file that was opened with the portal.
import { expect, test } from 'vitest'
import { guessRowType, type Trial } from '#domain/files/opened-file.ts'

const trial = (kind: Trial['kind'], valid: number, change: Partial<Trial> = {}): Trial => ({
  kind,
  rows: 100,
  valid,
  isRecognised: true,
  needsColumns: false,
  ...change,
})

test('proposes the type that most rows fit, or the first of several equal types', () => {
  expect(guessRowType([trial('load', 90), trial('activate', 100)], 'a.csv')).toBe('activate')
  expect(guessRowType([trial('load', 100), trial('devalue', 100)], 'a.csv')).toBe('load')
})

test('uses the file name only to decide between equal types', () => {
  expect(guessRowType([trial('load', 100), trial('devalue', 100)], 'Devalue June.CSV')).toBe('devalue')
  expect(guessRowType([trial('load', 100), trial('devalue', 60)], 'devalue.csv')).toBe('load')
})

test('proposes a type that fits nearly any row only if the headings match', () => {
  expect(guessRowType([trial('load', 75), trial('physical', 100, { isRecognised: false })], 'a.csv')).toBe('load')
  expect(guessRowType([trial('load', 0), trial('physical', 90)], 'a.csv')).toBe('physical')
})

test('proposes nothing if hardly any row fits or the file cannot be read', () => {
  expect(guessRowType([trial('load', 20), trial('transfer', 0)], 'load.csv')).toBeUndefined()
  expect(guessRowType([trial('load', 100, { refusal: 'more than 5,000 rows' })], 'load.csv')).toBeUndefined()
  expect(guessRowType([trial('physical', 0, { rows: 0, needsColumns: true })], 'physical.csv')).toBeUndefined()
  expect(guessRowType([], 'load.csv')).toBeUndefined()
})
