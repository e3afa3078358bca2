// The message about a new virtual card: whether its number can be dialled, and what is shown if no message arrives.
import { toDialled } from '#domain/phones.ts'
import * as say from '#words/domain/order.ts'

/** There is a number, but no message can be sent to it. */
export const isUndiallable = (text: string): boolean => text.trim() !== '' && toDialled(text) === undefined

/**
 * What a reader of the order should know about a card's message; undefined if nothing. `refusal`: why the message was
 * given up, in words, or ''.
 */
export function notificationNote(number: string, isIssued: boolean, refusal: string): string | undefined {
  if (isUndiallable(number)) return isIssued ? say.noMessageWasSent(number) : say.noMessageToNumber(number)
  return isIssued && refusal !== '' ? say.messageNotDelivered(number, refusal) : undefined
}
