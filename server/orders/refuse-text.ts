// Texts that people give with an order are shown as they are, so a card number in them is refused.
import { codes } from '#contract/codes.ts'
import { holdsCardNumber, NUMBER_IN_TEXT } from '#domain/cards/identifiers.ts'
import { refuse, type Refusal } from '#server/operations/context.ts'

/** Why the text of that parameter is refused. */
export const refuseText = (path: string, text: string): Refusal | undefined =>
  holdsCardNumber(text)
    ? refuse(codes.refusedParameters, NUMBER_IN_TEXT, { errors: [{ path, message: NUMBER_IN_TEXT }] })
    : undefined
