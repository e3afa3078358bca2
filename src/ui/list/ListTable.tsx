// The rows of a list with their pages and order, and what is said in their place: not asked for, on its way, failed, nothing.
import type { ShownList } from '#domain/lists.ts'
import type { ReactNode } from 'react'
import { type Column, columnsOn } from '#domain/columns.ts'
import * as say from '#words/ui/list.ts'
import { shownColumns } from '../tables/ColumnChoice.tsx'
import { DataTable, type DataTableProps } from '../tables/DataTable.tsx'
import { EmptyState } from '../EmptyState.tsx'

export interface ListTableProps<Row> extends Pick<
  DataTableProps<Row>,
  'caption' | 'rowKey' | 'cells' | 'actions' | 'onOpen' | 'copyable' | 'oneLine'
> {
  readonly list: ShownList<Row>
  readonly columns: readonly Column<Row>[]
  /** Why there is nothing, and what to do: of the question that was asked. */
  readonly empty: ReactNode
  /** What it is called where it was not fetched. */
  readonly what?: string
  /** Why a list that is longer than what is here cannot be sorted. */
  readonly sortBarred?: string
  /** In place of a list that was not asked for yet. */
  readonly idle?: ReactNode
}

export function ListTable<Row>({
  list,
  columns,
  what = 'list',
  sortBarred = TOO_LONG,
  idle,
  ...table
}: ListTableProps<Row>) {
  if (list.refusal !== undefined)
    return <EmptyState title={say.couldNotBeLoaded(what)}>{say.correctDatesAboveToSee}</EmptyState>
  if (list.idle) return idle
  const { inParts, offset, total } = list
  return (
    <DataTable<Row>
      {...table}
      columns={shownColumns(columnsOn(columns, 'screen'), list.hidden)}
      rows={list.rows}
      part={inParts && total !== undefined ? { offset, total, sortBarred } : undefined}
      view={list.view}
      onViewChange={list.setView}
      pageSize={list.pageSize}
      onPageSizeChange={list.setPageSize}
      density={list.density === 'compact' ? 'tight' : 'compact'}
      error={list.failure?.text}
      onRetry={list.refresh}
      refreshing={list.refreshing}
    />
  )
}

const TOO_LONG = say.newestFirstToSortByColumn
