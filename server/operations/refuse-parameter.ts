// Refuses a call because of one parameter, so that the portal can show the reason at the parameter's field.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import { holdsCardNumber } from '#domain/cards/identifiers.ts'
import { refuse, type Refusal } from './context.ts'

export const refuseParameter = (path: string, message: string): Refusal =>
  refuse(codes.refusedParameters, message, { errors: [{ path, message }] })

/** Typed texts are shown and exported unmasked, so a text with a card number is refused. */
export const refuseCardNumber = (path: string, text: string): Refusal | undefined =>
  holdsCardNumber(text) ? refuseParameter(path, m.common_cardNumberInText()) : undefined
