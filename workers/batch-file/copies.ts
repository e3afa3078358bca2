// Which values of a field stand in a file more than once (threats T35), found by numbers instead of strings: an identifier's digits
// in two halves. Gives what `findCopies` of the domain gives.
import { compareKey, type RowField } from '#domain/rows/fields.ts'
import { identifierKinds } from '#domain/cards/identifiers.ts'

/** Stands for an identifier that is not plain digits of the right length. */
const NO_KEY = 0xffff_ffff

export interface CopyKeys {
  add(row: number, hi: number, lo: number): void
  /** For any other value: an identifier with spaces may be a copy of a plain one. */
  addOdd(row: number, value: string): void
  grow(capacity: number): void
  /** Calls `mark` for each copy among the first rows, once or more often. */
  mark(count: number, mark: (row: number) => void): void
}

export function createCopyKeys(capacity: number, field: RowField): CopyKeys {
  const idLength = field.value === 'identifier' ? identifierKinds[field.type].length : 0
  let his = new Uint32Array(capacity)
  let los = new Uint32Array(capacity)
  // Few, so strings will do.
  const odd = new Map<string, number[]>()
  return {
    add(row, hi, lo) {
      his[row] = hi
      los[row] = lo
    },
    addOdd(row, value) {
      his[row] = NO_KEY
      const key = compareKey(field, value)
      if (key === '') return
      if (idLength > 0 && key.length === idLength && /^[0-9]+$/.test(key)) {
        his[row] = Number(key.slice(0, -8))
        los[row] = Number(key.slice(-8))
        return
      }
      const rows = odd.get(key)
      if (rows) rows.push(row)
      else odd.set(key, [row])
    },
    grow(to) {
      const [oldHis, oldLos] = [his, los]
      his = new Uint32Array(to)
      los = new Uint32Array(to)
      his.set(oldHis)
      los.set(oldLos)
    },
    mark(count, mark) {
      markPlain(his, los, count, mark)
      for (const rows of odd.values()) if (rows.length > 1) rows.forEach(mark)
    },
  }
}

// A hash table of row numbers (from 1, 0 = free place) with open addressing, half full at most.
function markPlain(his: Uint32Array, los: Uint32Array, count: number, mark: (row: number) => void): void {
  let size = 16
  while (size < count * 2) size *= 2
  const table = new Uint32Array(size)
  for (let row = 0; row < count; row++) {
    const hi = his[row]!
    if (hi === NO_KEY) continue
    const lo = los[row]!
    let hash = Math.imul(hi, 0x9e37_79b1) ^ Math.imul(lo, 0x85eb_ca6b)
    hash ^= hash >>> 15
    let place = hash & (size - 1)
    for (;;) {
      const found = table[place]!
      if (found === 0) {
        table[place] = row + 1
        break
      }
      if (his[found - 1] === hi && los[found - 1] === lo) {
        mark(found - 1)
        mark(row)
        break
      }
      place = (place + 1) & (size - 1)
    }
  }
}
