// Converts messages of ISO 8583 to kinds of events, by message class, function and processing code. An adapter for a
// processor is a table like this one.
import type { FeedEventType } from '#domain/feed/event-types.ts'

interface MessageRow {
  /** Class and function of the message type: 10 for 0100, 1100 and 0101. */
  readonly type: '10' | '12' | '22' | '40' | '42' | '72'
  /** The first two digits of field 3, the processing code. Undefined if any code fits. */
  readonly processing?: readonly string[]
  /** Whether the message must refer to an earlier authorisation (field 56 or 90). Undefined if it does not matter. */
  readonly refersToAuthorisation?: boolean
  /** Whether field 39 must be 00 (approved) or 10 (approved in part). Undefined if any response fits. */
  readonly isApproved?: boolean
  readonly kind: FeedEventType
}

/** The first row that fits is used. Processing codes: 00 purchase, 01 cash, 20 refund, 21 deposit, 28 payment to a card. */
export const iso8583Messages: readonly MessageRow[] = [
  { type: '10', isApproved: false, kind: 'decline' },
  { type: '10', processing: ['00', '01', '09', '11'], refersToAuthorisation: true, kind: 'increment' },
  { type: '10', processing: ['00', '01', '09', '11'], kind: 'authorisation' },
  { type: '12', isApproved: false, kind: 'decline' },
  { type: '12', refersToAuthorisation: true, kind: 'completion' },
  // Stand-in: the network has authorised instead of the processor.
  { type: '12', kind: 'authorisation' },
  { type: '22', processing: ['00', '01', '09', '11'], kind: 'clearing' },
  { type: '22', processing: ['20'], kind: 'refund' },
  { type: '22', processing: ['21', '26', '28'], kind: 'load' },
  // A reversed authorisation releases its hold. A reversed presentment gives the money back.
  { type: '40', refersToAuthorisation: true, kind: 'release' },
  { type: '42', refersToAuthorisation: true, kind: 'release' },
  { type: '42', kind: 'reversal' },
  { type: '72', kind: 'fee' },
]

export interface Iso8583Message {
  /** Four digits, such as 0100. */
  readonly mti: string
  /** Six digits. */
  readonly processingCode: string
  readonly refersToAuthorisation: boolean
  /** Field 39. Undefined for a message without a response. */
  readonly responseCode?: string | undefined
}

/** The kind of event. Undefined for a message that changes nothing on a card, such as a balance inquiry. */
export function messageToKind(message: Iso8583Message): FeedEventType | undefined {
  // The digits are version, class, function and origin. Only class and function matter.
  const type = message.mti.slice(1, 3)
  const processing = message.processingCode.slice(0, 2)
  const { refersToAuthorisation, responseCode } = message
  const isApproved = responseCode === undefined || responseCode === '00' || responseCode === '10'
  const fits = (row: MessageRow) => {
    if (row.type !== type) return false
    if (row.processing !== undefined && !row.processing.includes(processing)) return false
    if (row.refersToAuthorisation !== undefined && row.refersToAuthorisation !== refersToAuthorisation) return false
    return row.isApproved === undefined || row.isApproved === isApproved
  }
  return iso8583Messages.find(fits)?.kind
}
