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

/** The English name by the two-letter code, or several names with the usual one first. */
const namesByAlpha2: Readonly<Record<string, string | readonly string[]>> = countryNames.countries

/** ISO 3166, by three-letter code. */
export const countries: readonly CodeChoice[] = countryCodes
  .filter(([alpha2 = '']) => namesByAlpha2[alpha2] !== undefined)
  .map(([alpha2 = '', alpha3 = '']) => {
    const nameOrNames = namesByAlpha2[alpha2] ?? alpha3
    const englishName = typeof nameOrNames === 'string' ? nameOrNames : (nameOrNames[0] ?? alpha3)
    return { value: alpha3, label: nameOfCode('region', alpha2, englishName) }
  })
  .toSorted(byLabel)
