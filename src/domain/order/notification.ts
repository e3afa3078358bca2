// The message that informs about a new virtual card: whether its number can be dialled, and the note if no message
// arrives.
import { m } from '#words/messages.js'
import { toDialled } from '#domain/phones.ts'

/** True if a number is given, but no message can be sent to it. */
export const isUndiallable = (text: string): boolean => text.trim() !== '' && toDialled(text) === undefined

/**
 * The note about a card's message for readers of the order; undefined if none is needed. `refusal`: the reason why the
 * message was not delivered, in words, or ''.
 */
export function notificationNote(number: string, isIssued: boolean, refusal: string): string | undefined {
  if (isUndiallable(number))
    return isIssued ? m.orders_noMessageWasSent({ number }) : m.orders_noMessageToNumber({ number })
  return isIssued && refusal !== '' ? m.orders_messageNotDelivered({ number, why: refusal }) : undefined
}
