// The text in a merchant's QR code: an EMVCo merchant-presented payload (EMV QRCPS, Merchant-Presented Mode 1.1), which
// the merchant shows and a payer's app reads. Rules: docs/rules/merchants.md, "QR code".
import { m } from '#words/messages.js'

/** One data object: its two-digit tag and its value. */
export type QrObject = readonly [tag: string, value: string]

export interface QrMerchant {
  readonly mastercardMerchantID: string
  readonly merchantName: string
  readonly merchantCity: string
  readonly merchantCategoryCode: string
  /** Three digits, ISO 4217. */
  readonly currencyCode: string
  /** Two letters, ISO 3166 alpha-2. */
  readonly country: string
}

/** Maximum length of the city in the code. The merchant's own record has the full name. */
export const MAX_QR_CITY = 15
/** The city, cut for the code. */
export const toQrCity = (city: string): string => city.slice(0, MAX_QR_CITY).trimEnd()

const FORMAT_VERSION = '01'
/** Point of initiation: static, which means the same code for every payment. */
const STATIC = '11'
const CRC_TAG = '63'

/**
 * The payload with its checksum. Throws if a value is not printable ASCII of at most 99 characters, since that is a
 * bug.
 */
export function merchantToQr(merchant: QrMerchant): string {
  const body: readonly QrObject[] = [
    ['00', FORMAT_VERSION],
    ['01', STATIC],
    ['04', merchant.mastercardMerchantID],
    ['52', merchant.merchantCategoryCode],
    ['53', merchant.currencyCode],
    ['58', merchant.country.toUpperCase()],
    ['59', merchant.merchantName],
    ['60', toQrCity(merchant.merchantCity)],
  ]
  // The checksum covers everything before its value, so also its own tag and its length of 4.
  const textBeforeCrc = `${body.map(objectToText).join('')}${CRC_TAG}04`
  return textBeforeCrc + crcToText(textBeforeCrc)
}

/** The data objects in order. Undefined for a payload that is truncated or malformed, or has a wrong checksum. */
export function qrToObjects(text: string): QrObject[] | undefined {
  const objects: QrObject[] = []
  let rest = text
  while (rest !== '') {
    // Two digits of the tag and two of the length, then the value.
    const hasHead = /^[0-9]{4}/.test(rest)
    if (!hasHead) return undefined
    const tag = rest.slice(0, 2)
    const valueEnd = 4 + Number(rest.slice(2, 4))
    if (rest.length < valueEnd) return undefined
    objects.push([tag, rest.slice(4, valueEnd)])
    rest = rest.slice(valueEnd)
  }
  const [lastTag, lastValue] = objects.at(-1) ?? []
  const isChecksumRight = lastTag === CRC_TAG && lastValue === crcToText(text.slice(0, -4))
  return isChecksumRight ? objects : undefined
}

const objectToText = ([tag, value]: QrObject): string => {
  if (!/^[\x20-\x7e]{1,99}$/.test(value)) throw new RangeError(m.merchants_qrPayloadCannotCarry({ tag }))
  return `${tag}${String(value.length).padStart(2, '0')}${value}`
}

const crcToText = (text: string): string => crc16(text).toString(16).toUpperCase().padStart(4, '0')

/** CRC-16/CCITT-FALSE (polynomial 1021, initial value FFFF, not reflected) of a text in UTF-8. */
export function crc16(text: string): number {
  let crc = 0xffff
  for (const byte of utf8(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) {
      const isHighBitSet = (crc & 0x8000) !== 0
      crc = (crc << 1) & 0xffff
      if (isHighBitSet) crc ^= 0x1021
    }
  }
  return crc
}

/**
 * The bytes of a text. `encodeURIComponent` writes some bytes as '%C3', and the others as a character of ASCII. It
 * replaces `TextEncoder`, which the domain cannot use, since it belongs to the platform.
 */
function utf8(text: string): number[] {
  const parts = encodeURIComponent(text).match(/%[0-9A-F]{2}|[^]/g) ?? []
  return parts.map((part) => (part.startsWith('%') ? Number.parseInt(part.slice(1), 16) : part.charCodeAt(0)))
}
