// Stages cards: inserts the cards into a temporary table, and then into their own tables in chunks. Card numbers and
// CVVs are encrypted before they leave this process. Also used for the demo programme's cards.
import { sql } from 'kysely'
import { maskPan } from '#domain/cards/identifiers.ts'
import type { StoredCardStatus } from '#domain/cards/status.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { Db } from '#server/operations/context.ts'
import { statusColumns, mapStatusColumns } from '#server/db/card-statuses.ts'
import { columnsToDefinitions, type ColumnTypes, type ColumnValues, insertRows } from '#server/db/sets.ts'
import { pinToHash } from '#server/keys/card-secrets.ts'
import type { Secrets } from '#server/keys/secrets.ts'

export interface CardToStage {
  /** The card's line in the file, which identifies it. */
  readonly line: number
  readonly ownerId: number
  readonly campaignId: number
  readonly pan: string
  readonly trackingNumber: string
  /** '' if unknown. */
  readonly cvv: string
  readonly sequenceNumber: string
  readonly customerReference: string
  readonly label: string
  readonly activationData: string
  readonly expiresOn: CalendarDate
  readonly issuedAt: Date
  /**
   * When each status was set. Null if the card does not have the status. 'unknown' if the time is unknown: then the
   * time of the import is stored.
   */
  readonly statusTimes: Readonly<Record<StoredCardStatus, Date | 'unknown' | null>>
  /** Null if the card is not stopped. */
  readonly stopReasonId: number | null
  readonly kycPassed: boolean
  readonly magstripe: boolean
  /** Values by the names of the owner's tags. */
  readonly tags: Readonly<Record<string, string>>
  /** The balance, negative if the card is overdrawn. It becomes the card's opening (`stagedOpenings`). */
  readonly balanceCents: Cents
  /**
   * For the demo programme, whose cards have fixed ids. Only these cards can have a PIN, because the hash of a PIN needs
   * the card's id.
   */
  readonly fixedIds?: { readonly id: number; readonly accountId: number; readonly pin: string | undefined }
  readonly holder?: {
    readonly name: string
    readonly phone: string
    readonly idNumber: string
    readonly customerId: string
  }
}

/** Creates empty temporary tables. `import_card_excluded` lists the rows that are not inserted. */
export async function createCardStage(db: Db): Promise<void> {
  await dropCardStage(db)
  await sql`CREATE TEMPORARY TABLE import_card (${columnsToDefinitions(stagedColumns)}, PRIMARY KEY (line))`.execute(db)
  await sql`CREATE TEMPORARY TABLE import_card_excluded (line integer PRIMARY KEY)`.execute(db)
}

export async function dropCardStage(db: Db): Promise<void> {
  await sql`DROP TABLE IF EXISTS pg_temp.import_card, pg_temp.import_card_excluded`.execute(db)
}

/** The columns of `import_card`, with their types. */
const stagedColumns = {
  line: 'integer',
  id: 'bigint',
  account_id: 'bigint',
  owner_id: 'bigint',
  campaign_id: 'bigint',
  pan_cipher: 'bytea',
  pan_hash: 'bytea',
  pan_prefix_hash: 'bytea',
  pan_masked: 'text',
  tracking_number: 'text',
  cvv_cipher: 'bytea',
  pin_hash: 'bytea',
  sequence_number: 'text',
  customer_reference: 'text',
  label: 'text',
  activation_data: 'text',
  expires_on: 'date',
  issued_at: 'timestamptz',
  // The time of each status. -infinity for an unknown time.
  ...mapStatusColumns(() => 'timestamptz' as const),
  stop_reason_id: 'integer',
  kyc_passed: 'boolean',
  magstripe_enabled: 'boolean',
  tags: 'jsonb',
  balance_cents: 'bigint',
  name: 'text',
  phone: 'text',
  id_number: 'text',
  customer_id: 'text',
} as const satisfies ColumnTypes

export const stageCards = (db: Db, secrets: Secrets, cards: readonly CardToStage[]): Promise<void> =>
  insertRows(
    db,
    'import_card',
    stagedColumns,
    cards.map((card) => cardToRow(secrets, card)),
  )

function cardToRow(secrets: Secrets, card: CardToStage): ColumnValues<typeof stagedColumns> {
  const { pan, fixedIds, holder, statusTimes } = card
  return {
    line: card.line,
    id: fixedIds?.id ?? null,
    account_id: fixedIds?.accountId ?? null,
    owner_id: card.ownerId,
    campaign_id: card.campaignId,
    pan_cipher: secrets.encrypt(pan),
    pan_hash: secrets.panIndex(pan),
    pan_prefix_hash: secrets.panPrefixIndex(pan),
    pan_masked: maskPan(pan),
    tracking_number: card.trackingNumber,
    cvv_cipher: secrets.encrypt(card.cvv),
    pin_hash: fixedIds?.pin === undefined ? null : pinToHash(secrets, fixedIds.id, fixedIds.pin),
    sequence_number: card.sequenceNumber,
    customer_reference: card.customerReference,
    label: card.label,
    activation_data: card.activationData,
    expires_on: card.expiresOn,
    issued_at: card.issuedAt,
    ...mapStatusColumns((status) => (statusTimes[status] === 'unknown' ? '-infinity' : statusTimes[status])),
    stop_reason_id: card.stopReasonId,
    kyc_passed: card.kycPassed,
    magstripe_enabled: card.magstripe,
    tags: JSON.stringify(card.tags),
    balance_cents: card.balanceCents,
    name: holder?.name ?? '',
    phone: holder?.phone ?? '',
    id_number: holder?.idNumber ?? '',
    customer_id: holder?.customerId ?? '',
  }
}

/** A range of lines. */
export interface StagedRange {
  /** The line before the first line of the range. */
  readonly after: number
  /** The last line. */
  readonly upTo: number
}

/** SQL that is true for a staged card `s` that is in the range and not excluded. */
const inRange = ({ after, upTo }: StagedRange) =>
  sql`s.line > ${after} AND s.line <= ${upTo} AND NOT EXISTS (SELECT FROM import_card_excluded l WHERE l.line = s.line)`

/** The largest value of PostgreSQL's type integer, which is the type of the lines. */
const MAX_INTEGER = 2 ** 31 - 1

interface StagedChunk extends StagedRange {
  /** The number of cards. */
  readonly count: number
}

/** The chunk of the next cards after a line, at most `maxCount`. Undefined if no cards are left. */
export async function nextStagedCards(db: Db, after: number, maxCount: number): Promise<StagedChunk | undefined> {
  const { rows } = await sql<{ up_to: number | null; count: number }>`
    SELECT max(line) AS up_to, count(*)::integer AS count FROM (
      SELECT s.line FROM import_card s WHERE ${inRange({ after, upTo: MAX_INTEGER })} ORDER BY s.line LIMIT ${maxCount}
    ) chunk`.execute(db)
  const [chunk] = rows
  if (!chunk || chunk.up_to === null) return undefined
  return { after, upTo: chunk.up_to, count: chunk.count }
}

/**
 * Inserts the staged cards of a range, with their tags and empty accounts. The tags must exist. If a card number or a
 * tracking number already exists, the database refuses it with the code 23505 (unique violation). `now` is stored as
 * the time of a status whose time is unknown.
 */
export async function insertStagedCards(trx: Db, range: StagedRange, now: Date): Promise<void> {
  const statusTimes = sql.join(statusColumns.map((column) => sql.ref(column)))
  const statusTimesOrNow = sql.join(
    statusColumns.map(
      (column) => sql`CASE WHEN ${sql.ref(column)} = '-infinity' THEN ${now} ELSE ${sql.ref(column)} END`,
    ),
  )
  await sql`
    -- The cards of the range with their ids, fixed or new. The inner SELECT sorts first, so that new ids are in the
    -- order of the lines. MATERIALIZED: each card has the same id in all three INSERTs.
    WITH new_card AS MATERIALIZED (
      SELECT coalesce(id, nextval(pg_get_serial_sequence('card', 'id'))) AS card_id, staged.*
      FROM (SELECT s.* FROM import_card s WHERE ${inRange(range)} ORDER BY s.line) staged
    ),
    inserted_card AS (
      INSERT INTO card (id, owner_id, campaign_id, pan_cipher, pan_hash, pan_prefix_hash, pan_masked, tracking_number,
        sequence_number, customer_reference, customer_id, phone, id_number, name, cvv_cipher, pin_hash, expires_on, issued_at,
        stop_reason_id, kyc_passed, magstripe_enabled, activation_data, label, ${statusTimes})
      SELECT card_id, owner_id, campaign_id, pan_cipher, pan_hash, pan_prefix_hash, pan_masked, tracking_number,
        sequence_number, customer_reference, customer_id, phone, id_number, name, cvv_cipher, pin_hash, expires_on, issued_at,
        stop_reason_id, kyc_passed, magstripe_enabled, activation_data, label, ${statusTimesOrNow}
      FROM new_card
    ),
    -- Only a card with a negative balance gets an account that may be negative.
    inserted_account AS (
      INSERT INTO account (id, owner_id, currency, kind, card_id, allow_negative)
      SELECT coalesce(n.account_id, nextval(pg_get_serial_sequence('account', 'id'))), n.owner_id, p.currency, 'card',
        n.card_id, n.balance_cents < 0
      FROM new_card n JOIN programme p ON p.owner_id = n.owner_id ORDER BY n.card_id
    ),
    inserted_tag_value AS (
      INSERT INTO card_tag_value (card_id, tag_id, value)
      SELECT n.card_id, t.id, v.value FROM new_card n CROSS JOIN LATERAL jsonb_each_text(n.tags) v
      JOIN card_tag t ON t.owner_id = n.owner_id AND t.name = v.key
    )
    SELECT 1
  `.execute(trx)
}

/** The balances of the cards of a range as openings, for `postOpeningBalances`. */
export const stagedOpenings = (range: StagedRange) => sql`
  SELECT c.id AS card_id, a.id AS account_id, c.issued_at AS posted_at, s.balance_cents AS amount
  FROM import_card s JOIN card c ON c.pan_hash = s.pan_hash JOIN account a ON a.card_id = c.id
  WHERE s.balance_cents <> 0 AND ${inRange(range)}`
