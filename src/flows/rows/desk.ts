// What the table of open rows, and the tools above it, ask of whoever holds the rows: the wizard of an upload, or a file of merchants.
import type { SheetEnding } from '#domain/batch/kinds.ts'
import type { RowRules } from '#domain/row-kinds.ts'
import type { Cell } from '#services/cell.ts'
import type { SaveState } from './draft-saver.ts'
import type { MoreRows } from './more-rows.ts'
import type { OpenRows } from './open-rows.ts'

export interface RowsDesk {
  readonly kind: {
    /** What the rows are together, in sentences: 'batch', 'file'. */
    readonly thing: string
    readonly accepts: readonly SheetEnding[]
  }
  readonly open: Cell<OpenRows | undefined>
  /** Rows that the host is being asked about alone. */
  readonly asking: Cell<ReadonlySet<number>>
  readonly saveState: Cell<SaveState>
  /** True where another tab has them: they are looked at. */
  readonly isReadOnly: boolean
  /** What they are checked by now. */
  rules(): RowRules
  /** Reads rows that come to the open ones: typed, pasted, or a corrected file. The same worker, the same checks. */
  readMore(file: File): Promise<MoreRows>
  /** Why that many rows may not be put behind the open ones, or undefined. */
  refuseMore(count: number): string | undefined
}
