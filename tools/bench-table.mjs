// The figures that have been measured: the last two runs of each bench, at full size in bench/figures.json beside the code that was
// measured, smaller ones in .cache/figures.json; and the table of the README made from them, between its two marks.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const fileOf = (size) => join(root, size === 1 ? 'bench/figures.json' : '.cache/figures.json')
const readme = join(root, 'README.md')
const BEGIN = '<!-- figures: made by `npm run bench -- --table` -->'
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

/** The table in markdown: a row for each figure of the newest run, with the spread over the runs that have it. */
export async function toTable(benches) {
  const { promises } = (await runnerImport(join(root, 'bench/promises.ts'))).module
  const rows = Object.values(benches).flatMap((runs) => {
    const newest = runs.at(-1)
    return newest.figures.map((figure) => {
      const same = runs.flatMap(({ figures }) => figures.filter(({ id, title }) => id === figure.id && title === figure.title))
      return { ...figure, ...promises[figure.id], values: same.map(({ value }) => value), ok: same.every(({ ok }) => ok) }
    })
  }) // oxfmt-ignore
  rows.sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }))
  const lines = rows.map(({ id, title, goal, values, unit, ok, against, holds, note }) => [
    id,
    title + (note ? ` (${note})` : ''),
    goal || '–',
    spread(values, unit),
    goal === '' ? '–' : ok ? 'yes' : '**no**',
    against,
    holds,
  ])
  const head = ['', 'Figure', 'Goal', 'Measured, two runs', 'Reached', 'Stands against', 'What holds it']
  return [head, head.map(() => '---'), ...lines]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')
}

/** Writes the table of the full size into the README. */
export async function writeTable(benches) {
  if (Object.keys(benches).length === 0) {
    console.error('Nothing was measured at full size yet: run `npm run bench` first, twice for the spread.')
    process.exit(1)
  }
  const text = readFileSync(readme, 'utf8')
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (begin < 0 || end < begin) throw new Error(`README.md lacks its marks: ${BEGIN} and ${END}`)
  const all = Object.values(benches)
    .flatMap((runs) => runs.map(({ conditions }) => conditions))
    .sort((a, b) => a.at.localeCompare(b.at))
  const each = (of) => [...new Set(all.map(of))]
  const { node, database } = all.at(-1)
  const machines = each(({ cores, cpu }) => `${cores} cores of ${cpu}`).join(' or ')
  const memory = all.flatMap(({ freshPageMicros: micros }) => (micros === undefined ? [] : [micros]))
  const costs = [...new Set([Math.min(...memory), Math.max(...memory)])].join(' to ')
  const fresh = memory.length === 0 ? '' : `; a page of fresh memory, where that was measured, in ${costs} µs`
  const where = `${machines}${fresh}, Node ${node}, ${database}; ${each(({ at }) => at.slice(0, 10)).join(', ')}.` // oxfmt-ignore
  writeFileSync(
    readme,
    `${text.slice(0, begin)}${BEGIN}\n\n${where}\n\n${await toTable(benches)}\n\n${text.slice(end)}`,
  )
}

/** A value with its unit, as tables and the terminal show it. */
export const toText = (value, unit) => `${toNumber(value)}${unit === 'ratio' ? '' : ` ${unit}`}`

function spread(values, unit) {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const ends = toNumber(least) === toNumber(most) ? toText(most, unit) : `${toNumber(least)} to ${toText(most, unit)}`
  return values.length < 2 ? `${ends} (one run)` : ends
}

const toNumber = (value) =>
  value === null || Number.isNaN(value) ? '?' : Number.isInteger(value) || value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2) // oxfmt-ignore

function readAll(size) {
  const file = fileOf(size)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}
