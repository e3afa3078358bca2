// A value with what belongs to it underneath; a table of a dozen columns would not fit the screen.
import type { ReactNode } from 'react'
import { cx } from '#ui/cx.ts'
import type { ListedBatch } from './rows.ts'

export function Twice({ first, second }: { readonly first: ReactNode; readonly second: ReactNode }) {
  return (
    <span className="grid">
      <span>{first}</span>
      {second && <span className="text-xs text-muted">{second}</span>}
    </span>
  )
}

/** The batch's number with what it is. */
export function BatchName({ row }: { readonly row: ListedBatch }) {
  const type = <span className={cx('block font-normal whitespace-normal', row.RETIRE && 'min-w-18')}>{row.TYPE}</span>
  return <Twice first={row.BATCHLOADFILEID} second={type} />
}

/** What its maker called it, with the file it came in. */
export function BatchReference({ row }: { readonly row: ListedBatch }) {
  return (
    <span className="block max-w-72 min-w-28 wrap-anywhere">
      <Twice
        first={row.BATCHLOADFILEREFERENCE}
        second={
          <span title={row.BATCHLOADFILEORIGINALNAME} className="line-clamp-1 break-all">
            {row.BATCHLOADFILEORIGINALNAME}
          </span>
        }
      />
    </span>
  )
}

/** What somebody has written: the details have the whole, and here pointing at it shows the rest. */
export function Words({ text }: { readonly text: string | null }) {
  if (text === null) return <span className="text-muted">None given</span>
  return (
    <span title={text} className="wrap-anywhere sm:line-clamp-3 sm:max-w-56 sm:min-w-24">
      {text}
    </span>
  )
}

/** "4,810 loaded, 2 failed", broken behind the comma alone where the column is narrow. */
export function Outcome({ words }: { readonly words: string }) {
  return (
    <span className="whitespace-normal">
      {words.split(/(?<=,) /).map((part, index) => (
        <span key={part}>
          {index > 0 && ' '}
          <span className="whitespace-nowrap">{part}</span>
        </span>
      ))}
    </span>
  )
}
