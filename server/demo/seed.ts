// Creates the demo programme. With the same number of cards, on the same day, it always has the same data.
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar.ts'
import { instantToDate, startOfDay } from '#domain/dates.ts'
import { DAY_MS, MINUTE_MS } from '#domain/units.ts'
import { harbour } from '#brand/harbour.ts'
import { voyager } from '#brand/voyager.ts'
import type { Db } from '#server/operations/context.ts'
import { addClients } from '#server/db/installed-client.ts'
import { hashPassword } from '#server/sessions/passwords.ts'
import type { Secrets } from '#server/keys/secrets.ts'
import { lockMigrations } from '#server/db/migrate.ts'
import { columnsToTable } from '#server/db/sets.ts'
import { createCardStage, dropCardStage } from '#server/programme/import/cards/stage.ts'
import { demoOwners, insertProgramme, moveSequences } from './campaigns.ts'
import { demoCard, demoCardRow, type DemoCardRow } from './cards.ts'
import { createBatchSeeder } from './batches.ts'
import { type CardHistory, demoHistory } from './history.ts'
import { insertStagedDemoCards, stageDemoCards } from './insert-cards.ts'
import { eventsOfCards, FED_DAYS, feedRange, type ToInstant } from './feed-events.ts'
import { insertAuthorisations, insertHistory } from './insert-history.ts'
import { insertDemoOrders } from './orders.ts'
import { insertDemoUsers } from './users.ts'

const CARDS_PER_CHUNK = 2_500
/** One in this many cards has a note. */
const NOTE_EVERY = 31

export interface SeedOptions {
  readonly secrets: Secrets
  /** Number of cards. At least 100, so that every state occurs. */
  readonly cards: number
  readonly now: () => number
}

/**
 * Fills a migrated database with this many cards and all related data. Returns false if the database is not empty,
 * because another server has filled it.
 */
export async function seedDemo(db: Db, { secrets, cards, now }: SeedOptions): Promise<boolean> {
  const seededAt = new Date(now())
  const today = instantToDate(seededAt.getTime(), voyager.timeZone)
  const midnight = new Date(`${today}T00:00:00Z`)
  const toInstant: ToInstant = (daysAgo, minute = 0) =>
    new Date(midnight.getTime() - daysAgo * DAY_MS + minute * MINUTE_MS)
  // A single transaction, so that an interruption leaves an empty database. The events of the card processor, the
  // batches and the orders of the last days follow after this transaction.
  const seededData = await db.transaction().execute(async (trx) => {
    await lockMigrations(trx)
    if (!(await isEmptyDatabase(trx))) return undefined
    await addClients(trx, [voyager.key, harbour.key])
    await insertProgramme(trx, { timeZone: voyager.timeZone, now: seededAt.getTime() })
    await trx.updateTable('owner').set({ is_demo: true }).execute()
    const userIds = await insertDemoUsers(trx, secrets, seededAt, hashPassword)
    const allCards = await insertAllCards(trx, secrets, cards, today, midnight)
    await insertHistory(trx, allCards, toInstant)
    await moveSequences(trx, ['card', 'account'])
    return { userIds, allCards }
  })
  if (!seededData) return false
  // New tables have no statistics. Without statistics, the first large joins have bad plans.
  for (const table of ['card', 'account', 'ledger_transaction', 'ledger_entry'])
    await sql`ANALYZE ${sql.table(table)}`.execute(db)
  const { userIds, allCards } = seededData
  await insertAuthorisations(db)
  const batchSeeder = createBatchSeeder({ db, secrets, timeZone: voyager.timeZone }, userIds, cards, midnight)
  const startOfToday = new Date(startOfDay(today, voyager.timeZone))
  const ownersEvents = demoOwners.map(({ id: ownerId, currency }) => {
    const ownersCards = allCards.filter(({ card }) => card.campaign.ownerId === ownerId)
    return { ownerId, events: eventsOfCards(ownersCards, { currency, startOfToday, toInstant }) }
  })
  // Batches and events day by day, in the order in which they would have happened. The first day also gets the events
  // from before it.
  let fedUntil = new Date(0)
  for (let daysAgo = FED_DAYS; daysAgo > 0; daysAgo--) {
    await batchSeeder.insertBatchesOfDay(daysAgo)
    const until = toInstant(daysAgo - 1)
    for (const ownerEvents of ownersEvents) await feedRange(db, ownerEvents, { from: fedUntil, until })
    fedUntil = until
    // The tables were empty until now, so statistics are needed for the plans of the next days.
    if (daysAgo === FED_DAYS) await sql`ANALYZE feed_event, card_authorisation`.execute(db)
  }
  await insertDemoOrders({ db, secrets }, userIds, midnight)
  await sql`ANALYZE batch_file, batch_row, card_order, card_order_row, feed_event, card_authorisation`.execute(db)
  return true
}

export async function isEmptyDatabase(db: Db): Promise<boolean> {
  const owner = await db.selectFrom('owner').select('id').limit(1).executeTakeFirst()
  return owner === undefined
}

/** Inserts the cards with their notes. Returns each card with its history. */
async function insertAllCards(
  trx: Db,
  secrets: Secrets,
  count: number,
  today: CalendarDate,
  midnight: Date,
): Promise<readonly CardHistory[]> {
  await createCardStage(trx)
  const cardsWithNotes: DemoCardRow[] = []
  let allCards: CardHistory[] = []
  /** Generates the cards of a chunk. After the last card, the chunk is empty. */
  const generate = async (from: number): Promise<CardHistory[]> => {
    // The staging of the previous chunk begins during this pause.
    await setImmediate()
    const chunkSize = Math.max(0, Math.min(CARDS_PER_CHUNK, count - from))
    return Array.from({ length: chunkSize }, (_, at) => {
      const card = demoCardRow(demoCard(from + at), today)
      return { card, history: demoHistory(card, daysFrom(card.issuedOn, midnight)) }
    })
  }
  let chunk = await generate(0)
  for (let from = CARDS_PER_CHUNK; chunk.length > 0; from += CARDS_PER_CHUNK) {
    const cards = chunk.map(({ card }) => card)
    cardsWithNotes.push(...cards.filter((card) => card.index % NOTE_EVERY === 0))
    allCards = allCards.concat(chunk)
    // The next chunk is generated while the database stages this one.
    const staging = stageDemoCards(trx, secrets, cards, midnight)
    const generation = generate(from)
    await Promise.all([generation, staging])
    chunk = await generation
  }
  await insertStagedDemoCards(trx, midnight)
  await dropCardStage(trx)
  await insertNotes(trx, cardsWithNotes, midnight)
  return allCards
}

/** The days from the date to midnight. */
const daysFrom = (date: CalendarDate, midnight: Date): number =>
  Math.round((midnight.getTime() - Date.parse(`${date}T00:00:00Z`)) / DAY_MS)

const noteTexts = [
  'Cardholder called about the daily limit; explained.',
  'Replacement card sent by courier.',
  'Name on card confirmed by e-mail.',
  'Cardholder travels until the end of the month.',
]

/** Inserts a note for each card, written by a user of the card's owner. */
async function insertNotes(db: Db, cards: readonly DemoCardRow[], midnight: Date): Promise<void> {
  const noteColumns = columnsToTable('s', {
    card_id: ['bigint', cards.map((card) => card.id)],
    owner_id: ['bigint', cards.map((card) => card.campaign.ownerId)],
    text: ['text', cards.map((card) => noteTexts[card.index % noteTexts.length] ?? '')],
    created_at: ['timestamptz', cards.map((card) => new Date(midnight.getTime() - ((card.index % 50) + 3) * DAY_MS))],
  })
  await sql`
    INSERT INTO card_note (card_id, user_id, text, created_at)
    SELECT s.card_id, u.id, s.text, s.created_at FROM ${noteColumns}
    JOIN user_account u ON u.owner_id = s.owner_id AND u.username IN ('olive', 'hal')
  `.execute(db)
}
