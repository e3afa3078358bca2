// Card actions: each moves money in the ledger or changes the card's state, at most once. Rules: docs/rules/cards.md,
// "Card actions".
import { m } from '#words/messages.js'
import * as z from 'zod'
import { MAX_ACTIVATIONS, MAX_NOTE_TEXT, MAX_REVERSAL_TEXT } from '#domain/cards/actions.ts'
import { cardIdentifier, voucherNote } from './cards.ts'
import { id, identifierType, money, requestId, text } from './fields.ts'

/** A text that must not be blank. */
const requiredText = (max: number) =>
  text(max).refine((value) => value.trim() !== '', { error: () => m.contract_mustBeFilledIn() })

export const cardActionOperations = {
  reverseTransaction: {
    params: z.strictObject({
      voucherNumber: cardIdentifier,
      transactionType: z.int(),
      transactionId: id,
      requesterName: requiredText(MAX_REVERSAL_TEXT),
      storeName: text(MAX_REVERSAL_TEXT).optional(),
      contactPhone: text(MAX_REVERSAL_TEXT).optional(),
      declineReason: requiredText(MAX_REVERSAL_TEXT),
      comments: text(MAX_REVERSAL_TEXT).optional(),
      authorisationId: text(64).optional(),
      requestId,
    }),
    result: z.object({}),
  },
  devalueCard: {
    params: z.strictObject({ cardNumber: cardIdentifier, requestId }),
    result: z.object({}),
  },
  /** Stops a card. `activationData` must match the card. An empty text is not checked. */
  stopCard: {
    params: z.strictObject({
      trackingNumber: cardIdentifier,
      activationData: text(255),
      stopReasonID: z.int32(),
      requestId,
    }),
    result: z.object({}),
  },
  unstopCard: {
    params: z.strictObject({ cardNumber: cardIdentifier, requestId }),
    result: z.object({}),
  },
  retireCard: {
    params: z.strictObject({ trackingNumber: cardIdentifier, activationData: text(255), requestId }),
    result: z.object({}),
  },
  changePin: {
    params: z.strictObject({
      voucherNumber: cardIdentifier,
      trackingNumber: cardIdentifier,
      newCardPin: text(12),
      requestId,
    }),
    result: z.object({}),
  },
  toggleMagstripe: {
    params: z.strictObject({
      voucherNumber: cardIdentifier,
      status: z.union([z.literal(0), z.literal(1)]),
      requestId,
    }),
    result: z.object({}),
  },
  /**
   * Activates cards. A call with several cards has a result for each card. A call with a single card is refused if the
   * card cannot be activated.
   */
  setCardStatus: {
    params: z.strictObject({
      identifiers: z.array(cardIdentifier).min(1).max(MAX_ACTIVATIONS),
      identifierType,
      requestId,
    }),
    result: z.object({
      activated: z.int(),
      results: z.array(
        z.object({
          identifier: z.string(),
          activated: z.boolean(),
          resultText: z.string(),
          /** Only for a card that was already active. */
          alreadyActivated: z.literal(true).optional(),
        }),
      ),
    }),
  },
  addCardNote: {
    params: z.strictObject({ noteText: requiredText(MAX_NOTE_TEXT), voucherId: id, requestId }),
    result: z.object({ note: voucherNote }),
  },
  insertCardFee: {
    params: z.strictObject({ identifierType, identifier: cardIdentifier, amount: money, feeId: id, requestId }),
    result: z.object({}),
  },
}
