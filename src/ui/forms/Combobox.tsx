// A field for a code that is typed or found by name (APG combobox, list autocomplete). The typed text is the field's
// value whether or not the list contains it; choosing from the list inserts the code.
import { m } from '#words/messages.js'
import * as Radix from '@radix-ui/react-popover'
import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { type CodeChoice, filterChoices, MAX_CHOICES } from './choices.ts'
import { cx } from '../cx.ts'
import { controlClasses, Field, type FieldProps } from './Field.tsx'
import { IconButton } from '../buttons/IconButton.tsx'

interface ComboboxProps extends FieldProps {
  readonly id?: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  /** Undefined until loaded or if loading failed: the field still accepts typed text. */
  readonly choices: readonly CodeChoice[] | undefined
}

/**
 * The open list. `typed`: the text that filters it; undefined shows all choices, as the button does. `active`: the
 * index of the highlighted choice, or -1.
 */
type OpenList = { readonly typed: string | undefined; readonly active: number }

export function Combobox(props: ComboboxProps) {
  const { label, hint, error, optional, labelHidden, className, id, value, onChange, onBlur, choices } = props
  const [openList, setOpenList] = useState<OpenList>()
  // The dialog or page that contains the field. The list is rendered inside it.
  const [container, setContainer] = useState<HTMLElement | null>(null)
  const listId = useId()
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const activeItem = useRef<HTMLLIElement>(null)

  const matches = openList && choices ? filterChoices(choices, openList.typed ?? '') : []
  const visibleChoices = matches.slice(0, MAX_CHOICES)
  // No list if the code is complete or nothing matches, since it would cover the fields below.
  const isComplete = openList?.typed !== undefined && matches.length === 1 && matches[0]?.value === value
  const isOpen = visibleChoices.length > 0 && !isComplete
  const activeIndex = openList && openList.active < visibleChoices.length ? openList.active : -1
  useEffect(() => {
    // There is no scrollIntoView in tests.
    ;(activeItem.current as Partial<HTMLLIElement> | null)?.scrollIntoView?.({ block: 'nearest' })
  }, [activeIndex])

  const show = (typed: string | undefined) => {
    setContainer(box.current?.closest<HTMLElement>('[role=dialog], main') ?? null)
    // Without a filter, the list opens at the current value.
    const allChoices = typed === undefined ? (choices ?? []) : []
    setOpenList({ typed, active: allChoices.slice(0, MAX_CHOICES).findIndex((choice) => choice.value === value) })
  }
  const close = () => setOpenList(undefined)
  const choose = (choice: CodeChoice) => {
    onChange(choice.value)
    close()
  }
  const move = (by: number) => {
    if (!isOpen) return show(undefined)
    // Moving past either end returns the focus to the text.
    setOpenList((before) => {
      const active = before && before.active < visibleChoices.length ? before.active : -1
      const next = active + by
      const isPastEnd = next >= visibleChoices.length
      const isBeforeText = next < -1
      const wrapped = isBeforeText ? visibleChoices.length - 1 : next
      return { typed: before?.typed, active: isPastEnd ? -1 : wrapped }
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const choice = visibleChoices[activeIndex]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (event.altKey && event.key === 'ArrowUp') close()
      else move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter' && isOpen && choice) {
      event.preventDefault()
      choose(choice)
    }
  }

  return (
    <Radix.Root
      open={isOpen}
      onOpenChange={(willBeOpen) => {
        if (!willBeOpen) close()
      }}
    >
      <Field {...{ label, hint, error, optional, labelHidden, className, id }}>
        {(control) => (
          <Radix.Anchor asChild>
            <div ref={box} className="relative">
              <input
                {...control}
                ref={input}
                role="combobox"
                aria-autocomplete="list"
                aria-expanded={isOpen}
                aria-controls={isOpen ? listId : undefined}
                aria-activedescendant={activeIndex >= 0 ? `${listId}-${activeIndex}` : undefined}
                autoComplete="off"
                spellCheck={false}
                value={value}
                onChange={(event) => {
                  onChange(event.target.value)
                  show(event.target.value)
                }}
                onKeyDown={onKeyDown}
                onBlur={() => {
                  close()
                  onBlur?.()
                }}
                className={cx(controlClasses, 'figures h-control pe-10')}
              />
              {/* Only for the mouse: keyboard users have the arrow keys, so this is not a tab stop. */}
              <IconButton
                label={m.ui_showList()}
                icon={<ChevronDown aria-hidden />}
                size="small"
                tabIndex={-1}
                disabledReason={choices ? undefined : m.ui_listNotLoadedYet()}
                className="absolute! inset-y-0 inset-e-1 my-auto"
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  input.current?.focus()
                  if (isOpen) close()
                  else show(undefined)
                }}
              />
            </div>
          </Radix.Anchor>
        )}
      </Field>
      <span role="status" className="sr-only">
        {openList &&
          !isComplete &&
          (matches.length === 1 ? m.ui_oneEntry() : m.ui_countEntries({ count: matches.length }))}
      </span>
      <Radix.Portal container={container}>
        <Radix.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          role={undefined}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => {
            if (event.target instanceof Node && box.current?.contains(event.target)) event.preventDefault()
          }}
          // Keeps the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
          className="z-50 max-h-[min(20rem,var(--radix-popover-content-available-height))] w-(--radix-popover-trigger-width) min-w-64 overflow-auto rounded-lg border border-line bg-raised p-1 text-text shadow-overlay focus:outline-none"
        >
          <ul id={listId} role="listbox" aria-label={m.ui_choices()}>
            {visibleChoices.map((choice, index) => (
              <li
                key={choice.value}
                ref={index === activeIndex ? activeItem : undefined}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={choice.value === value}
                onClick={() => choose(choice)}
                className={cx(
                  'flex cursor-pointer gap-3 rounded-md px-2.5 py-1.5 text-base hover:bg-sunken',
                  index === activeIndex && 'bg-sunken outline-2 -outline-offset-2 outline-accent',
                  choice.value === value && 'font-medium',
                )}
              >
                <span className="figures w-10 shrink-0 text-muted">{choice.value}</span>
                <span className="min-w-0">{choice.label}</span>
              </li>
            ))}
          </ul>
          {matches.length > visibleChoices.length && (
            <p className="border-t border-line px-2.5 py-2 text-sm text-muted">
              {m.ui_moreTypeToFind({ count: matches.length - visibleChoices.length })}
            </p>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
