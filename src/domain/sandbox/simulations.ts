// What can be simulated in a sandbox: what happens to a card, and the references that make it fail. Rules:
// docs/rules/sandbox.md, "Simulations".

export const simulations = [
  'purchase',
  'decline',
  // An authorisation without any later event.
  'hold',
  // A clearing of more than was authorised.
  'aboveHold',
  'offline',
  'refund',
  'chargeback',
  'stop',
  'unstop',
] as const
export type SimulationType = (typeof simulations)[number]

export const needsAmount = (type: SimulationType): boolean => type !== 'stop' && type !== 'unstop'

/** The response codes of ISO 8583 with which the simulated processor declines. */
export type DeclineCode = '51' | '54' | '55' | '57' | '61' | '62'

/** The references with which an authorisation is declined, whatever the card's balance is. */
export const declineReferences: Readonly<Record<string, DeclineCode>> = {
  'fails-insufficient': '51',
  'fails-pin': '55',
  'fails-merchant': '57',
  'fails-limit': '61',
}

/**
 * The references whose events the portal cannot apply, because the card is unknown, the currency is not the card's, or the
 * id was used before.
 */
const inapplicableReferences = ['fails-unknown-card', 'fails-currency', 'fails-content'] as const

export const failingReferences: readonly string[] = [...Object.keys(declineReferences), ...inapplicableReferences]
