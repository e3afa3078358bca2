// A second language for the tests of switching languages, generated from English: each sentence is in brackets that no
// source contains. It is written once, as a folder with the same modules.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { wordsFrom } from '#tools/vite/words.ts'

const english = join(import.meta.dirname, '../../src/words/en')
const folder = join(import.meta.dirname, '../../.cache/pseudo-words')

/** The module resolution of `#words/…` for vitest projects that use this language. */
export const pseudoWords = wordsFrom(folder)

/** 'Cancel' → '⟦Cancel⟧', and the same for the result of a function. */
export function inPseudo(word: unknown): unknown {
  if (typeof word === 'string') return `⟦${word}⟧`
  if (typeof word !== 'function') throw new Error(`Neither a sentence nor a function of one: ${String(word)}`)
  return (...figures: unknown[]) => inPseudo((word as (...figures: unknown[]) => unknown)(...figures))
}

/** Writes the folder. Vitest calls this before the tests that use the language. */
export default function writePseudoWords(): void {
  rmSync(folder, { recursive: true, force: true })
  for (const file of readdirSync(english, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts')))
    writeModule(file)
}

// Excludes number formats, which are not sentences.
function writeModule(file: string): void {
  const from = JSON.stringify(join(english, file))
  const names = [...readFileSync(join(english, file), 'utf8').matchAll(/^export const (\w+)/gm)].map(([, name]) => name)
  const sentences = names.map((name) => `export const ${name} = inPseudo(english.${name})\n`).join('')
  const source =
    file === 'figures.ts'
      ? `export * from ${from}\n`
      : `import * as english from ${from}\nimport { inPseudo } from ${JSON.stringify(import.meta.filename)}\n${sentences}`
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), source)
}
