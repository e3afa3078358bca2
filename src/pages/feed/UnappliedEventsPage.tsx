// Unapplied events: the card processor's events that could not be applied, with the user who works on each event, or
// how it was resolved. Rules: docs/rules/feed.md, "What was not applied".
import { m } from '#words/messages.js'
import { CircleCheck } from 'lucide-react'
import { ListPage } from '#pages/shared/ListPage.tsx'
import { useOpenItemId } from '#pages/shared/useOpenItemId.ts'
import { useUrlListState } from '#services/lists/list-state.ts'
import { useServerList } from '#services/lists/useServerList.ts'
import { useOwnerUser } from '#services/session/session.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Select } from '#ui/forms/Select.tsx'
import { EventDetails } from './EventDetails.tsx'
import {
  cells,
  columnsByStatus,
  type EventRow,
  eventsListSpec,
  eventsQuery,
  type StatusFilter,
  statusOptions,
} from './rows.tsx'

export default function UnappliedEventsPage() {
  const ownerUser = useOwnerUser()
  const [openId, setOpenId] = useOpenItemId('event')
  const listState = useUrlListState(eventsQuery)
  const { status } = listState.values
  const list = useServerList(eventsListSpec, listState)
  const openDetails = ({ id }: EventRow) => setOpenId(id)
  return (
    <ListPage<EventRow>
      title={m.feed_unappliedEvents()}
      description={m.feed_intro()}
      pendingChanges={{ area: 'feed', exceptSubject: openId }}
      list={list}
      filters={
        <Select
          label={m.common_status()}
          className="w-full sm:w-56"
          options={statusOptions}
          value={status}
          onChange={({ target }) => listState.setValues({ status: target.value as StatusFilter })}
        />
      }
      offline={m.feed_whenOnline()}
      rowsTitle={m.feed_events()}
      fileName="UnappliedEvents"
      columns={columnsByStatus[status]}
      rowKey={({ id }) => id}
      cells={cells}
      onOpen={openDetails}
      rowActions={(row) => (
        <Button size="small" onClick={() => openDetails(row)} aria-label={m.feed_detailsOf({ eventId: row.eventId })}>
          {m.common_details()}
        </Button>
      )}
      empty={
        status === 'open' ? (
          <EmptyState icon={CircleCheck} title={m.feed_everyEventApplied()}>
            {m.feed_everyEventAppliedHint()}
          </EmptyState>
        ) : (
          <EmptyState title={m.feed_noneResolved()}>{m.feed_noneResolvedHint()}</EmptyState>
        )
      }
    >
      {openId !== undefined && (
        <EventDetails
          ownerUser={ownerUser}
          id={openId}
          listed={list.rows?.find(({ id }) => id === openId)}
          onClose={() => setOpenId(undefined)}
        />
      )}
    </ListPage>
  )
}
