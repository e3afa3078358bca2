// The buttons for the actions of a card, from the table of actions. The client's flags and the card's state decide which
// buttons are shown. A disabled button shows the reason.
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
  readonly cardForRules: CardForRules
  /** The action whose request is in progress. */
  readonly sendingAction: CardAction | undefined
  readonly onAction: (action: CardAction) => void
}

interface ActionBarProps extends ActionsProps {
  /** A link shown before the buttons. */
  readonly leadingLink?: ReactNode
}

export function ActionBar({ cardForRules, sendingAction, onAction, leadingLink }: ActionBarProps) {
  const refusalOf = useRefusals(cardForRules)
  const toButton = (action: CardAction) => {
    const Icon = actionViews[action].icon
    const { slot, replaces } = cardActions[action]
    return (
      <Button
        // An action shares its key with the action that it replaces, so the button stays the same element and keeps the
        // focus.
        key={replaces ?? action}
        icon={<Icon aria-hidden />}
        pending={sendingAction === action}
        disabledReason={refusalOf(action)}
        onClick={() => onAction(action)}
        // A phone shows no icons, so that all actions fit on two lines.
        className={cx('max-sm:[&>svg]:hidden', slot === 'barEnd' && 'text-critical!')}
      >
        {actionToLabel(action, cardForRules)}
      </Button>
    )
  }
  const display = { flags: client.flags, sending: sendingAction }
  return (
    <div role="group" aria-label={m.common_actions()} className="no-print flex flex-wrap items-center gap-2">
      {leadingLink}
      {shownActions('bar', cardForRules, display).map(toButton)}
      {/* The span keeps the buttons of irreversible actions together at any width. */}
      <span className="flex flex-wrap gap-2 sm:ms-auto">
        {shownActions('barEnd', cardForRules, display).map(toButton)}
      </span>
    </div>
  )
}

/** The facts of the card that an action can change, each with the action's button beside its value. */
export function useFactsWithButtons(card: Card, actionsProps: ActionsProps): readonly Fact[] {
  const { cardForRules, sendingAction, onAction } = actionsProps
  const refusalOf = useRefusals(cardForRules)
  const actions = shownActions('facts', cardForRules, { flags: client.flags, sending: sendingAction })
  const factsWithButtons: Fact[] = []
  for (const action of actions) {
    const fact = actionViews[action].fact?.(card)
    if (!fact) continue
    const value = (
      <span className="inline-flex flex-wrap items-center gap-2">
        {fact.value}
        <Button
          size="small"
          pending={sendingAction === action}
          disabledReason={refusalOf(action)}
          onClick={() => onAction(action)}
          aria-label={fact.spokenButtonLabel}
        >
          {fact.buttonLabel}
        </Button>
      </span>
    )
    factsWithButtons.push({ label: fact.label, value })
  }
  return factsWithButtons
}

/**
 * Returns a function that says why an action is disabled: because of the card's state, or because the call is not
 * possible (`useCallRefusals`). The function returns undefined for an enabled action.
 */
export function useRefusals(cardForRules: CardForRules): (action: CardAction) => string | undefined {
  const callRefusalOf = useCallRefusals()
  return (action) => cardActions[action].refusal(cardForRules) ?? callRefusalOf(cardActions[action].method)
}
