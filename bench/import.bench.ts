// How long a programme takes to be brought in: a generated one of 200,000 cards with what they hold and two transactions each, on
// both databases, against a bare COPY of the rows that come of it. The bare way parses, encrypts and checks nothing; indexes and
// foreign keys are kept by both.
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { voyager } from '#brand/voyager.ts'
import { withCheckDigit } from '#domain/cards/identifiers.ts'
import type { Db } from '#server/operations/context.ts'
import { copyIn, copyOut, quoted } from '#server/db/copy.ts'
import { demoCampaigns, insertProgramme } from '#server/demo/campaigns.ts'
import { checkLedger } from '#server/ledger/check.ts'
import { cardFile } from '#server/programme/import/cards/import.ts'
import { type FileKind, importFile } from '#server/programme/import/import-file.ts'
import { transactionFile } from '#server/programme/import/transactions/import.ts'
import { freshDatabase, secrets, temporaryFolder } from './databases.ts'
import { atMost, type Figure, many, scaled, time } from './figure.ts'

export const minutes = 20
const cardCount = scaled(200_000, 5_000)
const TRANSACTIONS_A_CARD = 2

export async function figures(): Promise<Figure[]> {
  return measure(await writeFiles(temporaryFolder()))
}

interface Files {
  readonly cards: string
  readonly transactions: string
}

async function measure(files: Files): Promise<Figure[]> {
  const empty = async () => {
    const database = await freshDatabase()
    await database.db.transaction().execute((trx) => insertProgramme(trx, voyager.timeZone))
    return database
  }
  const imported = await empty()
  const cardsMs = await time(() => bringIn(imported.db, cardFile, files.cards))
  const cardRows = await rowsOf(imported.db)
  const historyMs = await time(() => bringIn(imported.db, transactionFile, files.transactions))
  const faults = await checkLedger(imported.db)
  if (faults.length > 0) throw new Error(`the ledger is not in order: ${faults[0]?.rule}`)
  const allRows = await rowsOf(imported.db)
  await imported.close()

  // Bare: the cards with their openings, then what the transactions have added.
  const bare = await empty()
  const bareCardsMs = await time(() => copyBare(bare.db, cardRows))
  await bare.close()
  const bareAgain = await empty()
  const bareAllMs = await time(() => copyBare(bareAgain.db, allRows))
  await bareAgain.close()

  const cards = many(cardCount)
  const transactions = many(cardCount * TRANSACTIONS_A_CARD)
  const aSecond = (rows: number, ms: number) => ({ note: `${many(Math.round((rows / ms) * 1000))} rows per second` })
  return [
    atMost(
      'import',
      `${cards} cards, compared with COPY of their rows`,
      cardsMs / bareCardsMs,
      4,
      'ratio',
      aSecond(cardCount, cardsMs),
    ),
    atMost(
      'import',
      `${cards} cards and ${transactions} transactions, compared in the same way`,
      (cardsMs + historyMs) / bareAllMs,
      4,
      'ratio',
      aSecond(cardCount * TRANSACTIONS_A_CARD, historyMs),
    ),
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

const cardHeadings =
  'Tracking Number,Card Number,CVV,Campaign,Sequence Number,Customer Reference,Issued,Expiry,State,KYC,Currency,Balance,Tag bookingId,Tag department'
const transactionHeadings = 'Tracking Number,Posted,Kind,Amount,Currency,Description,Merchant ID,Auth Number'

async function writeLines(path: string, headings: string, count: number, toLine: (index: number) => string) {
  const out = createWriteStream(path)
  out.write(`${headings}\n`)
  for (let index = 0; index < count; index += 1) if (!out.write(`${toLine(index)}\n`)) await once(out, 'drain')
  out.end(`# rows: ${count}\n`)
  await once(out, 'finish')
}
