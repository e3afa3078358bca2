// Merchants from a file: rows follow the rules of the form, and common spellings of a code can be fixed.
import { describe, expect, test } from 'vitest'
import { type MerchantFieldName, merchantFields, merchantFieldRefusal } from '#domain/merchants/entry.ts'
import { type MerchantCodes, merchantRows } from '#domain/merchants/rows.ts'
import { hasError } from '#domain/rows/findings.ts'
import { checkRow, findingMessage, type RowKind } from '#domain/rows/kind.ts'
import { type FixableFault, fieldsChangedByFix } from '#domain/rows/value-kinds.ts'
import { codes } from '#pages/merchants/signup/code-lists.ts'

const validValues: Readonly<Record<MerchantFieldName, string>> = {
  mastercardMerchantID: '12345678',
  merchantName: 'Toys Ltd',
  merchantCity: 'Singapore',
  merchantCategoryCode: '5945',
  currencyCode: '702',
  countryCode: 'SGP',
}
const kind = merchantRows(codes)
const rowOf = (change: Partial<typeof validValues>, merchantCodes: MerchantCodes | undefined = codes) =>
  checkRow(merchantRows(merchantCodes), { rowNumber: 2, values: { ...validValues, ...change }, fieldCount: 6 })
const findingsOf = (change: Partial<typeof validValues>, merchantCodes?: MerchantCodes) =>
  rowOf(change, merchantCodes).findings.map(({ code, field }) => `${code} ${field}`)
const messagesOf = (change: Partial<typeof validValues>) => {
  const row = rowOf(change)
  return row.findings.map((finding) => findingMessage(kind as RowKind, finding, row)).join(' ')
}

/** Values at, below and above the limits of each field, and invalid values. */
const values: Readonly<Record<MerchantFieldName, readonly string[]>> = {
  mastercardMerchantID: ['', ...[7, 8, 9, 14, 15, 16].map((count) => '1'.repeat(count)), '1234567a', '1234 678'],
  merchantName: [
    '',
    'x',
    'x'.repeat(25),
    'x'.repeat(26),
    '~ !"#$%&\'()*+,-./:;<=>?@',
    'Café',
    '北京',
    'a\nb',
    'a\u202eb',
    '<b>&',
  ],
  merchantCity: ['', 'x'.repeat(15), 'x'.repeat(16), 'x'.repeat(20), 'x'.repeat(21), 'Łódź', 'Bonn 1'],
  merchantCategoryCode: ['', '594', '5945', '59455', '0001', '0742', 'abcd', '59.5'],
  currencyCode: ['', '70', '702', '7020', '001', 'S$'],
  countryCode: ['', 'SG1', 'SGP', 'sgp', 'SGPX', 'S P'],
}
const cases = merchantFields.flatMap(({ name }) => values[name].map((value) => [name, value] as const))

test.each(cases)('%s %j is an error in a row if and only if the form rejects it', (name, value) => {
  const { findings } = rowOf({ [name]: value })
  expect(hasError(findings)).toBe(merchantFieldRefusal(name, value) !== undefined)
  for (const { field } of findings) expect(field).toBe(name)
  expect(messagesOf({ [name]: value })).not.toMatch(/undefined|NaN/)
})

describe('the findings', () => {
  test.each<[Partial<typeof validValues>, string, RegExp]>([
    [{ mastercardMerchantID: '' }, 'required mastercardMerchantID', /^Merchant Number is missing\./],
    [
      { mastercardMerchantID: '1234567' },
      'form mastercardMerchantID',
      /“1234567” is not a valid merchant number: 8 or 15 digits\. Check for missing digits/,
    ],
    [{ mastercardMerchantID: '1.23457E+14' }, 'textDamaged mastercardMerchantID', /last digits are lost/],
    [{ merchantName: 'x'.repeat(26) }, 'textTooLong merchantName', /has 26 characters; 25 are allowed/],
    [{ merchantName: 'Café Zoë' }, 'textUnprintable merchantName', /has “é”, “ë”\./],
    [{ merchantName: `${'x'.repeat(30)}é` }, 'textUnprintable merchantName', /“é”/],
    [{ merchantName: 'Two\nLines' }, 'textHiddenCharacters merchantName', /Write it on one line/],
    [{ merchantCity: 'x'.repeat(21) }, 'textTooLong merchantCity', /has 21 characters; 20 are allowed/],
    [{ merchantCategoryCode: '742' }, 'textOtherForm merchantCategoryCode', /“742” probably means 0742/],
    [{ currencyCode: 'SGD' }, 'textOtherForm currencyCode', /“SGD” probably means 702/],
    [{ currencyCode: '36' }, 'textOtherForm currencyCode', /“36” probably means 036/],
    [{ currencyCode: '37' }, 'form currencyCode', /“37” is not a valid currency code/],
    [{ countryCode: 'SG' }, 'textOtherForm countryCode', /“SG” probably means SGP/],
    [{ countryCode: 'singapore' }, 'textOtherForm countryCode', /probably means SGP/],
    [{ countryCode: 'ZZZ' }, 'noCountry countryCode', /^No country has the code ZZZ\./],
  ])('of %j are: %s', (change, finding, messages) => {
    expect(findingsOf(change)).toEqual([finding])
    expect(messagesOf(change)).toMatch(messages)
  })

  test('include every field with an error, and an extra field', () => {
    const row = checkRow(kind, {
      rowNumber: 2,
      fieldCount: 7,
      values: { ...validValues, merchantName: '', countryCode: 'ZZZ' },
    })
    expect(row.findings.map(({ code }) => code).toSorted()).toEqual(['fieldCount', 'noCountry', 'required'])
  })

  test('are fewer without the lists of codes', () => {
    const withoutCodes = merchantRows(undefined)
    const check = (change: Partial<typeof validValues>) =>
      checkRow(withoutCodes, { rowNumber: 2, values: { ...validValues, ...change }, fieldCount: 6 }).findings.map(
        ({ code }) => code,
      )
    expect(check({ countryCode: 'ZZZ' })).toEqual([])
    expect(check({ currencyCode: 'SGD' })).toEqual(['form'])
    // Names of built-in object properties are not codes.
    expect(findingsOf({ currencyCode: 'constructor' })).toEqual(['form currencyCode'])
  })
})

test.each<[FixableFault, Partial<typeof validValues>, Partial<typeof validValues>]>([
  [
    'textUnprintable',
    { merchantName: 'Café Zoë', merchantCity: 'Łódź' },
    { merchantName: 'Cafe Zoe', merchantCity: 'Lodz' },
  ],
  ['textUnprintable', { merchantName: '北京' }, {}],
  ['textHiddenCharacters', { merchantName: 'Two\r\nLines' }, { merchantName: 'Two Lines' }],
  [
    'textOtherForm',
    { merchantCategoryCode: '742', currencyCode: 'aud', countryCode: 'Australia' },
    { merchantCategoryCode: '0742', currencyCode: '036', countryCode: 'AUS' },
  ],
])('%s of %j is fixed', (fault, change, fixed) => {
  const before = rowOf(change).values
  const after = fieldsChangedByFix(kind, before, fault).map(({ field, after: text }) => [field.name, text])
  expect(Object.fromEntries(after)).toEqual(fixed)
})

describe('countries', () => {
  /** The code that the fix writes, the text itself if it is valid, or '' if it is not a country. */
  const codeOf = (spelling: string) => {
    const change = { countryCode: spelling }
    const faults = findingsOf(change)
    if (faults.length === 0) return spelling.toUpperCase()
    if (!faults.includes('textOtherForm countryCode')) return ''
    return (
      fieldsChangedByFix(kind, rowOf(change).values, 'textOtherForm').map(({ after }) => after)[0] ?? 'fixes nothing'
    )
  }

  test.each(codes.countries)('%s is valid, also in lower case', (code) => {
    expect(findingsOf({ countryCode: code })).toEqual([])
    expect(findingsOf({ countryCode: code.toLowerCase() })).toEqual([])
  })

  test('every known spelling is fixed to a valid code', () => {
    const spellings = Object.keys(codes.forms.countryCode ?? {})
    expect(spellings.length).toBeGreaterThan(1200)
    for (const spelling of spellings)
      expect([spelling, codes.countries.includes(codeOf(spelling))]).toEqual([spelling, true])
  })

  test.each([
    ['US', 'USA'],
    ['u.s.', 'USA'],
    ['U.S.A.', 'USA'],
    ['U S A', 'USA'],
    ['America', 'USA'],
    ['United States', 'USA'],
    ['The United States of America', 'USA'],
    ['840', 'USA'],
    ['36', 'AUS'],
    ['UK', 'GBR'],
    ['England', 'GBR'],
    ['U.A.E.', 'ARE'],
    ['Korea, Republic of', 'KOR'],
    ['Korea, Rep.', 'KOR'],
    ['South Korea', 'KOR'],
    ['Korea (South)', 'KOR'],
    ["Korea, Democratic People's Republic of", 'PRK'],
    ['Republic of Singapore', 'SGP'],
    ['Kingdom of Thailand', 'THA'],
    ['Viet Nam', 'VNM'],
    ['Laos', 'LAO'],
    ['Lao P.D.R.', 'LAO'],
    ['Brunei', 'BRN'],
    ['Macau', 'MAC'],
    ['Hong Kong SAR', 'HKG'],
    ['Hong Kong S.A.R., China', 'HKG'],
    ['China', 'CHN'],
    ['P.R. China', 'CHN'],
    ["China, People's Republic of", 'CHN'],
    ['Taiwan', 'TWN'],
    ['Burma', 'MMR'],
    ['Iran, Islamic Rep.', 'IRN'],
    ['Egypt, Arab Rep.', 'EGY'],
    ['Congo, Dem. Rep.', 'COD'],
    ['Congo, Rep.', 'COG'],
    ['Congo, the Democratic Republic of the', 'COD'],
    ['Cabo Verde', 'CPV'],
    ['CURACAO', 'CUW'],
    ["Cote d'Ivoire", 'CIV'],
    ['Côte d’Ivoire', 'CIV'],
    ['Ivory Coast', 'CIV'],
    ['Turkey', 'TUR'],
    ['Turkiye', 'TUR'],
    ['St. Lucia', 'LCA'],
    ['St Vincent & the Grenadines', 'VCT'],
    ['Trinidad & Tobago', 'TTO'],
    ['Gambia, The', 'GMB'],
    ['Bahamas, The', 'BHS'],
    ['Virgin Islands (British)', 'VGB'],
    ['British Virgin Islands', 'VGB'],
    ['U.S. Virgin Islands', 'VIR'],
    ['Tanzania, United Republic of', 'TZA'],
    ['Micronesia, Fed. Sts.', ''],
    ['Holland', 'NLD'],
    ['Swaziland', 'SWZ'],
    ['North Macedonia', 'MKD'],
    ['Ｓｉｎｇａｐｏｒｅ', 'SGP'],
    // Names of two countries, and a text that is not a country.
    ['Congo', ''],
    ['Korea', ''],
    ['Republic of China', ''],
    ['Atlantis', ''],
  ])('“%s” is “%s”', (spelling, code) => {
    expect(codeOf(spelling)).toBe(code)
  })
})
