// What can be done to a card: one row of one table for each action, read by portal and server alike. From it follow the buttons and
// their order, when an action is refused and why, which error is shown first, and what is reported when it is done. The compiler asks
// for what a new row needs elsewhere: docs/contributing.md, "Card action". Rules: docs/rules/cards.md, "Card actions".
import { type Cents, cents, centsToText } from '#domain/money.ts'
import * as say from '#words/domain/cards.ts'

/** The facts that the rules need. */
export interface ActionFacts {
  readonly activated: boolean
  readonly expired: boolean
  readonly retired: boolean
  readonly stopped: boolean
  readonly balanceCents: Cents
  /** The authorised part of the balance. */
  readonly heldCents: Cents
  readonly requiresPin: boolean
  /** The PIN was changed in this session, which only the portal knows. */
  readonly pinChanged?: boolean
}

export type ActionFlag =
  | 'showStatementDevalue'
  | 'showStatementRetire'
  | 'showStatementStop'
  | 'showStatementActivate'
  | 'showChangePIN'

interface ActionRow {
  readonly label: string
  /** The label of an action that is done and cannot be done again, and when that is so. */
  readonly done?: { readonly label: string; readonly when: (card: ActionFacts) => boolean }
  /**
   * 'bar': a button among the others. 'barEnd': at the end of the bar, in red, for what takes something away for good; the last
   * four digits of the card are typed to confirm it. 'facts': beside the fact that it changes.
   */
  readonly slot: 'bar' | 'barEnd' | 'facts'
  /** The action whose button this one takes the place of, so that the focus stays on it. */
  readonly replaces?: string
  /** Whether there is a button in this state; always, if absent. */
  readonly isShown?: (card: ActionFacts) => boolean
  /** The button is gone while the action is on its way. */
  readonly isHiddenWhileSent?: true
  /** The client's setting that shows it; always shown, if absent. */
  readonly flag?: ActionFlag
  /** The operation that carries it out; its permission is the action's. */
  readonly method: string
  /**
   * When several actions have failed, the error with the lowest number is shown. 'separate': shown as a second message.
   */
  readonly errorRank: number | 'separate'
  /** What the confirmation says will happen; absent if that depends on the card. */
  readonly effect?: string
  /** The notice of success. */
  readonly success: string
  /** Why the action is refused in this state, or undefined. */
  readonly refuse: (card: ActionFacts) => string | undefined
}

const RETIRED = say.cardIsRetiredWhichCannot

// In the order of the buttons. The order of the errors is fixed: devalue, stop, unstop, retire, change PIN; a failed
// change of the status has a separate message.
const rows = {
  stop: {
    label: say.stop,
    slot: 'bar',
    isShown: (card) => !card.stopped,
    flag: 'showStatementStop',
    method: 'stopCard',
    errorRank: 2,
    effect: say.refusedUntilUnstopped,
    success: say.cardStoppedSuccessfully,
    refuse: (card) => (card.retired ? RETIRED : card.stopped ? say.cardIsStoppedAlready : undefined),
  },
  unstop: {
    label: say.unstop,
    slot: 'bar',
    replaces: 'stop',
    isShown: (card) => card.stopped,
    flag: 'showStatementStop',
    method: 'unstopCard',
    errorRank: 3,
    effect: say.cardGoesBackToWhat,
    success: say.cardEnabledSuccessfully,
    refuse: (card) => (card.retired ? RETIRED : card.stopped ? undefined : say.cardIsNotStopped),
  },
  activate: {
    label: say.activate,
    done: { label: say.activated, when: (card) => card.activated },
    slot: 'bar',
    flag: 'showStatementActivate',
    method: 'setCardStatus',
    errorRank: 'separate',
    effect: say.cardCanBeUsedFromNow,
    success: say.cardActivatedSuccessfully,
    refuse: (card) => {
      if (card.activated) return say.cardIsActivatedAlready
      if (card.retired) return RETIRED
      return card.expired ? say.cardHasExpired : undefined
    },
  },
  changePin: {
    label: say.changePin,
    slot: 'bar',
    flag: 'showChangePIN',
    method: 'changePin',
    errorRank: 5,
    effect: say.oldPinStopsWorkingAtOnce,
    success: say.cardPinChangedSuccessfully,
    refuse: (card) => {
      if (card.pinChanged) return say.pinOfThisCardWasChanged
      if (!card.requiresPin) return say.cardsCampaignUsesNoPin
      return card.retired ? RETIRED : undefined
    },
  },
  devalue: {
    label: say.devalue,
    slot: 'barEnd',
    isShown: (card) => card.balanceCents !== 0,
    isHiddenWhileSent: true,
    flag: 'showStatementDevalue',
    method: 'devalueCard',
    errorRank: 1,
    effect: say.allFundsAreTakenOffCard,
    success: say.cardDevaluedSuccessfully,
    // It removes all funds. Part of them stay while they are promised to a merchant, so it waits for those.
    refuse: (card) => {
      if (card.balanceCents === 0) return say.cardHoldsNoFunds
      if (card.heldCents === 0) return undefined
      return say.onCardIsAuthorised(centsToText(card.heldCents))
    },
  },
  retire: {
    label: say.retire,
    done: { label: say.retired, when: (card) => card.retired },
    slot: 'barEnd',
    flag: 'showStatementRetire',
    method: 'retireCard',
    errorRank: 4,
    effect: say.cardCanNeverBeUsed,
    success: say.cardRetiredSuccessfully,
    refuse: (card) => (card.retired ? say.cardIsRetiredAlready : undefined),
  },
  magstripe: {
    label: say.magneticStripe,
    slot: 'facts',
    method: 'toggleMagstripe',
    errorRank: 6,
    success: say.magneticStripeChanged,
    refuse: (card) => (card.retired ? RETIRED : undefined),
  },
} as const satisfies Readonly<Record<string, ActionRow>>

export type CardAction = keyof typeof rows
/** The operations that card actions are carried out by. */
export type CardActionMethod = (typeof rows)[CardAction]['method']
/** Those whose control is in this place. */
export type ActionIn<Place extends ActionRow['slot']> = {
  [A in CardAction]: (typeof rows)[A]['slot'] extends Place ? A : never
}[CardAction]
interface CardActionKind extends ActionRow {
  readonly method: CardActionMethod
}

export const cardActions: Readonly<Record<CardAction, CardActionKind>> = rows
const allActions = Object.keys(rows) as readonly CardAction[]

interface Shown {
  readonly flags: Readonly<Record<ActionFlag, boolean>>
  /** An action that is on its way. */
  readonly sending: CardAction | undefined
}

/** The actions that have a control in this place, in their order. */
export const shownActions = (
  slot: ActionRow['slot'],
  card: ActionFacts,
  { flags, sending }: Shown,
): readonly CardAction[] =>
  allActions.filter((action) => {
    const { slot: own, flag, isShown, isHiddenWhileSent } = cardActions[action]
    if (own !== slot || (flag !== undefined && !flags[flag]) || isShown?.(card) === false) return false
    return !(isHiddenWhileSent && sending === action)
  })

/** The label of its button. */
export function actionToLabel(action: CardAction, card: ActionFacts): string {
  const { label, done } = cardActions[action]
  return done?.when(card) ? done.label : label
}

type Failed = Readonly<Partial<Record<CardAction, string>>>

/** Of the actions that have failed those whose error is shown: one of them by its rank, and those with a separate message. */
export function shownErrors(errors: Failed): readonly CardAction[] {
  const failed = allActions.filter((action) => errors[action] !== undefined)
  const ranked = failed.flatMap((action) => {
    const { errorRank } = cardActions[action]
    return errorRank === 'separate' ? [] : [{ action, errorRank }]
  })
  const [first] = ranked.toSorted((one, other) => one.errorRank - other.errorRank)
  const separate = failed.filter((action) => cardActions[action].errorRank === 'separate')
  return [...(first ? [first.action] : []), ...separate]
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

/** Why a new PIN is refused, or undefined. */
export const refusePin = (pin: string, length: number): string | undefined =>
  pin.length === length && /^[0-9]+$/.test(pin) ? undefined : pinHelp(length)

export const pinHelp = (length: number): string => say.pleaseEnterDigitNewPin(length)

/** Why a fee of that size cannot be inserted, or undefined; it is taken from what is available. */
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

/** Maximum length of a reversal's texts. */
export const MAX_REVERSAL_TEXT = 255
/** The longest note about a card. */
export const MAX_NOTE_TEXT = 1000
/** Maximum number of cards activated by one file. */
export const MAX_ACTIVATIONS = 250
