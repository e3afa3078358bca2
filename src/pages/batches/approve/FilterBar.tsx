// State, dates and refresh above the list.
import { type BatchFilter, batchStates, filterTakesDates } from '#domain/batch/states.ts'
import { DateRangeField } from '#ui/forms/DateRangeField.tsx'
import type { ShownList } from '#domain/lists.ts'
import { ListBar } from '#ui/list/ListBar.tsx'
import { Select } from '#ui/forms/Select.tsx'
import { type Filters, filterOptions } from './filters.ts'
import * as say from '#words/pages/batches/approve.ts'

interface FilterBarProps {
  readonly filters: Filters
  readonly onChange: (change: Partial<Filters>) => void
  readonly list: ShownList<unknown>
}

export function FilterBar({ filters, onChange, list }: FilterBarProps) {
  const { filter } = filters
  return (
    <ListBar label={say.batchLoads} list={list}>
      <Select
        label={say.status}
        className="w-full sm:w-48"
        options={filterOptions}
        value={String(filter)}
        onChange={(event) => onChange({ filter: Number(event.target.value) as BatchFilter })}
      />
      <DateRangeField
        label={say.dates}
        start={filters.start}
        end={filters.end}
        onChange={onChange}
        error={list.refusal}
        hint={daysOf[filter]}
        disabledReason={filterTakesDates(filter) ? undefined : say.listsEveryBatch}
      />
    </ListBar>
  )
}

/** The label of the dates that each filter uses. */
const daysOf: Readonly<Record<BatchFilter, string | undefined>> = {
  [batchStates.awaiting]: undefined,
  [batchStates.approved]: say.byApproval,
  [batchStates.rejected]: say.byRejection,
  [batchStates.closed]: say.byClosing,
  [batchStates.processing]: undefined,
}
