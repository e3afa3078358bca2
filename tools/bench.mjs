// `npm run bench`: measures all figures and writes docs/performance.md. `npm run bench -- P7` measures one
// figure and preserves the rows of the others. `--quick` measures one round with less data, and only prints the
// results, which mean nothing. `--profile` draws what the main thread does (docs/profiles). With `--url` it does this
// in another running portal. `--suffix=-before` is added to the names of the pictures, for pictures of an earlier
// version. Each figure is measured in a separate process, so that the garbage of one figure does not slow another. The
// script provides what the figures need: the built portal and server, Chromium, and the packages of bench/peers, which
// are never installed with the product.
import { fork, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'vite'
import { findOrInstallChromium, howToGetChromium } from './chromium.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = join(root, 'docs/performance.md')
// Must be at the same depth as tests/support: the code of tests/support is in the bundles and finds the built server by
// a relative path.
const outDir = join(root, '.cache/benches')
const bundles = {
  figures: join(outDir, 'figures.js'),
  profile: join(outDir, 'profile.js'),
  databases: join(outDir, 'databases.js'),
}
const LIMIT_MINUTES = 20
/** If other programs use more of the processors than this share, a figure is marked, because it is not reliable. */
const MAX_SHARE_OF_OTHERS = 0.2

if (process.argv[2] === '--child') {
  // A signal alone would skip the 'exit' handlers, which end what a figure has started.
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(1))
  const { figures } = await import(pathToFileURL(bundles.figures).href)
  const rows = await figures.find(({ id }) => id === process.argv[3]).measure()
  await new Promise((resolve) => process.send(rows, resolve))
  process.exit(0)
}

const { values, positionals } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    profile: { type: 'boolean' },
    url: { type: 'string' },
    suffix: { type: 'string' },
  },
  allowPositionals: true,
})
if (values.quick) process.env.BENCH_QUICK = '1'
await bundleFigures()
const { figures } = await import(pathToFileURL(bundles.figures).href)
const { startDatabases } = await import(pathToFileURL(bundles.databases).href)
const { drawProfiles, scenarios } = await import(pathToFileURL(bundles.profile).href)
const unknownIds = positionals.filter((name) => !figures.some(({ id }) => id === name))
if (unknownIds.length > 0) {
  console.error(`There is no figure '${unknownIds.join("', '")}': use ${figures.map(({ id }) => id).join(', ')}.`)
  process.exit(1)
}
if (values.profile) {
  if (values.url === undefined) runOrExit(process.execPath, [join(root, 'tools/build.mjs'), '--if-stale'], root)
  findChromium()
  const databases = await startDatabases()
  process.env.BENCH_DATABASE_URL = databases.url
  await drawProfiles(join(root, 'docs/profiles'), values).finally(databases.close)
  process.exit(0)
}
const chosenFigures = figures.filter(({ id }) => positionals.length === 0 || positionals.includes(id))

if (chosenFigures.some(({ needs }) => needs?.build))
  runOrExit(process.execPath, [join(root, 'tools/build.mjs'), '--if-stale'], root)
if (chosenFigures.some(({ needs }) => needs?.referencePackages)) installReferencePackages()
if (chosenFigures.some(({ needs }) => needs?.chromium)) findChromium()

let currentChild
const databases = await startDatabases()
process.env.BENCH_DATABASE_URL = databases.url
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    currentChild?.kill(signal)
    void databases.close().finally(() => process.exit(130))
  })
}

let areGoalsMet = true
for (const figure of chosenFigures) {
  console.log(`\n${figure.id} ${figure.title}, compared with ${figure.reference} …`)
  const loadBefore = loadavg()[0]
  const others = await shareOfOthers()
  const isBusy = others > MAX_SHARE_OF_OTHERS
  if (isBusy) console.log(`  The machine is busy (${Math.round(others * 100)}% by other programs): not to be believed.`)
  const started = Date.now()
  try {
    const rows = await measure(figure.id)
    const load = `load ${loadBefore.toFixed(1)} to ${loadavg()[0].toFixed(1)}`
    const conditions = `${dateOf(new Date())}, ${isBusy ? '**busy machine**, ' : ''}${load}`
    if (!values.quick) writePage(figure.id, rows, conditions)
    for (const { description, goal, isMet, measured } of rows)
      console.log(`  ${isMet ? 'met   ' : 'MISSED'}  ${description}: ${measured}; goal ${goal}`)
    console.log(`  ${Math.round((Date.now() - started) / 1000)} s, ${conditions}`)
    areGoalsMet &&= rows.every(({ isMet }) => isMet)
  } catch (error) {
    areGoalsMet = false
    console.error(`  ${figure.id} did not finish: ${error.message}`)
  }
}
await databases.close()
process.exit(areGoalsMet ? 0 : 1)

/** How much of the processors is used while the bench itself waits, from 0 to 1. */
async function shareOfOthers() {
  const before = processorTimes()
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  const after = processorTimes()
  return 1 - (after.idle - before.idle) / (after.total - before.total)
}

/** The time that all processors were idle since the start of the machine, and their total time. */
function processorTimes() {
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)
  const times = cpus().map((cpu) => cpu.times)
  return { idle: sum(times.map(({ idle }) => idle)), total: sum(times.flatMap(Object.values)) }
}

/** Bundles the figures into one file, as the build does with the server. Packages are not bundled. */
async function bundleFigures() {
  rmSync(outDir, { recursive: true, force: true })
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    build: {
      ssr: true,
      outDir,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.keys(bundles).map((name) => [name, join(root, `bench/${name}.ts`)])),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  })
}

function installReferencePackages() {
  const folder = join(root, 'bench/peers')
  const installed = join(folder, 'node_modules/.package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs)
    return
  console.log('Installing the packages of the references, 320 MB …')
  runOrExit('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], folder)
}

function findChromium() {
  const path = findOrInstallChromium()
  if (!path) {
    console.error(howToGetChromium)
    process.exit(1)
  }
  process.env.CHROMIUM_PATH = path
}

function runOrExit(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}

function measure(id) {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), ['--child', id], { cwd: root, execArgv: ['--expose-gc'] })
    currentChild = child
    let rows
    const timer = setTimeout(() => child.kill('SIGTERM'), LIMIT_MINUTES * 60_000)
    child.on('message', (message) => (rows = message))
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timer)
      if (rows) resolve(rows)
      else reject(new Error(`its process ended with ${code}; the limit is ${LIMIT_MINUTES} minutes`))
    })
  })
}

/** Writes the page with new rows for one figure, and preserves the rows of the others. */
function writePage(measuredId, newRows, conditions) {
  const machine = `${availableParallelism()} × ${(cpus()[0]?.model ?? 'unknown processor').trim()}, Node ${process.version}`
  const currentLines = existsSync(page) ? readFileSync(page, 'utf8').split('\n') : []
  const rowsOf = ({ id }) => {
    if (id === measuredId)
      return newRows.map(
        ({ description, goal, measured, isMet }) =>
          `| ${id} | ${description} | ${goal} | ${measured} | ${isMet ? 'yes' : '**no**'} | ${conditions}; ${machine} |`,
      )
    const previous = currentLines.filter((line) => line.startsWith(`| ${id} |`))
    return previous.length > 0 ? previous : [`| ${id} | not measured yet: \`npm run bench -- ${id}\` | | | | |`]
  }
  const text = [
    '# Performance',
    '',
    'For developers: what is measured, with which references it is compared, and which goals are missed.',
    '',
    '`npm run bench` measures all figures on an idle machine in about 30 minutes and writes this page; do not edit it by hand.',
    '`npm run bench -- P7` measures one figure. `npm run bench -- --quick` tries all of them with less data in three minutes and writes nothing.',
    '',
    'Most figures are ratios to a reference that is measured alternately in the same run: 0.5 means half the time of the reference. Numbers in',
    'brackets are first ours, then those of the reference, as medians of up to seven rounds. Figures from a busy machine are marked, and not to be believed.',
    '',
    '## Figures',
    '',
    '| Figure | What | Goal | Measured | Met | When and where |',
    '| --- | --- | --- | --- | --- | --- |',
    ...figures.flatMap(rowsOf),
    '',
    '## What the main thread does',
    '',
    '`npm run bench -- --profile` draws these pictures: for every few milliseconds, how much of the time the main thread is busy, and with what.',
    'A red line marks a task of 50 ms or more.',
    '',
    ...scenarios.flatMap(({ name, title }) => [`![${title}](profiles/${name}.svg)`, '']),
    '## What is compared',
    '',
    ...figures.map(
      ({ id, title, reference, explanation }) => `- **${id}** ${title}. Compared with: ${reference}. ${explanation}`,
    ),
    '',
  ]
  writeFileSync(page, text.join('\n'))
}

function dateOf(date) {
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
}
