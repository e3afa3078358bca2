// What can be done to a card, as a table asked by screen and host alike: the button, its flag, when it is refused and why,
// and what is said when it is done (cards §2, §4, §8).
import { type Cents, cents, centsToText } from '#domain/money.ts'
import * as say from '#words/domain/cards.ts'

export type CardAction = 'devalue' | 'retire' | 'stop' | 'unstop' | 'activate' | 'changePin' | 'magstripe'

/** What the rules look at. */
export interface ActionFacts {
  readonly activated: boolean
  readonly expired: boolean
  readonly retired: boolean
  readonly stopped: boolean
  readonly balanceCents: Cents
  /** Of the balance, what is authorised and not settled yet. */
  readonly heldCents: Cents
  readonly requiresPin: boolean
}

export type ActionFlag =
  | 'showStatementDevalue'
  | 'showStatementRetire'
  | 'showStatementStop'
  | 'showStatementActivate'
  | 'showChangePIN'

export interface CardActionKind {
  readonly action: CardAction
  readonly label: string
  /** The label once it is done and cannot be done again. */
  readonly doneLabel?: string
  readonly flag?: ActionFlag
  readonly irreversible: boolean
  /** What the confirmation says will happen; absent where that depends on the direction. */
  readonly effect?: string
  readonly success: string
  /** Why the action is refused in this state, or undefined. */
  readonly refuse: (card: ActionFacts) => string | undefined
}

const RETIRED = say.cardIsRetiredWhichCannot

export const cardActions: Readonly<Record<CardAction, CardActionKind>> = {
  devalue: {
    action: 'devalue',
    label: say.devalue,
    flag: 'showStatementDevalue',
    irreversible: true,
    effect: say.allFundsAreTakenOffCard,
    success: say.cardDevaluedSuccessfully,
    // 'Removes all funds' (cards §4): part of them stay while they are promised to a merchant, so it waits for those.
    refuse: (card) => {
      if (card.balanceCents === 0) return say.cardHoldsNoFunds
      if (card.heldCents === 0) return undefined
      return say.onCardIsAuthorised(centsToText(card.heldCents))
    },
  },
  retire: {
    action: 'retire',
    label: say.retire,
    doneLabel: say.retired,
    flag: 'showStatementRetire',
    irreversible: true,
    effect: say.cardCanNeverBeUsed,
    success: say.cardRetiredSuccessfully,
    refuse: (card) => (card.retired ? say.cardIsRetiredAlready : undefined),
  },
  stop: {
    action: 'stop',
    label: say.stop,
    flag: 'showStatementStop',
    irreversible: false,
    effect: say.refusedUntilUnstopped,
    success: say.cardStoppedSuccessfully,
    refuse: (card) => (card.retired ? RETIRED : card.stopped ? say.cardIsStoppedAlready : undefined),
  },
  unstop: {
    action: 'unstop',
    label: say.unstop,
    flag: 'showStatementStop',
    irreversible: false,
    effect: say.cardGoesBackToWhat,
    success: say.cardEnabledSuccessfully,
    refuse: (card) => (card.retired ? RETIRED : card.stopped ? undefined : say.cardIsNotStopped),
  },
  activate: {
    action: 'activate',
    label: say.activate,
    doneLabel: say.activated,
    flag: 'showStatementActivate',
    irreversible: true,
    effect: say.cardCanBeUsedFromNow,
    success: say.cardActivatedSuccessfully,
    refuse: (card) => {
      if (card.activated) return say.cardIsActivatedAlready
      if (card.retired) return RETIRED
      return card.expired ? say.cardHasExpired : undefined
    },
  },
  changePin: {
    action: 'changePin',
    label: say.changePin,
    flag: 'showChangePIN',
    irreversible: false,
    effect: say.oldPinStopsWorkingAtOnce,
    success: say.cardPinChangedSuccessfully,
    refuse: (card) => {
      if (!card.requiresPin) return say.cardsCampaignUsesNoPin
      return card.retired ? RETIRED : undefined
    },
  },
  magstripe: {
    action: 'magstripe',
    label: say.magneticStripe,
    irreversible: false,
    success: say.magneticStripeChanged,
    refuse: (card) => (card.retired ? RETIRED : undefined),
  },
}

/** The magnetic stripe in words, by what is done to it. */
export const magstripeWords = {
  enable: {
    verb: say.enableMagneticStripe,
    effect: say.swipingAllowed,
    done: say.enabled,
  },
  disable: {
    verb: say.disableMagneticStripe,
    effect: say.swipingRefused,
    done: say.disabled,
  },
} as const

/** cards §4: whose error is shown when there are several. Activating has a message of its own beside them. */
export const errorPrecedence = ['devalue', 'stop', 'unstop', 'retire', 'changePin', 'magstripe'] as const

/** The action whose error is shown, or undefined where none failed. */
export const firstError = (errors: Readonly<Partial<Record<CardAction, string>>>): CardAction | undefined =>
  errorPrecedence.find((action) => errors[action] !== undefined)

/** cards §5: why a new PIN is refused, or undefined. */
export const refusePin = (pin: string, length: number): string | undefined =>
  pin.length === length && /^[0-9]+$/.test(pin) ? undefined : pinHelp(length)

export const pinHelp = (length: number): string => say.pleaseEnterDigitNewPin(length)

/** Why a fee of that size may not be inserted, or undefined; it is taken from what is available. */
export function refuseFee(card: Pick<ActionFacts, 'retired' | 'balanceCents' | 'heldCents'>, feeCents: Cents) {
  if (card.retired) return RETIRED
  const available = cents(card.balanceCents - card.heldCents)
  if (feeCents <= available) return undefined
  if (available <= 0) return say.nothingAvailableForFee(centsToText(available))
  return say.feeOfIsLargerThanAvailable(centsToText(feeCents), centsToText(available))
}

/** Why nothing is given back onto the card, or undefined: a retired one could never pay it out. */
export const refuseRefund = (card: Pick<ActionFacts, 'retired'>): string | undefined =>
  card.retired ? say.cardIsRetiredSoFeeCannot : undefined

/** cards §5, §9: requesterName and declineReason of a reversal. */
export const MAX_REVERSAL_TEXT = 255
/** The longest note about a card. */
export const MAX_NOTE_TEXT = 1000
/** cards §5: cards activated by one file. */
export const MAX_ACTIVATIONS = 250
