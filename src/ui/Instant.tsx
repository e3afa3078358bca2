// `Instant` shows a moment in the programme's time zone, with the zone's name. `DateText` shows a calendar date, which
// has no zone.
import { client } from '#brand/current.ts'
import { valueToText } from '#domain/columns.ts'
import { instantToLocal, instantToText } from '#domain/instants.ts'
import { cx } from './cx.ts'

interface InstantProps {
  /** ISO 8601 UTC, as the server sends it. */
  readonly value: string
  /** Whether the line can break between date and time: always (true), never (false) or only in a narrow table. */
  readonly wraps?: boolean | 'inNarrowTable'
  /** True for table rows, where only the tooltip contains the zone's name. */
  readonly short?: boolean
}

/** '04 Mar 2026, 10:42 SGT' */
export function Instant({ value, wraps, short = false }: InstantProps) {
  const fullText = instantToText(value, client)
  const text = short ? fullText.replace(` ${client.timeZoneLabel}`, '') : fullText
  const breakIndex = wraps ? findBreak(text, value) : undefined
  return (
    <time
      dateTime={value}
      title={short ? fullText : undefined}
      className={cx(
        'figures',
        wraps === true ? 'whitespace-normal' : 'whitespace-nowrap',
        wraps === 'inNarrowTable' && 'sm:@max-[68rem]:whitespace-normal',
      )}
    >
      {breakIndex === undefined ? (
        text
      ) : (
        <>
          <span className="whitespace-nowrap">{text.slice(0, breakIndex).trimEnd()}</span>{' '}
          <span className="whitespace-nowrap">{text.slice(breakIndex)}</span>
        </>
      )}
    </time>
  )
}

/** Where the line can break: before the time and, in Arabic, before the direction mark in front of the time. */
function findBreak(text: string, value: string): number | undefined {
  const local = instantToLocal(value, client)
  if (!local) return undefined
  const index = text.search(`\u2066?${local.time}`)
  return index === -1 ? undefined : index
}

/** 'yyyy-mm-dd' → '04 Mar 2026'. */
export function DateText({ value }: { readonly value: string }) {
  return (
    <time dateTime={value} className="figures whitespace-nowrap">
      {valueToText(value, 'date', client)}
    </time>
  )
}
