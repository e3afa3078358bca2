// The rows of a batch, kept outside of the wizard's chart: what the worker read (typed columns) with an overlay of edits,
// removals and the host's answers. A row is found in constant time, so that a virtual table may ask for any.
import { type RowColumns, rowAt } from '#domain/batch/columns.ts'
import { ERROR_BITS, type FindingSet, findingBit, HOST_BITS, type TargetFault } from '#domain/batch/findings.ts'
import { batchKinds } from '#domain/batch/kinds.ts'
import { type CheckedRow, type CheckRules, checkRow, duplicateFinding, isDamaged, normaliseIdentifier } from '#domain/batch/rows.ts' // prettier-ignore
import { countFindings, createTotals } from '#domain/batch/totals.ts'
import type { RowsFigures } from '#machines/batch-steps.ts'

const REPEATED = findingBit('repeated')
const COPY = findingBit('duplicate')

/** Rows of one stored chunk (contract "Local data"): an edited row rewrites its chunk alone. */
export const CHUNK_ROWS = 250

/** What the host knows of a row's card, as far as the words of a finding need it. Amounts with two decimals. */
export interface HostFacts {
  readonly loadMin: string
  readonly loadMax: string
  readonly voucherMax: string
  readonly cardBalance: string
  readonly cardAvailable?: string
  readonly targetFaults?: readonly TargetFault[]
  readonly repeatedIn?: string
}

export interface BatchRow extends CheckedRow {
  /** The row's position in the file, from 0; its name for ever. */
  readonly id: number
  readonly feeCents: number
  /** When the host last checked the row as it stands, in ms since the epoch; undefined where it has not. */
  readonly checkedAt: number | undefined
  readonly facts: HostFacts | undefined
  /** What the row moves where it names no amount: all that the card held when the host looked (batches §5 "amount 0"). */
  readonly wholeCents: number | undefined
  /** What the file said, where it was edited. */
  readonly original: RowValues | undefined
  readonly isRemoved: boolean
  /** True where an error keeps the row from being submitted. */
  readonly isFaulty: boolean
}

export interface RowValues {
  readonly identifier: string
  /** The card that a transfer pays; left out in other kinds. */
  readonly identifierTo?: string
  readonly amountText: string
}

export interface RowRules extends CheckRules {
  /** batches §9: a card that does not exist is then left to processing, so it keeps no row from being submitted. */
  readonly noIdentifierValidation: boolean
  /** True where the cards of a devalue are retired with it. */
  readonly retire?: boolean
}

export interface HostAnswer {
  readonly findings: FindingSet
  readonly feeCents: number
  readonly checkedAt: number
  readonly currency: string
  readonly facts: HostFacts | undefined
  /** Where the row named no amount: what the card held. */
  readonly wholeCents?: number
}

export type BatchRows = ReturnType<typeof createBatchRows>

const decoder = new TextDecoder()
const decode = (bytes: Uint8Array) => decoder.decode(bytes)

/** `content` goes on counting where a draft left off. */
export function createBatchRows(columns: RowColumns, initialRules: RowRules, initialContent = 1) {
  let rules = initialRules
  let content = initialContent
  let version = 0
  let { count } = columns
  let local = Uint32Array.from(columns.findings)
  let amounts = Float64Array.from(columns.amountCents)
  let host = new Uint32Array(count)
  let fees = new Float64Array(count)
  let checkedAt = new Float64Array(count)
  let revisions = new Uint32Array(count)
  let removed = new Uint8Array(count)
  /** Rows typed, pasted or taken from a corrected file since; they follow those of the columns. */
  const added: CheckedRow[] = []
  const wholes = new Map<number, number>()
  const { needsTarget } = batchKinds[initialRules.type]
  const DUPLICATE = findingBit(duplicateFinding(initialRules.type))
  const edits = new Map<number, CheckedRow>()
  const facts = new Map<number, HostFacts>()
  const currencies = new Set<string>()
  const dirtyChunks = new Set<number>()
  const listeners = new Set<() => void>()
  let copies: Map<string, Set<number>> | undefined

  const inFile = (id: number): CheckedRow => {
    const row = id < columns.count ? rowAt(columns, id, decode) : added[id - columns.count]
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
    wholes.delete(id)
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
    get count() {
      return count
    },
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
        wholeCents: wholes.get(id),
        original: original && {
          identifier: original.identifier,
          identifierTo: original.identifierTo,
          amountText: original.amountText,
        },
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
      let repeated = 0
      let copies = 0
      const totals = createTotals()
      const blocking = errorBits()
      for (let id = 0; id < count; id += 1) {
        if (removed[id]) {
          gone += 1
          continue
        }
        if (((local[id] ?? 0) & ERROR_BITS) === 0) checkable += 1
        const found = findingsOf(id)
        if ((found & REPEATED) !== 0) repeated += 1
        if ((found & COPY) !== 0) copies += 1
        const isValid = (found & blocking) === 0
        if (isValid && !checkedAt[id]) unchecked += 1
        totals.add(isValid, amounts[id] || (wholes.get(id) ?? 0), fees[id] ?? 0)
      }
      return { ...totals.sum(), unchecked, checkable, removed: gone, repeated, copies, content }
    },
    /** Reasons with the number of rows that carry them, in the order of `findingCodes`. */
    reasons() {
      const shown = function* () {
        for (let id = 0; id < count; id += 1) if (!removed[id]) yield findingsOf(id)
      }
      return countFindings(shown())
    },

    /** Writes new values into a row and checks it on this machine. An edit leaves the fields of the kind only. */
    write(id: number, { identifier, identifierTo = '', amountText }: RowValues): void {
      const row = {
        ...values(id),
        identifier: identifier.trim(),
        identifierTo: needsTarget ? identifierTo.trim() : '',
        amountText: amountText.trim(),
        fieldCount: needsTarget ? 3 : 2,
      }
      put(id, checkRow(row, rules))
    },
    /** Puts back what a row was before, edited or not. */
    reset(id: number, before: CheckedRow | undefined): void {
      put(id, before ?? inFile(id))
      if (before === undefined) edits.delete(id)
    },
    /** The row's edited form, or undefined where it stands as in the file: what `reset` takes. */
    editOf: (id: number): CheckedRow | undefined => edits.get(id),
    /** Puts rows behind the last one, numbered on from it, and gives their ids. They are checked already. */
    append(next: readonly CheckedRow[]): number[] {
      // Copies are looked for among the rows there are, before there are more.
      copiesOf()
      const first = count
      const lastNumber = count === 0 ? 0 : inFile(count - 1).rowNumber
      count += next.length
      local = grow(Uint32Array, local, count)
      amounts = grow(Float64Array, amounts, count)
      host = grow(Uint32Array, host, count)
      fees = grow(Float64Array, fees, count)
      checkedAt = grow(Float64Array, checkedAt, count)
      revisions = grow(Uint32Array, revisions, count)
      removed = grow(Uint8Array, removed, count)
      return next.map((row, index) => {
        const id = first + index
        added.push({ ...row, rowNumber: lastNumber + 1 + index })
        local[id] = row.findings & ~DUPLICATE
        amounts[id] = row.amountCents
        join(id, row.identifier)
        touch(id)
        return id
      })
    },
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
      if (answer.wholeCents === undefined) wholes.delete(id)
      else wholes.set(id, answer.wholeCents)
      if (answer.currency !== '') currencies.add(answer.currency)
      touch(id)
    },
    /**
     * Checks every row again by other rules. Cards named in another way are other cards, and whether they are retired is part
     * of the host's verdict: its ticks go.
     */
    setRules(next: RowRules): void {
      const isSame = next.identifierType === rules.identifierType && next.retire === rules.retire
      rules = next
      if (isSame) return
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
    get chunkCount() {
      return Math.ceil(count / CHUNK_ROWS)
    },
  }
}

function grow<A extends Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>>(
  kind: new (length: number) => A,
  before: A,
  length: number,
): A {
  const after = new kind(length)
  after.set(before)
  return after
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
