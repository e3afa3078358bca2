// Defines a row type: its fields in file order, the conversion of a line to a row, its checks, and the messages of its
// findings. Reading, tables, typed rows, drafts, templates and exports all use the definition. A type whose checks have
// options (such as the identifier of cards) is created for these options: see #domain/row-types.
import { m } from '#words/messages.js'
import { type AmountFault, type Cents, textToCents } from '#domain/money.ts'
import { validateField, type RowField, type RowValues } from './fields.ts'
import {
  addFinding,
  type Finding,
  type FindingType,
  type FindingSet,
  type ServerValues,
  NO_FINDINGS,
  severities,
} from './findings.ts'
import { isPlausibleValue } from './plausible-values.ts'
import { hasRowValues, matchColumns } from './match-columns.ts'
import { undividedFinding } from './value-findings.ts'
import { type FileColumns, containsHeadings, type MappedColumns } from './headings.ts'

/** One line of a sheet as read. */
export interface Line {
  /** The row number in the spreadsheet program, from 1. */
  readonly rowNumber: number
  readonly fields: readonly string[]
}

/** A row before its checks. */
export interface UncheckedRow<Name extends string = string> {
  readonly rowNumber: number
  readonly values: RowValues<Name>
  /** The number of fields in the line, or `UNDIVIDED`. */
  readonly fieldCount: number
}

/** The number of fields of a line that the file's separator does not divide. The whole line is its first value. */
export const UNDIVIDED = 0

/** The cells of a row that no field uses, with the headings, which all rows of a file share. */
export interface ExtraCells {
  readonly headings: readonly string[]
  readonly cells: readonly string[]
}

/** A row after the checks that need no server. */
export interface CheckedRow<Name extends string = string> extends UncheckedRow<Name> {
  /** One amount for each money field, in minor units. 0 if the amount is unreadable, which a finding reports. */
  readonly cents: readonly Cents[]
  readonly findings: FindingSet
  /** Only in a row that is added to open rows: the columns of its file that no field uses. */
  readonly extra?: ExtraCells | undefined
}

/** An error of a row: a code of the type's table, and the field if the code does not imply it. */
export type Fault = readonly [code: string, field?: string]

/** The arguments of a type's own checks. */
export interface RowToCheck<Name extends string = string> {
  readonly values: RowValues<Name>
  readonly fieldCount: number
  /** One for each money field, in file order. */
  readonly amounts: readonly (Cents | AmountFault)[]
}

/**
 * The definition of a row type. Its functions are declared as methods, because TypeScript then accepts a `RowType<Name>`
 * as a `RowType`, which has fields of any name.
 */
export interface RowTypeInput<Name extends string> {
  readonly name: string
  readonly fields: readonly (RowField & { readonly name: Name })[]
  readonly findings: Readonly<Record<string, FindingType>>
  /**
   * The values of a line, one for each field in file order. Undefined for a line that is not a row. Default: one cell
   * per field.
   */
  lineToValues?(cells: readonly string[]): readonly string[] | undefined
  /**
   * True for a line that can be the heading line. Default: the line has headings of fields (`containsHeadings`), and no value that only a row
   * has.
   */
  looksLikeHeadings?(cells: readonly string[]): boolean
  /** True if a file with these columns can be read by position. Default: each column is in its field's position. */
  isInOrder?(columns: FileColumns): boolean
  /**
   * True if the user is asked about a column that no field uses. Otherwise such a column is ignored, with a message, if
   * the file has all fields.
   */
  readonly asksAboutUnusedColumns?: boolean
  /**
   * True if a row of a file without headings, read by position, looks like a row of this type. Default: each value is
   * plausible for its field.
   */
  looksLikeRow?(row: Pick<UncheckedRow<Name>, 'values' | 'fieldCount'>): boolean
  /** The number of columns of a file without headings. Undefined if the number varies. */
  readonly expectedWidth?: number | undefined
  /**
   * The minimum share of rows that `looksLikeRow` must accept if a file without headings is read by position. It can be
   * lower if valid rows are certain, for example by a check digit. 0 if the columns are known to be in field order.
   */
  readonly minFittingShare?: number
  /** True if the column (from 0) can contain amounts. Default: the column at the position of a money field. */
  canBeAmount?(column: number): boolean
  /** The errors of a row. Default: those of each single field, and too many fields. */
  check?(row: RowToCheck<Name>): readonly Fault[]
  /** Moves a value that was read into the wrong field. The result is shown and edited. Default: moves no value. */
  toDisplayedValues?(values: RowValues<Name>): RowValues<Name>
  /** The field and finding of duplicates: rows with the same value in this field. */
  readonly duplicates?: {
    readonly field: Name
    readonly code: string
    /** What identifies a row whose field is empty; '' if nothing does. */
    readonly otherKey?: (values: RowValues<Name>) => string
  }
  /** The fields that match a row with a row of a corrected file. Default: all fields. */
  readonly keys?: readonly Name[]
  /** The money fields that are summed above the rows. A fee that is not a field comes from the server. */
  readonly totals?: { readonly amount?: Name; readonly fee?: Name }
}

/** The optional properties of a definition that stay optional, since they have no default. */
type WithoutDefault = 'asksAboutUnusedColumns' | 'expectedWidth' | 'duplicates' | 'totals'

/** A definition with its defaults: all other properties are required. */
export interface RowType<Name extends string = string>
  extends Required<Omit<RowTypeInput<Name>, WithoutDefault>>, Pick<RowTypeInput<Name>, WithoutDefault> {
  /** The default checks: the errors of each single field, and too many fields. */
  checkFields(row: RowToCheck<Name>): readonly Fault[]
  /** How the columns of the file are used, if they are not in field order. */
  readonly columns?: MappedColumns
  /** The fields that rows of this type show and write, in file order. */
  readonly activeFields: readonly (RowField & { readonly name: Name })[]
  readonly moneyFields: readonly (RowField & { readonly name: Name })[]
  field(name: string): (RowField & { readonly name: Name }) | undefined
  /** A finding of the type's table. Throws for an unknown code, since that is a bug. */
  finding(code: string, field?: string): Finding
  /** Like `finding`, for a code from outside. Undefined if the code is unknown. */
  knownFinding(code: string, field?: string): Finding | undefined
}

/** Above the number of fields of every type. */
const MAX_FIELDS = 1000
const DEFAULT_MIN_FITTING_SHARE = 0.9

export function defineRowType<Name extends string>(input: RowTypeInput<Name>): RowType<Name> {
  const { fields } = input
  const findings: RowTypeInput<Name>['findings'] = { undivided: undividedFinding, ...input.findings }
  const codes = Object.keys(findings)
  const names = fields.map(({ name }) => name)
  const cache = new Map<string, Finding>()
  const knownFinding = (code: string, fieldName?: string): Finding | undefined => {
    const type = findings[code]
    if (!type) return undefined
    const field = fieldName ?? type.field ?? ''
    const key = `${code}.${field}`
    const found = cache.get(key)
    if (found) return found
    // 0 for a finding about the whole row.
    const fieldNumber = names.indexOf(field as Name) + 1
    const codeNumber = severities.indexOf(type.severity) * codes.length + codes.indexOf(code)
    const finding = { code, field, severity: type.severity, rank: codeNumber * MAX_FIELDS + fieldNumber }
    cache.set(key, finding)
    return finding
  }
  function checkFields(row: RowToCheck<Name>): readonly Fault[] {
    const faults: Fault[] = []
    for (const field of fields) {
      const fault = field.use === 'unused' ? undefined : validateField(field, row.values[field.name])
      if (fault) faults.push([fault, field.name])
    }
    if (row.fieldCount > fields.length) faults.push(['fieldCount'])
    return faults
  }
  return {
    lineToValues: (cells) => fields.map((_, index) => cells[index] ?? ''),
    looksLikeHeadings: (cells) => containsHeadings(fields, cells) && !hasRowValues(fields, cells, cells),
    isInOrder: (columns) => matchColumns(input, columns).isInOrder,
    looksLikeRow: ({ values }) =>
      fields.every((field) => field.use === 'unused' || isPlausibleValue(field, values[field.name])),
    expectedWidth: fields.filter(({ use }) => use !== 'unused').length,
    minFittingShare: DEFAULT_MIN_FITTING_SHARE,
    check: checkFields,
    keys: names,
    toDisplayedValues: (values) => values,
    canBeAmount: (column) => fields[column]?.value === 'money',
    ...input,
    findings,
    checkFields,
    activeFields: fields.filter(({ use }) => use !== 'unused'),
    moneyFields: fields.filter(({ value }) => value === 'money'),
    field: (name) => fields.find((field) => field.name === name),
    knownFinding,
    finding(code, field) {
      const finding = knownFinding(code, field)
      if (!finding) throw new RangeError(m.rows_noSuchFinding({ name: input.name, code }))
      return finding
    },
  }
}

/** Converts values in file order to values by field name. */
export function toValues<Name extends string>({ fields }: RowType<Name>, values: readonly string[]): RowValues<Name> {
  const valuesByName: Partial<Record<Name, string>> = {}
  for (const [index, { name }] of fields.entries()) valuesByName[name] = values[index] ?? ''
  return valuesByName as RowValues<Name>
}

/** Runs the checks of one row, for example after an edit. `markDuplicates` compares it with the other rows. */
export function checkRow<Name extends string>(rowType: RowType<Name>, row: UncheckedRow<Name>): CheckedRow<Name> {
  const { rowNumber, values, fieldCount } = row
  const amounts = rowType.moneyFields.map(({ name }) => textToCents(values[name]))
  const faults: readonly Fault[] =
    fieldCount === UNDIVIDED ? [['undivided']] : rowType.check({ values, fieldCount, amounts })
  let findings = NO_FINDINGS
  for (const [code, field] of faults) findings = addFinding(findings, rowType.finding(code, field))
  const cents = amounts.map((amount) => (typeof amount === 'string' ? (0 as Cents) : amount))
  // The properties are listed because spreading the row would cost several times as much as its checks.
  return { rowNumber, values, fieldCount, cents, findings }
}

/** The fields without surrounding spaces and without empty fields at the end. A blank line has no fields. */
export function trimFields(fields: readonly string[]): string[] {
  let count = fields.length
  while (count > 0 && fields[count - 1]?.trim() === '') count -= 1
  const trimmed: string[] = []
  for (let i = 0; i < count; i++) trimmed.push(fields[i]?.trim() ?? '')
  return trimmed
}

/** The message of a finding at its row. `server` has other facts from the server about the row. */
export function findingMessage(
  rowType: RowType,
  { code, field }: Pick<Finding, 'code' | 'field'>,
  row: Pick<UncheckedRow, 'values' | 'fieldCount'>,
  server: ServerValues = {},
): string {
  const { values, fieldCount } = row
  const context = { field: rowType.field(field), value: values[field] ?? '', values, fieldCount, server }
  return rowType.findings[code]?.message(context) ?? ''
}

/** The heading of all rows with a finding: "214 amounts are zero". */
export const findingReason = (
  rowType: RowType,
  { code, field }: Pick<Finding, 'code' | 'field'>,
  rows: number,
): string => rowType.findings[code]?.reason(rows, rowType.field(field)) ?? ''
