// The reason why a row of a processed batch failed: its RESULTTEXT.
import type { FindingSet } from '#domain/rows/findings.ts'
import * as say from '#words/domain/batch.ts'
import type { CardFindingCode, TargetFault } from './findings.ts'
import { batchKinds, type StoredBatchType } from './kinds.ts'

/** The reasons in words. Codes without words cannot occur at posting and share the last sentence. */
const reasons: Partial<Record<string, string>> & Partial<Record<CardFindingCode, string>> = {
  cardUnknown: say.noCardInText,
  cardNotActive: say.cardIsNotActivatedInText,
  cardStopped: say.cardIsStoppedInText,
  cardRetired: say.cardIsRetiredInText,
  cardExpired: say.cardHasExpiredInText,
  cardKyc: say.holderNotIdentifiedInText,
  atTarget: say.aboveTargetInText,
  aboveTarget: say.aboveTargetInText,
  loadLimit: say.outsideLimitsInText,
  fundsShort: say.fundingIsShortInText,
  balanceShort: say.cardDoesNotHoldEnoughFor,
  retireLeaves: say.cardHoldsMoreInText,
  targetSame: say.bothNameSameCard,
}

const targetReasons: Readonly<Record<TargetFault, string>> = {
  unknown: say.noSecondCardInText,
  notActive: say.cardToBePaidIsNot,
  stopped: say.targetStoppedInText,
  retired: say.targetRetiredInText,
  expired: say.targetExpiredInText,
  kyc: say.holderOfCardToBePaidHas,
}

/** The message of a row that was refused at posting, for its first reason. */
export function findingsToResultText(
  findings: FindingSet,
  type: StoredBatchType,
  targetFaults: readonly TargetFault[],
): string {
  const first = findings[0]?.code
  const [fault] = targetFaults
  const reason = first === 'targetRefused' && fault ? targetReasons[fault] : first && reasons[first]
  return say.notDoneReason(batchKinds[type].done, reason)
}
