// The downloads of a search: the list as cardsearch.csv, and the combined statement of its cards.
import { m } from '#words/messages.js'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { client } from '#brand/current.ts'
import { cardToApiIdentifier, maskPan } from '#domain/cards/identifiers.ts'
import type { Format } from '#domain/columns.ts'
import { combinedStatementFileName, SEARCH_FILE_NAME } from '#domain/cards/statement.ts'
import { request } from '#services/server/api.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { exportsWorker } from '#services/files/exports-worker.ts'
import { notify } from '#services/notices.ts'
import { saveFile } from '#services/files/save-file.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { foundColumns, type FoundRow } from './columns.ts'

export function SearchDownloads({ rows }: { readonly rows: readonly FoundRow[] }) {
  const [preparingFile, setPreparingFile] = useState<'csv' | 'statement'>()
  const { online } = useConnection()

  const saveWithProgress = async (file: 'csv' | 'statement', save: () => Promise<void>) => {
    setPreparingFile(file)
    await save()
    setPreparingFile(undefined)
  }
  return (
    <>
      <Button
        size="small"
        icon={<Download aria-hidden />}
        pending={preparingFile === 'csv'}
        onClick={() => void saveWithProgress('csv', () => saveList(rows))}
      >
        {m.cards_csv()}
      </Button>
      <Button
        size="small"
        icon={<Download aria-hidden />}
        pending={preparingFile === 'statement'}
        disabledReason={online ? undefined : OFFLINE_REASON}
        onClick={() => void saveWithProgress('statement', () => saveCombinedStatement(rows))}
      >
        {m.cards_combinedStatement()}
      </Button>
    </>
  )
}

async function saveList(rows: readonly FoundRow[]): Promise<void> {
  const bytes = await exportsWorker.csv({ columns: foundColumns, rows, zone: client, dropsFirstComma: true })
  if (bytes) saveFile(SEARCH_FILE_NAME, 'text/csv', bytes)
}

async function saveCombinedStatement(cards: readonly FoundRow[]): Promise<void> {
  const response = await request('getCombinedStatement', { cardNumbers: cards.map(cardToApiIdentifier) })
  if (!response.ok) {
    notify({ kind: 'error', text: m.cards_statementNotMade({ reason: response.text }) })
    return
  }
  const { COLUMNS, DATA } = response.result
  const rows = DATA.map(maskRow)
  const hasOnlyAmounts = (index: number) => rows.every((row) => /^-?[0-9]+\.[0-9]{2}$/.test(row[index] ?? ''))
  const columns = COLUMNS.map((label, index) => {
    // The server has formatted every cell. The format only tells a spreadsheet which cells are numbers.
    const format: Format = hasOnlyAmounts(index) ? 'amount' : 'text'
    // The rows are arrays, so the key of a column is its index. The type of a key allows only names of properties.
    return { key: index as never, label, format }
  })
  const bytes = await exportsWorker.csv({ columns, rows, zone: client, dropsFirstComma: true })
  if (bytes) saveFile(combinedStatementFileName(Date.now(), client.timeZone), 'text/csv', bytes)
}

// Masks card numbers (16 to 19 digits) again, in case the server has not masked them.
const maskRow = (row: readonly string[]): readonly string[] =>
  row.map((cell) => (/^[0-9]{16,19}$/.test(cell) ? maskPan(cell) : cell))
