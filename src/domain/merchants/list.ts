// The list of merchants that a user has signed up: its entries, its limit and its file names. Rules:
// docs/rules/merchants.md, "The list".
import { m } from '#words/messages.js'
import { instantToTimestamp } from '#domain/dates.ts'
import { type MerchantEntry, merchantFields } from './entry.ts'

/** One merchant of the list. */
export interface SignedUpMerchant {
  /** The requestId of its sign-up, so that a repeated response does not add the merchant twice. */
  readonly id: string
  readonly entry: MerchantEntry
  /** The text of its QR code. */
  readonly qr: string
  /** When it was signed up, ISO 8601. */
  readonly at: string
}

export const LIST_FULL_MESSAGE = m.merchants_listIsFull()

/** The number of used slots: merchants in the list, and pending sign-ups that are not in it yet. */
export const slotsUsed = (
  merchants: readonly { readonly id: string }[],
  pendingRequestIds: readonly string[],
): number => new Set([...merchants.map(({ id }) => id), ...pendingRequestIds]).size

/** The file name of the list, and of its sheets and pictures; the time is in the programme's time zone. */
export const merchantFileName = (extension: 'csv' | 'pdf' | 'zip', epochMs: number, timeZone: string): string =>
  `merchant-sign-up-${instantToTimestamp(epochMs, timeZone)}.${extension}`

/**
 * The file names of the merchants' pictures, without extension, in order: number and name in letters, digits and
 * hyphens. Duplicate names get a number. They are in lower case, since some file systems ignore case.
 */
export function pictureNames(merchants: readonly SignedUpMerchant[]): readonly string[] {
  const usedNames = new Set<string>()
  return merchants.map(({ entry: { mastercardMerchantID, merchantName } }) => {
    const words = merchantName.toLowerCase().match(/[a-z0-9]+/g) ?? []
    const baseName = [mastercardMerchantID, ...words].join('-')
    let name = baseName
    for (let count = 2; usedNames.has(name); count += 1) name = `${baseName}-${count}`
    usedNames.add(name)
    return name
  })
}

/** The header and lines of the file, in the list's order. */
export const merchantsToTable = (merchants: readonly SignedUpMerchant[]) => ({
  header: [...merchantFields.map(({ column }) => column), 'QRCode'],
  rows: merchants.map(({ entry, qr }) => [...merchantFields.map(({ name }) => entry[name]), qr]),
})
