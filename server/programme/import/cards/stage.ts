// Stages cards: copies them into a temporary table, with numbers and CVVs encrypted before they leave this process, and
// then inserts them into the cards' own tables in chunks. Also used for the demo programme's cards.
import { sql } from 'kysely'
import { maskPan } from '#domain/cards/identifiers.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { Db } from '#server/operations/context.ts'
import { copyRows } from '#server/db/copy.ts'
import type { ColumnValue } from '#server/db/sets.ts'
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
  readonly activatedAt: Date | null
  /** Null if the card is not stopped. */
  readonly stopReasonId: number | null
  /** Null if the card is not stopped, or if the time is unknown; then the time of the import is stored. */
  readonly stoppedAt: Date | null
  readonly isRetired: boolean
  /** Null if the card is not retired, or if the time is unknown; then the time of the import is stored. */
  readonly retiredAt: Date | null
  readonly kycPassed: boolean
  readonly magstripe: boolean
  /** Values by the names of the owner's tags. */
  readonly tags: Readonly<Record<string, string>>
  /** The balance, negative if overdrawn. `postOpeningBalances` posts it, as the card's opening. */
  readonly balanceCents: Cents
  /** For cards with fixed ids (demo programme). The PIN is included because its hash depends on the card's id. */
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
  await sql`
    CREATE TEMPORARY TABLE import_card (
      n integer PRIMARY KEY, id bigint, account_id bigint, owner_id bigint NOT NULL, campaign_id bigint NOT NULL, pan_cipher bytea NOT NULL,
      pan_hash bytea NOT NULL, pan_prefix_hash bytea NOT NULL, pan_masked text NOT NULL, tracking_number text NOT NULL,
      cvv_cipher bytea NOT NULL, pin_hash bytea, sequence_number text NOT NULL, customer_reference text NOT NULL,
      label text NOT NULL, activation_data text NOT NULL, expires_on date NOT NULL, issued_at timestamptz NOT NULL,
      activated_at timestamptz, stop_reason_id integer, stopped_at timestamptz, is_retired boolean NOT NULL,
      retired_at timestamptz, kyc_passed boolean NOT NULL, magstripe_enabled boolean NOT NULL, tags jsonb NOT NULL,
      balance_cents bigint NOT NULL, name text NOT NULL, phone text NOT NULL, id_number text NOT NULL, customer_id text NOT NULL
    )`.execute(db)
  await sql`CREATE TEMPORARY TABLE import_card_excluded (n integer PRIMARY KEY)`.execute(db)
}

export async function dropCardStage(db: Db): Promise<void> {
  await sql`DROP TABLE IF EXISTS pg_temp.import_card, pg_temp.import_card_excluded`.execute(db)
}

const columns = [
  'n',
  'id',
  'account_id',
  'owner_id',
  'campaign_id',
  'pan_cipher',
  'pan_hash',
  'pan_prefix_hash',
  'pan_masked',
  'tracking_number',
  'cvv_cipher',
  'pin_hash',
  'sequence_number',
  'customer_reference',
  'label',
  'activation_data',
  'expires_on',
  'issued_at',
  'activated_at',
  'stop_reason_id',
  'stopped_at',
  'is_retired',
  'retired_at',
  'kyc_passed',
  'magstripe_enabled',
  'tags',
  'balance_cents',
  'name',
  'phone',
  'id_number',
  'customer_id',
] as const

export const stageCards = (db: Db, secrets: Secrets, cards: readonly CardToStage[]): Promise<void> =>
  copyRows(
    db,
    'import_card',
    columns,
    cards.map((card) => cardToRow(secrets, card)),
  )

function cardToRow(secrets: Secrets, card: CardToStage): ColumnValue[] {
  const { pan, fixedIds, holder } = card
  const pinHash = fixedIds?.pin === undefined ? null : pinToHash(secrets, fixedIds.id, fixedIds.pin)
  return [
    card.line,
    fixedIds?.id ?? null,
    fixedIds?.accountId ?? null,
    card.ownerId,
    card.campaignId,
    secrets.encrypt(pan),
    secrets.panIndex(pan),
    secrets.panPrefixIndex(pan),
    maskPan(pan),
    card.trackingNumber,
    secrets.encrypt(card.cvv),
    pinHash,
    card.sequenceNumber,
    card.customerReference,
    card.label,
    card.activationData,
    card.expiresOn,
    card.issuedAt,
    card.activatedAt,
    card.stopReasonId,
    card.stoppedAt,
    card.isRetired,
    card.retiredAt,
    card.kycPassed,
    card.magstripe,
    JSON.stringify(card.tags),
    card.balanceCents,
    holder?.name ?? '',
    holder?.phone ?? '',
    holder?.idNumber ?? '',
    holder?.customerId ?? '',
  ]
}

/** A range of lines, with an exclusive start and an inclusive end. */
export interface StagedRange {
  readonly after: number
  readonly upTo: number
}

/** SQL condition on the table alias `s`, a staged card: in the range and not excluded. */
const inRange = ({ after, upTo }: StagedRange) =>
  sql`s.n > ${after} AND s.n <= ${upTo} AND NOT EXISTS (SELECT FROM import_card_excluded l WHERE l.n = s.n)`

/** The largest value of PostgreSQL's type integer, which is the type of the lines. */
const MAX_INTEGER = 2 ** 31 - 1

/** The range of lines with the next cards, and how many cards it has: at most `size`. Undefined if none are left. */
export async function nextStagedCards(
  db: Db,
  after: number,
  size: number,
): Promise<(StagedRange & { readonly count: number }) | undefined> {
  const { rows } = await sql<{ up_to: number | null; count: number }>`
    SELECT max(n) AS up_to, count(*)::integer AS count FROM (
      SELECT s.n FROM import_card s WHERE ${inRange({ after, upTo: MAX_INTEGER })} ORDER BY s.n LIMIT ${size}
    ) part`.execute(db)
  const { up_to: upTo = null, count = 0 } = rows[0] ?? {}
  return upTo === null ? undefined : { after, upTo, count }
}

/**
 * Inserts the staged cards of a range with their tags and their empty accounts. The tags must exist. The database refuses
 * a number that already exists (23505). `now` is stored for stopped and retired cards whose time is unknown.
 */
export async function insertStagedCards(trx: Db, range: StagedRange, now: Date): Promise<void> {
  await sql`
    WITH part AS MATERIALIZED (
      SELECT coalesce(id, nextval(pg_get_serial_sequence('card', 'id'))) AS card_id, s.*
      FROM (SELECT s.* FROM import_card s WHERE ${inRange(range)} ORDER BY s.n) s
    ),
    made AS (
      INSERT INTO card (id, owner_id, campaign_id, pan_cipher, pan_hash, pan_prefix_hash, pan_masked, tracking_number,
        sequence_number, customer_reference, customer_id, phone, id_number, name, cvv_cipher, pin_hash, expires_on, issued_at,
        activated_at, stopped_at, stop_reason_id, retired_at, kyc_passed, magstripe_enabled, activation_data, label)
      SELECT card_id, owner_id, campaign_id, pan_cipher, pan_hash, pan_prefix_hash, pan_masked, tracking_number,
        sequence_number, customer_reference, customer_id, phone, id_number, name, cvv_cipher, pin_hash, expires_on, issued_at,
        activated_at, CASE WHEN stop_reason_id IS NOT NULL THEN coalesce(stopped_at, ${now}) END, stop_reason_id,
        CASE WHEN is_retired THEN coalesce(retired_at, ${now}) END, kyc_passed, magstripe_enabled, activation_data, label
      FROM part
    ),
    opened AS (
      INSERT INTO account (id, owner_id, currency, kind, card_id, allow_negative)
      SELECT coalesce(s.account_id, nextval(pg_get_serial_sequence('account', 'id'))), s.owner_id, p.currency, 'card', s.card_id,
        s.balance_cents < 0
      FROM part s JOIN programme p ON p.owner_id = s.owner_id ORDER BY s.card_id
    ),
    tagged AS (
      INSERT INTO card_tag_value (card_id, tag_id, value)
      SELECT s.card_id, t.id, v.value FROM part s CROSS JOIN LATERAL jsonb_each_text(s.tags) v
      JOIN card_tag t ON t.owner_id = s.owner_id AND t.name = v.key
    )
    SELECT 1
  `.execute(trx)
}

/** The balances of the cards of a range as openings, for `postOpeningBalances`. */
export const stagedOpenings = (range: StagedRange) => sql`
  SELECT c.id AS card_id, a.id AS account_id, c.issued_at AS posted_at, s.balance_cents AS amount
  FROM import_card s JOIN card c ON c.pan_hash = s.pan_hash JOIN account a ON a.card_id = c.id
  WHERE s.balance_cents <> 0 AND ${inRange(range)}`
