// The lists of codes for a merchant. They are large, so useCodeLists.ts loads them only when they are needed.
import { data as currencyRecords } from 'currency-codes'
import countryCodes from 'i18n-iso-countries/codes.json'
import countryNames from 'i18n-iso-countries/langs/en.json'
import categoryRecords from 'merchant-category-codes/without_groups/mcc-en.json'
import type { CodeChoice } from '#ui/forms/choices.ts'
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
