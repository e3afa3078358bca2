// Merchants from a file: one per row, with the fields and rules of the form (entry.ts).
import { m } from '#words/messages.js'
import { fieldFault, type RowField } from '#domain/rows/fields.ts'
import type { FindingKind } from '#domain/rows/findings.ts'
import { type FileWords, withHeadings, withWords } from '#domain/rows/headings.ts'
import { defineRowKind, type Fault, type RowKind } from '#domain/rows/kind.ts'
import { valueFindings } from '#domain/rows/value-findings.ts'
import { inSentence } from '#words/figures.ts'
import { type MerchantFieldName, merchantFields, noSuchCountry, refuseMerchantField } from './entry.ts'

/** The known codes as plain data, since the lists are large and loaded late. */
export interface MerchantCodes {
  /** ISO 3166 alpha-3, in capitals. */
  readonly countries: readonly string[]
  /**
   * For each field, other spellings of a code, by their `formKey`, and the code ('SGD' → '702', 'SG' → 'SGP', '742' →
   * '0742').
   */
  readonly forms: Readonly<Partial<Record<MerchantFieldName, Readonly<Record<string, string>>>>>
}

export type MerchantRowKind = RowKind<MerchantFieldName> & { readonly name: 'merchant' }

/** Maximum rows of a file: far more than a list can have, and few enough to read through. */
export const MAX_MERCHANT_ROWS = 1000

/**
 * Facts about a row in addition to its values: the server's refusal; the name of the listed merchant with the same
 * number; the file's row with the same data.
 */
export type MerchantRowFacts = { readonly error: string } | { readonly listed: string } | { readonly row: string }

/** Without `codes`, only the server knows the countries, and codes in another form are simply invalid. */
export function merchantRows(codes: MerchantCodes | undefined, words?: FileWords): MerchantRowKind {
  const known = withHeadings(
    merchantFields.map(({ name, label, maxLength }) => ({
      name,
      label,
      value: 'text' as const,
      use: 'required' as const,
      ...(maxLength !== undefined && { maxLength, isPrintable: true }),
      forms: codes?.forms[name],
      ...(name === 'mastercardMerchantID' && { ownDigits: 15 }),
    })),
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
    // Two merchants can share a number on purpose: a second outlet has another name.
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
  if (refuseMerchantField(field.name, value) !== undefined) return 'form'
  const isUnknown = field.name === 'countryCode' && codes && !codes.countries.includes(value.toUpperCase())
  return isUnknown ? 'noCountry' : undefined
}

const lower = (field: RowField | undefined): string => inSentence(field?.label ?? m.rows_field())
const hintOf = (field: RowField | undefined): string =>
  merchantFields.find(({ name }) => name === field?.name)?.hint ?? m.merchants_asFormRequires()

const findings: Readonly<Record<string, FindingKind>> = {
  ...valueFindings,
  form: {
    severity: 'error',
    reason: (n, field) => m.merchants_rowsHaveWrong({ count: n, field: lower(field) }),
    words: ({ field, value }) =>
      m.merchants_isNo({
        value,
        field: lower(field),
        field2: hintOf(field),
        value2: /^[0-9]+$/.test(value) ? 'yes' : 'no',
      }),
  },
  noCountry: {
    severity: 'error',
    field: 'countryCode' satisfies MerchantFieldName,
    reason: (n) => m.merchants_rowsHaveCountryCode({ count: n }),
    words: ({ value }) => m.common_fullStop({ text: noSuchCountry(value.toUpperCase()) }),
  },
  refused: {
    severity: 'error',
    fromServer: true,
    reason: (n) => m.common_rowsRefusedByServer({ count: n }),
    words: ({ server }) => server['error']?.toString() ?? m.merchants_serverRefusesMerchant(),
  },
  listed: {
    severity: 'warning',
    field: 'mastercardMerchantID' satisfies MerchantFieldName,
    fromServer: true,
    reason: (n) => m.merchants_numbersInListAlready({ count: n }),
    words: ({ server }) =>
      m.merchants_thisMerchantNumberIsInList({
        hasItem: server['listed']?.toString() === undefined ? 'no' : 'yes',
        item: server['listed']?.toString() ?? '',
      }),
  },
  // A second, identical QR code would be useless.
  listedSame: {
    severity: 'error',
    fromServer: true,
    reason: (n) => m.merchants_merchantsInList({ count: n }),
    words: () => m.merchants_merchantInListAlready(),
  },
  repeatedSame: {
    severity: 'error',
    fromServer: true,
    reason: (n) => m.merchants_rowsEqualEarlier({ count: n }),
    words: ({ server }) =>
      m.merchants_rowSaysSameRemoveThisOne({
        hasItem: server['row']?.toString() === undefined ? 'no' : 'yes',
        item: server['row']?.toString() ?? '',
      }),
  },
  copied: {
    severity: 'warning',
    field: 'mastercardMerchantID' satisfies MerchantFieldName,
    reason: (n) => m.merchants_numbersRepeated({ count: n }),
    words: () => m.merchants_thisNumberRepeated(),
  },
}
