// The actions of one item: the main action is a button, the others are in a menu. Disabled actions show the reason.
import { m } from '#words/messages.js'
import { Ellipsis, type LucideIcon } from 'lucide-react'
import { Button } from './Button.tsx'
import type { ButtonKind } from './buttonClasses.ts'
import { IconButton } from './IconButton.tsx'
import { Menu } from '../overlays/Menu.tsx'

export interface Action {
  readonly key: string
  readonly label: string
  /** A label that is clear without the row around it. */
  readonly inFull?: string | undefined
  readonly icon: LucideIcon
  readonly slot: 'button' | 'menu'
  /** At the end of a dialog `main` is the primary action; in a row `quiet` is less prominent. */
  readonly weight?: 'main' | 'quiet' | undefined
  readonly disabledReason?: string | undefined
  readonly pending?: boolean
  readonly onSelect: () => void
}

interface ActionsProps {
  /** The item, e.g. 'batch 12': names the menu and, in a row, each button. */
  readonly subject: string
  readonly actions: readonly Action[]
  readonly size?: 'normal' | 'small'
  /** In a list the name of each button includes the item. */
  readonly named?: boolean
  /** For the end of a dialog: the menu first, the primary action last. */
  readonly closing?: boolean
}

export function Actions({ subject, actions, size = 'normal', named = false, closing = false }: ActionsProps) {
  const buttons = actions.filter(({ slot }) => slot === 'button')
  const rest = actions.filter(({ slot }) => slot === 'menu')

  const shown = (closing ? buttons.toReversed() : buttons).map((action) => (
    <Button
      key={action.key}
      data-action={action.key}
      size={size}
      kind={kindOf(action, closing)}
      // Text only in a list row: icons would widen the column.
      icon={named ? undefined : <action.icon aria-hidden />}
      aria-label={named ? `${action.label} ${subject}` : undefined}
      pending={action.pending ?? false}
      disabledReason={action.disabledReason}
      onClick={action.onSelect}
    >
      {named ? action.label : wordsOf(action)}
    </Button>
  ))
  if (rest.length === 0) return shown
  const menu = (
    <Menu
      key="more"
      trigger={
        <IconButton
          label={m.ui_moreFor({ subject })}
          size={size}
          icon={<Ellipsis aria-hidden />}
          pending={rest.some(({ pending }) => pending)}
        />
      }
      items={rest.map((action) => ({
        label: wordsOf(action),
        icon: <action.icon aria-hidden />,
        disabledReason: action.disabledReason,
        onSelect: action.onSelect,
      }))}
    />
  )
  return closing ? [menu, ...shown] : [...shown, menu]
}

const wordsOf = ({ inFull, label }: Action): string => inFull ?? label

const kindOf = ({ weight }: Action, closing: boolean): ButtonKind => {
  if (closing) return weight === 'main' ? 'primary' : 'secondary'
  return weight === 'quiet' ? 'quiet' : 'secondary'
}
