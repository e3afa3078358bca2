// `npm run bench -- [name…] [--size 0.01]`: measures the promised figures, at full size or a fraction of it, prints them and keeps the
// last two runs of each bench: in bench/figures.json at full size. `npm run bench -- --table` writes them into docs/performance.md.
// Each bench file is bundled as the product is and runs in a process of its own, one after the other, so that no figure pays for
// another's garbage; one that takes longer than it may is broken off. What a bench needs is started here and by itself: PostgreSQL
// where it is installed, the built host, Chromium. BENCH_CLOCK=cpu counts a process's own work, for a busy machine.
import { fork, spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'vite'
import { keepRuns, readRuns, toTables, toText, writePage } from './bench-table.mjs'
import { findOrInstallChromium, howToGetChromium } from './chromium.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
// As deep as tests/support, from which a bench takes how a built host is started.
const outDir = join(root, '.cache/benches')

if (process.argv[2] === '--child') {
  // What was started ends with the process, and by nothing else than its end.
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(1))
  const { minutes, figures } = await import(pathToFileURL(process.argv[3]).href)
  process.send({ minutes })
  const measured = await figures()
  await new Promise((sent) => process.send({ figures: measured }, sent))
  process.exit(0)
}

const { values, positionals } = parseArgs({
  options: { size: { type: 'string', default: '1' }, table: { type: 'boolean' } },
  allowPositionals: true,
})
const size = Number(values.size)
if (!(size > 0)) {
  console.error(`--size is '${values.size}': give a part of the full size, such as 0.01.`)
  process.exit(1)
}
if (values.table) {
  if (size === 1) await writePage(readRuns(1))
  else console.log(await toTables(readRuns(size)))
  process.exit(0)
}
const known = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => basename(file, '.bench.ts'))
const unknown = positionals.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`There is no bench '${unknown.join("', '")}': use ${known.join(', ')}.`)
  process.exit(1)
}
const names = positionals.length > 0 ? positionals : known

let current
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    current?.kill(signal)
    process.exit(130)
  })
}

/** Those that need the built portal and server. */
const withBuild = ['felt', 'start', 'crowd', 'download']
const withBrowser = ['reading', 'felt', 'start', 'drafts', 'download']
if (names.some((name) => withBuild.includes(name))) buildProduct()
if (names.some((name) => withBrowser.includes(name))) findChromium()
await bundle()
const conditions = {
  at: new Date().toISOString(),
  node: process.version,
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  freshPageMicros: microsOfFreshPage(),
  clock: process.env.BENCH_CLOCK === 'cpu' ? 'cpu' : 'wall',
  size,
  database: process.env.DATABASE_URL ? 'the PostgreSQL of DATABASE_URL' : 'a private PostgreSQL',
  loadBefore: loadavg()[0],
}

/** A run of each bench that came to its end. */
const runs = new Map()
const broken = []
for (const name of names) {
  console.error(`${name} …`)
  try {
    const started = Date.now()
    const figures = await measure(name)
    runs.set(name, {
      conditions: { ...conditions, loadAfter: loadavg()[0], seconds: Math.round((Date.now() - started) / 1000) },
      figures,
    })
    keepRuns(size, runs)
  } catch (error) {
    broken.push(name)
    console.error(`${name} did not finish: ${error.message}`)
  }
}

print()
const measured = [...runs.values()].flatMap(({ figures }) => figures)
process.exit(broken.length > 0 || measured.some(({ ok }) => !ok) ? 1 : 0)

/**
 * What a page of memory costs that is touched for the first time, in microseconds: a fraction of one as a rule, ten and more on a virtual
 * machine that gives what it frees back to its host. Figures of what takes fresh memory are to be read beside it. In pieces too small
 * for huge pages, and once: a second round would be given what the first one has touched.
 */
function microsOfFreshPage() {
  const [page, piece, pieces] = [4096, 262_144, 256]
  const kept = []
  const began = performance.now()
  for (let count = 0; count < pieces; count += 1) {
    const memory = new Uint8Array(piece)
    for (let at = 0; at < piece; at += page) memory[at] = 1
    kept.push(memory)
  }
  return Math.round(((performance.now() - began) * 10_000) / (kept.length * (piece / page))) / 10
}

/** All bench files into one folder, with the packages left outside. */
async function bundle() {
  rmSync(outDir, { recursive: true, force: true })
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(names.map((name) => [name, join(root, 'bench', `${name}.bench.ts`)])),
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
}

/** What is measured as a process is what would be served. */
function buildProduct() {
  const args = [join(root, 'tools/build.mjs'), '--if-stale']
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}

function findChromium() {
  const path = findOrInstallChromium()
  if (!path) {
    console.error(howToGetChromium)
    process.exit(1)
  }
  process.env.CHROMIUM_PATH = path
}

function measure(name) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, BENCH_SIZE: String(size) }
    const file = join(outDir, `${name}.js`)
    const child = fork(fileURLToPath(import.meta.url), ['--child', file], { cwd: root, env, execArgv: ['--expose-gc'] })
    current = child
    let figures
    let over = ''
    const timers = []
    child.on('message', (given) => {
      figures ??= given.figures
      if (given.minutes === undefined) return
      const limit = given.minutes * Math.max(1, size)
      const end = () => {
        over = `it took longer than ${limit} minutes`
        child.kill('SIGTERM')
        timers.push(setTimeout(() => child.kill('SIGKILL'), 10_000))
      }
      timers.push(setTimeout(end, limit * 60_000))
    })
    child.on('error', reject)
    child.on('close', (code) => {
      timers.forEach(clearTimeout)
      if (figures) resolve(figures)
      else reject(new Error(over || `its process ended with ${code}`))
    })
  })
}

function print() {
  for (const [name, { conditions, figures }] of runs) {
    console.log(`\n${name} (${conditions.seconds} s)`)
    for (const { id, title, goal, value, unit, ok, note } of figures) {
      const mark = goal === '' ? '   ' : ok ? 'yes' : 'NO '
      console.log(`  ${mark} ${id}  ${title}: ${toText(value, unit)}${goal && ` (${goal})`}${note ? `; ${note}` : ''}`)
    }
  }
  const { cpu, cores, freshPageMicros, node, database, clock, loadBefore } = conditions
  console.log(
    `\n${cores} cores of ${cpu}, fresh memory at ${freshPageMicros} µs a page, Node ${node}, ${database}; ${clock} time; size ${size}; load before ${loadBefore.toFixed(1)}`,
  )
}
