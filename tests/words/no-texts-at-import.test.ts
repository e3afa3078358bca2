// The server writes texts in the language of each call. A text that is created when a module is loaded would stay in one
// language: create it in a function or a getter.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'

const stacks = vi.hoisted((): string[] => [])
vi.mock('#words/runtime.js', () => ({
  getLocale: () => {
    stacks.push(new Error('A text was created').stack ?? '')
    return 'en'
  },
  chooseLanguage: () => undefined,
  experimentalStaticLocale: undefined,
}))

const server = join(import.meta.dirname, '../../server')

it('no text is created when the modules of the server are loaded', async () => {
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    // The two programs start when they are loaded.
    (file) => file.endsWith('.ts') && !/(^|[\\/])main\.ts$/.test(file),
  )
  for (const file of files) await import(/* @vite-ignore */ join(server, file))
  const locations = stacks.map((stack) => /(?:src|server)\/(?!words)[\w/.-]+:\d+/.exec(stack)?.[0] ?? stack)
  expect([...new Set(locations)]).toEqual([])
})
