// P11: how many calls per second the server handles for users who view lists and cards, compared with a constant response
// of its web framework.
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { voyager } from '#brand/voyager.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import { demoCardsInState } from '#server/demo/sample-batch.ts'
import { clientFor } from '#tests/support/call.ts'
import { startDemoServer } from './databases.ts'
import { atLeast, type Figure, isQuick, formatCount, median } from './figure.ts'

const CALLERS = 8
const ROUNDS = isQuick ? 1 : 7
const SECONDS = isQuick ? 1 : 5

export const reading: Figure = {
  id: 'P11',
  title: `Reads a second with ${CALLERS} callers: overview, batches, card search, details, statement, audit`,
  reference: 'the web framework (Fastify) answering a constant',
  explanation:
    'Callers, server and database share the processors of one machine. Frequent statements are prepared, so that a read takes 2.5 ms of the database’s processor time instead of 6.2. The overview reads its sections in one statement. In a profile of the server, 20% of its time is sending statements to the database, 14% responding, 11% the texts of the audit trail, 9% garbage and 6% verifying tokens.',
  needs: { build: true },
  async measure() {
    const constant = await startConstantServer()
    const server = await startDemoServer({ CALLS_PER_MINUTE: '1000000', LOG_LEVEL: 'error' })
    try {
      const { token } = await clientFor(server, 'ada')
      const ours = { url: `${server.url}api`, calls: readsOf(token) }
      const theirs = { url: constant.url, calls: [JSON.stringify({ method: 'overview', params: { token } })] }
      await callsPerSecond(ours)
      await callsPerSecond(theirs)
      const ourRates: number[] = []
      const theirRates: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        ourRates.push(await callsPerSecond(ours))
        theirRates.push(await callsPerSecond(theirs))
      }
      const ourRate = median(ourRates)
      const theirRate = median(theirRates)
      const note = `${formatCount(Math.round(ourRate))} and ${formatCount(Math.round(theirRate))} a second`
      return [atLeast('reads per second, relative to the reference', { value: ourRate / theirRate, limit: 0.08, note })]
    } finally {
      constant.stop()
      await server.remove()
    }
  },
}

/** The bodies of the requests of a normal working day. */
function readsOf(token: string): string[] {
  const end = instantToDate(Date.now(), voyager.timeZone)
  const days = { startDate: addDays(end, -50), endDate: end }
  const request = (method: string, params: object) => JSON.stringify({ method, params: { ...params, token } })
  return demoCardsInState('active', 50, [1]).flatMap(({ id, pan }) => [
    request('overview', {}),
    request('batchLoads', { filter: 2, ...days }),
    request('cardSearch', { searchTerm: pan, searchType: '1', showExpired: true }),
    request('cardDetails', { voucherID: String(id) }),
    request('cardStatement', { cardID: String(id), ...days }),
    request('auditLog', days),
  ])
}

/** Returns the number of calls per second. The callers run in a separate process. */
async function callsPerSecond(job: { readonly url: string; readonly calls: readonly string[] }): Promise<number> {
  const child = spawn(process.execPath, [resolve('bench/callers.mjs')], { stdio: ['pipe', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()))
  child.stdin.end(JSON.stringify({ ...job, callers: CALLERS, seconds: SECONDS }))
  const code = await new Promise((done) => child.once('close', done))
  if (code !== 0) throw new Error(`The callers ended with ${String(code)}`)
  return Number(output) / SECONDS
}

async function startConstantServer(): Promise<{ url: string; stop: () => void }> {
  const child = spawn(process.execPath, [resolve('bench/constant-server.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = () => void child.kill('SIGKILL')
  process.once('exit', stop)
  const port = await new Promise<string>((done) => child.stdout.once('data', (bytes: Buffer) => done(bytes.toString())))
  return { url: `http://127.0.0.1:${port.trim()}/api`, stop }
}
