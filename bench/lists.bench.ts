// Every operation of the contract among a million cards, a hundred thousand batches, ten million ledger entries and a million lines of
// the audit trail: a question at the host's door against the same statements asked of the
// database alone, a change, which cannot be made twice, against the time of its own statements; and whether a plan reads a growing
// table from end to end. They are those that the tests count statements of.
import { randomUUID } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { type ChangingMethod, factsOf, type Method, type ReadingMethod } from '#contract/facts.ts'
import type { Db } from '#server/operations/context.ts'
import type { Database } from '#server/db/connect.ts'
import { demoPassword, post } from '#tests/support/call.ts'
import { changes } from '#tests/support/changes.ts'
import {
  type Asked,
  makeThings,
  plannedOf,
  questions,
  readingOf,
  scansOf,
  watchedDb,
} from '#tests/support/questions.ts'
import { freshDatabase, withDemo } from './databases.ts'
import { atMost, beside, type Figure, interleave, many, median, scaled, time } from './figure.ts'
import { startHostHere } from './host-here.ts'
import { addAudit, addBatches } from './many-batches.ts'
import { multiplyCards } from './many-cards.ts'

export const minutes = 60
const SEEDED = scaled(20_000, 2_000)
/** What a call may take beyond its statements: the door, the session's parts, JSON. */
const DOOR_MS = 5
/** A smaller table is read from end to end at no cost, and the planner knows it. */
const LARGE = 10_000

export async function figures(): Promise<Figure[]> {
  return measure(await freshDatabase())
}

async function measure(database: Database): Promise<Figure[]> {
  const { db } = database
  const asked: Asked[] = []
  await fill(database)
  const { url, host, tokenOf, close } = await startHostHere({ ...database, db: watchedDb(db, asked) })
  const tokens = { all: await tokenOf('ada'), maker: await tokenOf('olive') }
  const things = await makeThings({ url, db, now: Date.now() }, { maker: tokens.maker, password: demoPassword })
  const large = await largeTables(db)
  const countScans = async (statements: readonly Asked[]) => {
    let scans = 0
    for (const statement of statements)
      scans += (await scansOf(db, statement)).filter((line) => isLarge(line, large)).length
    return scans
  }
  const found: Found[] = []
  const refused: string[] = []
  // Signing out ends the session, and a password is slow by intention.
  const methods = (Object.keys(questions) as ReadingMethod[]).filter((method) => !isApart.has(method))
  for (const method of methods) {
    const { params, byMaker } = questions[method]
    const given = { ...params(things), token: byMaker ? tokens.maker : tokens.all }
    const ask = () => post(url, method, given)
    asked.length = 0
    const { answer } = await ask()
    // A report of more than it may show is refused in words, which is an answer too.
    if (answer.resultCode !== '0') refused.push(method)
    const statements = [...asked]
    const reading = readingOf(statements)
    const { door, bare } = await interleave({ door: () => time(ask), bare: () => time(() => askBare(db, reading)) }, 5)
    found.push({ method, doorMs: door, sqlMs: bare, statements: statements.length, scans: await countScans(reading) })
  }

  const { title, ...counts } = await contentsOf(db)
  const changed: Found[] = []
  const stage = { url, host: { ...host, db }, tokenOf, tokens }
  const waited = timeInDatabase()
  for (const method of (Object.keys(changes) as ChangingMethod[]).filter((one) => !isSlowByIntention.has(one))) {
    const took: { door: number; bare: number }[] = []
    for (let round = 0; round < TIMES; round += 1) {
      const { params, token = tokens.all } = await changes[method].given(stage)
      asked.length = 0
      waited.ms = 0
      const began = performance.now()
      const { answer } = await post(url, method, { requestId: randomUUID(), ...params, token })
      took.push({ door: performance.now() - began, bare: waited.ms })
      if (answer.resultCode !== factsOf(method).successCode) throw new Error(`${method}: ${JSON.stringify(answer)}`)
    }
    const statements = [...asked]
    const middle = (of: 'door' | 'bare') => median(took.map((one) => one[of]))
    changed.push({
      method,
      doorMs: middle('door'),
      sqlMs: middle('bare'),
      statements: statements.length,
      scans: await countScans(plannedOf(statements)),
    })
  }
  waited.end()
  await close()
  return [...toFigures(found, title, { ...counts, refused: refused.join(', ') }), ...ofChanges(changed, title)]
}

/** How often a change is made, each time of something else. */
const TIMES = 5
/** A password is one of them: its hash is slow. */
const isSlowByIntention = new Set<ChangingMethod>([
  'changePassword',
  'renewRecoveryCodes',
  'removeAuthenticator',
  'removePasskey',
])

/** How long the host waits for the database from here on, statement by statement. */
function timeInDatabase(): { ms: number; end: () => void } {
  const waited = { ms: 0, end: () => void Object.assign(pg.Client.prototype, { query }) }
  const { query } = pg.Client.prototype
  const timed = function (this: pg.Client, ...given: unknown[]): unknown {
    const began = performance.now()
    const answer = Reflect.apply(query, this, given) as unknown
    const note = () => void (waited.ms += performance.now() - began)
    if (answer instanceof Promise) answer.then(note, note)
    return answer
  }
  Object.assign(pg.Client.prototype, { query: timed })
  return waited
}

const isApart = new Set<ReadingMethod>(['logOut', 'passkeyRegistrationOptions', 'offerAuthenticator'])

interface Found {
  readonly method: Method
  readonly doorMs: number
  readonly sqlMs: number
  readonly statements: number
  readonly scans: number
}

/** Reports read what a programme did in many days, each line once; their own bench sets them against the bare SQL. */
const isReport = new Set<Method>(['getDateRangeReport', 'loadReport'])

const toBare = ({ doorMs, sqlMs }: Found) => doorMs / (sqlMs + DOOR_MS)
const max = (ones: readonly Found[], by: (one: Found) => number) => Math.max(...ones.map(by))
const worst = (ones: readonly Found[], by: (one: Found) => number) => ones.toSorted((a, b) => by(b) - by(a)).slice(0, 3)
const told = (ones: readonly Found[]) =>
  ones.map(({ method, doorMs, sqlMs }) => `${method} ${Math.round(doorMs)} ms, SQL ${Math.round(sqlMs)}`).join('; ')
const scannedOf = (ones: readonly Found[]) => ones.filter(({ scans }) => scans > 0)
const namesOf = (ones: readonly Found[]) => ones.map(({ method }) => method).join(', ') || undefined

function ofChanges(found: readonly Found[], title: string): Figure[] {
  const scanned = scannedOf(found)
  return [
    atMost(
      'lists',
      `${title}: slowest of ${found.length} changes`,
      max(found, ({ doorMs }) => doorMs),
      500,
      'ms',
      { note: told(worst(found, ({ doorMs }) => doorMs)), behind: found.map((one) => ({ ...one })) },
    ),
    atMost(
      'lists',
      `${title}: most expensive change compared with its SQL alone plus ${DOOR_MS} ms`,
      max(found, toBare),
      3,
      'ratio',
      { note: told(worst(found, toBare)) },
    ),
    atMost(
      'lists',
      `${title}: changes that scan a whole table of more than ${many(LARGE)} rows`,
      scanned.length,
      0,
      'changes',
      { note: namesOf(scanned) },
    ),
  ]
}

function toFigures(asked: readonly Found[], title: string, counts: Record<string, number | string>): Figure[] {
  const found = asked.filter(({ method }) => !isReport.has(method))
  const reports = asked.filter(({ method }) => isReport.has(method))
  const [slowest, dearest] = [worst(found, ({ doorMs }) => doorMs), worst(found, toBare)]
  const scanned = scannedOf(asked)
  return [
    atMost(
      'lists',
      `${title}: slowest of ${found.length} queries`,
      max(found, ({ doorMs }) => doorMs),
      500,
      'ms',
      { note: told(slowest), behind: [...asked.map((one) => ({ ...one })), counts] },
    ),
    beside(
      'lists',
      `${title}: slower of two reports, as the screen requests them`,
      max(reports, ({ doorMs }) => doorMs),
      'ms',
      { note: told(reports) },
    ),
    atMost('lists', `${title}: median query`, median(found.map(({ doorMs }) => doorMs)), 20, 'ms'),
    atMost(
      'lists',
      `${title}: most expensive query compared with its SQL alone plus ${DOOR_MS} ms`,
      max(found, toBare),
      3,
      'ratio',
      { note: told(dearest) },
    ),
    atMost(
      'lists',
      `${title}: queries that scan a whole table of more than ${many(LARGE)} rows`,
      scanned.length,
      0,
      'queries',
      { note: namesOf(scanned) },
    ),
  ]
}

async function askBare(db: Db, statements: readonly Asked[]): Promise<void> {
  for (const { sql: text, parameters } of statements) await db.executeQuery(CompiledQuery.raw(text, [...parameters]))
}

async function fill(database: Database): Promise<void> {
  await withDemo(database, SEEDED)
  await multiplyCards(database.db, scaled(1_000_000, SEEDED, SEEDED))
  await addBatches(database.db, scaled(100_000, 100))
  await addAudit(database.db, scaled(1_000_000, 1_000))
}

async function largeTables(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ relname: string }>`
    SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples > ${LARGE}`.execute(db)
  return new Set(rows.map(({ relname }) => relname))
}

const isLarge = (line: string, large: ReadonlySet<string>): boolean =>
  large.has(/Seq Scan on (?<table>\w+)/.exec(line)?.groups?.['table'] ?? '')

async function contentsOf(db: Db) {
  const { rows } = await sql<{ cards: number; batches: number; entries: number; audit: number }>`
    SELECT (SELECT count(*) FROM card) AS cards, (SELECT count(*) FROM batch_file) AS batches,
           (SELECT count(*) FROM ledger_entry) AS entries, (SELECT count(*) FROM audit_event) AS audit`.execute(db)
  const { cards = 0, batches = 0, entries = 0, audit = 0 } = rows[0] ?? {}
  return { title: `${many(Number(cards))} cards`, cards, batches, entries, audit }
}
