// What a merchant is signed up with: six fields with their rules (batches §3, §5), for the form, the host and the list's file.
import { PRINTABLE } from '#domain/texts.ts'

export type MerchantFieldName =
  'mastercardMerchantID' | 'merchantName' | 'merchantCity' | 'merchantCategoryCode' | 'currencyCode' | 'countryCode'

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
  { name: 'mastercardMerchantID', label: 'Merchant Number', column: 'MerchantNumber', pattern: /^(?:[0-9]{8}|[0-9]{15})$/, hint: '8 or 15 digits' }, // prettier-ignore
  { name: 'merchantName', label: 'Merchant Name', column: 'MerchantName', ...upTo(25), hint: '1 to 25 letters, digits or signs, without accents' }, // prettier-ignore
  {
    name: 'merchantCity',
    label: 'Merchant City',
    column: 'City',
    ...upTo(20),
    hint: 'At most 20 letters, without accents',
  },
  { name: 'merchantCategoryCode', label: 'Merchant Category Code', column: 'CategoryCode', pattern: /^[0-9]{4}$/, hint: '4 digits (ISO 18245)' }, // prettier-ignore
  { name: 'currencyCode', label: 'Currency Code', column: 'Currency', pattern: /^[0-9]{3}$/, hint: '3 digits (ISO 4217), such as 702 for SGD' }, // prettier-ignore
  { name: 'countryCode', label: 'Country Code', column: 'Country', pattern: /^[A-Za-z]{3}$/, hint: '3 letters (ISO 3166), such as SGP' }, // prettier-ignore
]

/** As it is sent and kept: without spaces around, the country in capitals. */
export const tidyMerchant = (entry: MerchantEntry): MerchantEntry => ({
  ...(Object.fromEntries(merchantFields.map(({ name }) => [name, entry[name].trim()])) as Record<
    MerchantFieldName,
    string
  >),
  countryCode: entry.countryCode.trim().toUpperCase(),
})

export const REQUIRED = 'This field is required'
export const INVALID_FORMAT = 'Invalid input format'

/** batches §5: what is said at a field, or undefined where it is sound. Spaces around a value are not part of it. */
export function refuseMerchantField(name: MerchantFieldName, value: string): string | undefined {
  const text = value.trim()
  if (text === '') return REQUIRED
  return merchantFields.find((field) => field.name === name)?.pattern.test(text) === true ? undefined : INVALID_FORMAT
}

/** Of three letters that are in form and no country's. */
export const noSuchCountry = (code: string): string =>
  `No country has the code ${code}. Use the 3 letters of ISO 3166, such as SGP`

/** What is wrong with each field; a merchant may be signed up where nothing is. */
export const refuseMerchant = (entry: MerchantEntry): Partial<Record<MerchantFieldName, string>> =>
  Object.fromEntries(
    merchantFields.flatMap(({ name }) => {
      const refusal = refuseMerchantField(name, entry[name])
      return refusal === undefined ? [] : [[name, refusal]]
    }),
  )
