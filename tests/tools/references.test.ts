// The docs and headings mentioned in code exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const isCode = (name: string) => /\.(ts|tsx|mts|mjs|md)$/.test(name)
const folders = ['src', 'server', 'workers', 'tests', 'tools', 'bench', '.ci']
const files = [
  ...readdirSync(root).filter(isCode),
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => isCode(name) && !name.includes('node_modules'))
      .map((name) => join(folder, name)),
  ),
]
// A reference can be split over two lines of a comment.
const texts = new Map(
  files.map((file) => [file, readFileSync(join(root, file), 'utf8').replaceAll(/\s*\n\s*(?:\/\/|\*|--)\s/g, ' ')]),
)

/** Finds all matches of a pattern in the code, each with its file. */
const findMatches = (pattern: RegExp) =>
  [...texts].flatMap(([file, text]) => [...text.matchAll(pattern)].map((match) => ({ file, match })))

/** Headings, and the names at the start of list entries. */
const headings = new Map<string, readonly string[]>()
function headingsOf(page: string): readonly string[] {
  const cached = headings.get(page)
  if (cached) return cached
  const text = readFileSync(join(root, page), 'utf8')
  const headingsOfPage = [...text.matchAll(/^#+ (.+)$|^- \*\*(.+?)\*\*/gm)].map(
    ([, heading, entry = '']) => heading ?? entry,
  )
  headings.set(page, headingsOfPage)
  return headingsOfPage
}

it('docs mentioned in code exist, with their headings', () => {
  const references = findMatches(/\b(docs\/[\w/-]+\.md)(?:, (?:"([^"]+)"|(T[0-9]{2})\b))?/g)
  const wrong = references.filter(({ match: [, page = '', heading, threat] }) => {
    if (!existsSync(join(root, page))) return true
    if (heading !== undefined) return !headingsOf(page).includes(heading)
    return threat !== undefined && !headingsOf(page).some((each) => each.startsWith(`${threat} `))
  })
  expect(wrong.map(({ file, match: [text] }) => `${file}: ${text}`)).toEqual([])
  expect(references.length).toBeGreaterThan(20)
})
