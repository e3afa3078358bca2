// Reads the fields of a csv row as values and collects all errors of the row. No error contains a card number.
import {
  hasValidCheckDigit,
  containsCardNumber,
  identifierTypes,
  type IdentifierType,
  PAN,
  TRACKING_NUMBER,
} from '#domain/cards/identifiers.ts'
import { type CalendarDate, textToDate } from '#domain/calendar.ts'
import { localToInstant } from '#domain/dates.ts'
import { type AmountFault, type Cents, cents, textToCents } from '#domain/money.ts'
import { capitalise } from '#domain/texts/sentences.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import { unguardFormula } from '#sheets/guard-formula.ts'
import type { CsvColumn } from './csv-file.ts'

/** Maximum length of an imported text. */
const MAX_TEXT_LENGTH = 255

export interface RowReader {
  /** Starts the next row. */
  readonly begin: (fields: readonly string[]) => void
  /** The errors of the row in sentences; '' if there are none. */
  readonly faultText: () => string
  /** True if the file has this column. */
  readonly hasColumn: (key: string) => boolean
  /** The heading of a column. */
  readonly headingOf: (key: string) => string
  readonly addFault: (fault: string) => void
  /** The unchanged field; '' if it is empty or the file has no such column. */
  readonly raw: (key: string) => string
  /** A text that is stored and shown unchanged. */
  readonly text: (key: string) => string
  /** Like `text`, but a card number in the text is an error. */
  readonly textWithoutCardNumber: (key: string) => string
  readonly day: (key: string) => CalendarDate | undefined
  /** 'yyyy-mm-dd', optionally with a time. The time is in the programme's time zone, unless it has an offset. */
  readonly instant: (key: string) => Date | undefined
  /** An amount in minor units; 0 if the field is empty. Can be negative if `signs` is 'either'. */
  readonly amount: (key: string, signs?: 'either') => Cents
  readonly flag: (key: string, options: { readonly whenEmpty: boolean }) => boolean
  /** A whole number of 1 or more; undefined if the field is empty. */
  readonly wholeNumber: (key: string) => number | undefined
  /** The choice that the field names, in upper or lower case; undefined if the field is empty. */
  readonly choice: <T extends string>(key: string, choices: readonly T[]) => T | undefined
  /** 16 digits with a valid check digit; '' if the field is empty. */
  readonly cardNumber: (key: string) => string
  readonly trackingNumber: (key: string) => string
  readonly isEmpty: (key: string) => boolean
  /** Adds an error for each of these fields that is empty. */
  readonly require: (...keys: readonly string[]) => void
}

/**
 * `keys` are the keys of the file's columns, in their order. `columns` has the headings of the fixed columns, for error
 * messages.
 */
export function createRowReader(keys: readonly string[], columns: readonly CsvColumn[], timeZone: string): RowReader {
  const positions = new Map(keys.map((key, index) => [key, index]))
  const headings = new Map(columns.map(({ key, heading }) => [key, heading]))
  const headingOf = (key: string) => headings.get(key) ?? capitalise(key.replace(/^tag:/, 'Tag '))
  const parseMoment = createMomentParser(timeZone)
  let row: readonly string[] = []
  let faults: string[] = []

  const raw = (key: string): string => {
    const position = positions.get(key)
    return position === undefined ? '' : (row[position] ?? '')
  }
  const addFault = (fault: string) => void faults.push(fault)
  const addFieldFault = (key: string, problem: string) => addFault(`${headingOf(key)} ${problem}.`)
  const text = (key: string): string => {
    const value = unguardFormula(raw(key))
    if (value.length > MAX_TEXT_LENGTH) addFieldFault(key, `is longer than ${MAX_TEXT_LENGTH} characters`)
    if (CONTROL_CHARACTERS.test(value)) addFieldFault(key, 'contains a line break or a control character')
    return value
  }
  const readDigits = (key: string, type: IdentifierType): string => {
    const value = raw(key).replace(/[\s-]/g, '')
    if (value === '') return ''
    const problem = findIdentifierProblem(value, type)
    if (problem !== undefined) addFieldFault(key, problem)
    return value
  }

  return {
    begin: (fields) => {
      row = fields
      faults = []
      const hasRightWidth = fields.length === keys.length || isPadded(fields, keys.length)
      if (!hasRightWidth) addFault(`The row has ${fields.length} fields and the headings are ${keys.length}.`)
    },
    faultText: () => faults.join(' '),
    hasColumn: (key) => positions.has(key),
    headingOf,
    addFault,
    raw,
    text,
    textWithoutCardNumber: (key) => {
      const value = text(key)
      if (value !== '' && containsCardNumber(value))
        addFieldFault(key, 'contains a card number, which must not be stored in a text')
      return value
    },
    day: (key) => {
      const value = raw(key)
      if (value === '') return undefined
      const day = textToDate(value)
      if (day === undefined) addFieldFault(key, 'is not a day: write it as 2027-05-31')
      return day
    },
    instant: (key) => {
      const value = raw(key)
      if (value === '') return undefined
      const instant = parseMoment(value)
      if (instant === undefined)
        addFieldFault(key, 'is not a time: write it as 2026-03-04 17:05:30, or as 2026-03-04T09:05:30Z')
      return instant
    },
    amount: (key, signs) => {
      const value = raw(key)
      if (value === '') return cents(0)
      const isNegative = signs === 'either' && value.startsWith('-')
      const hasSign = isNegative || value.startsWith('+')
      const amountOrFault = textToCents(hasSign ? value.slice(1) : value)
      if (typeof amountOrFault === 'string') {
        // A zero is allowed here.
        if (amountOrFault !== 'amountZero') addFieldFault(key, amountFaults[amountOrFault])
        return cents(0)
      }
      return isNegative ? cents(-Number(amountOrFault)) : amountOrFault
    },
    flag: (key, { whenEmpty }) => {
      const value = raw(key).toLowerCase()
      if (value === '') return whenEmpty
      if (!YES.includes(value) && !NO.includes(value)) addFieldFault(key, 'is neither yes nor no')
      return YES.includes(value)
    },
    wholeNumber: (key) => {
      const value = raw(key)
      if (value === '') return undefined
      if (!/^[1-9][0-9]{0,8}$/.test(value)) addFieldFault(key, 'is not a whole number of 1 or more')
      return Number(value)
    },
    choice: (key, choices) => {
      const value = raw(key).toLowerCase()
      if (value === '') return undefined
      const chosen = choices.find((choice) => choice.toLowerCase() === value)
      if (chosen === undefined) addFieldFault(key, `is none of ${choices.join(', ')}`)
      return chosen
    },
    cardNumber: (key) => readDigits(key, PAN),
    trackingNumber: (key) => readDigits(key, TRACKING_NUMBER),
    isEmpty: (key) => raw(key) === '',
    require: (...requiredKeys) => {
      for (const key of requiredKeys) if (raw(key) === '') addFieldFault(key, 'is empty')
    },
  }
}

/** Why a text is no identifier of this type, as the end of a sentence. Undefined if it is an identifier. */
function findIdentifierProblem(text: string, type: IdentifierType): string | undefined {
  const { length, hasCheckDigit } = identifierTypes[type]
  if (MASKED.test(text)) return 'is masked: the full number is needed'
  if (ROUNDED.test(text)) return 'was rounded by a spreadsheet program: write it into the file as text'
  const hasOnlyDigits = /^[0-9]+$/.test(text)
  if (!hasOnlyDigits || text.length !== length) return `does not have ${length} digits`
  if (hasCheckDigit && !hasValidCheckDigit(text)) return 'has a wrong check digit: one of its digits is wrong'
  return undefined
}

/** True if all additional fields are empty. Spreadsheet programs add such fields if another row is longer. */
const isPadded = (fields: readonly string[], width: number): boolean =>
  fields.length > width && fields.slice(width).every((field) => field === '')

const YES: readonly string[] = ['yes', 'y', 'true', '1']
const NO: readonly string[] = ['no', 'n', 'false', '0']
/** Two characters that stand for hidden digits: '4567 89** **** 1234'. */
const MASKED = /[*•xX]{2}/
/** 4.56789E+15 */
const ROUNDED = /^[0-9][.,][0-9]+E\+?[0-9]+$/i
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/

/** The problem for each fault that textToCents can return. */
const amountFaults: Readonly<Record<AmountFault, string>> = {
  amountMissing: 'is empty',
  amountNotNumber: 'is not an amount: write it as 1250.00',
  amountDecimals: 'has more than two decimals',
  amountNegative: 'is below zero',
  amountZero: 'is zero',
  amountTooLarge: 'is larger than any amount can be',
}

/** 17:05, 17:05:30, 17:05:30.5 */
const TIME = /(?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.(?<fraction>\d{1,6}))?)?/
/** Z, +08:00, +0800 */
const ZONE = /(?<zone>Z|[+-]\d{2}:?\d{2})/
/** 2026-03-04, 2026-03-04 17:05, 2026-03-04T09:05:30Z */
const MOMENT = new RegExp(`^(?<day>\\d{4}-\\d{2}-\\d{2})(?:[T ]${TIME.source}${ZONE.source}?)?$`)

/** Returns a function that parses dates with times. Caches the start of each hour, because computing it takes long. */
function createMomentParser(timeZone: string): (text: string) => Date | undefined {
  const hours = new Map<string, number | undefined>()
  const startOfHour = (day: CalendarDate, hour: string): number | undefined => {
    const key = `${day} ${hour}`
    if (!hours.has(key)) hours.set(key, localToInstant(day, `${hour}:00`, timeZone))
    return hours.get(key)
  }
  return (text) => {
    const parts = MOMENT.exec(text)?.groups
    if (!parts) return undefined
    const { day: dayText = '', hour = '00', minute = '00', second = '00', fraction = '', zone } = parts
    const day = textToDate(dayText)
    const isTime = Number(hour) <= 23 && Number(minute) <= 59 && Number(second) <= 59
    if (!day || !isTime) return undefined
    const startInUtc = Date.parse(`${day}T${hour}:00:00Z`)
    const start = zone === undefined ? startOfHour(day, hour) : startInUtc - zoneToMs(zone)
    if (start === undefined || Number.isNaN(start)) return undefined
    const ms = Number(fraction.slice(0, 3).padEnd(3, '0'))
    return new Date(start + Number(minute) * MINUTE_MS + Number(second) * 1000 + ms)
  }
}

function zoneToMs(zone: string): number {
  if (zone === 'Z') return 0
  const sign = zone.startsWith('-') ? -1 : 1
  return sign * (Number(zone.slice(1, 3)) * HOUR_MS + Number(zone.slice(-2)) * MINUTE_MS)
}
