// What a merchant is signed up with: six fields with their rules (batches §3, §5), for the form, the host and the list's file.
import { PRINTABLE } from '#domain/texts.ts'
import * as say from '#words/domain/merchants.ts'

export type MerchantFieldName =
  | 'mastercardMerchantID'
  | 'merchantName'
  | 'merchantCity'
  | 'merchantCategoryCode'
  | 'currencyCode'
  | 'countryCode'

/** What is typed for one merchant; '' where nothing is. */
export type MerchantEntry = Readonly<Record<MerchantFieldName, string>>

interface MerchantField {
  readonly name: MerchantFieldName
  /** On the form (batches §2). */
  readonly label: string
  /** In the file that is downloaded (batches §2). */
  readonly column: string
  readonly pattern: RegExp
  /** Of a text whose pattern is its length alone: printable characters at most. */
  readonly maxLength?: number
  /** What the pattern asks for, below the field and behind the specified refusal. */
  readonly hint: string
}

/** The payload of a merchant's QR code takes printable ASCII alone; a letter with an accent would not be read. */
const upTo = (maxLength: number) => ({ maxLength, pattern: new RegExp(`^${PRINTABLE}{1,${maxLength}}$`) })

/** In the order of the form and of the file. */
export const merchantFields: readonly MerchantField[] = [
  {
    name: 'mastercardMerchantID',
    label: say.merchantNumber,
    column: 'MerchantNumber',
    pattern: /^(?:[0-9]{8}|[0-9]{15})$/,
    hint: say.n8Or15Digits,
  },
  {
    name: 'merchantName',
    label: say.merchantName,
    column: 'MerchantName',
    ...upTo(25),
    hint: say.oneTo25LettersDigits,
  },
  {
    name: 'merchantCity',
    label: say.merchantCity,
    column: say.city,
    ...upTo(20),
    hint: say.most20PlainLetters,
  },
  {
    name: 'merchantCategoryCode',
    label: say.merchantCategoryCode,
    column: 'CategoryCode',
    pattern: /^[0-9]{4}$/,
    hint: say.fourDigitsIso18245,
  },
  {
    name: 'currencyCode',
    label: say.currencyCode,
    column: say.currency,
    pattern: /^[0-9]{3}$/,
    hint: say.threeDigitsIso4217Such,
  },
  {
    name: 'countryCode',
    label: say.countryCode,
    column: say.country,
    pattern: /^[A-Za-z]{3}$/,
    hint: say.threeLettersIso3166Such,
  },
]

/** As it is sent and kept: without spaces around, the country in capitals. */
export const tidyMerchant = (entry: MerchantEntry): MerchantEntry => ({
  ...(Object.fromEntries(merchantFields.map(({ name }) => [name, entry[name].trim()])) as Record<
    MerchantFieldName,
    string
  >),
  countryCode: entry.countryCode.trim().toUpperCase(),
})

export const REQUIRED = say.thisFieldIsRequired
export const INVALID_FORMAT = say.invalidInputFormat

/** batches §5: what is said at a field, or undefined where it is sound. Spaces around a value are not part of it. */
export function refuseMerchantField(name: MerchantFieldName, value: string): string | undefined {
  const text = value.trim()
  if (text === '') return REQUIRED
  return merchantFields.find((field) => field.name === name)?.pattern.test(text) === true ? undefined : INVALID_FORMAT
}

/** Of three letters that are in form and no country's. */
export const noSuchCountry = (code: string): string => say.noSuchCountry(code)

/** What is wrong with each field; a merchant may be signed up where nothing is. */
export const refuseMerchant = (entry: MerchantEntry): Partial<Record<MerchantFieldName, string>> =>
  Object.fromEntries(
    merchantFields.flatMap(({ name }) => {
      const refusal = refuseMerchantField(name, entry[name])
      return refusal === undefined ? [] : [[name, refusal]]
    }),
  )
