// `npm run bench [name…] [--quick]`: measures the promised figures and prints them as one table. Each bench file is bundled as
// the product is and runs in a process of its own, one after the other, so that no figure pays for another's garbage.
// PostgreSQL is started where it is installed; BENCH_CLOCK=cpu counts a process's own work, for a busy machine.
import { fork, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'vite'
import { findOrInstallChromium, howToGetChromium } from './chromium.mjs'
import { startPostgres } from './postgres.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
// As deep as tests/support, from which a bench takes how a built host is started.
const outDir = join(root, '.cache/benches')
const reports = join(root, '.cache/reports')

if (process.argv[2] === '--child') {
  const { figures } = await import(pathToFileURL(process.argv[3]).href)
  process.send(await figures())
  process.exit(0)
}

const { values, positionals } = parseArgs({ options: { quick: { type: 'boolean' } }, allowPositionals: true })
const known = readdirSync(join(root, 'bench')).filter((file) => file.endsWith('.bench.ts')).map((file) => basename(file, '.bench.ts')) // prettier-ignore
const unknown = positionals.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`There is no bench '${unknown.join("', '")}': use ${known.join(', ')}.`)
  process.exit(1)
}
const names = positionals.length > 0 ? positionals : known

let postgres
let current
process.on('exit', () => postgres?.stop())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    current?.kill(signal)
    process.exit(130)
  })
}

if (
  names.some((name) => ['host', 'cards', 'import', 'reports'].includes(name)) &&
  !process.env.TEST_POSTGRES_URL &&
  !process.env.DATABASE_URL
)
  postgres = await startPostgres()
if (names.some((name) => ['browser', 'download'].includes(name))) prepareBrowser()
await bundle()
const conditions = {
  at: new Date().toISOString(),
  node: process.version,
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  clock: process.env.BENCH_CLOCK === 'cpu' ? 'cpu' : 'wall',
  quick: values.quick === true,
  database: postgres?.version ?? (process.env.DATABASE_URL || process.env.TEST_POSTGRES_URL ? 'given' : 'embedded'),
  loadBefore: loadavg()[0],
}

const measured = []
const broken = []
for (const name of names) {
  console.error(`${name} …`)
  try {
    for (const figure of await measure(name)) measured.push({ bench: name, ...figure })
  } catch (error) {
    broken.push(name)
    console.error(`${name} did not finish: ${error.message}`)
  }
}
conditions.loadAfter = loadavg()[0]

print()
mkdirSync(reports, { recursive: true })
writeFileSync(
  join(reports, 'bench.json'),
  `${JSON.stringify({ conditions, figures: measured, broken }, undefined, 2)}\n`,
)
process.exit(broken.length > 0 || measured.some(({ ok }) => !ok) ? 1 : 0)

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
        input: {
          ...Object.fromEntries(names.map((name) => [name, join(root, 'bench', `${name}.bench.ts`)])),
          // The thread of the embedded database, which the host looks for beside itself.
          'embedded-worker': join(root, 'server/db/embedded-worker.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
}

/** The browser's figures are of the built portal and host. */
function prepareBrowser() {
  const { status } = spawnSync(process.execPath, [join(root, 'tools/build.mjs'), '--if-stale'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(1)
  const path = findOrInstallChromium()
  if (!path) {
    console.error(howToGetChromium)
    process.exit(1)
  }
  process.env.CHROMIUM_PATH = path
}

function measure(name) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...(values.quick ? { BENCH_QUICK: '1' } : {}) }
    if (postgres) env.TEST_POSTGRES_URL = postgres.url
    const file = join(outDir, `${name}.js`)
    current = fork(fileURLToPath(import.meta.url), ['--child', file], { cwd: root, env, execArgv: ['--expose-gc'] })
    let figures
    current.on('message', (given) => (figures = given))
    current.on('error', reject)
    current.on('close', (code) => (figures ? resolve(figures) : reject(new Error(`its process ended with ${code}`))))
  })
}

function print() {
  const rows = measured.map(({ id, title, target, value, unit, ok }) => [
    `${id}  ${title}`,
    target,
    `${value >= 100 ? Math.round(value) : value.toFixed(2)}${unit === 'ratio' ? '' : ` ${unit}`}`,
    ok ? 'yes' : 'NO',
  ])
  const all = [['figure', 'target', 'measured', 'ok'], ...rows]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column].length)))
  console.log()
  for (const row of all)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
  const { cpu, cores, node, database, clock, loadBefore, loadAfter, quick } = conditions
  console.log(`\n${cores} cores of ${cpu}, Node ${node}, ${database}; ${clock} time; load ${loadBefore.toFixed(1)} to ${loadAfter.toFixed(1)}${quick ? '; quick: few rounds' : ''}`) // prettier-ignore
}
