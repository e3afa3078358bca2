// Defines the rows of batches: a card and an amount. A transfer also has a target card, an activation only a card. All
// four batch types share this definition and configure it in `batchTypes`. Rules: docs/rules/batches.md, "Lines of a
// file".
import { perLanguage } from '#domain/texts/per-language.ts'
import { m } from '#words/messages.js'
import type { batchHeadings } from '#domain/files/heading-words.ts'
import { textToShownAmount, textToSplitAmount, textToCents } from '#domain/money.ts'
import {
  refineAmountFault,
  validateIdentifier,
  type MoneyField,
  plainIdentifier,
  type RowField,
  type RowValues,
} from '#domain/rows/fields.ts'
import type { Finding } from '#domain/rows/findings.ts'
import { isPlausibleValue, looksLikeAmount, looksLikeCard } from '#domain/rows/plausible-values.ts'
import { areAll, matchedColumns, hasRowValues } from '#domain/rows/match-columns.ts'
import {
  type FileColumns,
  type FileWords,
  containsHeadings,
  NO_COLUMN,
  withClientWords,
} from '#domain/rows/headings.ts'
import { defineRowType, type Fault, type RowType, type RowToCheck } from '#domain/rows/row-type.ts'
import { type IdentifierType, PAN } from '#domain/cards/identifiers.ts'
import { type CardFindingCode, cardFindings, type CardRules } from './findings.ts'
import { type BatchType, batchTypes } from './types.ts'
import { cardLabels } from './words.ts'

export type CardFieldName = 'identifier' | 'identifierTo' | 'amount'
export type CardRowType = RowType<CardFieldName> & {
  /** The type of batch. */
  readonly name: BatchType
  /**
   * Undefined if the amounts are no target balances. Otherwise the target balance of rows without an amount, or '' if
   * each row needs its own. See `CardRules`.
   */
  readonly fillUp?: string | undefined
}

/** The row type of a batch with these options. */
export function cardRows(rules: CardRules & { readonly words?: FileWords | undefined }): CardRowType {
  const { type, identifierType, words, fillUp } = rules
  const { needsTarget, amount, defaultValidation } = batchTypes[type]
  const labels = cardLabels(type, identifierType)
  const targetHeading: HeadingKey = identifierType === PAN ? 'targetCardNumber' : 'targetTrackingNumber'
  const hasAmountOnly = !needsTarget && amount !== 'none'
  /** True if the value in the place of the target card is an amount, or the only value that can be the amount. */
  const isTargetShownAsAmount = ({ amount: text, identifierTo }: RowValues<CardFieldName>) => {
    const hasMisplacedValue = hasAmountOnly && identifierTo !== ''
    if (!hasMisplacedValue) return false
    const lacksAmount = text === ''
    return lacksAmount || isAmount(identifierTo)
  }
  const hasTargetBalances = fillUp !== undefined
  const emptyAmountText = emptyAmountToText(rules)
  const fields = withClientWords(
    [
      {
        name: 'identifier',
        label: labels.card,
        value: 'identifier',
        type: identifierType,
        use: 'required',
        headings: needsTarget ? sourceHeadings(identifierType) : cardHeadings(identifierType),
      },
      {
        name: 'identifierTo',
        label: labels.target,
        value: 'identifier',
        type: identifierType,
        use: needsTarget ? 'required' : 'unused',
        headings: needsTarget ? [targetHeading, 'target'] : [targetHeading],
      },
      {
        name: 'amount',
        label: hasTargetBalances ? m.batches_targetBalance() : m.common_amount(),
        value: 'money',
        use: toAmountUse(rules),
        headings: (hasTargetBalances ? ['targetBalance', 'amount'] : ['amount']) satisfies HeadingKey[],
        ...(emptyAmountText && { whenEmpty: emptyAmountText }),
      },
    ] satisfies (RowField & { name: CardFieldName })[],
    words,
  )
  // `splitLine` ignores a line of one short field. In an activation, which has only one field, that is a typing error.
  const hasOnlyCard = amount === 'none'
  const lineToValues = hasOnlyCard ? byPosition : splitLine
  const rowType = defineRowType<CardFieldName>({
    name: type,
    fields,
    findings: cardFindings(rules),
    lineToValues,
    canBeAmount: (column) => column > 0,
    looksLikeHeadings: (cells) => {
      // A line that `splitLine` ignores can still be headings.
      const values = lineToValues(cells) ?? cells
      return canBeHeadings(fields, cells) && !hasRowValues(fields, cells, values)
    },
    isInOrder: (columns) => (hasOnlyCard ? isOneColumn(fields, columns) : isSpecifiedOrder(fields, columns)),
    asksAboutUnusedColumns: hasOnlyCard,
    looksLikeRow: ({ values, fieldCount }) => looksLikeBatchRow(fields, values, fieldCount),
    expectedWidth: undefined,
    minFittingShare: MIN_FITTING_SHARE,
    // If the type has no target card, a value in its place is shown as the amount. If the row also has a third field,
    // this is only so if the value is an amount.
    toDisplayedValues: (values) =>
      isTargetShownAsAmount(values) ? { ...values, amount: values.identifierTo } : values,
    check: (row) => findCardFaults(row, rules, words ?? {}),
    duplicates: {
      field: 'identifier',
      code: defaultValidation.includes('duplicateCard') ? 'duplicateCard' : 'duplicate',
    },
    keys: ['identifier', 'identifierTo'],
    // With target balances, only the server can calculate the amounts.
    totals: hasTargetBalances ? {} : { amount: 'amount' },
  })
  return { ...rowType, name: type, fillUp }
}

/** True if a row without an amount gets the target balance of the whole batch. */
const hasCommonTarget = ({ fillUp }: Pick<CardRules, 'fillUp'>): boolean => fillUp !== undefined && fillUp !== ''

function toAmountUse(rules: CardRules): RowField['use'] {
  const { amount } = batchTypes[rules.type]
  if (amount === 'none') return 'unused'
  return hasCommonTarget(rules) ? 'optional' : amount
}

/** The text that replaces an empty amount. Undefined if the type has no meaning for an empty amount. */
function emptyAmountToText(rules: CardRules): string | undefined {
  if (hasCommonTarget(rules)) return rules.fillUp
  return batchTypes[rules.type].amount === 'optional' ? m.batches_fullBalance() : undefined
}

type HeadingKey = keyof typeof batchHeadings

const cardHeadings = (type: IdentifierType): HeadingKey[] =>
  type === PAN ? ['cardNumber', 'onlyCard'] : ['trackingNumber', 'onlyCard']

const sourceHeadings = (type: IdentifierType): HeadingKey[] =>
  type === PAN ? ['sourceCardNumber', 'cardNumber', 'source'] : ['sourceTrackingNumber', 'trackingNumber', 'source']

/** Rows without a recognisable card are errors anyway, so a lower share of valid rows is enough. */
const MIN_FITTING_SHARE = 0.5

/**
 * True for a row of exactly a card and an amount; a transfer also has a target card, an activation only a card. Types
 * with an amount but no target card also accept an amount or a card in its place. Such a misplaced value is an error of
 * the row.
 */
function looksLikeBatchRow(
  fields: readonly RowField[],
  { identifier, identifierTo, amount }: RowValues<CardFieldName>,
  fieldCount: number,
): boolean {
  const [card, target, money] = fields
  if (!card || !target || !money || !isPlausibleValue(card, identifier)) return false
  const isCardOnly = money.use === 'unused'
  if (isCardOnly) return fieldCount === 1
  if (target.use === 'unused' && identifierTo !== '') {
    const isAmountOrCard = looksLikeAmount(identifierTo) || looksLikeCard(identifierTo)
    return amount === '' && isAmountOrCard
  }
  const isTargetPlausible = target.use === 'unused' || isPlausibleValue(target, identifierTo)
  return fieldCount <= fields.length && isTargetPlausible && isPlausibleValue(money, amount)
}

const isAmount = (text: string): boolean => typeof textToCents(text) === 'number'

/** A single field up to this length is not an identifier, so its line is not a row. */
export const MAX_IGNORED_FIELD_LENGTH = 10
/** The second of two fields is an amount up to this length. A longer text is a target card. */
export const MAX_AMOUNT_LENGTH = 10

/**
 * Splits a line into identifier, target card and amount:
 * - a single field of more than 10 characters is an identifier
 * - the second of two fields is a target card if it has more than 10 characters and is no amount with a note (see
 *   `isAmountWithNote`), otherwise the amount
 * - three fields are identifier, target card and amount
 *
 * Undefined for a line that is not a row.
 * @param cells as returned by `trimFields`
 */
export function splitLine(cells: readonly string[]): [identifier: string, target: string, amount: string] | undefined {
  const [first = '', second = '', third = ''] = cells
  const isShortText = cells.length === 1 && first.length <= MAX_IGNORED_FIELD_LENGTH
  if (cells.length === 0 || isShortText) return undefined
  if (cells.length >= 3) return [first, second, third]
  const isTarget = second.length > MAX_AMOUNT_LENGTH && !isAmountWithNote(second)
  return isTarget ? [first, second, ''] : [first, '', second]
}

/**
 * True for the texts that the reader of files writes for a rounded amount, '33.33 (33.333333)', and for an amount that
 * a comma divided, '1250.00 (1,250.00)'. They are longer than other amounts.
 */
const isAmountWithNote = (text: string): boolean =>
  textToShownAmount(text) !== undefined || textToSplitAmount(text) !== undefined

const byPosition = ([first = '', second = '', third = '']: readonly string[]) => [first, second, third]

/**
 * True if a file's first line can be a heading line. Its first cell must have no digit. Either this cell has letters, or
 * the line contains known headings ('#', 'Card Number', 'Amount').
 */
const canBeHeadings = (fields: readonly RowField[], cells: readonly string[]): boolean => {
  const [first = ''] = cells
  if (/\p{N}/u.test(first)) return false
  return /\p{L}/u.test(first) || containsHeadings(fields, cells)
}

/**
 * True if a file with these headings can be read by position. Each heading must be known and in its place:
 * - two columns: card and amount, for a transfer card and target card
 * - three columns: card, target card and amount
 *
 * Only a column of cards needs no heading, since its values identify the column.
 */
function isSpecifiedOrder(
  fields: readonly (RowField & { readonly name: CardFieldName })[],
  columns: FileColumns,
): boolean {
  const { headings, samples } = columns
  const width = headings.length
  if (width < 2) return true
  if (width > 3) return false
  const [cardField, targetField, amountField] = fields
  // The fields' own labels, as in the template, match directly, without the search by aliases. Card and amount match
  // even for a transfer, whose rows then lack the target card.
  const templateFields = width === 2 ? [cardField, amountField] : fields
  if (templateFields.every((field, index) => field?.label === headings[index])) return true
  const [cardColumn, targetColumn, amountColumn] = matchedColumns(fields, headings)
  const hasCardsFirst = samples.length === 0 || areAll(samples[0], looksLikeCard)
  const isUnnamedCard = cardColumn === NO_COLUMN && hasCardsFirst
  if (cardColumn !== 0 && !isUnnamedCard) return false
  if (width === 3) return targetColumn === 1 && amountColumn === 2
  // The second of two columns has the target cards of a transfer, otherwise the amounts.
  const isTransfer = targetField?.use !== 'unused'
  if (isTransfer) return targetColumn === 1 && amountColumn === NO_COLUMN
  return amountColumn === 1 && targetColumn === NO_COLUMN
}

/**
 * True if an activation file has cards in its first column and nothing in the others, as far as its first lines show.
 * Other columns with content are never ignored without asking: the file could contain loads.
 */
function isOneColumn(fields: readonly RowField[], { headings, samples }: FileColumns): boolean {
  const [cardColumn] = matchedColumns(fields, headings)
  const canHaveCardsFirst = cardColumn === NO_COLUMN || cardColumn === 0
  const areOthersEmpty = samples.slice(1).every((values) => values.length === 0)
  return canHaveCardsFirst && areOthersEmpty
}

/** A finding of any batch type, for the checks that server and portal share. */
export const cardFinding = (code: CardFindingCode): Finding => anyCardRows().finding(code)
/** All batch types have the same fields and codes of findings. The messages of this row type are those of a load. */
export const anyCardRows: () => CardRowType = perLanguage(() => cardRows({ type: 'load', identifierType: PAN }))

/** The faults for which a target card has the same message as any card. Other faults become 'targetInvalid'. */
const sharedTargetFaults: ReadonlySet<string> = new Set(['identifierOddCharacters', 'decimalTail', 'cellError'])

type CurrencyWords = Pick<MoneyField, 'currencyNumber'> & { readonly currency?: readonly string[] }

function findCardFaults(row: RowToCheck<CardFieldName>, rules: CardRules, words: CurrencyWords): readonly Fault[] {
  const { type, identifierType } = rules
  const { needsTarget, amount: amountUse } = batchTypes[type]
  const faults: Fault[] = []
  const identifierFault = validateIdentifier(row.values.identifier, identifierType)
  if (identifierFault) faults.push([identifierFault, 'identifier'])
  const maxFields = amountUse === 'none' ? 1 : 3
  if (row.fieldCount > maxFields) faults.push(['fieldCount'])
  const targetFault = needsTarget ? findTargetFault(row, identifierType) : undefined
  if (targetFault) faults.push(targetFault)
  const amountFault = amountUse === 'none' ? undefined : findCardAmountFault(row, rules, words)
  if (amountFault) faults.push(amountFault)
  return faults
}

function findTargetFault(
  { values: { identifier, identifierTo } }: RowToCheck<CardFieldName>,
  type: IdentifierType,
): Fault | undefined {
  if (identifierTo === '') return ['targetMissing']
  if (plainIdentifier(identifierTo) === plainIdentifier(identifier)) return ['targetSame']
  const fault = validateIdentifier(identifierTo, type)
  if (fault && sharedTargetFaults.has(fault)) return [fault, 'identifierTo']
  return fault ? ['targetInvalid'] : undefined
}

function findCardAmountFault(
  { values, amounts }: RowToCheck<CardFieldName>,
  rules: CardRules,
  words: CurrencyWords,
): Fault | undefined {
  const { needsTarget, amount: amountUse } = batchTypes[rules.type]
  const { amount: text, identifierTo } = values
  const hasUnexpectedTarget = identifierTo !== '' && !needsTarget
  if (hasUnexpectedTarget) {
    if (text !== '') return ['thirdField']
    // An amount of more than 10 characters in another notation was read as the target card. If its notation is
    // recognised, the fault is more precise.
    const fault = refineAmountFault('amountNotNumber', identifierTo, words)
    return fault === 'amountNotNumber' ? ['readsAsTarget'] : [fault, 'amount']
  }
  if (text === '' && hasCommonTarget(rules)) return undefined
  if (text === '' && amountUse === 'optional') return ['wholeBalance']
  const [amountOrFault] = amounts
  return typeof amountOrFault === 'string' ? [refineAmountFault(amountOrFault, text, words), 'amount'] : undefined
}
