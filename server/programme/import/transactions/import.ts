// `import transactions`: imports the past transactions of cards, up to their balance.
import { sql } from 'kysely'
import { inTransaction } from '#server/db/transaction.ts'
import type { CsvFile } from '../csv-file.ts'
import type { FileKind, ImportContext, Importer } from '../import-file.ts'
import type { Refusals } from '../refusals.ts'
import { checkHistory } from './check.ts'
import { createTransactionReader, type RefusedTransaction, transactionColumns } from './file.ts'
import { postStagedHistory } from './post.ts'
import {
  createTransactionStage,
  dropTransactionStage,
  stageIncomplete,
  stageTransactions,
  type TransactionToStage,
} from './stage.ts'

export const transactionFile: FileKind = {
  singular: 'transaction',
  plural: 'transactions',
  auditMethod: 'importTransactions',
  tables: ['account', 'ledger_transaction', 'ledger_entry', 'card_authorisation', 'failed_transaction'],
  columns: transactionColumns,
  createImporter: beginTransactions,
}

async function beginTransactions(context: ImportContext, file: CsvFile): Promise<Importer> {
  const { db } = context
  const reader = await createTransactionReader(context, file)
  await createTransactionStage(db)
  let after = -1
  return {
    stage: async (records, refusals) => {
      const accepted: TransactionToStage[] = []
      const refused: RefusedTransaction[] = []
      for (const { line, fields } of records) {
        const read = reader.read(line, fields)
        if ('faults' in read) refused.push(read)
        else accepted.push(read)
      }
      for (const { n, faults } of refused) refusals.add(n, faults)
      await stageTransactions(db, accepted)
      await stageIncomplete(db, refused)
    },
    end: () => dropTransactionStage(db),
    check: (refusals) => checkHistory(context, refusals),
    next: async (refusals) => {
      // Zero rows mean the end, so a chunk whose cards were all excluded is skipped.
      for (;;) {
        const { chunk, rowCount, usedCardIds } = await inTransaction(db, (trx) =>
          postStagedHistory(trx, context, after),
        )
        await refuseUsedCards(context, usedCardIds, refusals)
        if (chunk === undefined || rowCount > 0) {
          after = chunk ?? after
          return rowCount
        }
        after = chunk
      }
    },
  }
}

async function refuseUsedCards({ db }: ImportContext, cardIds: readonly number[], refusals: Refusals): Promise<void> {
  if (cardIds.length === 0) return
  const { rows } = await sql<{ n: number }>`
    SELECT n FROM import_history WHERE card_id = ANY(${cardIds}::bigint[]) ORDER BY n`.execute(db)
  for (const { n } of rows) refusals.add(n, 'The card was used during the import.')
}
