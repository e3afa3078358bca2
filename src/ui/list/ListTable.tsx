// The rows of a list with pages and sorting. If there are no rows, it says why: the query was not run yet, is loading
// or has failed, or nothing was found.
import { m } from '#words/messages.js'
import type { ShownList } from '#domain/lists.ts'
import type { ReactNode } from 'react'
import { type Column, columnsOn } from '#domain/columns.ts'
import { visibleColumns } from '../tables/ColumnChoice.tsx'
import { DataTable, type DataTableProps } from '../tables/DataTable.tsx'
import { Announcement } from '../Announcement.tsx'
import { EmptyState } from '../EmptyState.tsx'

export interface ListTableProps<Row> extends Pick<
  DataTableProps<Row>,
  'caption' | 'rowKey' | 'cells' | 'actions' | 'onOpen' | 'copyable' | 'oneLine' | 'selection'
> {
  readonly list: ShownList<Row>
  readonly columns: readonly Column<Row>[]
  /** Shown if nothing was found. Says why there are no rows, and what the user can do. */
  readonly empty: ReactNode
  /** What the list is called in the message that it could not be loaded. */
  readonly noun?: 'list' | 'statement' | 'report'
  /** Why sorting is disabled if only a section of the list is loaded. */
  readonly sortBlockedReason?: string
  /** Shown until the query has run. */
  readonly idle?: ReactNode
}

export function ListTable<Row>(props: ListTableProps<Row>) {
  return (
    <>
      {/* The key changes only when the user requests rows, so polling does not read out the result again. */}
      <Announcement text={resultToText(props.list)} occasion={props.list.requestKey} />
      <ListContent {...props} />
    </>
  )
}

/** How many rows a search, a filter, a report or a refresh has found. '' until the response has arrived. */
function resultToText({
  rows,
  total,
  isRefreshing,
}: Pick<ShownList<unknown>, 'rows' | 'total' | 'isRefreshing'>): string {
  if (rows === undefined || isRefreshing) return ''
  if (rows.length === 0) return m.ui_nothingFound()
  return m.ui_rowsFound({ count: total ?? rows.length })
}

function ListContent<Row>({
  list,
  columns,
  noun = 'list',
  sortBlockedReason = sortNeedsWholeListText,
  idle,
  ...table
}: ListTableProps<Row>) {
  if (list.refusal !== undefined)
    return <EmptyState title={m.ui_couldNotBeLoaded({ what: noun })}>{m.ui_correctDatesAbove()}</EmptyState>
  if (list.isIdle) return idle
  const { isPartial, offset, total } = list
  const isSection = isPartial && total !== undefined
  return (
    <DataTable<Row>
      {...table}
      columns={visibleColumns(columnsOn(columns, 'screen'), list.hidden)}
      rows={list.rows}
      section={isSection ? { offset, total, sortBlockedReason } : undefined}
      view={list.view}
      onViewChange={list.setView}
      pageSize={list.pageSize}
      onPageSizeChange={list.setPageSize}
      density={tableDensities[list.density ?? 'normal']}
      error={list.failure?.text}
      errorHint={list.isOffline ? m.ui_listNeedsConnection() : undefined}
      onRetry={list.refresh}
      refreshing={list.isRefreshing}
    />
  )
}

/** A list is one step denser than other tables. */
const tableDensities = { normal: 'compact', compact: 'tight' } as const

const sortNeedsWholeListText = m.ui_newestFirstHint()
