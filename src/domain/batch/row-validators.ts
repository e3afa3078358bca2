// Maps each type of batch to the function that validates its rows.
import { type FindingSet, joinFindings, NO_FINDINGS } from '#domain/rows/findings.ts'
import { cardFinding } from './card-rows.ts'
import { type ValidateRows, validateLoads, type RowToValidate } from './load-validation.ts'
import type { BatchType } from './types.ts'
import { validateDevalues, validateTransfers } from './move-validation.ts'

/** A card can be activated unless it is unknown, retired or expired. An active card gets a warning. */
const validateActivations: ValidateRows = (rows) =>
  rows.map((row) => ({
    findings: joinFindings(row.findings ?? NO_FINDINGS, activationToFindings(row)),
    amountCents: row.amountCents,
    targetFaults: [],
  }))

function activationToFindings({ source }: RowToValidate): FindingSet {
  if (source === undefined) return NO_FINDINGS
  const { exists, active, retired, expired } = source.facts
  if (!exists) return [cardFinding('cardUnknown')]
  if (retired) return [cardFinding('cardRetired')]
  if (expired) return [cardFinding('cardExpired')]
  return active ? [cardFinding('cardActive')] : NO_FINDINGS
}

export const rowValidators: Readonly<Record<BatchType, ValidateRows>> = {
  load: validateLoads,
  transfer: validateTransfers,
  devalue: validateDevalues,
  activate: validateActivations,
}
