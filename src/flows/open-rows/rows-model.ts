// What the table of open rows needs from the upload wizard that owns the rows.
import type { SheetExtension } from '#domain/batch/types.ts'
import type { RowRules } from '#domain/row-types.ts'
import type { Observable } from '#services/observable.ts'
import type { SaveState } from './draft-saver.ts'
import type { MoreRowsResult } from './more-rows.ts'
import type { OpenRows } from './open-rows.ts'

export interface RowsModel {
  readonly typeInfo: {
    /** The noun for all rows together, in sentences: 'batch', 'file'. */
    readonly itemName: string
    readonly accepts: readonly SheetExtension[]
  }
  readonly openRows: Observable<OpenRows | undefined>
  /** Rows that the server is checking individually. */
  readonly checkingRows: Observable<ReadonlySet<number>>
  readonly saveState: Observable<SaveState>
  /** True if another tab is editing the rows, so that they can only be viewed. */
  readonly isReadOnly: boolean
  /** The rules that rows are checked against now. */
  rules(): RowRules
  /** Reads and checks rows to add to the open rows: typed, pasted, or from a corrected file. */
  readMore(file: File): Promise<MoreRowsResult>
  /** The reason why `count` rows cannot be added. Undefined if they can. */
  moreRowsRefusal(count: number): string | undefined
}
