// `import cards`: imports a file of cards, each with its balance as the opening entry of its account.
import { countToText } from '#server/programme/counts-and-durations.ts'
import { isUniqueViolation } from '#server/db/faults.ts'
import { createTagNames } from '#server/db/tag-names.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { postOpeningBalances } from '#server/ledger/post-history.ts'
import { CommandError } from '#server/programme/command.ts'
import type { CsvFile } from '../csv-file.ts'
import type { ImportFileType, ImportContext, Importer } from '../import-file.ts'
import { checkStagedCards } from './check.ts'
import { cardColumns, createCardReader } from './file.ts'
import {
  type CardToStage,
  createCardStage,
  dropCardStage,
  insertStagedCards,
  nextStagedCards,
  stageCards,
  stagedOpenings,
} from './stage.ts'

export const cardFile: ImportFileType = {
  singular: 'card',
  plural: 'cards',
  auditMethod: 'importCards',
  tables: ['card', 'account', 'card_tag_value', 'ledger_transaction', 'ledger_entry'],
  columns: cardColumns,
  createImporter: createCardImporter,
}

async function createCardImporter(context: ImportContext, file: CsvFile): Promise<Importer> {
  const { db, secrets, ownerId, currency, now, chunkSize } = context
  const reader = await createCardReader(context, file)
  await createCardStage(db)
  /** The line of the last imported card. */
  let importedUpTo = 0
  return {
    stage: (records, refusals) => {
      const cards: CardToStage[] = []
      for (const { line, fields } of records) {
        const cardOrErrors = reader.read(line, fields)
        if (typeof cardOrErrors === 'string') refusals.add(line, cardOrErrors)
        else cards.push(cardOrErrors)
      }
      return stageCards(db, secrets, cards)
    },
    check: (refusals) => checkStagedCards(context, refusals, { hasCvvs: file.keys.includes('cvv') }),
    importNextChunk: () =>
      inTransaction(db, async (trx) => {
        const chunk = await nextStagedCards(trx, importedUpTo, chunkSize)
        if (!chunk) return 0
        const isFirstChunk = importedUpTo === 0
        if (isFirstChunk) await createTagNames(trx, ownerId, reader.tagNames)
        await insertStagedCards(trx, chunk, now).catch(refuseNumberInUse)
        await postOpeningBalances(trx, { ownerId, currency }, stagedOpenings(chunk))
        importedUpTo = chunk.upTo
        return chunk.count
      }),
    end: () => dropCardStage(db),
    notes: () => {
      const { newTags } = reader
      if (newTags.length === 0) return []
      return [`${countToText(newTags.length, 'tag is', 'tags are')} new: ${newTags.join(', ')}.`]
    },
  }
}

/** Throws a CommandError if a card with one of the numbers was issued between the check and the insert. */
function refuseNumberInUse(error: unknown): never {
  if (!isUniqueViolation(error, ['card_pan', 'card_tracking'])) throw error
  throw new CommandError('A card of the file was issued during the import: import the file again.')
}
