// A list as its screen shows it: services make one from what the server answers, the design system draws it.

/** The column that a table is sorted by. */
export interface Sort {
  readonly key: string
  readonly descending: boolean
}

/** The page and the order that a table shows. */
export interface TableView {
  /** From 0. */
  readonly page: number
  readonly sort: Sort | undefined
}

export interface ShownList<Row> {
  /** The sentence at the fields: why nothing is asked for, or why the server refuses it. */
  readonly refusal: string | undefined
  /** Nothing has been asked for yet. */
  readonly idle: boolean
  /** Undefined while waiting for the first answer, and while nothing is asked for. */
  readonly rows: readonly Row[] | undefined
  /** Number of rows of the whole list; `rows` can be a part of it that starts at `offset`. */
  readonly total: number | undefined
  readonly offset: number
  /** The list is longer than `rows`, and in the server's order. */
  readonly inParts: boolean
  /** When the server answered, in epoch milliseconds. */
  readonly at: number | undefined
  /** An earlier answer, because the server cannot be reached. */
  readonly old: boolean
  /** There is no connection; false if only the answer is delayed. */
  readonly offline: boolean
  readonly failure: { readonly text: string } | undefined
  readonly refreshing: boolean
  readonly refresh: () => void
  readonly view: TableView
  readonly setView: (view: TableView) => void
  readonly pageSize: number
  readonly setPageSize: (pageSize: number) => void
  /** Keys of the columns that the user has hidden. */
  readonly hidden: readonly string[]
  readonly setHidden: (hidden: readonly string[]) => void
  /** The height of its rows, as the user chose. */
  readonly density?: 'normal' | 'compact'
}
