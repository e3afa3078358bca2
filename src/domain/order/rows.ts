// The rows of orders: ten fields for a card that is made and sent, seven for a virtual one (batches §3, §5).
import type { CalendarDate } from '#domain/dates.ts'
import type { RowField } from '#domain/rows/fields.ts'
import type { FindingKind, HostFacts } from '#domain/rows/findings.ts'
import { type FileWords, withAliases, withWords } from '#domain/rows/headings.ts'
import { defineRowKind, type Fault, type RowKind, type RowToCheck } from '#domain/rows/kind.ts'
import { counted } from '#words/figures.ts'
import { valueFindings } from '#domain/rows/value-findings.ts'
import { physicalAliases, virtualAliases } from './aliases.ts'
import type { OrderType } from './kinds.ts'

export type PhysicalFieldName =
  | 'name'
  | 'surname'
  | 'customerReference'
  | 'loadAmount'
  | 'cardOrderFee'
  | 'recipientName'
  | 'recipientNumber'
  | 'address1'
  | 'address2'
  | 'postalCode'

export type VirtualFieldName =
  'customerReference' | 'cardLabel' | 'notificationNumber' | 'expiryDate' | 'loadAmount' | 'tagName' | 'tagValue'

export type PhysicalRowKind = RowKind<PhysicalFieldName> & { readonly name: 'physical' }
export type VirtualRowKind = RowKind<VirtualFieldName> & { readonly name: 'virtual' }

/** What a list of tags is separated by (batches §3 "Virtual card order"). */
export const TAG_SEPARATOR = '|'

/** The names or values of a list as they stand in its cell; none for an empty one. */
export const textToTags = (text: string): readonly string[] =>
  text.trim() === '' ? [] : text.split(TAG_SEPARATOR).map((tag) => tag.trim())

/** What the host says about a row: its refusal in words (batches §3 "optional ERROR"). */
export type OrderHostFacts = { readonly error: string }

const ofOrder = (host: HostFacts): Partial<OrderHostFacts> => host

/** What can be found about the rows of any order besides what is wrong with a value by itself. */
const orderFindings = {
  ...valueFindings,
  amountNegative: { ...valueFindings.amountNegative, words: () => 'An amount is zero or above.' },
  refused: {
    severity: 'error',
    fromHost: true,
    reason: (n) => counted(n, 'row is refused by the host', 'rows are refused by the host'),
    words: ({ host }) => ofOrder(host).error ?? 'The host refuses this row.',
  },
} as const satisfies Readonly<Record<string, FindingKind>>

const repeated = (what: string): FindingKind => ({
  severity: 'warning',
  field: 'customerReference',
  reason: (n) =>
    counted(
      n,
      'customer reference appears more than once',
      'rows have a customer reference that appears more than once',
    ),
  words: () =>
    `This customer reference appears more than once, and each row is ${what}. Remove the rows you do not want.`,
})

const amount = { name: 'loadAmount', label: 'Load Amount', value: 'money', use: 'optional', maxLength: 10, mayBeZero: true } as const // prettier-ignore

/** A card that is made and sent. Without a load amount it is ordered empty. */
const physicalRowsWith = (words: FileWords | undefined): PhysicalRowKind => ({
  ...defineRowKind<PhysicalFieldName>({
    name: 'physical',
    fields: withWords(
      withAliases(
        [
          { name: 'name', label: 'Name', value: 'text', use: 'required', maxLength: 50 },
          { name: 'surname', label: 'Surname', value: 'text', use: 'required', maxLength: 50 },
          { name: 'customerReference', label: 'Customer Reference', value: 'text', use: 'optional', maxLength: 50 },
          amount,
          { name: 'cardOrderFee', label: 'Card Order Fee', value: 'money', use: 'optional', maxLength: 10, mayBeZero: true, isWhole: true }, // prettier-ignore
          { name: 'recipientName', label: 'Recipient Name', placeholder: '3-60 characters', value: 'text', use: 'optional', maxLength: 40, overlong: 'cut' }, // prettier-ignore
          { name: 'recipientNumber', label: 'Recipient Contact Number', value: 'text', use: 'optional', maxLength: 30 },
          { name: 'address1', label: 'Address 1', value: 'text', use: 'optional', maxLength: 40, overlong: 'cut', stripsCommas: true }, // prettier-ignore
          { name: 'address2', label: 'Address 2', value: 'text', use: 'optional', maxLength: 40, overlong: 'cut', stripsCommas: true }, // prettier-ignore
          { name: 'postalCode', label: 'Postal Code', value: 'text', use: 'optional', maxLength: 40, overlong: 'cut' },
        ] satisfies (RowField & { name: PhysicalFieldName })[],
        physicalAliases,
      ),
      words,
    ),
    findings: {
      ...orderFindings,
      copied: repeated('a card of its own'),
    },
    copies: { field: 'customerReference', code: 'copied' },
    totals: { amount: 'loadAmount', fee: 'cardOrderFee' },
  }),
  name: 'physical',
})
export const physicalRows: PhysicalRowKind = physicalRowsWith(undefined)

/** A virtual card. Without an expiry date it has its campaign's; without a load amount it is issued empty. */
interface VirtualRules {
  readonly today: CalendarDate
  readonly words?: FileWords | undefined
}

export function virtualRows({ today, words }: VirtualRules): VirtualRowKind {
  const kind: RowKind<VirtualFieldName> = defineRowKind<VirtualFieldName>({
    name: 'virtual',
    fields: withWords(
      withAliases(
        [
          { name: 'customerReference', label: 'Customer Reference', value: 'text', use: 'required', maxLength: 50 },
          { name: 'cardLabel', label: 'Card Label', value: 'text', use: 'required', maxLength: 50 },
          { name: 'notificationNumber', label: 'Notification Number', value: 'text', use: 'optional', maxLength: 50 },
          { name: 'expiryDate', label: 'Expiry Date', placeholder: 'yyyy-mm-dd', value: 'date', use: 'optional', maxLength: 50, notBefore: today }, // prettier-ignore
          amount,
          { name: 'tagName', label: 'Tag Name', placeholder: 'department|trip', value: 'list', use: 'optional', maxLength: 356 }, // prettier-ignore
          { name: 'tagValue', label: 'Tag Value', placeholder: 'sales|Perth', value: 'list', use: 'optional', maxLength: 1791 }, // prettier-ignore
        ] satisfies (RowField & { name: VirtualFieldName })[],
        virtualAliases,
      ),
      words,
    ),
    findings: {
      ...orderFindings,
      tagsUneven: {
        severity: 'error',
        field: 'tagValue',
        reason: (n) => counted(n, 'row has more tag names than values, or fewer', 'rows have more tag names than values, or fewer'), // prettier-ignore
        words: ({ values }) => {
          const [names, given] = [values['tagName'], values['tagValue']].map((text = '') => textToTags(text).length)
          return `There ${names === 1 ? 'is 1 tag name' : `are ${names} tag names`} and ${given === 1 ? '1 value' : `${given} values`}. Give one value for each name, separated by ${TAG_SEPARATOR}.`
        },
      },
      tagNameless: {
        severity: 'error',
        field: 'tagName',
        reason: (n) => counted(n, 'row has a tag without a name', 'rows have a tag without a name'),
        words: () => `A tag has no name. Write each name, separated by ${TAG_SEPARATOR}, or remove the separator.`,
      },
      tagTwice: {
        severity: 'error',
        field: 'tagName',
        reason: (n) => counted(n, 'row names a tag twice', 'rows name a tag twice'),
        words: () => 'A tag is named twice. A card has one value for each tag.',
      },
      copied: repeated('a card of its own'),
    },
    *check(row: RowToCheck<VirtualFieldName>): Iterable<Fault> {
      yield* kind.checkFields(row)
      yield* tagFaults(textToTags(row.values.tagName), textToTags(row.values.tagValue))
    },
    copies: { field: 'customerReference', code: 'copied' },
    totals: { amount: 'loadAmount' },
  })
  return { ...kind, name: 'virtual' }
}

function* tagFaults(names: readonly string[], given: readonly string[]): Iterable<Fault> {
  if (names.includes('')) yield ['tagNameless']
  else if (new Set(names.map((name) => name.toLowerCase())).size < names.length) yield ['tagTwice']
  if (names.length !== given.length) yield ['tagsUneven']
}

/** The rows of a kind of order, on that day. */
export const orderRows = (type: OrderType, today: CalendarDate, words?: FileWords): PhysicalRowKind | VirtualRowKind =>
  type === 'virtual' ? virtualRows({ today, words }) : words ? physicalRowsWith(words) : physicalRows
