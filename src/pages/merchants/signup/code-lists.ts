// The lists of codes for a merchant. They are large, so useCodeLists.ts loads them when the form opens.
import { data as currencyRecords } from 'currency-codes'
import countryCodes from 'i18n-iso-countries/codes.json'
import countryNames from 'i18n-iso-countries/langs/en.json'
import categoryRecords from 'merchant-category-codes/without_groups/mcc-en.json'
import type { MerchantCodes } from '#domain/merchants/rows.ts'
import type { Choice } from '#ui/forms/choices.ts'

const byLabel = (a: Choice, b: Choice): number => a.label.localeCompare(b.label, 'en')

/** ISO 18245, in the order of the codes, which puts related categories together. */
export const categories: readonly Choice[] = categoryRecords
  .map(({ mcc, fullDescription }) => ({ value: mcc, label: fullDescription.trim() }))
  .toSorted((a, b) => a.value.localeCompare(b.value))

/** ISO 4217, by three-digit number. */
export const currencies: readonly Choice[] = currencyRecords
  .map(({ number, code, currency }) => ({ value: number, label: `${currency} (${code})` }))
  .toSorted(byLabel)

const names: Readonly<Record<string, string | readonly string[]>> = countryNames.countries

/** ISO 3166, by three-letter code. */
export const countries: readonly Choice[] = countryCodes
  .flatMap(([alpha2 = '', alpha3 = '']) => {
    const name = names[alpha2]
    return name === undefined ? [] : [{ value: alpha3, label: typeof name === 'string' ? name : (name[0] ?? alpha3) }]
  })
  .toSorted(byLabel)

/**
 * What files contain instead of the codes: 'SGD' and '36' for a currency, '742' for a category, 'SG' and 'Singapore'
 * for a country.
 */
export const codes: MerchantCodes = {
  countries: countries.map(({ value }) => value),
  forms: {
    merchantCategoryCode: Object.fromEntries(withoutZeros(categories)),
    currencyCode: Object.fromEntries([
      ...withoutZeros(currencies),
      ...currencyRecords.map(({ code, number }) => [code, number] as const),
    ]),
    countryCode: Object.fromEntries(
      countryCodes.flatMap(([alpha2 = '', alpha3 = '']) => {
        const name = names[alpha2]
        if (name === undefined) return []
        const written = typeof name === 'string' ? [name] : name
        return [alpha2, ...written].map((text) => [text.toUpperCase(), alpha3] as const)
      }),
    ),
  },
}

/** Codes without their leading zeros, as a spreadsheet that takes them for numbers writes them. */
function withoutZeros(choices: readonly Choice[]): (readonly [written: string, code: string])[] {
  return choices.flatMap(({ value }) => {
    const written = value.replace(/^0+(?=[0-9])/, '')
    return written === value ? [] : [[written, value] as const]
  })
}
