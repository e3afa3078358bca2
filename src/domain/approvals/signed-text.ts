// The text that an approver signs. The text names the rows, amounts and time of each batch or order, so that the
// signature is valid for nothing else. Server, portal and `audit verify` build the text with the same function.
import { type Cents, cents, centsToDecimal } from '../money.ts'

export interface ItemToSign {
  readonly subject: 'batch' | 'order'
  readonly id: number
  readonly fingerprint: string
  /** SHA-256 of number, amount and fee of each row, as hexadecimal digits. */
  readonly rows: string
  readonly amountCents: Cents
  readonly feeCents: Cents
  readonly currency: string
  /** ISO 8601; undefined for as soon as possible. */
  readonly scheduledFor: string | undefined
  readonly tier: number
}

/** One line: 'batch 12 fingerprint=… rows=… total=61.50 fee=1.50 SGD at=now tier=0'. */
export const itemToLine = (item: ItemToSign): string =>
  [
    `${item.subject} ${item.id}`,
    `fingerprint=${item.fingerprint}`,
    `rows=${item.rows}`,
    `total=${centsToDecimal(cents(item.amountCents + item.feeCents))}`,
    `fee=${centsToDecimal(item.feeCents)}`,
    item.currency,
    `at=${item.scheduledFor ?? 'now'}`,
    `tier=${item.tier}`,
  ].join(' ')

/** The whole text. The items are sorted, so that their order on screen does not matter. */
export function toSignedText(items: readonly ItemToSign[], nonce: string): string {
  const sorted = [...items].sort((a, b) => a.subject.localeCompare(b.subject, 'en') || a.id - b.id)
  return ['approve', ...sorted.map(itemToLine), `nonce=${nonce}`].join('\n')
}

/** The lines of the items: all lines but the first ('approve') and the last (the nonce). */
export const signedLines = (text: string): readonly string[] => text.split('\n').slice(1, -1)
