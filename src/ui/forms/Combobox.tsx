// A field for a code that the user types or finds by name (APG combobox, list autocomplete). What the user types is the
// field's value, even if the list does not contain it. Choosing from the list inserts the code.
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
  /** Undefined while they are loading, and if loading has failed. The field then still accepts typed text. */
  readonly choices: readonly CodeChoice[] | undefined
}

interface OpenList {
  /** The text that filters the list. Undefined to show all choices, as the button does. */
  readonly typed: string | undefined
  /** The index of the highlighted choice, or -1. */
  readonly active: number
}

export function Combobox(props: ComboboxProps) {
  const { label, hint, error, optional, labelHidden, className, id, value, onChange, onBlur, choices } = props
  const [openList, setOpenList] = useState<OpenList>()
  // The dialog or page that contains the field. The list is rendered inside it.
  const [container, setContainer] = useState<HTMLElement | null>(null)
  const listId = useId()
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const activeItem = useRef<HTMLLIElement>(null)

  const filterText = openList?.typed ?? ''
  const matches = openList && choices ? filterChoices(choices, filterText) : []
  const visibleChoices = matches.slice(0, MAX_CHOICES)
  // The list would cover the fields below, so it is not shown if nothing matches or the typed code is complete.
  const hasTyped = openList?.typed !== undefined
  const isComplete = hasTyped && matches.length === 1 && matches[0]?.value === value
  const isOpen = visibleChoices.length > 0 && !isComplete
  const activeIndexOf = ({ active }: OpenList) => (active < visibleChoices.length ? active : -1)
  const activeIndex = openList ? activeIndexOf(openList) : -1
  useEffect(() => {
    // `scrollIntoView` does not exist in the tests.
    activeItem.current?.scrollIntoView?.({ block: 'nearest' })
  }, [activeIndex])

  const show = (typed: string | undefined) => {
    setContainer(box.current?.closest<HTMLElement>('[role=dialog], main') ?? null)
    const firstChoices = (choices ?? []).slice(0, MAX_CHOICES)
    const currentIndex = firstChoices.findIndex((choice) => choice.value === value)
    const isFiltered = typed !== undefined
    setOpenList({ typed, active: isFiltered ? -1 : currentIndex })
  }
  const close = () => setOpenList(undefined)
  const choose = (choice: CodeChoice) => {
    onChange(choice.value)
    close()
  }
  const moveHighlight = (step: 1 | -1) => {
    if (!isOpen) return show(undefined)
    setOpenList((list) => {
      if (!list) return undefined
      const lastIndex = visibleChoices.length - 1
      const next = activeIndexOf(list) + step
      // After the last choice, and before the first choice, no choice is highlighted: the index is -1.
      if (next < -1) return { typed: list.typed, active: lastIndex }
      return { typed: list.typed, active: next > lastIndex ? -1 : next }
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const choice = visibleChoices[activeIndex]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (event.altKey && event.key === 'ArrowUp') close()
      else moveHighlight(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter' && isOpen && choice) {
      event.preventDefault()
      choose(choice)
    }
  }

  const countText = matches.length === 1 ? m.ui_oneEntry() : m.ui_countEntries({ count: matches.length })
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
              {/* Only for the mouse. It is not a tab stop, because the arrow keys also open the list. */}
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
        {openList && !isComplete && countText}
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
            const isInField = event.target instanceof Node && box.current?.contains(event.target)
            if (isInField) event.preventDefault()
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
