// The rows of batches: a card, for a transfer a second card, and an amount. One description for all four types,
// controlled by their rows in `batchKinds`. Rules: docs/rules/batches.md, "Lines of a file".
import { type IdentifierType, identifierKinds, PAN } from '#domain/cards/identifiers.ts'
import { otherFormToAmount, textToCents } from '#domain/money.ts'
import {
  amountFault,
  identifierFault,
  normaliseIdentifier,
  type RowField,
  type RowValues,
} from '#domain/rows/fields.ts'
import type { Finding } from '#domain/rows/findings.ts'
import { foundColumns, hasRowValues } from '#domain/rows/match-columns.ts'
import { type FileColumns, type FileWords, namesColumns, NO_COLUMN, withWords } from '#domain/rows/headings.ts'
import { defineRowKind, type Fault, type RowKind, type RowToCheck } from '#domain/rows/kind.ts'
import * as say from '#words/domain/batch.ts'
import { type CardFindingCode, cardFindings, type CardRules } from './findings.ts'
import { type BatchType, batchKinds } from './kinds.ts'
import { ALL_IT_HOLDS, cardLabels } from './words.ts'

export type CardFieldName = 'identifier' | 'identifierTo' | 'amount'
/** `name`: the type of batch. */
export type CardRowKind = RowKind<CardFieldName> & { readonly name: BatchType }

/** The row type of a batch, for the options its file is read with. */
export function cardRows(rules: CardRules & { readonly words?: FileWords | undefined }): CardRowKind {
  const { type, identifierType, words } = rules
  const { needsTarget, amount, defaultValidation } = batchKinds[type]
  const labels = cardLabels(type, identifierType)
  const isShownAsAmount = ({ amount: text, identifierTo }: RowValues<CardFieldName>) =>
    !needsTarget && amount !== 'none' && identifierTo !== '' && (text === '' || isAmount(identifierTo))
  const fields = withWords(
    [
      {
        name: 'identifier',
        label: labels.card,
        value: 'identifier',
        type: identifierType,
        use: 'required',
        aliases: identifierAliases(identifierType, needsTarget),
      },
      {
        name: 'identifierTo',
        label: labels.target,
        value: 'identifier',
        type: identifierType,
        use: needsTarget ? 'required' : 'unwanted',
        aliases: needsTarget ? targetAliases : earlierTargetAliases,
      },
      {
        name: 'amount',
        label: say.amountWord,
        value: 'money',
        use: amount === 'none' ? 'unwanted' : amount,
        aliases: amountAliases,
        ...(amount === 'optional' && { whenEmpty: ALL_IT_HOLDS }),
      },
    ] satisfies (RowField & { name: CardFieldName })[],
    words,
  )
  // An activation has one field, and a short one is a typing error.
  const isCardAlone = amount === 'none'
  const lineToValues = isCardAlone ? inPlaces : splitLine
  const kind = defineRowKind<CardFieldName>({
    name: type,
    fields,
    findings: cardFindings(rules),
    lineToValues,
    mayBeMoney: (cell) => cell > 0,
    isHeader: (cells) => mayBeHeadings(fields, cells) && !hasRowValues(fields, cells, lineToValues(cells) ?? cells),
    isInOrder: (columns) => (isCardAlone ? isOneColumn(fields, columns) : isSpecifiedOrder(fields, columns)),
    refersToOtherCard: isCardAlone,
    // Without a second card its value is taken as the amount, unless there is another amount.
    displayed: (values) => (isShownAsAmount(values) ? { ...values, amount: values.identifierTo } : values),
    check: (row) => cardFaults(row, rules, words?.currency ?? []),
    copies: { field: 'identifier', code: defaultValidation.includes('duplicateCard') ? 'duplicateCard' : 'duplicate' },
    keys: ['identifier', 'identifierTo'],
    totals: { amount: 'amount' },
  })
  return { ...kind, name: type }
}

const isAmount = (text: string): boolean => typeof textToCents(text) === 'number'

/** A single field counts as an identifier only if it is longer than this. */
export const MIN_LONE_IDENTIFIER = 10
/** The second of two fields is an amount up to this length, and a target card if it is longer. */
export const MAX_AMOUNT_LENGTH = 10

/**
 * A single field counts only if longer than 10 characters (amount 0); the second of two is a target if longer than 10
 * characters, otherwise the amount; three are identifier, target, amount. Undefined for a line that is no row. @param
 * cells as returned by `trimFields`
 */
export function splitLine(cells: readonly string[]): [identifier: string, target: string, amount: string] | undefined {
  const [first = '', second = '', third = ''] = cells
  if (cells.length === 0 || (cells.length === 1 && first.length <= MIN_LONE_IDENTIFIER)) return undefined
  if (cells.length >= 3) return [first, second, third]
  return second.length > MAX_AMOUNT_LENGTH ? [first, second, ''] : [first, '', second]
}

const inPlaces = ([first = '', second = '', third = '']: readonly string[]) => [first, second, third]

/**
 * True if a file's first line can be a heading: its first cell has letters and no digit, or is a sign such as '#' above
 * a column that is no field, beside known headings.
 */
const mayBeHeadings = (fields: readonly RowField[], cells: readonly string[]): boolean => {
  const [first = ''] = cells
  return !/\p{N}/u.test(first) && (/\p{L}/u.test(first) || namesColumns(fields, cells))
}

const identifierAliases = (type: IdentifierType, isSource: boolean): readonly string[] => [
  ...(type === PAN ? ['Card', 'Card No', 'Card Num', 'PAN', 'Card PAN'] : ['Tracking', 'Tracking No', 'Tracking Num']),
  'Identifier',
  ...(isSource
    ? [identifierKinds[type].label, 'From', 'From Card', 'Source', 'Source Card', 'Source Card Number']
    : ['To Card', 'Target Card']),
]
/** The headings of earlier templates. */
const earlierTargetAliases = ['Target Card Number', 'Target Tracking Number']
const targetAliases = [
  ...earlierTargetAliases,
  'To',
  'To Card',
  'Target',
  'Target Card',
  'Target Card No',
  'Destination',
  'Destination Card',
  'Destination Card Number',
]
const amountAliases = [
  'Amt',
  'Value',
  'Load',
  'Load Amount',
  'Load Value',
  'Amount to Load',
  'Top Up',
  'Top Up Amount',
  'Transfer Amount',
  'Amount to Transfer',
  'Devalue Amount',
]

/** Too few digits for a card. */
const CARD_DIGITS = 12
const holdsCards = (samples: readonly string[] = []): boolean =>
  samples.length > 0 && samples.every((text) => normaliseIdentifier(text).replace(/[^0-9]/g, '').length >= CARD_DIGITS)

/**
 * True if a file with these headings can be read by position: each known heading is where the layout with that many
 * columns has it, and if no heading names a card, the first column can contain cards.
 */
function isSpecifiedOrder(
  fields: readonly (RowField & { readonly name: CardFieldName })[],
  columns: FileColumns,
): boolean {
  const { headings, samples } = columns
  const width = headings.length
  if (width < 2) return true
  if (width > 3) return false
  // The template's own headings need no comparison with all others.
  const layout = width === 2 ? [fields[0], fields[2]] : fields
  if (layout.every((field, index) => field?.label === headings[index])) return true
  const [identifier, target, amount] = foundColumns(fields, headings)
  const isIn = (cell: number | undefined, index: number) => cell === NO_COLUMN || cell === index
  if (!isIn(identifier, 0) || !isIn(target, 1) || !isIn(amount, width - 1)) return false
  if (identifier !== NO_COLUMN) return width === 2 || target !== NO_COLUMN || amount === NO_COLUMN
  const isElsewhere = !holdsCards(samples[0]) && samples.some((values, index) => index > 0 && holdsCards(values))
  return !isElsewhere && (width === 2 || target !== NO_COLUMN || amount === NO_COLUMN)
}

/**
 * True if an activation file has cards in its first column and nothing in the others, as far as its first lines show.
 * Other columns with content are never ignored without asking: the file can be one of loads.
 */
function isOneColumn(fields: readonly RowField[], { headings, samples }: FileColumns): boolean {
  const [identifier] = foundColumns(fields, headings)
  return (identifier === NO_COLUMN || identifier === 0) && samples.slice(1).every((values) => values.length === 0)
}

/** A finding of any batch type, for the checks that server and portal share. */
export const cardFinding = (code: CardFindingCode): Finding => anyCardRows.finding(code)
/** The batch types share their fields and codes; the words are those of a load. */
export const anyCardRows: CardRowKind = cardRows({ type: 'load', identifierType: 1 })

function* cardFaults(
  row: RowToCheck<CardFieldName>,
  { type, identifierType }: CardRules,
  currency: readonly string[],
): Iterable<Fault> {
  const { needsTarget, amount: needsAmount } = batchKinds[type]
  const { identifier, identifierTo } = row.values
  const [amount] = row.amounts
  const fault = identifierFault(identifier, identifierType)
  if (fault) yield [fault]
  if (row.fieldCount > (needsAmount === 'none' ? 1 : 3)) yield ['fieldCount']
  if (needsTarget) {
    if (identifierTo === '') yield ['targetMissing']
    else if (normaliseIdentifier(identifierTo) === normaliseIdentifier(identifier)) yield ['targetSame']
    else if (identifierFault(identifierTo, identifierType)) yield ['targetInvalid']
  }
  if (needsAmount === 'none') return
  if (identifierTo !== '' && !needsTarget) {
    const other = row.values.amount === '' ? otherFormToAmount(identifierTo, currency) : undefined
    if (other) yield [other.isPlain ? 'amountWithCurrency' : 'amountOtherForm']
    else yield [row.values.amount === '' ? 'readsAsTarget' : 'thirdField']
  } else if (needsAmount === 'optional' && row.values.amount === '') yield ['wholeBalance']
  else if (typeof amount === 'string') yield [amountFault(amount, row.values.amount, { currency })]
}
