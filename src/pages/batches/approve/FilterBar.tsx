// The bar above the list: status, dates and refresh.
import { m } from '#words/messages.js'
import { type BatchFilter, batchStates, filterTakesDates } from '#domain/batch/states.ts'
import { DateRangeField } from '#ui/forms/DateRangeField.tsx'
import type { ShownList } from '#domain/lists.ts'
import { ListBar } from '#ui/list/ListBar.tsx'
import { Select } from '#ui/forms/Select.tsx'
import { type Filters, filterOptions } from './filters.ts'

interface FilterBarProps {
  readonly filters: Filters
  readonly onChange: (change: Partial<Filters>) => void
  readonly list: ShownList<unknown>
}

export function FilterBar({ filters, onChange, list }: FilterBarProps) {
  const { filter } = filters
  return (
    <ListBar label={m.batches_batchLoads()} list={list}>
      <Select
        label={m.common_status()}
        className="w-full sm:w-48"
        options={filterOptions}
        value={String(filter)}
        // The value of each option is a filter.
        onChange={(event) => onChange({ filter: Number(event.target.value) as BatchFilter })}
      />
      <DateRangeField
        label={m.common_dates()}
        start={filters.start}
        end={filters.end}
        onChange={onChange}
        error={list.refusal}
        hint={dateHints[filter]}
        disabledReason={filterTakesDates(filter) ? undefined : m.batches_everyDateShown()}
      />
    </ListBar>
  )
}

/** What the dates mean for each filter. */
const dateHints: Readonly<Record<BatchFilter, string | undefined>> = {
  [batchStates.awaiting]: undefined,
  [batchStates.approved]: m.common_byApproval(),
  [batchStates.rejected]: m.common_byRejection(),
  [batchStates.closed]: m.batches_byClosing(),
  [batchStates.processing]: undefined,
}
