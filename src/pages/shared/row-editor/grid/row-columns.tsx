// The columns of the editable grid: row number, fields, cardholder, amount to load, fee, extra columns of the file,
// check results, and the buttons of a row.
import { m } from '#words/messages.js'
import { createLucideIcon, EyeOff, type LucideIcon, RotateCcw, Undo2 } from 'lucide-react'
import type { OpenRows } from '#flows/open-rows/open-rows.ts'
import { commonTargetBalance, toTargetBalanceCents } from '#rows/card-elements.ts'
import type { AnyRows, Row } from '#rows/rows.ts'
import { maskCardNumbers } from '#domain/cards/identifiers.ts'
import { type Cents, centsToText } from '#domain/money.ts'
import { type RowField, valueRules } from '#domain/rows/fields.ts'
import type { RowType } from '#domain/rows/row-type.ts'
import { arrowTo, isolated } from '#words/figures.ts'
import { cx } from '#ui/cx.ts'
import { Money } from '#ui/Money.tsx'
import { clippedText, type GridColumn } from '#ui/grid/GridCell.tsx'
import { RowChecks } from './RowChecks.tsx'
import { isWide, extraColumnKey } from './row-layout.ts'
import { valueToText } from '#pages/shared/row-editor/words.ts'

type Column = GridColumn<number>
type Field = RowField & { readonly name: string }

interface ColumnOptions {
  readonly isReadOnly: boolean
  readonly isNarrow: boolean
  readonly isCompact: boolean
  readonly hasServerChecks: boolean
  readonly showsFee: boolean
  readonly currency: string | undefined
  /** Rows that the server is currently checking. */
  readonly checkingRows: ReadonlySet<number>
  /** Rows that are hidden in the sheet of the file. */
  readonly hiddenInSheet: ReadonlySet<number>
  /** Indexes of the visible extra columns. */
  readonly shownExtraColumns: readonly number[]
}

/** Each cell is rendered from the id of its row. */
export function toColumns(openRows: OpenRows, options: ColumnOptions): Column[] {
  const { rows, edits } = openRows
  const {
    isReadOnly,
    isNarrow: isNarrowWindow,
    isCompact,
    hasServerChecks,
    showsFee,
    currency,
    checkingRows,
    shownExtraColumns,
  } = options
  const rowType = rows.rowType()
  const isWideKind = isWide(rowType)
  const isNarrow = isNarrowWindow && !isWideKind
  const [firstField, ...otherFields] = rowType.activeFields
  const defaultTargetBalance = commonTargetBalance(rows)
  const showsHolders = rows.hasHolders()
  const textOf = (field: Field, row: Row) =>
    valueToText(
      field,
      rowType.toDisplayedValues(row.values)[field.name] ?? '',
      defaultTargetBalance === undefined ? row.wholeCents : undefined,
    )
  const wideLines = isCompact ? 1 : 2
  const checkLines = isNarrow ? 3 : wideLines
  const renderChecks = (id: number) => (
    <RowChecks
      row={rows.row(id)}
      rowType={rowType}
      isChecking={checkingRows.has(id)}
      hasServerChecks={hasServerChecks}
      lines={checkLines}
    />
  )
  const renderValue = (field: Field, row: Row) => {
    const { isNumeric } = valueRules[field.value]
    // Uses as few elements as possible, since each one is repeated in every row.
    return isNumeric && !row.isRemoved ? (
      textOf(field, row)
    ) : (
      <span
        dir="auto"
        className={cx(
          clippedText,
          // A card number is written from left to right, but starts at the cell's start in both writing directions.
          'max-w-full justify-self-start',
          !isNumeric && 'figures max-sm:tracking-tight',
          row.isRemoved && 'text-muted line-through',
        )}
      >
        {textOf(field, row)}
      </span>
    )
  }
  const fieldColumn = (field: Field): Column => {
    const { isNumeric } = valueRules[field.value]
    const numberWidth = isNarrow ? '6.75rem' : '9rem'
    const textWidth = isWideKind ? wideWidths[field.value] : '13.5rem'
    return {
      key: field.name,
      label:
        currency === undefined || isNarrow || field.value !== 'money' ? field.label : `${field.label} (${currency})`,
      width: isNumeric ? numberWidth : textWidth,
      numeric: isNumeric,
      cell: (id) => renderValue(field, rows.row(id)),
      edit: (id) => {
        const row = rows.row(id)
        if (isReadOnly || row.isRemoved) return undefined
        const value = rowType.toDisplayedValues(row.values)[field.name] ?? ''
        return { value, onSave: (next) => edits.edit(id, { [field.name]: next }) }
      },
    }
  }
  const fieldsInStack = stackedFields(rowType).filter((field) => field !== firstField)
  /** On a narrow screen, the cell of the first field also shows the values that have no column there. */
  const stackedCell = (field: Field) => (id: number) => {
    const row = rows.row(id)
    const topUp = topUpAmounts(rows, id)
    return (
      <span className="grid w-full min-w-0 gap-0.5">
        {renderValue(field, row)}
        {fieldsInStack.map((stacked) => (
          <span key={stacked.name} className="figures truncate text-sm">
            {stacked.value === 'identifier'
              ? arrowTo(textOf(stacked, row))
              : `${stacked.label}: ${isolated(textOf(stacked, row))}`}
          </span>
        ))}
        {shownExtraColumns
          .filter((index) => extraText(rows, index, id) !== '')
          .map((index) => (
            <span key={index} className="truncate text-sm text-muted">
              {rows.extraColumns[index]}: {isolated(extraText(rows, index, id))}
            </span>
          ))}
        {showsHolders && <span className="truncate text-sm text-muted">{rows.holder(id)}</span>}
        {topUp && (
          <span className="figures truncate text-sm">
            {m.common_balance()}: {centsToText(topUp.balance)}
            {m.common_comma()}
            {m.rows_toLoad()}: {centsToText(topUp.missing)}
          </span>
        )}
        {renderChecks(id)}
      </span>
    )
  }
  const extraColumns = isNarrow
    ? []
    : shownExtraColumns.map((index) => extraColumn(rows, index, isWideKind ? '11rem' : '9rem'))
  const rowColumn = numberColumn(rows, { hiddenInSheet: options.hiddenInSheet, isNarrow })
  const pinnedWidth = isNarrowWindow ? '11rem' : '17rem'
  const flexibleWidth = extraColumns.length > 0 ? 'minmax(14rem,1fr)' : 'minmax(18rem,1fr)'
  // With many fields, the findings stay visible beside the cell that is being fixed.
  const isPinned = isWideKind && !isNarrowWindow
  const checksColumn: Column = {
    key: 'checks',
    label: m.rows_checks(),
    width: isWideKind ? pinnedWidth : flexibleWidth,
    ...(isPinned && { pinnedAt: rowColumn.width }),
    cell: renderChecks,
  }
  const actionsColumn: Column = {
    key: 'actions',
    label: m.common_actions(),
    labelHidden: true,
    width: isNarrow ? '2.5rem' : '5.5rem',
    cell: (id) => (isReadOnly ? null : rowActions(openRows, id, { isNarrow })),
  }
  const fieldColumns = [
    ...(firstField ? [fieldColumn(firstField)] : []),
    ...otherFields.filter((field) => !isNarrow || !fieldsInStack.includes(field)).map(fieldColumn),
  ]
  if (isNarrow) {
    const [firstColumn, ...amountColumns] = fieldColumns
    const stack = firstColumn &&
      firstField && { ...firstColumn, width: 'minmax(8.5rem,1fr)', cell: stackedCell(firstField) }
    return [rowColumn, ...(stack ? [stack] : []), ...amountColumns, actionsColumn]
  }
  // The following columns come after all fields, so that a block of cells can be copied and pasted across the fields.
  if (showsHolders) fieldColumns.push(holderColumn(rows))
  if (defaultTargetBalance !== undefined) fieldColumns.push(...topUpColumns(rows))
  if (showsFee) fieldColumns.push(feeColumn(rows))
  return isWideKind
    ? [rowColumn, checksColumn, actionsColumn, ...extraColumns, ...fieldColumns]
    : [rowColumn, ...fieldColumns, ...extraColumns, checksColumn, actionsColumn]
}

const numberWidths = { plain: '4.25rem', withIcon: '5.5rem' } as const
const narrowNumberWidths = { plain: '3.25rem', withIcon: '4.5rem' } as const

/** Column widths for rows with many fields. */
const wideWidths = { identifier: '13.5rem', money: '9rem', date: '8.5rem', text: '11rem', list: '12rem' } as const

/** The fields that share one column on a narrow screen: all except amounts. */
export const stackedFields = <Name extends string>(rowType: RowType<Name>) =>
  rowType.activeFields.filter(({ value }) => value !== 'money')

const numberColumn = (
  rows: AnyRows,
  { hiddenInSheet, isNarrow }: Pick<ColumnOptions, 'hiddenInSheet' | 'isNarrow'>,
): Column => ({
  key: 'row',
  label: m.common_row(),
  // Leaves space for the icon of hidden rows.
  width: (isNarrow ? narrowNumberWidths : numberWidths)[hiddenInSheet.size > 0 ? 'withIcon' : 'plain'],
  numeric: true,
  cell: (id) =>
    hiddenInSheet.has(id) ? (
      <span className="flex items-center gap-1" title={m.rows_hiddenInSheet()}>
        <EyeOff aria-hidden className="size-3.5 shrink-0 text-warning" />
        {rows.rowNumber(id)} <span className="sr-only">{m.rows_hiddenInSheet()}</span>
      </span>
    ) : (
      rows.rowNumber(id)
    ),
})

const holderColumn = (rows: AnyRows): Column => ({
  key: 'holder',
  label: m.common_cardholder(),
  width: '10rem',
  cell: (id) => (
    <span className="truncate text-muted" title={rows.holder(id)}>
      {rows.holder(id)}
    </span>
  ),
})

// An extra column can contain card numbers, which must be masked.
const extraText = (rows: AnyRows, index: number, id: number) => maskCardNumbers(rows.extraCells(id)[index] ?? '')

const extraColumn = (rows: AnyRows, index: number, width: string): Column => ({
  key: extraColumnKey(index),
  label: rows.extraColumns[index] ?? '',
  width,
  cell: (id) => (
    <span
      className={cx(clippedText, 'text-muted', rows.isRemoved(id) && 'line-through')}
      title={extraText(rows, index, id)}
    >
      {isolated(extraText(rows, index, id))}
    </span>
  ),
})

/**
 * The amount that the card needs to reach the target balance, and its current balance; undefined before the check, and
 * if nothing is missing.
 */
function topUpAmounts(rows: AnyRows, id: number) {
  const { wholeCents, cents } = rows.row(id)
  if (wholeCents === undefined || wholeCents === 0) return undefined
  return {
    missing: wholeCents as Cents,
    balance: (toTargetBalanceCents(cents[0] ?? 0, commonTargetBalance(rows) ?? '') - wholeCents) as Cents,
  }
}

const topUpColumns = (rows: AnyRows) =>
  (['balance', 'missing'] as const).map((key): Column => ({
    key,
    label: key === 'balance' ? m.common_balance() : m.rows_toLoad(),
    width: '7rem',
    numeric: true,
    cell: (id) => {
      const amount = topUpAmounts(rows, id)?.[key]
      return amount === undefined ? null : <Money cents={amount} />
    },
  }))

const feeColumn = (rows: AnyRows): Column => ({
  key: 'fee',
  label: m.common_fee(),
  width: '6rem',
  numeric: true,
  cell: (id) => {
    const row = rows.row(id)
    return row.checkedAt === undefined ? null : <Money cents={row.feeCents as Cents} />
  },
})

function rowActions({ rows, edits }: OpenRows, id: number, { isNarrow }: { readonly isNarrow: boolean }) {
  const { original, isRemoved, rowNumber } = rows.row(id)
  return (
    <>
      {original && !isRemoved && !isNarrow && (
        <RowButton label={m.rows_resetRow({ rowNumber })} icon={RotateCcw} onClick={() => edits.revert(id)} />
      )}
      {isRemoved ? (
        <RowButton label={m.rows_restoreRow({ rowNumber })} icon={Undo2} onClick={() => edits.restore([id])} />
      ) : (
        <RowButton label={m.rows_removeRow({ rowNumber })} icon={Cross} onClick={() => edits.remove([id])} />
      )}
    </>
  )
}

interface RowButtonProps {
  readonly label: string
  readonly icon: LucideIcon
  readonly onClick: () => void
}

// One path instead of lucide's two, since each row draws it.
const Cross = createLucideIcon('cross', [['path', { d: 'M18 6 6 18M6 6l12 12', key: 'both' }]])

// Uses the browser's tooltip, since the portal's would take longer to render than all other cells of the row.
function RowButton({ label, icon: Icon, onClick }: RowButtonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid size-6 place-items-center rounded-md text-muted first:ms-auto hover:bg-sunken hover:text-text"
    >
      <Icon aria-hidden className="size-4" />
    </button>
  )
}
