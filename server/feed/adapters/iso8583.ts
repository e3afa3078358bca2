// Converts messages of ISO 8583 to kinds of events, by message class, function and processing code. An adapter for a
// processor is a table like this one.
import type { FeedEventType } from '#domain/feed/event-types.ts'

interface MessageRow {
  /** The message type without its version and origin: 100 for 0100, 1100 and 0101. */
  readonly mti: '100' | '120' | '220' | '400' | '420' | '720'
  /** The first two digits of field 3, the processing code. Undefined if any code fits. */
  readonly processing?: readonly string[]
  /** True if the message must refer to an earlier authorisation (field 56 or 90). Undefined if both fit. */
  readonly refersToAuthorisation?: boolean
  /** True if field 39 must be 00 (approved) or 10 (approved in part). Undefined if any response fits. */
  readonly isApproved?: boolean
  readonly kind: FeedEventType
}

/** The first row that fits is used. Processing codes: 00 purchase, 01 cash, 20 refund, 21 deposit, 28 payment to a card. */
export const iso8583Messages: readonly MessageRow[] = [
  { mti: '100', isApproved: false, kind: 'decline' },
  { mti: '100', processing: ['00', '01', '09', '11'], refersToAuthorisation: true, kind: 'increment' },
  { mti: '100', processing: ['00', '01', '09', '11'], kind: 'authorisation' },
  { mti: '120', isApproved: false, kind: 'decline' },
  { mti: '120', refersToAuthorisation: true, kind: 'completion' },
  // Stand-in: the network has authorised instead of the processor.
  { mti: '120', kind: 'authorisation' },
  { mti: '220', processing: ['00', '01', '09', '11'], kind: 'clearing' },
  { mti: '220', processing: ['20'], kind: 'refund' },
  { mti: '220', processing: ['21', '26', '28'], kind: 'load' },
  // The reversal of an authorisation releases its hold; that of a presentment gives the money back.
  { mti: '400', refersToAuthorisation: true, kind: 'release' },
  { mti: '420', refersToAuthorisation: true, kind: 'release' },
  { mti: '420', kind: 'reversal' },
  { mti: '720', kind: 'fee' },
]

export interface Iso8583Message {
  /** Four digits, such as 0100. */
  readonly mti: string
  /** Six digits. */
  readonly processingCode: string
  readonly refersToAuthorisation: boolean
  /** Field 39; undefined for a message without a response. */
  readonly responseCode?: string | undefined
}

/** The kind of event; undefined for a message that changes nothing on a card, such as a balance inquiry. */
export function messageToKind(message: Iso8583Message): FeedEventType | undefined {
  // The digits are version, class, function and origin. Only class and function matter.
  const mti = `${message.mti.slice(1, 3)}0`
  const { responseCode } = message
  const isApproved = responseCode === undefined || responseCode === '00' || responseCode === '10'
  const fits = (row: MessageRow) => {
    if (row.mti !== mti) return false
    if (row.processing !== undefined && !row.processing.includes(message.processingCode.slice(0, 2))) return false
    const { refersToAuthorisation = message.refersToAuthorisation } = row
    if (refersToAuthorisation !== message.refersToAuthorisation) return false
    return row.isApproved === undefined || row.isApproved === isApproved
  }
  return iso8583Messages.find(fits)?.kind
}
