// Builds the RESULTTEXT of a row that failed when its batch was processed.
import { m } from '#words/messages.js'
import type { FindingSet } from '#domain/rows/findings.ts'
import type { CardFindingCode, TargetFault } from './findings.ts'
import { batchKinds, type StoredBatchType } from './kinds.ts'

/** The reasons by code. The other codes cannot occur at posting, so a row with such a code gets no reason. */
const reasons: Partial<Record<string, string>> & Partial<Record<CardFindingCode, string>> = {
  get cardUnknown() {
    return m.batches_unknownCardInText()
  },
  get cardNotActive() {
    return m.batches_cardNotActivatedInText()
  },
  get cardStopped() {
    return m.batches_cardStoppedInText()
  },
  get cardRetired() {
    return m.batches_cardRetiredInText()
  },
  get cardExpired() {
    return m.batches_cardExpiredInText()
  },
  get cardKyc() {
    return m.batches_cardNotIdentifiedInText()
  },
  get atTarget() {
    return m.batches_aboveTargetInText()
  },
  get aboveTarget() {
    return m.batches_aboveTargetInText()
  },
  get loadLimit() {
    return m.batches_outsideLimitsInText()
  },
  get fundsShort() {
    return m.batches_fundingIsShortInText()
  },
  get balanceShort() {
    return m.batches_cardLacksMoneyInText()
  },
  get retireLeaves() {
    return m.batches_retiredWithMoneyInText()
  },
  get targetSame() {
    return m.batches_transferToItselfInText()
  },
}

const targetReasons: Readonly<Record<TargetFault, string>> = {
  get unknown() {
    return m.batches_unknownTargetInText()
  },
  get notActive() {
    return m.batches_targetNotActivatedInText()
  },
  get stopped() {
    return m.batches_targetStoppedInText()
  },
  get retired() {
    return m.batches_targetRetiredInText()
  },
  get expired() {
    return m.batches_targetExpiredInText()
  },
  get kyc() {
    return m.batches_targetNotIdentifiedInText()
  },
}

/** The message of a row that was refused at posting, for its first reason. */
export function findingsToResultText(
  findings: FindingSet,
  type: StoredBatchType,
  targetFaults: readonly TargetFault[],
): string {
  const firstCode = findings[0]?.code
  const [fault] = targetFaults
  const reason = firstCode === 'targetRefused' && fault ? targetReasons[fault] : firstCode && reasons[firstCode]
  return m.batches_notDoneReason({
    done: batchKinds[type].pastParticiple,
    hasReason: reason === undefined ? 'no' : 'yes',
    reason: reason ?? '',
  })
}
