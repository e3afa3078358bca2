// A list in a panel: column choice and download above its rows.
import type { ReactNode } from 'react'
import { columnsOn } from '#domain/columns.ts'
import { ColumnChoice } from '../tables/ColumnChoice.tsx'
import { Panel } from '../Panel.tsx'
import { ListAge } from './ListAge.tsx'
import { DownloadMenu, type DownloadMenuProps } from './DownloadMenu.tsx'
import { ListTable, type ListTableProps } from './ListTable.tsx'

interface ListPanelProps<Row> extends ListTableProps<Row> {
  readonly title: ReactNode
  /** True if the bar above does not show the age of the rows. */
  readonly showsAge?: boolean
  readonly download: Pick<DownloadMenuProps, 'pending' | 'items'>
}

export function ListPanel<Row>({ title, showsAge = false, download, ...table }: ListPanelProps<Row>) {
  const { list, columns } = table
  return (
    <Panel
      flush
      title={title}
      actions={
        <>
          {showsAge && <ListAge list={list} className="no-print max-sm:hidden" />}
          <ColumnChoice columns={columnsOn(columns, 'screen')} hidden={list.hidden} onChange={list.setHidden} />
          {list.rows !== undefined && list.rows.length > 0 && <DownloadMenu {...download} />}
        </>
      }
    >
      <ListTable<Row> {...table} />
    </Panel>
  )
}
