// Checks staged cards against each other and against existing cards. Refuses duplicates, and cards that already exist
// with other data. Cards that already exist with the same data are excluded: they are not inserted again.
import { sql } from 'kysely'
import { storedCardStatuses } from '#domain/cards/status.ts'
import { statusColumn } from '#server/db/card-statuses.ts'
import { isErased } from '#server/keys/card-secrets.ts'
import type { Db } from '#server/operations/context.ts'
import type { CheckedCounts, ImportContext } from '../import-file.ts'
import type { Refusals } from '../refusals.ts'
import { statusToHeading } from './file.ts'

/** Checks the cards, and excludes refused and existing ones from the insert. */
export async function checkStagedCards(
  context: ImportContext,
  refusals: Refusals,
  { hasCvvs }: { readonly hasCvvs: boolean },
): Promise<CheckedCounts> {
  const { db } = context
  await sql`ANALYZE import_card`.execute(db)
  await refuseDuplicates(context, refusals)
  await refuseDifferingCards(context, refusals)
  const existingCount = await excludeExisting(context)
  const mustCompareCvvs = hasCvvs && existingCount > 0
  const differingCvvCount = mustCompareCvvs ? await refuseDifferingCvvs(context, refusals) : 0
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM import_card s
    WHERE NOT EXISTS (SELECT FROM import_card_excluded l WHERE l.line = s.line)`.execute(db)
  return { existingCount: existingCount - differingCvvCount, newCount: rows[0]?.count ?? 0 }
}

interface StagedRow {
  /** The line in the file. */
  readonly line: number
}

/** Excludes these rows, so that they are not inserted. */
const exclude = (db: Db, rows: readonly StagedRow[]) =>
  sql`
    INSERT INTO import_card_excluded SELECT unnest(${rows.map(({ line }) => line)}::integer[]) ON CONFLICT DO NOTHING`.execute(
    db,
  )

async function refuseDuplicates({ db }: ImportContext, refusals: Refusals): Promise<void> {
  const uniqueColumns = { pan_hash: 'Card Number', tracking_number: 'Tracking Number' }
  for (const [column, heading] of Object.entries(uniqueColumns)) {
    const { rows } = await sql<{ line: number; first_line: number }>`
      SELECT line, first_line FROM (
        SELECT line, min(line) OVER (PARTITION BY ${sql.ref(column)}) AS first_line FROM import_card
      ) s WHERE line <> first_line ORDER BY line`.execute(db)
    for (const { line, first_line } of rows)
      refusals.add(line, `${heading} is the same as in line ${first_line.toLocaleString('en')}.`)
    await exclude(db, rows)
  }
}

/**
 * Refuses cards that have a number of an existing card, but other data. `has_same_pan` is true if both cards have the
 * same card number, and false if they have only the same tracking number.
 */
async function refuseDifferingCards({ db, ownerId }: ImportContext, refusals: Refusals): Promise<void> {
  const { rows } = await sql<{ line: number; is_foreign: boolean; has_same_pan: boolean; differing: string[] }>`
    SELECT s.line, c.owner_id <> ${ownerId} AS is_foreign, true AS has_same_pan, ${differingColumns} AS differing
    FROM import_card s JOIN card c ON c.pan_hash = s.pan_hash JOIN account a ON a.card_id = c.id
    WHERE c.owner_id <> ${ownerId} OR cardinality(${differingColumns}) > 0
    UNION ALL
    SELECT s.line, c.owner_id <> ${ownerId} AS is_foreign, false AS has_same_pan, '{}' AS differing
    FROM import_card s JOIN card c ON c.tracking_number = s.tracking_number AND c.pan_hash <> s.pan_hash
    ORDER BY line, has_same_pan DESC`.execute(db)
  for (const { line, is_foreign, has_same_pan, differing: headings } of rows) {
    const sharedNumber = has_same_pan ? 'Card Number' : 'Tracking Number'
    if (is_foreign) refusals.add(line, `${sharedNumber} belongs to a card of another client.`)
    else if (has_same_pan) refusals.add(line, `The card already exists with another ${headings.join(', ')}.`)
    else refusals.add(line, 'Tracking Number belongs to another card that already exists.')
  }
  await exclude(db, rows)
}

/**
 * SQL for the headings of the statuses that differ. A status differs if only one of the two cards has it, or if their
 * times differ. A time that the file does not give (-infinity) never differs.
 */
const differingStatuses = sql.join(
  storedCardStatuses.map((status) => {
    const existing = sql.ref(`c.${statusColumn(status)}`)
    const staged = sql.ref(`s.${statusColumn(status)}`)
    const onlyOneHasStatus = sql`(${existing} IS NULL) <> (${staged} IS NULL)`
    const timesDiffer = sql`(${staged} > '-infinity' AND ${existing} <> ${staged})`
    return sql`CASE WHEN ${onlyOneHasStatus} OR ${timesDiffer} THEN ${statusToHeading(status)} END`
  }),
)

/** SQL for the headings of the columns in which the staged card `s` and the existing card `c` with account `a` differ. */
const differingColumns = sql`array_remove(ARRAY[
  CASE WHEN c.tracking_number <> s.tracking_number THEN 'Tracking Number' END,
  CASE WHEN c.campaign_id <> s.campaign_id THEN 'Campaign' END,
  CASE WHEN c.sequence_number <> s.sequence_number THEN 'Sequence Number' END,
  CASE WHEN c.customer_reference <> s.customer_reference THEN 'Customer Reference' END,
  CASE WHEN c.label <> s.label THEN 'Label' END,
  CASE WHEN c.issued_at <> s.issued_at THEN 'Issued' END,
  CASE WHEN c.expires_on <> s.expires_on THEN 'Expiry' END,
  ${differingStatuses},
  CASE WHEN c.stop_reason_id IS DISTINCT FROM s.stop_reason_id THEN 'Stop Reason' END,
  CASE WHEN c.kyc_passed <> s.kyc_passed THEN 'KYC' END,
  CASE WHEN c.magstripe_enabled <> s.magstripe_enabled THEN 'Magstripe' END,
  CASE WHEN c.activation_data <> s.activation_data THEN 'Activation Data' END,
  -- The balance can have changed since an earlier import, so the opening balance is accepted too.
  CASE WHEN s.balance_cents <> a.balance_cents AND s.balance_cents <> coalesce((
    SELECT e.amount_cents FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
    WHERE e.account_id = a.id AND e.account_version = 1 AND t.kind = 'opening'), 0) THEN 'Balance' END,
  CASE WHEN s.tags <> (
    SELECT coalesce(jsonb_object_agg(t.name, v.value), '{}') FROM card_tag_value v JOIN card_tag t ON t.id = v.tag_id
    WHERE v.card_id = c.id) THEN 'Tag' END
], NULL)`

/** Excludes the existing cards that were not refused: they have the same data. Returns their number. */
async function excludeExisting({ db }: ImportContext): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO import_card_excluded
    SELECT s.line FROM import_card s JOIN card c ON c.pan_hash = s.pan_hash
    ON CONFLICT DO NOTHING`.execute(db)
  return Number(numAffectedRows)
}

/**
 * Refuses cards that already exist with another CVV, and returns their number. Decrypts the CVVs to compare them, since
 * the same CVV has another ciphertext each time.
 */
async function refuseDifferingCvvs({ db, secrets, chunkSize }: ImportContext, refusals: Refusals): Promise<number> {
  let refusedCount = 0
  let lastLine = 0
  for (;;) {
    const { rows } = await sql<{ line: number; staged: Buffer; existing: Buffer }>`
      SELECT s.line, s.cvv_cipher AS staged, c.cvv_cipher AS existing FROM import_card s JOIN card c ON c.pan_hash = s.pan_hash
      WHERE s.line > ${lastLine} ORDER BY s.line LIMIT ${chunkSize}`.execute(db)
    for (const { line, staged, existing } of rows) {
      if (refusals.has(line) || isErased(existing)) continue
      const isSame = secrets.decryptText(staged) === secrets.decryptText(existing)
      if (isSame) continue
      refusals.add(line, 'The card already exists with another CVV.')
      refusedCount += 1
    }
    const lastRow = rows.at(-1)
    if (!lastRow) return refusedCount
    lastLine = lastRow.line
  }
}
