// Daily control: compares the count and sum of events that the card processor reports for each day and campaign with
// those in the ledger. The details of a row are its events. Rules: docs/rules/feed.md, "Daily control".
import { m } from '#words/messages.js'
import { CircleCheck } from 'lucide-react'
import type { FeedDay } from '#contract/feed.ts'
import type { Column } from '#domain/columns.ts'
import { type CalendarDate, dateToShortText } from '#domain/calendar.ts'
import { cents, centsToDecimal, decimalToCents } from '#domain/money.ts'
import { choiceParam, type QuerySpec } from '#domain/query-specs.ts'
import { ListPage } from '#pages/shared/ListPage.tsx'
import { useOpenItemId } from '#pages/shared/useOpenItemId.ts'
import { useUrlListState } from '#services/lists/list-state.ts'
import { type ListSpec, useServerList } from '#services/lists/useServerList.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Select } from '#ui/forms/Select.tsx'
import { EventsOfDay } from './EventsOfDay.tsx'

type StatusFilter = 'different' | 'all'
interface Values {
  readonly status: StatusFilter
}

const query: QuerySpec<Values, { readonly status: StatusFilter }> = {
  params: { status: choiceParam('status', ['different', 'all']) },
  defaults: () => ({ status: 'different' }),
  toParams: ({ status }) => ({ ok: true, params: { status } }),
}

interface DayRow extends FeedDay {
  readonly id: string
  /** The processor's sum minus the ledger's sum, as a decimal. */
  readonly difference: string
  /** 'Differs' or 'Agrees'. */
  readonly state: string
}

const toCents = (amount: string) => decimalToCents(amount) ?? cents(0)
const toRow = (day: FeedDay): DayRow => ({
  ...day,
  id: `${day.day}_${day.campaignId}_${day.source}`,
  difference: centsToDecimal(cents(toCents(day.sum) - toCents(day.ledgerSum))),
  state: day.differs ? m.feed_differs() : m.feed_agrees(),
})

const listSpec: ListSpec<'feedDays', Values, DayRow> = {
  name: 'daily-control',
  method: 'feedDays',
  querySpec: query,
  rows: ({ days }) => days.map(toRow),
  pageSize: 25,
}

const columns: readonly Column<DayRow>[] = [
  { key: 'day', label: m.common_date(), format: 'date' },
  { key: 'campaignName', label: m.common_campaign(), format: 'text' },
  { key: 'state', label: m.common_status(), format: 'text' },
  { key: 'count', label: m.feed_processorCount(), format: 'count' },
  { key: 'ledgerCount', label: m.feed_ledgerCount(), format: 'count' },
  { key: 'sum', label: m.feed_processorSum(), format: 'amount' },
  { key: 'ledgerSum', label: m.feed_ledgerSum(), format: 'amount' },
  { key: 'difference', label: m.feed_difference(), format: 'amount' },
  { key: 'source', label: m.common_cardProcessor(), format: 'text', wideOnly: true },
]
const cells = {
  state: ({ state, differs }: DayRow) => <Badge tone={differs ? 'critical' : 'positive'}>{state}</Badge>,
}

/** The inputs of a message that names the row. */
const toNames = ({ campaignName, day }: DayRow) => ({
  campaign: campaignName,
  day: dateToShortText(day as CalendarDate),
})

export default function DailyControlPage() {
  const [openId, setOpenId] = useOpenItemId('day')
  const listState = useUrlListState(query)
  const { status } = listState.values
  const list = useServerList(listSpec, listState)
  const openDay = list.rows?.find(({ id }) => id === openId)
  return (
    <ListPage<DayRow>
      title={m.feed_dailyControl()}
      description={m.feed_dailyIntro()}
      list={list}
      filters={
        <Select
          label={m.common_status()}
          className="w-full sm:w-56"
          options={[
            { value: 'different', label: m.feed_different() },
            { value: 'all', label: m.feed_allDays() },
          ]}
          value={status}
          onChange={({ target }) => listState.setValues({ status: target.value as StatusFilter })}
        />
      }
      offline={m.feed_whenOnline()}
      rowsTitle={m.common_days()}
      fileName="DailyControl"
      columns={columns}
      rowKey={({ id }) => id}
      cells={cells}
      onOpen={({ id }) => setOpenId(id)}
      rowActions={(row) => (
        <Button size="small" onClick={() => setOpenId(row.id)} aria-label={m.feed_detailsOfDay(toNames(row))}>
          {m.feed_events()}
        </Button>
      )}
      empty={
        status === 'different' ? (
          <EmptyState icon={CircleCheck} title={m.feed_noDifference()}>
            {m.feed_noDifferenceHint()}
          </EmptyState>
        ) : (
          <EmptyState title={m.feed_noTotals()}>{m.feed_noTotalsHint()}</EmptyState>
        )
      }
    >
      {openDay && (
        <EventsOfDay day={openDay} title={m.feed_eventsOfDay(toNames(openDay))} onClose={() => setOpenId(undefined)} />
      )}
    </ListPage>
  )
}
