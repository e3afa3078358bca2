// The buttons for the actions of a card, from the table of actions. The client's flags and the card's state decide
// which buttons are shown; disabled buttons show the reason.
import { m } from '#words/messages.js'
import type { ReactNode } from 'react'
import { client } from '#brand/current.ts'
import { type CardForRules, actionToLabel, type CardAction, cardActions, shownActions } from '#domain/cards/actions.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { cx } from '#ui/cx.ts'
import type { Fact } from '#ui/Facts.tsx'
import { useCallRefusals } from '../useCallRefusals.ts'
import { actionViews } from './action-views.ts'
import type { Card } from './card.ts'

interface ActionsProps {
  readonly facts: CardForRules
  /** The action whose request is in progress. */
  readonly sendingAction: CardAction | undefined
  readonly onAction: (action: CardAction) => void
}

interface ActionBarProps extends ActionsProps {
  /** A link shown before the buttons. */
  readonly leadingLink?: ReactNode
}

export function ActionBar({ facts, sendingAction, onAction, leadingLink }: ActionBarProps) {
  const refusalOf = useRefusals(facts)
  const toButton = (action: CardAction) => {
    const Icon = actionViews[action].icon
    const { slot, replaces } = cardActions[action]
    return (
      <Button
        // An action and the one it replaces share a key, so the button stays the same element and keeps the focus.
        key={replaces ?? action}
        icon={<Icon aria-hidden />}
        pending={sendingAction === action}
        disabledReason={refusalOf(action)}
        onClick={() => onAction(action)}
        // On a phone without icons, so that all actions fit on two lines.
        className={cx('max-sm:[&>svg]:hidden', slot === 'barEnd' && 'text-critical!')}
      >
        {actionToLabel(action, facts)}
      </Button>
    )
  }
  const display = { flags: client.flags, sending: sendingAction }
  return (
    <div role="group" aria-label={m.common_actions()} className="no-print flex flex-wrap items-center gap-2">
      {leadingLink}
      {shownActions('bar', facts, display).map(toButton)}
      {/* Keeps the buttons of irreversible actions together at any width. */}
      <span className="flex flex-wrap gap-2 sm:ms-auto">{shownActions('barEnd', facts, display).map(toButton)}</span>
    </div>
  )
}

/** The details of the card that an action can change (label and value), each with the action's button. */
export function useFactsWithButtons(card: Card, { facts, sendingAction, onAction }: ActionsProps): readonly Fact[] {
  const refusalOf = useRefusals(facts)
  return shownActions('facts', facts, { flags: client.flags, sending: sendingAction }).flatMap((action) => {
    const fact = actionViews[action].fact?.(card)
    if (!fact) return []
    const value = (
      <span className="inline-flex flex-wrap items-center gap-2">
        {fact.value}
        <Button
          size="small"
          pending={sendingAction === action}
          disabledReason={refusalOf(action)}
          onClick={() => onAction(action)}
          aria-label={fact.name}
        >
          {fact.button}
        </Button>
      </span>
    )
    return [{ label: fact.label, value }]
  })
}

/**
 * Returns a function that says why an action is disabled (the card, the user's permission or the connection); undefined
 * if it is enabled.
 */
export function useRefusals(facts: CardForRules): (action: CardAction) => string | undefined {
  const refusalOf = useCallRefusals()
  return (action) => cardActions[action].refusal(facts) ?? refusalOf(cardActions[action].method)
}
