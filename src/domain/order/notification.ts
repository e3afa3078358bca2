// Checks whether the text message about a new virtual card can be sent to its number, and describes a message that is
// not delivered.
import { m } from '#words/messages.js'
import { toDiallableNumber } from '#domain/phones.ts'

/** True if the row has a number, but no message can be sent to it. */
export const isUndiallable = (text: string): boolean => text.trim() !== '' && toDiallableNumber(text) === undefined

/**
 * The note about a card's message for readers of the order; undefined if none is needed. `refusal`: the text that
 * says why the message was not delivered, or ''.
 */
export function notificationNote(number: string, isIssued: boolean, refusal: string): string | undefined {
  if (isUndiallable(number))
    return isIssued ? m.orders_noMessageWasSent({ number }) : m.orders_noMessageToNumber({ number })
  return isIssued && refusal !== '' ? m.orders_messageNotDelivered({ number, why: refusal }) : undefined
}
