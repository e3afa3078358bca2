// Refuses a call for one of its parameters, so that the portal can show the reason at its field.
import { codes } from '#contract/codes.ts'
import { holdsCardNumber, NUMBER_IN_TEXT } from '#domain/cards/identifiers.ts'
import { refuse, type Refusal } from './context.ts'

export const refuseParameter = (path: string, message: string): Refusal =>
  refuse(codes.refusedParameters, message, { errors: [{ path, message }] })

/** Typed texts are shown and exported as they are, so one with a card number in it is refused. */
export const refuseCardNumber = (path: string, text: string): Refusal | undefined =>
  holdsCardNumber(text) ? refuseParameter(path, NUMBER_IN_TEXT) : undefined
