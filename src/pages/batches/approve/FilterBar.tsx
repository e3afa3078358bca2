// State, dates and refresh above the list (batches §2).
import { RefreshCw } from 'lucide-react'
import { type BatchFilter, filterTakesDates } from '#domain/batch/states.ts'
import { Button } from '#ui/Button.tsx'
import { DateRangeField } from '#ui/DateRangeField.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Select } from '#ui/Select.tsx'
import { type Filters, filterOptions } from './filters.ts'

interface FilterBarProps {
  readonly filters: Filters
  readonly onChange: (change: Partial<Filters>) => void
  readonly dateError: string | undefined
  /** Why the list cannot be asked for at all. */
  readonly notAsked: string | undefined
  readonly onRefresh: () => void
  readonly refreshing: boolean
  /** When the host gave the list on screen, epoch milliseconds. */
  readonly updatedAt: number | undefined
}

export function FilterBar(props: FilterBarProps) {
  const { filters, onChange, dateError, notAsked, onRefresh, refreshing, updatedAt } = props
  return (
    <search aria-label="Batch loads" className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <Select
        label="Status"
        className="w-full sm:w-48"
        options={filterOptions}
        value={String(filters.filter)}
        onChange={(event) => onChange({ filter: Number(event.target.value) as BatchFilter })}
      />
      <DateRangeField
        label="Dates"
        start={filters.start}
        end={filters.end}
        onChange={onChange}
        error={dateError}
        disabledReason={
          filterTakesDates(filters.filter) ? undefined : 'This status lists every batch, whatever its date.'
        }
      />
      <Button
        icon={<RefreshCw aria-hidden />}
        onClick={onRefresh}
        pending={refreshing}
        disabledReason={notAsked}
        className="sm:mt-6.5"
      >
        Refresh
      </Button>
      {updatedAt !== undefined && (
        <span className="self-center text-sm text-muted sm:self-start lg:mt-8.5">
          Updated <Instant value={new Date(updatedAt).toISOString()} />
        </span>
      )}
    </search>
  )
}
