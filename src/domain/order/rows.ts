// The checks of order rows and the words of their findings. fields.ts defines their fields.
import type { CalendarDate } from '#domain/calendar.ts'
import type { FindingKind, ServerFacts } from '#domain/rows/findings.ts'
import { type FileWords, withAliases, withWords } from '#domain/rows/headings.ts'
import { defineRowKind, type Fault, type RowKind, type RowToCheck } from '#domain/rows/kind.ts'
import { counted } from '#words/figures.ts'
import { valueFindings } from '#domain/rows/value-findings.ts'
import * as say from '#words/domain/order.ts'
import { physicalAliases, virtualAliases } from './aliases.ts'
import { orderFields, type PhysicalFieldName, type VirtualFieldName } from './fields.ts'
import { isUndiallable } from './notification.ts'
import type { OrderType } from './kinds.ts'
import { ordersToWords } from './words.ts'

export type PhysicalRowKind = RowKind<PhysicalFieldName> & { readonly name: 'physical' }
export type VirtualRowKind = RowKind<VirtualFieldName> & { readonly name: 'virtual' }

/** The separator of a list of tags. */
export const TAG_SEPARATOR = '|'

/** The names or values of a list in a cell; none for an empty cell. */
export const textToTags = (text: string): readonly string[] =>
  text.trim() === '' ? [] : text.split(TAG_SEPARATOR).map((tag) => tag.trim())

/** The server's refusal of a row, in words, and the other orders with a card for the same person. */
export type OrderServerFacts = { readonly error?: string | undefined; readonly repeatedIn?: string | undefined }

const ofOrder = (server: ServerFacts): Partial<OrderServerFacts> => server

/** Findings about the rows of any order, in addition to those about single values. */
const orderFindings = {
  ...valueFindings,
  amountNegative: { ...valueFindings.amountNegative, words: () => say.amountIsZeroOrAbove },
  refused: {
    severity: 'error',
    fromServer: true,
    reason: (n) => counted(n, say.rowRefusedByServer, say.rowsRefusedByServer),
    words: ({ server }) => ofOrder(server).error ?? say.serverRefusesRow,
  },
  // Detects a file that was ordered again with rows added: its fingerprint is new, but its other rows are not.
  repeated: {
    severity: 'warning',
    fromServer: true,
    counts: 'repeated',
    reason: (n) => counted(n, say.rowIsInAnotherOrder, say.rowsAreInAnotherOrder),
    words: ({ server }) => say.samePersonOrdered(ordersToWords((ofOrder(server).repeatedIn ?? '?').split(', '))),
  },
} as const satisfies Readonly<Record<string, FindingKind>>

const repeated = (what: string): FindingKind => ({
  severity: 'warning',
  field: 'customerReference',
  reason: (n) => counted(n, say.referenceRepeated, say.referencesRepeated),
  words: () => say.thisReferenceRepeated(what),
})

function physicalRowsWith(words: FileWords | undefined): PhysicalRowKind {
  const postalDigits = words?.postalDigits
  const kind: RowKind<PhysicalFieldName> = defineRowKind<PhysicalFieldName>({
    name: 'physical',
    fields: withWords(withAliases(orderFields.physical, physicalAliases), words),
    findings: {
      ...orderFindings,
      noAddress: {
        severity: 'warning',
        field: 'address1',
        reason: (n) => counted(n, say.cardHasNoAddress, say.cardsHaveNoAddress),
        words: ({ values }) => say.noAddressToSendTo((values['recipientName'] ?? '') !== ''),
      },
      postalCodeShort: {
        severity: 'warning',
        field: 'postalCode',
        reason: (n) => counted(n, say.postalCodeIsShort, say.postalCodesAreShort),
        words: ({ value }) => say.postalCodeMayLackZero(value.length, postalDigits ?? 0),
      },
      copied: repeated(say.cardOfItsOwn),
    },
    *check(row: RowToCheck<PhysicalFieldName>): Iterable<Fault> {
      yield* kind.checkFields(row)
      const { address1, address2, postalCode } = row.values
      if (address1 === '' && address2 === '') yield ['noAddress']
      // Spreadsheets remove leading zeros from a text that looks like a number.
      const isNumber = /^[1-9][0-9]+$/.test(postalCode)
      if (postalDigits !== undefined && isNumber && postalCode.length === postalDigits - 1) yield ['postalCodeShort']
    },
    copies: { field: 'customerReference', code: 'copied' },
    totals: { amount: 'loadAmount', fee: 'cardOrderFee' },
  })
  return { ...kind, name: 'physical' }
}
export const physicalRows: PhysicalRowKind = physicalRowsWith(undefined)

interface VirtualRules {
  readonly today: CalendarDate
  readonly words?: FileWords | undefined
}

export function virtualRows({ today, words }: VirtualRules): VirtualRowKind {
  const fields = orderFields.virtual.map((field) => (field.value === 'date' ? { ...field, notBefore: today } : field))
  const kind: RowKind<VirtualFieldName> = defineRowKind<VirtualFieldName>({
    name: 'virtual',
    fields: withWords(withAliases(fields, virtualAliases), words),
    findings: {
      ...orderFindings,
      tagsUneven: {
        severity: 'error',
        field: 'tagValue',
        reason: (n) => counted(n, say.rowHasMoreTagNamesThan, say.rowsHaveMoreTagNamesThan),
        words: ({ values }) => {
          const [names, given] = [values['tagName'], values['tagValue']].map((text = '') => textToTags(text).length)
          return say.thereAndGiveOneValue(names, given, TAG_SEPARATOR)
        },
      },
      tagNameless: {
        severity: 'error',
        field: 'tagName',
        reason: (n) => counted(n, say.rowHasTagWithoutName, say.rowsHaveTagWithoutName),
        words: () => say.tagHasNoNameWriteEach(TAG_SEPARATOR),
      },
      tagTwice: {
        severity: 'error',
        field: 'tagName',
        reason: (n) => counted(n, say.rowNamesTagTwice, say.rowsNameTagTwice),
        words: () => say.tagIsNamedTwiceCard,
      },
      numberUndiallable: {
        severity: 'warning',
        field: 'notificationNumber',
        reason: (n) => counted(n, say.numberCannotBeDialled, say.numbersCannotBeDialled),
        words: ({ value }) => say.noMessageWillBeSent(value),
      },
      copied: repeated(say.cardOfItsOwn),
    },
    *check(row: RowToCheck<VirtualFieldName>): Iterable<Fault> {
      const faults = [...kind.checkFields(row)]
      yield* faults
      // A number that is refused as written is not also reported as undiallable.
      const isFaulty = faults.some(([, field]) => field === 'notificationNumber')
      if (!isFaulty && isUndiallable(row.values.notificationNumber)) yield ['numberUndiallable']
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

/** The row type of an order type, on the day `today`. */
export const orderRows = (type: OrderType, today: CalendarDate, words?: FileWords): PhysicalRowKind | VirtualRowKind =>
  type === 'virtual' ? virtualRows({ today, words }) : words ? physicalRowsWith(words) : physicalRows
