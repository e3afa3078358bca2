// A choice of columns is found for the same headings, user and row type. No content of a file is stored.
import { beforeEach, expect, test } from 'vitest'
import { columnMemory } from '#services/files/column-memory.ts'
import { physicalRows, tenFields } from '#tests/support/row-types.ts'

const columns = { headings: ['Who', 'Family', 'Money', ''], samples: [['Ann'], ['Lee'], ['5'], []] }
const map = physicalRows.fields.map((_, index) => [0, 1, -1, 2][index] ?? -1)
const mapping = { map, width: 4, hasHeadings: true }
const memory = columnMemory('1:7', physicalRows)

beforeEach(() => localStorage.clear())

test('an empty memory has no choice', async () => {
  expect(await memory.recall(columns)).toBeUndefined()
})

test('a choice is found for the same headings, in any order and spelling', async () => {
  await memory.remember(columns, mapping)
  expect(await memory.recall(columns)).toEqual(mapping)
  const reordered = { headings: ['MONEY', '', 'who', ' Family '], samples: [] }
  expect((await memory.recall(reordered))?.map.slice(0, 4)).toEqual([2, 3, -1, 0])
})

test('a choice is not found for other headings, another user or another type', async () => {
  await memory.remember(columns, mapping)
  expect(await memory.recall({ ...columns, headings: ['Who', 'Family', 'Money'] })).toBeUndefined()
  expect(await columnMemory('1:8', physicalRows).recall(columns)).toBeUndefined()
  expect(await columnMemory('1:7', tenFields).recall(columns)).toBeUndefined()
})

test('the newest choice counts; a choice for a file without headings is not stored', async () => {
  await memory.remember(columns, mapping)
  await memory.remember(columns, { ...mapping, map: map.with(2, 3) })
  await memory.remember(columns, { ...mapping, hasHeadings: false })
  expect((await memory.recall(columns))?.map.slice(0, 4)).toEqual([0, 1, 3, 2])
})

test('the memory contains neither headings nor values, and at most fifty choices', async () => {
  for (let index = 0; index < 55; index += 1)
    await memory.remember({ ...columns, headings: ['Who', `Family ${index}`] }, mapping)
  const stored = () => localStorage.getItem('portal.columns') ?? ''
  await expect.poll(stored).not.toMatch(/who|family|money|ann|lee/i)
  await expect.poll(() => Object.keys(localStorage)).toEqual(['portal.columns'])
  await expect.poll(() => stored().match(/places/g)).toHaveLength(50)
  expect(await memory.recall({ ...columns, headings: ['Who', 'Family 0'] })).toBeUndefined()
  expect(await memory.recall({ ...columns, headings: ['Who', 'Family 54'] })).toBeDefined()
})

test('malformed stored choices are ignored', async () => {
  for (const text of ['{', '{}', '[null]', '[{"key":1}]']) {
    localStorage.setItem('portal.columns', text)
    expect(await memory.recall(columns)).toBeUndefined()
  }
})
