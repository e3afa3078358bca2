// What the row of a processed batch says about its outcome: RESULTTEXT (batches §3).
import { type FindingCode, type FindingSet, setToFindings } from './findings.ts'

export const LOADED_TEXT = 'Loaded'

/** Why a row was not loaded. Codes without words of their own cannot arise at posting and share the last sentence. */
const reasons: Partial<Record<FindingCode, string>> = {
  cardUnknown: 'no card of the programme has this identifier',
  cardNotActive: 'the card is not activated',
  cardStopped: 'the card is stopped',
  cardRetired: 'the card is retired',
  cardExpired: 'the card has expired',
  cardKyc: 'the cardholder has not passed identification (KYC)',
  loadLimit: 'the amount is outside the load limits of the campaign or would take the card over its maximum balance',
  fundsShort: 'the funding account does not hold enough for this row; top it up and load the row again',
}

/** The sentence for a row that was refused at posting, for its first reason in the order of `findingCodes`. */
export function findingsToResultText(findings: FindingSet): string {
  const [first] = setToFindings(findings)
  return `Not loaded: ${(first && reasons[first]) ?? 'the row cannot be loaded as it stands'}.`
}
