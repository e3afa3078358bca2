// How long a programme takes to be brought in: a generated one of 200,000 cards with what they hold and two transactions each, on
// both databases, against a bare COPY of the rows that come of it. The bare way parses, encrypts and checks nothing; indexes and
// foreign keys are kept by both. BENCH_IMPORT_CARDS says how many cards, --quick takes 5,000; PostgreSQL by TEST_POSTGRES_URL.
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { voyager } from '#brand/voyager.ts'
import { withCheckDigit } from '#domain/cards/identifiers.ts'
import type { Db } from '#server/context.ts'
import { connectDatabase, type Database } from '#server/db/connect.ts'
import { copyIn, copyOut, quoted } from '#server/db/copy.ts'
import { migrate } from '#server/db/migrate.ts'
import { demoCampaigns, insertProgramme } from '#server/demo/campaigns.ts'
import { checkLedger } from '#server/ledger/check.ts'
import { cardFile } from '#server/programme/import/cards/import.ts'
import { type FileKind, importFile } from '#server/programme/import/import-file.ts'
import { transactionFile } from '#server/programme/import/transactions/import.ts'
import { textToSecrets } from '#server/secrets.ts'
import { atMost, type Figure, quick, time } from './figure.ts'

const cardCount = Number(process.env['BENCH_IMPORT_CARDS'] ?? (quick ? 5_000 : 200_000))
const TRANSACTIONS_A_CARD = 2
const secrets = textToSecrets('bench')

export async function figures(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-'))
  try {
    const files = await writeFiles(folder)
    const found = await measure('the embedded database', files, (name) => openEmbedded(join(folder, name)))
    const address = process.env['DATABASE_URL'] ?? process.env['TEST_POSTGRES_URL']
    if (address === undefined) return found
    return [...found, ...(await measure('PostgreSQL', files, (name) => openPostgres(address, name)))]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Files {
  readonly cards: string
  readonly transactions: string
}

interface Opened {
  readonly database: Database
  readonly close: () => Promise<void>
}

async function measure(engine: string, files: Files, open: (name: string) => Promise<Opened>): Promise<Figure[]> {
  const imported = await open('imported')
  const cardsMs = await time(() => bringIn(imported.database.db, cardFile, files.cards))
  const cardRows = await rowsOf(imported.database.db)
  const historyMs = await time(() => bringIn(imported.database.db, transactionFile, files.transactions))
  const faults = await checkLedger(imported.database.db)
  if (faults.length > 0) throw new Error(`the ledger is not in order: ${faults[0]?.rule}`)
  const allRows = await rowsOf(imported.database.db)
  await imported.close()

  // Bare: the cards with their openings, then what the transactions have added.
  const bare = await open('bare')
  const bareCardsMs = await time(() => copyBare(bare.database.db, cardRows))
  await bare.close()
  const bareAgain = await open('bare-again')
  const bareAllMs = await time(() => copyBare(bareAgain.database.db, allRows))
  await bareAgain.close()

  const cards = cardCount.toLocaleString('en')
  const transactions = (cardCount * TRANSACTIONS_A_CARD).toLocaleString('en')
  const aSecond = (rows: number, ms: number) => `${Math.round((rows / ms) * 1000).toLocaleString('en')} rows a second`
  return [
    atMost('import', `${cards} cards into ${engine}, ${aSecond(cardCount, cardsMs)}, against a bare COPY of their rows`, cardsMs / bareCardsMs, 4), // prettier-ignore
    atMost('import', `the same with ${transactions} transactions, ${aSecond(cardCount * TRANSACTIONS_A_CARD, historyMs)}`, (cardsMs + historyMs) / bareAllMs, 4), // prettier-ignore
    atMost('import', `a million cards at that rate`, ((cardsMs / cardCount) * 1_000_000) / 60_000, 10, 'minutes'),
  ]
}

async function bringIn(db: Db, kind: FileKind, path: string): Promise<void> {
  const progress = () => ({ add: () => undefined, end: () => undefined })
  const host = { db, secrets, client: voyager, now: Date.now }
  const { lines, hasFailed } = await importFile(host, kind, { path, isDryRun: false, skipsRefused: false, progress })
  if (hasFailed) throw new Error(lines.join('\n'))
}

/** In the order in which they can be filled. */
const tables = ['card', 'account', 'card_tag_value', 'ledger_transaction', 'ledger_entry'] as const

interface Rows {
  readonly table: string
  readonly columns: readonly string[]
  readonly pieces: readonly Buffer[]
}

/** What has come in, in COPY's text form. */
async function rowsOf(db: Db): Promise<Rows[]> {
  const all: Rows[] = []
  for (const table of tables) {
    const { rows } = await sql<{ name: string }>`
      SELECT attname AS name FROM pg_attribute WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped
      ORDER BY attnum`.execute(db)
    const columns = rows.map(({ name }) => name)
    const pieces: Buffer[] = []
    // The owners' own accounts are there in every database.
    const where = table === 'account' ? `WHERE kind = 'card'` : ''
    await copyOut(
      db,
      `SELECT ${columns.map(quoted).join(', ')} FROM ${table} ${where}`,
      (bytes) => void pieces.push(bytes),
    )
    all.push({ table, columns, pieces })
  }
  return all
}

async function copyBare(db: Db, all: readonly Rows[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(trx)
    for (const table of tables) await sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER USER`.execute(trx)
    for (const { table, columns, pieces } of all)
      for (const piece of inWholeLines(pieces)) await copyIn(trx, table, columns, piece)
    for (const table of tables) await sql`ALTER TABLE ${sql.table(table)} ENABLE TRIGGER USER`.execute(trx)
  })
}

/** COPY's own pieces end with a row; put together they are of a few megabytes each. */
function* inWholeLines(pieces: readonly Buffer[]): Generator<Buffer> {
  for (let at = 0; at < pieces.length; at += 16) yield Buffer.concat(pieces.slice(at, at + 16))
}

async function openEmbedded(dataDir: string): Promise<Opened> {
  const database = await connectDatabase({ dataDir })
  await prepare(database.db)
  return { database, close: () => database.close() }
}

async function openPostgres(address: string, name: string): Promise<Opened> {
  const server = await connectDatabase({ databaseUrl: address })
  const id = `portal_bench_${name.replace('-', '_')}_${process.pid}`
  await sql`CREATE DATABASE ${sql.id(id)}`.execute(server.db)
  const url = new URL(address)
  url.pathname = `/${id}`
  const database = await connectDatabase({ databaseUrl: url.href })
  await prepare(database.db)
  return {
    database,
    close: async () => {
      await database.close()
      await sql`DROP DATABASE IF EXISTS ${sql.id(id)} WITH (FORCE)`.execute(server.db)
      await server.close()
    },
  }
}

async function prepare(db: Db): Promise<void> {
  await migrate(db)
  await db.transaction().execute((trx) => insertProgramme(trx, voyager.timeZone))
}

/** A programme as another system would give it. */
async function writeFiles(folder: string): Promise<Files> {
  const files = { cards: join(folder, 'cards.csv'), transactions: join(folder, 'transactions.csv') }
  const campaigns = demoCampaigns.filter(({ ownerId }) => ownerId === voyager.ownerId)
  const tracking = (index: number) => `8${String(index).padStart(14, '0')}`
  await writeLines(files.cards, cardHeadings, cardCount, (index) => {
    const pan = withCheckDigit(`900001${String((index * 387_420_489 + 7) % 1_000_000_000).padStart(9, '0')}`)
    const { name = '' } = campaigns[index % campaigns.length] ?? {}
    const cvv = String(index % 1000).padStart(3, '0')
    return `${tracking(index)},${pan},${cvv},${name},${index},REF-2025-${index},2025-01-0${(index % 9) + 1},2028-12-31,active,yes,SGD,${(index % 500) + 20}.00,BK${index},Sales`
  })
  await writeLines(files.transactions, transactionHeadings, cardCount * TRANSACTIONS_A_CARD, (index) => {
    const [card, second] = [Math.floor(index / TRANSACTIONS_A_CARD), index % TRANSACTIONS_A_CARD]
    return second === 0
      ? `${tracking(card)},2025-02-01T02:00:00Z,load,30.00,SGD,Card load,,`
      : `${tracking(card)},2025-02-0${(card % 9) + 1}T05:06:07Z,purchase,-12.50,SGD,Kopi Corner,900000000003,${100_000 + (card % 900_000)}`
  })
  return files
}

const cardHeadings = 'Tracking Number,Card Number,CVV,Campaign,Sequence Number,Customer Reference,Issued,Expiry,State,KYC,Currency,Balance,Tag bookingId,Tag department' // prettier-ignore
const transactionHeadings = 'Tracking Number,Posted,Kind,Amount,Currency,Description,Merchant ID,Auth Number'

async function writeLines(path: string, headings: string, count: number, toLine: (index: number) => string) {
  const out = createWriteStream(path)
  out.write(`${headings}\n`)
  for (let index = 0; index < count; index += 1) if (!out.write(`${toLine(index)}\n`)) await once(out, 'drain')
  out.end(`# rows: ${count}\n`)
  await once(out, 'finish')
}
