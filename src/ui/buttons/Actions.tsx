// The actions of one item: the main action is a button, the others are in a menu. Disabled actions show the reason.
import { m } from '#words/messages.js'
import { Ellipsis, type LucideIcon } from 'lucide-react'
import { Button } from './Button.tsx'
import type { ButtonKind } from './button-classes.ts'
import { IconButton } from './IconButton.tsx'
import { Menu } from '../overlays/Menu.tsx'

export interface Action {
  readonly key: string
  readonly label: string
  /** A label that is clear outside the row of the item. */
  readonly fullLabel?: string | undefined
  readonly icon: LucideIcon
  readonly slot: 'button' | 'menu'
  /** 'main' is the primary action in the footer of a dialog. 'quiet' is a less prominent action elsewhere. */
  readonly weight?: 'main' | 'quiet' | undefined
  readonly disabledReason?: string | undefined
  readonly pending?: boolean
  readonly onSelect: () => void
}

interface ActionsProps {
  /** The item, e.g. 'batch 12'. The accessible name of the menu contains it. In a row, so does that of each button. */
  readonly subject: string
  readonly actions: readonly Action[]
  readonly size?: 'normal' | 'small'
  /**
   * True for the row of a list. Buttons then have the short label and no icon, so that the column stays narrow. Their
   * accessible names contain the item.
   */
  readonly inRow?: boolean
  /** True for the footer of a dialog, where the menu is first and the primary action last. */
  readonly inFooter?: boolean
}

export function Actions({ subject, actions, size = 'normal', inRow = false, inFooter = false }: ActionsProps) {
  const buttons = actions.filter(({ slot }) => slot === 'button')
  const menuActions = actions.filter(({ slot }) => slot === 'menu')

  const buttonElements = (inFooter ? buttons.toReversed() : buttons).map((action) => (
    <Button
      key={action.key}
      data-action={action.key}
      size={size}
      kind={inFooter ? kindInFooter(action) : kindOf(action)}
      icon={inRow ? undefined : <action.icon aria-hidden />}
      aria-label={inRow ? `${action.label} ${subject}` : undefined}
      pending={action.pending ?? false}
      disabledReason={action.disabledReason}
      onClick={action.onSelect}
    >
      {inRow ? action.label : toFullLabel(action)}
    </Button>
  ))
  if (menuActions.length === 0) return buttonElements
  const menu = (
    <Menu
      key="more"
      trigger={
        <IconButton
          label={m.ui_moreFor({ subject })}
          size={size}
          icon={<Ellipsis aria-hidden />}
          pending={menuActions.some(({ pending }) => pending)}
        />
      }
      items={menuActions.map((action) => ({
        label: toFullLabel(action),
        icon: <action.icon aria-hidden />,
        disabledReason: action.disabledReason,
        onSelect: action.onSelect,
      }))}
    />
  )
  return inFooter ? [menu, ...buttonElements] : [...buttonElements, menu]
}

const toFullLabel = ({ fullLabel, label }: Action): string => fullLabel ?? label

const kindOf = ({ weight }: Action): ButtonKind => (weight === 'quiet' ? 'quiet' : 'secondary')
const kindInFooter = ({ weight }: Action): ButtonKind => (weight === 'main' ? 'primary' : 'secondary')
