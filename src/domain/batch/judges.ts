// Maps each type of batch to its check.
import { type FindingSet, joinFindings, NONE } from '#domain/rows/findings.ts'
import { cardFinding } from './card-rows.ts'
import { type Judge, judgeLoads, type RowToJudge } from './judge.ts'
import type { BatchType } from './kinds.ts'
import { judgeDevalues, judgeTransfers } from './moves.ts'

/** Activated cards only have to exist. */
const judgeActivations: Judge = (rows) =>
  rows.map((row) => ({
    findings: joinFindings(row.findings ?? NONE, activationToFindings(row)),
    amountCents: row.amountCents,
    targetFaults: [],
  }))

function activationToFindings({ source }: RowToJudge): FindingSet {
  if (source === undefined) return NONE
  const { exists, active, retired, expired } = source.facts
  if (!exists) return [cardFinding('cardUnknown')]
  if (retired) return [cardFinding('cardRetired')]
  if (expired) return [cardFinding('cardExpired')]
  return active ? [cardFinding('cardActive')] : NONE
}

export const judges: Readonly<Record<BatchType, Judge>> = {
  load: judgeLoads,
  transfer: judgeTransfers,
  devalue: judgeDevalues,
  activate: judgeActivations,
}
