// The rows as an editable grid: the sheet's own row number, identifier, amount, fee, the two ticks, and each finding in words.
// Only the rows in view exist; a row is looked up when its cell is shown.
import { type LucideIcon, RotateCcw, Undo2, X } from 'lucide-react'
import { type Ref, useMemo, useState } from 'react'
import { client } from '#brand/current.ts'
import type { BatchWizard, OpenRows } from '#flows/batch.ts'
import type { RowFilter } from '#flows/batch-row-view.ts'
import type { BatchRow, RowRules } from '#flows/batch-rows.ts'
import type { IdentifierType } from '#domain/cards/identifiers.ts'
import type { Cents } from '#domain/money.ts'
import { setToFindings } from '#domain/batch/findings.ts'
import { batchKinds } from '#domain/batch/kinds.ts'
import { cx } from '#ui/cx.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Money } from '#ui/Money.tsx'
import type { GridColumn } from '#ui/GridCell.tsx'
import { VirtualTable, type VirtualTableHandle } from '#ui/VirtualTable.tsx'
import { kindWords } from './kind-words.ts'
import { RowChecks } from './RowChecks.tsx'
import { useCell } from './useCell.ts'
import { useIsNarrow } from './useIsNarrow.ts'
import { amountField, emptyWords, findingWords, shownAmount, shownIdentifier } from './words.ts'

interface RowsTableProps {
  readonly wizard: BatchWizard
  readonly opened: OpenRows
  /** Ids of the rows, in their order. */
  readonly view: Uint32Array
  readonly filter: RowFilter
  readonly version: number
  readonly handle: Ref<VirtualTableHandle>
  readonly hasHostChecks: boolean
}

export function RowsTable({ wizard, opened, view, filter, version, handle, hasHostChecks }: RowsTableProps) {
  const { rows } = opened
  const asking = useCell(wizard.asking)
  const isNarrow = useIsNarrow()
  const ids = useMemo(() => Array.from(view), [view])
  const columns = useMemo(
    () => toColumns(opened, asking, { isReadOnly: wizard.isReadOnly, isNarrow, hasHostChecks }),
    // oxlint-disable-next-line react/exhaustive-deps -- `version`: the rows behind the columns have changed
    [opened, asking, wizard.isReadOnly, isNarrow, hasHostChecks, version],
  )
  const [active, setActive] = useState<number>()
  return (
    <>
      <VirtualTable
        caption="Rows of the batch"
        columns={columns}
        rows={ids}
        rowKey={(id) => id}
        rowTone={(id) => (rows.isFaulty(id) && !rows.isRemoved(id) ? 'critical' : undefined)}
        {...(!wizard.isReadOnly && { onDelete: (id: number) => opened.edits.remove([id]) })}
        rowHeight={isNarrow ? (batchKinds[rows.rules().type].needsTarget ? 100 : 80) : 40}
        heightClass="h-[max(18rem,calc(100dvh-25rem))]"
        handle={handle}
        empty={<EmptyState title={emptyWords(filter)} />}
        onActiveRow={setActive}
      />
      {active !== undefined && active < rows.count && <WholeWords row={rows.row(active)} rules={rows.rules()} />}
    </>
  )
}

/** All that was found about the row where the focus is: the cell has room for the beginning. */
function WholeWords({ row, rules }: { readonly row: BatchRow; readonly rules: RowRules }) {
  const codes = row.isRemoved ? [] : setToFindings(row.findings)
  if (codes.length === 0) return null
  return (
    <p className="border-t border-line px-3 py-2 text-sm">
      <span className="font-medium">Row {row.rowNumber}:</span>{' '}
      {codes.map((code) => findingWords(code, row, rules)).join(' ')}
    </p>
  )
}

/** The target of a transfer as it is shown. */
const shownTarget = (row: BatchRow, type: IdentifierType) => shownIdentifier({ identifier: row.identifierTo }, type)

function toColumns(
  { rows, edits }: OpenRows,
  asking: ReadonlySet<number>,
  { isReadOnly, isNarrow, hasHostChecks }: Record<'isReadOnly' | 'isNarrow' | 'hasHostChecks', boolean>,
): GridColumn<number>[] {
  const editable = (row: BatchRow) => !isReadOnly && !row.isRemoved
  const { identifierType, type } = rows.rules()
  const { needsTarget, amount, chargesFee } = batchKinds[type]
  const currency = rows.currency()
  const checks = (id: number) => (
    <RowChecks
      row={rows.row(id)}
      rules={rows.rules()}
      isAsking={asking.has(id)}
      hasHostChecks={hasHostChecks}
      lines={isNarrow ? 3 : 2}
    />
  )
  const amountColumn: GridColumn<number> = {
    key: 'amount',
    label: currency === undefined || isNarrow ? 'Amount' : `Amount (${currency})`,
    width: isNarrow ? '6.75rem' : '9rem',
    numeric: true,
    cell: (id) => {
      const row = rows.row(id)
      return (
        <span className={row.isRemoved ? 'truncate text-muted line-through' : 'truncate'}>
          {shownAmount(row, { whole: kindWords[type].whole, needsTarget })}
        </span>
      )
    },
    edit: (id) => {
      const row = rows.row(id)
      if (!editable(row)) return undefined
      return { value: amountField(row, needsTarget), onSave: (amountText) => edits.edit(id, { ...row, amountText }) }
    },
  }
  return [
    {
      key: 'row',
      label: 'Row',
      width: isNarrow ? '3.25rem' : '4.25rem',
      numeric: true,
      cell: (id) => rows.row(id).rowNumber,
    },
    {
      key: 'identifier',
      label: identifierType === 1 ? 'Card Number' : 'Tracking Number',
      width: isNarrow ? 'minmax(8.5rem,1fr)' : '13.5rem',
      cell: (id) => {
        const row = rows.row(id)
        const shown = (
          <span className={cx('figures truncate max-sm:tracking-tight', row.isRemoved && 'text-muted line-through')}>
            {shownIdentifier(row, identifierType)}
          </span>
        )
        if (!isNarrow) return shown
        return (
          <span className="grid w-full min-w-0 gap-0.5">
            {shown}
            {needsTarget && <span className="figures truncate text-sm">→ {shownTarget(row, identifierType)}</span>}
            {checks(id)}
          </span>
        )
      },
      edit: (id) => {
        const row = rows.row(id)
        if (!editable(row)) return undefined
        return { value: row.identifier, onSave: (identifier) => edits.edit(id, { ...row, identifier }) }
      },
    },
    ...(needsTarget && !isNarrow
      ? [
          {
            key: 'identifierTo',
            label: identifierType === 1 ? 'Target Card Number' : 'Target Tracking Number',
            width: '13.5rem',
            cell: (id: number) => {
              const row = rows.row(id)
              return (
                <span className={row.isRemoved ? 'figures truncate text-muted line-through' : 'figures truncate'}>
                  {shownTarget(row, identifierType)}
                </span>
              )
            },
            edit: (id: number) => {
              const row = rows.row(id)
              if (!editable(row)) return undefined
              const onSave = (identifierTo: string) => edits.edit(id, { ...row, identifierTo })
              return { value: row.identifierTo, onSave }
            },
          },
        ]
      : []),
    ...(amount === 'none' ? [] : [amountColumn]),
    ...(client.flags.hideFees || isNarrow || !chargesFee
      ? []
      : [
          {
            key: 'fee',
            label: 'Fee',
            width: '6rem',
            numeric: true,
            cell: (id: number) => {
              const row = rows.row(id)
              return row.checkedAt === undefined ? null : <Money cents={row.feeCents as Cents} />
            },
          },
        ]),
    ...(isNarrow ? [] : [{ key: 'checks', label: 'Checks', width: 'minmax(18rem,1fr)', cell: checks }]),
    {
      key: 'actions',
      label: 'Actions',
      labelHidden: true,
      width: isNarrow ? '2.5rem' : '5.5rem',
      cell: (id) => {
        const row = rows.row(id)
        if (isReadOnly) return null
        return (
          <span className="flex w-full justify-end gap-0.5">
            {row.isRemoved ? (
              <RowButton label={`Put row ${row.rowNumber} back`} icon={Undo2} onClick={() => edits.putBack([id])} />
            ) : (
              <>
                {row.original && !isNarrow && (
                  <RowButton
                    label={`Return row ${row.rowNumber} to the file's values`}
                    icon={RotateCcw}
                    onClick={() => edits.revert(id)}
                  />
                )}
                <RowButton label={`Remove row ${row.rowNumber}`} icon={X} onClick={() => edits.remove([id])} />
              </>
            )}
          </span>
        )
      },
    },
  ]
}

interface RowButtonProps {
  readonly label: string
  readonly icon: LucideIcon
  readonly onClick: () => void
}

// Bare, with the browser's own hint: a designed one for each row would cost more than the rows themselves.
function RowButton({ label, icon: Icon, onClick }: RowButtonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid size-7 place-items-center rounded-md text-muted hover:bg-sunken hover:text-text"
    >
      <Icon aria-hidden className="size-4" />
    </button>
  )
}
