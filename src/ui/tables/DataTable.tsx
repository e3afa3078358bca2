// The read-only table. It has a sticky header and first column, sorting, pages, actions for each row and a button to
// copy a cell. It also shows that it is loading or empty, or that loading has failed. Under 600 px each row becomes a
// card. The title of a card is its first value, and the other values follow with their labels. For thousands of
// editable rows there is VirtualTable.
import { m } from '#words/messages.js'
import { inSentence } from '#words/figures.ts'
import { type ReactNode, useId, useState } from 'react'
import { client } from '#brand/current.ts'
import { type Column, compareValues, isNumeric, valueToText } from '#domain/columns.ts'
import type { Sort, TableView, ViewChange } from '#domain/lists.ts'
import { Checkbox } from '../forms/Checkbox.tsx'
import { Button } from '../buttons/Button.tsx'
import { CopyButton } from '../buttons/CopyButton.tsx'
import { Instant } from '../Instant.tsx'
import { cx } from '../cx.ts'
import { isolateDirection } from '../isolate-direction.tsx'
import { EmptyState } from '../EmptyState.tsx'
import { Pagination } from './Pagination.tsx'
import { Skeleton } from '../Skeleton.tsx'
import { padSides, padSidesDense, SortHeader } from './SortHeader.tsx'
import { useIsPrinting } from './useIsPrinting.ts'

export interface DataTableProps<Row> {
  /** The table's name for screen readers. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  /** Undefined while the first response is loading. */
  readonly rows: readonly Row[] | undefined
  readonly rowKey: (row: Row) => string
  /** Custom cell contents by column key, e.g. a badge or a link. */
  readonly cells?: Readonly<Partial<Record<keyof Row & string, (row: Row) => ReactNode>>>
  /** The actions of a row: buttons for the one or two most important actions, and a Menu for the others. */
  readonly actions?: ((row: Row) => ReactNode) | undefined
  /** Opens a row after a click outside its links and buttons. Keyboard users have a link in the first cell. */
  readonly onOpen?: (row: Row) => void
  /**
   * The columns with a copy button in each cell. Card numbers have none, because only the masked number would be
   * copied.
   */
  readonly copyable?: readonly (keyof Row & string)[]
  readonly initialSort?: Sort
  /** Page and sorting, if the caller stores them, e.g. for the Back button. */
  readonly view?: TableView
  readonly onViewChange?: (change: ViewChange) => void
  /** The number of rows per page. Without it there are no pages. The caller stores the user's choice. */
  readonly pageSize?: number
  readonly onPageSizeChange?: (pageSize: number) => void
  readonly density?: 'normal' | 'compact' | 'tight'
  /** True for a table with many columns. Short texts then stay on one line, so the table scrolls sideways. */
  readonly oneLine?: boolean
  /** Shown when there are no rows. */
  readonly empty: ReactNode
  /** Why the rows could not be loaded. */
  readonly error?: string | undefined
  /** Says when or how the rows will be loaded after an error. */
  readonly errorHint?: string | undefined
  /** Called by a button that is shown after an error. */
  readonly onRetry?: () => void
  /** True while new rows are loading and the old rows are shown. */
  readonly refreshing?: boolean
  /** Given if `rows` can be only a section of a longer list. */
  readonly section?: TableSection | undefined
  /** Makes rows selectable by a checkbox in the first cell. */
  readonly selection?: TableSelection<Row> | undefined
}

export interface TableSelection<Row> {
  readonly has: (row: Row) => boolean
  readonly toggle: (row: Row) => void
  /** Selects all rows of the list, or clears the selection. */
  readonly toggleAll: () => void
  readonly state: 'none' | 'some' | 'all'
  /** 'Select batch 12'. */
  readonly label: (row: Row) => string
}

export interface TableSection {
  /** The index of the first row of the section in the list, from 0. */
  readonly offset: number
  /** The number of rows in the list. */
  readonly total: number
  /** Undefined if the complete list is loaded and can be sorted. */
  readonly sortBlockedReason?: string | undefined
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    caption,
    columns,
    rows,
    rowKey,
    cells,
    actions,
    onOpen,
    copyable = [],
    density = 'normal',
    oneLine = false,
  } = props
  const { onPageSizeChange, empty, error, errorHint, onRetry, refreshing = false } = props
  const isPrinting = useIsPrinting()
  const pageSize = isPrinting ? undefined : props.pageSize
  const [localView, setLocalView] = useState<TableView>({ page: 0, sort: props.initialSort })
  const view = props.view ?? localView
  const setView = props.onViewChange ?? setLocalView
  const { section, selection } = props
  const isSortBlocked = section?.sortBlockedReason !== undefined
  // A section of a list is shown in the order of the server.
  const sort = isSortBlocked ? undefined : view.sort
  const id = useId()

  if (error !== undefined && rows === undefined)
    return (
      <EmptyState title={error} action={onRetry && <Button onClick={onRetry}>{m.common_tryAgain()}</Button>}>
        {errorHint}
      </EmptyState>
    )
  if (rows?.length === 0) return typeof empty === 'string' ? <EmptyState title={empty} /> : empty

  const sortedRows = sortRows(rows ?? [], columns, sort)
  const { offset, total } = section ?? { offset: 0, total: sortedRows.length }
  const pages = pageSize === undefined ? 1 : Math.max(1, Math.ceil(total / pageSize))
  const page = Math.min(view.page, pages - 1)
  const visibleRows = pageSize === undefined ? sortedRows : rowsOfPage(sortedRows, page, { pageSize, offset })
  const padding = paddings[density]
  const titleIndex = columns.findIndex(({ wideOnly }) => !wideOnly)
  const isTotalKnown = rows !== undefined || section !== undefined
  const sortedColumn = columns.find(({ key }) => key === sort?.key)

  const renderPlainValue = (row: Row, column: Column<Row>, text: string) => {
    const customCell = cells?.[column.key]
    if (customCell) return isolateDirection(customCell(row))
    const isInstant = column.format === 'instant' && text !== ''
    if (isInstant) return <Instant value={String(row[column.key])} short wraps="inNarrowTable" />
    return isolateDirection(text)
  }
  const renderValue = (row: Row, column: Column<Row>) => {
    const text = valueToText(row[column.key], column.format, client)
    const displayed = renderPlainValue(row, column, text)
    const isCopyable = copyable.includes(column.key) && column.format !== 'pan'
    if (!isCopyable || text === '') return displayed
    return (
      <span className="relative inline-flex items-center gap-0.5">
        {displayed}
        {/* In the gap between the columns, so that the button needs no width. */}
        <span className="opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 max-sm:opacity-100 sm:absolute sm:inset-s-full sm:-ms-0.5">
          <CopyButton value={toCopiedText(row[column.key], column, text)} name={inSentence(column.label)} />
        </span>
      </span>
    )
  }

  return (
    <div className="@container min-w-0">
      <div
        role="group"
        aria-label={caption}
        aria-busy={rows === undefined || refreshing}
        tabIndex={0}
        className={cx(
          'relative max-h-[70vh] overflow-auto focus-visible:-outline-offset-2 max-sm:max-h-none print:max-h-none print:overflow-visible',
          refreshing && 'opacity-70',
        )}
      >
        <table
          className="w-full border-separate border-spacing-0 text-start text-sm max-sm:block"
          aria-describedby={`${id}-sort`}
        >
          <caption className="sr-only">{caption}</caption>
          <thead className="max-sm:sr-only">
            <tr>
              {columns.map((column, index) => (
                <SortHeader
                  key={column.key}
                  column={column.key}
                  label={column.label}
                  fullLabel={column.fullLabel}
                  numeric={isNumeric(column.format)}
                  sort={sort}
                  blocked={isSortBlocked}
                  onSort={(next) => setView(() => ({ page: 0, sort: next }))}
                  sticky={index === 0}
                  dense={density !== 'normal'}
                  className={cx(column.wideOnly && hiddenIfNarrow)}
                >
                  {index === 0 && selection && (
                    <Checkbox
                      label=""
                      labelHidden
                      // Not `label`, whose text would become part of the column's accessible name.
                      aria-label={m.ui_selectAll()}
                      checked={selection.state === 'all'}
                      mixed={selection.state === 'some'}
                      onChange={selection.toggleAll}
                    />
                  )}
                </SortHeader>
              ))}
              {actions && (
                <th
                  scope="col"
                  className="more-after sticky top-0 inset-e-0 z-15 border-b border-line bg-raised py-1.5"
                >
                  <span className="sr-only">{m.common_actions()}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody className="max-sm:grid max-sm:gap-3 max-sm:p-3">
            {rows === undefined && <LoadingRows columns={columns} padding={padding} />}
            {visibleRows.map((row) => (
              <tr
                key={rowKey(row)}
                onClick={
                  onOpen &&
                  ((event) => {
                    if (isRowClick(event.currentTarget, event.target)) onOpen(row)
                  })
                }
                className={cx(
                  'group hover:bg-sunken/60 max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:gap-x-4 max-sm:gap-y-1 max-sm:rounded-lg max-sm:border max-sm:border-line max-sm:px-3 max-sm:py-2',
                  onOpen && 'cursor-pointer',
                )}
              >
                {columns.map((column, index) => {
                  const numeric = isNumeric(column.format)
                  const textWidth = oneLine ? widthOfText(row[column.key]) : 'sm:min-w-28'
                  const className = cx(
                    'border-b border-line align-middle group-last:border-b-0',
                    padding,
                    // In every language the last digits of a column are below each other.
                    numeric && 'sm:align-figures',
                    column.format === 'text' ? textWidth : 'figures whitespace-nowrap',
                    cardCell,
                    column.wideOnly && hiddenIfNarrow,
                    index === titleIndex && cardTitle,
                  )
                  const cellContent = (
                    <>
                      <span aria-hidden className="shrink-0 text-muted sm:hidden">
                        {column.label}
                      </span>
                      <span className="max-sm:min-w-0 max-sm:wrap-anywhere">{renderValue(row, column)}</span>
                    </>
                  )
                  if (index > 0)
                    return (
                      <td key={column.key} className={className}>
                        {cellContent}
                      </td>
                    )
                  return (
                    <th key={column.key} scope="row" className={cx(className, firstColumn)}>
                      {selection ? (
                        <span className="flex items-center gap-2.5">
                          <span className="max-sm:flex max-sm:items-baseline max-sm:gap-1.5">{cellContent}</span>
                          {/* After the name of the row, because a screen reader must read the name first. */}
                          <Checkbox
                            className="order-first"
                            label=""
                            labelHidden
                            aria-label={selection.label(row)}
                            data-action="select"
                            checked={selection.has(row)}
                            onChange={() => selection.toggle(row)}
                          />
                        </span>
                      ) : (
                        cellContent
                      )}
                    </th>
                  )
                })}
                {actions && (
                  <td
                    className={cx(
                      'more-after inset-e-0 border-b border-line text-end whitespace-nowrap group-last:border-b-0 max-sm:ms-auto max-sm:block max-sm:border-0',
                      pinnedCell,
                      padding,
                      'max-sm:p-0',
                    )}
                  >
                    <span className="inline-flex items-center gap-1.5 max-sm:gap-2">{actions(row)}</span>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
        <div id={`${id}-sort`} className="sr-only" aria-live="polite">
          {sort &&
            sortedColumn &&
            m.ui_sortedBy({
              column: sortedColumn.fullLabel ?? sortedColumn.label,
              descending: sort.descending ? 'yes' : 'no',
            })}
        </div>
      </div>
      {pageSize !== undefined && isTotalKnown && (
        <Pagination
          page={page}
          pages={pages}
          rows={total}
          pageSize={pageSize}
          note={section?.sortBlockedReason}
          onStep={(step) =>
            setView((current) => {
              const lastPage = pages - 1
              const currentPage = Math.min(current.page, lastPage)
              return { ...current, page: Math.max(0, Math.min(currentPage + step, lastPage)) }
            })
          }
          onPageSize={
            onPageSizeChange &&
            ((size) => {
              setView((current) => ({ ...current, page: 0 }))
              onPageSizeChange(size)
            })
          }
        />
      )}
    </div>
  )
}

const paddings = {
  normal: `${padSides} py-2`,
  compact: `${padSidesDense} py-1`,
  tight: 'px-2.5 py-px leading-tight sm:first:ps-4 sm:last:pe-4',
} as const

/** Hides a column in a narrow table. Not on paper, where all columns fit because the texts wrap. */
const hiddenIfNarrow = 'sm:@max-[54rem]:not-print:hidden'
/** The class `not-on-card` marks a value that is not worth a line on a phone. */
const cardCell =
  'max-sm:flex max-sm:min-w-0 max-sm:items-baseline max-sm:gap-1.5 max-sm:border-0 max-sm:p-0 max-sm:has-[>span:last-child:empty]:hidden max-sm:has-[.not-on-card]:hidden'
// The first column and the actions stay visible while the table scrolls sideways.
const pinnedCell =
  'sticky z-5 bg-raised group-hover:bg-[color-mix(in_oklab,var(--sunken)_60%,var(--raised))] max-sm:static max-sm:bg-transparent'
const firstColumn = `${pinnedCell} more-before inset-s-0 font-normal sm:font-medium`
/** The title of a card is the first value that is not only for wide tables. */
const cardTitle = 'max-sm:order-first max-sm:basis-full max-sm:font-medium'

interface LoadingRowsProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly padding: string
}

function LoadingRows<Row>({ columns, padding }: LoadingRowsProps<Row>) {
  return Array.from({ length: 6 }, (_, row) => (
    <tr key={row}>
      {columns.map(({ key, format, wideOnly }, index) => (
        <td key={key} className={cx('border-b border-line', padding, wideOnly && hiddenIfNarrow)}>
          <Skeleton className={cx('my-1 h-3.5', index === 0 ? 'w-24' : 'w-16', isNumeric(format) && 'ltr:ms-auto')} />
        </td>
      ))}
    </tr>
  ))
}

/** A text with more characters than this wraps. */
const LONG_TEXT = 40
function widthOfText(text: unknown): string {
  const wraps = typeof text === 'string' && text.length > LONG_TEXT
  return wraps ? 'sm:min-w-72' : 'sm:whitespace-nowrap'
}

/** `offset`: the index of the first row of `rows` in the whole list. */
function rowsOfPage<Row>(
  rows: readonly Row[],
  page: number,
  { pageSize, offset }: { readonly pageSize: number; readonly offset: number },
): readonly Row[] {
  const firstIndex = page * pageSize - offset
  return rows.slice(Math.max(0, firstIndex), firstIndex + pageSize)
}

/** The rows in the order of `sort`. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | undefined,
): readonly Row[] {
  const column = columns.find(({ key }) => key === sort?.key)
  if (!column || !sort) return rows
  const direction = sort.descending ? -1 : 1
  return [...rows].sort((a, b) => direction * compareValues(a[column.key], b[column.key], column.format))
}

// A click on a control in the row, and a click that ends a selection of text, do not open the row.
function isRowClick(row: Element, target: EventTarget): boolean {
  // A click in a menu or dialog of the row also arrives here, although React renders them elsewhere in the page.
  const isInRow = target instanceof Element && row.contains(target)
  if (!isInRow) return false
  const isOnControl = target.closest('a, button, input, select, label, [role=button]') !== null
  const hasSelectedText = getSelection()?.isCollapsed === false
  return !isOnControl && !hasSelectedText
}

// Text is copied for another program, so numbers have no groups. A card number stays masked as shown (PCI 3.4.1).
function toCopiedText<Row>(value: unknown, column: Column<Row>, text: string): string {
  if (column.format === 'identifier') return String(value)
  return column.format === 'pan' ? text.replaceAll(' ', '') : text
}
