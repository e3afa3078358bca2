// The table of card actions, used by portal and server. It defines the buttons and their order, when and why an action
// is refused, which error is shown first, and the message of success. A new action needs a row here and an operation
// (src/contract/methods.ts) with its handler in server/cards. If the action moves money, the handler posts through
// server/ledger. A new type of event needs a row of history.ts and a migration that allows it
// (tests/server/db/checks.test.ts reports a missing one). The compiler then asks for the action's icon, words and request
// (pages/cards/details/action-views.ts), its change (flows/pending-changes/change-types.ts) and its words in the audit trail.
// tests/server/new-table-rows.test.ts tries one. Rules: docs/rules/cards.md, "Card actions".
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import { type Cents, cents, centsToText } from '#domain/money.ts'
import type { CardFlags } from './status.ts'

/** The facts that the rules need. */
export interface CardForRules extends CardFlags {
  readonly balanceCents: Cents
  /** The authorised amount, which the balance includes. */
  readonly heldCents: Cents
  readonly requiresPin: boolean
  /** True if the PIN was changed in this session, which only the portal knows. */
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
  /** For an action that cannot be repeated: the label of its button after the action, and when it applies. */
  readonly completed?: { readonly label: string; readonly when: (card: CardForRules) => boolean }
  /**
   * 'bar': a button among the others. 'barEnd': a red button at the end of the bar, for an action that cannot be undone.
   * The user confirms such an action with the last four digits of the card. 'facts': a button beside the value that the
   * action changes.
   */
  readonly slot: 'bar' | 'barEnd' | 'facts'
  /** The action whose button this action's button replaces, at the same place and with its focus: 'stop' for 'unstop'. */
  readonly replaces?: string
  /** True if the button is shown for this card. By default, it is always shown. */
  readonly isShown?: (card: CardForRules) => boolean
  /** The button is hidden while the action is being sent. */
  readonly isHiddenWhileSending?: true
  /** The client's setting that shows the action. By default, the action is shown to every client. */
  readonly flag?: ActionFlag
  /** The API operation of the action. The user needs the permission of this operation. */
  readonly method: string
  /**
   * If several actions have failed, the error with the lowest number is shown. 'separate': shown as a second message.
   */
  readonly errorRank: number | 'separate'
  /** The consequence shown in the confirmation; absent if the consequence depends on the card. */
  readonly effect?: string
  /** The notice after success. */
  readonly success: string
  /** Returns why the action is refused for this card. Undefined if it is allowed. */
  readonly refusal: (card: CardForRules) => string | undefined
}

// In the order of the buttons. The order of the errors is fixed: devalue, stop, unstop, retire, change PIN. A failed
// change of the status has a separate message. `textOf(m.x)` is read as `m.x()` each time, in the current language.
const actionRows = withTexts({
  stop: {
    label: textOf(m.common_stop),
    slot: 'bar',
    isShown: (card) => !card.stopped,
    flag: 'showStatementStop',
    method: 'stopCard',
    errorRank: 2,
    effect: textOf(m.cards_stopEffect),
    success: textOf(m.cards_cardStoppedSuccessfully),
    refusal: (card) => {
      if (card.retired) return m.cards_retiredRefused()
      return card.stopped ? m.cards_alreadyStopped() : undefined
    },
  },
  unstop: {
    label: textOf(m.cards_unstop),
    slot: 'bar',
    replaces: 'stop',
    isShown: (card) => card.stopped,
    flag: 'showStatementStop',
    method: 'unstopCard',
    errorRank: 3,
    effect: textOf(m.cards_unstopEffect),
    success: textOf(m.cards_cardEnabledSuccessfully),
    refusal: (card) => {
      if (card.retired) return m.cards_retiredRefused()
      return card.stopped ? undefined : m.cards_cardIsNotStopped()
    },
  },
  activate: {
    label: textOf(m.cards_activate),
    completed: { label: textOf(m.common_activatedLabel), when: (card) => card.activated },
    slot: 'bar',
    flag: 'showStatementActivate',
    method: 'setCardStatus',
    errorRank: 'separate',
    effect: textOf(m.cards_activateEffect),
    success: textOf(m.common_cardActivatedSuccessfully),
    refusal: (card) => {
      // A retired card cannot be used, whether it was activated before or not.
      if (card.retired) return m.cards_retiredRefused()
      if (card.activated) return m.cards_alreadyActivated()
      return card.expired ? m.cards_cardHasExpired() : undefined
    },
  },
  changePin: {
    label: textOf(m.cards_changePin),
    slot: 'bar',
    flag: 'showChangePIN',
    method: 'changePin',
    errorRank: 5,
    effect: textOf(m.cards_changePinEffect),
    success: textOf(m.cards_cardPinChangedSuccessfully),
    refusal: (card) => {
      if (card.pinChanged) return m.cards_pinAlreadyChanged()
      if (!card.requiresPin) return m.cards_campaignUsesNoPin()
      return card.retired ? m.cards_retiredRefused() : undefined
    },
  },
  devalue: {
    label: textOf(m.cards_devalue),
    slot: 'barEnd',
    isShown: (card) => card.balanceCents !== 0,
    isHiddenWhileSending: true,
    flag: 'showStatementDevalue',
    method: 'devalueCard',
    errorRank: 1,
    effect: textOf(m.cards_devalueEffect),
    success: textOf(m.cards_cardDevaluedSuccessfully),
    // The action takes all funds off the card, which is impossible while some are authorised for a merchant.
    refusal: (card) => {
      if (card.balanceCents === 0) return m.cards_noFunds()
      if (card.heldCents === 0) return undefined
      return m.cards_fundsNotSettled({ heldCents: centsToText(card.heldCents) })
    },
  },
  retire: {
    label: textOf(m.cards_retire),
    completed: { label: textOf(m.common_retiredLabel), when: (card) => card.retired },
    slot: 'barEnd',
    flag: 'showStatementRetire',
    method: 'retireCard',
    errorRank: 4,
    effect: textOf(m.cards_retireEffect),
    success: textOf(m.cards_cardRetiredSuccessfully),
    refusal: (card) => (card.retired ? m.cards_alreadyRetired() : undefined),
  },
  magstripe: {
    label: textOf(m.cards_magneticStripe),
    slot: 'facts',
    method: 'toggleMagstripe',
    errorRank: 6,
    success: textOf(m.cards_magneticStripeChanged),
    refusal: (card) => (card.retired ? m.cards_retiredRefused() : undefined),
  },
} as const satisfies Readonly<Record<string, ActionRow>>)

export type CardAction = keyof typeof actionRows
/** The API operations of card actions. */
export type CardActionMethod = (typeof actionRows)[CardAction]['method']
/** The actions whose control is in this slot. `ActionIn<'facts'>` is 'magstripe'. */
export type ActionIn<Place extends ActionRow['slot']> = {
  [A in CardAction]: (typeof actionRows)[A]['slot'] extends Place ? A : never
}[CardAction]
interface CardActionInfo extends ActionRow {
  readonly method: CardActionMethod
}

export const cardActions: Readonly<Record<CardAction, CardActionInfo>> = actionRows
const allActions = Object.keys(actionRows) as readonly CardAction[]

/** True for an action that cannot be undone. */
export const isIrreversible = (action: CardAction): boolean => cardActions[action].slot === 'barEnd'

interface ShownActionsOptions {
  readonly flags: Readonly<Record<ActionFlag, boolean>>
  /** The action that is being sent. */
  readonly sending: CardAction | undefined
}

/** The actions that have a control in this slot, in order. */
export const shownActions = (
  slot: ActionRow['slot'],
  card: CardForRules,
  { flags, sending }: ShownActionsOptions,
): readonly CardAction[] =>
  allActions.filter((action) => {
    const { slot: actionSlot, flag, isShown, isHiddenWhileSending } = cardActions[action]
    const isSwitchedOff = flag !== undefined && !flags[flag]
    const isHiddenForCard = isShown?.(card) === false
    const isHiddenNow = isHiddenWhileSending === true && sending === action
    return actionSlot === slot && !isSwitchedOff && !isHiddenForCard && !isHiddenNow
  })

/** The label of an action's button. */
export function actionToLabel(action: CardAction, card: CardForRules): string {
  const { label, completed } = cardActions[action]
  return completed?.when(card) ? completed.label : label
}

type ActionErrors = Readonly<Partial<Record<CardAction, string>>>

/** The failed actions whose error is shown: the action with the lowest rank, and all actions with a separate message. */
export function shownErrors(errors: ActionErrors): readonly CardAction[] {
  const separateActions: CardAction[] = []
  let first: { readonly action: CardAction; readonly rank: number } | undefined
  for (const action of allActions.filter((each) => errors[each] !== undefined)) {
    const { errorRank } = cardActions[action]
    if (errorRank === 'separate') separateActions.push(action)
    else if (!first || errorRank < first.rank) first = { action, rank: errorRank }
  }
  return first ? [first.action, ...separateActions] : separateActions
}

/** The texts of the button that enables or disables the magnetic stripe. */
export const magstripeTexts = withTexts({
  enable: {
    verb: textOf(m.cards_enableMagneticStripe),
    effect: textOf(m.cards_swipingAllowed),
    done: textOf(m.cards_enabled),
  },
  disable: {
    verb: textOf(m.cards_disableMagneticStripe),
    effect: textOf(m.cards_swipingRefused),
    done: textOf(m.cards_disabled),
  },
} as const)

/** Why a new PIN is refused. Undefined if it is valid. */
export function pinRefusal(pin: string, length: number): string | undefined {
  const isValid = pin.length === length && /^[0-9]+$/.test(pin)
  return isValid ? undefined : pinHelp(length)
}

export const pinHelp = (length: number): string => m.cards_enterNewPin({ length })

/** Why a fee of this size cannot be charged. Undefined if it can. The fee is taken from the available balance. */
export function feeRefusal(card: Pick<CardForRules, 'retired' | 'balanceCents' | 'heldCents'>, feeCents: Cents) {
  if (card.retired) return m.cards_retiredRefused()
  const availableCents = cents(card.balanceCents - card.heldCents)
  if (feeCents <= availableCents) return undefined
  const available = centsToText(availableCents)
  if (availableCents <= 0) return m.cards_nothingAvailableForFee({ available })
  return m.cards_feeAboveAvailable({ feeCents: centsToText(feeCents), available })
}

/** Refuses a refund to a retired card, which could never be paid out. Undefined for other cards. */
export const refundRefusal = (card: Pick<CardForRules, 'retired'>): string | undefined =>
  card.retired ? m.cards_retiredFeeNotRefunded() : undefined

/** Maximum length of a reversal's texts. */
export const MAX_REVERSAL_TEXT = 255
/** Maximum length of a note about a card. */
export const MAX_NOTE_TEXT = 1000
/** Maximum number of cards activated by one file. */
export const MAX_ACTIVATIONS = 250
