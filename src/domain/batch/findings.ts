// All findings about a row of a batch, from this device or the server, with their messages. The screen lists findings
// in the order of the table. A new finding needs only a row here: the screen then also counts and filters it, and
// drafts store it. Rules: docs/rules/batches.md, "Checks of a row".
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import type { IdentifierType } from '#domain/cards/identifiers.ts'
import { identifierTypes } from '#domain/cards/identifiers.ts'
import { centsToText, centsToDecimal, textToCents } from '#domain/money.ts'
import type { AmountNotationFault } from '#domain/rows/fields.ts'
import type { FindingType, ServerValues } from '#domain/rows/findings.ts'
import { valueFindings } from '#domain/rows/value-findings.ts'
import { capitalise } from '#domain/texts/sentences.ts'
import { inSentence } from '#words/figures.ts'
import { type BatchType, batchTypes } from './types.ts'
import { batchesToText } from './words.ts'

/** The messages that say why a card cannot receive funds. */
export const targetFaultTexts = withTexts({
  unknown: textOf(m.batches_unknownTarget),
  notActive: textOf(m.batches_targetNotActivated),
  stopped: textOf(m.batches_targetStopped),
  retired: textOf(m.batches_targetRetired),
  expired: textOf(m.batches_targetExpired),
  kyc: textOf(m.batches_targetNotIdentified),
} as const)
export type TargetFault = keyof typeof targetFaultTexts

/** The server's facts about a row's card that the messages show. Amounts are formatted, in the card's currency. */
export type CardServerValues = {
  readonly loadMin: string
  readonly loadMax: string
  readonly voucherMax: string
  readonly cardBalance: string
  /** The balance without authorised amounts. */
  readonly cardAvailable?: string | undefined
  /** The reasons why the target card of a transfer cannot receive funds. */
  readonly targetFaults?: readonly TargetFault[] | undefined
  /** The other batches with the same row: '43, 41'. */
  readonly repeatedIn?: string | undefined
}

/** The server's facts about a row of a batch, from `verifyBatchFile`. */
const toCardValues = (server: ServerValues): Partial<CardServerValues> => server

/** The card's balance as parameters of a message. */
function balanceParams(server: ServerValues): { readonly hasBalance: 'yes' | 'no'; readonly balance: string } {
  const { cardBalance } = toCardValues(server)
  return { hasBalance: cardBalance === undefined ? 'no' : 'yes', balance: cardBalance ?? '' }
}

/**
 * The options that the messages of findings depend on: the type of batch, the identifier of its cards, and which checks
 * run only at processing.
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
   * Only for loads: the amounts are target balances that the cards are filled up to. The value is the target balance of
   * rows without an amount ('' for none). Undefined: the amounts are loaded.
   */
  readonly fillUp?: string | undefined
}

/** The findings of a batch type, in their order on screen. */
export function cardFindings({ type, identifierType, noIdentifierValidation = false }: CardRules) {
  const { label, length } = identifierTypes[identifierType]
  const { needsTarget, amount, pastParticiple, noun } = batchTypes[type]
  const naming = inSentence(label)
  const expected = needsTarget ? m.batches_transferFieldsExpected() : m.batches_rowFieldsExpected()
  const onIdentifier = { field: 'identifier' } as const
  const onAmount = { field: 'amount' } as const
  const notationFinding = (code: AmountNotationFault): FindingType => ({
    ...valueFindings[code],
    ...onAmount,
    message(context) {
      const { value, values } = context
      // An amount of more than 10 characters was read as the target card, so its text is in the target's field.
      const amountText = value === '' ? (values['identifierTo'] ?? '') : value
      return valueFindings[code].message({ ...context, value: amountText })
    },
  })
  return {
    identifierDamaged: { ...valueFindings.identifierDamaged, ...onIdentifier },
    identifierMissing: { ...valueFindings.identifierMissing, ...onIdentifier },
    identifierSpaced: { ...valueFindings.identifierSpaced, ...onIdentifier },
    identifierOddCharacters: { ...valueFindings.identifierOddCharacters, ...onIdentifier },
    identifierMasked: { ...valueFindings.identifierMasked, ...onIdentifier },
    decimalTail: valueFindings.decimalTail,
    identifierNotDigits: { ...valueFindings.identifierNotDigits, ...onIdentifier },
    identifierLength: { ...valueFindings.identifierLength, ...onIdentifier },
    identifierCheckDigit: { ...valueFindings.identifierCheckDigit, ...onIdentifier },
    fieldCount: {
      severity: 'error',
      reason: (n) => m.common_rowsHaveTooManyFields({ count: n }),
      message({ fieldCount, values }) {
        if (amount !== 'none') return m.batches_tooManyFields({ fieldCount, expected })
        const isCard = hasCardDigits(values['identifierTo'] ?? '', length)
        return m.batches_activationTakesOneField({ fieldCount, isCard: isCard ? 'yes' : 'no' })
      },
    },
    readsAsTarget: {
      severity: 'error',
      field: 'amount',
      reason: (n) => m.batches_amountsLookLikeCards({ count: n }),
      message: ({ values }) => {
        const amountOrFault = textToCents(values['identifierTo'] ?? '')
        return typeof amountOrFault === 'number'
          ? m.batches_amountTooLong({ amount: centsToDecimal(amountOrFault) })
          : m.batches_secondFieldTooLong()
      },
    },
    thirdField: {
      severity: 'error',
      ...onAmount,
      reason: (n) => m.batches_rowsHaveExtraField({ count: n }),
      message: ({ values, fieldCount }) => {
        const amountsOrFaults = [values['identifierTo'], values['amount']].map((text = '') => textToCents(text))
        const firstAmount = amountsOrFaults.find((amountOrFault) => typeof amountOrFault === 'number')
        const solution =
          firstAmount === undefined
            ? m.batches_enterAmountOrRemoveRow()
            : m.batches_amountLooksLike({ amount: centsToText(firstAmount) })
        return m.batches_rowTakesTwoFields({ fieldCount, noun: noun.one, solution })
      },
    },
    amountMissing: { ...valueFindings.amountMissing, ...onAmount },
    amountNotNumber: { ...valueFindings.amountNotNumber, ...onAmount },
    cellError: valueFindings.cellError,
    amountOtherCurrency: notationFinding('amountOtherCurrency'),
    amountPercent: notationFinding('amountPercent'),
    amountWithCurrency: notationFinding('amountWithCurrency'),
    amountOtherForm: notationFinding('amountOtherForm'),
    amountOddCharacters: notationFinding('amountOddCharacters'),
    amountShown: notationFinding('amountShown'),
    amountSplit: notationFinding('amountSplit'),
    amountCut: { ...valueFindings.amountCut, ...onAmount },
    amountDecimals: { ...valueFindings.amountDecimals, ...onAmount },
    amountNegative: {
      ...valueFindings.amountNegative,
      ...onAmount,
      message: () => m.batches_amountMustBePositive({ type }),
    },
    amountZero: {
      ...valueFindings.amountZero,
      ...onAmount,
      ...(amount === 'optional' && { message: () => m.batches_amountPositiveOrBlank() }),
    },
    amountTooLarge: { ...valueFindings.amountTooLarge, ...onAmount },
    wholeBalance: {
      severity: 'warning',
      figure: 'wholeBalances',
      ...onAmount,
      reason: (n) => m.batches_rowsTakeWholeBalance({ count: n }),
      message: () => m.batches_blankTakesWholeBalance({ done: pastParticiple }),
    },
    duplicate: {
      severity: 'warning',
      ...onIdentifier,
      reason: (n) => m.batches_rowsHaveRepeatedCard({ count: n }),
      message: () =>
        amount === 'none' ? m.batches_cardRepeated() : m.batches_cardRepeatedEachDone({ done: pastParticiple }),
    },
    duplicateCard: {
      severity: 'error',
      ...onIdentifier,
      reason: (n) => m.batches_rowsHaveRepeatedCard({ count: n }),
      message: () => m.batches_cardRepeatedRefused(),
    },
    targetMissing: {
      severity: 'error',
      field: 'identifierTo',
      reason: (n) => m.batches_rowsWithoutTarget({ count: n }),
      message: () => m.batches_transferNeedsSecondCard(),
    },
    targetInvalid: {
      severity: 'error',
      field: 'identifierTo',
      reason: (n) => m.batches_targetsMistyped({ count: n }),
      message: () => m.batches_targetMistyped({ naming, length }),
    },
    targetSame: {
      severity: 'error',
      field: 'identifierTo',
      reason: (n) => m.batches_rowsTransferCardToItself({ count: n }),
      message: () => m.batches_transferToItself(),
    },
    cardUnknown: {
      severity: noIdentifierValidation ? 'warning' : 'error',
      fromServer: true,
      field: 'identifier',
      reason: (n) => m.batches_cardsDoNotExist({ count: n }),
      message: () =>
        noIdentifierValidation ? m.batches_unknownCardAccepted({ naming }) : m.batches_unknownCard({ naming }),
    },
    cardNotActive: {
      severity: 'error',
      fromServer: true,
      field: 'identifier',
      reason: (n) => m.batches_cardsAreNotActivated({ count: n }),
      message: () => m.batches_cardNotActivated(),
    },
    cardStopped: {
      severity: 'error',
      fromServer: true,
      field: 'identifier',
      reason: (n) => m.batches_cardsAreStopped({ count: n }),
      message: () => m.batches_cardStopped(),
    },
    cardRetired: {
      severity: 'error',
      fromServer: true,
      field: 'identifier',
      reason: (n) => m.batches_cardsAreRetired({ count: n }),
      message: () => m.batches_cardRetired({ done: pastParticiple }),
    },
    cardExpired: {
      severity: 'error',
      fromServer: true,
      field: 'identifier',
      reason: (n) => m.batches_cardsHaveExpired({ count: n }),
      message: () => m.batches_cardExpired(),
    },
    cardKyc: {
      severity: 'error',
      fromServer: true,
      field: 'identifier',
      reason: (n) => m.batches_holdersNotIdentified({ count: n }),
      message: () => m.batches_cardNotIdentified(),
    },
    // Not an error: in a weekly top-up, most cards can still have enough.
    atTarget: {
      severity: 'skip',
      fromServer: true,
      field: 'amount',
      reason: (n) => m.batches_cardsAreAtTarget({ count: n }),
      message: ({ server }) => m.batches_cardIsAtTarget(balanceParams(server)),
    },
    aboveTarget: {
      severity: 'error',
      fromServer: true,
      field: 'amount',
      reason: (n) => m.batches_rowsWouldEndAboveTarget({ count: n }),
      message: ({ server }) => m.batches_wouldEndAboveTarget(balanceParams(server)),
    },
    loadLimit: {
      severity: 'error',
      fromServer: true,
      field: 'amount',
      reason: (n) => m.batches_amountsOutsideLimits({ count: n }),
      message: ({ server }) => {
        const { loadMin = '?', loadMax = '?', voucherMax = '?' } = toCardValues(server)
        if (needsTarget) return m.batches_transferOutsideLimits({ loadMin, loadMax, voucherMax })
        const { hasBalance: hasCardBalance, balance: cardBalance } = balanceParams(server)
        return m.batches_loadOutsideLimits({ loadMin, loadMax, voucherMax, hasCardBalance, cardBalance })
      },
    },
    // The server reports a lack of funds at processing, and when a stored batch is viewed. The check of a file never
    // reports it, since the rows of the file can still change.
    fundsShort: {
      severity: 'error',
      fromServer: true,
      reason: (n) => m.batches_rowsAreNotCoveredByFunding({ count: n }),
      message: () => m.batches_fundingIsShort(),
    },
    balanceShort: {
      severity: 'error',
      fromServer: true,
      field: 'amount',
      reason: (n) => m.batches_cardsLackMoney({ count: n }),
      message: ({ server }) => {
        const { cardAvailable, cardBalance } = toCardValues(server)
        const isPartReserved = cardAvailable !== cardBalance
        if (cardAvailable === '0.00' && !isPartReserved) return m.batches_cardIsEmpty()
        return m.batches_cardLacksMoney({
          cardAvailable: cardAvailable ?? '?',
          authorisedNote: isPartReserved ? m.batches_restIsReserved({ cardBalance: cardBalance ?? '?' }) : '',
        })
      },
    },
    retireLeaves: {
      severity: 'error',
      fromServer: true,
      field: 'amount',
      reason: (n) => m.batches_cardsRetiredWithMoney({ count: n }),
      message({ server }) {
        const { hasBalance: hasCardBalance, balance: cardBalance } = balanceParams(server)
        return m.batches_cardRetiredWithMoney({ hasCardBalance, cardBalance })
      },
    },
    targetRefused: {
      severity: 'error',
      fromServer: true,
      field: 'identifierTo',
      reason: (n) => m.batches_cardsCannotBePaidInto({ count: n }),
      message: ({ server }) => {
        const [firstFault] = toCardValues(server).targetFaults ?? []
        return firstFault === undefined ? m.batches_targetCannotTakeMoney() : targetFaultTexts[firstFault]
      },
    },
    // Only a warning: the card is active already.
    cardActive: {
      severity: 'warning',
      fromServer: true,
      field: 'identifier',
      reason: (n) => m.batches_cardsAlreadyActivated({ count: n }),
      message: () => m.batches_cardAlreadyActivated(),
    },
    // Detects a corrected file that was uploaded again: the file has a new fingerprint, but most rows are unchanged.
    repeated: {
      severity: 'warning',
      fromServer: true,
      figure: 'repeated',
      reason: (n) => m.batches_rowsInOtherBatches({ count: n }),
      message: ({ server }) => {
        const batchIds = (toCardValues(server).repeatedIn ?? '?').split(', ')
        return m.batches_rowInOtherBatches({
          batches: capitalise(batchesToText(batchIds)),
          count: batchIds.length,
          done: pastParticiple,
        })
      },
    },
  } as const satisfies Readonly<Record<string, FindingType>>
}

/** True if a text has as many digits as a card. */
const hasCardDigits = (text: string, length: number): boolean => text.replace(/[^0-9]/g, '').length === length

export type CardFindingCode = keyof ReturnType<typeof cardFindings>
