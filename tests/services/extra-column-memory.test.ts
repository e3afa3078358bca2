// The extra columns that a user shows are remembered per user and row type, by heading but without storing the
// headings.
// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { extraColumnMemory } from '#services/files/extra-column-memory.ts'

beforeEach(() => localStorage.clear())

const memory = extraColumnMemory('owner ada', 'load')

test('a choice applies to the next file with some of the same headings, and the last choice counts', async () => {
  await memory.remember(['Name', 'Team'], [1])
  await memory.remember(['Team', 'Office'], [1])
  expect(await memory.recall(['team ', 'Salary', 'Name', 'Office'])).toEqual([false, undefined, false, true])
})

test('a choice applies only to its user and row type, and is stored without the heading', async () => {
  await memory.remember(['Salary band'], [0])
  expect(await extraColumnMemory('owner ben', 'load').recall(['Salary band'])).toEqual([undefined])
  expect(await extraColumnMemory('owner ada', 'devalue').recall(['Salary band'])).toEqual([undefined])
  await expect.poll(() => localStorage.getItem('portal.own-columns')).not.toMatch(/salary|ada/i)
})

test('malformed stored choices are ignored', async () => {
  localStorage.setItem('portal.own-columns', '[["x"],{"a":1},3]')
  expect(await memory.recall(['Name'])).toEqual([undefined])
  await memory.remember(['Name'], [])
  expect(await memory.recall(['Name'])).toEqual([false])
})
