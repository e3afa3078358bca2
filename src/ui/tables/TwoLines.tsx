// What stands in a cell of a list besides a plain value: a value with what belongs to it underneath, since a table of a dozen
// columns would not fit the screen; somebody's words; how far something has come.
import type { ReactNode } from 'react'
import { Instant } from '../Instant.tsx'
import * as say from '#words/ui.ts'

export function Twice({ first, second }: { readonly first: ReactNode; readonly second: ReactNode }) {
  return (
    <span className="grid">
      <span>{first}</span>
      {second && <span className="text-xs text-muted">{second}</span>}
    </span>
  )
}

interface NamedFileProps {
  readonly name: ReactNode
  readonly file: string
}

/** What its maker called it, with the file it came in. */
export function NamedFile({ name, file }: NamedFileProps) {
  return (
    <span className="block max-w-72 min-w-28 wrap-anywhere">
      <Twice
        first={name}
        second={
          file !== '' && (
            <span title={file} className="line-clamp-1 break-all">
              {file}
            </span>
          )
        }
      />
    </span>
  )
}

/** Who has done something in a list's row, and when; ISO 8601. */
export function DoneBy({ by, at }: { readonly by: string; readonly at: string | null }) {
  return <Twice first={by} second={at !== null && <Instant value={at} breaks />} />
}

/** The same among the facts of one thing. */
export function Who({ name, at }: { readonly name: string; readonly at: string | null }) {
  return (
    <>
      {name}
      {at !== null && (
        <span className="block text-sm text-muted">
          <Instant value={at} />
        </span>
      )}
    </>
  )
}

/** What somebody has written: the details have the whole, and here pointing at it shows the rest. */
export function Words({ text }: { readonly text: string | null }) {
  if (text === null) return <span className="text-muted">{say.noneGiven}</span>
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
