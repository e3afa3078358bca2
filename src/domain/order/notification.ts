// The message about a new virtual card: whether its number can be dialled, and what is told if no message arrives.
import { toDialled } from '#domain/phones.ts'
import * as say from '#words/domain/order.ts'

/** Something is written there, and no message can be sent to it. */
export const isUndiallable = (text: string): boolean => text.trim() !== '' && toDialled(text) === undefined

/**
 * What a reader of the order should know about the message of a card; undefined if there is nothing. `refusal`: why the message was
 * given up, in words, or ''.
 */
export function notificationNote(number: string, isIssued: boolean, refusal: string): string | undefined {
  if (isUndiallable(number)) return isIssued ? say.noMessageWasSent(number) : say.noMessageToNumber(number)
  return isIssued && refusal !== '' ? say.messageNotDelivered(number, refusal) : undefined
}
