// Checks whether an amount can be loaded on a card. The server uses the checks at verification, upload and posting. The
// portal converts the server's check results to the same findings.
import type { Cents } from '#domain/money.ts'
import type { CardFlags, CardStatus } from '#domain/cards/status.ts'
import { addFinding, type FindingSet, NO_FINDINGS } from '#domain/rows/findings.ts'
import { cardFinding } from './card-rows.ts'
import type { AdditionalValidation } from './types.ts'

/** The facts about one card that the checks read. Amounts in minor units. */
export interface CardFacts extends Omit<CardFlags, 'activated'> {
  readonly exists: boolean
  readonly active: boolean
  /** True if the campaign requires no identification, or the holder has passed identification. */
  readonly isIdentified: boolean
  readonly balanceCents: Cents
  readonly loadMinCents: Cents
  readonly loadMaxCents: Cents
  readonly voucherMaxCents: Cents
}

/** The reasons why the amount cannot be loaded on the card. Empty if it can be loaded. */
export function loadToFindings(
  card: CardFacts,
  amountCents: Cents,
  validation: readonly AdditionalValidation[],
): FindingSet {
  if (!card.exists) return [cardFinding('cardUnknown')]
  let findings = statusesToFindings(card)
  if (card.retired) return findings
  if (!card.isIdentified) findings = addFinding(findings, cardFinding('cardKyc'))
  const exceedsLimit = validation.includes('loadlimit') && !isWithinLoadLimit(card, amountCents)
  return exceedsLimit ? addFinding(findings, cardFinding('loadLimit')) : findings
}

/** The finding about each status of a card that cannot be used. */
const statusFindings = {
  retired: 'cardRetired',
  stopped: 'cardStopped',
  expired: 'cardExpired',
  notActivated: 'cardNotActive',
} as const satisfies Readonly<Record<Exclude<CardStatus, 'activated'>, string>>
const unusableStatuses = Object.keys(statusFindings) as readonly (keyof typeof statusFindings)[]

/** The reasons why the card cannot be used. For a retired card, there is no other reason. */
export function statusesToFindings(card: CardFacts): FindingSet {
  if (card.retired) return [cardFinding(statusFindings.retired)]
  let findings = NO_FINDINGS
  for (const status of unusableStatuses) {
    const applies = status === 'notActivated' ? !card.active : card[status]
    if (applies) findings = addFinding(findings, cardFinding(statusFindings[status]))
  }
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
