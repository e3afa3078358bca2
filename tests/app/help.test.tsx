// The help: every page has a section of docs/using, every section can be read, and its links lead to others.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { matchPath } from 'react-router-dom'
import { expect, it } from 'vitest'
import HelpDialog from '#app/help/HelpDialog.tsx'
import { HelpText } from '#app/help/HelpText.tsx'
import { type Block, type Inline, readMarkdown } from '#app/help/markdown.ts'
import { readPage } from '#app/help/pages.ts'
import { linkToTopic, pathToTopic, topics } from '#app/help/topics.ts'
import { routes } from '#app/routes/routes.tsx'
import type { Language } from '#domain/texts/languages.ts'
import { showPage } from '#tests/support/show-page.tsx'
import { readHelp } from '#tools/vite/texts.ts'

const folder = join(import.meta.dirname, '../../docs/using')
/** The pages by their path in the folder: 'cards.md', 'de/cards.md'. */
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
const translatedFiles = files.filter((file) => file.includes('/'))
const read = (file: string) => readMarkdown(readFileSync(join(folder, file), 'utf8'))
const slugsOf = (file: string) => read(file).flatMap((block) => (block.kind === 'heading' ? [block.slug] : []))

it.each(Object.entries(topics))('the help of %s, %s, exists', (_, link) => {
  const topic = linkToTopic(link)
  expect(topic).toBeDefined()
  if (topic?.heading !== undefined) expect(slugsOf(topic.file)).toContain(topic.heading)
})

it('every page of a signed-in user has its own help', () => {
  const pages = routes.filter(
    ({ signedOutOnly, isPublic, path, permission }) => !signedOutOnly && !isPublic && (permission || path === '/'),
  )
  expect(pages.length).toBeGreaterThan(20)
  for (const { path } of pages) {
    const hasTopic = Object.keys(topics).some((pattern) => pattern === path || matchPath(pattern, path) !== null)
    expect(hasTopic, path).toBe(true)
  }
})

const inlinesOf = (block: Block): readonly Inline[] => {
  if (block.kind === 'paragraph') return block.text
  if (block.kind === 'list') return block.items.flat()
  return block.kind === 'table' ? [...block.head.flat(), ...block.rows.flat(2)] : []
}

it.each(files)('%s leaves no markdown unparsed, and all its links work', async (path) => {
  const file = basename(path)
  const languageFolder = path.slice(0, -file.length)
  const blocks = read(path)
  expect(blocks[0]).toMatchObject({ kind: 'heading', level: 1 })
  for (const inline of blocks.flatMap(inlinesOf)) {
    if (inline.kind !== 'code') expect(inline.text).not.toMatch(/\*\*|`|\]\(|!\[|^#|\||</)
    if (inline.kind !== 'link') continue
    const topic = linkToTopic(inline.to, file)
    if (topic?.heading !== undefined) expect(slugsOf(languageFolder + topic.file), inline.to).toContain(topic.heading)
    if (!topic) expect(inline.to).toMatch(/^(\.\.\/|https:)/)
  }
  for (const block of blocks)
    if (block.kind === 'table') expect(block.rows.every((row) => row.length === block.head.length)).toBe(true)
  expect(await readPage(file)).toEqual(read(file))
})

/** What a translation has in common with its original: anchors, and the numbers of items, rows and columns. */
const outlineOf = (block: Block) => {
  if (block.kind === 'heading') return { level: block.level, slug: block.level === 1 ? undefined : block.slug }
  if (block.kind === 'table') return { columns: block.head.length, rows: block.rows.length }
  if (block.kind === 'list') return { isOrdered: block.isOrdered, items: block.items.length }
  return block.kind === 'code' ? block : { kind: block.kind }
}
const linksOf = (blocks: readonly Block[]) =>
  blocks
    .flatMap(inlinesOf)
    .flatMap((inline) => (inline.kind === 'link' ? [inline.to.replace(/^(\.\.\/)+/, '')] : []))
    .toSorted()

it.each(translatedFiles)('%s has the sections, lists, tables and links of the English page', (path) => {
  const english = read(basename(path))
  expect(read(path).map(outlineOf)).toEqual(english.map(outlineOf))
  expect(linksOf(read(path))).toEqual(linksOf(english))
})

it('each language has the whole help, with the English page where there is no translation', () => {
  const english = readHelp('en')
  expect(Object.keys(english)).toEqual(files.filter((file) => !file.includes('/')).toSorted())
  expect(english['cards.md']).toEqual(read('cards.md'))
  expect(readHelp('de')['cards.md']).toEqual(read('de/cards.md'))
  expect(readHelp('xx' as Language)).toEqual(english)
})

it('markdown is parsed into blocks, and the text of a block into inline elements', () => {
  const markdown =
    '# The card’s page\n\n## <a id="find-a-card"></a>Eine Karte finden\n\nOne **two**\nthree `four`.\n- a\n  b\n- c [d](e.md#f)\n\n1. x\n\n![p](q)\n\n| A | B |\n| - | - |\n| 1 | 2 |\n'
  expect(readMarkdown(markdown)).toEqual([
    { kind: 'heading', level: 1, text: 'The card’s page', slug: 'the-cards-page' },
    { kind: 'heading', level: 2, text: 'Eine Karte finden', slug: 'find-a-card' },
    {
      kind: 'paragraph',
      text: [
        { kind: 'text', text: 'One ' },
        { kind: 'strong', text: 'two' },
        { kind: 'text', text: ' three ' },
        { kind: 'code', text: 'four' },
        { kind: 'text', text: '.' },
      ],
    },
    {
      kind: 'list',
      isOrdered: false,
      items: [
        [{ kind: 'text', text: 'a b' }],
        [
          { kind: 'text', text: 'c ' },
          { kind: 'link', text: 'd', to: 'e.md#f' },
        ],
      ],
    },
    { kind: 'list', isOrdered: true, items: [[{ kind: 'text', text: 'x' }]] },
    {
      kind: 'table',
      head: [[{ kind: 'text', text: 'A' }], [{ kind: 'text', text: 'B' }]],
      rows: [[[{ kind: 'text', text: '1' }], [{ kind: 'text', text: '2' }]]],
    },
  ])
})

it.each(['<b>bold</b>', '> quoted', 'a  \nb', '- [ ] task'])(
  'markdown that the help cannot show is refused: %j',
  (text) => {
    expect(() => readMarkdown(text)).toThrow('The help cannot show')
  },
)

it('a link stays on one line with the brackets and punctuation around it', () => {
  const blocks = readMarkdown('Groups ([Users](users.md), [Set up](../running/first-setup.md)), and [Cards](cards.md).')
  const { container } = render(
    <HelpText blocks={blocks} file="users.md" headingId={(slug) => slug} onTopic={() => undefined} />,
  )
  expect(container.textContent).toBe('Groups (Users, Set up), and Cards.')
  expect(Array.from(container.querySelectorAll('span'), (span) => span.textContent)).toEqual(['(Users,', 'Cards.'])
})

it('the help opens at the section about the page, and its links and All topics lead to other topics', async () => {
  Element.prototype.scrollIntoView = () => undefined
  expect(pathToTopic('/card/details/77')).toEqual({ file: 'cards.md', heading: 'the-cards-page' })
  expect(pathToTopic('/reports/fee')).toEqual({ file: 'reports.md', heading: 'run-a-report' })
  expect(pathToTopic('/nowhere')).toEqual({ file: 'README.md' })
  showPage(<HelpDialog onClose={() => undefined} />, '/card/details/77')
  await screen.findByRole('dialog', { name: 'Help: Cards' })
  await waitFor(() => expect(document.activeElement?.textContent).toBe("The card's page"))
  fireEvent.click(screen.getByRole('button', { name: 'All topics' }))
  await screen.findByRole('dialog', { name: 'Help: Using the portal' })
  fireEvent.click(screen.getByRole('button', { name: 'Offline and drafts' }))
  await screen.findByRole('dialog', { name: 'Help: Offline and drafts' })
})
