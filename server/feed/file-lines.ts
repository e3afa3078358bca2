// The lines of a file of the card processor's events: JSON, one event a line, or csv with the names of the fields as
// headings.
import * as z from 'zod'
import { feedEvent, type FeedEvent, feedTotal, type FeedTotal } from '#contract/feed.ts'

const textFields = [
  'kind',
  'eventId',
  'at',
  'trackingNumber',
  'currency',
  'authorisation',
  'authNumber',
  'merchant',
  'merchantId',
  'merchantCategory',
  'foreign.currency',
  'foreign.rate',
  'description',
  'original',
  'code',
  'reason',
  'method',
  'manager',
  'chargeback',
  'reasonCode',
  'notes',
  'posEntryMode',
  'networkReference',
  'claimId',
  'status',
  'day',
  'campaign',
] as const
const numberFields = [
  'amount',
  'fee',
  'feeType',
  'foreign.amount',
  'balance',
  'requestAmount',
  'usdAmount',
  'transactionUsdAmount',
  'stopReason',
  'count',
  'sum',
] as const
const flagFields = ['isPartial', 'isCash'] as const
const numberNames: ReadonlySet<string> = new Set(numberFields)
const flagNames: ReadonlySet<string> = new Set(flagFields)

/** The headings that a csv file can have. */
export const feedFields: readonly string[] = [...textFields, ...numberFields, ...flagFields]

/** Undefined if the line is not JSON. */
export function jsonToValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/**
 * The event of a csv record, not validated yet. Empty fields are left out. The heading 'foreign.rate' is the field
 * `rate` of the object `foreign`.
 */
export function fieldsToValue(keys: readonly string[], fields: readonly string[]): object {
  const event: Record<string, unknown> = {}
  keys.forEach((key, index) => {
    const text = fields[index]?.trim() ?? ''
    if (key === '' || text === '') return
    const value = textToValue(key, text)
    const [outer = '', inner] = key.split('.')
    if (inner === undefined) event[outer] = value
    else event[outer] = { ...(event[outer] as object | undefined), [inner]: value }
  })
  return event
}

function textToValue(key: string, text: string): string | number | boolean {
  if (numberNames.has(key)) return toNumber(text)
  if (flagNames.has(key)) return toFlag(text)
  return text
}

/** A text that is no number stays a text, so that the validation reports the field. */
const toNumber = (text: string): number | string => (/^-?[0-9]{1,15}$/.test(text) ? Number(text) : text)

/** Any text except 'true' and 'false' stays a text, so that the validation reports the field. */
function toFlag(text: string): boolean | string {
  if (text === 'true') return true
  if (text === 'false') return false
  return text
}

/** A line with the total of a day and campaign, instead of an event. */
const totalLine = feedTotal.extend({ kind: z.literal('total') })

export interface LineFault {
  /** The name of the wrong field. '' if the line is not an object. */
  readonly path: string
  /** The error in English, which commands show. Undefined if the line is not an object. */
  readonly message: string | undefined
}

export type CheckedLine = { readonly event: FeedEvent } | { readonly total: FeedTotal } | { readonly fault: LineFault }

export function checkLine(value: unknown): CheckedLine {
  if (typeof value !== 'object' || value === null) return { fault: { path: '', message: undefined } }
  if ('kind' in value && value.kind === 'total') {
    const parsed = totalLine.safeParse(value)
    if (!parsed.success) return { fault: firstFault(parsed.error) }
    const { kind: _kind, ...total } = parsed.data
    return { total }
  }
  const parsed = feedEvent.safeParse(value)
  return parsed.success ? { event: parsed.data } : { fault: firstFault(parsed.error) }
}

function firstFault({ issues: [issue] }: z.ZodError): LineFault {
  // An unknown field is named in the issue, not in its path.
  const unknownField = issue?.code === 'unrecognized_keys' ? issue.keys : []
  return {
    path: [...(issue?.path ?? []), ...unknownField].map(String).join('.'),
    message: issue?.message,
  }
}
