// The events that move money, of one day and one campaign. They show why the card processor's total differs from the
// total of the ledger. Events that were not posted come first, with the reason.
import { m } from '#words/messages.js'
import { Link } from 'react-router-dom'
import { canCall } from '#contract/methods.ts'
import type { FeedDay, FeedDayEvent } from '#contract/feed.ts'
import type { Column } from '#domain/columns.ts'
import { amountToText } from '#domain/money.ts'
import { CardNumberLink } from '#pages/shared/CardNumberLink.tsx'
import { usePageSize } from '#services/device/preference.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { useSession } from '#services/session/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { TwoLines } from '#ui/tables/cells.tsx'
import { DataTable } from '#ui/tables/DataTable.tsx'
import { faultTexts, kindLabels } from './words.ts'

interface EventsOfDayProps {
  readonly day: FeedDay
  readonly title: string
  readonly onClose: () => void
}

interface EventRow extends FeedDayEvent {
  readonly kindText: string
  readonly stateText: string
}

const toRow = (event: FeedDayEvent): EventRow => ({
  ...event,
  kindText: kindLabels[event.kind],
  stateText: stateToText(event),
})

function stateToText({ posted, fault }: FeedDayEvent): string {
  if (posted !== null) return m.feed_posted()
  return fault === null ? m.feed_waitsForOther() : faultTexts[fault].label
}

const columns: readonly Column<EventRow>[] = [
  { key: 'kindText', label: m.feed_eventColumn(), format: 'text' },
  { key: 'stateText', label: m.common_status(), format: 'text' },
  { key: 'trackingNumber', label: m.common_card(), format: 'identifier' },
  { key: 'amount', label: m.common_amount(), format: 'amount' },
  { key: 'posted', label: m.feed_posted(), format: 'amount' },
  { key: 'at', label: m.feed_eventTime(), format: 'instant', wideOnly: true },
]

export function EventsOfDay({ day, title, onClose }: EventsOfDayProps) {
  const { source, currency } = day
  const query = useServerQuery('feedDayEvents', { source, day: day.day, campaignId: day.campaignId })
  const canReadCards = canCall(useSession()?.permissions, 'cardDetails')
  const [pageSize, setPageSize] = usePageSize('events-of-day', 10)
  const { events, total = 0 } = query.data ?? {}
  const isCut = events !== undefined && total > events.length
  const totalToText = (count: number, sum: string) =>
    m.feed_countAndSum({ count: String(count), sum: amountToText(sum, currency) })
  const bothTotals = m.feed_totalDiffers({
    processor: totalToText(day.count, day.sum),
    ledger: totalToText(day.ledgerCount, day.ledgerSum),
  })
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={title}
      footer={<Button onClick={onClose}>{m.common_close()}</Button>}
    >
      <div className="grid gap-4">
        <Banner kind={day.differs ? 'warning' : 'info'} title={bothTotals} />
        {isCut && (
          <p className="text-muted">{m.feed_firstEvents({ shown: String(events.length), total: String(total) })}</p>
        )}
        <DataTable<EventRow>
          caption={title}
          columns={columns}
          rows={events?.map(toRow)}
          rowKey={({ eventId }) => eventId}
          cells={{
            kindText: ({ kindText, eventId }) => <TwoLines first={kindText} second={eventId} />,
            stateText: ({ stateText, exceptionId }) =>
              exceptionId === null ? (
                stateText
              ) : (
                <Link className="link" to={`/card/events?event=${exceptionId}`}>
                  {stateText}
                </Link>
              ),
            trackingNumber: ({ trackingNumber, voucherID }) => (
              <CardNumberLink
                value={trackingNumber}
                kind="identifier"
                voucherId={canReadCards ? voucherID : undefined}
              />
            ),
          }}
          pageSize={pageSize}
          onPageSizeChange={setPageSize}
          density="compact"
          error={query.failure?.text}
          onRetry={query.refresh}
          refreshing={query.isRefreshing}
          empty={m.feed_noEventsOfDay()}
        />
      </div>
    </Dialog>
  )
}
