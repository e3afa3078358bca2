// A page with one list from the server. From top to bottom it has the pending changes, the filters with a button to
// refresh, the age of the data, and the rows with a button to download the whole list.
import type { ComponentProps, ReactNode } from 'react'
import { useExport } from '#services/lists/useExport.ts'
import type { WholeList } from '#services/lists/useServerList.ts'
import { useToday } from '#services/useToday.ts'
import { ListBar } from '#ui/list/ListBar.tsx'
import { ListNote } from '#ui/list/ListNote.tsx'
import { ListPanel } from '#ui/list/ListPanel.tsx'
import { Page } from '#ui/Page.tsx'
import { PendingChangeList } from './pending-changes/PendingChangeList.tsx'

type PageProps = Pick<ComponentProps<typeof Page>, 'title' | 'description' | 'actions'>
/** The props of ListPanel that the caller sets, such as `columns`. This page sets the others. */
type PanelProps<Row> = Omit<
  ComponentProps<typeof ListPanel<Row>>,
  'title' | 'showsAge' | 'caption' | 'list' | 'download' | 'actions'
>

interface ListPageProps<Row> extends PageProps, PanelProps<Row> {
  readonly list: WholeList<Row>
  /** Names the list for screen readers and in the workbook; by default the title of the page. */
  readonly listName?: string
  /** The name of the downloaded file. A text gets today's date: 'EventFiles_2026-03-04'. A function returns the full name. */
  readonly fileName: string | (() => string)
  /** True if cells of the csv file lose their first comma: docs/rules/files.md, "csv files of lists and reports". */
  readonly dropsFirstComma?: boolean
  /** The heading of the rows. */
  readonly rowsTitle: string
  readonly rowActions?: (row: Row) => ReactNode
  /** Undefined if nothing on the page changes data. */
  readonly pendingChanges?: ComponentProps<typeof PendingChangeList>
  /** The fields above the list. */
  readonly filters?: ReactNode
  /** For a list that has a button to search. */
  readonly search?: ComponentProps<typeof ListBar>['search']
  /** Explains which actions have to wait for the connection. */
  readonly offline: string
  /** Above everything else. */
  readonly banner?: ReactNode
  /** Between the filters and the rows. */
  readonly note?: ReactNode
  /** The dialogs of the page. */
  readonly children?: ReactNode
}

export function ListPage<Row>({
  title,
  description,
  actions,
  list,
  listName = title,
  fileName,
  dropsFirstComma,
  rowsTitle,
  rowActions,
  pendingChanges,
  filters,
  search,
  offline,
  banner,
  note,
  children,
  ...panelProps
}: ListPageProps<Row>) {
  const today = useToday()
  // A search button leaves room for the age of the data beside it. Filters fill their line, so the age is below them.
  const isAgeBelow = search === undefined
  const download = useExport({
    name: typeof fileName === 'string' ? `${fileName}_${today}` : fileName,
    sheet: listName,
    columns: panelProps.columns,
    dropsFirstComma,
    rows: list.loadAll,
  })
  return (
    <Page title={title} description={description} actions={actions}>
      {banner}
      {pendingChanges && <PendingChangeList {...pendingChanges} />}
      <ListBar label={listName} list={list} search={search} isAgeBelow={isAgeBelow}>
        {filters}
      </ListBar>
      <ListNote list={list} offline={offline} />
      {note}
      <ListPanel<Row>
        {...panelProps}
        title={rowsTitle}
        showsAge={isAgeBelow}
        caption={listName}
        list={list}
        download={download}
        actions={rowActions}
      />
      {children}
    </Page>
  )
}
