// `import transactions`: imports the past transactions of cards, which must lead to their balances.
import { sql } from 'kysely'
import { inTransaction } from '#server/db/transaction.ts'
import type { CsvFile } from '../csv-file.ts'
import type { ImportFileType, ImportContext, Importer } from '../import-file.ts'
import type { Refusals } from '../refusals.ts'
import { checkHistory } from './check.ts'
import { createTransactionReader, type RefusedTransaction, transactionColumns } from './file.ts'
import { BEFORE_FIRST_CHUNK, postStagedHistory } from './post.ts'
import {
  createTransactionStage,
  dropTransactionStage,
  stageIncompleteCards,
  stageTransactions,
  type TransactionToStage,
} from './stage.ts'

export const transactionFile: ImportFileType = {
  singular: 'transaction',
  plural: 'transactions',
  auditMethod: 'importTransactions',
  tables: ['account', 'ledger_transaction', 'ledger_entry', 'card_authorisation', 'failed_transaction'],
  columns: transactionColumns,
  createImporter: createTransactionImporter,
}

async function createTransactionImporter(context: ImportContext, file: CsvFile): Promise<Importer> {
  const { db } = context
  const reader = await createTransactionReader(context, file)
  await createTransactionStage(db)
  let lastChunk = BEFORE_FIRST_CHUNK
  return {
    stage: async (records, refusals) => {
      const transactions: TransactionToStage[] = []
      const refusedTransactions: RefusedTransaction[] = []
      for (const { line, fields } of records) {
        const transaction = reader.read(line, fields)
        if ('faults' in transaction) refusedTransactions.push(transaction)
        else transactions.push(transaction)
      }
      for (const { line, faults } of refusedTransactions) refusals.add(line, faults)
      await stageTransactions(db, transactions)
      await stageIncompleteCards(db, refusedTransactions)
    },
    end: () => dropTransactionStage(db),
    check: (refusals) => checkHistory(context, refusals),
    importNextChunk: async (refusals) => {
      // All cards of a chunk can be excluded, so that none of its rows is posted. Such chunks are skipped, because the
      // caller would take 0 rows as the end.
      for (;;) {
        const { chunk, rowCount, usedCardIds } = await inTransaction(db, (trx) =>
          postStagedHistory(trx, context, lastChunk),
        )
        await refuseUsedCards(context, usedCardIds, refusals)
        if (chunk === undefined) return 0
        lastChunk = chunk
        if (rowCount > 0) return rowCount
      }
    },
  }
}

/** Refuses the rows of cards that were used after the check. */
async function refuseUsedCards({ db }: ImportContext, cardIds: readonly number[], refusals: Refusals): Promise<void> {
  if (cardIds.length === 0) return
  const { rows } = await sql<{ line: number }>`
    SELECT line FROM import_history WHERE card_id = ANY(${cardIds}::bigint[]) ORDER BY line`.execute(db)
  for (const { line } of rows) refusals.add(line, 'The card was used during the import.')
}
