// A csv file of the bank in the import dialog: the user assigns its columns if the headings do not, says how ambiguous
// days are written, compares the sums with the bank, and imports the entries.
import { m } from '#words/messages.js'
import { type ReactNode, useEffect, useState } from 'react'
import type { CsvEntry } from '#domain/funding/bank-rows.ts'
import { MAX_BANK_ACCOUNT } from '#domain/funding/bank-statements.ts'
import { dateToShortText } from '#domain/calendar.ts'
import type { DateOrder } from '#domain/files/date-forms.ts'
import { type Cents, cents, sumCents } from '#domain/money.ts'
import type { MappedColumns, ReadColumns } from '#domain/rows/headings.ts'
import { type BankCsv, importCsvEntries, readBankCsv } from '#flows/funding/read-bank-csv.ts'
import { ColumnMapping } from '#pages/shared/row-editor/columns/ColumnMapping.tsx'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { NO_PARAMS, useServerQuery } from '#services/server/queries.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Select } from '#ui/forms/Select.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { Money } from '#ui/Money.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'

interface CsvImportProps {
  readonly file: File
  readonly currency: string
  readonly onCancel: () => void
}

export function CsvImport({ file, currency, onCancel }: CsvImportProps) {
  const [chosen, setChosen] = useState<{ readonly columns: ReadColumns; readonly mapping: MappedColumns }>()
  const [order, setOrder] = useState<DateOrder>()
  const [csv, setCsv] = useState<BankCsv>()
  const [isChoosing, setIsChoosing] = useState(false)
  useEffect(() => {
    let isCurrent = true
    void readBankCsv(file, { chosen, order }).then((result) => {
      if (isCurrent) setCsv(result)
    })
    return () => {
      isCurrent = false
    }
  }, [file, chosen, order])
  const chooseColumns = (columns: ReadColumns, mapping: MappedColumns) => {
    setCsv(undefined)
    setIsChoosing(false)
    setOrder(undefined)
    setChosen({ columns, mapping })
  }
  if (!csv) return <SkeletonLines lines={4} />
  const { result, rowType, columns } = csv
  if (columns && (isChoosing || result.kind === 'columnsNeeded'))
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
  // A remembered choice can be wrong for this file.
  const otherColumns = columns && <Button onClick={() => setIsChoosing(true)}>{m.rows_chooseColumns()}</Button>
  switch (result.kind) {
    case 'columnsNeeded':
      return null
    case 'orderNeeded':
      return (
        <Select
          label={m.rows_howAreDatesWritten()}
          hint={m.funding_csvDateSample({ sample: result.sample })}
          placeholder={m.rows_chooseDayEllipsis()}
          value=""
          options={result.orders.map((value) => ({ value, label: orderLabels[value]() }))}
          onChange={({ target }) => setOrder(target.value as DateOrder)}
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
            {otherColumns}
          </div>
        </div>
      )
    case 'entries':
      return (
        <CsvEntries
          {...{ file, currency, onCancel }}
          entries={result.entries}
          leftOut={result.leftOut}
          otherColumns={otherColumns}
        />
      )
  }
}

/** Only the rows of uploads have columns that colleagues share. */
const NOT_SHARED = { sharedMapping: undefined, isSharedByMe: false, canShare: () => false, share: () => {} }

const orderLabels: Readonly<Record<DateOrder, () => string>> = {
  dmy: m.rows_dayFirst,
  mdy: m.rows_monthFirst,
  ymd: m.rows_yearFirst,
}

interface CsvEntriesProps extends CsvImportProps {
  readonly entries: readonly CsvEntry[]
  readonly leftOut: number
  readonly otherColumns: ReactNode
}

function CsvEntries({ file, currency, entries, leftOut, otherColumns, onCancel }: CsvEntriesProps) {
  const { online } = useConnection()
  const { data } = useServerQuery('bankEntries', NO_PARAMS)
  // Undefined until the user types: then the account of the last file is proposed.
  const [typedAccount, setTypedAccount] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const [result, setResult] = useState<Awaited<ReturnType<typeof importCsvEntries>>>()
  const account = typedAccount ?? data?.lastAccount ?? ''
  const days = entries.map(({ bookedOn }) => bookedOn).toSorted()
  const send = async () => {
    setIsSending(true)
    setResult(await importCsvEntries(file.name, account.trim(), entries))
    setIsSending(false)
  }
  if (typeof result === 'object')
    return (
      <div role="status">
        <Banner kind="info" title={file.name}>
          {m.funding_entriesAdded({ added: result.added, known: result.entries - result.added })}
        </Banner>
      </div>
    )
  const missingAccountReason = account.trim() === '' ? m.funding_csvAccountMissing() : undefined
  const disabledReason = missingAccountReason ?? (online ? undefined : OFFLINE_REASON)
  return (
    <div className="grid gap-4">
      {typeof result === 'string' && (
        <div role="alert">
          <Banner kind="critical" title={result} />
        </div>
      )}
      <p className="text-muted">{m.funding_csvCompare()}</p>
      <Facts
        facts={[
          { label: m.funding_csvEntries(), value: String(entries.length) },
          {
            label: m.common_period(),
            value: `${dateToShortText(days[0] as never)} – ${dateToShortText(days.at(-1) as never)}`,
          },
          { label: m.funding_moneyIn(), value: <Money cents={sumOf(entries, 1)} currency={currency} /> },
          { label: m.funding_moneyOut(), value: <Money cents={sumOf(entries, -1)} currency={currency} /> },
          ...(leftOut === 0 ? [] : [{ label: m.funding_csvLeftOut(), value: String(leftOut) }]),
        ]}
      />
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
        <Button disabledReason={isSending ? m.funding_importRunning() : undefined} onClick={onCancel}>
          {m.rows_chooseAnotherFile()}
        </Button>
        {!isSending && otherColumns}
        <Button
          kind="primary"
          disabledReason={isSending ? m.funding_importRunning() : disabledReason}
          onClick={() => void send()}
        >
          {m.funding_csvImport({ count: entries.length })}
        </Button>
      </div>
    </div>
  )
}

const sumOf = (entries: readonly CsvEntry[], sign: 1 | -1): Cents =>
  cents(
    Math.abs(sumCents(entries.flatMap(({ amountCents }) => (Math.sign(amountCents) === sign ? [amountCents] : [])))),
  )
