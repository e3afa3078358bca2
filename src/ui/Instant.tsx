// A moment in the programme's time zone, with the zone's name. Also a calendar date, which has no zone.
import { client } from '#brand/current.ts'
import { valueToText } from '#domain/columns.ts'
import { instantToLocal, instantToText } from '#domain/instants.ts'
import { cx } from './cx.ts'

interface InstantProps {
  /** ISO 8601 UTC, as the server sends it. */
  readonly value: string
  /** For narrow places: may break between date and time, always or only in a narrow table. */
  readonly breaks?: boolean | 'inNarrowTable'
  /** For table rows: the zone's name is in the tooltip. */
  readonly short?: boolean
}

/** '04 Mar 2026, 10:42 SGT' */
export function Instant({ value, breaks, short = false }: InstantProps) {
  const whole = instantToText(value, client)
  const text = short ? whole.replace(` ${client.timeZoneLabel}`, '') : whole
  const time = breaks ? instantToLocal(value, client)?.time : undefined
  // In Arabic, marks of direction are around the time.
  const at = time === undefined ? 0 : text.search(`\u2066?${time}`)
  return (
    <time
      dateTime={value}
      title={short ? whole : undefined}
      className={cx(
        'figures',
        breaks === true ? 'whitespace-normal' : 'whitespace-nowrap',
        breaks === 'inNarrowTable' && 'sm:@max-[68rem]:whitespace-normal',
      )}
    >
      {at > 0 ? (
        <>
          <span className="whitespace-nowrap">{text.slice(0, at).trimEnd()}</span>{' '}
          <span className="whitespace-nowrap">{text.slice(at)}</span>
        </>
      ) : (
        text
      )}
    </time>
  )
}

/** 'yyyy-mm-dd' → '04 Mar 2026'. */
export function DateText({ value }: { readonly value: string }) {
  return (
    <time dateTime={value} className="figures whitespace-nowrap">
      {valueToText(value, 'date', client)}
    </time>
  )
}
