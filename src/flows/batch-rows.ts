// The rows of a batch, kept outside of the wizard's chart: what the worker read (typed columns) with an overlay of edits,
// removals and the host's answers. A row is found in constant time, so that a virtual table may ask for any.
import { type RowColumns, rowAt } from '#domain/batch/columns.ts'
import { ERROR_BITS, type FindingSet, findingBit, HOST_BITS } from '#domain/batch/findings.ts'
import { type CheckedRow, type CheckRules, checkRow, isDamaged, normaliseIdentifier } from '#domain/batch/rows.ts'
import { countFindings, rowsToTotals } from '#domain/batch/totals.ts'
import type { RowsFigures } from '#machines/batch-steps.ts'

/** Rows of one stored chunk (contract "Local data"): an edited row rewrites its chunk alone. */
export const CHUNK_ROWS = 250

/** What the host knows of a row's card, as far as the words of a finding need it. Amounts with two decimals. */
export interface HostFacts {
  readonly loadMin: string
  readonly loadMax: string
  readonly voucherMax: string
  readonly cardBalance: string
}

export interface BatchRow extends CheckedRow {
  /** The row's position in the file, from 0; its name for ever. */
  readonly id: number
  readonly feeCents: number
  /** When the host last checked the row as it stands, in ms since the epoch; undefined where it has not. */
  readonly checkedAt: number | undefined
  readonly facts: HostFacts | undefined
  /** What the file said, where it was edited. */
  readonly original: RowValues | undefined
  readonly isRemoved: boolean
  /** True where an error keeps the row from being submitted. */
  readonly isFaulty: boolean
}

export interface RowValues {
  readonly identifier: string
  readonly amountText: string
}

export interface RowRules extends CheckRules {
  /** batches §9: a card that does not exist is then left to processing, so it keeps no row from being submitted. */
  readonly noIdentifierValidation: boolean
}

export interface HostAnswer {
  readonly findings: FindingSet
  readonly feeCents: number
  readonly checkedAt: number
  readonly currency: string
  readonly facts: HostFacts | undefined
}

export type BatchRows = ReturnType<typeof createBatchRows>

const DUPLICATE = findingBit('duplicate')
const decoder = new TextDecoder()
const decode = (bytes: Uint8Array) => decoder.decode(bytes)

/** `content` goes on counting where a draft left off. */
export function createBatchRows(columns: RowColumns, initialRules: RowRules, initialContent = 1) {
  let rules = initialRules
  let content = initialContent
  let version = 0
  const { count } = columns
  const local = Uint32Array.from(columns.findings)
  const amounts = Float64Array.from(columns.amountCents)
  const host = new Uint32Array(count)
  const fees = new Float64Array(count)
  const checkedAt = new Float64Array(count)
  const revisions = new Uint32Array(count)
  const removed = new Uint8Array(count)
  const edits = new Map<number, CheckedRow>()
  const facts = new Map<number, HostFacts>()
  const currencies = new Set<string>()
  const dirtyChunks = new Set<number>()
  const listeners = new Set<() => void>()
  let copies: Map<string, Set<number>> | undefined

  const inFile = (id: number): CheckedRow => {
    const row = rowAt(columns, id, decode)
    if (row === undefined) throw new RangeError(`there is no row ${id}`)
    return row
  }
  const values = (id: number): CheckedRow => edits.get(id) ?? inFile(id)
  const errorBits = () => (rules.noIdentifierValidation ? ERROR_BITS & ~findingBit('cardUnknown') : ERROR_BITS)
  const findingsOf = (id: number): FindingSet => (local[id] ?? 0) | (host[id] ?? 0)
  const isFaulty = (id: number): boolean => (findingsOf(id) & errorBits()) !== 0

  const touch = (id: number) => dirtyChunks.add(Math.floor(id / CHUNK_ROWS))
  const forgetHost = (id: number) => {
    host[id] = 0
    fees[id] = 0
    checkedAt[id] = 0
    facts.delete(id)
    revisions[id] = (revisions[id] ?? 0) + 1
  }

  // All copies of an identifier carry the finding (threats T35); a removed row is no copy.
  const copiesOf = (): Map<string, Set<number>> => {
    if (copies) return copies
    copies = new Map()
    for (let id = 0; id < count; id += 1) if (!removed[id]) addCopy(copies, id, values(id).identifier)
    return copies
  }
  const remark = (ids: Iterable<number> | undefined, isCopy: boolean) => {
    for (const id of ids ?? []) {
      local[id] = isCopy ? (local[id] ?? 0) | DUPLICATE : (local[id] ?? 0) & ~DUPLICATE
    }
  }
  const join = (id: number, identifier: string) => {
    const ids = addCopy(copiesOf(), id, identifier)
    if (ids && ids.size > 1) remark(ids, true)
  }
  const leave = (id: number, identifier: string) => {
    const ids = copiesOf().get(normaliseIdentifier(identifier))
    if (!ids?.delete(id)) return
    remark([id], false)
    if (ids.size === 1) remark(ids, false)
  }

  const put = (id: number, next: CheckedRow) => {
    const before = values(id)
    if (!removed[id]) leave(id, before.identifier)
    edits.set(id, next)
    local[id] = next.findings & ~DUPLICATE
    amounts[id] = next.amountCents
    if (!removed[id]) join(id, next.identifier)
    forgetHost(id)
    touch(id)
  }

  return {
    count,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    version: () => version,
    rules: () => rules,
    /** Says that something changed, once after any number of changes. `content`: what would be submitted changed. */
    changed(kind: 'content' | 'checks'): void {
      if (kind === 'content') content += 1
      version += 1
      for (const listener of listeners) listener()
    },

    row(id: number): BatchRow {
      const row = values(id)
      const original = edits.has(id) ? inFile(id) : undefined
      return {
        ...row,
        id,
        findings: findingsOf(id),
        feeCents: fees[id] ?? 0,
        checkedAt: checkedAt[id] || undefined,
        facts: facts.get(id),
        original: original && { identifier: original.identifier, amountText: original.amountText },
        isRemoved: removed[id] === 1,
        isFaulty: isFaulty(id),
      }
    },
    /** The row as the file has it, whatever was done to it since. */
    fileRow: inFile,
    findingsOf,
    isFaulty,
    isRemoved: (id: number): boolean => removed[id] === 1,
    isChecked: (id: number): boolean => (checkedAt[id] ?? 0) > 0,
    /** Faulty by what this machine sees, so that the host cannot be asked about it. */
    isUnsendable: (id: number): boolean => ((local[id] ?? 0) & ERROR_BITS) !== 0,
    revision: (id: number): number => revisions[id] ?? 0,
    /** The cards' currency, where all checked rows have the same. */
    currency: (): string | undefined => (currencies.size === 1 ? [...currencies][0] : undefined),
    copiesOf: (identifier: string): readonly number[] =>
      [...(copiesOf().get(normaliseIdentifier(identifier)) ?? [])].sort((a, b) => a - b),

    figures(): RowsFigures {
      let unchecked = 0
      let checkable = 0
      let gone = 0
      const shown = function* () {
        for (let id = 0; id < count; id += 1) {
          if (removed[id]) {
            gone += 1
            continue
          }
          if (((local[id] ?? 0) & ERROR_BITS) === 0) checkable += 1
          const findings = findingsOf(id) & errorBits()
          if (findings === 0 && !checkedAt[id]) unchecked += 1
          yield { amountCents: amounts[id] ?? 0, feeCents: fees[id] ?? 0, findings }
        }
      }
      const totals = rowsToTotals(shown())
      return { ...totals, unchecked, checkable, removed: gone, content }
    },
    /** Reasons with the number of rows that carry them, in the order of `findingCodes`. */
    reasons() {
      const shown = function* () {
        for (let id = 0; id < count; id += 1) if (!removed[id]) yield findingsOf(id)
      }
      return countFindings(shown())
    },

    /** Writes new values into a row and checks it on this machine. An edit leaves an identifier and an amount only. */
    write(id: number, { identifier, amountText }: RowValues): void {
      const row = { ...values(id), identifier: identifier.trim(), amountText: amountText.trim(), identifierTo: '', fieldCount: 2 } // prettier-ignore
      put(id, checkRow(row, rules))
    },
    /** Puts back what a row was before, edited or not. */
    reset(id: number, before: CheckedRow | undefined): void {
      put(id, before ?? inFile(id))
      if (before === undefined) edits.delete(id)
    },
    /** The row's edited form, or undefined where it stands as in the file: what `reset` takes. */
    editOf: (id: number): CheckedRow | undefined => edits.get(id),
    setRemoved(id: number, isRemoved: boolean): void {
      if ((removed[id] === 1) === isRemoved) return
      if (isRemoved) leave(id, values(id).identifier)
      removed[id] = isRemoved ? 1 : 0
      if (!isRemoved) join(id, values(id).identifier)
      touch(id)
    },
    setAnswer(id: number, answer: HostAnswer): void {
      host[id] = answer.findings & HOST_BITS
      fees[id] = answer.feeCents
      checkedAt[id] = answer.checkedAt
      if (answer.facts) facts.set(id, answer.facts)
      else facts.delete(id)
      if (answer.currency !== '') currencies.add(answer.currency)
      touch(id)
    },
    /** Checks every row again by other rules; cards named in another way are other cards, so the host's ticks go. */
    setRules(next: RowRules): void {
      const isOtherNaming = next.identifierType !== rules.identifierType
      rules = next
      if (!isOtherNaming) return
      for (let id = 0; id < count; id += 1) {
        const row = checkRow(values(id), rules)
        if (edits.has(id)) edits.set(id, row)
        local[id] = row.findings | ((local[id] ?? 0) & DUPLICATE)
        forgetHost(id)
        touch(id)
      }
      currencies.clear()
    },
    /** Numbers of the chunks changed since the last call. */
    takeDirtyChunks(): number[] {
      const chunks = [...dirtyChunks]
      dirtyChunks.clear()
      return chunks
    },
    /** Chunks that could not be saved. */
    markDirty(chunks: readonly number[]): void {
      for (const chunk of chunks) dirtyChunks.add(chunk)
    },
    chunkCount: Math.ceil(count / CHUNK_ROWS),
  }
}

function addCopy(copies: Map<string, Set<number>>, id: number, identifier: string): Set<number> | undefined {
  const key = normaliseIdentifier(identifier)
  if (key === '' || isDamaged(key)) return undefined
  const ids = copies.get(key)
  if (ids) return ids.add(id)
  const made = new Set([id])
  copies.set(key, made)
  return made
}
