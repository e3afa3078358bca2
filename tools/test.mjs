// `npm test`: runs all checks and tests. It continues after a failed stage, so that one run shows all failures, and ends
// with their names and one line: N passed, N failed. A static check counts as one test. `npm run test:long` (--long) runs
// the tests that take minutes. Every test is listed with its outcome in .cache/reports/tests.txt, and the tests of the
// previous run are in tests-before.txt: `diff` shows what was added, lost or changed. Except in CI, ten lines for each
// stage show how far it is and when the run will end.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { findOrInstallChromium, howToGetChromium } from './chromium.mjs'
import { compileAll } from './messages.mjs'
import { strayErrorsFile } from './stray-errors.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const isLong = process.argv.includes('--long')
const bin = (path) => join(root, 'node_modules', path)
const reports = join(root, '.cache/reports')
const vitestReport = join(reports, 'vitest.json')
const playwrightReport = join(reports, 'playwright.json')
const testsFile = join(reports, 'tests.txt')
const previousTestsFile = join(reports, 'tests-before.txt')
/** The seconds that each stage took in the last run here. */
const durationsFile = join(reports, isLong ? 'durations-long.json' : 'durations.json')
/** The seconds that each stage takes on two idle cores, for the first run. */
const usualSeconds = {
  build: 10,
  'unit, server': 300,
  browser: 240,
  'pseudo-language': 40,
  'long browser': 135,
}
const usualSecondsOfLongRun = { ...usualSeconds, 'unit, server': 540 }

/** The lower priority of the checks, so that they do not slow the tests, but still finish on a busy machine. */
const LOW_PRIORITY = 5

const build = { name: 'build', command: [join(root, 'tools/build.mjs'), '--if-stale'], isQuiet: true }
const checks = [
  // Only one checker, because each checker would compute all types again.
  { name: 'types', command: [bin('typescript/bin/tsc'), '-b', '--checkers', '1'] },
  { name: 'messages', command: [join(root, 'tools/check-messages.mjs')] },
  // As one project, because each project would compute the types again.
  { name: 'lint, layers', command: [bin('oxlint/bin/oxlint'), '--tsconfig', join(root, 'tsconfig.lint.json')] },
  { name: 'format', command: [bin('oxfmt/bin/oxfmt'), '--check'] },
  { name: 'dead code', command: [bin('knip/bin/knip.js'), '--no-progress', '--no-config-hints'] },
].map((check) => ({ ...check, isQuiet: true, hasLowPriority: true }))
/**
 * Only the long run has these: proxies, poolers, standbys and releases, kills at random moments, the private database,
 * starts and stops of the server's process, new keys while servers run, a copy of the sources with new rows in their
 * tables, and the memory that the most expensive files need.
 */
const longTests = [
  'tests/server/deployment/',
  'tests/server/faults/',
  'tests/server/db/private-postgres.test.ts',
  'tests/server/new-table-rows.test.ts',
  'tests/server/platform/process.test.ts',
  'tests/server/programme/keys-online.test.ts',
  'tests/workers/reading-costs.test.ts',
]
/** The tests that do more in the long run. */
const testsWithRounds = ['tests/server/feed/month.test.ts']
const toExclusion = (path) => ['--exclude', path.endsWith('/') ? `${path}**` : path]
const unitTests = {
  name: 'unit, server',
  command: [
    bin('vitest/vitest.mjs'),
    'run',
    '--reporter=minimal',
    '--reporter=json',
    `--outputFile.json=${vitestReport}`,
    `--reporter=${join(root, 'tools/stray-errors.mjs')}`,
    `--reporter=${join(root, 'tools/progress.mjs')}`,
    ...(isLong ? ['--maxWorkers=2', ...longTests, ...testsWithRounds] : longTests.flatMap(toExclusion)),
  ],
  count: countVitest,
  needs: 'build',
}
const browserTests = {
  name: 'browser',
  command: [bin('@playwright/test/cli.js'), 'test', `--reporter=dot,json,${join(root, 'tools/progress.mjs')}`],
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport },
  before: () => offerChromium(),
  count: countPlaywright,
  needs: 'build',
}

/** Portal and server in the pseudo-language. */
const pseudoBuild = {
  name: 'pseudo-language',
  command: [join(root, 'tools/build.mjs'), '--pseudo', '--if-stale'],
  isQuiet: true,
}
/** Screens that rarely change, a browser's profile, the screens in German and Arabic, and hard-coded texts. */
const longBrowserTests = {
  ...browserTests,
  name: 'long browser',
  command: [...browserTests.command, 'tests/e2e/long'],
  needs: 'pseudo-language',
}

const totals = { passed: 0, failed: 0 }
const failedStages = new Set()
/** The failures, printed again at the end, because the reports of the stages are long. */
const failures = []
/** One line for each test, such as 'browser: access.spec.ts: shows the result: passed'. */
const tests = []
const runningProcesses = new Set()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopEarly(signal))

mkdirSync(reports, { recursive: true })
for (const report of [vitestReport, playwrightReport, strayErrorsFile]) rmSync(report, { force: true })
if (existsSync(testsFile)) renameSync(testsFile, previousTestsFile)
if (isLong) process.env.LONG = '1'
await compileAll()
const stages = isLong ? [build, unitTests, pseudoBuild, longBrowserTests] : [build, unitTests, browserTests]
const timetable = createTimetable(stages)
console.log(
  isLong
    ? 'The long run: kills and faults, starts and stops, shuffled events, new keys, new rows of tables, expensive files, the programs around a server, rare screens and the languages.'
    : 'The static checks, the unit and server tests and the browser tests.',
)
console.log(`It takes about ${timetable.total}.`)
await Promise.all([isLong ? undefined : runAll(checks), runAll(stages)])
writeFileSync(testsFile, `${tests.toSorted((a, b) => a.localeCompare(b)).join('\n')}\n`)

if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ✗ ${failure}`).join('\n')}`)
console.log(`\n${totals.passed} passed, ${totals.failed} failed`)
process.exit(totals.failed > 0 ? 1 : 0)

async function runAll(stages) {
  for (const stage of stages) await runStage(stage)
}

async function runStage(stage) {
  const started = Date.now()
  if (!stage.isQuiet) console.log(`\n${stage.name} …`)
  const obstacle = await findObstacle(stage)
  const run = obstacle === undefined ? await runCommand(stage) : { code: 1, output: '' }
  const counts = countTests(stage, run, obstacle)
  failures.push(...counts.names.map((name) => `${stage.name}: ${name}`))
  const outcomes = counts.tests ?? [{ name: 'the stage', outcome: counts.failed > 0 ? 'failed' : 'passed' }]
  for (const { name, outcome } of outcomes) {
    // The titles of property tests contain their seed.
    const title = name.replace(/ \(SEED=-?\d+\)/, '')
    tests.push(`${stage.name}: ${title}: ${outcome}`)
  }
  totals.passed += counts.passed
  totals.failed += counts.failed
  if (counts.failed > 0) failedStages.add(stage.name)
  timetable.end(stage)
  const figures = stage.count ? `${counts.passed} passed, ${counts.failed} failed` : ''
  const mark = counts.failed > 0 ? '✗' : '✓'
  const seconds = `${((Date.now() - started) / 1000).toFixed(1)} s`
  console.log(`${mark} ${stage.name.padEnd(13)} ${seconds.padStart(8)}  ${obstacle ?? figures}`.trimEnd())
  if (run.code !== 0 && stage.isQuiet) console.log(run.output.replace(/^/gm, '    ').trimEnd())
}

/** The numbers and names of the tests of a stage. A stage without a report counts as one test. */
function countTests(stage, run, obstacle) {
  const hasSucceeded = run.code === 0
  const report = obstacle === undefined ? stage.count?.() : undefined
  const counts = report ?? { passed: hasSucceeded ? 1 : 0, failed: 0, names: [] }
  if (hasSucceeded || counts.failed > 0) return counts
  // A crashed runner leaves no report, or a report without failures. This also counts as a failure.
  return { ...counts, failed: 1, names: [obstacle ?? `the stage ${run.end}`] }
}

/** The reason why the stage cannot run. Undefined if it can run. */
async function findObstacle(stage) {
  if (failedStages.has(stage.needs)) return `not run, since ${stage.needs} failed`
  try {
    return await stage.before?.()
  } catch (error) {
    return error.message
  }
}

function runCommand(stage) {
  return new Promise((resolve) => {
    const [script, ...args] = stage.command
    const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }
    const env = { ...process.env, ...stage.env, ...colours }
    const stdio = stage.isQuiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit', 'ipc']
    const child = spawn(process.execPath, [script, ...args], { cwd: root, env, stdio })
    if (stage.hasLowPriority) setPriority(child.pid, LOW_PRIORITY)
    runningProcesses.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text))
    child.on('message', ({ done, total }) => timetable.report(stage, done, total))
    child.on('error', (error) => resolve({ code: 1, end: 'could not be started', output: error.message }))
    child.on('close', (code, signal) => {
      runningProcesses.delete(child)
      resolve({ code: code ?? 1, end: signal ? `was ended by ${signal}` : `ended with ${code}`, output })
    })
  })
}

/**
 * Estimates when the stages will end, which run one after the other. Each stage takes as long as in the last run here,
 * multiplied by the pace of this run so far.
 */
function createTimetable(stages) {
  const lastSeconds = existsSync(durationsFile) ? JSON.parse(readFileSync(durationsFile, 'utf8')) : {}
  const secondsOf = ({ name }) => lastSeconds[name] ?? (isLong ? usualSecondsOfLongRun : usualSeconds)[name]
  const sum = (some) => some.reduce((seconds, stage) => seconds + secondsOf(stage), 0)
  const isKnown = stages.every(({ name }) => name in lastSeconds)
  const started = Date.now()
  let stageStarted = started
  const ended = []
  const toText = (seconds) =>
    seconds < 90 ? `${Math.ceil(seconds / 10) * 10} s` : `${Math.round(seconds / 60)} minutes`
  return {
    total: `${toText(sum(stages))}, ${isKnown ? 'like the last run here' : 'on two idle cores'}`,
    report(stage, done, total) {
      const tenthOf = (count) => Math.floor((count * 10) / total)
      const isNewTenth = tenthOf(done) > tenthOf(done - 1)
      if (process.env.CI || done === total || !isNewTenth) return
      const usualSoFar = sum(ended) + (secondsOf(stage) * done) / total
      const pace = (Date.now() - started) / 1000 / usualSoFar
      console.log(`  ${stage.name}: ${done} of ${total}, about ${toText((sum(stages) - usualSoFar) * pace)} left`)
    },
    end(stage) {
      if (!stages.includes(stage)) return
      ended.push(stage)
      lastSeconds[stage.name] = Math.round((Date.now() - stageStarted) / 1000)
      stageStarted = Date.now()
      if (!failedStages.has(stage.name)) writeFileSync(durationsFile, JSON.stringify(lastSeconds))
    },
  }
}

function offerChromium() {
  if (!findOrInstallChromium()) return howToGetChromium
}

function countVitest() {
  const report = readReport(vitestReport)
  if (!report) return undefined
  const failed = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => withReason(`${relative(root, name)}: ${fullName}`, failureMessages[0])),
  )
  const stray = (readReport(strayErrorsFile) ?? []).map(({ name, message }) => withReason(name, message))
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + stray.length,
    names: [...failed, ...stray],
    tests: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, status }) => ({
        name: `${relative(root, name)}: ${fullName}`,
        outcome: status,
      })),
    ),
  }
}

function countPlaywright() {
  const report = readReport(playwrightReport)
  if (!report) return undefined
  const { expected, unexpected, flaky } = report.stats
  const specs = report.suites.flatMap(specsOf)
  const names = [
    ...specs.filter(({ ok }) => !ok).map(describeFailure),
    ...report.errors.map(({ message }) => withReason('', message)),
  ]
  return {
    passed: expected,
    failed: unexpected + flaky + report.errors.length,
    names,
    tests: specs.map(({ file, title, ok }) => ({ name: `${file}: ${title}`, outcome: ok ? 'passed' : 'failed' })),
  }
}

function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}

/** The name of a failed browser test, and its first error. */
function describeFailure({ file, title, tests }) {
  const error = tests.flatMap(({ results }) => results).find((result) => result.error)?.error
  const line = error?.location ? `:${error.location.line}` : ''
  return withReason(`${file}${line}: ${title}`, error?.message)
}

/** The name, the test's line if known, and the first line of the message. */
function withReason(name, message = '') {
  return `${name}\n      ${stripVTControlCharacters(message).split('\n', 1)[0]}`
}

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

function stopEarly(signal) {
  for (const child of runningProcesses) child.kill(signal)
  console.log(`\nStopped by ${signal}: ${totals.passed} passed, ${totals.failed} failed so far.`)
  process.exit(130)
}
