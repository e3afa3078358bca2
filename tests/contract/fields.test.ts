// Schemas of single values in the API.
import { expect, test } from 'vitest'
import { text } from '#contract/fields.ts'

test('a text with half of a character is refused, since the database could not store it', () => {
  expect(text(50).safeParse('Wei \ud83d\ude00 Tan').success).toBe(true)
  for (const half of ['a\ud83d', '\ude00 Tan', 'a\ud83d b']) expect(text(50).safeParse(half).success).toBe(false)
})
