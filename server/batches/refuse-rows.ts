// Why a file with faulty rows is not stored: every fault by its path and in words.
import { codes } from '#contract/codes.ts'
import { ERROR_BITS, type FindingFacts, type FindingSet, findingBit, findingKinds, setToFindings } from '#domain/batch/findings.ts' // prettier-ignore
import { batchKinds, type StoredBatchType } from '#domain/batch/kinds.ts'
import { type IdentifierType, identifierKinds } from '#domain/cards/identifiers.ts'
import { cents, centsToText } from '#domain/money.ts'
import { refuse, type Refusal } from '#server/context.ts'
import type { JudgedRow } from './judged.ts'

interface RowRules {
  readonly type: StoredBatchType
  readonly identifierType: IdentifierType
  /** noIdentifierValidation: whether a card exists is asked at processing alone. */
  readonly toleratesUnknown: boolean
}

/** Names every row with an error; undefined where all may be stored. */
export function refuseRows(judged: readonly JudgedRow[], rules: RowRules): Refusal | undefined {
  const errors = judged.flatMap((row, index) =>
    setToFindings(rowToErrors(row, rules)).map((code) => ({
      path: `batchElements.${index}.${paths[findingKinds[code].cell]}`,
      message: findingKinds[code].words(rowToFindingFacts(row, rules)),
    })),
  )
  if (errors.length === 0) return undefined
  const rows = new Set(errors.map((error) => error.path.split('.')[1])).size
  const { done } = batchKinds[rules.type]
  const [what, which] = rows === 1 ? [`One row cannot be ${done} as it stands.`, 'it'] : [`${rows} rows cannot be ${done} as they stand.`, 'them'] // prettier-ignore
  return refuse(codes.refusedParameters, `${what} Nothing was uploaded. Correct or remove ${which} and submit again.`, { errors }) // prettier-ignore
}

const paths = { identifier: 'identifier', identifierTo: 'identifierTo', amount: 'amount', row: 'identifier' } as const

function rowToErrors(
  { findings, facts, targetFaults, takesAll }: JudgedRow,
  { toleratesUnknown }: RowRules,
): FindingSet {
  const errors = findings & ERROR_BITS
  if (!toleratesUnknown) return errors
  const isUnknown = (errors & findingBit('cardUnknown')) !== 0
  let left = errors & ~findingBit('cardUnknown')
  if (targetFaults[0] === 'unknown') left &= ~findingBit('targetRefused')
  // All of a card that is not known is no amount that a checker could approve.
  return isUnknown && takesAll && !facts.exists ? left | findingBit('amountMissing') : left
}

function rowToFindingFacts(judged: JudgedRow, { type, identifierType }: RowRules): FindingFacts {
  const { row, facts, card, target } = judged
  const { label, length } = identifierKinds[identifierType]
  const limits = target?.facts ?? facts
  return {
    type,
    identifier: row.identifier,
    identifierTo: row.identifierTo,
    amountText: row.amountText,
    fieldCount: row.fieldCount,
    identifierLabel: label,
    identifierLength: length,
    loadMin: centsToText(limits.loadMinCents),
    loadMax: centsToText(limits.loadMaxCents),
    voucherMax: centsToText(limits.voucherMaxCents),
    cardBalance: centsToText(facts.balanceCents),
    cardAvailable: centsToText(cents(facts.balanceCents - (card?.held_cents ?? 0))),
    targetFaults: judged.targetFaults,
  }
}
