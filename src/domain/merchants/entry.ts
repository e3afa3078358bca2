// The six fields of a merchant with their rules, for the form, the server and the list's file. Rules:
// docs/rules/merchants.md, "Fields".
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import { isGarbled } from '#domain/files/damaged-text.ts'
import { PRINTABLE, toPlainNumber } from '#domain/texts/clean-text.ts'

export type MerchantFieldName =
  | 'mastercardMerchantID'
  | 'merchantName'
  | 'merchantCity'
  | 'merchantCategoryCode'
  | 'currencyCode'
  | 'countryCode'

/** The typed values of one merchant; '' for an empty one. */
export type MerchantEntry = Readonly<Record<MerchantFieldName, string>>

interface MerchantField {
  readonly name: MerchantFieldName
  /** Label on the form. */
  readonly label: string
  /** Heading in the downloaded file. */
  readonly column: string
  readonly pattern: RegExp
  /** True if the value has only digits, which can be typed in any script, as in amounts. */
  readonly isNumber?: true
  /** Maximum length, for fields whose pattern only limits the length. */
  readonly maxLength?: number
  /** Describes the pattern. Shown below the field and after the message of a refusal. */
  readonly hint: string
}

/** The payload of a merchant's QR code allows only printable ASCII, so letters with accents are refused. */
const printableText = (maxLength: number) => ({ maxLength, pattern: new RegExp(`^${PRINTABLE}{1,${maxLength}}$`) })

/** The fields in the order of the form and of the file. */
export const merchantFields = withTexts<readonly MerchantField[]>([
  {
    name: 'mastercardMerchantID',
    label: textOf(m.merchants_merchantNumber),
    column: 'MerchantNumber',
    pattern: /^(?:[0-9]{8}|[0-9]{15})$/,
    isNumber: true,
    hint: textOf(m.merchants_numberFormat),
  },
  {
    name: 'merchantName',
    label: textOf(m.merchants_merchantName),
    column: 'MerchantName',
    ...printableText(25),
    hint: textOf(m.merchants_nameFormat),
  },
  {
    name: 'merchantCity',
    label: textOf(m.merchants_merchantCity),
    column: textOf(m.common_city),
    ...printableText(20),
    hint: textOf(m.merchants_cityFormat),
  },
  {
    name: 'merchantCategoryCode',
    label: textOf(m.merchants_merchantCategoryCode),
    column: 'CategoryCode',
    pattern: /^[0-9]{4}$/,
    isNumber: true,
    hint: textOf(m.merchants_categoryCodeFormat),
  },
  {
    name: 'currencyCode',
    label: textOf(m.merchants_currencyCode),
    column: textOf(m.common_currency),
    pattern: /^[0-9]{3}$/,
    isNumber: true,
    hint: textOf(m.merchants_currencyCodeFormat),
  },
  {
    name: 'countryCode',
    label: textOf(m.merchants_countryCode),
    column: textOf(m.common_country),
    pattern: /^[A-Za-z]{3}$/,
    hint: textOf(m.merchants_countryCodeFormat),
  },
])

const tidyValue = ({ isNumber }: Pick<MerchantField, 'isNumber'>, value: string): string =>
  isNumber ? toPlainNumber(value).trim() : value.trim()

/** The values to send and store: trimmed, digits as 0 to 9, the country in capitals. */
export function tidyMerchant(entry: MerchantEntry): MerchantEntry {
  const values = Object.fromEntries(merchantFields.map((field) => [field.name, tidyValue(field, entry[field.name])]))
  // `merchantFields` has every field, which the type of `Object.fromEntries` does not tell.
  const tidyEntry = values as MerchantEntry
  return { ...tidyEntry, countryCode: tidyEntry.countryCode.toUpperCase() }
}

/** The message at a field, or undefined if its value is valid. Surrounding spaces are ignored. */
export function merchantFieldRefusal(name: MerchantFieldName, value: string): string | undefined {
  const field = merchantFields.find((candidate) => candidate.name === name)
  const text = field ? tidyValue(field, value) : value.trim()
  if (text === '') return m.common_thisFieldIsRequired()
  if (isGarbled(text)) return m.common_invalidInputFormat()
  return field?.pattern.test(text) === true ? undefined : m.common_invalidInputFormat()
}

/** The message for three letters that are not a country code. */
export const unknownCountryMessage = (code: string): string => m.merchants_noSuchCountry({ code })

/** The message of each invalid field; empty if the merchant can be signed up. */
export function merchantRefusals(entry: MerchantEntry): Partial<Record<MerchantFieldName, string>> {
  const refusals: Partial<Record<MerchantFieldName, string>> = {}
  for (const { name } of merchantFields) {
    const refusal = merchantFieldRefusal(name, entry[name])
    if (refusal !== undefined) refusals[name] = refusal
  }
  return refusals
}
