// Finds rows that duplicate a merchant in the list or an earlier row. The same merchant is an error. Another merchant
// with the same number is a warning.
import { type MerchantEntry, merchantFields, tidyMerchant } from '#domain/merchants/entry.ts'
import type { SignedUpMerchant } from '#domain/merchants/list.ts'
import type { MerchantRowFacts } from '#domain/merchants/rows.ts'
import { hasFinding } from '#domain/rows/findings.ts'
import type { AnyRows } from '#rows/rows.ts'

/** The result of a row without a response from the server. */
export const uncheckedResult = { feeCents: 0, checkedAt: 0, currency: '', facts: undefined } as const

/**
 * Updates the findings about duplicates. Returns true if something changed. A refusal by the server stays until the row
 * is fixed.
 */
export function markDuplicateMerchants(rows: AnyRows, merchants: readonly SignedUpMerchant[]): boolean {
  const numberToName = new Map(merchants.map(({ entry }) => [entry.mastercardMerchantID, entry.merchantName]))
  const listedKeys = new Set(merchants.map(({ entry }) => toKey(entry)))
  const keyToFirstRow = new Map<string, number>()
  let isChanged = false
  for (let id = 0; id < rows.count; id += 1) {
    if (rows.isRemoved(id) || hasFinding(rows.findingsOf(id), 'refused')) continue
    const { values, rowNumber, findings, facts } = rows.row(id)
    const entry = tidyMerchant(values)
    const key = toKey(entry)
    const duplicate = findDuplicate(key, entry.mastercardMerchantID)
    const currentFinding = findings.find(({ code }) => DUPLICATE_CODES.has(code))
    if (!keyToFirstRow.has(key)) keyToFirstRow.set(key, rowNumber)
    if (currentFinding?.code === duplicate?.code && JSON.stringify(facts) === JSON.stringify(duplicate?.facts)) continue
    rows.setResult(id, {
      ...uncheckedResult,
      findings: duplicate ? [rows.kind().finding(duplicate.code)] : [],
      facts: duplicate?.facts,
    })
    isChanged = true
  }
  return isChanged

  function findDuplicate(key: string, number: string): Duplicate | undefined {
    const name = numberToName.get(number)
    if (name !== undefined) return { code: listedKeys.has(key) ? 'listedSame' : 'listed', facts: { listed: name } }
    const row = keyToFirstRow.get(key)
    return row === undefined ? undefined : { code: 'repeatedSame', facts: { row: String(row) } }
  }
}

interface Duplicate {
  readonly code: 'listed' | 'listedSame' | 'repeatedSame'
  readonly facts: MerchantRowFacts
}
const DUPLICATE_CODES: ReadonlySet<string> = new Set<Duplicate['code']>(['listed', 'listedSame', 'repeatedSame'])

/** All values of a merchant as one string. */
const toKey = (entry: MerchantEntry): string => merchantFields.map(({ name }) => entry[name]).join('\n')
