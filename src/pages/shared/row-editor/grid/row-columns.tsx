// The columns of the editable grid: row number, fields, cardholder, amount to load, fee, extra columns of the file. The
// check results and the buttons of a row stay visible at the end, whatever scrolls below them.
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import { EyeOff, RotateCcw, Undo2 } from 'lucide-react'
import type { ReactElement } from 'react'
import type { OpenRows } from '#flows/open-rows/open-rows.ts'
import { commonTargetBalance, toTargetBalanceCents } from '#rows/card-elements.ts'
import type { AnyRows, Row } from '#rows/rows.ts'
import { maskCardNumbers } from '#domain/cards/identifiers.ts'
import { type Cents, centsToText } from '#domain/money.ts'
import type { RowField } from '#domain/rows/fields.ts'
import type { RowType } from '#domain/rows/row-type.ts'
import { arrowTo, isolated } from '#words/figures.ts'
import { cx } from '#ui/cx.ts'
import { Money } from '#ui/Money.tsx'
import { clippedText, type GridColumn } from '#ui/grid/GridCell.tsx'
import { renderRowChecks } from './RowChecks.tsx'
import { rowIcon } from './row-icon.tsx'
import { isWide, extraColumnKey } from './row-layout.ts'
import { valueToText } from '#pages/shared/row-editor/words.ts'

type Column = GridColumn<number>
type Field = RowField & { readonly name: string }

interface ColumnOptions {
  readonly isReadOnly: boolean
  readonly isNarrow: boolean
  /** True on a tablet: columns are as narrow as their values, so that the amount is in view. */
  readonly isMedium: boolean
  readonly isCompact: boolean
  /** Lines of text that fit into a row that is not stacked. */
  readonly lines: 1 | 2 | 3
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
    isMedium,
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
  const isTight = isNarrow || (isMedium && !isWideKind)
  const hasOneButton = isNarrowWindow || isMedium
  const [firstField, ...otherFields] = rowType.activeFields
  const defaultTargetBalance = commonTargetBalance(rows)
  const showsHolders = rows.hasHolders()
  // The cells of a row are drawn one after the other. After a change of the rows there are new columns.
  let lastRow: Row | undefined
  const rowOf = (id: number): Row => {
    if (lastRow?.id !== id) lastRow = rows.row(id)
    return lastRow
  }
  const textOf = (field: Field, row: Row) =>
    valueToText(
      field,
      rowType.toDisplayedValues(row.values)[field.name] ?? '',
      defaultTargetBalance === undefined ? row.wholeCents : undefined,
    )
  const renderChecks = (id: number) =>
    renderRowChecks({
      row: rowOf(id),
      rowType,
      isChecking: checkingRows.has(id),
      hasServerChecks,
      lines: isNarrow ? 2 : options.lines,
    })
  const renderValue = (field: Field, row: Row) => {
    const isNumeric = field.value === 'money'
    const text = textOf(field, row)
    // A name and an address are read before they are ordered.
    const isLongName = isWideKind && field.value === 'text' && text.length > LONG_TEXT
    // Uses as few elements as possible, since each one is repeated in every row.
    return isNumeric && !row.isRemoved ? (
      text
    ) : (
      <span
        dir="auto"
        title={isLongName ? text : undefined}
        className={cx(
          isLongName && takesTwoLines(text, options.lines) ? twoLineText : clippedText,
          // A card number is written from left to right, but starts at the cell's start in both writing directions.
          'max-w-full justify-self-start',
          !isNumeric && 'figures max-sm:tracking-tight',
          row.isRemoved && 'text-muted line-through',
        )}
      >
        {text}
      </span>
    )
  }
  const fieldColumn = (field: Field): Column => {
    const isNumeric = field.value === 'money'
    const tightNumberWidth = isNarrow ? '5.75rem' : '6rem'
    const numberWidth = isTight ? tightNumberWidth : '7.5rem'
    const identifierWidth = isTight ? '10.25rem' : '10.5rem'
    const textWidth = isWideKind ? wideWidths[field.value] : identifierWidth
    return {
      key: field.name,
      label:
        currency === undefined || isTight || field.value !== 'money' ? field.label : `${field.label} (${currency})`,
      width: isNumeric ? numberWidth : textWidth,
      numeric: isNumeric,
      cell: (id) => renderValue(field, rowOf(id)),
      edit: (id) => {
        const row = rowOf(id)
        if (isReadOnly || row.isRemoved) return undefined
        return {
          // Only the cell that is edited needs its value.
          get value() {
            return rowType.toDisplayedValues(row.values)[field.name] ?? ''
          },
          onSave: (next) => edits.edit(id, { [field.name]: next }),
        }
      },
    }
  }
  const fieldsInStack = stackedFields(rowType).filter((field) => field !== firstField)
  const isTransfer = hasTwoCards(rowType)
  /** The holder and the extra columns. Of a transfer only the names, if they are known, since the receiver is checked. */
  const detailsOf = (id: number): string => {
    const holder = showsHolders ? rows.holder(id) : ''
    if (isTransfer && holder !== '') return holder
    const extras = shownExtraColumns.map((index) => extraText(rows, index, id))
    return commas([holder, ...extras].filter((text) => text !== ''))
  }
  /** On a narrow screen, the second line of a row: the values that have no column there, and the check results. */
  const stackedCell = (id: number) => {
    const row = rowOf(id)
    const topUp = topUpAmounts(rows, id)
    return (
      <span className="grid w-full min-w-0">
        {fieldsInStack.map((stacked) => (
          <span key={stacked.name} className="figures truncate text-sm">
            {stacked.value === 'identifier'
              ? arrowTo(textOf(stacked, row))
              : `${stacked.label}: ${isolated(textOf(stacked, row))}`}
          </span>
        ))}
        {/* Without headings, so that more rows are visible. */}
        <span className="truncate text-sm text-muted empty:hidden">{detailsOf(id)}</span>
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
  const extraColumns = isNarrow ? [] : shownExtraColumns.map((index) => extraColumn(rows, index, options.lines))
  const rowColumn = numberColumn(rows, { hiddenInSheet: options.hiddenInSheet, isNarrow: hasOneButton })
  // On a phone, pinned columns would leave no room for the others.
  const isPinned = !isNarrowWindow
  const actionsWidth = hasOneButton ? '2.5rem' : '5rem'
  const actionsColumn: Column = {
    key: 'actions',
    label: m.common_actions(),
    labelHidden: true,
    width: actionsWidth,
    ...(isPinned && { pinnedEnd: '0px' }),
    cell: (id) => (isReadOnly ? null : renderActions(rowOf(id), edits, { isNarrow: hasOneButton })),
  }
  const fieldColumns = [
    ...(firstField ? [fieldColumn(firstField)] : []),
    ...otherFields.filter((field) => !isNarrow || !fieldsInStack.includes(field)).map(fieldColumn),
  ]
  if (isNarrow) {
    const [firstColumn, ...amountColumns] = fieldColumns
    const checksBelow: Column = {
      key: 'checks',
      label: m.rows_checks(),
      width: '',
      isBelow: true,
      cell: stackedCell,
    }
    return [
      rowColumn,
      ...(firstColumn ? [{ ...firstColumn, width: 'minmax(8.5rem,1fr)' }] : []),
      ...amountColumns,
      actionsColumn,
      checksBelow,
    ]
  }
  // The following columns come after all fields, so that a block of cells can be copied and pasted across the fields.
  if (showsHolders) fieldColumns.push(holderColumn(rows, { isCompact, isMedium }))
  if (defaultTargetBalance !== undefined) fieldColumns.push(...topUpColumns(rows))
  if (showsFee) fieldColumns.push(feeColumn(rows))
  // The checks take the width that remains beside the amounts and, in a transfer, the names. The other columns scroll
  // below the checks.
  const isEssential = ({ key, numeric }: Column) => numeric === true || (key === 'holder' && hasTwoCards(rowType))
  const essentialColumns = [rowColumn, ...fieldColumns.slice(0, fieldColumns.findLastIndex(isEssential) + 1)]
  const freeWidth = ['100cqw', ...essentialColumns.map(({ width }) => width), actionsWidth].join(' - ')
  const checksColumn: Column = {
    key: 'checks',
    label: m.rows_checks(),
    width: isPinned ? `minmax(clamp(${isMedium ? '12rem' : '15rem'},${freeWidth},21.5rem),1fr)` : '10rem',
    ...(isPinned && { pinnedEnd: actionsWidth }),
    cell: renderChecks,
  }
  if (isPinned) return [rowColumn, ...fieldColumns, ...extraColumns, checksColumn, actionsColumn]
  // On a phone, the first four columns fill the screen: which row it is, its problem, and the button that removes it.
  const [nameColumn, ...remainingColumns] = fieldColumns
  return [
    rowColumn,
    ...(nameColumn ? [{ ...nameColumn, width: '6.5rem' }] : []),
    checksColumn,
    actionsColumn,
    ...remainingColumns,
    ...extraColumns,
  ]
}

const numberWidths = { plain: '4.25rem', withIcon: '5.5rem' } as const
const narrowNumberWidths = { plain: '2.75rem', withIcon: '4rem' } as const

/** Texts with more characters do not fit a column of texts in one line. */
const LONG_TEXT = 16
const twoLineText = 'line-clamp-2 text-xs leading-4 wrap-anywhere'
const takesTwoLines = (text: string, lines: ColumnOptions['lines']): boolean => lines > 1 && text.length > LONG_TEXT

/** Column widths for rows with many fields. */
const wideWidths = { identifier: '10.5rem', money: '7.5rem', date: '7rem', text: '9rem', list: '12rem' } as const

/** The fields that share one column on a narrow screen: all except amounts. */
const stackedFields = <Name extends string>(rowType: RowType<Name>) =>
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

/** The lines that a stacked row needs for its values, without the check results. */
export function countStackedLines(rows: AnyRows, shownExtraColumns: readonly number[]): number {
  const topUpLines = commonTargetBalance(rows) === undefined ? 0 : 1
  const detailLines = rows.hasHolders() || shownExtraColumns.length > 0 ? 1 : 0
  return stackedFields(rows.rowType()).length + detailLines + topUpLines
}

/** True if a row moves money from one card to another. */
const hasTwoCards = (rowType: RowType): boolean =>
  rowType.activeFields.filter(({ value }) => value === 'identifier').length > 1

/** In a transfer, the column has two names: the receiver's is never cut, since it is the one to check. */
const holderColumn = (
  rows: AnyRows,
  { isCompact, isMedium }: Pick<ColumnOptions, 'isCompact' | 'isMedium'>,
): Column => {
  const hasTwoNames = hasTwoCards(rows.rowType())
  // A compact row has one line for both names. On a tablet, the column is as narrow as that of one name.
  const twoNamesWidth = isCompact ? '18rem' : '12.5rem'
  return {
    key: 'holder',
    label: m.common_cardholder(),
    width: hasTwoNames && (isCompact || !isMedium) ? twoNamesWidth : '9.5rem',
    cell: (id) => (
      <span
        className={cx('text-muted', hasTwoNames && !isCompact ? 'line-clamp-2 text-xs leading-4' : 'truncate')}
        title={rows.holder(id)}
      >
        {rows.holder(id)}
      </span>
    ),
  }
}

// An extra column can contain card numbers, which must be masked.
const extraText = (rows: AnyRows, index: number, id: number) => maskCardNumbers(rows.extraCells(id)[index] ?? '')

const extraColumn = (rows: AnyRows, index: number, lines: ColumnOptions['lines']): Column => ({
  key: extraColumnKey(index),
  label: rows.extraColumns[index] ?? '',
  width: '9rem',
  cell: (id) => (
    <span
      className={cx(
        takesTwoLines(extraText(rows, index, id), lines) ? twoLineText : clippedText,
        'min-w-0 text-muted',
        rows.isRemoved(id) && 'line-through',
      )}
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
    width: '6.5rem',
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

function renderActions(
  { id, original, isRemoved, rowNumber }: Row,
  edits: OpenRows['edits'],
  { isNarrow }: { readonly isNarrow: boolean },
) {
  return (
    <>
      {original &&
        !isRemoved &&
        !isNarrow &&
        rowButton({ label: m.rows_resetRow({ rowNumber }), icon: resetIcon, onClick: () => edits.revert(id) })}
      {isRemoved
        ? rowButton({ label: m.rows_restoreRow({ rowNumber }), icon: restoreIcon, onClick: () => edits.restore([id]) })
        : rowButton({ label: m.rows_removeRow({ rowNumber }), icon: cross, onClick: () => edits.remove([id]) })}
    </>
  )
}

const cross = rowIcon('M18 6 6 18M6 6l12 12')
const resetIcon = <RotateCcw aria-hidden className="size-4" />
const restoreIcon = <Undo2 aria-hidden className="size-4" />

interface RowButton {
  readonly label: string
  readonly icon: ReactElement
  readonly onClick: () => void
}

// Uses the browser's tooltip, since the portal's would take longer to render than all other cells of the row.
const rowButton = ({ label, icon, onClick }: RowButton) => (
  <button
    type="button"
    tabIndex={-1}
    aria-label={label}
    title={label}
    onClick={onClick}
    className="finger grid size-6 place-items-center rounded-md text-muted first:ms-auto hover:bg-sunken hover:text-text"
  >
    {icon}
  </button>
)
