// Defines the rows of a merchants file: one merchant per row, with the fields and rules of the form (entry.ts).
import { m } from '#words/messages.js'
import { validateField, type RowField } from '#domain/rows/fields.ts'
import type { FindingKind } from '#domain/rows/findings.ts'
import { type FileWords, withHeadings, withClientWords } from '#domain/rows/headings.ts'
import { defineRowKind, type Fault, type RowKind } from '#domain/rows/kind.ts'
import { valueFindings } from '#domain/rows/value-kinds.ts'
import { inSentence } from '#words/figures.ts'
import { type MerchantFieldName, merchantFields, unknownCountryMessage, merchantFieldRefusal } from './entry.ts'

/** The known codes as plain data, since the lists are large and loaded late. */
export interface MerchantCodes {
  /** ISO 3166 alpha-3, in capitals. */
  readonly countries: readonly string[]
  /**
   * For each field, the code for each other spelling, keyed by `spellingKey`: 'SGD' → '702', 'SG' → 'SGP', '742' →
   * '0742'.
   */
  readonly forms: Readonly<Partial<Record<MerchantFieldName, Readonly<Record<string, string>>>>>
}

export type MerchantRowKind = RowKind<MerchantFieldName> & { readonly name: 'merchant' }

/** Maximum rows of a file: far more than a list can have, and few enough to review. */
export const MAX_MERCHANT_ROWS = 1000

/**
 * A fact about a row in addition to its values. `error`: the server's refusal. `listed`: the name of the merchant in
 * the list with the same number. `row`: the row of the file with the same data.
 */
export type MerchantRowFacts = { readonly error: string } | { readonly listed: string } | { readonly row: string }

/** The row type of a merchants file. Without `codes`, country codes are not checked and other spellings are invalid. */
export function merchantRows(codes: MerchantCodes | undefined, words?: FileWords): MerchantRowKind {
  const fieldsWithHeadings = withHeadings(
    merchantFields.map(({ name, label, maxLength }) => ({
      name,
      label,
      value: 'text' as const,
      use: 'required' as const,
      ...(maxLength !== undefined && { maxLength, isPrintable: true }),
      forms: codes?.forms[name],
      ...(name === 'mastercardMerchantID' && { maxUnmaskedDigits: 15 }),
    })),
  )
  const fields = withClientWords(fieldsWithHeadings, words)
  const kind = defineRowKind<MerchantFieldName>({
    name: 'merchant',
    fields,
    findings,
    *check({ values, fieldCount }): Iterable<Fault> {
      for (const field of fields) {
        const fault = findFault(field, values[field.name], codes)
        if (fault !== undefined) yield [fault, field.name]
      }
      if (fieldCount > fields.length) yield ['fieldCount']
    },
    // Two merchants can share a number on purpose: outlets of one merchant have different names.
    duplicates: { field: 'mastercardMerchantID', code: 'copied' },
    keys: ['mastercardMerchantID'],
  })
  return { ...kind, name: 'merchant' }
}

function findFault(
  field: RowField & { readonly name: MerchantFieldName },
  value: string,
  codes: MerchantCodes | undefined,
): string | undefined {
  const fault = validateField(field, value)
  const isWarning = fault !== undefined && valueFindings[fault].severity === 'warning'
  if (fault && !isWarning) return fault
  if (merchantFieldRefusal(field.name, value) !== undefined) return 'form'
  if (isWarning) return fault
  const isUnknown = field.name === 'countryCode' && codes && !codes.countries.includes(value.toUpperCase())
  return isUnknown ? 'noCountry' : undefined
}

const fieldInSentence = (field: RowField | undefined): string => inSentence(field?.label ?? m.rows_field())
const fieldHint = (field: RowField | undefined): string =>
  merchantFields.find(({ name }) => name === field?.name)?.hint ?? m.merchants_asFormRequires()

const findings: Readonly<Record<string, FindingKind>> = {
  ...valueFindings,
  form: {
    severity: 'error',
    reason: (n, field) => m.merchants_rowsHaveInvalidField({ count: n, field: fieldInSentence(field) }),
    message: ({ field, value }) =>
      m.merchants_fieldIsInvalid({
        value,
        field: fieldInSentence(field),
        format: fieldHint(field),
        isNumeric: /^[0-9]+$/.test(value) ? 'yes' : 'no',
      }),
  },
  noCountry: {
    severity: 'error',
    field: 'countryCode' satisfies MerchantFieldName,
    reason: (n) => m.merchants_rowsHaveUnknownCountry({ count: n }),
    message: ({ value }) => m.common_fullStop({ text: unknownCountryMessage(value.toUpperCase()) }),
  },
  refused: {
    severity: 'error',
    fromServer: true,
    reason: (n) => m.common_rowsRefusedByServer({ count: n }),
    message: ({ server }) => server['error']?.toString() ?? m.merchants_serverRefusesMerchant(),
  },
  listed: {
    severity: 'warning',
    field: 'mastercardMerchantID' satisfies MerchantFieldName,
    fromServer: true,
    reason: (n) => m.merchants_numbersInListAlready({ count: n }),
    message: ({ server }) =>
      m.merchants_numberIsInList({
        hasMerchant: server['listed']?.toString() === undefined ? 'no' : 'yes',
        merchant: server['listed']?.toString() ?? '',
      }),
  },
  // A second, identical QR code would be useless.
  listedSame: {
    severity: 'error',
    fromServer: true,
    reason: (n) => m.merchants_merchantsInList({ count: n }),
    message: () => m.merchants_merchantInListAlready(),
  },
  repeatedSame: {
    severity: 'error',
    fromServer: true,
    reason: (n) => m.merchants_rowsEqualEarlier({ count: n }),
    message: ({ server }) =>
      m.merchants_rowEqualsEarlier({
        hasRow: server['row']?.toString() === undefined ? 'no' : 'yes',
        row: server['row']?.toString() ?? '',
      }),
  },
  copied: {
    severity: 'warning',
    field: 'mastercardMerchantID' satisfies MerchantFieldName,
    reason: (n) => m.merchants_numbersRepeated({ count: n }),
    message: () => m.merchants_thisNumberRepeated(),
  },
}
