// The history of a card: each event with its time and user. Renders nothing for a card without history.
import { m } from '#words/messages.js'
import type { CardEvent } from '#contract/cards.ts'
import { cardEvents } from '#domain/cards/history.ts'
import type { Column } from '#domain/columns.ts'
import { amountToText } from '#domain/money.ts'
import { usePageSize } from '#services/device/preference.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { DataTable } from '#ui/tables/DataTable.tsx'
import { Panel } from '#ui/Panel.tsx'

interface HistoryRow {
  readonly key: string
  readonly at: string
  readonly event: string
  readonly details: string
  readonly username: string
}

export function CardHistory({ voucherID, currency }: { readonly voucherID: string; readonly currency: string }) {
  const [pageSize, setPageSize] = usePageSize('card-history', 10)
  const query = useServerQuery('cardHistory', { voucherID })
  // While the history is loading, there is also nothing to show.
  const hasEvents = query.data !== undefined && query.data.events.length > 0
  if (!hasEvents && !query.failure) return null
  return (
    <Panel flush title={m.cards_history()}>
      <DataTable<HistoryRow>
        caption={m.cards_historyOfCard()}
        columns={columns}
        rows={query.data?.events.map((event, index) => eventToRow(event, index, currency))}
        rowKey={(row) => row.key}
        initialSort={{ key: 'at', descending: true }}
        pageSize={pageSize}
        onPageSizeChange={setPageSize}
        density="compact"
        error={query.failure?.text}
        onRetry={query.refresh}
        refreshing={query.isRefreshing}
        empty={null}
      />
    </Panel>
  )
}

export function eventToRow(event: CardEvent, index: number, currency: string): HistoryRow {
  const { at, kind, stopReason, amount, description, reversal, username } = event
  const texts = [stopReason]
  // The label already names the direction, so the sign is dropped.
  if (amount !== null) texts.push(amountToText(amount.replace('-', ''), currency))
  if (kind === 'feeInserted' || kind === 'feeReversed') texts.push(description)
  if (reversal)
    texts.push(
      m.cards_requestedBy({ requesterName: reversal.requesterName }),
      reversal.declineReason,
      reversal.storeName,
      reversal.contactPhone,
      reversal.comments,
    )
  return {
    key: String(index),
    at,
    event: cardEvents[kind].label,
    details: texts.filter((text) => text !== '').join(' · '),
    // Without a user, the event comes from the card processor.
    username: username || m.common_cardProcessor(),
  }
}

const columns: readonly Column<HistoryRow>[] = [
  { key: 'at', label: m.common_date(), format: 'instant' },
  { key: 'event', label: m.common_action(), format: 'text' },
  { key: 'details', label: m.common_details(), format: 'text' },
  { key: 'username', label: m.common_user(), format: 'text' },
]
