// Everything that can be found about a row, on this machine or by the host, with the words for it.
// A new finding is a member here; its words, its place among the reasons and its bit follow.
import { centsToWire, textToCents } from '#domain/money.ts'
import { type BatchType, batchKinds } from './kinds.ts'

/**
 * All codes. The order is the order of reasons on screen and gives each its bit in a `FindingSet`,
 * so new ones are added at the end of their half.
 */
export const findingCodes = [
  // found on this machine
  'identifierDamaged',
  'identifierMissing',
  'identifierSpaced',
  'identifierNotDigits',
  'identifierLength',
  'identifierCheckDigit',
  'fieldCount',
  'readsAsTarget',
  'amountMissing',
  'amountNotNumber',
  'amountDecimals',
  'amountNegative',
  'amountZero',
  'amountTooLarge',
  'duplicate',
  'duplicateCard',
  'targetMissing',
  'targetInvalid',
  'targetSame',
  // found by the host
  'cardUnknown',
  'cardNotActive',
  'cardStopped',
  'cardRetired',
  'cardExpired',
  'cardKyc',
  'loadLimit',
  'fundsShort',
  'balanceShort',
  'retireLeaves',
  'targetRefused',
  'cardActive',
  'repeated',
] as const

export type FindingCode = (typeof findingCodes)[number]

/** A set of findings as bits: bit i is `findingCodes[i]`. At most 32 codes; of the 32nd the number is negative, which no test of a bit minds. */
export type FindingSet = number

/** 'error' keeps a row from being submitted; 'warning' asks for a look. */
export type Severity = 'error' | 'warning'

export interface FindingKind {
  readonly severity: Severity
  /** The heading of the group of rows: "214 identifiers contain spaces". */
  readonly reason: (rows: number) => string
  /** What is wrong and what to do, on the row itself. */
  readonly words: (row: FindingFacts) => string
  /** The cell the finding is about. */
  readonly cell: 'identifier' | 'identifierTo' | 'amount' | 'row'
}

/** What words may need to know; everything optional is known only to those findings that name it. */
export interface FindingFacts {
  readonly identifier: string
  readonly identifierTo: string
  readonly amountText: string
  readonly fieldCount: number
  readonly identifierLabel: string
  readonly identifierLength: number
  /** From the host, as people read amounts, in the card's currency. */
  readonly loadMin?: string
  readonly loadMax?: string
  readonly voucherMax?: string
  readonly cardBalance?: string
  /** What of the balance is not promised to a merchant. */
  readonly cardAvailable?: string
  /** What stands against the card of a transfer that is to be paid. */
  readonly targetFaults?: readonly TargetFault[]
  /** The other batch that carries the same row. */
  readonly repeatedIn?: string
  /** The kind of batch, where words differ; a load without it. */
  readonly type?: BatchType
}

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

const count = (rows: number, one: string, many: string): string =>
  `${rows.toLocaleString('en')} ${rows === 1 ? one : many}`

export const findingKinds: Readonly<Record<FindingCode, FindingKind>> = {
  identifierDamaged: {
    severity: 'error',
    cell: 'identifier',
    reason: (n) => count(n, 'identifier was ruined by a spreadsheet', 'identifiers were ruined by a spreadsheet'),
    words: (f) =>
      `The spreadsheet has turned this number into ${f.identifier || 'a rounded figure'} and its last digits are lost. ` +
      'Format the column as Text in the source file and export it again; no digit can be guessed.',
  },
  identifierMissing: {
    severity: 'error',
    cell: 'identifier',
    reason: (n) => count(n, 'row has no identifier', 'rows have no identifier'),
    words: (f) => `There is no ${f.identifierLabel.toLowerCase()} in this row. Enter one or remove the row.`,
  },
  identifierSpaced: {
    severity: 'error',
    cell: 'identifier',
    reason: (n) => count(n, 'identifier contains spaces or dashes', 'identifiers contain spaces or dashes'),
    words: () => 'The number contains spaces or dashes. Remove them.',
  },
  identifierNotDigits: {
    severity: 'error',
    cell: 'identifier',
    reason: (n) => count(n, 'identifier is not a number', 'identifiers are not numbers'),
    words: (f) => `A ${f.identifierLabel.toLowerCase()} has digits only. Correct it or remove the row.`,
  },
  identifierLength: {
    severity: 'error',
    cell: 'identifier',
    reason: (n) => count(n, 'identifier has the wrong length', 'identifiers have the wrong length'),
    words: (f) =>
      `A ${f.identifierLabel.toLowerCase()} has ${f.identifierLength} digits, this one has ${f.identifier.length}. ` +
      'Check for digits left out, or leading zeros removed by a spreadsheet.',
  },
  identifierCheckDigit: {
    severity: 'error',
    cell: 'identifier',
    reason: (n) => count(n, 'card number is mistyped', 'card numbers are mistyped'),
    words: () => 'The check digit does not fit, so at least one digit is wrong. Compare it with the card.',
  },
  fieldCount: {
    severity: 'error',
    cell: 'row',
    reason: (n) => count(n, 'row has too many fields', 'rows have too many fields'),
    words: (f) => `The row has ${f.fieldCount} fields; ${expected(f.type)} expected. Remove the others.`,
  },
  readsAsTarget: {
    severity: 'error',
    cell: 'amount',
    reason: (n) => count(n, 'row reads as a transfer', 'rows read as a transfer'),
    words: (f) => {
      const amount = textToCents(f.identifierTo)
      return typeof amount === 'number'
        ? `The amount takes more than 10 characters, which reads as the card of a transfer. Write it without separators: ${centsToWire(amount)}.`
        : 'The second field is longer than 10 characters, which makes it the card of a transfer and no amount. ' +
            'Enter an amount there, or remove the row.'
    },
  },
  amountMissing: {
    severity: 'error',
    cell: 'amount',
    reason: (n) => count(n, 'row has no amount', 'rows have no amount'),
    words: () => 'There is no amount in this row. Enter one or remove the row.',
  },
  amountNotNumber: {
    severity: 'error',
    cell: 'amount',
    reason: (n) => count(n, 'amount is not a number', 'amounts are not numbers'),
    words: () => 'Write the amount in digits with a decimal point, such as 1250.00, without a currency sign.',
  },
  amountDecimals: {
    severity: 'error',
    cell: 'amount',
    reason: (n) => count(n, 'amount has more than two decimals', 'amounts have more than two decimals'),
    words: () => 'An amount has at most two decimals.',
  },
  amountNegative: {
    severity: 'error',
    cell: 'amount',
    reason: (n) => count(n, 'amount is negative', 'amounts are negative'),
    words: (f) =>
      `An amount is above zero.${(f.type ?? 'load') === 'load' ? ' Funds are taken off a card in Devalue Batch.' : ''}`,
  },
  amountZero: {
    severity: 'error',
    cell: 'amount',
    reason: (n) => count(n, 'amount is zero', 'amounts are zero'),
    words: (f) =>
      f.type === 'transfer' || f.type === 'devalue'
        ? 'An amount is above zero. Enter one, or leave it empty to take all that the card holds.'
        : 'An amount is above zero. Enter one or remove the row.',
  },
  amountTooLarge: {
    severity: 'error',
    cell: 'amount',
    reason: (n) => count(n, 'amount is too large', 'amounts are too large'),
    words: () => 'One row may carry 99,999,999.99 at most.',
  },
  duplicate: {
    severity: 'warning',
    cell: 'identifier',
    reason: (n) => count(n, 'row names a card that stands in the file again', 'rows name a card more than once'),
    words: () => 'This card stands in the file more than once; each row will be loaded. Remove the copies not meant.',
  },
  duplicateCard: {
    severity: 'error',
    cell: 'identifier',
    reason: (n) => count(n, 'row names a card that stands in the file again', 'rows name a card more than once'),
    words: () => 'This card stands in the file more than once, which is not allowed here. Keep one of its rows.',
  },
  targetMissing: {
    severity: 'error',
    cell: 'identifierTo',
    reason: (n) => count(n, 'row names no card to be paid', 'rows name no card to be paid'),
    words: () => 'A transfer needs a second card to pay into. Enter its number or remove the row.',
  },
  targetInvalid: {
    severity: 'error',
    cell: 'identifierTo',
    reason: (n) => count(n, 'card to be paid is mistyped', 'cards to be paid are mistyped'),
    words: (f) =>
      `The card to be paid is no ${f.identifierLabel.toLowerCase()} of ${f.identifierLength} digits, or its check digit ` +
      'does not fit. Compare it with the card and correct it.',
  },
  targetSame: {
    severity: 'error',
    cell: 'identifierTo',
    reason: (n) => count(n, 'row transfers a card to itself', 'rows transfer a card to itself'),
    words: () => 'A card cannot be transferred to itself. Name another card, or remove the row.',
  },
  cardUnknown: {
    severity: 'error',
    cell: 'identifier',
    reason: (n) => count(n, 'card does not exist', 'cards do not exist'),
    words: (f) =>
      `No card of your programme has this ${f.identifierLabel.toLowerCase()}. Correct it or remove the row.`,
  },
  cardNotActive: {
    severity: 'error',
    cell: 'identifier',
    reason: (n) => count(n, 'card is not activated', 'cards are not activated'),
    words: () => 'The card is not activated. Activate it first, or remove the row.',
  },
  cardStopped: {
    severity: 'error',
    cell: 'identifier',
    reason: (n) => count(n, 'card is stopped', 'cards are stopped'),
    words: () => 'The card is stopped. Unstop it first, or remove the row.',
  },
  cardRetired: {
    severity: 'error',
    cell: 'identifier',
    reason: (n) => count(n, 'card is retired', 'cards are retired'),
    words: (f) => `The card is retired and cannot be ${batchKinds[f.type ?? 'load'].done} again. Remove the row.`,
  },
  cardExpired: {
    severity: 'error',
    cell: 'identifier',
    reason: (n) => count(n, 'card has expired', 'cards have expired'),
    words: () => 'The card has expired. Remove the row, or use its replacement.',
  },
  cardKyc: {
    severity: 'error',
    cell: 'identifier',
    reason: (n) => count(n, "card's holder is not identified yet", 'cards have a holder who is not identified yet'),
    words: () => 'The cardholder has not passed identification (KYC), which this campaign requires before a load.',
  },
  loadLimit: {
    severity: 'error',
    cell: 'amount',
    reason: (n) => count(n, 'amount is outside the load limits', 'amounts are outside the load limits'),
    words: (f) =>
      f.type === 'transfer'
        ? `One transfer must be from ${f.loadMin ?? '?'} to ${f.loadMax ?? '?'}, and the card to be paid may hold ` +
          `${f.voucherMax ?? '?'} at most. Change the amount.`
        : `One load must be from ${f.loadMin ?? '?'} to ${f.loadMax ?? '?'}, and the card may hold ${f.voucherMax ?? '?'} ` +
          `at most${f.cardBalance === undefined ? '' : ` (it holds ${f.cardBalance} now)`}. Change the amount.`,
  },
  // Found at processing alone: what the funding account holds is nobody's business before.
  fundsShort: {
    severity: 'error',
    cell: 'row',
    reason: (n) => count(n, 'row is not covered by the funding account', 'rows are not covered by the funding account'),
    words: () => 'The funding account does not hold enough for this row. Top it up, or remove the row.',
  },
  balanceShort: {
    severity: 'error',
    cell: 'amount',
    reason: (n) => count(n, 'card does not hold enough', 'cards do not hold enough'),
    words: (f) => {
      const held =
        f.cardAvailable !== f.cardBalance ? ` of ${f.cardBalance ?? '?'}; the rest is promised to merchants` : ''
      return f.cardAvailable === '0.00' && held === ''
        ? 'The card holds nothing that could be taken off. Remove the row.'
        : `The card has ${f.cardAvailable ?? '?'} available${held}. Enter no more than that, or remove the row.`
    },
  },
  retireLeaves: {
    severity: 'error',
    cell: 'amount',
    reason: (n) => count(n, 'card would be retired with money on it', 'cards would be retired with money on them'),
    words: (f) =>
      `The card holds ${f.cardBalance ?? 'more'} and would be retired with the rest of it. ` +
      'Leave the amount empty to take all of it off, or do not retire the cards.',
  },
  targetRefused: {
    severity: 'error',
    cell: 'identifierTo',
    reason: (n) => count(n, 'card cannot be paid into', 'cards cannot be paid into'),
    words: (f) => {
      const [first] = f.targetFaults ?? []
      return first === undefined ? 'The card to be paid cannot take money now. Name another card.' : targetFaults[first]
    },
  },
  // Nothing is wrong: the card is what it should become.
  cardActive: {
    severity: 'warning',
    cell: 'identifier',
    reason: (n) => count(n, 'card is activated already', 'cards are activated already'),
    words: () => 'The card is activated already; nothing will change. Remove the row if it is not meant.',
  },
  // A corrected file uploaded again: its fingerprint is new, its other rows are not.
  repeated: {
    severity: 'warning',
    cell: 'row',
    reason: (n) => count(n, 'row stands in another batch too', 'rows stand in other batches too'),
    words: (f) =>
      `Batch ${f.repeatedIn ?? '?'} has this card with the same amount, and both would be carried out. ` +
      'Remove the row unless it is meant twice.',
  },
}

const expected = (type: BatchType = 'load') =>
  type === 'transfer'
    ? 'two identifiers and an amount are'
    : type === 'activate'
      ? 'an identifier alone is'
      : 'an identifier and an amount are'

const bits = new Map<FindingCode, number>(findingCodes.map((code, index) => [code, 2 ** index]))

/** The bit of one code. */
export const findingBit = (code: FindingCode): FindingSet => bits.get(code) ?? 0

export const findingsToSet = (codes: Iterable<FindingCode>): FindingSet => {
  let set = 0
  for (const code of codes) set |= findingBit(code)
  return set
}

/** All codes, what keeps a row back before what is only worth a look. */
export const findingsBySeverity: readonly FindingCode[] = [...findingCodes].sort(
  (a, b) => Number(findingKinds[a].severity !== 'error') - Number(findingKinds[b].severity !== 'error'),
)

/** The codes of a set, errors first. */
export const setToFindings = (set: FindingSet): FindingCode[] =>
  set === 0 ? [] : findingsBySeverity.filter((code) => (set & findingBit(code)) !== 0)

/** The bits of all errors; a row whose set has none of them may be submitted. */
export const ERROR_BITS: FindingSet = findingsToSet(
  findingCodes.filter((code) => findingKinds[code].severity === 'error'),
)

/** The bits that only the host can set; an edit takes them away. */
export const HOST_BITS: FindingSet = findingsToSet(findingCodes.slice(findingCodes.indexOf('cardUnknown')))
