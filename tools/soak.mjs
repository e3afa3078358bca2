// `npm run soak`: the faults of batch processing and of issuing cards in a long round: kill -9 at random points of 5,000 rows again and
// again, two hosts on one PostgreSQL, PostgreSQL killed at each statement of the posting, restarted, stopped for 20 s, failed over; the
// programme's commands on each engine, and killed there; the worst files; all faults and replays in the browser, and
// all that is drawn there besides.
// SOAK_SEED repeats one run.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startPostgres } from './postgres.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const build = spawnSync(process.execPath, [join(root, 'tools/build.mjs'), '--if-stale'], {
  cwd: root,
  stdio: 'inherit',
})
if (build.status !== 0) process.exit(1)

const postgres = process.env.TEST_POSTGRES_URL ? undefined : await startPostgres()
process.on('exit', () => postgres?.stop())
const env = { ...process.env, SOAK: '1', ...(postgres && { TEST_POSTGRES_URL: postgres.url }) }
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const longer = {
  orders: ['issue'],
  batches: ['parts', 'new-kind'],
  ledger: ['check'],
  reports: ['figures'],
  programme: ['init', 'check', 'clients', 'keys', 'backup'],
}
const files = [
  'tests/server/faults/',
  ...Object.entries(longer).flatMap(([area, names]) => names.map((name) => `tests/server/${area}/${name}.test.ts`)),
]
const playwright = join(root, 'node_modules/@playwright/test/cli.js')
const runs = [
  [
    vitest,
    'run',
    '--maxWorkers',
    '1',
    ...files,
    'tests/workers/reading-costs.test.ts',
    'tests/workers/both-xlsx-readers.test.ts',
  ],
  [playwright, 'test', 'tests/e2e/faults/', 'tests/e2e/replay/', 'tests/e2e/lab/', 'tests/e2e/system/'],
]

let running
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    running.kill(signal)
    process.exit(130)
  })
const codes = []
for (const args of runs) {
  running = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' })
  const [code] = await once(running, 'close')
  codes.push(code ?? 1)
}
process.exit(Math.max(...codes))
