// The server writes texts in the language of each call. A text that is made when a module is loaded would stay in one
// language: make it in a function or a getter.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'

const made = vi.hoisted((): string[] => [])
vi.mock('#words/runtime.js', () => ({
  getLocale: () => {
    made.push(new Error('A text is made').stack ?? '')
    return 'en'
  },
  chooseLanguage: () => undefined,
  experimentalStaticLocale: undefined,
}))

const server = join(import.meta.dirname, '../../server')

it('no text is made when the server is loaded', async () => {
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    // The two programs start when they are loaded.
    (file) => file.endsWith('.ts') && !/(^|[\\/])main\.ts$/.test(file),
  )
  for (const file of files) await import(/* @vite-ignore */ join(server, file))
  const places = made.map((stack) => /(?:src|server)\/(?!words)[\w/.-]+:\d+/.exec(stack)?.[0] ?? stack)
  expect([...new Set(places)]).toEqual([])
})
