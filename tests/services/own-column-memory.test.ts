// Which own columns a user shows is remembered by heading, per user and row type, without the headings themselves.
// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { ownColumnMemory } from '#services/files/own-column-memory.ts'

beforeEach(() => localStorage.clear())

const memory = ownColumnMemory('owner ada', 'load')

test('a choice holds for the next file with some of the same headings, and the last one counts', async () => {
  await memory.keep(['Name', 'Team'], [1])
  await memory.keep(['Team', 'Office'], [1])
  expect(await memory.recall(['team ', 'Salary', 'Name', 'Office'])).toEqual([false, undefined, false, true])
})

test('it is that of the user and of the row type alone, and names no heading', async () => {
  await memory.keep(['Salary band'], [0])
  expect(await ownColumnMemory('owner ben', 'load').recall(['Salary band'])).toEqual([undefined])
  expect(await ownColumnMemory('owner ada', 'devalue').recall(['Salary band'])).toEqual([undefined])
  expect(localStorage.getItem('portal.own-columns')).not.toMatch(/salary|ada/i)
})

test('whatever else is stored under its name is ignored', async () => {
  localStorage.setItem('portal.own-columns', '[["x"],{"a":1},3]')
  expect(await memory.recall(['Name'])).toEqual([undefined])
  await memory.keep(['Name'], [])
  expect(await memory.recall(['Name'])).toEqual([false])
})
