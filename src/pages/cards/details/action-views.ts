// Extends the table of card actions (domain/cards/actions) with icon, confirmation texts, input and request. An action
// without an entry here does not compile.
import { m } from '#words/messages.js'
import { Ban, CirclePlay, Eraser, KeyRound, type LucideIcon, Power, Trash2 } from 'lucide-react'
import { type ActionIn, type CardAction, cardActions, magstripeTexts } from '#domain/cards/actions.ts'
import { cardToApiIdentifier, TRACKING_NUMBER } from '#domain/cards/identifiers.ts'
import { amountToText } from '#domain/money.ts'
import type { AnyChangeRequest } from '#flows/pending-changes/change-types.ts'
import { updateQueryData } from '#services/server/queries.ts'
import { holdersCard } from '../words.ts'
import type { Card } from './card.ts'
import { markPinChanged } from './pin-changes.ts'

type SentKind = Exclude<AnyChangeRequest['kind'], 'upload'>
/** `{ kind: 'stopCard', params: … }` */
type ChangeOfKind<Kind extends SentKind> = Pick<Extract<AnyChangeRequest, { readonly kind: Kind }>, 'kind' | 'params'>
/** The change of each kind: `{ stopCard: { kind: 'stopCard', params: … }, … }`. */
type ChangesByKind = { [Kind in SentKind]: ChangeOfKind<Kind> }

/**
 * A request to the server before it is stored as a pending change and sent. The type is a union with one member for each
 * kind, so that `params` always fit `kind`: `{ kind: 'stopCard', params: … } | { kind: 'unstopCard', params: … } | …`.
 */
export type CardChange = ChangesByKind[SentKind]

export interface ActionTexts {
  readonly title: string
  readonly effect: string
  /** A verb with its object: 'Stop card'. */
  readonly confirmLabel: string
  /** Clause that follows 'We cannot tell whether': 'card … was stopped'. */
  readonly done: string
}

/** A fact of the card that the action changes: its current value and the button beside it. */
interface ChangedFact {
  readonly label: string
  readonly value: string
  readonly buttonLabel: string
  /** The label of the button for screen readers, since they do not announce the value beside it. */
  readonly spokenButtonLabel: string
}

interface CommonView {
  readonly icon: LucideIcon
  readonly texts: (card: Card) => ActionTexts
  readonly fact?: (card: Card) => ChangedFact
  /** What a repeated request does to the card if the first request, whose outcome is unknown, never arrived. */
  readonly effectOfResending?: (card: Card) => string | undefined
  /** `isEarlier` is true if the response belongs to an earlier request, which does not prove the card's current state. */
  readonly onDone?: (card: Card, response: { readonly isEarlier: boolean }) => void
}

export type ActionView = CommonView &
  (
    | { readonly input: 'nothing'; readonly change: (card: Card) => CardChange }
    | { readonly input: 'stopReason'; readonly change: (card: Card, stopReasonID: number) => CardChange }
    // A new PIN is never stored, so its request does not become a pending change.
    | { readonly input: 'newPin' }
  )

// An action whose button is among the facts needs `fact`.
type ActionViews = Readonly<Record<CardAction, ActionView>> &
  Readonly<Record<ActionIn<'facts'>, { readonly fact: (card: Card) => ChangedFact }>>

/** The values of the API. */
const magstripeStatus = { off: 0, on: 1 } as const

export const actionViews: ActionViews = {
  stop: {
    icon: Ban,
    texts: (card) => defaultTexts(card, { action: 'stop', verb: m.common_stop(), participle: m.common_stopped() }),
    input: 'stopReason',
    change: ({ TRACKINGNUMBER: trackingNumber, ACTIVATIONDATA: activationData }, stopReasonID) => ({
      kind: 'stopCard',
      params: { trackingNumber, activationData, stopReasonID },
    }),
  },
  unstop: {
    icon: CirclePlay,
    texts: (card) => defaultTexts(card, { action: 'unstop', verb: m.cards_unstop(), participle: m.common_unstopped() }),
    input: 'nothing',
    change: (card) => ({ kind: 'unstopCard', params: { cardNumber: cardToApiIdentifier(card) } }),
  },
  activate: {
    icon: Power,
    texts: (card) =>
      defaultTexts(card, { action: 'activate', verb: m.cards_activate(), participle: m.common_activated() }),
    input: 'nothing',
    change: ({ TRACKINGNUMBER }) => ({
      kind: 'setCardStatus',
      params: { identifiers: [TRACKINGNUMBER], identifierType: TRACKING_NUMBER },
    }),
  },
  changePin: {
    icon: KeyRound,
    texts: (card) => ({
      title: m.cards_confirmChangePin({ name: holdersCard(card) }),
      effect: cardActions.changePin.effect ?? '',
      confirmLabel: m.cards_changePinButton(),
      done: m.cards_pinOfCardChanged({ name: holdersCard(card) }),
    }),
    input: 'newPin',
    onDone: ({ VOUCHERID }) => markPinChanged(VOUCHERID),
  },
  devalue: {
    icon: Eraser,
    texts: (card) => {
      const texts = defaultTexts(card, { action: 'devalue', verb: m.cards_devalue(), participle: m.common_devalued() })
      const funds = fundsOf(card)
      return {
        ...texts,
        effect: texts.effect + m.cards_fundsSuffix({ funds }),
        confirmLabel: m.cards_devalueFunds({ funds }),
      }
    },
    input: 'nothing',
    change: (card) => ({ kind: 'devalueCard', params: { cardNumber: cardToApiIdentifier(card) } }),
    effectOfResending: (card) =>
      Number(card.CARDBALANCE) > 0 ? m.cards_checkingAgainDevalues({ funds: fundsOf(card) }) : undefined,
    // Shows the balance 0 immediately. The details are loaded again as after every change.
    onDone: ({ VOUCHERID: voucherID }, { isEarlier }) => {
      if (!isEarlier) updateQueryData('cardDetails', { voucherID }, toDevalued)
    },
  },
  retire: {
    icon: Trash2,
    texts: (card) => {
      const texts = defaultTexts(card, { action: 'retire', verb: m.cards_retire(), participle: m.common_retired() })
      // Warns about money that is still on the card.
      const warning = Number(card.CARDBALANCE) === 0 ? '' : m.cards_fundsStillOnCard({ funds: fundsOf(card) })
      return { ...texts, effect: texts.effect + warning }
    },
    input: 'nothing',
    change: ({ TRACKINGNUMBER: trackingNumber, ACTIVATIONDATA: activationData }) => ({
      kind: 'retireCard',
      params: { trackingNumber, activationData },
    }),
  },
  magstripe: {
    icon: Power,
    texts: (card) => {
      const { verb, effect, done } = isMagstripeOn(card) ? magstripeTexts.disable : magstripeTexts.enable
      const name = holdersCard(card)
      return {
        title: m.cards_confirmVerbOf({ verb, name }),
        effect,
        confirmLabel: verb,
        done: m.cards_stripeOfCardChanged({ name, done }),
      }
    },
    fact: (card) => {
      const isOn = isMagstripeOn(card)
      return {
        label: m.cards_magneticStripeTitle(),
        value: isOn ? m.cards_enabledLabel() : m.cards_disabledLabel(),
        buttonLabel: isOn ? m.cards_disable() : m.cards_enable(),
        spokenButtonLabel: isOn ? magstripeTexts.disable.verb : magstripeTexts.enable.verb,
      }
    },
    input: 'nothing',
    change: (card) => ({
      kind: 'toggleMagstripe',
      params: {
        voucherNumber: cardToApiIdentifier(card),
        status: isMagstripeOn(card) ? magstripeStatus.off : magstripeStatus.on,
      },
    }),
  },
}

/** The title 'Stop card …?' and the result 'card … was stopped', for an action on the whole card. */
function defaultTexts(card: Card, { action, verb, participle }: ActionWords): ActionTexts {
  const name = holdersCard(card)
  return {
    title: m.cards_confirmVerb({ verb, name }),
    effect: cardActions[action].effect ?? '',
    confirmLabel: m.cards_verbCard({ verb }),
    done: m.cards_cardWasDone({ name, done: participle }),
  }
}

interface ActionWords {
  readonly action: CardAction
  readonly verb: string
  /** The past participle: 'stopped'. */
  readonly participle: string
}

const fundsOf = ({ CARDBALANCE, CURRENCY }: Card): string => amountToText(CARDBALANCE, CURRENCY)
const isMagstripeOn = ({ MAGSTRIPEENABLED }: Card): boolean => MAGSTRIPEENABLED === magstripeStatus.on
/** The response of `cardDetails` for the card without funds. */
const toDevalued = ({ card }: { readonly card: Card }): { card: Card } => ({
  card: { ...card, CARDBALANCE: '0.00', FUNDSAVAILABLE: '0.00' },
})
