// Table cells with two lines, because a table with a dozen columns would not fit the screen. Also cells for free text
// and for the outcome of a batch.
import { m } from '#words/messages.js'
import type { ReactNode } from 'react'
import { isolateDirection } from '../isolate-direction.tsx'
import { Instant } from '../Instant.tsx'

export function TwoLines({ first, second }: { readonly first: ReactNode; readonly second: ReactNode }) {
  return (
    <span className="grid">
      <span>{isolateDirection(first)}</span>
      {second && <span className="text-xs text-muted">{isolateDirection(second)}</span>}
    </span>
  )
}

/** A text that is cut to one line, so that rows stay low. A tooltip shows the full text. */
function OneLine({ text }: { readonly text: string }) {
  return (
    <span title={text} className="break-all sm:line-clamp-1">
      {isolateDirection(text)}
    </span>
  )
}

interface NameAndDetailProps {
  readonly name: string
  /** The second line. Empty for none. */
  readonly detail: string
}

/** The name of an item with a detail, each on one line: the reference of a batch with the name of its file. */
export function NameAndDetail({ name, detail }: NameAndDetailProps) {
  return (
    <span className="block max-w-52 min-w-28 wrap-anywhere sm:min-w-32 sm:@max-[68rem]:min-w-30">
      <TwoLines first={<OneLine text={name} />} second={detail !== '' && <OneLine text={detail} />} />
    </span>
  )
}

/** The user who did something, and the time (ISO 8601). */
export function DoneBy({ by, at }: { readonly by: string; readonly at: string | null }) {
  return (
    <TwoLines
      first={<span className="sm:whitespace-nowrap">{isolateDirection(by)}</span>}
      second={at !== null && <Instant value={at} short wraps="inNarrowTable" />}
    />
  )
}

/** The same user and time in a list of facts. */
export function UserAndTime({ name, at }: { readonly name: string; readonly at: string | null }) {
  return (
    <>
      {isolateDirection(name)}
      {at !== null && (
        <span className="block text-sm text-muted">
          <Instant value={at} />
        </span>
      )}
    </>
  )
}

/** A text that a user has written, cut to two lines. A tooltip shows the full text. */
export function FreeText({ text }: { readonly text: string | null }) {
  if (text === null) return <span className="text-muted">{m.common_noneGiven()}</span>
  return (
    <span title={text} className="wrap-anywhere sm:line-clamp-2 sm:max-w-48 sm:min-w-24">
      {isolateDirection(text)}
    </span>
  )
}

/** "4,810 loaded, 2 failed". In a narrow column, the line can break only after a comma. Arabic has its own comma. */
export function Outcome({ words }: { readonly words: string }) {
  return (
    <span className="whitespace-normal">
      {words.split(/(?<=[,،]) /).map((result, index) => (
        <span key={result}>
          {index > 0 && ' '}
          <span className="whitespace-nowrap">{result}</span>
        </span>
      ))}
    </span>
  )
}
