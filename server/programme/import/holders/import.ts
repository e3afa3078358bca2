// `import holders`: adds holders to cards that have none. An existing holder is never changed.
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import { columnsToDefinitions, type ColumnTypes, type ColumnValues, insertRows } from '#server/db/sets.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { CsvColumns, CsvFile } from '../csv-file.ts'
import { cardIdentifierColumns, joinIdentifiedCards, readCardIdentifier, refuseUnknownCards } from '../find-cards.ts'
import type { CheckedCounts, ImportFileType, ImportContext, Importer } from '../import-file.ts'
import type { Refusals } from '../refusals.ts'
import { createRowReader } from '../row-reader.ts'

export const holderColumns = {
  fixed: [
    ...cardIdentifierColumns,
    { key: 'name', heading: 'Name', isRequired: true },
    { key: 'phone', heading: 'Phone', isRequired: true },
    { key: 'idNumber', heading: 'ID Number', isRequired: true },
    { key: 'customerId', heading: 'Customer ID', isRequired: true },
  ],
} as const satisfies CsvColumns

export const holderFile: ImportFileType = {
  singular: 'holder',
  plural: 'holders',
  auditMethod: 'importHolders',
  tables: ['card'],
  columns: holderColumns,
  createImporter: createHolderImporter,
}

/** The columns of `import_holder`. */
const stagedColumns = {
  line: 'integer',
  tracking_number: 'text',
  pan_hash: 'bytea',
  name: 'text',
  phone: 'text',
  id_number: 'text',
  customer_id: 'text',
} as const satisfies ColumnTypes
type StagedRow = ColumnValues<typeof stagedColumns>

async function createHolderImporter(context: ImportContext, file: CsvFile): Promise<Importer> {
  const { db, chunkSize } = context
  const row = createRowReader(file.keys, holderColumns.fixed, context.client.timeZone)
  /** Returns the row to stage, or its errors in sentences. */
  const read = (line: number, fields: readonly string[]): StagedRow | string => {
    row.begin(fields)
    const { trackingNumber, panHash } = readCardIdentifier(row, context)
    const holder = {
      name: row.textWithoutCardNumber('name'),
      phone: row.text('phone'),
      id_number: row.text('idNumber'),
      customer_id: row.text('customerId'),
    }
    const isEmpty = Object.values(holder).every((text) => text === '')
    if (isEmpty) row.addFault('The row has no data about a holder.')
    const faults = row.faultText()
    return faults === '' ? { line, tracking_number: trackingNumber, pan_hash: panHash, ...holder } : faults
  }
  const drop = async () => {
    await sql`DROP TABLE IF EXISTS pg_temp.import_holder, pg_temp.import_holder_new`.execute(db)
  }
  await drop()
  await sql`
    CREATE TEMPORARY TABLE import_holder (${columnsToDefinitions(stagedColumns)}, PRIMARY KEY (line))`.execute(db)
  /** The line of the last holder that was written or skipped. */
  let doneUpTo = 0
  return {
    stage: (records, refusals) => {
      const rows: StagedRow[] = []
      for (const { line, fields } of records) {
        const rowOrErrors = read(line, fields)
        if (typeof rowOrErrors === 'string') refusals.add(line, rowOrErrors)
        else rows.push(rowOrErrors)
      }
      return insertRows(db, 'import_holder', stagedColumns, rows)
    },
    end: drop,
    check: (refusals) => checkHolders(context, refusals),
    importNextChunk: async (refusals) => {
      // All cards of a chunk can have got a holder. Such chunks are skipped, because the caller would take 0 rows as the
      // end.
      for (;;) {
        const chunk = await writeHolders(db, doneUpTo, chunkSize)
        if (chunk === undefined) return 0
        for (const line of chunk.skippedLines) refusals.add(line, HAS_OTHER_HOLDER)
        doneUpTo = chunk.upTo
        if (chunk.writtenCount > 0) return chunk.writtenCount
      }
    },
  }
}

const HAS_OTHER_HOLDER = 'The card already has another holder.'

/** SQL for the holder's data of the card `c`. */
const cardHolder = sql`(c.name, c.phone, c.id_number, c.customer_id)`
/** SQL for the holder's data of the staged row `s`. */
const fileHolder = sql`(s.name, s.phone, s.id_number, s.customer_id)`

async function checkHolders({ db, ownerId }: ImportContext, refusals: Refusals): Promise<CheckedCounts> {
  await sql`ANALYZE import_holder`.execute(db)
  // Begins with all rows and their cards. The rows that are refused or have the same data as their card are deleted
  // below. Only the rows to write remain.
  await sql`
    CREATE TEMPORARY TABLE import_holder_new AS
    SELECT s.*, c.id AS card_id, ${cardHolder} = ${fileHolder} AS is_same, ${cardHolder} <> ('', '', '', '') AS has_holder
    FROM import_holder s ${joinIdentifiedCards(ownerId)} ORDER BY s.line`.execute(db)
  await refuseUnknownCards(db, 'import_holder_new', refusals)
  const duplicates = await sql<{ line: number; first_line: number }>`
    SELECT line, first_line FROM (
      SELECT line, min(line) OVER (PARTITION BY card_id) AS first_line FROM import_holder_new WHERE card_id IS NOT NULL
    ) s WHERE line <> first_line ORDER BY line`.execute(db)
  for (const { line, first_line } of duplicates.rows)
    refusals.add(line, `The card is the same as in line ${first_line.toLocaleString('en')}.`)
  const conflicts = await sql<{ line: number }>`
    SELECT line FROM import_holder_new WHERE has_holder AND NOT is_same ORDER BY line`.execute(db)
  for (const { line } of conflicts.rows) refusals.add(line, HAS_OTHER_HOLDER)
  const duplicateLines = duplicates.rows.map(({ line }) => line)
  const deletedExisting = await sql`
    DELETE FROM import_holder_new WHERE is_same AND NOT line = ANY(${duplicateLines}::integer[])`.execute(db)
  const refusedLines = [...duplicateLines, ...conflicts.rows.map(({ line }) => line)]
  await sql`DELETE FROM import_holder_new WHERE card_id IS NULL OR line = ANY(${refusedLines}::integer[])`.execute(db)
  await sql`CREATE UNIQUE INDEX ON import_holder_new (line)`.execute(db)
  const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM import_holder_new`.execute(db)
  return { existingCount: Number(deletedExisting.numAffectedRows ?? 0), newCount: rows[0]?.count ?? 0 }
}

interface WrittenChunk {
  /** The last line of the chunk. */
  readonly upTo: number
  readonly writtenCount: number
  /** The lines of cards that got another holder after the check. */
  readonly skippedLines: readonly number[]
}

/** Writes the next holders after a line. Undefined if none are left. */
async function writeHolders(db: Db, after: number, maxCount: number): Promise<WrittenChunk | undefined> {
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<{ line: number; is_written: boolean }>`
      WITH chunk AS MATERIALIZED (SELECT * FROM import_holder_new WHERE line > ${after} ORDER BY line LIMIT ${maxCount}),
      written AS (
        UPDATE card c SET name = s.name, phone = s.phone, id_number = s.id_number, customer_id = s.customer_id
        FROM chunk s WHERE c.id = s.card_id AND ${cardHolder} = ('', '', '', '')
        RETURNING s.line
      )
      SELECT line, line IN (SELECT line FROM written) AS is_written FROM chunk ORDER BY line`.execute(trx)
    const lastRow = rows.at(-1)
    if (!lastRow) return undefined
    const skippedLines = rows.filter((row) => !row.is_written).map(({ line }) => line)
    return { upTo: lastRow.line, writtenCount: rows.length - skippedLines.length, skippedLines }
  })
}
