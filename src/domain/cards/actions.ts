// What can be done to a card, as a table asked by screen and host alike: the button, its flag, when it is refused and why,
// and what is said when it is done (cards §2, §4, §8).
import { type Cents, cents, centsToText } from '#domain/money.ts'

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
  'showStatementDevalue' | 'showStatementRetire' | 'showStatementStop' | 'showStatementActivate' | 'showChangePIN'

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

const RETIRED = 'The card is retired, which cannot be undone.'
/** No failure to who wanted the card active: in a file's result it is told apart by this sentence. */
export const ALREADY_ACTIVATED = 'The card is activated already.'

export const cardActions: Readonly<Record<CardAction, CardActionKind>> = {
  devalue: {
    action: 'devalue',
    label: 'Devalue',
    flag: 'showStatementDevalue',
    irreversible: true,
    effect: 'All funds are taken off the card and go back to the funding account.',
    success: 'Card devalued successfully',
    // 'Removes all funds' (cards §4): part of them stay while they are promised to a merchant, so it waits for those.
    refuse: (card) => {
      if (card.balanceCents === 0) return 'The card holds no funds.'
      if (card.heldCents === 0) return undefined
      return `${centsToText(card.heldCents)} on the card is authorised and not settled yet. Devalue it once that is settled or released.`
    },
  },
  retire: {
    action: 'retire',
    label: 'Retire',
    doneLabel: 'Retired',
    flag: 'showStatementRetire',
    irreversible: true,
    effect: 'The card can never be used or loaded again. This cannot be undone.',
    success: 'Card retired successfully',
    refuse: (card) => (card.retired ? 'The card is retired already.' : undefined),
  },
  stop: {
    action: 'stop',
    label: 'Stop',
    flag: 'showStatementStop',
    irreversible: false,
    effect: 'The card is refused everywhere until it is unstopped.',
    success: 'Card stopped successfully',
    refuse: (card) => (card.retired ? RETIRED : card.stopped ? 'The card is stopped already.' : undefined),
  },
  unstop: {
    action: 'unstop',
    label: 'Unstop',
    flag: 'showStatementStop',
    irreversible: false,
    effect: 'The card goes back to what it was before it was stopped.',
    success: 'Card enabled successfully',
    refuse: (card) => (card.retired ? RETIRED : card.stopped ? undefined : 'The card is not stopped.'),
  },
  activate: {
    action: 'activate',
    label: 'Activate',
    doneLabel: 'Activated',
    flag: 'showStatementActivate',
    irreversible: true,
    effect: 'The card can be used from now on.',
    success: 'Card activated successfully',
    refuse: (card) => {
      if (card.activated) return ALREADY_ACTIVATED
      if (card.retired) return RETIRED
      return card.expired ? 'The card has expired.' : undefined
    },
  },
  changePin: {
    action: 'changePin',
    label: 'ChangePIN',
    flag: 'showChangePIN',
    irreversible: false,
    effect: 'The old PIN stops working at once.',
    success: 'CARD PIN changed successfully',
    refuse: (card) => {
      if (!card.requiresPin) return "The card's campaign uses no PIN."
      return card.retired ? RETIRED : undefined
    },
  },
  magstripe: {
    action: 'magstripe',
    label: 'Magnetic stripe',
    irreversible: false,
    success: 'Magnetic stripe changed successfully',
    refuse: (card) => (card.retired ? RETIRED : undefined),
  },
}

/** The magnetic stripe in words, by what is done to it. */
export const magstripeWords = {
  enable: {
    verb: 'Enable the magnetic stripe',
    effect: 'Payments by swiping the card are allowed from now on.',
    done: 'enabled',
  },
  disable: {
    verb: 'Disable the magnetic stripe',
    effect: 'Payments by swiping the card are refused from now on.',
    done: 'disabled',
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

export const pinHelp = (length: number): string => `Please enter ${length} digit new PIN`

/** Why a fee of that size may not be inserted, or undefined; it is taken from what is available. */
export function refuseFee(card: Pick<ActionFacts, 'retired' | 'balanceCents' | 'heldCents'>, feeCents: Cents) {
  if (card.retired) return RETIRED
  const available = cents(card.balanceCents - card.heldCents)
  if (feeCents <= available) return undefined
  return `The fee of ${centsToText(feeCents)} is larger than the ${centsToText(available)} available on the card. Enter a smaller amount.`
}

/** Why nothing is given back onto the card, or undefined: a retired one could never pay it out. */
export const refuseRefund = (card: Pick<ActionFacts, 'retired'>): string | undefined =>
  card.retired ? 'The card is retired, so the fee cannot be given back onto it.' : undefined

/** cards §5, §9: requesterName and declineReason of a reversal. */
export const MAX_REVERSAL_TEXT = 255
/** The longest note about a card. */
export const MAX_NOTE_TEXT = 1000
/** cards §5: cards activated by one file. */
export const MAX_ACTIVATIONS = 250
