// The seven searches of Find Card and the search by tag. Each search reads a range of one index. Terms are compared
// byte by byte and are not patterns, so % and _ are ordinary characters.
import { type RawBuilder, sql } from 'kysely'
import { FULL_NUMBER_LENGTH } from '#domain/cards/search.ts'
import { phoneToPrefixes, type PhonePrefixes } from '#domain/texts/phones.ts'
import type { Db } from '#server/operations/context.ts'
import { selectStatusTimes, type StatusTimes } from '#server/db/card-statuses.ts'
import { inScope, type Scope } from '#server/operations/scope.ts'
import type { Secrets } from '#server/keys/secrets.ts'
import { type CardSums, cardSums } from './find-cards.ts'

export interface FoundRow extends CardSums, StatusTimes {
  readonly id: number
  readonly campaign_name: string
  readonly customer_reference: string
  readonly pan_cipher: Buffer
  readonly pan_masked: string
  readonly name: string
  readonly tracking_number: string
  readonly booking_id: string | null
  readonly expires_on: string
  readonly issued_at: Date
  readonly balance_cents: number
  readonly held_cents: number
}

/** Which cards are searched. */
export interface Lookup extends Scope {
  readonly today: string
  /** If false, only cards whose last day is today or later are found. */
  readonly includesExpired: boolean
  readonly limit: number
}

export type TextColumn = 'customer_id' | 'tracking_number' | 'id_number' | 'customer_reference'

function isVisibleSql({ today, includesExpired, ...scope }: Lookup): RawBuilder<unknown> {
  if (includesExpired) return inScope(scope, 'c')
  return sql`${inScope(scope, 'c')} AND c.expires_on >= ${today}::date`
}

/** A found card. */
export interface Hit {
  readonly id: number
  /** The index of the matched value in the list of searched values. */
  readonly index: number
}

/** A text that begins with a prefix is at least the prefix, and below the prefix followed by this character. */
const LAST_CHARACTER = sql`chr(1114111)`

/** Cards whose value begins with one of the terms (case-insensitive), sorted by term and then by value. */
export async function findHitsByPrefix(
  db: Db,
  lookup: Lookup,
  column: TextColumn,
  terms: readonly string[],
): Promise<Hit[]> {
  const value = sql`lower(c.${sql.ref(column)}) COLLATE "C"`
  return runHitsQuery(
    db,
    sql`
      SELECT found.id, requested.index - 1 AS index
      FROM unnest(${terms}::text[]) WITH ORDINALITY AS requested (term, index)
      CROSS JOIN LATERAL (
        SELECT c.id FROM card c
        WHERE ${isVisibleSql(lookup)} AND ${value} >= lower(requested.term) AND ${value} < lower(requested.term) || ${LAST_CHARACTER}
        ORDER BY c.owner_id, ${value}, c.id LIMIT ${lookup.limit}
      ) found
      LIMIT ${lookup.limit}`,
  )
}

/**
 * Cards whose telephone number begins with one of these numbers. One search is for the digits with the country code,
 * and another search for the national number. So a card can be found twice.
 */
export async function findHitsByPhone(db: Db, lookup: Lookup, numbers: readonly string[]): Promise<Hit[]> {
  const searchFormSql = (form: keyof PhonePrefixes) => {
    const prefixes = numbers.flatMap((number, index) =>
      phoneToPrefixes(number)[form].map((prefix) => ({ prefix, index })),
    )
    const prefixTexts = prefixes.map(({ prefix }) => prefix)
    const indexes = prefixes.map(({ index }) => index)
    const sqlFunction = form === 'wholeNumber' ? 'phone_digits' : 'phone_national'
    const value = sql`${sql.raw(sqlFunction)}(c.phone) COLLATE "C"`
    return sql`
      SELECT found.id, requested.index
      FROM unnest(${prefixTexts}::text[], ${indexes}::int[]) AS requested (prefix, index)
      CROSS JOIN LATERAL (
        SELECT c.id FROM card c
        WHERE ${isVisibleSql(lookup)} AND c.phone <> '' AND ${value} >= requested.prefix AND ${value} < requested.prefix || ${LAST_CHARACTER}
        ORDER BY c.owner_id, ${value}, c.id LIMIT ${lookup.limit}
      ) found`
  }
  const hits = await runHitsQuery(
    db,
    sql`${searchFormSql('wholeNumber')} UNION ALL ${searchFormSql('afterCountryCode')} LIMIT ${lookup.limit}`,
  )
  return hits.toSorted((a, b) => a.index - b.index)
}

/**
 * Cards that match one of these names: each word of the name is the beginning of a word of the holder's name, in any
 * order (case-insensitive). Sorted by the given names and then by the holders' names.
 */
export async function findHitsByName(db: Db, lookup: Lookup, names: readonly string[]): Promise<Hit[]> {
  return runHitsQuery(
    db,
    sql`
      SELECT found.id, requested.index - 1 AS index
      FROM unnest(${names}::text[]) WITH ORDINALITY AS requested (name, index)
      CROSS JOIN LATERAL (
        SELECT c.id FROM card c
        WHERE ${isVisibleSql(lookup)} AND c.name <> '' AND name_words(c.name) @@ name_query(requested.name)
        ORDER BY lower(c.name) COLLATE "C", c.id LIMIT ${lookup.limit}
      ) found
      LIMIT ${lookup.limit}`,
  )
}

/** Cards whose value of the tag is one of these (case-insensitive). */
export async function findHitsByTag(db: Db, lookup: Lookup, tagId: number, values: readonly string[]): Promise<Hit[]> {
  return runHitsQuery(
    db,
    sql`
      SELECT found.id, requested.index - 1 AS index
      FROM (
        -- Values that differ only in case are searched once.
        SELECT lower(value) AS value, min(index) AS index
        FROM unnest(${values}::text[]) WITH ORDINALITY AS given (value, index) GROUP BY 1
      ) requested
      CROSS JOIN LATERAL (
        SELECT c.id FROM card_tag_value v JOIN card c ON c.id = v.card_id
        WHERE v.tag_id = ${tagId} AND lower(v.value) COLLATE "C" = requested.value AND ${isVisibleSql(lookup)}
        ORDER BY v.card_id LIMIT ${lookup.limit}
      ) found
      ORDER BY requested.index LIMIT ${lookup.limit}`,
  )
}

/** The number of cards whose numbers are read and decrypted together. */
const PAGE_SIZE = 5_000
/** The number of leading digits of which a hash is stored. A search needs at least this many digits. */
const HASHED_DIGITS = 9

/**
 * True for searches whose hits reveal more than a masked number. Such a search is for several numbers, or for a prefix
 * longer than HASHED_DIGITS, which a user could extend digit by digit.
 */
export function areGuesses(numbers: readonly string[]): boolean {
  const isLongPrefix = ({ length }: string) => length > HASHED_DIGITS && length < FULL_NUMBER_LENGTH
  return numbers.length > 1 || numbers.some(isLongPrefix)
}

/** Cards whose number begins with one of these numbers of at least nine digits, in the order of the numbers. */
export async function findHitsByPan(
  db: Db,
  secrets: Secrets,
  lookup: Lookup,
  numbers: readonly string[],
): Promise<Hit[]> {
  const numbersWithIndex = numbers.map((digits, index) => ({ digits, index }))
  const fullNumbers = numbersWithIndex.filter(({ digits }) => digits.length >= FULL_NUMBER_LENGTH)
  const prefixes = numbersWithIndex.filter(({ digits }) => digits.length < FULL_NUMBER_LENGTH)
  const hits = await findHitsByFullPan(db, secrets, lookup, fullNumbers)
  for (const { digits, index } of prefixes) {
    if (hits.length >= lookup.limit) break
    const ids = await findIdsByPanPrefix(db, secrets, { ...lookup, limit: lookup.limit - hits.length }, digits)
    hits.push(...ids.map((id) => ({ id, index })))
  }
  return hits.toSorted((a, b) => a.index - b.index)
}

async function findHitsByFullPan(
  db: Db,
  secrets: Secrets,
  lookup: Lookup,
  numbers: readonly { readonly digits: string; readonly index: number }[],
): Promise<Hit[]> {
  if (numbers.length === 0) return []
  const hashes = numbers.map(({ digits }) => secrets.panIndex(digits))
  const indexes = numbers.map(({ index }) => index)
  return runHitsQuery(
    db,
    sql`
      SELECT c.id, requested.index
      FROM unnest(${hashes}::bytea[], ${indexes}::int[]) AS requested (hash, index)
      JOIN card c ON c.pan_hash = requested.hash
      WHERE ${isVisibleSql(lookup)} ORDER BY requested.index LIMIT ${lookup.limit}`,
  )
}

/**
 * The ids of cards whose number begins with these digits. A keyed hash finds the cards with the same first nine digits.
 * For more digits, the numbers of these cards are decrypted and compared, page by page until the limit is reached.
 */
async function findIdsByPanPrefix(db: Db, secrets: Secrets, lookup: Lookup, digits: string): Promise<number[]> {
  const hash = secrets.panPrefixIndex(digits)
  const isHashEnough = digits.length === HASHED_DIGITS
  const pageSize = isHashEnough ? lookup.limit : PAGE_SIZE
  const ids: number[] = []
  let lastId = 0
  for (;;) {
    const page = await sql<{ id: number; pan_cipher: Buffer }>`
      SELECT c.id, c.pan_cipher FROM card c
      WHERE ${isVisibleSql(lookup)} AND c.pan_prefix_hash = ${hash} AND c.id > ${lastId}
      ORDER BY c.id LIMIT ${pageSize}`.execute(db)
    for (const row of page.rows) {
      const isMatch = isHashEnough || secrets.decryptText(row.pan_cipher).startsWith(digits)
      if (isMatch) ids.push(row.id)
      if (ids.length >= lookup.limit) return ids
    }
    const lastRow = page.rows.at(-1)
    const isLastPage = !lastRow || page.rows.length < pageSize
    if (isHashEnough || isLastPage) return ids
    lastId = lastRow.id
  }
}

/** Undefined if the owner has no tag with this id. */
export async function findTag(db: Db, ownerId: number, tagId: number) {
  return db
    .selectFrom('card_tag')
    .select(['id', 'name'])
    .where('owner_id', '=', ownerId)
    .where('id', '=', tagId)
    .executeTakeFirst()
}

/** The cards with these ids, in the given order. */
export async function readFoundCards(db: Db, ids: readonly number[]): Promise<FoundRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<FoundRow>`
    SELECT c.id, p.name AS campaign_name, c.customer_reference, c.pan_cipher, c.pan_masked, c.name, c.tracking_number, b.value AS booking_id,
           c.expires_on, c.issued_at, ${selectStatusTimes}, a.balance_cents, a.held_cents,
           s.loaded_cents, s.settled_cents
    FROM unnest(${ids}::bigint[]) WITH ORDINALITY AS found (id, index)
    JOIN card c ON c.id = found.id
    JOIN campaign p ON p.id = c.campaign_id
    JOIN account a ON a.card_id = c.id
    LEFT JOIN card_tag k ON k.owner_id = c.owner_id AND k.name = 'bookingId'
    LEFT JOIN card_tag_value b ON b.card_id = c.id AND b.tag_id = k.id
    CROSS JOIN ${cardSums(sql`a.id`)} s
    ORDER BY found.index
  `.execute(db)
  return rows
}

/** Runs a query that selects the columns `id` and `index`. */
async function runHitsQuery(db: Db, query: RawBuilder<unknown>): Promise<Hit[]> {
  const { rows } = await (query as RawBuilder<Hit>).execute(db)
  return [...rows]
}
