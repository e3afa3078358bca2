// The name and the reference of a batch in list rows.
import { cx } from '#ui/cx.ts'
import { NameAndDetail, TwoLines } from '#ui/tables/cells.tsx'
import type { ListedBatch } from './rows.ts'

/** The batch's number with its type. */
export function BatchName({ row }: { readonly row: ListedBatch }) {
  const type = <span className={cx('block font-normal whitespace-normal', row.RETIRE && 'min-w-18')}>{row.TYPE}</span>
  return <TwoLines first={row.BATCHLOADFILEID} second={type} />
}

export function BatchReference({ row }: { readonly row: ListedBatch }) {
  return <NameAndDetail name={row.BATCHLOADFILEREFERENCE} detail={row.BATCHLOADFILEORIGINALNAME} />
}
