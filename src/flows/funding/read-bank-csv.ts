// Reads entries of the bank from a csv file, in the sheets worker like the rows of a batch. Finds the columns by their
// headings, unless the user assigns them now or has assigned them for an earlier file with the same headings.
import { client } from '#brand/current.ts'
import {
  type BankFieldName,
  type BankRow,
  type BankRowRules,
  type BankRowType,
  toBankEntries,
  type BankRowsResult,
  type CsvEntry,
} from '#domain/funding/bank-rows.ts'
import { MAX_BANK_ENTRIES, MAX_BANK_TEXT } from '#domain/funding/bank-statements.ts'
import type { DateOrder } from '#domain/files/date-forms.ts'
import { messageToText } from '#domain/messages/to-text.ts'
import { centsToDecimal } from '#domain/money.ts'
import { toRowType } from '#domain/row-types.ts'
import type { MappedColumns, ReadColumns } from '#domain/rows/headings.ts'
import { createRowReader } from '#domain/rows/packed-rows.ts'
import { columnMemory } from '#services/files/column-memory.ts'
import { sheetsWorker } from '#services/files/sheets-worker.ts'
import { change } from '#services/server/api.ts'
import { refreshQueries } from '#services/server/queries.ts'
import { newRequestId } from '#services/server/request-id.ts'
import { ownerUserOf, sessionStore } from '#services/session/session.ts'

export interface BankCsv {
  /** 'columnsNeeded': the user has to assign the columns. */
  readonly result: BankRowsResult | { readonly kind: 'columnsNeeded' }
  readonly rowType: BankRowType
  /** The columns of the file and how they were read, so that the user can assign them again. */
  readonly columns: ReadColumns | undefined
}

interface Choices {
  /** The columns of the file, and how the user assigned them. */
  readonly chosen?: { readonly columns: ReadColumns; readonly mapping: MappedColumns } | undefined
  readonly order?: DateOrder | undefined
}

export async function readBankCsv(file: File, { chosen, order }: Choices = {}): Promise<BankCsv> {
  const rules: BankRowRules = { kind: 'bankEntries', words: client.fileWords }
  const rowType = toRowType(rules)
  const session = sessionStore.get()
  const memory = session && columnMemory(ownerUserOf(session), rowType)
  const readRows = (columns?: MappedColumns) =>
    sheetsWorker.readRows(file, { rules, accepts: ['csv'], maxRows: MAX_BANK_ENTRIES, columns })
  if (chosen) await memory?.remember(chosen.columns, chosen.mapping)
  let result = await readRows(chosen?.mapping)
  const firstColumns = result.ok ? result.facts.columns : result.refusal.columns
  const canUseEarlierChoice = !chosen && firstColumns && !firstColumns.asksForHeadings
  if (canUseEarlierChoice) {
    const remembered = await memory?.recall(firstColumns)
    if (remembered) result = await readRows(remembered)
  }
  if (!result.ok) {
    const { columns: unclearColumns, message } = result.refusal
    if (unclearColumns) return { result: { kind: 'columnsNeeded' }, rowType, columns: unclearColumns }
    return { result: { kind: 'refused', text: messageToText(message) }, rowType, columns: firstColumns }
  }
  const decoder = new TextDecoder()
  const readRow = createRowReader(result.packedRows, (bytes) => decoder.decode(bytes))
  const rows: BankRow[] = []
  for (let index = 0; index < result.packedRows.count; index += 1) {
    const row = readRow<BankFieldName>(rowType, index)
    if (row) rows.push(row)
  }
  const entries = toBankEntries(rows, { order, currency: client.fileWords.currency })
  return { result: entries, rowType, columns: result.facts.columns ?? firstColumns }
}

/** Sends the entries, and returns how many are new, or the sentence that says why nothing was imported. */
export async function importCsvEntries(
  fileName: string,
  account: string,
  entries: readonly CsvEntry[],
): Promise<{ readonly entries: number; readonly added: number } | string> {
  const response = await change('importBankEntries', {
    requestId: newRequestId(),
    fileName,
    account,
    entries: entries.map(({ bookedOn, amountCents, bankReference, reference }) => ({
      bookedOn,
      amount: centsToDecimal(amountCents),
      bankReference: bankReference.slice(0, MAX_BANK_TEXT),
      reference: reference.slice(0, MAX_BANK_TEXT),
    })),
  })
  refreshQueries('bankEntries')
  if (response.ok) return response.result
  const errors = response.kind === 'refused' ? response.errors : undefined
  return errors?.[0]?.message ?? response.text
}
