// The form of Find Card (cards §2, §5): a search type with its hint, a term with its minimum, Show Expired. Enter submits;
// nothing is searched for while the term has an error.
import { Search } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { type CardSearch, refuseSearchTerm, type SearchKind, type SearchType } from '#domain/cards/search.ts'
import type { ListPlace } from '#services/lists/place.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Select } from '#ui/Select.tsx'
import { TextField } from '#ui/TextField.tsx'

interface SearchFormProps {
  readonly place: ListPlace<CardSearch>
  readonly kinds: readonly SearchKind[]
  readonly kind: SearchKind
  readonly pending: boolean
  readonly barred: string | undefined
  /** The same search again, which the answer in the cache would not ask for. */
  readonly onAgain: () => void
}

export function SearchForm({ place, kinds, kind, pending, barred, onAgain }: SearchFormProps) {
  const { searchType, searchTerm, showExpired } = place.values
  const { asked } = place
  const [touched, setTouched] = useState(false)
  const termId = useId()
  const refusal = refuseSearchTerm(kind, searchTerm)
  const error = touched ? refusal : undefined

  const isAsked = asked?.searchTerm === searchTerm && asked.searchType === searchType
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (refusal !== undefined || barred !== undefined) {
      setTouched(true)
      document.getElementById(termId)?.focus()
      return
    }
    if (isAsked && asked?.showExpired === showExpired) onAgain()
    place.ask()
  }

  // The cards on screen are those of this term: they change with the tick.
  const onExpired = (checked: boolean) => {
    if (isAsked && barred === undefined) place.ask({ showExpired: checked })
    else place.setValues({ showExpired: checked })
  }

  return (
    <Panel>
      <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <Select
          label="Search by"
          className="w-full sm:w-56"
          value={searchType}
          options={kinds.map(({ type: value, label }) => ({ value, label }))}
          onChange={(event) => {
            place.setValues({ searchType: event.target.value as SearchType })
            setTouched(false)
          }}
        />
        <TextField
          id={termId}
          label="Search term"
          className="w-full min-w-0 sm:max-w-md sm:flex-1"
          figures
          // Nothing of what is typed here may stay in the browser (threats T20).
          autoComplete="off"
          spellCheck={false}
          placeholder={kind.hint}
          hint={kind.hint || undefined}
          value={searchTerm}
          error={error}
          onChange={(event) => place.setValues({ searchTerm: event.target.value })}
          onBlur={() => setTouched(touched || searchTerm !== '')}
        />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3 sm:pt-6.5">
          <Button
            type="submit"
            kind="primary"
            icon={<Search aria-hidden />}
            pending={pending}
            disabledReason={barred ?? error}
          >
            Search
          </Button>
          <Checkbox label="Show Expired" checked={showExpired} onChange={(event) => onExpired(event.target.checked)} />
        </div>
      </form>
    </Panel>
  )
}
