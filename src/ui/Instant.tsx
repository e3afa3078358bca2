// A moment in the programme's zone, which is named; and a calendar date, which has none.
import { client } from '#brand/current.ts'
import { instantToText, valueToText } from '#domain/columns.ts'

/** ISO 8601 UTC from the wire → '04 Mar 2026, 10:42 SGT'. */
export function Instant({ value }: { readonly value: string }) {
  return (
    <time dateTime={value} className="figures whitespace-nowrap">
      {instantToText(value, client)}
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
