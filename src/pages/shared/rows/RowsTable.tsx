// The editable grid of rows: the sheet's row number, identifier, amount, fee, the two ticks, and each finding in words.
// Only the rows in view exist; a row is looked up when its cell is shown.
import { createLucideIcon, EyeOff, type LucideIcon, RotateCcw, Undo2 } from 'lucide-react'
import { type ReactNode, type Ref, useDeferredValue, useMemo, useState } from 'react'
import type { OpenRows } from '#flows/rows/open-rows.ts'
import type { RowsModel } from '#flows/rows/rows-model.ts'
import type { RowFilter } from '#rows/view.ts'
import { fillUpOf, targetOf } from '#rows/card-elements.ts'
import type { Row } from '#rows/rows.ts'
import { maskCardNumbers } from '#domain/cards/identifiers.ts'
import { type Cents, centsToText } from '#domain/money.ts'
import { type RowField, valueRules } from '#domain/rows/fields.ts'
import type { RowKind } from '#domain/rows/kind.ts'
import { useDensity } from '#services/device/density.ts'
import { cx } from '#ui/cx.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Money } from '#ui/Money.tsx'
import { clipped, type GridColumn } from '#ui/grid/GridCell.tsx'
import { type ChosenCells, VirtualTable, type VirtualTableHandle } from '#ui/grid/VirtualTable.tsx'
import * as say from '#words/pages/shared/rows.ts'
import { addRow, BLANK, copyChosen, fillDown, isRow, paste } from './cell-acts.ts'
import { RowChecks } from './RowChecks.tsx'
import { RowFixes } from './RowFixes.tsx'
import { isWide, ownKey } from './row-layout.ts'
import { useCell } from './useCell.ts'
import { useIsNarrow } from './useIsNarrow.ts'
import { emptyWords, rowWords, shownValue } from './words.ts'

/** How money is shown apart from the rows' amounts. */
export interface ShownMoney {
  /** The currency of all amounts, for their headings. */
  readonly currency?: string | undefined
  /** Whether the server's charge per row has a column. */
  readonly showsFee?: boolean
}

interface RowsTableProps extends ShownMoney {
  readonly model: RowsModel
  readonly opened: OpenRows
  /** Ids of the rows, in order. */
  readonly view: readonly number[]
  /** Whether there is an empty last row to write in. */
  readonly grows: boolean
  /** Called with rows that are written or pasted at the end: they stay where they were written. */
  readonly onAdded: (ids: readonly number[]) => void
  readonly filter: RowFilter
  /** Rows that are hidden in the sheet of their file. */
  readonly hidden: ReadonlySet<number>
  readonly handle: Ref<VirtualTableHandle>
  readonly hasServerChecks: boolean
  /** Which of the file's own columns are shown. */
  readonly ownShown: readonly number[]
}

export function RowsTable(props: RowsTableProps) {
  const {
    model,
    opened,
    view,
    grows,
    onAdded,
    filter,
    handle,
    hasServerChecks,
    ownShown,
    currency,
    hidden,
    showsFee = false,
  } = props
  const { isReadOnly } = model
  const { rows } = opened
  const checking = useCell(model.checkingRows)
  const isNarrow = useIsNarrow()
  const [density] = useDensity()
  const isCompact = density === 'compact'
  const ids = useMemo(() => (grows ? [...view, BLANK] : view), [view, grows])
  const shownKey = ownShown.join()
  const content = rows.contentVersion()
  const checks = rows.checksVersion()
  // The answers to all rows draw every cell anew, which can wait; what the user changes cannot.
  const checked = useDeferredValue(
    useMemo(() => ({ checks, hasServerChecks, currency }), [checks, hasServerChecks, currency]),
  )
  const columns = useMemo(
    () => {
      const columns = toColumns(opened, checking, checked.currency, hidden, {
        isReadOnly,
        isNarrow,
        hasServerChecks: checked.hasServerChecks,
        showsFee,
        isCompact,
        ownShown,
      })
      return columns.map((column) => withBlank(column, rows.kind(), (values) => addRow(model, opened, values, onAdded)))
    },
    // oxlint-disable-next-line react/exhaustive-deps -- `content`, `checked`: the rows behind the columns have changed; `shownKey` changes with `ownShown`
    [model, onAdded, opened, checking, hidden, isReadOnly, isNarrow, showsFee, isCompact, shownKey, content, checked],
  )
  const isStacked = isNarrow && !isWide(rows.kind())
  const [active, setActive] = useState<number>()
  return (
    <>
      <VirtualTable
        caption={say.rowsOf(model.kind.itemName)}
        columns={columns}
        rows={ids}
        rowKey={(id) => id}
        rowTone={(id) => (id !== BLANK && rows.isFaulty(id) && !rows.isRemoved(id) ? 'critical' : undefined)}
        onCopy={(cells, clipboard) => copyChosen(rows, cells, clipboard)}
        {...(!isReadOnly && {
          onDelete: (chosen: readonly number[]) => opened.edits.remove(chosen.filter(isRow)),
          onFillDown: (cells: ChosenCells<number>) => fillDown(opened, cells),
          onPaste: (cells: ChosenCells<number>, clipboard: DataTransfer) =>
            paste({ model, opened, ids, grows, onAdded }, cells, clipboard),
        })}
        grows={grows}
        rowHeight={
          isStacked
            ? 60 +
              20 *
                (stackedFields(rows.kind()).length +
                  ownShown.length +
                  (fillUpOf(rows) === undefined ? 0 : 1) +
                  (rows.hasHolders() ? 1 : 0))
            : rowHeights[density]
        }
        heightClass="h-[max(18rem,calc(100dvh-23rem))]"
        handle={handle}
        empty={<EmptyState title={emptyWords(filter)} />}
        onActiveRow={setActive}
      />
      {active !== undefined && isRow(active) && active < rows.count && (
        <WholeWords row={rows.row(active)} kind={rows.kind()}>
          {!isReadOnly && <RowFixes opened={opened} id={active} />}
        </WholeWords>
      )}
    </>
  )
}

/** In px. */
const rowHeights = { normal: 40, compact: 28 } as const

/** All findings of the focused row: its cell only has room for the beginning. */
function WholeWords({
  row,
  kind,
  children,
}: {
  readonly row: Row
  readonly kind: RowKind
  readonly children: ReactNode
}) {
  if (row.isRemoved || row.findings.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-t border-line px-3 py-2 text-sm">
      <p className="min-w-48 flex-1">
        <span className="font-medium">{say.rowRowNumber(row.rowNumber)}</span> {rowWords(kind, row)}
      </p>
      {children}
    </div>
  )
}

/** On a narrow screen amounts keep a column, and everything else is stacked. */
const stackedFields = <Name extends string>(kind: RowKind<Name>) =>
  kind.activeFields.filter(({ value }) => value !== 'money')

/** The column as the empty last row needs it: cells to write in, and nothing else. */
function withBlank(
  column: GridColumn<number>,
  kind: RowKind,
  add: (values: Readonly<Record<string, string>>) => void,
): GridColumn<number> {
  const { cell, edit } = column
  const isField = kind.field(column.key) !== undefined
  return {
    ...column,
    cell: (id) =>
      isRow(id) ? cell(id) : column.key === 'row' ? <span className="text-muted">{say.newBadge}</span> : null,
    ...(edit && {
      edit: (id: number) =>
        isRow(id)
          ? edit(id)
          : isField
            ? { value: '', onSave: (text: string) => add({ [column.key]: text }) }
            : undefined,
    }),
  }
}

type Field = RowField & { readonly name: string }

function toColumns(
  { rows, edits }: OpenRows,
  checking: ReadonlySet<number>,
  currency: string | undefined,
  hidden: ReadonlySet<number>,
  options: Record<'isReadOnly' | 'isNarrow' | 'hasServerChecks' | 'showsFee' | 'isCompact', boolean> & {
    readonly ownShown: readonly number[]
  },
): GridColumn<number>[] {
  const { isReadOnly, isNarrow: isSmall, hasServerChecks, showsFee, isCompact, ownShown } = options
  const kind = rows.kind()
  const wide = isWide(kind)
  const isNarrow = isSmall && !wide
  const [lead, ...others] = kind.activeFields
  const figure = fillUpOf(rows)
  const text = (field: Field, row: Row) =>
    shownValue(field, kind.displayed(row.values)[field.name] ?? '', figure === undefined ? row.wholeCents : undefined)
  const checks = (id: number) => (
    <RowChecks
      row={rows.row(id)}
      kind={kind}
      isChecking={checking.has(id)}
      hasServerChecks={hasServerChecks}
      lines={isNarrow ? 3 : isCompact ? 1 : 2}
    />
  )
  const shown = (field: Field, row: Row) => {
    const { isNumeric } = valueRules[field.value]
    // As few elements as possible: each exists once per row.
    return isNumeric && !row.isRemoved ? (
      text(field, row)
    ) : (
      <span
        className={cx(
          clipped,
          !isNumeric && 'figures max-sm:tracking-tight',
          row.isRemoved && 'text-muted line-through',
        )}
      >
        {text(field, row)}
      </span>
    )
  }
  const edit = (field: Field) => (id: number) => {
    const row = rows.row(id)
    if (isReadOnly || row.isRemoved) return undefined
    const value = kind.displayed(row.values)[field.name] ?? ''
    return { value, onSave: (next: string) => edits.edit(id, { [field.name]: next }) }
  }
  const column = (field: Field): GridColumn<number> => {
    const { isNumeric } = valueRules[field.value]
    return {
      key: field.name,
      label:
        currency === undefined || isNarrow || field.value !== 'money' ? field.label : `${field.label} (${currency})`,
      width: isNumeric ? (isNarrow ? '6.75rem' : '9rem') : wide ? wideWidths[field.value] : '13.5rem',
      ...(isNumeric && { numeric: true }),
      cell: (id) => shown(field, rows.row(id)),
      edit: edit(field),
    }
  }
  // A column that no field uses can contain card numbers.
  const ownText = (at: number, id: number) => maskCardNumbers(rows.ownCells(id)[at] ?? '')
  const ownColumns = (isNarrow ? [] : ownShown).map((at): GridColumn<number> => ({
    key: ownKey(at),
    label: rows.ownColumns[at] ?? '',
    width: wide ? '11rem' : '9rem',
    cell: (id) => (
      <span className={cx(clipped, 'text-muted', rows.isRemoved(id) && 'line-through')} title={ownText(at, id)}>
        {ownText(at, id)}
      </span>
    ),
  }))
  /** What is missing to a row's target balance, and the balance that this follows from; none before the check. */
  const fillUp = (id: number) => {
    const {
      wholeCents,
      cents: [own = 0],
    } = rows.row(id)
    if (wholeCents === undefined || wholeCents === 0) return undefined
    return { missing: wholeCents as Cents, balance: (targetOf(own, figure ?? '') - wholeCents) as Cents }
  }
  const fillUpLine = (id: number) => {
    const found = fillUp(id)
    return (
      found && (
        <span className="figures truncate text-sm">
          {say.balanceNow}: {centsToText(found.balance)}, {say.toLoad}: {centsToText(found.missing)}
        </span>
      )
    )
  }
  const holderColumn: GridColumn<number> = {
    key: 'holder',
    label: say.cardholder,
    width: '10rem',
    cell: (id) => (
      <span className="truncate text-muted" title={rows.holder(id)}>
        {rows.holder(id)}
      </span>
    ),
  }
  const showsHolders = rows.hasHolders()
  const stacked = stackedFields(kind).filter((field) => field !== lead)
  const leadColumn = (field: Field): GridColumn<number> => ({
    ...column(field),
    ...(isNarrow && {
      width: 'minmax(8.5rem,1fr)',
      cell: (id: number) => {
        const row = rows.row(id)
        return (
          <span className="grid w-full min-w-0 gap-0.5">
            {shown(field, row)}
            {stacked.map((each) => (
              <span key={each.name} className="figures truncate text-sm">
                {each.value === 'identifier' ? '→ ' : `${each.label}: `}
                {text(each, row)}
              </span>
            ))}
            {ownShown
              .filter((at) => ownText(at, id) !== '')
              .map((at) => (
                <span key={at} className="truncate text-sm text-muted">
                  {rows.ownColumns[at]}: {ownText(at, id)}
                </span>
              ))}
            {showsHolders && <span className="truncate text-sm text-muted">{rows.holder(id)}</span>}
            {fillUpLine(id)}
            {checks(id)}
          </span>
        )
      },
    }),
  })
  const rowColumn: GridColumn<number> = {
    key: 'row',
    label: say.row,
    // Room for the mark of hidden rows.
    width: hidden.size > 0 ? (isNarrow ? '4.5rem' : '5.5rem') : isNarrow ? '3.25rem' : '4.25rem',
    numeric: true,
    cell: (id) =>
      hidden.has(id) ? (
        <span className="flex items-center gap-1" title={say.hiddenInSheet}>
          <EyeOff aria-hidden className="size-3.5 shrink-0 text-warning" />
          {rows.numberOf(id)} <span className="sr-only">{say.hiddenInSheet}</span>
        </span>
      ) : (
        rows.numberOf(id)
      ),
  }
  const checksColumn: GridColumn<number> = {
    key: 'checks',
    label: say.checks,
    width: wide ? (isSmall ? '11rem' : '17rem') : ownColumns.length > 0 ? 'minmax(14rem,1fr)' : 'minmax(18rem,1fr)',
    // Among many fields, the reasons stay beside the cell that is being fixed.
    ...(wide && !isSmall && { pinnedAt: rowColumn.width }),
    cell: checks,
  }
  const actionsColumn: GridColumn<number> = {
    key: 'actions',
    label: say.actions,
    labelHidden: true,
    width: isNarrow ? '2.5rem' : '5.5rem',
    cell: (id) => {
      const row = rows.row(id)
      if (isReadOnly) return null
      return (
        <>
          {row.original && !row.isRemoved && !isNarrow && (
            <RowButton
              label={say.returnRowToFilesValues(row.rowNumber)}
              icon={RotateCcw}
              onClick={() => edits.revert(id)}
            />
          )}
          {row.isRemoved ? (
            <RowButton label={say.putRowBack(row.rowNumber)} icon={Undo2} onClick={() => edits.putBack([id])} />
          ) : (
            <RowButton label={say.removeRow(row.rowNumber)} icon={Cross} onClick={() => edits.remove([id])} />
          )}
        </>
      )
    },
  }
  const fillUpColumns = (['balance', 'missing'] as const).map((key): GridColumn<number> => ({
    key,
    label: key === 'balance' ? say.balanceNow : say.toLoad,
    width: '7rem',
    numeric: true,
    cell: (id) => {
      const amount = fillUp(id)?.[key]
      return amount === undefined ? null : <Money cents={amount} />
    },
  }))
  const fieldColumns: GridColumn<number>[] = [
    ...(lead ? [leadColumn(lead)] : []),
    ...others.filter((field) => !isNarrow || !stacked.includes(field)).map(column),
    // After the fields, so that a block of cells can be copied and pasted across them.
    ...(showsHolders && !isNarrow ? [holderColumn] : []),
    ...(isNarrow || figure === undefined ? [] : fillUpColumns),
    ...(isNarrow || !showsFee
      ? []
      : [
          {
            key: 'fee',
            label: say.fee,
            width: '6rem',
            numeric: true,
            cell: (id: number) => {
              const row = rows.row(id)
              return row.checkedAt === undefined ? null : <Money cents={row.feeCents as Cents} />
            },
          },
        ]),
  ]
  if (wide) return [rowColumn, checksColumn, actionsColumn, ...ownColumns, ...fieldColumns]
  return [rowColumn, ...fieldColumns, ...ownColumns, ...(isNarrow ? [] : [checksColumn]), actionsColumn]
}

/** For a field among many. */
const wideWidths = { identifier: '13.5rem', money: '9rem', date: '8.5rem', text: '11rem', list: '12rem' } as const

interface RowButtonProps {
  readonly label: string
  readonly icon: LucideIcon
  readonly onClick: () => void
}

// One line where lucide draws two.
const Cross = createLucideIcon('cross', [['path', { d: 'M18 6 6 18M6 6l12 12', key: 'both' }]])

// With the browser's own tooltip: ours on each row would cost more than the rows themselves.
function RowButton({ label, icon: Icon, onClick }: RowButtonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid size-6 place-items-center rounded-md text-muted first:ml-auto hover:bg-sunken hover:text-text"
    >
      <Icon aria-hidden className="size-4" />
    </button>
  )
}
