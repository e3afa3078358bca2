// Why the row of a processed batch was not done: its RESULTTEXT (batches §3).
import type { FindingSet } from '#domain/rows/findings.ts'
import type { CardFindingCode, TargetFault } from './findings.ts'
import { batchKinds, type StoredBatchType } from './kinds.ts'

/** Why a row was not done. Codes without words of their own cannot arise at posting and share the last sentence. */
const reasons: Partial<Record<string, string>> & Partial<Record<CardFindingCode, string>> = {
  cardUnknown: 'no card of the programme has this identifier',
  cardNotActive: 'the card is not activated',
  cardStopped: 'the card is stopped',
  cardRetired: 'the card is retired',
  cardExpired: 'the card has expired',
  cardKyc: 'the cardholder has not passed identification (KYC)',
  loadLimit: 'the amount is outside the load limits of the campaign or would take the card over its maximum balance',
  fundsShort: 'the funding account does not hold enough for this row; top it up and load the row again',
  balanceShort: 'the card does not hold enough for this row any more',
  retireLeaves: 'the card holds more than the row takes off, and would be retired with the rest',
  targetSame: 'both identifiers name the same card',
}

const targetReasons: Readonly<Record<TargetFault, string>> = {
  unknown: 'no card of the programme has the second identifier',
  notActive: 'the card to be paid is not activated',
  stopped: 'the card to be paid is stopped',
  retired: 'the card to be paid is retired',
  expired: 'the card to be paid has expired',
  kyc: 'the holder of the card to be paid has not passed identification (KYC)',
}

/** The sentence for a row that was refused at posting, for its first reason. */
export function findingsToResultText(
  findings: FindingSet,
  type: StoredBatchType,
  targetFaults: readonly TargetFault[],
): string {
  const first = findings[0]?.code
  const [fault] = targetFaults
  const reason = first === 'targetRefused' && fault ? targetReasons[fault] : first && reasons[first]
  return `Not ${batchKinds[type].done}: ${reason ?? 'the row cannot be processed as it stands'}.`
}
