// Checks the rows of orders, and contains the messages of their findings. fields.ts defines their fields.
import { perLanguage } from '#domain/texts/per-language.ts'
import { m } from '#words/messages.js'
import type { CalendarDate } from '#domain/calendar.ts'
import type { RowValues } from '#domain/rows/fields.ts'
import type { FindingType, ServerValues } from '#domain/rows/findings.ts'
import { type FileWords, withHeadings, withClientWords } from '#domain/rows/headings.ts'
import { defineRowType, type Fault, type RowType, type RowToCheck } from '#domain/rows/row-type.ts'
import { valueFindings } from '#domain/rows/value-findings.ts'
import { toOneLine } from '#domain/texts/clean-text.ts'
import { orderFields, type PhysicalFieldName, type VirtualFieldName } from './fields.ts'
import { isUndiallable } from './notification.ts'
import type { OrderType } from './types.ts'
import { ordersToText } from './words.ts'

export type PhysicalRowType = RowType<PhysicalFieldName> & { readonly name: 'physical' }
export type VirtualRowType = RowType<VirtualFieldName> & { readonly name: 'virtual' }

/** The separator of a list of tags. */
export const TAG_SEPARATOR = '|'

/** The names or values of a list in a cell. An empty cell has none. */
export const textToTags = (text: string): readonly string[] =>
  text.trim() === '' ? [] : text.split(TAG_SEPARATOR).map((tag) => tag.trim())

/** The server's refusal message for a row, and the other orders with a card for the same person. */
export type OrderServerValues = { readonly error?: string | undefined; readonly repeatedIn?: string | undefined }

const toOrderValues = (server: ServerValues): Partial<OrderServerValues> => server

/** The findings about the rows of any order, including those about single values. */
const orderFindings = {
  ...valueFindings,
  amountNegative: { ...valueFindings.amountNegative, message: () => m.orders_amountIsZeroOrAbove() },
  refused: {
    severity: 'error',
    fromServer: true,
    reason: (n) => m.common_rowsRefusedByServer({ count: n }),
    message: ({ server }) => toOrderValues(server).error ?? m.orders_serverRefusesRow(),
  },
  // The server refuses the row only because of its load amount, so the row can stay without it.
  loadBlocked: {
    severity: 'error',
    fromServer: true,
    field: 'loadAmount',
    reason: (n) => m.orders_cardsCannotHaveLoad({ count: n }),
    message: () => m.orders_loadNeedsIdentification(),
  },
  // Detects a file that was ordered again with added rows: the file has a new fingerprint, but its old rows are
  // unchanged.
  repeated: {
    severity: 'warning',
    fromServer: true,
    figure: 'repeated',
    reason: (n) => m.orders_rowsAreInAnotherOrder({ count: n }),
    message({ server }) {
      const { repeatedIn = '?' } = toOrderValues(server)
      return m.orders_samePersonOrdered({ orders: ordersToText(repeatedIn.split(', ')) })
    },
  },
} as const satisfies Readonly<Record<string, FindingType>>

/**
 * The finding about rows with the same reference.
 * @param item what each of these rows orders, in the message
 */
const duplicateReference = (
  item: string,
  reason: (input: { count: number }) => string = m.orders_referencesRepeated,
): FindingType => ({
  severity: 'warning',
  field: 'customerReference',
  reason: (n) => reason({ count: n }),
  message: ({ value }) =>
    value === '' ? m.orders_thisPersonRepeated({ what: item }) : m.orders_thisReferenceRepeated({ what: item }),
})

/** Identifies the person of a row without a reference, by name and address. */
const personKey = (values: RowValues<PhysicalFieldName>): string =>
  PERSON_FIELDS.map((name) => toComparable(values[name])).join('\n')

const toComparable = (text: string): string => toOneLine(text).normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ')

const PERSON_FIELDS = ['name', 'surname', 'recipientName', 'address1', 'address2', 'postalCode'] as const

function createPhysicalRows(words: FileWords | undefined): PhysicalRowType {
  const postalDigits = words?.postalDigits
  const rowType: RowType<PhysicalFieldName> = defineRowType<PhysicalFieldName>({
    name: 'physical',
    fields: withClientWords(withHeadings(orderFields.physical), words),
    findings: {
      ...orderFindings,
      noAddress: {
        severity: 'warning',
        field: 'address1',
        reason: (n) => m.orders_cardsHaveNoAddress({ count: n }),
        message({ values }) {
          const { recipientName = '' } = values
          return m.orders_noAddressToSendTo({ hasRecipient: recipientName === '' ? 'no' : 'yes' })
        },
      },
      postalCodeShort: {
        severity: 'warning',
        field: 'postalCode',
        reason: (n) => m.orders_postalCodesAreShort({ count: n }),
        message: ({ value }) => m.orders_postalCodeMayLackZero({ defaults: postalDigits ?? 0, digits: value.length }),
      },
      copied: duplicateReference(m.orders_separateCard(), m.orders_peopleRepeated),
    },
    check(row: RowToCheck<PhysicalFieldName>): readonly Fault[] {
      const faults = [...rowType.checkFields(row)]
      const { address1, address2, postalCode } = row.values
      if (address1 === '' && address2 === '') faults.push(['noAddress'])
      // Spreadsheets remove leading zeros from a text that looks like a number.
      const isNumber = /^[1-9][0-9]+$/.test(postalCode)
      const lacksOneDigit = postalDigits !== undefined && postalCode.length === postalDigits - 1
      if (isNumber && lacksOneDigit) faults.push(['postalCodeShort'])
      return faults
    },
    duplicates: { field: 'customerReference', code: 'copied', otherKey: personKey },
    totals: { amount: 'loadAmount', fee: 'cardOrderFee' },
  })
  return { ...rowType, name: 'physical' }
}
const usualPhysicalRows: () => PhysicalRowType = perLanguage(() => createPhysicalRows(undefined))

interface VirtualRules {
  readonly today: CalendarDate
  readonly words?: FileWords | undefined
}

export function virtualRows({ today, words }: VirtualRules): VirtualRowType {
  const fields = orderFields.virtual.map((field) => (field.value === 'date' ? { ...field, notBefore: today } : field))
  const rowType: RowType<VirtualFieldName> = defineRowType<VirtualFieldName>({
    name: 'virtual',
    fields: withClientWords(withHeadings(fields), words),
    findings: {
      ...orderFindings,
      tagsUneven: {
        severity: 'error',
        field: 'tagValue',
        reason: (n) => m.orders_rowsHaveTagMismatch({ count: n }),
        message: ({ values }) => {
          const countOf = (text = '') => textToTags(text).length
          return m.orders_tagMismatch({
            nameCount: countOf(values['tagName']),
            valueCount: countOf(values['tagValue']),
            tagSeparator: TAG_SEPARATOR,
          })
        },
      },
      tagNameless: {
        severity: 'error',
        field: 'tagName',
        reason: (n) => m.orders_rowsHaveTagWithoutName({ count: n }),
        message: () => m.orders_tagHasNoName({ tagSeparator: TAG_SEPARATOR }),
      },
      tagDuplicate: {
        severity: 'error',
        field: 'tagName',
        reason: (n) => m.orders_rowsHaveTagTwice({ count: n }),
        message: () => m.orders_tagAppearsTwice(),
      },
      numberUndiallable: {
        severity: 'warning',
        field: 'notificationNumber',
        reason: (n) => m.orders_numbersCannotBeDialled({ count: n }),
        message: ({ value }) => m.orders_numberCannotBeDialled({ number: value }),
      },
      copied: duplicateReference(m.orders_separateCard()),
    },
    check(row: RowToCheck<VirtualFieldName>): readonly Fault[] {
      const faults = [...rowType.checkFields(row)]
      // A number with another error is not also reported as undiallable.
      const isFaulty = faults.some(([, field]) => field === 'notificationNumber')
      if (!isFaulty && isUndiallable(row.values.notificationNumber)) faults.push(['numberUndiallable'])
      return [...faults, ...findTagFaults(textToTags(row.values.tagName), textToTags(row.values.tagValue))]
    },
    duplicates: { field: 'customerReference', code: 'copied' },
    totals: { amount: 'loadAmount' },
  })
  return { ...rowType, name: 'virtual' }
}

function findTagFaults(names: readonly string[], values: readonly string[]): readonly Fault[] {
  const faults: Fault[] = []
  const hasDuplicate = new Set(names.map((name) => name.toLowerCase())).size < names.length
  if (names.includes('')) faults.push(['tagNameless'])
  else if (hasDuplicate) faults.push(['tagDuplicate'])
  if (names.length !== values.length) faults.push(['tagsUneven'])
  return faults
}

/** The row type of an order type, on the day `today`. */
export function orderRows(type: OrderType, today: CalendarDate, words?: FileWords): PhysicalRowType | VirtualRowType {
  if (type === 'virtual') return virtualRows({ today, words })
  return words ? createPhysicalRows(words) : usualPhysicalRows()
}
