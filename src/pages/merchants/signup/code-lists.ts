// The lists of codes for a merchant. They are large, so useCodeLists.ts loads them only when they are needed.
import { data as currencyRecords } from 'currency-codes'
import countryCodes from 'i18n-iso-countries/codes.json'
import countryNames from 'i18n-iso-countries/langs/en.json'
import categoryRecords from 'merchant-category-codes/without_groups/mcc-en.json'
import type { MerchantCodes } from '#domain/merchants/rows.ts'
import { spellingKey } from '#domain/spellings.ts'
import type { CodeChoice } from '#ui/forms/choices.ts'
import { countryAliases } from './country-aliases.ts'
import { compareTexts, nameOfCode } from '#words/figures.ts'

const byLabel = (a: CodeChoice, b: CodeChoice): number => compareTexts(a.label, b.label)

/** ISO 18245, sorted by code, which keeps related categories together. */
export const categories: readonly CodeChoice[] = categoryRecords
  .map(({ mcc, fullDescription }) => ({ value: mcc, label: fullDescription.trim() }))
  .toSorted((a, b) => a.value.localeCompare(b.value))

/** ISO 4217, by three-digit number. */
export const currencies: readonly CodeChoice[] = currencyRecords
  .map(({ number, code, currency }) => ({
    value: number,
    label: `${nameOfCode('currency', code, currency)} (${code})`,
  }))
  .toSorted(byLabel)

const namesByAlpha2: Readonly<Record<string, string | readonly string[]>> = countryNames.countries

/** ISO 3166, by three-letter code. */
export const countries: readonly CodeChoice[] = countryCodes
  .flatMap(([alpha2 = '', alpha3 = '']) => {
    const name = namesByAlpha2[alpha2]
    if (name === undefined) return []
    return [
      { value: alpha3, label: nameOfCode('region', alpha2, typeof name === 'string' ? name : (name[0] ?? alpha3)) },
    ]
  })
  .toSorted(byLabel)

/** Countries whose short name with 'Republic of' in front would be wrong or ambiguous. */
const AMBIGUOUS_COUNTRIES: readonly string[] = ['CHN', 'TWN', 'COG', 'COD', 'KOR', 'PRK']

/**
 * The spellings that files may contain instead of the codes: 'SGD' and '36' for a currency, '742' for a category, 'SG'
 * and 'Singapore' for a country.
 */
export const codes: MerchantCodes = {
  countries: countries.map(({ value }) => value),
  forms: {
    merchantCategoryCode: Object.fromEntries(withoutZeros(categories)),
    currencyCode: Object.fromEntries([
      ...withoutZeros(currencies),
      ...currencyRecords.map(({ code, number }) => [code, number] as const),
    ]),
    countryCode: countryForms(),
  },
}

/**
 * Codes, numbers and names of countries, in English and in the language of the portal. A name shared by two countries
 * ('Congo') matches neither.
 */
function countryForms(): Record<string, string> {
  const forms = new Map<string, string | undefined>()
  const add = (spelling: string, code: string) => {
    const key = spellingKey(spelling)
    forms.set(key, !forms.has(key) || forms.get(key) === code ? code : undefined)
  }
  const knownCountries = countryCodes.flatMap(([alpha2 = '', alpha3 = '', number = '']) => {
    const name = namesByAlpha2[alpha2]
    if (name === undefined) return []
    const localName = countries.find(({ value }) => value === alpha3)?.label ?? []
    return [{ alpha2, alpha3, number, spellings: [name, countryAliases[alpha2] ?? [], localName].flat(2) }]
  })
  for (const { alpha3, spellings } of knownCountries) for (const name of spellings) add(name, alpha3)
  // The spelling key ignores 'of'. Skips ambiguous official names: the Republic of China is not the People's Republic.
  for (const { alpha3, spellings } of knownCountries)
    for (const name of spellings.flatMap((spelling) => [`Republic ${spelling}`, `Kingdom ${spelling}`]))
      if (!forms.has(spellingKey(name)) && !AMBIGUOUS_COUNTRIES.includes(alpha3)) add(name, alpha3)
  for (const { alpha2, alpha3, number } of knownCountries)
    for (const code of [alpha2, alpha3, number, number.replace(/^0+/, '')]) forms.set(code, alpha3)
  return Object.fromEntries([...forms].flatMap(([key, code]) => (code === undefined ? [] : [[key, code] as const])))
}

/**
 * The codes that begin with zeros, each with its spelling without them: spreadsheets treat codes as numbers and remove
 * leading zeros.
 */
function withoutZeros(choices: readonly CodeChoice[]): (readonly [spelling: string, code: string])[] {
  return choices.flatMap(({ value }) => {
    const spelling = value.replace(/^0+(?=[0-9])/, '')
    return spelling === value ? [] : [[spelling, value] as const]
  })
}
