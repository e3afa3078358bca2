// Merchants from a file: a row each, with the fields and the rules of the form (entry.ts).
import { fieldFault, isDamaged, type RowField } from '#domain/rows/fields.ts'
import type { FindingKind } from '#domain/rows/findings.ts'
import { type FileWords, withAliases, withWords } from '#domain/rows/headings.ts'
import { defineRowKind, type Fault, type RowKind } from '#domain/rows/kind.ts'
import { valueFindings } from '#domain/rows/value-findings.ts'
import { counted } from '#words/figures.ts'
import { type MerchantFieldName, merchantFields, noSuchCountry, refuseMerchantField } from './entry.ts'

/** The codes there are, as far as this machine knows them: plain data, since the lists are large and loaded late. */
export interface MerchantCodes {
  /** ISO 3166 alpha-3, in capitals. */
  readonly countries: readonly string[]
  /** By field: what people write for a code, in capitals, and the code ('SGD' → '702', 'SG' → 'SGP', '742' → '0742'). */
  readonly forms: Readonly<Partial<Record<MerchantFieldName, Readonly<Record<string, string>>>>>
}

export type MerchantRowKind = RowKind<MerchantFieldName> & { readonly name: 'merchant' }

/** Rows of one file at most: far more than a list holds, and little enough to look through. */
export const MAX_MERCHANT_ROWS = 1000

/**
 * What is known about a row besides its values: why the host refuses it; the name of the merchant in the list that has its number;
 * the row of the file that says the same.
 */
export type MerchantRowFacts = { readonly error: string } | { readonly listed: string } | { readonly row: string }

/** `codes`: without them the host alone knows which country there is, and codes in another form are merely wrong. */
export function merchantRows(codes: MerchantCodes | undefined, words?: FileWords): MerchantRowKind {
  const known = withAliases(
    merchantFields.map(({ name, label, maxLength }) => ({
      name,
      label,
      value: 'text' as const,
      use: 'required' as const,
      ...(maxLength !== undefined && { maxLength, isPrintable: true }),
      ...(codes?.forms[name] && { forms: codes.forms[name] }),
      ...(name === 'mastercardMerchantID' && { ownDigits: 15 }),
    })),
    aliases,
  )
  const fields = withWords(known, words)
  const kind = defineRowKind<MerchantFieldName>({
    name: 'merchant',
    fields,
    findings,
    *check({ values, fieldCount }): Iterable<Fault> {
      for (const field of fields) {
        const fault = faultOf(field, values[field.name], codes)
        if (fault !== undefined) yield [fault, field.name]
      }
      if (fieldCount > fields.length) yield ['fieldCount']
    },
    // The same number may be meant: a second outlet, told apart by its name.
    copies: { field: 'mastercardMerchantID', code: 'copied' },
    keys: ['mastercardMerchantID'],
  })
  return { ...kind, name: 'merchant' }
}

function faultOf(
  field: RowField & { readonly name: MerchantFieldName },
  value: string,
  codes: MerchantCodes | undefined,
): string | undefined {
  const fault = fieldFault(field, value)
  if (fault) return fault
  if (refuseMerchantField(field.name, value) !== undefined) return isDamaged(value) ? 'identifierDamaged' : 'form'
  const isUnknown = field.name === 'countryCode' && codes && !codes.countries.includes(value.toUpperCase())
  return isUnknown ? 'noCountry' : undefined
}

/** Usual names of the columns in other files; that of the list's own file is the first. */
const aliases: Readonly<Record<MerchantFieldName, readonly string[]>> = {
  mastercardMerchantID: ['MerchantNumber', 'Merchant ID', 'Merchant No', 'MID', 'Mastercard Merchant ID', 'Number'],
  merchantName: [
    'MerchantName',
    'Name',
    'Trading Name',
    'Store Name',
    'Shop Name',
    'Outlet',
    'Outlet Name',
    'Merchant',
  ],
  merchantCity: ['City', 'Town', 'Location'],
  merchantCategoryCode: ['CategoryCode', 'MCC', 'MCC Code', 'Category', 'Merchant Category', 'Category Code'],
  currencyCode: ['Currency', 'Currency Number', 'Settlement Currency'],
  countryCode: ['Country', 'Country ISO', 'Merchant Country'],
}

const lower = (field: RowField | undefined): string => field?.label.toLowerCase() ?? 'field'
const hintOf = (field: RowField | undefined): string =>
  merchantFields.find(({ name }) => name === field?.name)?.hint ?? 'as the form asks'

const findings: Readonly<Record<string, FindingKind>> = {
  ...valueFindings,
  form: {
    severity: 'error',
    reason: (n, field) => counted(n, `row has a wrong ${lower(field)}`, `rows have a wrong ${lower(field)}`),
    words: ({ field, value }) =>
      `“${value}” is no ${lower(field)}: ${hintOf(field)}.` +
      (/^[0-9]+$/.test(value) ? ' Check for digits left out, or zeros in front removed by a spreadsheet.' : ''),
  },
  noCountry: {
    severity: 'error',
    field: 'countryCode' satisfies MerchantFieldName,
    reason: (n) => counted(n, 'row has a country code that no country has', 'rows have a country code that no country has'), // prettier-ignore
    words: ({ value }) => `${noSuchCountry(value.toUpperCase())}.`,
  },
  refused: {
    severity: 'error',
    fromHost: true,
    reason: (n) => counted(n, 'row is refused by the host', 'rows are refused by the host'),
    words: ({ host }) => host['error']?.toString() ?? 'The host refuses this merchant.',
  },
  listed: {
    severity: 'warning',
    field: 'mastercardMerchantID' satisfies MerchantFieldName,
    fromHost: true,
    reason: (n) => counted(n, 'merchant number is in the list already', 'rows have a merchant number that is in the list already'), // prettier-ignore
    words: ({ host }) =>
      `This merchant number is in the list already, as ${host['listed']?.toString() ?? 'another merchant'}. Remove the row unless it is another outlet.`,
  },
  // Two QR codes that say the same are one too many.
  listedSame: {
    severity: 'error',
    fromHost: true,
    reason: (n) => counted(n, 'merchant is in the list already', 'merchants are in the list already'),
    words: () => 'This merchant is in the list already, with the same values. Remove the row.',
  },
  repeatedSame: {
    severity: 'error',
    fromHost: true,
    reason: (n) => counted(n, 'row says the same as an earlier one', 'rows say the same as an earlier one'),
    words: ({ host }) => `Row ${host['row']?.toString() ?? ''} says the same. Remove this one.`,
  },
  copied: {
    severity: 'warning',
    field: 'mastercardMerchantID' satisfies MerchantFieldName,
    reason: (n) => counted(n, 'merchant number appears more than once', 'rows have a merchant number that appears more than once'), // prettier-ignore
    words: () =>
      'This merchant number appears more than once, and each row gets a QR code of its own. Remove the rows you do not want.',
  },
}
