// The rows as an editable grid: the sheet's own row number, identifier, amount, fee, the two ticks, and each finding in words.
// Only the rows in view exist; a row is looked up when its cell is shown.
import { RotateCcw, Trash2, Undo2 } from 'lucide-react'
import { type Ref, useMemo } from 'react'
import { client } from '#brand/current.ts'
import type { BatchWizard, OpenRows } from '#flows/batch.ts'
import type { RowFilter } from '#flows/batch-row-view.ts'
import type { BatchRow } from '#flows/batch-rows.ts'
import type { Cents } from '#domain/money.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Money } from '#ui/Money.tsx'
import type { GridColumn } from '#ui/GridCell.tsx'
import { VirtualTable, type VirtualTableHandle } from '#ui/VirtualTable.tsx'
import { RowChecks } from './RowChecks.tsx'
import { useCell } from './useCell.ts'
import { emptyWords, shownAmount, shownIdentifier } from './words.ts'

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
  const ids = useMemo(() => Array.from(view), [view])
  const columns = useMemo(
    () => toColumns(opened, asking, wizard.isReadOnly, hasHostChecks),
    // oxlint-disable-next-line react/exhaustive-deps -- `version`: the rows behind the columns have changed
    [opened, asking, wizard.isReadOnly, hasHostChecks, version],
  )
  return (
    <VirtualTable
      caption="Rows of the batch"
      columns={columns}
      rows={ids}
      rowKey={(id) => id}
      rowTone={(id) => (rows.isFaulty(id) && !rows.isRemoved(id) ? 'critical' : undefined)}
      {...(!wizard.isReadOnly && { onDelete: (id: number) => opened.edits.remove([id]) })}
      rowHeight={40}
      heightClass="h-[max(18rem,calc(100dvh-25rem))]"
      handle={handle}
      empty={<EmptyState title={emptyWords(filter)} />}
    />
  )
}

function toColumns(
  { rows, edits }: OpenRows,
  asking: ReadonlySet<number>,
  isReadOnly: boolean,
  hasHostChecks: boolean,
): GridColumn<number>[] {
  const editable = (row: BatchRow) => !isReadOnly && !row.isRemoved
  const { identifierType } = rows.rules()
  const currency = rows.currency()
  return [
    {
      key: 'row',
      label: 'Row',
      width: '4.25rem',
      numeric: true,
      cell: (id) => <span className="text-muted">{rows.row(id).rowNumber}</span>,
    },
    {
      key: 'identifier',
      label: identifierType === 1 ? 'Card Number' : 'Tracking Number',
      width: '13.5rem',
      cell: (id) => {
        const row = rows.row(id)
        return (
          <span className={row.isRemoved ? 'figures truncate text-muted line-through' : 'figures truncate'}>
            {shownIdentifier(row, identifierType)}
          </span>
        )
      },
      edit: (id) => {
        const row = rows.row(id)
        if (!editable(row)) return undefined
        return { value: row.identifier, onSave: (identifier) => edits.edit(id, { ...row, identifier }) }
      },
    },
    {
      key: 'amount',
      label: currency === undefined ? 'Amount' : `Amount (${currency})`,
      width: '9rem',
      numeric: true,
      cell: (id) => {
        const row = rows.row(id)
        return (
          <span className={row.isRemoved ? 'truncate text-muted line-through' : 'truncate'}>{shownAmount(row)}</span>
        )
      },
      edit: (id) => {
        const row = rows.row(id)
        if (!editable(row)) return undefined
        return { value: row.amountText, onSave: (amountText) => edits.edit(id, { ...row, amountText }) }
      },
    },
    ...(client.flags.hideFees
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
    {
      key: 'checks',
      label: 'Checks',
      width: 'minmax(18rem,1fr)',
      cell: (id) => (
        <RowChecks row={rows.row(id)} rules={rows.rules()} isAsking={asking.has(id)} hasHostChecks={hasHostChecks} />
      ),
    },
    {
      key: 'actions',
      label: 'Actions',
      labelHidden: true,
      width: '5.5rem',
      cell: (id) => {
        const row = rows.row(id)
        if (isReadOnly) return null
        return (
          <span className="flex w-full justify-end gap-0.5">
            {row.isRemoved ? (
              <IconButton
                label={`Put row ${row.rowNumber} back`}
                icon={<Undo2 aria-hidden />}
                size="small"
                tabIndex={-1}
                onClick={() => edits.putBack([id])}
              />
            ) : (
              <>
                {row.original && (
                  <IconButton
                    label={`Return row ${row.rowNumber} to the file's values`}
                    icon={<RotateCcw aria-hidden />}
                    size="small"
                    tabIndex={-1}
                    onClick={() => edits.revert(id)}
                  />
                )}
                <IconButton
                  label={`Remove row ${row.rowNumber}`}
                  icon={<Trash2 aria-hidden />}
                  size="small"
                  tabIndex={-1}
                  onClick={() => edits.remove([id])}
                />
              </>
            )}
          </span>
        )
      },
    },
  ]
}
