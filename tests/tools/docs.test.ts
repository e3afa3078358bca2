// The documentation is correct: links work, mentioned files and settings exist, and names of screens match.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { environmentToSettings } from '#server/config/settings.ts'
import { parseCall } from '#server/programme/parse-call.ts'
import { blocksOf } from '#tests/support/page-blocks.ts'
import type { Variants } from '#tools/messages.mjs'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const filesBelow = (folder: string, ending: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => ending.test(path) && !path.includes('node_modules'))

const docs = filesBelow('docs', /\.md$/)
const helpPages = filesBelow('docs/using', /\.md$/)
/** The language of a page of docs/using, from its folder. */
const languageOf = (page: string) => /^docs\/using\/([^/]+)\//.exec(page)?.[1] ?? 'en'
const translatedPages = helpPages.filter((page) => languageOf(page) !== 'en')
const folderPages = [
  ...filesBelow('src', /README\.md$/),
  ...['server', 'workers', 'tests', 'bench', 'tools'].map((folder) => `${folder}/README.md`),
]
const allPages = ['README.md', 'SECURITY.md', 'CHANGELOG.md', ...folderPages, ...docs]

/** The text without code blocks, which cannot contain links and headings. */
const prose = (path: string) => read(path).replaceAll(/^```.*?^```/gms, '')

/** The anchors of a page's headings. For a heading without a written anchor, the anchor that GitHub generates. */
function anchorsOf(path: string): string[] {
  const seen = new Map<string, number>()
  return [...prose(path).matchAll(/^#+ (?:<a id="([^"]+)"><\/a>)?(.*)$/gm)].map(([, writtenAnchor, heading = '']) => {
    if (writtenAnchor !== undefined) return writtenAnchor
    const anchor = heading
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
    const times = seen.get(anchor) ?? 0
    seen.set(anchor, times + 1)
    return times === 0 ? anchor : `${anchor}-${times}`
  })
}

/** The reason why a link is broken, or undefined. */
function faultOf(page: string, target: string): string | undefined {
  if (/^(https?|mailto):/.test(target)) return undefined
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? page : relative(root, resolve(root, dirname(page), path))
  if (!existsSync(join(root, file))) return `${page}: ${target} does not exist`
  if (anchor !== undefined && !anchorsOf(file).includes(anchor)) return `${page}: ${target} has no such heading`
  return undefined
}

describe('links', () => {
  it.each(allPages)('of %s have existing targets', (page) => {
    const targets = [...prose(page).matchAll(/\]\(<?([^)\s>]+)>?\)/g)].map(([, target = '']) => target)
    expect(targets.flatMap((target) => faultOf(page, target) ?? [])).toEqual([])
  })

  it('include every picture of the documentation, each of a sensible size', () => {
    const pictures = filesBelow('docs/pictures', /\.(png|webp)$/)
    const text = allPages.map(prose).join('\n')
    expect(pictures.filter((path) => !text.includes(path.replace('docs/', '')))).toEqual([])
    const sizes = pictures.map((path) => statSync(join(root, path)).size)
    expect(Math.max(...sizes)).toBeLessThan(120_000)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(3_000_000)
  })
})

// A number at the beginning of a wrapped line turns the rest of its sentence into a list.
it.each(allPages)('no sentence of %s is broken by a list', (page) => {
  const broken = prose(page).match(/^[^\s|#>\d-].*[^\s.:!?*。：)»"]\n+\d+\. .*/gm) ?? []
  expect(broken).toEqual([])
})

describe('names', () => {
  it.each(allPages.filter((page) => !page.startsWith('docs/decisions/')))('of files in %s exist', (page) => {
    const names = [...prose(page).matchAll(/`((?:src|server|tests|tools|workers|bench|docs|\.ci)\/[^`*<>{}…\s]+)`/g)]
    expect(names.map(([, name = '']) => name).filter((name) => !existsSync(join(root, name)))).toEqual([])
  })

  it('of log messages in docs/running/health-and-logs.md exist', () => {
    const code = filesBelow('server', /\.ts$/).map(read).join('\n')
    const cells = [...read('docs/running/health-and-logs.md').matchAll(/^\| (`.*?`) +\|/gm)].map(
      ([, cell = '']) => cell,
    )
    const messages = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, message = '']) => message))
    expect(messages.length).toBeGreaterThan(5)
    expect(messages.filter((message) => !code.includes(`'${message}'`))).toEqual([])
  })

  /** The texts of each message by its key, also without the three dots after the name of a button that opens a dialog. */
  const textsOf = (language: string): ReadonlyMap<string, readonly string[]> => {
    const messages = filesBelow(`src/words/${language}`, /\.json$/).flatMap((file) =>
      Object.entries(JSON.parse(read(file)) as Record<string, string | [Variants]>),
    )
    return new Map(
      messages.map(([key, message]) => {
        const texts = typeof message === 'string' ? [message] : Object.values(message[0].match)
        return [key, texts.flatMap((text) => [text, text.replace(/…$/, '')])]
      }),
    )
  }
  const english = textsOf('en')
  /** The names of screens, buttons and fields on a page: they are bold. */
  const namesIn = (page: string): readonly string[] => {
    const matches = prose(page)
      .replaceAll(/\s+/g, ' ')
      .matchAll(/\*\*([^*]+?)[.:]?\*\*/g)
    return [...new Set(Array.from(matches, ([, name = '']) => name))]
  }

  it.each(helpPages.filter((page) => languageOf(page) === 'en'))(
    'of pages, buttons and fields in %s match the screens',
    (page) => {
      const texts = new Set([...english.values()].flat())
      expect(namesIn(page).filter((name) => !texts.has(name))).toEqual([])
    },
  )

  it.each(translatedPages)('of pages, buttons and fields in %s match the screens and the English page', (page) => {
    const texts = textsOf(languageOf(page))
    const originals = namesIn(page.replace(`/${languageOf(page)}/`, '/'))
    const translations = originals.map((name) =>
      [...english].flatMap(([key, candidates]) => (candidates.includes(name) ? (texts.get(key) ?? []) : [])),
    )
    const names = namesIn(page)
    expect(names.filter((name) => !translations.flat().includes(name))).toEqual([])
    const missing = originals.filter((_, at) => !translations[at]?.some((name) => names.includes(name)))
    expect(missing).toEqual([])
  })
})

describe('docs/running/settings.md', () => {
  const rows = [...read('docs/running/settings.md').matchAll(/^\| `([A-Z_]+)` +\| *(`[^`]*`)? *\| ([^|]*)\|/gm)].map(
    ([, name = '', fallback = '', values = '']) => ({ name, fallback: fallback.replaceAll('`', ''), values }),
  )
  const base = { PORT: '4180' }

  it('has each setting that the server reads, and no other', () => {
    const requests = new Set<string>()
    const environment = new Proxy<Record<string, undefined>>(
      {},
      {
        get: (_, name) => void requests.add(String(name)),
      },
    )
    environmentToSettings(environment)
    // Each setting can also be in a file.
    // CLIENTS_FILE is read before the settings of each client.
    const names = [...[...requests].filter((name) => !name.endsWith('_FILE')), 'CLIENTS_FILE']
    expect(rows.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  })

  it.each(rows.filter(({ fallback }) => fallback !== ''))('has the default of $name', ({ name, fallback }) => {
    const value = fallback
      .replace('{DATA_DIR}', '.data')
      .replace('{PORT}', base.PORT)
      .replace('{client}', environmentToSettings({}).client.key)
    expect(environmentToSettings({ [name]: value })).toEqual(environmentToSettings({}))
  })

  const ranges = rows.flatMap(({ name, values }) => {
    const [, least, most] = /(\d+) to (\d+)/.exec(values) ?? []
    return least === undefined || most === undefined ? [] : [{ name, least: Number(least), most: Number(most) }]
  })
  it.each(ranges)('has the range of $name, $least to $most', ({ name, least, most }) => {
    for (const value of [least, most]) expect(() => environmentToSettings({ [name]: String(value) })).not.toThrow()
    for (const value of [least - 1, most + 1])
      expect(() => environmentToSettings({ [name]: String(value) })).toThrow(name)
  })

  it('lists the values that a setting accepts', () => {
    for (const { name, values } of rows) {
      for (const [, word = ''] of values.matchAll(/`(\w+)`/g))
        expect(() => environmentToSettings({ [name]: word })).not.toThrow()
    }
  })
})

it('README, docs/running/browsers.md and the page for older browsers list the same versions', () => {
  const versionsIn = (text: string) =>
    [/Edge[^\d]*(\d+)/, /Firefox[^\d]*(\d+)/, /Safari[^\d]*([\d.]+\d)/].map((pattern) => pattern.exec(text)?.[1])
  expect(versionsIn(read('README.md'))).toEqual(['116', '128', '17.4'])
  for (const page of ['docs/running/browsers.md', 'index.html'])
    expect([page, versionsIn(read(page))]).toEqual([page, versionsIn(read('README.md'))])
})

describe('commands in the documentation', () => {
  const shown = allPages
    .filter((page) => !page.startsWith('docs/decisions/') && page !== 'CHANGELOG.md')
    .flatMap((page) =>
      Array.from(
        read(page).matchAll(/npm run (?:(?:-s|--silent) )?([\w:-]+)(?:[ \n]+-- ([^`#|>&\n]*))?/g),
        ([, script = '', args = '']) => ({
          page,
          script,
          args: args.trim().replace(/ {2,}.*$/, ''),
        }),
      ),
    )

  it('are scripts of package.json', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    expect(shown.length).toBeGreaterThan(80)
    expect(shown.filter(({ script }) => !Object.hasOwn(scripts, script))).toEqual([])
  })

  it('of docs/running run in a release too, which has no tools of developers', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    // As tools/release.mjs chooses them.
    const isReleased = (script: string) => /(?:^| && )exec node dist\/host\//.test(scripts[script] ?? '')
    const used = filesBelow('docs/running', /\.md$/).flatMap((page) =>
      blocksOf(page).flatMap((block) =>
        Array.from(block.matchAll(/npm run ([\w:-]+)/g), ([, script = '']) => ({ page, script })),
      ),
    )
    // Only first-setup.md makes the release, in a clone.
    expect(used.filter(({ script }) => script !== 'release' && !isReleased(script))).toEqual([])
  })

  const calls = shown.filter(({ script, args }) => script === 'programme' && args !== '' && !/…|\bCOMMAND\b/.test(args))
  it.each([...new Map(calls.map((call) => [call.args, call])).values()])(
    'are accepted: $args, in $page',
    ({ args }) => {
      expect(() => parseCall(args.split(/ +/))).not.toThrow()
    },
  )

  /** Blocks of commands that no test runs as they are written, and why. */
  const notRun: Readonly<Record<string, string>> = {
    'docker run --read-only': 'needs Docker; tests/server/deployment/packaging.test.ts builds the image without it',
    'docker compose run': 'needs Docker',
    'feed import events.jsonl': 'needs a file of a processor; tests/server/programme/feed.test.ts imports one',
    'import cards cards.csv': 'tests/server/programme/round-trip.test.ts imports the exported files',
    'simulate --cards': 'tests/server/programme/feed.test.ts simulates fewer cards',
    'client move': 'needs two clusters; tests/server/deployment/move.test.ts moves a client',
    OIDC_ISSUER: 'settings',
  }
  const commandBlocks = filesBelow('docs/running', /\.md$/).flatMap((page) =>
    blocksOf(page)
      .filter((block) => /^(?:npm|gpg|pg_|psql|docker|cp|useradd|tar|mkdir|ln|createdb|OIDC)/m.test(block))
      .map((block) => ({ page, block })),
  )
  it('of docs/running are read from the pages by tests that run them, or have a reason', () => {
    const runners = ['tests/tools/running-pages.test.ts', ...filesBelow('tests/server/deployment', /\.test\.ts$/)].map(
      read,
    )
    const faults = commandBlocks.filter(
      ({ page, block }) =>
        !Object.keys(notRun).some((text) => block.includes(text)) && !runners.some((runner) => runner.includes(page)),
    )
    expect(faults).toEqual([])
    const unused = Object.keys(notRun).filter((text) => !commandBlocks.some(({ block }) => block.includes(text)))
    expect(unused).toEqual([])
  })

  /** Pages without a command, apart from those that start a server or ask for help. */
  const pagesWithoutCommands = ['README.md', 'health-and-logs.md', 'settings.md'].map((name) => `docs/running/${name}`)
  it.each(filesBelow('docs/running', /\.md$/).filter((page) => !pagesWithoutCommands.includes(page)))(
    'of %s are run by the tests or scripts that the page names',
    (page) => {
      const named = [...prose(page).matchAll(/`((?:tests|tools|bench)\/[\w./-]+\.(?:test\.ts|spec\.ts|mjs))`/g)]
      expect(named.map(([, file = '']) => file).filter((file) => existsSync(join(root, file)))).not.toEqual([])
    },
  )
})
