// The form of Find Card: a search type with its hint, a text or a pasted list, and Show Expired. The type is guessed
// from the text until the user chooses one. Enter submits; a text with an error is not searched.
import { m } from '#words/messages.js'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type RefObject, type SubmitEvent, useState } from 'react'
import { searchTermRefusal, type SearchTypeInfo, type SearchType, termToValues } from '#domain/cards/search.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Checkbox } from '#ui/forms/Checkbox.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Select } from '#ui/forms/Select.tsx'
import { TextArea } from '#ui/forms/TextArea.tsx'
import type { FindListState } from './state.ts'

/** The form counts the values only of a longer text. */
const MAX_UNCOUNTED_LENGTH = 40

interface SearchFormProps {
  readonly listState: FindListState
  readonly allTypes: readonly SearchTypeInfo[]
  readonly typeInfo: SearchTypeInfo
  readonly pending: boolean
  readonly blockedReason: string | undefined
  /** Repeats the same search and bypasses the cache. */
  readonly onRepeat: () => void
  /** True if cards were found: a pasted list is then collapsed. */
  readonly hasResults: boolean
  readonly onSubmitted: () => void
  readonly termField: RefObject<HTMLTextAreaElement | null>
  /** Moves the focus to the first result on screen; returns false if there is none. */
  readonly onFocusResults: () => boolean
}

export function SearchForm(props: SearchFormProps) {
  const { listState, allTypes, typeInfo, pending, blockedReason, hasResults, termField } = props
  const { onRepeat, onSubmitted, onFocusResults } = props
  const { query, values } = listState
  const { searchType, searchTerm, showExpired } = values
  const [isTouched, setIsTouched] = useState(false)
  const refusal = searchTermRefusal(typeInfo, searchTerm)
  const shownError = isTouched ? refusal : undefined

  /** True if the form has the text and the type of the search on screen. */
  const isCurrentSearch = query?.searchTerm === searchTerm && query.searchType === searchType
  const isLongTerm = searchTerm.length > MAX_UNCOUNTED_LENGTH
  const valueCount = isLongTerm ? termToValues(typeInfo, searchTerm).length : 1
  const submit = (event?: SubmitEvent) => {
    event?.preventDefault()
    if (refusal !== undefined || blockedReason !== undefined) {
      setIsTouched(true)
      termField.current?.focus()
      return
    }
    const isRepeated = isCurrentSearch && query?.showExpired === showExpired
    if (isRepeated) onRepeat()
    onSubmitted()
    listState.search()
  }

  // Enter submits, as in a single-line field. If the cards of this text are on screen, Tab moves to the first card.
  // From there, Shift+Tab reaches the controls between the field and the cards.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.shiftKey || event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      submit()
      event.preventDefault()
    }
    if (event.key === 'Tab' && isCurrentSearch) {
      const hasMovedFocus = onFocusResults()
      if (hasMovedFocus) event.preventDefault()
    }
  }

  // If the cards on screen belong to this text, the checkbox applies immediately.
  const onExpiredChange = (checked: boolean) => {
    if (isCurrentSearch && blockedReason === undefined) listState.search({ showExpired: checked })
    else listState.setValues({ showExpired: checked })
  }
  const typeHint = typeInfo.hint === '' ? undefined : typeInfo.hint

  return (
    <Panel>
      <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <Select
          label={m.cards_searchBy()}
          className="w-full sm:w-56"
          value={searchType}
          options={allTypes.map(({ type: value, label }) => ({ value, label }))}
          onChange={(event) => {
            // The value of each option is a search type.
            listState.onTypeChange(event.target.value as SearchType)
            setIsTouched(false)
          }}
        />
        <TextArea
          ref={termField}
          autoGrows
          isCollapsed={hasResults && isCurrentSearch}
          label={m.cards_searchTerm()}
          className="w-full min-w-0 sm:max-w-md sm:flex-1"
          figures
          // The browser must not store the input, which can be a card number.
          autoComplete="off"
          spellCheck={false}
          placeholder={typeInfo.hint}
          hint={valueCount > 1 ? m.cards_countValues({ count: valueCount }) : typeHint}
          value={searchTerm}
          error={shownError}
          onChange={(event) => listState.onTermChange(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={() => {
            if (searchTerm !== '') setIsTouched(true)
          }}
        />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3 sm:pt-6.5">
          <Button
            type="submit"
            kind="primary"
            icon={<Search aria-hidden />}
            pending={pending}
            disabledReason={blockedReason ?? shownError}
          >
            {m.common_search()}
          </Button>
          <Checkbox
            label={m.cards_showExpired()}
            checked={showExpired}
            onChange={(event) => onExpiredChange(event.target.checked)}
          />
        </div>
      </form>
    </Panel>
  )
}
