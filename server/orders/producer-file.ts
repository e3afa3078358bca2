// Writes the file from which the card producer makes cards: comma separated (RFC 4180, UTF-8, CRLF). Each line is a
// record, and its first field is the record type: H for the header, D for a card, T for the trailer. The cards are in
// the sequence of the order. The producer uses the counts and totals to check that nothing is missing or changed.
// Programs read the file, so fields are not escaped against spreadsheet formulas. The file does not contain the
// security codes of the cards, because the producer computes the codes from the keys of the card network.
import { createHash } from 'node:crypto'
import { nameToEmboss } from '#domain/order/emboss.ts'
import { orderFields, type OrderTextName } from '#domain/order/fields.ts'

/** The version of the format, which the header names. */
const PRODUCER_FORMAT = '1'

/** The data that all cards of the order share. */
export interface ProducerOrder {
  readonly orderId: number
  /** The client's name. */
  readonly programme: string
  /** The campaign's name. */
  readonly campaign: string
  readonly quotationNumber: string
  readonly plasticId: string
  readonly designId: string
  readonly issuedAt: Date
}

/**
 * How the producer uses each text of an ordered card: for embossing, for delivery, or not at all ('unsent'). The
 * delivery fields are the last fields of a card's record, in this order. If you add one, increase PRODUCER_FORMAT and
 * inform the producer.
 */
const fieldUses = {
  name: 'embossed',
  surname: 'embossed',
  customerReference: 'unsent',
  recipientName: 'delivery',
  recipientNumber: 'delivery',
  address1: 'delivery',
  address2: 'delivery',
  postalCode: 'delivery',
} as const satisfies Readonly<Record<OrderTextName<'physical'>, 'embossed' | 'delivery' | 'unsent'>>

const deliveryFields = orderFields.physical
  .filter((field) => field.value !== 'money')
  .map(({ name }) => name)
  .filter((name) => fieldUses[name] === 'delivery')

export interface ProducerCard {
  readonly pan: string
  /** 'yyyy-mm-dd'. */
  readonly expiresOn: string
  readonly trackingNumber: string
  readonly sequenceNumber: string
  /** The texts as they were ordered. */
  readonly texts: Readonly<Partial<Record<OrderTextName<'physical'>, string>>>
}

/** Returns the bytes of the file. The cards are in the given order, numbered from 1. */
export function writeProducerFile(order: ProducerOrder, cards: readonly ProducerCard[]): Buffer {
  const { plasticId, designId, quotationNumber } = order
  const header = [
    'H',
    PRODUCER_FORMAT,
    order.orderId,
    order.programme,
    order.campaign,
    quotationNumber,
    plasticId,
    designId,
    order.issuedAt.toISOString(),
    cards.length,
    trackingNumberTotal(cards),
  ]
  const details = cards.map((card, index) => [
    'D',
    index + 1,
    card.pan,
    toMonthAndYear(card.expiresOn),
    nameToEmboss(card.texts.name ?? '', card.texts.surname ?? '') ?? '',
    card.trackingNumber,
    card.sequenceNumber,
    plasticId,
    designId,
    quotationNumber,
    ...deliveryFields.map((name) => card.texts[name] ?? ''),
  ])
  const body = [header, ...details].map(toLine).join('')
  const trailer = toLine(['T', cards.length, createHash('sha256').update(body, 'utf8').digest('hex')])
  return Buffer.from(body + trailer, 'utf8')
}

/** Converts '2029-08-31' to '08/29'. */
const toMonthAndYear = (date: string): string => `${date.slice(5, 7)}/${date.slice(2, 4)}`

/** A checksum: the last 15 digits of the sum of the tracking numbers. */
function trackingNumberTotal(cards: readonly ProducerCard[]): string {
  const sum = cards.reduce((total, { trackingNumber }) => total + BigInt(trackingNumber), 0n)
  return String(sum % 10n ** 15n).padStart(15, '0')
}

const toLine = (fields: readonly (string | number)[]): string => `${fields.map(toField).join(',')}\r\n`

/** A field is always a single line, even if the stored text has several. */
function toField(value: string | number): string {
  // oxlint-disable-next-line no-control-regex -- control characters are removed here
  const text = String(value).replace(/[\u0000-\u001f\u007f]+/g, ' ')
  const hasOuterSpace = text.trim() !== text
  const needsQuotes = hasOuterSpace || /[",]/.test(text)
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text
}
