// The action buttons of a card, from the table of actions (cards §2, §4): shown by the client's flags, barred with the reason.
import { Ban, CirclePlay, Eraser, KeyRound, type LucideIcon, Power, Trash2 } from 'lucide-react'
import { client } from '#brand/current.ts'
import { mayAsk } from '#contract/facts.ts'
import { NOT_AUTHORIZED } from '#domain/access/permissions.ts'
import { type ActionFacts, type CardAction, cardActions } from '#domain/cards/actions.ts'
import { OFFLINE_REASON, useConnection } from '#services/connection.ts'
import { useSession } from '#services/session.ts'
import { Button } from '#ui/Button.tsx'
import * as say from '#words/pages/cards/details.ts'

interface ActionBarProps {
  readonly facts: ActionFacts
  /** The PIN was changed in this session. */
  readonly pinChanged: boolean
  /** An action that is on its way. */
  readonly sending: CardAction | undefined
  readonly onAction: (action: CardAction) => void
}

export function ActionBar({ facts, pinChanged, sending, onAction }: ActionBarProps) {
  const barred = useBarred()
  const shown = shownActions(facts, sending).filter(isOffered)
  const button = (action: CardAction) => {
    const { label, doneLabel, refuse } = cardActions[action]
    const isDone = (action === 'retire' && facts.retired) || (action === 'activate' && facts.activated)
    const Icon = icons[action]
    const refusal = action === 'changePin' && pinChanged ? PIN_CHANGED : refuse(facts)
    return (
      <Button
        // Stop becomes Unstop in place, so that the focus stays on it.
        key={action === 'unstop' ? 'stop' : action}
        icon={<Icon aria-hidden />}
        pending={sending === action}
        disabledReason={refusal ?? barred}
        onClick={() => onAction(action)}
        {...(isFinal(action) && { className: 'text-critical!' })}
      >
        {isDone ? (doneLabel ?? label) : label}
      </Button>
    )
  }
  return (
    <div
      role="group"
      aria-label={say.actions}
      className="no-print mt-5 flex flex-wrap items-center gap-2 border-t border-line pt-4"
    >
      {shown.filter((action) => !isFinal(action)).map(button)}
      {/* Together, whatever the room. */}
      <span className="flex flex-wrap gap-2 sm:ml-auto">{shown.filter(isFinal).map(button)}</span>
    </div>
  )
}

/** Whether the client has the action at all (cards §2). */
export function isOffered(action: CardAction): boolean {
  const { flag } = cardActions[action]
  return flag === undefined || client.flags[flag]
}

/** Why this user may do nothing to a card now, or undefined. */
export function useBarred(): string | undefined {
  const session = useSession()
  const { online } = useConnection()
  if (!mayAsk(session?.permissions, 'stopCard')) return NOT_AUTHORIZED
  return online ? undefined : OFFLINE_REASON
}

/** What cannot be undone and takes something away stands apart from the rest. */
const isFinal = (action: CardAction): boolean => action === 'devalue' || action === 'retire'

/**
 * In their order, the harmless ones first. Devalue is hidden at balance 0 and while it is submitted; a stopped card shows Unstop in
 * place of Stop.
 */
export const shownActions = (facts: ActionFacts, sending: CardAction | undefined): readonly CardAction[] => [
  facts.stopped ? 'unstop' : 'stop',
  'activate',
  'changePin',
  ...(facts.balanceCents === 0 || sending === 'devalue' ? [] : ['devalue' as const]),
  'retire',
]

const PIN_CHANGED = say.pinOfThisCardWasChanged

const icons: Readonly<Record<CardAction, LucideIcon>> = {
  devalue: Eraser,
  retire: Trash2,
  stop: Ban,
  unstop: CirclePlay,
  activate: Power,
  changePin: KeyRound,
  magstripe: Power,
}
