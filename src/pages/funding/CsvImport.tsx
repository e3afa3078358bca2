// A csv file of the bank in the import dialog. If the headings do not identify the columns, the user assigns them. If
// the dates are ambiguous, the user says in which order day and month are written. Then the user compares the sums with
// those of the bank, and imports the entries.
import { m } from '#words/messages.js'
import { type ReactNode, useEffect, useState } from 'react'
import type { CsvEntry } from '#domain/funding/bank-rows.ts'
import { MAX_BANK_ACCOUNT } from '#domain/funding/bank-statements.ts'
import { type CalendarDate, dateToShortText } from '#domain/calendar.ts'
import type { DateOrder } from '#domain/files/date-forms.ts'
import { type Cents, cents, sumCents } from '#domain/money.ts'
import type { MappedColumns, ReadColumns } from '#domain/rows/headings.ts'
import { type BankCsv, importCsvEntries, readBankCsv } from '#flows/funding/read-bank-csv.ts'
import { ColumnMapping } from '#pages/shared/row-editor/columns/ColumnMapping.tsx'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { NO_PARAMS, useServerQuery } from '#services/server/queries.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { type Fact, Facts } from '#ui/Facts.tsx'
import { Select } from '#ui/forms/Select.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { Money } from '#ui/Money.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'

interface CsvImportProps {
  readonly file: File
  readonly currency: string
  readonly onCancel: () => void
}

interface ChosenColumns {
  /** The columns of the file. */
  readonly columns: ReadColumns
  /** How the user assigned them. */
  readonly mapping: MappedColumns
}

export function CsvImport({ file, currency, onCancel }: CsvImportProps) {
  // The user's answers. Undefined until the user has given them.
  const [chosenColumns, setChosenColumns] = useState<ChosenColumns>()
  const [dateOrder, setDateOrder] = useState<DateOrder>()
  // Undefined while the file is read.
  const [csv, setCsv] = useState<BankCsv>()
  const [isChoosingColumns, setIsChoosingColumns] = useState(false)
  useEffect(() => {
    let isStale = false
    void readBankCsv(file, { chosen: chosenColumns, order: dateOrder }).then((result) => {
      if (!isStale) setCsv(result)
    })
    return () => {
      isStale = true
    }
  }, [file, chosenColumns, dateOrder])
  const chooseColumns = (columns: ReadColumns, mapping: MappedColumns) => {
    setCsv(undefined)
    setIsChoosingColumns(false)
    setDateOrder(undefined)
    setChosenColumns({ columns, mapping })
  }
  if (!csv) return <SkeletonLines lines={4} />
  const { result, rowType, columns } = csv
  const asksForColumns = isChoosingColumns || result.kind === 'columnsNeeded'
  if (columns && asksForColumns)
    return (
      <ColumnMapping
        rowType={rowType}
        columns={columns}
        fileName={file.name}
        sharing={NOT_SHARED}
        onUse={(mapping) => chooseColumns(columns, mapping)}
        onCancel={onCancel}
      />
    )
  // The columns can be those that the user chose for an earlier file. They can be wrong for this file.
  const chooseColumnsButton = columns && (
    <Button onClick={() => setIsChoosingColumns(true)}>{m.rows_chooseColumns()}</Button>
  )
  switch (result.kind) {
    case 'columnsNeeded':
      // Only a file without columns gets here. For any other file, the mapping above asks for the columns.
      return null
    case 'orderNeeded':
      return (
        <Select
          label={m.rows_howAreDatesWritten()}
          hint={m.funding_csvDateSample({ sample: result.sample })}
          placeholder={m.rows_chooseDayEllipsis()}
          value=""
          options={result.orders.map((value) => ({ value, label: orderLabels[value]() }))}
          onChange={({ target }) => setDateOrder(target.value as DateOrder)}
        />
      )
    case 'refused':
      return (
        <div className="grid gap-4">
          <div role="alert">
            <Banner kind="critical" title={result.text} />
          </div>
          <div className="flex flex-wrap gap-3">
            <Button onClick={onCancel}>{m.rows_chooseAnotherFile()}</Button>
            {chooseColumnsButton}
          </div>
        </div>
      )
    case 'entries':
      return (
        <CsvEntries
          file={file}
          currency={currency}
          onCancel={onCancel}
          entries={result.entries}
          leftOutCount={result.leftOut}
          chooseColumnsButton={chooseColumnsButton}
        />
      )
  }
}

/** Users share the columns of uploads only, not those of bank files. */
const NOT_SHARED = { sharedMapping: undefined, isSharedByMe: false, canShare: () => false, share: () => {} }

const orderLabels: Readonly<Record<DateOrder, () => string>> = {
  dmy: m.rows_dayFirst,
  mdy: m.rows_monthFirst,
  ymd: m.rows_yearFirst,
}

interface ImportedCount {
  readonly entries: number
  /** How many of the entries were not imported before. */
  readonly added: number
}

interface CsvEntriesProps extends CsvImportProps {
  /** At least one. */
  readonly entries: readonly CsvEntry[]
  /** How many rows have no amount and are left out. */
  readonly leftOutCount: number
  readonly chooseColumnsButton: ReactNode
}

function CsvEntries({ file, currency, entries, leftOutCount, chooseColumnsButton, onCancel }: CsvEntriesProps) {
  const { online } = useConnection()
  const { data } = useServerQuery('bankEntries', NO_PARAMS)
  // Undefined until the user types. Before that, the account of the last file is proposed.
  const [typedAccount, setTypedAccount] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const [imported, setImported] = useState<ImportedCount>()
  const [refusal, setRefusal] = useState<string>()
  const account = typedAccount ?? data?.lastAccount ?? ''
  const sendingReason = isSending ? m.funding_importRunning() : undefined
  const missingAccountReason = account.trim() === '' ? m.funding_csvAccountMissing() : undefined
  const offlineReason = online ? undefined : OFFLINE_REASON
  const days = entries.map(({ bookedOn }) => bookedOn).toSorted()
  // The casts are safe, since there is at least one entry.
  const firstDay = days[0] as CalendarDate
  const lastDay = days.at(-1) as CalendarDate
  const facts: Fact[] = [
    { label: m.funding_csvEntries(), value: String(entries.length) },
    { label: m.common_period(), value: `${dateToShortText(firstDay)} – ${dateToShortText(lastDay)}` },
    { label: m.funding_moneyIn(), value: <Money cents={sumOf(entries, 'in')} currency={currency} /> },
    { label: m.funding_moneyOut(), value: <Money cents={sumOf(entries, 'out')} currency={currency} /> },
  ]
  if (leftOutCount > 0) facts.push({ label: m.funding_csvLeftOut(), value: String(leftOutCount) })
  const send = async () => {
    setIsSending(true)
    const result = await importCsvEntries(file.name, account.trim(), entries)
    setIsSending(false)
    if (typeof result === 'string') setRefusal(result)
    else setImported(result)
  }
  if (imported)
    return (
      <div role="status">
        <Banner kind="info" title={file.name}>
          {m.funding_entriesAdded({ added: imported.added, known: imported.entries - imported.added })}
        </Banner>
      </div>
    )
  return (
    <div className="grid gap-4">
      {refusal !== undefined && (
        <div role="alert">
          <Banner kind="critical" title={refusal} />
        </div>
      )}
      <p className="text-muted">{m.funding_csvCompare()}</p>
      <Facts facts={facts} />
      <TextField
        label={m.funding_csvAccount()}
        hint={m.funding_csvAccountHint()}
        autoComplete="off"
        maxLength={MAX_BANK_ACCOUNT}
        value={account}
        readOnly={isSending}
        onChange={({ target }) => setTypedAccount(target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button disabledReason={sendingReason} onClick={onCancel}>
          {m.rows_chooseAnotherFile()}
        </Button>
        {!isSending && chooseColumnsButton}
        <Button
          kind="primary"
          disabledReason={sendingReason ?? missingAccountReason ?? offlineReason}
          onClick={() => void send()}
        >
          {m.funding_csvImport({ count: entries.length })}
        </Button>
      </div>
    </div>
  )
}

/** The sum of the amounts that came in or went out, without a sign. */
function sumOf(entries: readonly CsvEntry[], direction: 'in' | 'out'): Cents {
  const amounts = entries.map(({ amountCents }) => amountCents)
  const amountsOfDirection = amounts.filter((amount) => (direction === 'in' ? amount > 0 : amount < 0))
  return cents(Math.abs(sumCents(amountsOfDirection)))
}
