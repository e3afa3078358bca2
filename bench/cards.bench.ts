// How long Find Card takes among a million cards: each search type by a term that finds one card and by its shortest one, which
// finds more than may be shown (cards §5: under 200 ms). The whole handler is timed: look-up, decryption, sums, audit row.
import { sql } from 'kysely'
import { voyager } from '#brand/voyager.ts'
import type { SearchType } from '#domain/cards/search.ts'
import { cardSearch } from '#server/cards/search.ts'
import type { Db, SessionContext } from '#server/operations/context.ts'
import type { Database } from '#server/db/connect.ts'
import { demoCardsInState } from '#server/demo/sample-batch.ts'
import { freshDatabase, secrets, withDemo } from './databases.ts'
import { atMost, type Figure, interleave, many, scaled, time } from './figure.ts'
import { multiplyCards } from './many-cards.ts'

export const minutes = 20
const SEEDED = scaled(20_000, 2_000)
const cardCount = scaled(1_000_000, SEEDED, SEEDED)
const LIMIT_MS = 200

export async function figures(): Promise<Figure[]> {
  const database = await withDemo(await freshDatabase(), SEEDED)
  await multiplyCards(database.db, cardCount)
  return measure(database)
}

async function measure(database: Database): Promise<Figure[]> {
  const context = await contextOf(database.db)
  const terms = await termsOf(database.db)
  const found = new Map<string, string>()
  const search = (searchType: SearchType, searchTerm: string, label: string) => async () => {
    const answer = await cardSearch(context, { searchType, searchTerm, showExpired: false })
    if (!('cards' in answer)) throw new Error(`${label}: ${answer.text}`)
    found.set(label, `${answer.cards.length.toLocaleString('en')}${answer.truncated ? ' of more' : ''}`)
  }
  const ways = Object.fromEntries(
    terms.map(({ label, type, term }) => {
      const run = search(type, term, label)
      return [label, () => time(run)]
    }),
  )
  const times = await interleave(ways, 9)
  await database.close()
  return terms.map(({ label }) =>
    atMost(
      'G24',
      `${label}: ${found.get(label)} found of ${many(cardCount)} cards`,
      times[label] ?? Number.NaN,
      LIMIT_MS,
      'ms',
    ),
  )
}

interface Term {
  readonly label: string
  readonly type: SearchType
  readonly term: string
}

async function termsOf(db: Db): Promise<Term[]> {
  const [card] = demoCardsInState('active', 1, [1])
  const { rows } = await sql<{
    customer_id: string
    phone: string
    id_number: string
    customer_reference: string
    booking_id: number
    department: number
    booking: string
  }>`
    SELECT c.customer_id, c.phone, c.id_number, c.customer_reference, b.id AS booking_id, d.id AS department,
           (SELECT value FROM card_tag_value WHERE tag_id = b.id ORDER BY card_id LIMIT 1) AS booking
    FROM card c
    JOIN card_tag b ON b.owner_id = c.owner_id AND b.name = 'bookingId'
    JOIN card_tag d ON d.owner_id = c.owner_id AND d.name = 'department'
    WHERE c.id = ${card?.id}
  `.execute(db)
  const row = rows[0]
  if (!card || !row) throw new Error('the demo programme has no active card')
  return [
    { label: 'Card Number, complete', type: '1', term: card.pan },
    { label: 'Card Number, 12 digits', type: '1', term: card.pan.slice(0, 12) },
    { label: 'Card Number, 9 digits', type: '1', term: card.pan.slice(0, 9) },
    { label: 'Customer ID, complete', type: '2', term: row.customer_id },
    { label: 'Customer ID, 3 characters', type: '2', term: row.customer_id.slice(0, 3) },
    { label: 'PhoneNumber, complete', type: '3', term: row.phone },
    { label: 'PhoneNumber, 7 digits', type: '3', term: row.phone.slice(0, 7) },
    { label: 'Tracking Number, complete', type: '4', term: card.trackingNumber },
    { label: 'Tracking Number, 5 digits', type: '4', term: card.trackingNumber.slice(0, 5) },
    { label: 'ID Number, complete', type: '5', term: row.id_number },
    { label: 'ID Number, 5 characters', type: '5', term: row.id_number.slice(0, 5) },
    { label: 'Customer Reference', type: '6', term: row.customer_reference },
    { label: 'Tag bookingId, one value', type: `tag:${row.booking_id}`, term: row.booking },
    { label: 'Tag department, two values', type: `tag:${row.department}`, term: 'Sales, Finance' },
    { label: 'nothing found', type: '2', term: 'no such customer' },
  ]
}

async function contextOf(db: Db): Promise<SessionContext> {
  const { id } = await db
    .selectFrom('user_account')
    .select('id')
    .where('username', '=', 'rita')
    .executeTakeFirstOrThrow()
  const viewer = { userId: id, ownerId: voyager.ownerId }
  return {
    db,
    secrets,
    client: voyager,
    now: Date.now,
    viewer,
    concerns: () => undefined,
    records: () => undefined,
  } as unknown as SessionContext
}
