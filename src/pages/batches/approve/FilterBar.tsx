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
  readonly onRefresh: () => void
  readonly refreshing: boolean
  /** When the host gave the list on screen, epoch milliseconds. */
  readonly updatedAt: number | undefined
}

export function FilterBar({ filters, onChange, dateError, onRefresh, refreshing, updatedAt }: FilterBarProps) {
  return (
    <search aria-label="Batch loads" className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <Select
        label="State"
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
          filterTakesDates(filters.filter) ? undefined : 'This state lists every batch, whatever its date.'
        }
      />
      <div className="flex items-center gap-3 sm:pt-6.5">
        <Button icon={<RefreshCw aria-hidden />} onClick={onRefresh} pending={refreshing}>
          Refresh
        </Button>
        {updatedAt !== undefined && (
          <span className="text-sm text-muted">
            Updated <Instant value={new Date(updatedAt).toISOString()} />
          </span>
        )}
      </div>
    </search>
  )
}
