// All findings about a row of a batch, from this device or the server, with their words. A new finding is a new member
// of this table; its position is its position among the reasons. Rules: docs/rules/batches.md, "Checks of a row".
import type { IdentifierType } from '#domain/cards/identifiers.ts'
import { identifierKinds } from '#domain/cards/identifiers.ts'
import { centsToText, centsToDecimal, textToCents } from '#domain/money.ts'
import type { OtherAmount } from '#domain/rows/fields.ts'
import type { FindingKind, ServerFacts } from '#domain/rows/findings.ts'
import { valueFindings } from '#domain/rows/value-findings.ts'
import { counted } from '#words/figures.ts'
import * as say from '#words/domain/batch.ts'
import { type BatchType, batchKinds } from './kinds.ts'
import { batchesToWords } from './words.ts'

/** The reasons why a card cannot receive funds, in words. */
export const targetFaults = {
  unknown: say.noCardHasThisNumber,
  notActive: say.cardToBePaid,
  stopped: say.cardToBePaidIsStopped,
  retired: say.cardToBePaidIsRetired,
  expired: say.cardToBePaidHasExpired,
  kyc: say.holderOfCardToBePaid,
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
  const naming = label.toLowerCase()
  const expected = needsTarget ? say.twoIdentifiersAndAmount : say.identifierAndAmount
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
      reason: (n) => counted(n, say.rowHasTooManyFields, say.rowsHaveTooManyFields),
      words: ({ fieldCount, values }) =>
        amount === 'none'
          ? say.activationTakesOneField(fieldCount, hasCardDigits(values['identifierTo'] ?? '', length))
          : say.tooManyFields(fieldCount, expected),
    },
    readsAsTarget: {
      severity: 'error',
      field: 'amount',
      reason: (n) => counted(n, say.amountLooksLikeCard, say.amountsLookLikeCards),
      words: ({ values }) => {
        const amount = textToCents(values['identifierTo'] ?? '')
        return typeof amount === 'number' ? say.amountTooLong(centsToDecimal(amount)) : say.secondFieldTooLong
      },
    },
    thirdField: {
      severity: 'error',
      ...ofAmount,
      reason: (n) => counted(n, say.rowHasFieldTooMany, say.rowsHaveFieldTooMany),
      words: ({ values, fieldCount }) => {
        const amounts = [values['identifierTo'], values['amount']].map((text = '') => textToCents(text))
        const seen = amounts.find((found) => typeof found === 'number')
        const cure = seen === undefined ? say.enterAmountOrRemoveRow : say.amountSeemsToBeLeaveOthers(centsToText(seen))
        return say.rowHasFieldsAndHasTwo(fieldCount, noun.one, cure)
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
      words: () => say.amountIsAboveZero(type),
    },
    amountZero: {
      ...valueFindings.amountZero,
      ...ofAmount,
      ...(amount === 'optional' && {
        words: () => say.enterAmountAboveZero,
      }),
    },
    amountTooLarge: { ...valueFindings.amountTooLarge, ...ofAmount },
    wholeBalance: {
      severity: 'warning',
      counts: 'wholes',
      ...ofAmount,
      reason: (n) => counted(n, say.rowTakesAllThatItsCard, say.rowsTakeAllThatTheirCards),
      words: () => say.amountIsBlankSoAll(done),
    },
    duplicate: {
      severity: 'warning',
      ...ofIdentifier,
      reason: (n) => counted(n, say.rowHasRepeatedCard, say.rowsHaveRepeatedCard),
      words: () => (amount === 'none' ? say.cardRepeated : say.cardRepeatedEachDone(done)),
    },
    duplicateCard: {
      severity: 'error',
      ...ofIdentifier,
      reason: (n) => counted(n, say.rowHasRepeatedCard, say.rowsHaveRepeatedCard),
      words: () => say.cardMayNotBeRepeated,
    },
    targetMissing: {
      severity: 'error',
      field: 'identifierTo',
      reason: (n) => counted(n, say.rowNamesNoCard, say.rowsNameNoCard),
      words: () => say.transferNeedsSecondCard,
    },
    targetInvalid: {
      severity: 'error',
      field: 'identifierTo',
      reason: (n) => counted(n, say.cardToBePaidIsMistyped, say.cardsToBePaidAreMistyped),
      words: () => say.cardToBePaidIs(naming, length),
    },
    targetSame: {
      severity: 'error',
      field: 'identifierTo',
      reason: (n) => counted(n, say.rowTransfersCardToItself, say.rowsTransferCardToItself),
      words: () => say.transferToItself,
    },
    cardUnknown: {
      severity: noIdentifierValidation ? 'warning' : 'error',
      fromServer: true,
      field: 'identifier',
      reason: (n) => counted(n, say.cardDoesNotExist, say.cardsDoNotExist),
      words: () => (noIdentifierValidation ? say.noCardHas(naming) : say.noCardHasThis(naming)),
    },
    cardNotActive: {
      severity: 'error',
      fromServer: true,
      field: 'identifier',
      reason: (n) => counted(n, say.cardIsNotActivated, say.cardsAreNotActivated),
      words: () => say.cardIsNotActivatedActivate,
    },
    cardStopped: {
      severity: 'error',
      fromServer: true,
      field: 'identifier',
      reason: (n) => counted(n, say.cardIsStopped, say.cardsAreStopped),
      words: () => say.cardIsStoppedUnstopItFirst,
    },
    cardRetired: {
      severity: 'error',
      fromServer: true,
      field: 'identifier',
      reason: (n) => counted(n, say.cardIsRetired, say.cardsAreRetired),
      words: () => say.cardIsRetiredAndCannot(done),
    },
    cardExpired: {
      severity: 'error',
      fromServer: true,
      field: 'identifier',
      reason: (n) => counted(n, say.cardHasExpired, say.cardsHaveExpired),
      words: () => say.cardHasExpiredRemoveRow,
    },
    cardKyc: {
      severity: 'error',
      fromServer: true,
      field: 'identifier',
      reason: (n) => counted(n, say.holderNotIdentified, say.holdersNotIdentified),
      words: () => say.cardholderHasNotPassed,
    },
    atTarget: {
      severity: 'error',
      fromServer: true,
      field: 'amount',
      reason: (n) => counted(n, say.cardIsAtTarget, say.cardsAreAtTarget),
      words: ({ server }) => say.cardIsAtTargetRemove(ofCard(server).cardBalance),
    },
    aboveTarget: {
      severity: 'error',
      fromServer: true,
      field: 'amount',
      reason: (n) => counted(n, say.rowWouldEndAboveTarget, say.rowsWouldEndAboveTarget),
      words: ({ server }) => say.wouldEndAboveTarget(ofCard(server).cardBalance),
    },
    loadLimit: {
      severity: 'error',
      fromServer: true,
      field: 'amount',
      reason: (n) => counted(n, say.amountOutsideLimits, say.amountsOutsideLimits),
      words: ({ server }) =>
        needsTarget
          ? say.oneTransferMust(
              ofCard(server).loadMin ?? '?',
              ofCard(server).loadMax ?? '?',
              ofCard(server).voucherMax ?? '?',
            )
          : say.oneLoadMust(
              ofCard(server).loadMin ?? '?',
              ofCard(server).loadMax ?? '?',
              ofCard(server).voucherMax ?? '?',
              ofCard(server).cardBalance,
            ),
    },
    // Found at processing, and before that when a stored batch is viewed. Never found when a file is checked, since its
    // rows can still change.
    fundsShort: {
      severity: 'error',
      fromServer: true,
      reason: (n) => counted(n, say.rowIsNotCoveredByFunding, say.rowsAreNotCoveredByFunding),
      words: () => say.fundingIsShort,
    },
    balanceShort: {
      severity: 'error',
      fromServer: true,
      field: 'amount',
      reason: (n) => counted(n, say.cardDoesNotHoldEnough, say.cardsDoNotHoldEnough),
      words: ({ server }) => {
        const held =
          ofCard(server).cardAvailable !== ofCard(server).cardBalance
            ? say.restIsPromised(ofCard(server).cardBalance ?? '?')
            : ''
        return ofCard(server).cardAvailable === '0.00' && held === ''
          ? say.cardHoldsNothingThatCould
          : say.cardHoldsLess(ofCard(server).cardAvailable ?? '?', held)
      },
    },
    retireLeaves: {
      severity: 'error',
      fromServer: true,
      field: 'amount',
      reason: (n) => counted(n, say.retiredWithMoney, say.cardsRetiredWithMoney),
      words: ({ server }) => say.cardHoldsAndWouldBeRetired(ofCard(server).cardBalance),
    },
    targetRefused: {
      severity: 'error',
      fromServer: true,
      field: 'identifierTo',
      reason: (n) => counted(n, say.cardCannotBePaidInto, say.cardsCannotBePaidInto),
      words: ({ server }) => {
        const [first] = ofCard(server).targetFaults ?? []
        return first === undefined ? say.cardToBePaidCannotTake : targetFaults[first]
      },
    },
    // Only a warning: the card is active already.
    cardActive: {
      severity: 'warning',
      fromServer: true,
      field: 'identifier',
      reason: (n) => counted(n, say.cardIsActivatedAlready, say.cardsAreActivatedAlready),
      words: () => say.activatedNothingChanges,
    },
    // Detects a corrected file that was uploaded again: its fingerprint is new, but its other rows are not.
    repeated: {
      severity: 'warning',
      fromServer: true,
      counts: 'repeated',
      reason: (n) => counted(n, say.rowStandsInAnotherBatchToo, say.rowsStandInOtherBatchesToo),
      words: ({ server }) => {
        const others = (ofCard(server).repeatedIn ?? '?').split(', ')
        const [first = '', ...rest] = batchesToWords(others)
        return say.thisCardWithSameAmount(first.toUpperCase(), rest.join(''), others.length, done)
      },
    },
  } as const satisfies Readonly<Record<string, FindingKind>>
}

/** True if a text has as many digits as a card. */
const hasCardDigits = (text: string, length: number): boolean => text.replace(/[^0-9]/g, '').length === length

export type CardFindingCode = keyof ReturnType<typeof cardFindings>
