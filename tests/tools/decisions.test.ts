// Decision records keep their form: each has its sections and its row in the index, and every reference to a record
// points to an existing one.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const filesBelow = (folder: string, ending: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => ending.test(path) && !path.includes('node_modules'))

const folder = 'docs/decisions'
const files = readdirSync(join(root, folder)).filter((name) => name !== 'README.md')
const records = files.map((file) => {
  const text = read(`${folder}/${file}`)
  const [, number = '', title = ''] = /^# (\d{3})\. (.+)$/m.exec(text) ?? []
  return { file, text, number, title }
})
const numbers = new Set(records.map(({ number }) => Number(number)))
const index = read(`${folder}/README.md`)

const sectionPatterns = [/^# \d{3}\. .+$/, /^Status: accepted\.$/].concat(
  ['Context', 'Decision', 'Consequences'].map((heading) => new RegExp(`^## ${heading}$`)),
)

/** The numbers in 'decision 25' and 'decisions 10, 25 and 355', and in links to records. */
const mentionedIn = (text: string): number[] =>
  [
    ...text.matchAll(/\bdecisions?\s+(\d+(?:(?:, and|,| and| or| to)\s+\d+)*)/gi),
    ...text.matchAll(/\bdecisions\/(\d{3})/g),
  ].flatMap(([, list = '']) => [...list.matchAll(/\d+/g)].map(Number))

describe.each(records)('$file', ({ file, text, number, title }) => {
  it('has number, status, context, decision and consequences, in this order', () => {
    const lines = text.split('\n')
    const places = sectionPatterns.map((pattern) => lines.findIndex((line) => pattern.test(line)))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places[0]).toBe(0)
    expect(file.startsWith(`${number}-`)).toBe(true)
  })

  it('is shorter than 2,048 bytes', () => {
    expect(Buffer.byteLength(text)).toBeLessThan(2_048)
  })

  it('has its row in the index', () => {
    const cells = index
      .split('\n')
      .filter((line) => line.startsWith(`| [${number}](`))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      )
    expect(cells).toEqual([[`[${number}](${file})`, title]])
  })
})

it('no two records have the same number', () => {
  expect(numbers.size).toBe(files.length)
})

it('every decision mentioned in code and docs exists', () => {
  const sources = ['src', 'server', 'tests', 'tools', 'bench', 'workers', 'docs', '.ci'].flatMap((name) =>
    filesBelow(name, /\.(ts|tsx|mjs|js|sql|css|md)$/),
  )
  const pages = [...sources, 'README.md', 'SECURITY.md', 'CHANGELOG.md', 'vite.config.ts', 'vitest.config.ts']
  const missing = pages.flatMap((path) =>
    mentionedIn(read(path))
      .filter((number) => !numbers.has(number))
      .map((number) => `${path}: decision ${number}`),
  )
  expect(missing).toEqual([])
})
