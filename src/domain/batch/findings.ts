// All findings about a row of a batch, from this device or the server, with their words. A new finding is a member of
// this table; its place among the reasons follows. Rules: docs/rules/batches.md, "Checks of a row".
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

/** Why a card cannot receive funds; the check results of the destination in words. */
export const targetFaults = {
  unknown: say.noCardHasThisNumber,
  notActive: say.cardToBePaid,
  stopped: say.cardToBePaidIsStopped,
  retired: say.cardToBePaidIsRetired,
  expired: say.cardToBePaidHasExpired,
  kyc: say.holderOfCardToBePaid,
} as const
export type TargetFault = keyof typeof targetFaults

/** The server's facts about a row's card that words need. Amounts are formatted, in the card's currency. */
export type CardServerFacts = {
  readonly loadMin: string
  readonly loadMax: string
  readonly voucherMax: string
  readonly cardBalance: string
  /** The balance without authorised amounts. */
  readonly cardAvailable?: string | undefined
  /** Why the second card of a transfer cannot receive funds. */
  readonly targetFaults?: readonly TargetFault[] | undefined
  /** The other batches with the same row: '43, 41'. */
  readonly repeatedIn?: string | undefined
}

/** The findings of a batch row that come from `verifyBatchFile`. */
const ofCard = (server: ServerFacts): Partial<CardServerFacts> => server

/**
 * What the words of findings depend on: the type of batch, how its cards are named, and what is checked only at
 * processing.
 */
export interface CardRules {
  readonly type: BatchType
  readonly identifierType: IdentifierType
  /** A card that does not exist is only checked at processing, so that it does not keep a row from being submitted. */
  readonly noIdentifierValidation?: boolean
  /**
   * Loads only: amounts are target balances that the cards are filled up to, and this is the target of rows without one
   * ('' for none). Undefined: amounts are what is loaded.
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
  // An amount of more than 10 characters in the place of a target card.
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
          ? say.activationTakesOneField(fieldCount, holdsCard(values['identifierTo'] ?? '', length))
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
    // Found at processing, and before that when a stored batch is looked at; never when a file is checked, since rows
    // can still change.
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
    // Nothing is wrong: the card already has the wanted state.
    cardActive: {
      severity: 'warning',
      fromServer: true,
      field: 'identifier',
      reason: (n) => counted(n, say.cardIsActivatedAlready, say.cardsAreActivatedAlready),
      words: () => say.activatedNothingChanges,
    },
    // A corrected file was uploaded again: its fingerprint is new, its other rows are not.
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

/** Whether a text has enough digits for a card. */
const holdsCard = (text: string, length: number): boolean => text.replace(/[^0-9]/g, '').length === length

export type CardFindingCode = keyof ReturnType<typeof cardFindings>
