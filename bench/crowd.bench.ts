// The host under many people: 1, 8 and 64 callers, each reading lists and cards one after the other, alone and while batches of 5,000
// rows are uploaded, approved and posted, on both databases; beside them the framework answering a constant. Then one, two and four
// hosts on one PostgreSQL, with what each of them takes of the processor, and the host's memory over ten minutes.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { voyager } from '#brand/voyager.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import { demoCardsInState } from '#server/demo/sample-batch.ts'
import { clientFor, type SignedInClient } from '#tests/support/call.ts'
import { type RunningHost, startHost } from '#tests/support/host.ts'
import { freshDatabase } from './databases.ts'
import { atLeast, atMost, beside, type Figure, many, median, quantile, scaled, small } from './figure.ts'

export const minutes = 60
const rowCount = scaled(5_000, 300)
/** Enough for a batch of the campaign whose cards may hold most, so that none is ever full. */
const cardCount = 6 * rowCount
const SECONDS = scaled(20, 3)
const MEMORY_SECONDS = scaled(600, 6)
const CALLERS = [1, 8, 64]

export async function figures(): Promise<Figure[]> {
  const constant = await constantRate()
  const database = await freshDatabase()
  const env = { DATABASE_URL: database.url }
  const postgres = await onOneHost(env, constant)
  const several = await onSeveralHosts(env, new URL(database.url).pathname.slice(1))
  await database.close()
  return [...postgres, ...several, lostCalls()]
}

/** Calls that no answer came to, whoever was asked; each is told when it happens. */
const lostCalls = (): Figure => atMost('crowd', 'calls without an answer', lost, 0, 'calls')
let lost = 0

async function onOneHost(env: Record<string, string>, constant: number): Promise<Figure[]> {
  const host = await start(env)
  const people = await signIn(host)
  const calls = callsOf(people)
  await crowd([host.url], calls, 8, SECONDS)
  const found: Figure[] = []
  for (const callers of CALLERS) {
    const alone = await crowd([host.url], calls, callers, SECONDS)
    const { batches, during } = await whileBatchesPost(people, () => crowd([host.url], calls, callers, SECONDS))
    const title = `${callers} callers`
    const note = `${many(alone.rate)} calls per second without batches, ${many(during.rate)} while ${batches} batches of ${many(rowCount)} were posted`
    found.push(
      atMost(
        'crowd',
        `${title}: median read while batches are posted, compared with no batches`,
        during.median / alone.median,
        3,
        'ratio',
        { note },
      ),
      beside('crowd', `${title}: reads while batches are posted, 99th percentile`, during.p99, 'ms', {
        note: `${Math.round(alone.p99)} ms without batches; medians ${during.median.toFixed(1)} and ${alone.median.toFixed(1)} ms`,
      }),
      beside('crowd', `${title}: longest read while batches are posted`, during.longest, 'ms', {
        note: `${Math.round(alone.longest)} ms without batches`,
      }),
      ...(callers === 8
        ? [
            atLeast(
              'crowd',
              `${title}: reads per second, compared with the framework answering a constant`,
              alone.rate / constant,
              0.05,
              'ratio',
              { note: `${many(Math.round(constant))} constant answers per second` },
            ),
          ]
        : []),
    )
  }
  found.push(await memory(host, people, calls))
  await host.stop()
  return found
}

/** The host's memory at the end of a long time against that after its first tenth. */
async function memory(host: RunningHost, people: People, calls: readonly string[]): Promise<Figure> {
  const seen: number[] = []
  const looking = setInterval(() => seen.push(residentMb(host.pid())), (MEMORY_SECONDS * 1000) / 60)
  await whileBatchesPost(people, () => crowd([host.url], calls, 8, MEMORY_SECONDS))
  clearInterval(looking)
  const [early, late] = [seen.slice(0, 6), seen.slice(-6)].map((values) => Math.max(...values)) as [number, number]
  const note = `${Math.round(early)} MB after ${MEMORY_SECONDS / 10} s, ${Math.round(late)} MB after ${MEMORY_SECONDS} s`
  return atMost(
    'crowd',
    `8 callers and batches for ${MEMORY_SECONDS} s: memory of the server at the end compared with the beginning`,
    late / early,
    1.25,
    'ratio',
    { note },
  )
}

/** 64 callers on 1, 2 and 4 hosts, and whose processor time it was. */
async function onSeveralHosts(env: Record<string, string>, database: string): Promise<Figure[]> {
  const hosts: RunningHost[] = []
  const found: Figure[] = []
  let first = 0
  for (const count of [1, 2, 4]) {
    while (hosts.length < count) hosts.push(await start(env))
    const [host] = hosts
    if (!host) throw new Error('no host')
    const calls = callsOf(await signIn(host))
    const urls = hosts.map(({ url }) => url)
    await crowd(urls, calls, 64, Math.min(SECONDS, 3))
    const pids = hosts.map(({ pid }) => pid())
    const before = [cpuSeconds(pids), cpuSeconds(backendsOf(database))] as const
    const { rate, cpuMs } = await crowd(urls, calls, 64, SECONDS)
    const spent = {
      hosts: cpuSeconds(pids) - before[0],
      database: cpuSeconds(backendsOf(database)) - before[1],
      callers: cpuMs / 1000,
    }
    const all = spent.hosts + spent.database + spent.callers
    const share = (seconds: number) => `${Math.round((seconds / all) * 100)} %`
    const note = `servers ${share(spent.hosts)}, PostgreSQL ${share(spent.database)}, callers ${share(spent.callers)}: ${limitOf(spent)}`
    first ||= rate
    found.push(
      beside('crowd', `${count} servers on one PostgreSQL, 64 callers: reads per second`, rate, 'per second', {
        note: `${(rate / first).toFixed(2)} times one server; share of the processor: ${note}`,
      }),
    )
  }
  await Promise.all(hosts.map(({ stop }) => stop()))
  return found
}

const limitOf = (spent: { readonly hosts: number; readonly database: number }): string =>
  spent.database > spent.hosts
    ? 'the database is the limit'
    : `the servers are the limit (the database would be with ${Math.ceil(spent.hosts / spent.database)} times as many processors for them)`

interface People {
  readonly maker: SignedInClient
  readonly checker: SignedInClient
}

async function signIn(host: RunningHost): Promise<People> {
  return { maker: await clientFor(host, 'olive'), checker: await clientFor(host, 'ada') }
}

/** What people look at all day, as the texts of requests. */
function callsOf({ checker }: People): string[] {
  const end = instantToDate(Date.now(), voyager.timeZone)
  const days = { startDate: addDays(end, -50), endDate: end }
  const cards = demoCardsInState('active', 50, [1])
  const ask = (method: string, params: object) =>
    JSON.stringify({ method, params: { ...params, token: checker.token } })
  return cards.flatMap(({ id, pan }) => [
    ask('overview', {}),
    ask('batchLoads', { filter: 2, ...days }),
    ask('cardSearch', { searchTerm: pan, searchType: '1', showExpired: true }),
    ask('cardDetails', { voucherID: String(id) }),
    ask('cardStatement', { cardID: String(id), ...days }),
    ask('auditLog', days),
  ])
}

/** Uploads, approves and waits for one batch after the other until the work is done; those that were posted meanwhile. */
async function whileBatchesPost<T>({ maker, checker }: People, work: () => Promise<T>) {
  let goesOn = true
  let batches = 0
  const post = async () => {
    while (goesOn) {
      await postBatch(maker, checker)
      if (goesOn) batches += 1
    }
  }
  const posting = post()
  const during = await work()
  goesOn = false
  await posting
  return { batches, during }
}

async function postBatch(maker: SignedInClient, checker: SignedInClient): Promise<void> {
  made += 1
  const amount = `1.${String((made % 89) + 10)}`
  const batchElements = demoCardsInState('active', rowCount, [1]).map(({ pan }) => ({ identifier: pan, amount }))
  const sent = await maker.call('batchLoadUpload', {
    identifierType: 1,
    batchElements,
    loadReference: `Crowd ${made}`,
    fileName: 'crowd.csv',
    batchLoadOptions: [],
    duplicateReason: 'Measured',
  })
  if (sent.resultCode !== '0') throw new Error(JSON.stringify(sent).slice(0, 400))
  const { batchLoadFileID } = sent
  const { batchLoad } = await checker.call('batchLoadDetails', { batchLoadFileID })
  const approved = await checker.call('approveBatchLoad', { batchLoadFileID, fingerprint: batchLoad.FINGERPRINT })
  if (approved.resultCode !== '0') throw new Error(JSON.stringify(approved).slice(0, 400))
  for (;;) {
    const { batchLoads } = await maker.call('myBatches', { search: batchLoadFileID, filter: 2 })
    if (batchLoads.length > 0) return
    await new Promise((done) => setTimeout(done, 100))
  }
}
let made = 0

interface Met {
  readonly rate: number
  readonly median: number
  readonly p99: number
  readonly longest: number
  readonly cpuMs: number
}

async function crowd(
  urls: readonly string[],
  calls: readonly string[],
  callers: number,
  seconds: number,
): Promise<Met> {
  const child = spawn(process.execPath, [resolve('bench/crowd-client.mjs')], { stdio: ['pipe', 'pipe', 'inherit'] })
  let told = ''
  child.stdout.on('data', (bytes: Buffer) => (told += bytes.toString()))
  child.stdin.end(JSON.stringify({ urls: urls.map((url) => `${url}api`), calls, callers, seconds }))
  const code = await new Promise((done) => child.once('close', done))
  if (code !== 0) throw new Error(`the callers ended with ${String(code)}`)
  const { times, lost: without, cpuMs } = JSON.parse(told) as { times: number[]; lost: string[]; cpuMs: number }
  lost += without.length
  for (const each of without.slice(0, 5))
    console.error(`no answer to ${each} (${callers} callers, ${urls.length} hosts)`)
  return {
    rate: Math.round(times.length / seconds),
    median: median(times),
    p99: quantile(times, 0.99),
    longest: Math.max(...times),
    cpuMs,
  }
}

async function constantRate(): Promise<number> {
  const child = spawn(process.execPath, [resolve('bench/constant-host.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] })
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  const port = await new Promise<string>((done) => child.stdout.once('data', (bytes: Buffer) => done(bytes.toString())))
  const call = [JSON.stringify({ method: 'overview', params: { token: 'x'.repeat(64) } })]
  const url = [`http://127.0.0.1:${port.trim()}/`]
  await crowd(url, call, 8, Math.min(SECONDS, 3))
  const { rate } = await crowd(url, call, 8, small ? SECONDS : 10)
  end()
  process.off('exit', end)
  return rate
}

const start = (env: Record<string, string>): Promise<RunningHost> =>
  startHost({
    env: { ...env, SEED_CARDS: String(cardCount), CALLS_PER_MINUTE: '1000000', LOG_LEVEL: 'error' },
  })

/** As Linux tells it. */
function residentMb(pid: number): number {
  const line = /^VmRSS:\s+(?<kb>\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.groups?.['kb']) / 1024
}

/** Processor time of these processes so far. */
const cpuSeconds = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    // Behind the name, which may hold anything: the 12th and 13th, in hundredths of a second.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return sum + (Number(fields[11]) + Number(fields[12])) / 100
  }, 0)

/** PostgreSQL's processes for that database. */
const backendsOf = (database: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        return title.startsWith('postgres:') && title.includes(` ${database} `)
      } catch {
        return false
      }
    })
