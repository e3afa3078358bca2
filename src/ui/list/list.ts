// What the parts of a list need to know of it; the services' useAskedList gives it.
import type { TableView } from '../DataTable.tsx'

export interface ShownList<Row> {
  /** Why nothing was asked for: the sentence at the fields. */
  readonly refusal: string | undefined
  /** Not asked for yet. */
  readonly idle: boolean
  /** Undefined while the first answer is awaited. */
  readonly rows: readonly Row[] | undefined
  readonly total: number | undefined
  readonly offset: number
  /** True: longer than what is here at once, in the host's order. */
  readonly inParts: boolean
  /** When it was given, epoch milliseconds. */
  readonly at: number | undefined
  /** From an earlier time, since the host cannot be reached. */
  readonly old: boolean
  /** True while there is no connection, and not only an answer that is put off. */
  readonly offline: boolean
  readonly failure: { readonly text: string } | undefined
  readonly refreshing: boolean
  readonly refresh: () => void
  readonly view: TableView
  readonly setView: (view: TableView) => void
  readonly pageSize: number
  readonly setPageSize: (pageSize: number) => void
  readonly hidden: readonly string[]
  readonly setHidden: (hidden: readonly string[]) => void
  /** How close its rows stand, as the operator chose. */
  readonly density?: 'normal' | 'compact'
}
