// One action on a card, before it is sent: names the card and the effect, asks for what the action needs, and has the last four
// digits typed where it cannot be undone and takes something away (cards §4, §5; ui "Irreversible").
import { type ReactNode, useRef, useState } from 'react'
import { type CardAction, cardActions, magstripeWords, pinHelp, refusePin } from '#domain/cards/actions.ts'
import { TRACKING_NUMBER } from '#domain/cards/identifiers.ts'
import { amountToText } from '#domain/money.ts'
import type { AnyWanted, Unanswered } from '#flows/unanswered/kinds.ts'
import { carryOut, changePin, type Ending } from '#flows/unanswered/send.ts'
import { useEarlier } from '#flows/unanswered/store.ts'
import { useAsk } from '#services/queries.ts'
import { newRequestId } from '#services/request-id.ts'
import { PasswordField } from '#ui/PasswordField.tsx'
import { Select } from '#ui/Select.tsx'
import { TextField } from '#ui/TextField.tsx'
import { ChangeDialog } from '#pages/shared/unanswered/ChangeDialog.tsx'
import * as say from '#words/pages/cards/details.ts'
import { cardName, cardPlace } from '../words.ts'
import type { Card } from './facts.ts'

interface ActionDialogProps {
  readonly ownerUser: string
  readonly action: CardAction
  readonly card: Card
  readonly onSending: (sending: boolean) => void
  /** `again`: it answers an earlier request. */
  readonly onDone: (again?: Unanswered) => void
  readonly onRefused: (text: string, again?: Unanswered) => void
  readonly onClose: () => void
}

export function ActionDialog({ action, ...props }: ActionDialogProps) {
  if (action === 'changePin') return <PinDialog {...props} />
  if (action === 'stop') return <StopDialog {...props} />
  return <PlainDialog action={action} {...props} />
}

type CommonProps = Omit<ActionDialogProps, 'action'>
type PlainAction = Exclude<CardAction, 'changePin' | 'stop'>

function PlainDialog({ action, card, ...rest }: CommonProps & { readonly action: PlainAction }) {
  const [typed, setTyped] = useState('')
  const lastFour = card.CARDNUMBER.slice(-4)
  const isTyped = action === 'devalue' || action === 'retire'
  return (
    <Confirm
      {...rest}
      action={action}
      card={card}
      change={plainChange(action, card)}
      danger={isTyped}
      // The digits were typed to confirm it.
      submitOnEnter={isTyped}
      disabledReason={isTyped && typed !== lastFour ? say.typeToConfirm(lastFour) : undefined}
    >
      {isTyped && (
        <TextField
          label={say.typeLastFourDigits(lastFour)}
          figures
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
    </Confirm>
  )
}

function StopDialog({ card, ...rest }: CommonProps) {
  const [reason, setReason] = useState('')
  const asked = useAsk('getStopReasons', {})
  return (
    <Confirm
      {...rest}
      action="stop"
      card={card}
      danger
      change={{
        kind: 'stopCard',
        params: {
          trackingNumber: card.TRACKINGNUMBER,
          activationData: card.ACTIVATIONDATA,
          stopReasonID: Number(reason),
        },
      }}
      disabledReason={reason === '' ? say.chooseStopReason : undefined}
    >
      <Select
        label={say.stopReason}
        placeholder={say.selectReason}
        value={reason}
        options={(asked.data?.stopReasons ?? []).map(({ STOPREASONID, STOPREASONSHORT }) => ({
          value: String(STOPREASONID),
          label: STOPREASONSHORT,
        }))}
        error={asked.failure?.text}
        onChange={(event) => setReason(event.target.value)}
      />
    </Confirm>
  )
}

/** An action as the host is asked for it. */
type CardChange = {
  [K in Exclude<AnyWanted['kind'], 'upload'>]: Pick<Extract<AnyWanted, { readonly kind: K }>, 'kind' | 'params'>
}[Exclude<AnyWanted['kind'], 'upload'>]

interface ConfirmProps extends CommonProps {
  readonly action: Exclude<CardAction, 'changePin'>
  readonly change: CardChange
  readonly danger?: boolean
  readonly submitOnEnter?: boolean
  readonly disabledReason: string | undefined
  readonly children: ReactNode
}

function Confirm({ ownerUser, action, card, change, children, ...rest }: ConfirmProps) {
  const { success } = cardActions[action]
  const { title, effect, confirmLabel, done } = wordsOf(action, card)
  const thing = card.VOUCHERID
  const unanswered = useEarlier(ownerUser, { kind: change.kind, thing })
  const funds = amountToText(card.CARDBALANCE, card.CURRENCY)
  return (
    <ChangeDialog
      {...rest}
      title={title}
      effect={effect}
      confirmLabel={confirmLabel}
      done={done}
      earlier={{
        ownerUser,
        change: unanswered,
        ifNotDone: action === 'devalue' && Number(card.CARDBALANCE) > 0 ? say.checkingAgainDevalues(funds) : undefined,
      }}
      send={() => carryOut(ownerUser, { ...change, thing, done, success, place: cardPlace(card) })}
    >
      {children === false ? undefined : children}
    </ChangeDialog>
  )
}

function PinDialog({ card, onDone, ...rest }: CommonProps) {
  const length = card.CAMPAIGNCARDPINLENGTH
  const [pin, setPin] = useState('')
  // A new PIN is stored nowhere, and with it its requestId: both live as long as this dialog.
  const [requestId] = useState(newRequestId)
  const sent = useRef('')
  const name = cardName(card.CARDNUMBER)
  const { effect = '', success } = cardActions.changePin

  const done = say.pinOfWasChanged(name)
  const send = (): Promise<Ending> => {
    const isAskedAgain = sent.current !== ''
    sent.current ||= pin
    const { CARDNUMBER: voucherNumber, TRACKINGNUMBER: trackingNumber } = card
    const params = { voucherNumber, trackingNumber, newCardPin: sent.current, requestId }
    return changePin(params, done, success, isAskedAgain)
  }
  return (
    <ChangeDialog
      {...rest}
      onDone={onDone}
      title={say.changePin(name)}
      effect={effect}
      confirmLabel={say.changePinInWords}
      submitOnEnter
      done={done}
      disabledReason={refusePin(pin, length)}
      send={send}
    >
      <PasswordField
        label={say.newPin}
        hint={pinHelp(length)}
        inputMode="numeric"
        autoComplete="off"
        maxLength={length}
        value={pin}
        onChange={(event) => setPin(event.target.value.replace(/[^0-9]/g, ''))}
      />
    </ChangeDialog>
  )
}

function wordsOf(action: Exclude<CardAction, 'changePin'>, card: Card) {
  const name = cardName(card.CARDNUMBER)
  if (action === 'magstripe') {
    const { verb, effect, done } = magstripeWords[card.MAGSTRIPEENABLED === 1 ? 'disable' : 'enable']
    return {
      title: say.verbOfName(verb, name),
      effect,
      confirmLabel: verb,
      done: say.magneticStripe(name, done),
    }
  }
  const { verb, done } = words[action]
  const { effect = '' } = cardActions[action]
  const funds = amountToText(card.CARDBALANCE, card.CURRENCY)
  return {
    title: `${verb} ${name}?`,
    effect: `${effect}${moneyOn(action, card, funds)}`,
    confirmLabel: action === 'devalue' ? say.devalueFunds(funds) : say.verbCard(verb),
    done: say.nameWasDone(name, done),
  }
}

/** Whoever takes a card away is told of the money that is on it. */
function moneyOn(action: CardAction, { CARDBALANCE }: Card, funds: string): string {
  if (action === 'devalue') return say.itHolds(funds)
  if (action !== 'retire' || Number(CARDBALANCE) === 0) return ''
  return say.isStillOnCardDevalue(funds)
}

const words = {
  devalue: { verb: say.devalue, done: say.devalued },
  retire: { verb: say.retire, done: say.retired },
  stop: { verb: say.stop, done: say.stopped },
  unstop: { verb: say.unstop, done: say.unstopped },
  activate: { verb: say.activate, done: say.activated },
} as const

/** cards §7: what each call takes. */
function plainChange(action: PlainAction, card: Card): CardChange {
  const { CARDNUMBER: cardNumber, TRACKINGNUMBER: trackingNumber, ACTIVATIONDATA: activationData } = card
  switch (action) {
    case 'devalue':
      return { kind: 'devalueCard', params: { cardNumber } }
    case 'retire':
      return { kind: 'retireCard', params: { trackingNumber, activationData } }
    case 'unstop':
      return { kind: 'unstopCard', params: { cardNumber } }
    case 'activate':
      return { kind: 'setCardStatus', params: { identifiers: [trackingNumber], identifierType: TRACKING_NUMBER } }
    case 'magstripe':
      return {
        kind: 'toggleMagstripe',
        params: { voucherNumber: cardNumber, status: card.MAGSTRIPEENABLED === 1 ? 0 : 1 },
      }
  }
}
