// Checks from the facts about a card whether an amount can be loaded on it. The server uses the checks at verification,
// upload and posting; the portal converts check results to the same findings.
import type { Cents } from '#domain/money.ts'
import { addFinding, type FindingSet, NO_FINDINGS } from '#domain/rows/findings.ts'
import { cardFinding } from './card-rows.ts'
import type { AdditionalValidation } from './types.ts'

/** The facts about one card that the checks read. Amounts in minor units. */
export interface CardFacts {
  readonly exists: boolean
  readonly active: boolean
  readonly stopped: boolean
  readonly retired: boolean
  readonly expired: boolean
  /** True if the campaign requires no identification, or the holder has passed identification. */
  readonly isIdentified: boolean
  readonly balanceCents: Cents
  readonly loadMinCents: Cents
  readonly loadMaxCents: Cents
  readonly voucherMaxCents: Cents
}

/** The reasons why the amount cannot be loaded on the card; empty if it can be loaded. */
export function loadToFindings(
  card: CardFacts,
  amountCents: Cents,
  validation: readonly AdditionalValidation[],
): FindingSet {
  if (!card.exists) return [cardFinding('cardUnknown')]
  if (card.retired) return [cardFinding('cardRetired')]
  let findings = NO_FINDINGS
  if (card.stopped) findings = addFinding(findings, cardFinding('cardStopped'))
  if (card.expired) findings = addFinding(findings, cardFinding('cardExpired'))
  if (!card.active) findings = addFinding(findings, cardFinding('cardNotActive'))
  if (!card.isIdentified) findings = addFinding(findings, cardFinding('cardKyc'))
  if (validation.includes('loadlimit') && !isWithinLoadLimit(card, amountCents))
    findings = addFinding(findings, cardFinding('loadLimit'))
  return findings
}

/** `loadMin` and `loadMax` limit one load, `voucherMax` limits the balance after it. */
export const isWithinLoadLimit = (
  card: Pick<CardFacts, 'balanceCents' | 'loadMinCents' | 'loadMaxCents' | 'voucherMaxCents'>,
  amountCents: Cents,
): boolean =>
  amountCents >= card.loadMinCents &&
  amountCents <= card.loadMaxCents &&
  card.balanceCents + amountCents <= card.voucherMaxCents
