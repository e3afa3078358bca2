// Keeps the measured figures, the last two runs of each bench: at full size in bench/figures.json, smaller ones in
// .cache/figures.json. Writes those of full size into docs/performance.md, between its two marks.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const fileOf = (size) => join(root, size === 1 ? 'bench/figures.json' : '.cache/figures.json')
const page = join(root, 'docs/performance.md')
const BEGIN = '<!-- figures: written by `npm run bench -- --table` -->'
const END = '<!-- end of figures -->'
const RUNS = 2

/** @returns {Record<string, { conditions: any, figures: any[] }[]>} the runs of each bench at that size, the newest last */
export const readRuns = (size) => readAll(size)[size] ?? {}

/** Adds a run of some benches and lets go of what is older than the last two. */
export function keepRuns(size, runs) {
  const all = readAll(size)
  const kept = (all[size] ??= {})
  for (const [name, run] of runs) {
    const before = (kept[name] ?? []).filter(({ conditions }) => conditions.at !== run.conditions.at)
    kept[name] = [...before, run].slice(-RUNS)
  }
  const file = fileOf(size)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(all, undefined, 2)}\n`)
}

/**
 * The figures in markdown: a section for each promise with a table of its figures from the newest run, and the spread over the runs
 * that have them.
 */
export async function toTables(benches) {
  const { groups, promises } = (await runnerImport(join(root, 'bench/promises.ts'))).module
  const figures = Object.values(benches).flatMap((runs) =>
    runs.at(-1).figures.map((figure) => {
      const same = runs.flatMap((run) =>
        run.figures.filter(({ id, title }) => id === figure.id && title === figure.title),
      )
      return {
        ...figure,
        days: runs.map(({ conditions }) => conditions.at.slice(0, 10)),
        values: same.map(({ value }) => value),
        ok: same.every(({ ok }) => ok),
      }
    }),
  )
  const withGoal = figures.filter(({ goal }) => goal !== '')
  const met = withGoal.filter(({ ok }) => ok).length
  const sections = groups.map((group) => {
    const parts = Object.entries(promises)
      .filter(([id, promise]) => promise.group === group && figures.some((figure) => figure.id === id))
      .map(([id, promise]) =>
        toSection(
          id,
          promise,
          figures.filter((figure) => figure.id === id),
        ),
      )
    return parts.length === 0 ? '' : `## ${group}\n\n${parts.join('\n\n')}`
  })
  return [`${met} of ${withGoal.length} figures meet their goal in both runs.`, ...sections.filter(Boolean)].join(
    '\n\n',
  )
}

function toSection(id, { title, comparedWith, limitedBy }, figures) {
  const hasNotes = figures.some(({ note }) => note)
  const rows = figures.map(({ title: figure, goal, values, unit, ok, note = '' }) => [
    figure,
    goal || '–',
    spread(values, unit),
    goal === '' ? '–' : ok ? 'yes' : '**no**',
    ...(hasNotes ? [note] : []),
  ])
  const head = ['Figure', 'Goal', 'Measured', 'Met', ...(hasNotes ? ['Last run'] : [])]
  const table = [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')
  const days = [...new Set(figures.flatMap((figure) => figure.days))].toSorted((a, b) => a.localeCompare(b)).join(', ')
  return `### ${title} (${id})\n\n- **Measured** on ${days}.\n- **Compared with** ${comparedWith}.\n- **Limited by** ${limitedBy}\n\n${table}`
}

/** The text of docs/performance.md with the figures of the full size between its two marks. */
export async function toPage(benches) {
  const text = readFileSync(page, 'utf8')
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (begin < 0 || end < begin) throw new Error(`docs/performance.md has lost its marks: ${BEGIN} and ${END}`)
  const all = Object.values(benches)
    .flatMap((runs) => runs.map(({ conditions }) => conditions))
    .sort((a, b) => a.at.localeCompare(b.at))
  const each = (of) => [...new Set(all.map(of))]
  const nodes = each(({ node }) => node).join(' or ')
  const databases = each(({ database }) => nameOf(database))
    .filter((name) => /\d/.test(name))
    .join(' and ')
  const machines = each(({ cores, cpu }) => `${cores} cores of ${cpu}`).join(' or ')
  const memory = all.flatMap(({ freshPageMicros: micros }) => (micros === undefined ? [] : [micros]))
  const costs = [...new Set([Math.min(...memory), Math.max(...memory)])].join(' to ')
  const fresh = memory.length === 0 ? '' : ` First use of a page of memory takes ${costs} µs there, if it was measured.`
  const where = `Measured on ${machines}, with Node ${nodes} and ${databases}.${fresh}`
  return `${text.slice(0, begin)}${BEGIN}\n\n${where}\n\n${await toTables(benches)}\n\n${text.slice(end)}`
}

/** Writes the figures of the full size into docs/performance.md. */
export async function writePage(benches) {
  if (Object.keys(benches).length === 0) {
    console.error('No figures at full size yet: run `npm run bench` first, twice for the spread.')
    process.exit(1)
  }
  writeFileSync(page, await toPage(benches))
}

/** A value with its unit, as tables and the terminal show it. */
export const toText = (value, unit) => `${toNumber(value)}${unit === 'ratio' ? '' : ` ${unit}`}`

/** 'PostgreSQL 15.18' of 'postgres (PostgreSQL) 15.18 (Debian …)'. */
const nameOf = (database) => database.replace(/^postgres \((\w+)\) ([\d.]+).*$/, '$1 $2')

function spread(values, unit) {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const ends = toNumber(least) === toNumber(most) ? toText(most, unit) : `${toNumber(least)} to ${toText(most, unit)}`
  return values.length < 2 ? `${ends} (one run)` : ends
}

const toNumber = (value) =>
  value === null || Number.isNaN(value)
    ? '?'
    : Number.isInteger(value) || value >= 100
      ? Math.round(value).toLocaleString('en')
      : value.toFixed(2)

function readAll(size) {
  const file = fileOf(size)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}
