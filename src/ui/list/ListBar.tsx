// The filters above a list. Beside the filters, a list that loads automatically has Refresh and the age of its data. A
// list that loads only on request has the button that runs the query.
import { m } from '#words/messages.js'
import type { ShownList } from '#domain/lists.ts'
import { RefreshCw, Search, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../buttons/Button.tsx'
import { cx } from '../cx.ts'
import { ListAge } from './ListAge.tsx'

interface ListBarProps {
  /** Names the search for screen readers. */
  readonly label: string
  readonly list: Pick<ShownList<unknown>, 'refusal' | 'isIdle' | 'receivedAt' | 'isRefreshing' | 'refresh'>
  /**
   * True if the panel of the rows shows their age. That leaves room for many filters on one line. On a phone the filters
   * are folded, so the bar shows the age nevertheless.
   */
  readonly isAgeBelow?: boolean
  /** Undefined if the list has no filters. */
  readonly children?: ReactNode
  /** Only for a list that loads on request: the button that runs and repeats the query. */
  readonly search?:
    | {
        readonly label: string
        readonly onSearch: () => void
        readonly disabledReason?: string | undefined
        readonly icon?: ReactNode
        readonly pending?: boolean
      }
    | undefined
}

export function ListBar({ label, list, isAgeBelow = false, children, search }: ListBarProps) {
  // If there are fields, the button is aligned with their boxes, not with the labels above the boxes.
  const hasFields = children !== undefined
  // On a phone, the fields would push the first row off the screen, so they are folded. They open automatically if one
  // of them has an error.
  const canFold = hasFields && !search
  const id = useId()
  const [isUnfolded, setIsUnfolded] = useState(false)
  const isOpen = isUnfolded || list.refusal !== undefined
  return (
    <search aria-label={label} className="no-print">
      <form
        noValidate
        className="flex flex-wrap items-start gap-x-4 gap-y-3"
        onSubmit={(event) => {
          event.preventDefault()
          const canSearch = search !== undefined && search.disabledReason === undefined
          if (canSearch) search.onSearch()
        }}
      >
        {canFold && (
          <Button
            className="sm:hidden"
            icon={<SlidersHorizontal aria-hidden />}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsUnfolded(!isOpen)}
          >
            {m.ui_filters()}
          </Button>
        )}
        {canFold ? (
          <div id={id} className={cx('contents', !isOpen && 'max-sm:hidden')}>
            {children}
          </div>
        ) : (
          children
        )}
        {/* On a tablet, the button and the age have a separate line. On a wider screen, the age is on the baseline of the
            button, also if there is a hint below the fields. If the age does not fit, it is on the next line. */}
        <div className={cx('contents items-center gap-x-4 sm:max-lg:flex', hasFields && 'sm:max-lg:mt-6.5')}>
          {search && (
            <Button
              type="submit"
              kind="primary"
              icon={search.icon ?? <Search aria-hidden />}
              pending={search.pending ?? false}
              disabledReason={search.disabledReason}
              className="lg:mt-6.5 lg:self-baseline"
            >
              {search.label}
            </Button>
          )}
          {!list.isIdle && !search && (
            <Button
              icon={<RefreshCw aria-hidden />}
              onClick={list.refresh}
              pending={list.isRefreshing}
              disabledReason={list.refusal === undefined ? undefined : m.common_correctDatesFirst()}
              className={cx(hasFields && 'lg:mt-6.5 lg:self-baseline')}
            >
              {m.ui_refresh()}
            </Button>
          )}
          <ListAge list={list} className={cx(hasFields && 'lg:self-baseline', isAgeBelow && 'sm:hidden')} />
        </div>
      </form>
    </search>
  )
}
