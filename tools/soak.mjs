// `npm run soak`: the faults of batch processing and of issuing cards in a long round: kill -9 at random points of 5,000 rows again and
// again, two hosts on one PostgreSQL, PostgreSQL killed at each statement of the posting, restarted, stopped for 20 s, failed over; the
// programme's commands killed on each engine.
// SOAK_SEED repeats one run.
import { spawn, spawnSync } from 'node:child_process'
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
const rounds = ['batches/faults', 'batches/database-dies', 'orders/kill', 'programme/kill'].map(
  (name) => `tests/server/${name}.test.ts`,
)
const args = [vitest, 'run', '--project', 'server', '--maxWorkers', '1', ...rounds]
const run = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => run.kill(signal))
run.on('close', (code) => process.exit(code ?? 1))
