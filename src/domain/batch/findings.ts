// What can be found about the row of a batch, on this machine or by the host, with the words for it. A new finding is a member of
// the table here; its place among the reasons follows.
import type { IdentifierType } from '#domain/cards/identifiers.ts'
import { identifierKinds } from '#domain/cards/identifiers.ts'
import { centsToText, centsToWire, textToCents } from '#domain/money.ts'
import type { FindingKind, HostFacts } from '#domain/rows/findings.ts'
import { valueFindings } from '#domain/rows/value-findings.ts'
import { counted } from '#words/figures.ts'
import { type BatchType, batchKinds } from './kinds.ts'
import { batchesToWords } from './words.ts'

/** Why a card cannot be paid into; the check results of the destination in words (batches §3). */
export const targetFaults = {
  unknown: 'No card of your programme has this number. Correct it or remove the row.',
  notActive: 'The card to be paid is not activated. Activate it first, or remove the row.',
  stopped: 'The card to be paid is stopped. Unstop it first, or remove the row.',
  retired: 'The card to be paid is retired and cannot be paid into again. Name another card, or remove the row.',
  expired: 'The card to be paid has expired. Name its replacement, or remove the row.',
  kyc: 'The holder of the card to be paid has not passed identification (KYC), which its campaign requires.',
} as const
export type TargetFault = keyof typeof targetFaults

/** What the host says about a row's card, as far as words need it. Amounts as people read them, in the card's currency. */
export type CardHostFacts = {
  readonly loadMin: string
  readonly loadMax: string
  readonly voucherMax: string
  readonly cardBalance: string
  /** What of the balance is not promised to a merchant. */
  readonly cardAvailable?: string
  /** What stands against the card of a transfer that is to be paid. */
  readonly targetFaults?: readonly TargetFault[]
  /** The other batches that carry the same row: '43, 41'. */
  readonly repeatedIn?: string
}

/** What stands under a row of a batch was said by `verifyBatchFile`. */
const ofCard = (host: HostFacts): Partial<CardHostFacts> => host

/** By what the words of findings differ: the kind of batch, how its cards are named, and what it leaves to processing. */
export interface CardRules {
  readonly type: BatchType
  readonly identifierType: IdentifierType
  /** batches §9: a card that does not exist is left to processing, so that it keeps no row from being submitted. */
  readonly noIdentifierValidation?: boolean
}

/** The table of a kind of batch; its order is the order of reasons on screen. */
export function cardFindings({ type, identifierType, noIdentifierValidation = false }: CardRules) {
  const { label, length } = identifierKinds[identifierType]
  const { needsTarget, amount, done, noun } = batchKinds[type]
  const naming = label.toLowerCase()
  const expected = needsTarget
    ? 'two identifiers and an amount are'
    : amount === 'none'
      ? 'an identifier alone is'
      : 'an identifier and an amount are'
  const ofIdentifier = { field: 'identifier' } as const
  const ofAmount = { field: 'amount' } as const
  // An amount of more than 10 characters stands where a target would.
  const formWords =
    (code: 'amountWithCurrency' | 'amountOtherForm'): FindingKind['words'] =>
    (about) =>
      valueFindings[code].words({ ...about, value: about.value || (about.values['identifierTo'] ?? '') })
  return {
    identifierDamaged: { ...valueFindings.identifierDamaged, ...ofIdentifier },
    identifierMissing: { ...valueFindings.identifierMissing, ...ofIdentifier },
    identifierSpaced: { ...valueFindings.identifierSpaced, ...ofIdentifier },
    identifierNotDigits: { ...valueFindings.identifierNotDigits, ...ofIdentifier },
    identifierLength: { ...valueFindings.identifierLength, ...ofIdentifier },
    identifierCheckDigit: { ...valueFindings.identifierCheckDigit, ...ofIdentifier },
    fieldCount: {
      severity: 'error',
      reason: (n) => counted(n, 'row has too many fields', 'rows have too many fields'),
      words: ({ fieldCount }) => `The row has ${fieldCount} fields; ${expected} expected. Remove the others.`,
    },
    readsAsTarget: {
      severity: 'error',
      field: 'amount',
      reason: (n) => counted(n, 'row reads as a transfer', 'rows read as a transfer'),
      words: ({ values }) => {
        const amount = textToCents(values['identifierTo'] ?? '')
        return typeof amount === 'number'
          ? `The amount takes more than 10 characters, which reads as the card of a transfer. Write it without separators: ${centsToWire(amount)}.`
          : 'The second field is longer than 10 characters, which makes it the card of a transfer and no amount. ' +
              'Enter an amount there, or remove the row.'
      },
    },
    thirdField: {
      severity: 'error',
      ...ofAmount,
      reason: (n) => counted(n, 'row has a field too many', 'rows have a field too many'),
      words: ({ values, fieldCount }) => {
        const amounts = [values['identifierTo'], values['amount']].map((text = '') => textToCents(text))
        const seen = amounts.find((found) => typeof found === 'number')
        const cure =
          seen === undefined
            ? 'Enter the amount, or remove the row.'
            : `The amount seems to be ${centsToText(seen)}: leave the others out, or remove the row.`
        return `The row has ${fieldCount} fields, and a ${noun.one} has two: the card and the amount. ${cure}`
      },
    },
    amountMissing: { ...valueFindings.amountMissing, ...ofAmount },
    amountNotNumber: { ...valueFindings.amountNotNumber, ...ofAmount },
    amountWithCurrency: { ...valueFindings.amountWithCurrency, ...ofAmount, words: formWords('amountWithCurrency') },
    amountOtherForm: { ...valueFindings.amountOtherForm, ...ofAmount, words: formWords('amountOtherForm') },
    amountDecimals: { ...valueFindings.amountDecimals, ...ofAmount },
    amountNegative: {
      ...valueFindings.amountNegative,
      ...ofAmount,
      words: () => `An amount is above zero.${type === 'load' ? ' Funds are taken off a card in Devalue Batch.' : ''}`,
    },
    amountZero: {
      ...valueFindings.amountZero,
      ...ofAmount,
      ...(amount === 'optional' && {
        words: () => 'An amount is above zero. Enter one, or leave it empty to take all that the card holds.',
      }),
    },
    amountTooLarge: { ...valueFindings.amountTooLarge, ...ofAmount },
    wholeBalance: {
      severity: 'warning',
      ...ofAmount,
      reason: (n) => counted(n, 'row takes all that its card holds', 'rows take all that their cards hold'),
      words: () =>
        `The amount is blank, so all that the card holds is ${done}. Enter an amount if that is not what you want.`,
    },
    duplicate: {
      severity: 'warning',
      ...ofIdentifier,
      reason: (n) =>
        counted(n, 'row has a card that appears more than once', 'rows have a card that appears more than once'),
      words: () =>
        amount === 'none'
          ? 'This card appears more than once. Remove the rows you do not want.'
          : `This card appears more than once, and each row will be ${done}. Remove the rows you do not want.`,
    },
    duplicateCard: {
      severity: 'error',
      ...ofIdentifier,
      reason: (n) =>
        counted(n, 'row has a card that appears more than once', 'rows have a card that appears more than once'),
      words: () => 'This card appears more than once, which is not allowed here. Keep one of its rows.',
    },
    targetMissing: {
      severity: 'error',
      field: 'identifierTo',
      reason: (n) => counted(n, 'row names no card to be paid', 'rows name no card to be paid'),
      words: () => 'A transfer needs a second card to pay into. Enter its number or remove the row.',
    },
    targetInvalid: {
      severity: 'error',
      field: 'identifierTo',
      reason: (n) => counted(n, 'card to be paid is mistyped', 'cards to be paid are mistyped'),
      words: () =>
        `The card to be paid is no ${naming} of ${length} digits, or its check digit ` +
        'does not fit. Compare it with the card and correct it.',
    },
    targetSame: {
      severity: 'error',
      field: 'identifierTo',
      reason: (n) => counted(n, 'row transfers a card to itself', 'rows transfer a card to itself'),
      words: () => 'A card cannot be transferred to itself. Name another card, or remove the row.',
    },
    cardUnknown: {
      severity: noIdentifierValidation ? 'warning' : 'error',
      fromHost: true,
      field: 'identifier',
      reason: (n) => counted(n, 'card does not exist', 'cards do not exist'),
      words: () =>
        noIdentifierValidation
          ? `No card of your programme has this ${naming}. The row is accepted and fails when the batch is processed, ` +
            'unless the card exists by then.'
          : `No card of your programme has this ${naming}. Correct it or remove the row.`,
    },
    cardNotActive: {
      severity: 'error',
      fromHost: true,
      field: 'identifier',
      reason: (n) => counted(n, 'card is not activated', 'cards are not activated'),
      words: () => 'The card is not activated. Activate it first, or remove the row.',
    },
    cardStopped: {
      severity: 'error',
      fromHost: true,
      field: 'identifier',
      reason: (n) => counted(n, 'card is stopped', 'cards are stopped'),
      words: () => 'The card is stopped. Unstop it first, or remove the row.',
    },
    cardRetired: {
      severity: 'error',
      fromHost: true,
      field: 'identifier',
      reason: (n) => counted(n, 'card is retired', 'cards are retired'),
      words: () => `The card is retired and cannot be ${done} again. Remove the row.`,
    },
    cardExpired: {
      severity: 'error',
      fromHost: true,
      field: 'identifier',
      reason: (n) => counted(n, 'card has expired', 'cards have expired'),
      words: () => 'The card has expired. Remove the row, or use its replacement.',
    },
    cardKyc: {
      severity: 'error',
      fromHost: true,
      field: 'identifier',
      reason: (n) => counted(n, "card's holder is not identified yet", 'cards have a holder who is not identified yet'),
      words: () => 'The cardholder has not passed identification (KYC), which this campaign requires before a load.',
    },
    loadLimit: {
      severity: 'error',
      fromHost: true,
      field: 'amount',
      reason: (n) => counted(n, 'amount is outside the load limits', 'amounts are outside the load limits'),
      words: ({ host }) =>
        type === 'transfer'
          ? `One transfer must be from ${ofCard(host).loadMin ?? '?'} to ${ofCard(host).loadMax ?? '?'}, and the card to be paid may hold ` +
            `${ofCard(host).voucherMax ?? '?'} at most. Change the amount.`
          : `One load must be from ${ofCard(host).loadMin ?? '?'} to ${ofCard(host).loadMax ?? '?'}, and the card may hold ${ofCard(host).voucherMax ?? '?'} ` +
            `at most${ofCard(host).cardBalance === undefined ? '' : ` (it holds ${ofCard(host).cardBalance} now)`}. Change the amount.`,
    },
    // Found at processing alone: what the funding account holds is nobody's business before.
    fundsShort: {
      severity: 'error',
      fromHost: true,
      reason: (n) =>
        counted(n, 'row is not covered by the funding account', 'rows are not covered by the funding account'),
      words: () => 'The funding account does not hold enough for this row. Top it up, or remove the row.',
    },
    balanceShort: {
      severity: 'error',
      fromHost: true,
      field: 'amount',
      reason: (n) => counted(n, 'card does not hold enough', 'cards do not hold enough'),
      words: ({ host }) => {
        const held =
          ofCard(host).cardAvailable !== ofCard(host).cardBalance
            ? ` of ${ofCard(host).cardBalance ?? '?'}; the rest is promised to merchants`
            : ''
        return ofCard(host).cardAvailable === '0.00' && held === ''
          ? 'The card holds nothing that could be taken off. Remove the row.'
          : `The card has ${ofCard(host).cardAvailable ?? '?'} available${held}. Enter no more than that, or remove the row.`
      },
    },
    retireLeaves: {
      severity: 'error',
      fromHost: true,
      field: 'amount',
      reason: (n) => counted(n, 'card would be retired with money on it', 'cards would be retired with money on them'),
      words: ({ host }) =>
        `The card holds ${ofCard(host).cardBalance ?? 'more'} and would be retired with the rest of it. ` +
        'Leave the amount empty to take all of it off, or do not retire the cards.',
    },
    targetRefused: {
      severity: 'error',
      fromHost: true,
      field: 'identifierTo',
      reason: (n) => counted(n, 'card cannot be paid into', 'cards cannot be paid into'),
      words: ({ host }) => {
        const [first] = ofCard(host).targetFaults ?? []
        return first === undefined
          ? 'The card to be paid cannot take money now. Name another card.'
          : targetFaults[first]
      },
    },
    // Nothing is wrong: the card is what it should become.
    cardActive: {
      severity: 'warning',
      fromHost: true,
      field: 'identifier',
      reason: (n) => counted(n, 'card is activated already', 'cards are activated already'),
      words: () => 'The card is activated already; nothing will change. Remove the row if it is not meant.',
    },
    // A corrected file uploaded again: its fingerprint is new, its other rows are not.
    repeated: {
      severity: 'warning',
      fromHost: true,
      reason: (n) => counted(n, 'row stands in another batch too', 'rows stand in other batches too'),
      words: ({ host }) => {
        const others = (ofCard(host).repeatedIn ?? '?').split(', ')
        const [first = '', ...rest] = batchesToWords(others)
        return (
          `${first.toUpperCase()}${rest.join('')} ${others.length === 1 ? 'has' : 'have'} this card with the same amount, and ` +
          `each will be ${done}. Remove the row unless it is meant again.`
        )
      },
    },
  } as const satisfies Readonly<Record<string, FindingKind>>
}

export type CardFindingCode = keyof ReturnType<typeof cardFindings>
