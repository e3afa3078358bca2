// The filters above a list, then Refresh with the age of the data, or the button that runs the query.
import type { ShownList } from '#domain/lists.ts'
import { RefreshCw, Search, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../buttons/Button.tsx'
import { cx } from '../cx.ts'
import { Instant } from '../Instant.tsx'
import * as say from '#words/ui/list.ts'

interface ListBarProps {
  /** Names the search for screen readers. */
  readonly label: string
  readonly list: Pick<ShownList<unknown>, 'refusal' | 'idle' | 'at' | 'refreshing' | 'refresh'>
  /** None if the list has no filters. */
  readonly children?: ReactNode
  /** For a list that is run by a button, which also runs it again: the button, and what is wrong with the fields. */
  readonly search?: {
    readonly label: string
    readonly onSearch: () => void
    readonly disabledReason?: string | undefined
    readonly icon?: ReactNode
    readonly pending?: boolean
  }
}

export function ListBar({ label, list, children, search }: ListBarProps) {
  // Beside fields, whose labels are above them.
  const hasFields = children !== undefined
  // On a phone the fields would fill the screen before the first row. What is wrong with them is shown.
  const isFolding = hasFields && !search
  const id = useId()
  const [isUnfolded, setOpen] = useState(false)
  const isOpen = isUnfolded || list.refusal !== undefined
  return (
    <search aria-label={label} className="no-print">
      <form
        noValidate
        className="flex flex-wrap items-start gap-x-4 gap-y-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (search && search.disabledReason === undefined) search.onSearch()
        }}
      >
        {isFolding && (
          <Button
            className="sm:hidden"
            icon={<SlidersHorizontal aria-hidden />}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {say.filters}
          </Button>
        )}
        {isFolding ? (
          <div id={id} className={cx('contents', !isOpen && 'max-sm:hidden')}>
            {children}
          </div>
        ) : (
          children
        )}
        {/* On a tablet together, so that the age is beside its button on a line of their own. */}
        <div className={cx('contents items-center gap-x-4 sm:max-lg:flex', hasFields && 'sm:max-lg:mt-6.5')}>
          {search && (
            <Button
              type="submit"
              kind="primary"
              icon={search.icon ?? <Search aria-hidden />}
              pending={search.pending ?? false}
              disabledReason={search.disabledReason}
              className="lg:mt-6.5"
            >
              {search.label}
            </Button>
          )}
          {!list.idle && !search && (
            <Button
              icon={<RefreshCw aria-hidden />}
              onClick={list.refresh}
              pending={list.refreshing}
              disabledReason={list.refusal && say.correctDatesFirst}
              {...(hasFields && { className: 'lg:mt-6.5' })}
            >
              {say.refresh}
            </Button>
          )}
          {list.at !== undefined && (
            <span className={cx('self-center text-sm text-muted', hasFields && 'lg:self-end lg:pb-2')}>
              {say.lastUpdated} <Instant value={new Date(list.at).toISOString()} />
            </span>
          )}
        </div>
      </form>
    </search>
  )
}
