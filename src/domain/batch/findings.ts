// All findings about a row of a batch, from this device or the server, with their words. A new finding is a new member
// of this table; its position is its position among the reasons. Rules: docs/rules/batches.md, "Checks of a row".
import { m } from '#words/messages.js'
import type { IdentifierType } from '#domain/cards/identifiers.ts'
import { identifierKinds } from '#domain/cards/identifiers.ts'
import { centsToText, centsToDecimal, textToCents } from '#domain/money.ts'
import type { OtherAmount } from '#domain/rows/fields.ts'
import type { FindingKind, ServerFacts } from '#domain/rows/findings.ts'
import { valueFindings } from '#domain/rows/value-findings.ts'
import { inSentence } from '#words/figures.ts'
import { type BatchType, batchKinds } from './kinds.ts'
import { batchesToWords } from './words.ts'

/** The reasons why a card cannot receive funds, in words. */
export const targetFaults = {
  get unknown() {
    return m.batches_noCardHasThisNumber()
  },
  get notActive() {
    return m.batches_cardToBePaid()
  },
  get stopped() {
    return m.batches_cardToBePaidIsStopped()
  },
  get retired() {
    return m.batches_cardToBePaidIsRetired()
  },
  get expired() {
    return m.batches_cardToBePaidHasExpired()
  },
  get kyc() {
    return m.batches_holderOfCardToBePaid()
  },
} as const
export type TargetFault = keyof typeof targetFaults

/** The server's facts about a row's card that the words show. Amounts are formatted, in the card's currency. */
export type CardServerFacts = {
  readonly loadMin: string
  readonly loadMax: string
  readonly voucherMax: string
  readonly cardBalance: string
  /** The balance without authorised amounts. */
  readonly cardAvailable?: string | undefined
  /** The reasons why the second card of a transfer cannot receive funds. */
  readonly targetFaults?: readonly TargetFault[] | undefined
  /** The other batches with the same row: '43, 41'. */
  readonly repeatedIn?: string | undefined
}

/** The findings of a batch row that come from `verifyBatchFile`. */
const ofCard = (server: ServerFacts): Partial<CardServerFacts> => server

/**
 * The options that the words of findings depend on: the type of batch, how its cards are named, and which checks run
 * only at processing.
 */
export interface CardRules {
  readonly type: BatchType
  readonly identifierType: IdentifierType
  /**
   * True if the existence of a card is checked only at processing, so that an unknown card does not prevent the row's
   * submission.
   */
  readonly noIdentifierValidation?: boolean
  /**
   * Only for loads: the amounts are target balances that the cards are filled up to. The value is the target for rows
   * without their own ('' for none). Undefined: the amounts are loaded.
   */
  readonly fillUp?: string | undefined
}

/** The table of a batch type; its order is the order of reasons on screen. */
export function cardFindings({ type, identifierType, noIdentifierValidation = false }: CardRules) {
  const { label, length } = identifierKinds[identifierType]
  const { needsTarget, amount, done, noun } = batchKinds[type]
  const naming = inSentence(label)
  const expected = needsTarget ? m.batches_twoIdentifiersAndAmount() : m.batches_identifierAndAmount()
  const ofIdentifier = { field: 'identifier' } as const
  const ofAmount = { field: 'amount' } as const
  // An amount of more than 10 characters in the target card's field.
  const ofForm = (code: OtherAmount): FindingKind => ({
    ...valueFindings[code],
    ...ofAmount,
    words: (about) =>
      valueFindings[code].words({ ...about, value: about.value || (about.values['identifierTo'] ?? '') }),
  })
  return {
    identifierDamaged: { ...valueFindings.identifierDamaged, ...ofIdentifier },
    identifierMissing: { ...valueFindings.identifierMissing, ...ofIdentifier },
    identifierSpaced: { ...valueFindings.identifierSpaced, ...ofIdentifier },
    identifierOddCharacters: { ...valueFindings.identifierOddCharacters, ...ofIdentifier },
    identifierNotDigits: { ...valueFindings.identifierNotDigits, ...ofIdentifier },
    identifierLength: { ...valueFindings.identifierLength, ...ofIdentifier },
    identifierCheckDigit: { ...valueFindings.identifierCheckDigit, ...ofIdentifier },
    fieldCount: {
      severity: 'error',
      reason: (n) => m.common_rowsHaveTooManyFields({ count: n }),
      words: ({ fieldCount, values }) =>
        amount === 'none'
          ? m.batches_activationTakesOneField({
              fieldCount,
              isCard: hasCardDigits(values['identifierTo'] ?? '', length) ? 'yes' : 'no',
            })
          : m.batches_tooManyFields({ fieldCount, expected }),
    },
    readsAsTarget: {
      severity: 'error',
      field: 'amount',
      reason: (n) => m.batches_amountsLookLikeCards({ count: n }),
      words: ({ values }) => {
        const amount = textToCents(values['identifierTo'] ?? '')
        return typeof amount === 'number'
          ? m.batches_amountTooLong({ amount: centsToDecimal(amount) })
          : m.batches_secondFieldTooLong()
      },
    },
    thirdField: {
      severity: 'error',
      ...ofAmount,
      reason: (n) => m.batches_rowsHaveFieldTooMany({ count: n }),
      words: ({ values, fieldCount }) => {
        const amounts = [values['identifierTo'], values['amount']].map((text = '') => textToCents(text))
        const seen = amounts.find((found) => typeof found === 'number')
        const cure =
          seen === undefined
            ? m.batches_enterAmountOrRemoveRow()
            : m.batches_amountSeemsToBeLeaveOthers({ seen: centsToText(seen) })
        return m.batches_rowHasFieldsAndHasTwo({ fieldCount, one: noun.one, cure })
      },
    },
    amountMissing: { ...valueFindings.amountMissing, ...ofAmount },
    amountNotNumber: { ...valueFindings.amountNotNumber, ...ofAmount },
    cellError: valueFindings.cellError,
    amountOtherCurrency: ofForm('amountOtherCurrency'),
    amountPercent: ofForm('amountPercent'),
    amountWithCurrency: ofForm('amountWithCurrency'),
    amountOtherForm: ofForm('amountOtherForm'),
    amountOddCharacters: ofForm('amountOddCharacters'),
    amountShown: ofForm('amountShown'),
    amountDecimals: { ...valueFindings.amountDecimals, ...ofAmount },
    amountNegative: {
      ...valueFindings.amountNegative,
      ...ofAmount,
      words: () => m.batches_amountIsAboveZero({ type }),
    },
    amountZero: {
      ...valueFindings.amountZero,
      ...ofAmount,
      ...(amount === 'optional' && {
        words: () => m.batches_enterAmountAboveZero(),
      }),
    },
    amountTooLarge: { ...valueFindings.amountTooLarge, ...ofAmount },
    wholeBalance: {
      severity: 'warning',
      counts: 'wholes',
      ...ofAmount,
      reason: (n) => m.batches_rowsTakeAllThatTheirCards({ count: n }),
      words: () => m.batches_amountIsBlankSoAll({ done }),
    },
    duplicate: {
      severity: 'warning',
      ...ofIdentifier,
      reason: (n) => m.batches_rowsHaveRepeatedCard({ count: n }),
      words: () => (amount === 'none' ? m.batches_cardRepeated() : m.batches_cardRepeatedEachDone({ done })),
    },
    duplicateCard: {
      severity: 'error',
      ...ofIdentifier,
      reason: (n) => m.batches_rowsHaveRepeatedCard({ count: n }),
      words: () => m.batches_cardMayNotBeRepeated(),
    },
    targetMissing: {
      severity: 'error',
      field: 'identifierTo',
      reason: (n) => m.batches_rowsNameNoCard({ count: n }),
      words: () => m.batches_transferNeedsSecondCard(),
    },
    targetInvalid: {
      severity: 'error',
      field: 'identifierTo',
      reason: (n) => m.batches_cardsToBePaidAreMistyped({ count: n }),
      words: () => m.batches_cardToBePaidIs({ naming, length }),
    },
    targetSame: {
      severity: 'error',
      field: 'identifierTo',
      reason: (n) => m.batches_rowsTransferCardToItself({ count: n }),
      words: () => m.batches_transferToItself(),
    },
    cardUnknown: {
      severity: noIdentifierValidation ? 'warning' : 'error',
      fromServer: true,
      field: 'identifier',
      reason: (n) => m.batches_cardsDoNotExist({ count: n }),
      words: () => (noIdentifierValidation ? m.batches_noCardHas({ naming }) : m.batches_noCardHasThis({ naming })),
    },
    cardNotActive: {
      severity: 'error',
      fromServer: true,
      field: 'identifier',
      reason: (n) => m.batches_cardsAreNotActivated({ count: n }),
      words: () => m.batches_cardIsNotActivatedActivate(),
    },
    cardStopped: {
      severity: 'error',
      fromServer: true,
      field: 'identifier',
      reason: (n) => m.batches_cardsAreStopped({ count: n }),
      words: () => m.batches_cardIsStoppedUnstopItFirst(),
    },
    cardRetired: {
      severity: 'error',
      fromServer: true,
      field: 'identifier',
      reason: (n) => m.batches_cardsAreRetired({ count: n }),
      words: () => m.batches_cardIsRetiredAndCannot({ done }),
    },
    cardExpired: {
      severity: 'error',
      fromServer: true,
      field: 'identifier',
      reason: (n) => m.batches_cardsHaveExpired({ count: n }),
      words: () => m.batches_cardHasExpiredRemoveRow(),
    },
    cardKyc: {
      severity: 'error',
      fromServer: true,
      field: 'identifier',
      reason: (n) => m.batches_holdersNotIdentified({ count: n }),
      words: () => m.batches_cardholderHasNotPassed(),
    },
    atTarget: {
      severity: 'error',
      fromServer: true,
      field: 'amount',
      reason: (n) => m.batches_cardsAreAtTarget({ count: n }),
      words: ({ server }) =>
        m.batches_cardIsAtTargetRemove({
          hasBalance: ofCard(server).cardBalance === undefined ? 'no' : 'yes',
          balance: ofCard(server).cardBalance ?? '',
        }),
    },
    aboveTarget: {
      severity: 'error',
      fromServer: true,
      field: 'amount',
      reason: (n) => m.batches_rowsWouldEndAboveTarget({ count: n }),
      words: ({ server }) =>
        m.batches_wouldEndAboveTarget({
          hasBalance: ofCard(server).cardBalance === undefined ? 'no' : 'yes',
          balance: ofCard(server).cardBalance ?? '',
        }),
    },
    loadLimit: {
      severity: 'error',
      fromServer: true,
      field: 'amount',
      reason: (n) => m.batches_amountsOutsideLimits({ count: n }),
      words: ({ server }) =>
        needsTarget
          ? m.batches_oneTransferMust({
              loadMin: ofCard(server).loadMin ?? '?',
              loadMax: ofCard(server).loadMax ?? '?',
              voucherMax: ofCard(server).voucherMax ?? '?',
            })
          : m.batches_oneLoadMust({
              loadMin: ofCard(server).loadMin ?? '?',
              loadMax: ofCard(server).loadMax ?? '?',
              voucherMax: ofCard(server).voucherMax ?? '?',
              hasCardBalance: ofCard(server).cardBalance === undefined ? 'no' : 'yes',
              cardBalance: ofCard(server).cardBalance ?? '',
            }),
    },
    // Found at processing, and before that when a stored batch is viewed. Never found when a file is checked, since its
    // rows can still change.
    fundsShort: {
      severity: 'error',
      fromServer: true,
      reason: (n) => m.batches_rowsAreNotCoveredByFunding({ count: n }),
      words: () => m.batches_fundingIsShort(),
    },
    balanceShort: {
      severity: 'error',
      fromServer: true,
      field: 'amount',
      reason: (n) => m.batches_cardsDoNotHoldEnough({ count: n }),
      words: ({ server }) => {
        const held =
          ofCard(server).cardAvailable !== ofCard(server).cardBalance
            ? m.batches_restIsPromised({ cardBalance: ofCard(server).cardBalance ?? '?' })
            : ''
        return ofCard(server).cardAvailable === '0.00' && held === ''
          ? m.batches_cardHoldsNothingThatCould()
          : m.batches_cardHoldsLess({ cardAvailable: ofCard(server).cardAvailable ?? '?', held })
      },
    },
    retireLeaves: {
      severity: 'error',
      fromServer: true,
      field: 'amount',
      reason: (n) => m.batches_cardsRetiredWithMoney({ count: n }),
      words: ({ server }) =>
        m.batches_cardHoldsAndWouldBeRetired({
          hasCardBalance: ofCard(server).cardBalance === undefined ? 'no' : 'yes',
          cardBalance: ofCard(server).cardBalance ?? '',
        }),
    },
    targetRefused: {
      severity: 'error',
      fromServer: true,
      field: 'identifierTo',
      reason: (n) => m.batches_cardsCannotBePaidInto({ count: n }),
      words: ({ server }) => {
        const [first] = ofCard(server).targetFaults ?? []
        return first === undefined ? m.batches_cardToBePaidCannotTake() : targetFaults[first]
      },
    },
    // Only a warning: the card is active already.
    cardActive: {
      severity: 'warning',
      fromServer: true,
      field: 'identifier',
      reason: (n) => m.batches_cardsAreActivatedAlready({ count: n }),
      words: () => m.batches_activatedNothingChanges(),
    },
    // Detects a corrected file that was uploaded again: its fingerprint is new, but its other rows are not.
    repeated: {
      severity: 'warning',
      fromServer: true,
      counts: 'repeated',
      reason: (n) => m.batches_rowsStandInOtherBatchesToo({ count: n }),
      words: ({ server }) => {
        const others = (ofCard(server).repeatedIn ?? '?').split(', ')
        const [first = '', ...rest] = batchesToWords(others)
        return m.batches_thisCardWithSameAmount({
          first: first.toUpperCase(),
          rest: rest.join(''),
          count: others.length,
          done,
        })
      },
    },
  } as const satisfies Readonly<Record<string, FindingKind>>
}

/** True if a text has as many digits as a card. */
const hasCardDigits = (text: string, length: number): boolean => text.replace(/[^0-9]/g, '').length === length

export type CardFindingCode = keyof ReturnType<typeof cardFindings>
