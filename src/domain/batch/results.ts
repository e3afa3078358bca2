// Builds the RESULTTEXT of a row that failed when its batch was processed.
import { m } from '#words/messages.js'
import type { FindingSet } from '#domain/rows/findings.ts'
import type { CardFindingCode, TargetFault } from './findings.ts'
import { batchTypes, type StoredBatchType } from './types.ts'

/** The texts of the reasons by code. No other code can occur at posting. */
const reasons: Readonly<Partial<Record<CardFindingCode, () => string>>> = {
  cardUnknown: m.batches_unknownCardInText,
  cardNotActive: m.batches_cardNotActivatedInText,
  cardStopped: m.batches_cardStoppedInText,
  cardRetired: m.batches_cardRetiredInText,
  cardExpired: m.batches_cardExpiredInText,
  cardKyc: m.batches_cardNotIdentifiedInText,
  atTarget: m.batches_aboveTargetInText,
  aboveTarget: m.batches_aboveTargetInText,
  loadLimit: m.batches_outsideLimitsInText,
  fundsShort: m.batches_fundingIsShortInText,
  balanceShort: m.batches_cardLacksMoneyInText,
  retireLeaves: m.batches_retiredWithMoneyInText,
  targetSame: m.batches_transferToItselfInText,
}

const targetReasons: Readonly<Record<TargetFault, () => string>> = {
  unknown: m.batches_unknownTargetInText,
  notActive: m.batches_targetNotActivatedInText,
  stopped: m.batches_targetStoppedInText,
  retired: m.batches_targetRetiredInText,
  expired: m.batches_targetExpiredInText,
  kyc: m.batches_targetNotIdentifiedInText,
}

/** The message of a row that was refused at posting, for its first reason. */
export function findingsToResultText(
  findings: FindingSet,
  type: StoredBatchType,
  targetFaults: readonly TargetFault[],
): string {
  const reason = findReason(findings[0]?.code, targetFaults[0])
  return m.batches_notDoneReason({
    done: batchTypes[type].pastParticiple,
    hasReason: reason === undefined ? 'no' : 'yes',
    reason: reason ?? '',
  })
}

function findReason(code: string | undefined, targetFault: TargetFault | undefined): string | undefined {
  if (code === 'targetRefused' && targetFault) return targetReasons[targetFault]()
  return reasons[code as CardFindingCode]?.()
}
