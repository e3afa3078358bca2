// Checks whether the text message about a new virtual card can be sent to its number, and describes a message that is
// not delivered.
import { m } from '#words/messages.js'
import { toDiallableNumber } from '#domain/texts/phones.ts'

/** True if the row has a number, but no message can be sent to it. */
export const isUndiallable = (text: string): boolean => text.trim() !== '' && toDiallableNumber(text) === undefined

interface CardMessage {
  readonly number: string
  /** False if the card can still be issued. */
  readonly isIssued: boolean
  /** The text that says why the message was not delivered. Undefined if the message was delivered. */
  readonly refusal: string | undefined
}

/** The note about a card's message for readers of the order. Undefined if no note is needed. */
export function notificationNote({ number, isIssued, refusal }: CardMessage): string | undefined {
  if (isUndiallable(number)) {
    return isIssued ? m.orders_noMessageWasSent({ number }) : m.orders_noMessageToNumber({ number })
  }
  const wasRefused = isIssued && refusal !== undefined
  return wasRefused ? m.orders_messageNotDelivered({ number, why: refusal }) : undefined
}
