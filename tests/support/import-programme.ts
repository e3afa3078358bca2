// Creates a programme from the sample of `init`, imports files into it, and generates such files.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withCheckDigit } from '#domain/cards/identifiers.ts'
import { CommandError } from '#server/programme/command.ts'
import { cardFile } from '#server/programme/import/cards/import.ts'
import { holderFile } from '#server/programme/import/holders/import.ts'
import { importFile, type ImportOptions } from '#server/programme/import/import-file.ts'
import { transactionFile } from '#server/programme/import/transactions/import.ts'
import { initProgramme } from '#server/programme/init/init.ts'
import { readProgrammeFile } from '#server/programme/init/read-plan.ts'
import type { CommandServices } from '#server/programme/command.ts'
import { freshDatabase } from './database.ts'
import { programmeOn, sampleFilePath } from './programme.ts'

const importTypes = { cards: cardFile, holders: holderFile, transactions: transactionFile } as const
export type ImportType = keyof typeof importTypes

export const samplePath = (type: ImportType): string => join(sampleFilePath, '..', `${type}.csv`)
export const sampleText = (type: ImportType): string => readFileSync(samplePath(type), 'utf8')

/** The lines of the sample without comments: the headings, then one line for each row. */
export const sampleLines = (type: ImportType): string[] =>
  sampleText(type)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

export interface Importer {
  readonly programme: CommandServices
  /**
   * Imports a text as a file of this type. Returns the output, and 'FAILED' or 'REFUSED' at the end if the import did
   * not succeed.
   */
  readonly importText: (type: ImportType, text: string | Buffer, options?: Partial<ImportOptions>) => Promise<string[]>
  /** The path of a file in the folder of the imported files. */
  readonly path: (name: string) => string
  readonly close: () => Promise<void>
}

/** Creates a programme without cards in a new database. */
export async function createImporter(): Promise<Importer> {
  const database = await freshDatabase('empty')
  const folder = mkdtempSync(join(tmpdir(), 'portal-import-'))
  const programme = programmeOn(database)
  const file = readProgrammeFile(readFileSync(sampleFilePath, 'utf8'), programme.client, programme.now())
  await programme.db.transaction().execute((trx) => initProgramme(programme, trx, file))
  const path = (name: string) => join(folder, name)
  return {
    programme,
    path,
    importText: (type, text, options) => {
      writeFileSync(path(`${type}.csv`), text)
      return importPath(programme, type, path(`${type}.csv`), options)
    },
    close: async () => {
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Imports a file into a programme, with the same result as `importText`. */
export async function importPath(
  programme: CommandServices,
  type: ImportType,
  path: string,
  options: Partial<ImportOptions> = {},
): Promise<string[]> {
  const progress = () => ({ add: () => undefined, end: () => undefined })
  const importOptions = { path, isDryRun: false, skipsRefused: false, progress, ...options }
  try {
    const { lines, hasFailed } = await importFile(programme, importTypes[type], importOptions)
    return hasFailed ? [...lines, 'FAILED'] : [...lines]
  } catch (error) {
    if (error instanceof CommandError) return [...error.sentences, 'REFUSED']
    throw error
  }
}

/** The nth card, from 1, in a file of `cardsCsv`. */
export const numberedCard = (number: number) => ({
  pan: withCheckDigit(`900001${String(500_000_000 + number)}`),
  trackingNumber: `71${String(number).padStart(13, '0')}`,
})

/** A file with this many active cards; card n has a balance of 10.00 plus n cents. */
export function cardsCsv(count: number): string {
  const headings =
    'Tracking Number,Card Number,CVV,Campaign,Sequence Number,Customer Reference,Issued,Expiry,State,Currency,Balance,Tag bookingId'
  const rows = Array.from({ length: count }, (_, index) => {
    const { pan, trackingNumber } = numberedCard(index + 1)
    const cents = String(1000 + index + 1)
    return `${trackingNumber},${pan},${String(index % 1000).padStart(3, '0')},Travel Card,${index + 1},REF-${index + 1},2025-06-02,2028-05-31,active,SGD,${cents.slice(0, -2)}.${cents.slice(-2)},BK${index}`
  })
  return [headings, ...rows, `# rows: ${count}`, ''].join('\n')
}
