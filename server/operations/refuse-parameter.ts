// Refusals because of one parameter. The portal shows the reason at the parameter's field.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import { containsCardNumber } from '#domain/cards/identifiers.ts'
import type { Phrase } from '#server/stored-text.ts'
import { refuse, type Refusal } from './context.ts'

export const refuseParameter = (path: string, message: Phrase): Refusal =>
  refuse(codes.refusedParameters, message, { errors: [{ path, message: message() }] })

/** The refusal with the sentence that the rule about the parameter returns. Undefined if the rule returns undefined. */
export const checkParameter = (path: string, rule: () => string | undefined): Refusal | undefined =>
  rule() === undefined ? undefined : refuseParameter(path, () => rule() ?? '')

/** Refuses a typed text with a card number, because typed texts are shown and exported unmasked. */
export const refuseCardNumber = (path: string, text: string): Refusal | undefined =>
  containsCardNumber(text) ? refuseParameter(path, m.common_removeCardNumber) : undefined
