// The data of a list on screen. Services build the data from the server's responses. The design system renders the data.

/** The column that a table is sorted by. */
export interface Sort {
  readonly key: string
  readonly descending: boolean
}

/** The page and the order that a table shows. */
export interface TableView {
  /** The page number, counted from 0. */
  readonly page: number
  readonly sort: Sort | undefined
}

/**
 * Computes the next view from the view requested last. This view can be ahead of the screen, because the user can press
 * buttons faster than the table is drawn.
 */
export type ViewChange = (view: TableView) => TableView

export interface ShownList<Row> {
  /** The message at the filter fields: why no request is sent, or why the server refuses it. */
  readonly refusal: string | undefined
  /** True if nothing has been requested yet. */
  readonly isIdle: boolean
  /** Undefined while waiting for the first response, or before any request. */
  readonly rows: readonly Row[] | undefined
  /** Number of rows in the whole list. `rows` can be a section of the list, from `offset` on. */
  readonly total: number | undefined
  readonly offset: number
  /** True if the list is longer than `rows`. The server has then sorted it. */
  readonly isPartial: boolean
  /** The time of the server's response, in epoch milliseconds. */
  readonly receivedAt: number | undefined
  /** True if an earlier response is shown because the server cannot be reached. */
  readonly isStale: boolean
  /** True if there is no connection. False if only the response is delayed. */
  readonly isOffline: boolean
  readonly failure: { readonly text: string } | undefined
  readonly isRefreshing: boolean
  readonly refresh: () => void
  /** Changes with each search, filter or refresh by the user, but not when the list is refetched automatically. */
  readonly requestKey: string
  readonly view: TableView
  readonly setView: (change: ViewChange) => void
  readonly pageSize: number
  readonly setPageSize: (pageSize: number) => void
  /** Keys of the columns that the user has hidden. */
  readonly hidden: readonly string[]
  readonly setHidden: (hidden: readonly string[]) => void
  /** The row height that the user chose. */
  readonly density?: 'normal' | 'compact'
}
