// Builds the RESULTTEXT of a row that failed when its batch was processed.
import { m } from '#words/messages.js'
import type { FindingSet } from '#domain/rows/findings.ts'
import type { CardFindingCode, TargetFault } from './findings.ts'
import { batchKinds, type StoredBatchType } from './kinds.ts'

/** The reasons by code. The other codes cannot occur at posting, so a row with such a code gets no reason. */
const reasons: Partial<Record<string, string>> & Partial<Record<CardFindingCode, string>> = {
  get cardUnknown() {
    return m.batches_noCardInText()
  },
  get cardNotActive() {
    return m.batches_cardIsNotActivatedInText()
  },
  get cardStopped() {
    return m.batches_cardIsStoppedInText()
  },
  get cardRetired() {
    return m.batches_cardIsRetiredInText()
  },
  get cardExpired() {
    return m.batches_cardHasExpiredInText()
  },
  get cardKyc() {
    return m.batches_holderNotIdentifiedInText()
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
    return m.batches_cardDoesNotHoldEnoughFor()
  },
  get retireLeaves() {
    return m.batches_cardHoldsMoreInText()
  },
  get targetSame() {
    return m.batches_bothNameSameCard()
  },
}

const targetReasons: Readonly<Record<TargetFault, string>> = {
  get unknown() {
    return m.batches_noSecondCardInText()
  },
  get notActive() {
    return m.batches_cardToBePaidIsNot()
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
    return m.batches_holderOfCardToBePaidHas()
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
