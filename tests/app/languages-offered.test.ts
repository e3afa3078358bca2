// A portal offers the languages that it was built in (LANGUAGES of tools/build.mjs), in the client's order.
import { expect, it, vi } from 'vitest'
import { voyager } from '#brand/voyager.ts'

const offeredLanguages = async (builtLanguages: readonly string[] | undefined) => {
  vi.resetModules()
  if (builtLanguages) vi.stubGlobal('PORTAL_LANGUAGES', builtLanguages)
  return (await import('#brand/current.ts')).client.languages
}

it.each([
  [['en'], ['en']],
  [
    ['en', 'de', 'ms'],
    ['en', 'ms', 'de'],
  ],
  [undefined, voyager.languages],
])('a portal built in %j offers %j', async (builtLanguages, expected) => {
  expect(await offeredLanguages(builtLanguages)).toEqual(expected)
})
