// The downloads of a statement: PDF, printed PDF, Excel, CSV. A worker makes the PDF and the CSV, and decodes the Excel
// file that the server sends.
import { m } from '#words/messages.js'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { client } from '#brand/current.ts'
import type { CardTransaction } from '#contract/cards.ts'
import type { Result } from '#contract/operations.ts'
import { cardStatuses } from '#domain/cards/status.ts'
import { statementFileName } from '#domain/cards/statement.ts'
import { valueToText } from '#domain/columns.ts'
import { instantToDate } from '#domain/dates.ts'
import { amountToText } from '#domain/money.ts'
import { madeByText } from '#pages/shared/madeByText.ts'
import { exportsWorker } from '#services/files/exports-worker.ts'
import { CSV, XLSX } from '#services/lists/useExport.ts'
import { notify } from '#services/notices.ts'
import { openFileWindow, saveFile } from '#services/files/save-file.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { DownloadMenu } from '#ui/list/DownloadMenu.tsx'
import { type Card, expiryText, statusOf } from '../details/card.ts'
import { toColumns } from './columns.ts'
import type { Dates } from './query-specs.ts'

interface DownloadsProps {
  readonly card: Card
  readonly statement: Result<'cardStatement'>
  readonly dates: Dates
}

const PDF = 'application/pdf'

export function Downloads({ card, statement, dates }: DownloadsProps) {
  const [isPreparing, setIsPreparing] = useState(false)
  const name = statementFileName(card.TRACKINGNUMBER, dates.start, dates.end)
  const columns = toColumns(statement)
  const rows = sortNewestFirst(statement.transactions)

  const save = async ({ extension, type, prepare }: FileKind): Promise<void> => {
    setIsPreparing(true)
    const bytes = await prepare()
    setIsPreparing(false)
    if (bytes) saveFile(`${name}.${extension}`, type, bytes)
  }
  const preparePdf = ({ print }: PdfPurpose) =>
    exportsWorker.statementPdf({ ...toPdfContent({ card, statement, dates }), print })
  const pdfFile: FileKind = { extension: 'pdf', type: PDF, prepare: () => preparePdf({ print: false }) }
  const excelFile: FileKind = {
    extension: 'xlsx',
    type: XLSX,
    prepare: () => exportsWorker.decodeBase64(statement.excelBase64Data),
  }
  const csvFile: FileKind = {
    extension: 'csv',
    type: CSV,
    prepare: () => exportsWorker.csv({ columns, rows, zone: client, dropsFirstComma: true }),
  }
  const printStatement = async () => {
    // The window opens during the click event, since browsers block windows that open later.
    const fileWindow = openFileWindow()
    if (!fileWindow) {
      notify({ kind: 'error', text: m.cards_printWindowBlocked() })
      return
    }
    const bytes = await preparePdf({ print: true })
    if (bytes) fileWindow.show(bytes, PDF)
    else fileWindow.close()
  }

  return (
    <>
      <DownloadMenu
        pending={isPreparing}
        items={[
          { label: 'PDF', make: () => void save(pdfFile) },
          { label: m.common_excel(), make: () => void save(excelFile) },
          { label: 'CSV', make: () => void save(csvFile) },
        ]}
      />
      <Button size="small" icon={<Printer aria-hidden />} onClick={() => void printStatement()}>
        {m.common_print()}
      </Button>
    </>
  )
}

const sortNewestFirst = (rows: readonly CardTransaction[]): readonly CardTransaction[] =>
  rows.toSorted((a, b) => {
    if (a.SHOWDATE === b.SHOWDATE) return 0
    return a.SHOWDATE < b.SHOWDATE ? 1 : -1
  })

interface FileKind {
  readonly extension: string
  readonly type: string
  /** The bytes of the file; undefined if the worker could not make it. */
  readonly prepare: () => Promise<Uint8Array<ArrayBuffer> | undefined>
}

interface PdfPurpose {
  /** True if the print dialog opens with the file. */
  readonly print: boolean
}

function toPdfContent({ card, statement, dates }: DownloadsProps) {
  const now = Date.now()
  const { openingBalance, closingBalance } = statement
  const money = (decimal: string) => amountToText(decimal, card.CURRENCY)
  const today = instantToDate(now, client.timeZone)
  const period = `${valueToText(dates.start, 'date', client)} – ${valueToText(dates.end, 'date', client)}`
  // Label and value of each fact. Card numbers are masked, and there is no CVV.
  const facts: (readonly [string, string])[] = [
    [m.cards_cardNumber(), valueToText(card.CARDNUMBER, 'pan', client)],
    [m.cards_trackingNumber(), valueToText(card.TRACKINGNUMBER, 'identifier', client)],
    [m.cards_expiryDate(), expiryText(card)],
    [m.common_campaign(), card.CAMPAIGNNAME],
    [m.cards_statementCardStatus(), cardStatuses[statusOf(card, today)].label],
    [m.cards_customerReference(), card.ACTIVATIONDATA || '–'],
    [m.cards_statementCardBalance(), money(card.CARDBALANCE)],
    [m.cards_statementFundsAvailable(), money(card.FUNDSAVAILABLE)],
  ]
  if (openingBalance !== undefined) facts.push([m.cards_statementOpeningBalance(), money(openingBalance)])
  if (closingBalance !== undefined) facts.push([m.cards_closingBalance(), money(closingBalance)])
  facts.push([m.common_period(), period])
  return {
    title: m.cards_transactionStatement(),
    logoUrl: `${client.basePath}icons/icon-192.png`,
    facts,
    columns: toColumns(statement),
    rows: sortNewestFirst(statement.transactions),
    zone: { timeZone: client.timeZone, timeZoneLabel: client.timeZoneLabel },
    madeBy: madeByText(now),
  }
}
