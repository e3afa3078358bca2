// Imports a csv file of any type. The whole file is read and checked before anything is changed. Then its rows are
// inserted in chunks, each in one transaction. After an interruption, the same file can be imported again: rows that
// were imported before are counted and skipped.
import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import type { AdministratorCommand } from '#contract/methods.ts'
import { countToText } from '../counts-and-durations.ts'
import type { Db, Services } from '#server/operations/context.ts'
import { onOneConnection } from '#server/db/transaction.ts'
import type { CsvRecord } from '#sheets/csv-chunks.ts'
import { type Call, CommandError, type Summary } from '../command.ts'
import { valuesToChanges } from '#server/audit/audit-fields.ts'
import { auditCommand, requireOwner } from '../owner.ts'
import { type CsvColumns, type CsvFile, openCsv } from './csv-file.ts'
import { createRefusals, type Refusals } from './refusals.ts'

/** The programme that the file is imported into, and what an importer needs. */
export interface ImportContext extends Pick<Services, 'secrets' | 'client'> {
  /** One connection, so that staged data is visible throughout. */
  readonly db: Db
  readonly ownerId: number
  readonly currency: string
  readonly now: Date
  /** Approximate number of rows per transaction. */
  readonly chunkSize: number
}

/** The import of one type of file. */
export interface Importer {
  /** Stages the rows. Refuses rows that cannot be read. */
  readonly stage: (records: readonly CsvRecord[], refusals: Refusals) => Promise<void>
  /**
   * Checks the staged rows against each other and against existing data, and refuses further rows. Returns the numbers
   * of existing and new rows.
   */
  readonly check: (refusals: Refusals) => Promise<CheckedCounts>
  /** Inserts the next chunk and returns its number of rows. 0 means that no rows are left. */
  readonly importNextChunk: (refusals: Refusals) => Promise<number>
  /** Removes the staged data from the connection. */
  readonly end: () => Promise<void>
  /** Further lines of the summary. */
  readonly notes?: () => readonly string[]
}

export interface CheckedCounts {
  readonly existingCount: number
  readonly newCount: number
}

export interface ImportFileType {
  /** The name of a row, in singular and plural: 'card', 'cards'. */
  readonly singular: string
  readonly plural: string
  /** The name of the import in the audit trail. */
  readonly auditMethod: AdministratorCommand
  /** The tables that grow. Their statistics are updated after the import, so that queries are planned well. */
  readonly tables: readonly string[]
  readonly columns: CsvColumns
  readonly createImporter: (context: ImportContext, file: CsvFile) => Promise<Importer>
}

export interface ImportOptions {
  readonly path: string
  readonly isDryRun: boolean
  /** True to import the valid rows although others are refused. */
  readonly skipsRefused: boolean
  /** The path of a new file for the refused rows. */
  readonly refusedPath?: string | undefined
  /** The expected number of rows. */
  readonly rowCount?: number | undefined
  readonly chunkSize?: number
  readonly progress: Call['progress']
}

/** With this size, the overhead of the statements is negligible, and a chunk takes only a few seconds. */
const ROWS_PER_CHUNK = 10_000

type ImportServices = Pick<Services, 'db' | 'secrets' | 'client' | 'now'>

/** Imports a file. Throws a CommandError if the whole file is refused. */
export async function importFile(
  services: ImportServices,
  fileType: ImportFileType,
  options: ImportOptions,
): Promise<Summary> {
  const { refusedPath } = options
  if (refusedPath !== undefined && existsSync(refusedPath))
    throw new CommandError(`There is a file ${refusedPath} already: choose another name for the refused rows.`)
  const file = await openCsv(options.path, fileType.columns, options.rowCount)
  return onOneConnection(services.db, async (db) => {
    const { ownerId } = services.client
    const context: ImportContext = {
      db,
      secrets: services.secrets,
      client: services.client,
      ownerId,
      currency: await readCurrency(db, services.client),
      now: new Date(services.now()),
      chunkSize: options.chunkSize ?? ROWS_PER_CHUNK,
    }
    const importer = await fileType.createImporter(context, file)
    try {
      return await runImport(fileType, importer, file, {
        ...options,
        // Written before the first chunk, so that nothing is imported without an audit entry.
        audit: (rows) =>
          auditCommand(services, db, {
            method: fileType.auditMethod,
            ownerId,
            changes: valuesToChanges({ fileName: file.name, rows }),
          }),
        analyse: () => sql`ANALYZE ${sql.join(fileType.tables.map((name) => sql.table(name)))}`.execute(db),
      })
    } finally {
      // Fails in an aborted transaction, whose rollback removes the staged tables anyway.
      await importer.end().catch(() => undefined)
    }
  })
}

interface ImportRun extends ImportOptions {
  /** Writes the audit entry about this number of rows. */
  readonly audit: (rows: number) => Promise<void>
  /** Updates the statistics of the tables that have grown. */
  readonly analyse: () => Promise<unknown>
}

async function runImport(
  fileType: ImportFileType,
  importer: Importer,
  file: CsvFile,
  options: ImportRun,
): Promise<Summary> {
  const refusals = createRefusals()
  const rowCount = await stageAll(importer, file, refusals, options)
  const { existingCount, newCount } = await importer.check(refusals)
  const { refusedPath } = options
  const rowsToText = (count: number) => countToText(count, fileType.singular, fileType.plural)
  /** Writes the file of refused rows. Returns the lines of the summary, which ends with `lastLines`. */
  const finishSummary = async (...lastLines: readonly string[]): Promise<string[]> => {
    const lines: string[] = []
    const refusedCount = refusals.count()
    if (refusedCount > 0) {
      if (refusedPath !== undefined) await refusals.write(refusedPath, file)
      const refusedOfAll = `${refusedCount.toLocaleString('en')} of ${countToText(rowCount, 'row', 'rows')}`
      const fileNote = refusedPath === undefined ? '' : ` All of them are in ${refusedPath}.`
      lines.push(...refusals.toLines(), `${refusedOfAll} ${refusedCount === 1 ? 'is' : 'are'} refused.${fileNote}`)
    }
    if (existingCount > 0) {
      const verb = existingCount === 1 ? 'exists' : 'exist'
      lines.push(`${rowsToText(existingCount)} already ${verb} with the same data.`)
    }
    return [...lines, ...lastLines]
  }
  if (refusals.count() > 0 && !options.skipsRefused) {
    const advice = 'Fix or remove these rows, or import the others with --skip-refused.'
    return { lines: await finishSummary(`Nothing was imported. ${advice}`), hasFailed: true }
  }
  if (options.isDryRun) return { lines: await finishSummary(`${rowsToText(newCount)} can be imported.`) }
  if (newCount > 0) await options.audit(newCount)
  const progress = options.progress(fileType.plural, newCount)
  let importedCount = 0
  let rowsInChunk = await importer.importNextChunk(refusals)
  while (rowsInChunk > 0) {
    importedCount += rowsInChunk
    progress.add(rowsInChunk)
    rowsInChunk = await importer.importNextChunk(refusals)
  }
  progress.end()
  if (importedCount > 0) await options.analyse()
  const notes = importer.notes?.() ?? []
  const lines = await finishSummary(
    ...(importedCount > 0 ? notes : []),
    `${rowsToText(importedCount)} ${importedCount === 1 ? 'was' : 'were'} imported.`,
  )
  // A row whose card was used since the check is refused. Then not all new rows were imported.
  const isIncomplete = importedCount < newCount
  return isIncomplete ? { lines, hasFailed: true } : { lines }
}

/** Stages all rows of the file, and returns their number. */
async function stageAll(
  importer: Importer,
  file: CsvFile,
  refusals: Refusals,
  { progress }: ImportOptions,
): Promise<number> {
  const readingProgress = progress(`Reading ${file.name}, bytes`, file.size)
  let rowCount = 0
  for await (const { records, bytes } of file.chunks()) {
    await importer.stage(records, refusals)
    rowCount += records.length
    readingProgress.add(bytes)
  }
  readingProgress.end()
  return rowCount
}

async function readCurrency(db: Db, client: Services['client']): Promise<string> {
  const ownerId = await requireOwner(db, client)
  const { currency } = await db
    .selectFrom('programme')
    .select('currency')
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return currency
}
