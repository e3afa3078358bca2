// A programme to import files into, created from the sample of init, and files for it: the samples with changes, or
// files of any length.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withCheckDigit } from '#domain/cards/identifiers.ts'
import { Refused } from '#server/programme/command.ts'
import { cardFile } from '#server/programme/import/cards/import.ts'
import { holderFile } from '#server/programme/import/holders/import.ts'
import { importFile, type ImportOptions } from '#server/programme/import/import-file.ts'
import { transactionFile } from '#server/programme/import/transactions/import.ts'
import { initProgramme } from '#server/programme/init/init.ts'
import { readProgrammeFile } from '#server/programme/init/read-plan.ts'
import type { Programme } from '#server/programme/command.ts'
import { freshDatabase } from './database.ts'
import { programmeOver, sampleFile } from './programme.ts'

const kinds = { cards: cardFile, holders: holderFile, transactions: transactionFile } as const
export type FileName = keyof typeof kinds

export const samplePath = (name: FileName): string => join(sampleFile, '..', `${name}.csv`)
export const sampleText = (name: FileName): string => readFileSync(samplePath(name), 'utf8')

/** The sample's rows without the comments: the headings, then one line for each row. */
export const sampleLines = (name: FileName): string[] =>
  sampleText(name)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

export interface Importing {
  readonly programme: Programme
  /** Imports a text as a file. Returns the output, with a mark at the end if the import failed or was refused. */
  readonly bring: (name: FileName, text: string | Buffer, options?: Partial<ImportOptions>) => Promise<string[]>
  readonly path: (name: string) => string
  readonly close: () => Promise<void>
}

/** An empty programme on a new database. */
export async function startImporting(): Promise<Importing> {
  const database = await freshDatabase('empty')
  const folder = mkdtempSync(join(tmpdir(), 'portal-import-'))
  const programme = programmeOver(database)
  const file = readProgrammeFile(readFileSync(sampleFile, 'utf8'), programme.client, programme.now())
  await programme.db.transaction().execute((trx) => initProgramme(programme, trx, file))
  const path = (name: string) => join(folder, name)
  return {
    programme,
    path,
    bring: (name, text, options) => {
      writeFileSync(path(`${name}.csv`), text)
      return bringFile(programme, name, path(`${name}.csv`), options)
    },
    close: async () => {
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function bringFile(
  programme: Programme,
  name: FileName,
  path: string,
  options: Partial<ImportOptions> = {},
): Promise<string[]> {
  const progress = () => ({ add: () => undefined, end: () => undefined })
  const given = { path, isDryRun: false, skipsRefused: false, progress, ...options }
  try {
    const { lines, hasFailed } = await importFile(programme, kinds[name], given)
    return hasFailed ? [...lines, 'FAILED'] : [...lines]
  } catch (error) {
    if (error instanceof Refused) return [...error.sentences, 'REFUSED']
    throw error
  }
}

/** The card with this number, from 1, in a file of `manyCards`. */
export const madeCard = (number: number) => ({
  pan: withCheckDigit(`900001${String(500_000_000 + number)}`),
  trackingNumber: `71${String(number).padStart(13, '0')}`,
})

/** A file of that many active cards; card n has a balance of 10.00 plus n cents. */
export function manyCards(count: number): string {
  const headings =
    'Tracking Number,Card Number,CVV,Campaign,Sequence Number,Customer Reference,Issued,Expiry,State,Currency,Balance,Tag bookingId'
  const rows = Array.from({ length: count }, (_, at) => {
    const { pan, trackingNumber } = madeCard(at + 1)
    const cents = String(1000 + at + 1)
    return `${trackingNumber},${pan},${String(at % 1000).padStart(3, '0')},Travel Card,${at + 1},REF-${at + 1},2025-06-02,2028-05-31,active,SGD,${cents.slice(0, -2)}.${cents.slice(-2)},BK${at}`
  })
  return [headings, ...rows, `# rows: ${count}`, ''].join('\n')
}
