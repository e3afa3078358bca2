// Sentences about outcomes, in every state in which they are shown: each must be true in every one.
import { m } from '#words/messages.js'
import { describe, expect, it } from 'vitest'
import type { BatchLoadFile } from '#contract/batches.ts'
import { cardActions } from '#domain/cards/actions.ts'
import { cents } from '#domain/money.ts'
import { type Reply, replyToOutcome } from '#domain/request-outcomes.ts'
import { toRowType } from '#domain/row-types.ts'
import { hasOtherDigits } from '#domain/rows/differences.ts'
import { type CheckedRow, checkRow } from '#domain/rows/row-type.ts'
import { optionsToRules } from '#flows/upload/row-rules.ts'
import { defaultOptions } from '#machines/upload-steps.ts'
import { closingEffect } from '#pages/batches/approve/effects.ts'
import { awaitingBatch } from '#tests/support/batch-file.ts'

describe('closing a batch', () => {
  const approved = { ...awaitingBatch, BATCHLOADFILEAPPROVED: true }
  it.each<[string, Partial<BatchLoadFile>, string]>([
    ['that has not run', {}, '3 loads not run yet will be cancelled.'],
    ['of which a part has run', { LOADEDCOUNT: 1, BEGUN: true }, '2 loads not run yet will be cancelled.'],
    ['with one failed row', { PROCESSED: true, LOADEDCOUNT: 2 }, '1 load failed and will not be tried again.'],
    ['whose rows all failed', { PROCESSED: true }, '3 loads failed and will not be tried again.'],
    ['whose rows are all done', { PROCESSED: true, LOADEDCOUNT: 3 }, 'All its rows are done.'],
  ])('%s', (_, state, sentence) => {
    expect(closingEffect({ ...approved, ...state })).toBe(
      `${sentence} A closed batch cannot be opened again; its comments can be changed.`,
    )
  })
})

describe('activating a card', () => {
  const otherFacts = { stopped: false, balanceCents: cents(0), heldCents: cents(0), requiresPin: false }
  it.each([
    ['new', { activated: false, retired: false, expired: false }, undefined],
    ['active', { activated: true, retired: false, expired: false }, 'already activated'],
    ['retired', { activated: false, retired: true, expired: false }, 'retired'],
    ['retired after its activation', { activated: true, retired: true, expired: false }, 'retired'],
    ['expired', { activated: false, retired: false, expired: true }, 'expired'],
    ['active and expired', { activated: true, retired: false, expired: true }, 'already activated'],
    ['retired and expired', { activated: false, retired: true, expired: true }, 'retired'],
    ['retired and expired after its activation', { activated: true, retired: true, expired: true }, 'retired'],
  ])('that is %s', (_, state, reason) => {
    const refusal = cardActions.activate.refusal({ ...otherFacts, ...state })
    if (reason === undefined) expect(refusal).toBeUndefined()
    else expect(refusal).toContain(reason)
  })
})

describe('a corrected file in which a card number is written', () => {
  const rowType = toRowType(optionsToRules('load', defaultOptions))
  const row = (identifier: string): CheckedRow =>
    checkRow(rowType, { rowNumber: 1, values: { identifier, amount: '5.00' }, fieldCount: 2 })
  const openRow = row('9000010000000008')
  it.each([
    ['with other digits', '9000010000000016', true],
    ['in groups', '9000 0100 0000 0008', false],
    ['with hyphens', '9000-0100-0000-0008', false],
    ['as before', '9000010000000008', false],
  ])('%s', (_, identifier, differs) => {
    expect(hasOtherDigits(rowType, openRow, row(identifier))).toBe(differs)
  })
})

describe('a request whose result is not known', () => {
  const sentences = [
    m.pending_sentWithoutAnswer(),
    m.pending_noAnswerCameBack(),
    m.common_noAnswer(),
    m.common_earlierDecisionPending(),
    m.merchants_earlierPendingChange(),
    m.file_responseExpired({ itemName: 'batch' }),
    m.upload_outcomeUnknown({ subject: 'batch' }),
  ]
  it.each<[string, Reply]>([
    ['no answer came', { ok: false }],
    ['the server answered that it failed', { ok: false, code: '-20500' }],
  ])('has no sentence that is untrue if %s', (_, reply) => {
    expect(replyToOutcome(reply, { isResent: false })).toBe('unknown')
    for (const sentence of sentences) expect(sentence).not.toMatch(/answer|response|connect/i)
  })
})

it('a limit of card numbers refuses searches, checks and changes with the same true sentence', () => {
  const sentence = m.cards_tooManyUnknownNumbers({ until: '10:00' })
  expect(sentence).toContain('this request was refused')
  expect(sentence).not.toContain('changed')
})
