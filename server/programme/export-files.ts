// `export`: writes cards, holders and transactions as csv files, which the import commands can read without loss.
import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import type { Db, Services } from '#server/operations/context.ts'
import { countToText } from './counts-and-durations.ts'
import { type Call, defineCommand, CommandError } from './command.ts'
import { createCardExport } from './export/cards.ts'
import { createCsvWriter } from './export/csv-writer.ts'
import { createHolderExport } from './export/holders.ts'
import { cardPages } from './export/pages.ts'
import { createTransactionExport } from './export/transactions.ts'
import { valuesToChanges } from '#server/audit/audit-fields.ts'
import { auditCommand, requireOwner } from './owner.ts'

export const exportFiles = defineCommand({
  name: 'export',
  summary: 'Writes cards.csv, holders.csv and transactions.csv into a folder',
  help: [
    'The files show one moment, also while servers run, and can be read by import cards, import holders and import transactions. Notes, batches, orders, users, payments into the funding account and the audit trail are not exported: a backup contains them. PINs are never written.',
    'Card numbers are masked, so the files cannot be imported again. With --card-numbers they can, but then they contain full card numbers and CVVs in clear. Only you can read the files (mode 0600).',
  ],
  operands: ['DIR'],
  options: {
    'card-numbers': {
      summary: 'Writes card numbers and CVVs in clear. Protect the files as you would protect the cards.',
    },
  },
  hasDryRun: false,
  async run({ operands, options, open, progress }) {
    const includesCardNumbers = options['card-numbers']
    const files = await exportProgramme(await open(), operands.DIR, { includesCardNumbers, progress })
    return {
      lines: [
        ...files.map(({ path, rowCount }) => `${path}: ${countToText(rowCount, 'row', 'rows')}`),
        includesCardNumbers
          ? 'cards.csv contains card numbers and CVVs in clear: delete it when it is no longer needed.'
          : 'Card numbers are masked, so cards.csv cannot be imported again. Use --card-numbers for that.',
      ],
    }
  },
})

interface ExportOptions {
  readonly includesCardNumbers: boolean
  readonly progress: Call['progress']
}

interface ExportedFile {
  readonly path: string
  readonly rowCount: number
}

/** Writes the files of the client's programme. Throws a CommandError if one of them already exists. */
export async function exportProgramme(
  { db, client, secrets, now }: Pick<Services, 'db' | 'client' | 'secrets' | 'now'>,
  folder: string,
  { includesCardNumbers, progress }: ExportOptions,
): Promise<ExportedFile[]> {
  const ownerId = await requireOwner(db, client)
  makeFolder(folder)
  const method = includesCardNumbers ? 'exportCardNumbers' : 'exportProgramme'
  await auditCommand({ now }, db, { method, ownerId, changes: valuesToChanges({ folder: resolve(folder) }) })
  // All reads see the same moment, so that the three files agree even if servers are running.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await sql`SET LOCAL statement_timeout = 0`.execute(trx)
      const cardExport = await createCardExport(trx, ownerId, includesCardNumbers ? secrets : undefined)
      const files = [
        { path: join(folder, 'cards.csv'), ...cardExport },
        { path: join(folder, 'holders.csv'), ...createHolderExport(trx, ownerId) },
        { path: join(folder, 'transactions.csv'), ...createTransactionExport(trx, ownerId) },
      ]
      const existingFile = files.find(({ path }) => existsSync(path))
      if (existingFile) throw new CommandError(`There is a file ${existingFile.path} already: choose another folder.`)
      const openFiles = files.map((file) => ({ ...file, writer: createCsvWriter(file.path, file.headings) }))
      try {
        const cardProgress = progress('cards', await countCards(trx, ownerId))
        for await (const page of cardPages(trx, ownerId)) {
          for (const { readRows, writer } of openFiles) await writer.write(await readRows(page))
          cardProgress.add(page.cardCount)
        }
        cardProgress.end()
        for (const { writer } of openFiles) await writer.end()
      } catch (error) {
        for (const { writer } of openFiles) writer.discard()
        throw error
      }
      return openFiles.map(({ path, writer }) => ({ path, rowCount: writer.rowCount() }))
    })
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new CommandError(
      `The folder ${folder} cannot be made (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`,
    )
  }
}

async function countCards(db: Db, ownerId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM card WHERE owner_id = ${ownerId}`.execute(db)
  return rows[0]?.count ?? 0
}
