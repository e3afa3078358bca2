// Chooses the language of the help in a portal build.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const helpFolder = join(import.meta.dirname, '../../docs/using')

/** Replaces each page of docs/using by its translation in docs/using/<language>. A page without a translation stays. */
export const helpIn = (language: string): Plugin => ({
  name: 'help-in-language',
  // In development, all texts are English.
  apply: 'build',
  enforce: 'pre',
  load(id) {
    const text = translationOf(language, id)
    return text === undefined ? null : `export default ${JSON.stringify(text)}`
  },
})

/** The translation of an English page that is imported as a text. */
export function translationOf(language: string, id: string): string | undefined {
  const [, name] = /\/docs\/using\/([^/]+\.md)\?raw$/.exec(id) ?? []
  const file = name === undefined ? undefined : join(helpFolder, language, name)
  return file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
