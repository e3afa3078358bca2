// The columns while the fast reader fills them, with the keys by which copies of an identifier are found.
import { type RowColumns, SPANS } from '#domain/batch/columns.ts'
import { findingBit } from '#domain/batch/findings.ts'
import { isDamaged, normaliseIdentifier } from '#domain/batch/rows.ts'

/** Stands for an identifier that is not plain digits of the right length. */
export const NO_KEY = 0xffff_ffff

const FIRST_CAPACITY = 8192

export function createStore(maxRows: number) {
  let capacity = Math.min(maxRows, FIRST_CAPACITY)
  let columns = allocate(capacity)
  let hi = new Uint32Array(capacity)
  let lo = new Uint32Array(capacity)
  // Identifiers with spaces, letters or another length: few, so strings will do.
  const odd = new Map<string, number[]>()

  return {
    get capacity() {
      return capacity
    },
    get columns() {
      return columns
    },
    grow() {
      capacity = Math.min(maxRows, capacity * 2)
      columns = {
        spans: grown(columns.spans, new Uint32Array(capacity * SPANS)),
        rowNumbers: grown(columns.rowNumbers, new Uint32Array(capacity)),
        fieldCounts: grown(columns.fieldCounts, new Uint8Array(capacity)),
        amountCents: grown(columns.amountCents, new Float64Array(capacity)),
        findings: grown(columns.findings, new Uint32Array(capacity)),
      }
      hi = grown(hi, new Uint32Array(capacity))
      lo = grown(lo, new Uint32Array(capacity))
    },
    setKey(row: number, high: number, low: number) {
      hi[row] = high
      lo[row] = low
    },
    /** Once its spaces are away an odd identifier may be a copy of a plain one, and then gets the same key. */
    addOddKey(row: number, identifier: string, idLength: number) {
      hi[row] = NO_KEY
      const key = normaliseIdentifier(identifier)
      if (key === '' || isDamaged(key)) return
      if (key.length === idLength && /^[0-9]+$/.test(key)) {
        hi[row] = Number(key.slice(0, -8))
        lo[row] = Number(key.slice(-8))
        return
      }
      const rows = odd.get(key)
      if (rows) rows.push(row)
      else odd.set(key, [row])
    },
    /** The filled part, with copies marked. `text` is what the spans point into. */
    finish(count: number, text: Uint8Array<ArrayBuffer>): RowColumns {
      const findings = columns.findings.slice(0, count)
      markCopies(hi, lo, count, findings)
      for (const rows of odd.values()) if (rows.length > 1) for (const row of rows) mark(findings, row)
      return {
        count,
        text,
        spans: columns.spans.slice(0, count * SPANS),
        rowNumbers: columns.rowNumbers.slice(0, count),
        fieldCounts: columns.fieldCounts.slice(0, count),
        amountCents: columns.amountCents.slice(0, count),
        findings,
      }
    },
  }
}

const allocate = (capacity: number) => ({
  spans: new Uint32Array(capacity * SPANS),
  rowNumbers: new Uint32Array(capacity),
  fieldCounts: new Uint8Array(capacity),
  amountCents: new Float64Array(capacity),
  findings: new Uint32Array(capacity),
})

function grown<T extends Uint8Array | Uint32Array | Float64Array>(from: T, to: T): T {
  to.set(from)
  return to
}

const DUPLICATE = findingBit('duplicate')

function mark(findings: Uint32Array, row: number): void {
  findings[row] = (findings[row] ?? 0) | DUPLICATE
}

// A hash table of row numbers (from 1, 0 = free place) with open addressing, half full at most.
function markCopies(hi: Uint32Array, lo: Uint32Array, count: number, findings: Uint32Array): void {
  let size = 16
  while (size < count * 2) size *= 2
  const table = new Uint32Array(size)
  for (let row = 0; row < count; row++) {
    const high = hi[row]!
    if (high === NO_KEY) continue
    const low = lo[row]!
    let hash = Math.imul(high, 0x9e37_79b1) ^ Math.imul(low, 0x85eb_ca6b)
    hash ^= hash >>> 15
    let place = hash & (size - 1)
    for (;;) {
      const found = table[place]!
      if (found === 0) {
        table[place] = row + 1
        break
      }
      if (hi[found - 1] === high && lo[found - 1] === low) {
        mark(findings, found - 1)
        mark(findings, row)
        break
      }
      place = (place + 1) & (size - 1)
    }
  }
}
