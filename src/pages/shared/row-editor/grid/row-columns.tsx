// The columns of the editable grid: row number, fields, cardholder, amount to load, fee, and extra columns of the file.
// The check results and the buttons of a row stay visible at the end, while the other columns scroll below them.
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
  readonly isPhone: boolean
  readonly isPhoneOrTablet: boolean
  /** True if the user has chosen low rows. */
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
    isPhone,
    isPhoneOrTablet,
    isCompact,
    hasServerChecks,
    showsFee,
    currency,
    checkingRows,
    shownExtraColumns,
  } = options
  const rowType = rows.rowType()
  const isWideType = isWide(rowType)
  // On a phone, the values of a row are stacked in one cell. A wide type scrolls sideways instead.
  const isStacked = isPhone && !isWideType
  const hasOneButton = isPhoneOrTablet
  // The columns are as narrow as their values, so that the amount is in view.
  const isTight = hasOneButton && !isWideType
  const [firstField, ...otherFields] = rowType.activeFields
  const defaultTargetBalance = commonTargetBalance(rows)
  const showsHolders = rows.hasHolders()
  // The cells of a row are drawn one after the other, so the last row is kept. It cannot be outdated, since every
  // change of the rows makes new columns.
  let lastRow: Row | undefined
  const rowOf = (id: number): Row => {
    if (lastRow?.id !== id) lastRow = rows.row(id)
    return lastRow
  }
  const textOf = (field: Field, row: Row) => {
    const value = rowType.toDisplayedValues(row.values)[field.name] ?? ''
    // With a target balance, `calculatedCents` is the amount to load, not the whole balance.
    const wholeBalanceCents = defaultTargetBalance === undefined ? row.calculatedCents : undefined
    return valueToText(field, value, wholeBalanceCents)
  }
  const renderChecks = (id: number) =>
    renderRowChecks({
      row: rowOf(id),
      rowType,
      isChecking: checkingRows.has(id),
      hasServerChecks,
      lines: isStacked ? 2 : options.lines,
    })
  const renderValue = (field: Field, row: Row) => {
    const isNumeric = field.value === 'money'
    const text = textOf(field, row)
    // An amount needs no element. Each element would be repeated in every row.
    if (isNumeric && !row.isRemoved) return text
    // The user reads names and addresses before ordering cards, so they have two lines.
    const isLongName = isWideType && field.value === 'text' && text.length > LONG_TEXT
    const hasTwoLines = isLongName && takesTwoLines(text, options.lines)
    return (
      <span
        dir="auto"
        title={isLongName ? text : undefined}
        className={cx(
          hasTwoLines ? twoLineText : clippedText,
          // A card number is always written from left to right, but it is aligned with the start of the cell, which is
          // on the right in Arabic.
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
    const tightNumberWidth = isStacked ? '5.75rem' : '6rem'
    const numberWidth = isTight ? tightNumberWidth : '7.5rem'
    const identifierWidth = isTight ? '10.25rem' : '10.5rem'
    const textWidth = isWideType ? wideWidths[field.value] : identifierWidth
    const namesCurrency = isNumeric && !isTight && currency !== undefined
    return {
      key: field.name,
      label: namesCurrency ? `${field.label} (${currency})` : field.label,
      width: isNumeric ? numberWidth : textWidth,
      numeric: isNumeric,
      cell: (id) => renderValue(field, rowOf(id)),
      edit: (id) => {
        const row = rowOf(id)
        if (isReadOnly || row.isRemoved) return undefined
        return {
          // A getter, since only the cell that is edited needs its value.
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
  /** The holder and the extra columns. For a transfer, only the two names, so that the receiver's is seen. */
  const detailsOf = (id: number): string => {
    const holder = showsHolders ? rows.holder(id) : ''
    if (isTransfer && holder !== '') return holder
    const extras = shownExtraColumns.map((index) => extraText(rows, { id, index }))
    return commas([holder, ...extras].filter((text) => text !== ''))
  }
  const labelledText = (field: Field, row: Row): string => {
    const text = textOf(field, row)
    return field.value === 'identifier' ? arrowTo(text) : `${field.label}: ${isolated(text)}`
  }
  /** The second line of a stacked row: the values that have no column on a phone, and the check results. */
  const renderStack = (id: number) => {
    const row = rowOf(id)
    const topUp = defaultTargetBalance === undefined ? undefined : topUpAmounts(rows, id)
    return (
      <span className="grid w-full min-w-0">
        {fieldsInStack.map((stacked) => (
          <span key={stacked.name} className="figures truncate text-sm">
            {labelledText(stacked, row)}
          </span>
        ))}
        {/* These values have no headings, so that more rows fit on the screen. */}
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
  const extraColumns = isStacked ? [] : shownExtraColumns.map((index) => extraColumn(rows, index, options.lines))
  const rowColumn = numberColumn(rows, { hiddenInSheet: options.hiddenInSheet, hasNarrowNumbers: hasOneButton })
  // On a phone, pinned columns would leave no room for other columns.
  const isPinned = !isPhone
  const actionsWidth = hasOneButton ? '2.5rem' : '5rem'
  const actionsColumn: Column = {
    key: 'actions',
    label: m.common_actions(),
    labelHidden: true,
    width: actionsWidth,
    ...(isPinned && { pinnedEnd: '0px' }),
    cell: (id) => (isReadOnly ? null : renderActions(rowOf(id), edits, { hasOneButton })),
  }
  // Every row type has at least one field.
  if (!firstField) return [rowColumn, actionsColumn]
  const firstColumn = fieldColumn(firstField)
  if (isStacked) {
    const amountColumns = otherFields.filter((field) => !fieldsInStack.includes(field)).map(fieldColumn)
    const stack: Column = { key: 'checks', label: m.rows_checks(), width: '', isBelow: true, cell: renderStack }
    return [rowColumn, { ...firstColumn, width: 'minmax(8.5rem,1fr)' }, ...amountColumns, actionsColumn, stack]
  }
  const fieldColumns = [firstColumn, ...otherFields.map(fieldColumn)]
  // The following columns come after all fields. A column between two fields would be in the way when a block of cells
  // is copied or pasted.
  if (showsHolders) fieldColumns.push(holderColumn(rows, { isCompact, isPhoneOrTablet }))
  if (defaultTargetBalance !== undefined) fieldColumns.push(...topUpColumns(rows))
  if (showsFee) fieldColumns.push(feeColumn(rows))
  // The user must see the amounts and, in a transfer, the names without scrolling. So the checks take only the width that
  // remains beside these columns and the columns before them. Later columns scroll below the checks.
  const hasTransferNames = ({ key }: Column) => isTransfer && key === 'holder'
  const mustBeInView = (column: Column) => column.numeric === true || hasTransferNames(column)
  const lastIndexInView = fieldColumns.findLastIndex(mustBeInView)
  const columnsInView = [rowColumn, ...fieldColumns.slice(0, lastIndexInView + 1)]
  const freeWidth = ['100cqw', ...columnsInView.map(({ width }) => width), actionsWidth].join(' - ')
  const minChecksWidth = isPhoneOrTablet ? '12rem' : '15rem'
  const checksColumn: Column = {
    key: 'checks',
    label: m.rows_checks(),
    width: isPinned ? `minmax(clamp(${minChecksWidth},${freeWidth},21.5rem),1fr)` : '10rem',
    ...(isPinned && { pinnedEnd: actionsWidth }),
    cell: renderChecks,
  }
  if (isPinned) return [rowColumn, ...fieldColumns, ...extraColumns, checksColumn, actionsColumn]
  // On a phone, four columns fill the screen: the number and first field of the row, its problem, and its button.
  const [, ...remainingColumns] = fieldColumns
  return [
    rowColumn,
    { ...firstColumn, width: '6.5rem' },
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

/** The fields that share one column on a phone: all except amounts. */
const stackedFields = <Name extends string>(rowType: RowType<Name>) =>
  rowType.activeFields.filter(({ value }) => value !== 'money')

interface NumberColumnOptions extends Pick<ColumnOptions, 'hiddenInSheet'> {
  readonly hasNarrowNumbers: boolean
}

function numberColumn(rows: AnyRows, { hiddenInSheet, hasNarrowNumbers }: NumberColumnOptions): Column {
  const widths = hasNarrowNumbers ? narrowNumberWidths : numberWidths
  return {
    key: 'row',
    label: m.common_row(),
    width: hiddenInSheet.size > 0 ? widths.withIcon : widths.plain,
    numeric: true,
    cell: (id) => {
      if (!hiddenInSheet.has(id)) return rows.rowNumber(id)
      return (
        <span className="flex items-center gap-1" title={m.rows_hiddenInSheet()}>
          <EyeOff aria-hidden className="size-3.5 shrink-0 text-warning" />
          {rows.rowNumber(id)} <span className="sr-only">{m.rows_hiddenInSheet()}</span>
        </span>
      )
    },
  }
}

/** The number of lines that a stacked row needs for its values, without the check results. */
export function countStackedLines(rows: AnyRows, shownExtraColumns: readonly number[]): number {
  const topUpLines = commonTargetBalance(rows) === undefined ? 0 : 1
  const hasDetails = rows.hasHolders() || shownExtraColumns.length > 0
  const detailLines = hasDetails ? 1 : 0
  return stackedFields(rows.rowType()).length + detailLines + topUpLines
}

/** True if a row moves money from one card to another. */
const hasTwoCards = (rowType: RowType): boolean =>
  rowType.activeFields.filter(({ value }) => value === 'identifier').length > 1

const ONE_NAME_WIDTH = '9.5rem'

/**
 * In a transfer, the column has two names. There must be room for both, since the user has to check the receiver's
 * name, which comes second: two lines, or a wider column if the rows are compact. A tablet has no room for a wider
 * column.
 */
function holderColumn(
  rows: AnyRows,
  { isCompact, isPhoneOrTablet }: Pick<ColumnOptions, 'isCompact' | 'isPhoneOrTablet'>,
): Column {
  const hasTwoNames = hasTwoCards(rows.rowType())
  const hasTwoLines = hasTwoNames && !isCompact
  const twoLinesWidth = isPhoneOrTablet ? ONE_NAME_WIDTH : '12.5rem'
  const twoNamesWidth = isCompact ? '18rem' : twoLinesWidth
  return {
    key: 'holder',
    label: m.common_cardholder(),
    width: hasTwoNames ? twoNamesWidth : ONE_NAME_WIDTH,
    cell: (id) => (
      <span
        className={cx('text-muted', hasTwoLines ? 'line-clamp-2 text-xs leading-4' : 'truncate')}
        title={rows.holder(id)}
      >
        {rows.holder(id)}
      </span>
    ),
  }
}

/** The text of an extra column, with card numbers masked. */
const extraText = (rows: AnyRows, { id, index }: { readonly id: number; readonly index: number }) =>
  maskCardNumbers(rows.extraCells(id)[index] ?? '')

const extraColumn = (rows: AnyRows, index: number, lines: ColumnOptions['lines']): Column => ({
  key: extraColumnKey(index),
  label: rows.extraColumns[index] ?? '',
  width: '9rem',
  cell: (id) => {
    const text = extraText(rows, { id, index })
    return (
      <span
        className={cx(
          takesTwoLines(text, lines) ? twoLineText : clippedText,
          'min-w-0 text-muted',
          rows.isRemoved(id) && 'line-through',
        )}
        title={text}
      >
        {isolated(text)}
      </span>
    )
  },
})

interface TopUpAmounts {
  /** The amount that the card needs to reach the target balance. */
  readonly missing: Cents
  /** The card's current balance. */
  readonly balance: Cents
}

/** Undefined before the check, and if nothing is missing. */
function topUpAmounts(rows: AnyRows, id: number): TopUpAmounts | undefined {
  // With a target balance, the row's amount is its own target, and `calculatedCents` is the amount to load.
  const { cents: rowAmounts, calculatedCents: missingCents } = rows.row(id)
  if (missingCents === undefined || missingCents === 0) return undefined
  const [ownTarget = 0] = rowAmounts
  const targetCents = toTargetBalanceCents(ownTarget, commonTargetBalance(rows) ?? '')
  return { missing: missingCents as Cents, balance: (targetCents - missingCents) as Cents }
}

const topUpColumns = (rows: AnyRows): Column[] => [
  topUpColumn(rows, 'balance', m.common_balance()),
  topUpColumn(rows, 'missing', m.rows_toLoad()),
]

const topUpColumn = (rows: AnyRows, key: keyof TopUpAmounts, label: string): Column => ({
  key,
  label,
  width: '6.5rem',
  numeric: true,
  cell: (id) => {
    const amount = topUpAmounts(rows, id)?.[key]
    return amount === undefined ? null : <Money cents={amount} />
  },
})

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
  { hasOneButton }: { readonly hasOneButton: boolean },
) {
  if (isRemoved)
    return rowButton({
      label: m.rows_restoreRow({ rowNumber }),
      icon: restoreIcon,
      onClick: () => edits.restore([id]),
    })
  const canReset = original !== undefined && !hasOneButton
  return (
    <>
      {canReset &&
        rowButton({ label: m.rows_resetRow({ rowNumber }), icon: resetIcon, onClick: () => edits.revert(id) })}
      {rowButton({ label: m.rows_removeRow({ rowNumber }), icon: removeIcon, onClick: () => edits.remove([id]) })}
    </>
  )
}

const removeIcon = rowIcon('M18 6 6 18M6 6l12 12')
const resetIcon = <RotateCcw aria-hidden className="size-4" />
const restoreIcon = <Undo2 aria-hidden className="size-4" />

interface RowButton {
  readonly label: string
  readonly icon: ReactElement
  readonly onClick: () => void
}

// `title` is the browser's tooltip. A tooltip of the portal would take longer to render than the rest of the row.
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
