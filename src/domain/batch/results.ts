// Builds the RESULTTEXT of a row that failed when its batch was processed.
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import type { FindingSet } from '#domain/rows/findings.ts'
import type { CardFindingCode, TargetFault } from './findings.ts'
import { batchTypes, type StoredBatchType } from './types.ts'

/** The reasons by code. No other code can occur at posting. */
const reasons = withTexts<Readonly<Partial<Record<CardFindingCode, string>>>>({
  cardUnknown: textOf(m.batches_unknownCardInText),
  cardNotActive: textOf(m.batches_cardNotActivatedInText),
  cardStopped: textOf(m.batches_cardStoppedInText),
  cardRetired: textOf(m.batches_cardRetiredInText),
  cardExpired: textOf(m.batches_cardExpiredInText),
  cardKyc: textOf(m.batches_cardNotIdentifiedInText),
  atTarget: textOf(m.batches_aboveTargetInText),
  aboveTarget: textOf(m.batches_aboveTargetInText),
  loadLimit: textOf(m.batches_outsideLimitsInText),
  fundsShort: textOf(m.batches_fundingIsShortInText),
  balanceShort: textOf(m.batches_cardLacksMoneyInText),
  retireLeaves: textOf(m.batches_retiredWithMoneyInText),
  targetSame: textOf(m.batches_transferToItselfInText),
})

const targetReasons = withTexts<Readonly<Record<TargetFault, string>>>({
  unknown: textOf(m.batches_unknownTargetInText),
  notActive: textOf(m.batches_targetNotActivatedInText),
  stopped: textOf(m.batches_targetStoppedInText),
  retired: textOf(m.batches_targetRetiredInText),
  expired: textOf(m.batches_targetExpiredInText),
  kyc: textOf(m.batches_targetNotIdentifiedInText),
})

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
  if (code === 'targetRefused' && targetFault) return targetReasons[targetFault]
  return reasons[code as CardFindingCode]
}
