// The open authorisations of a card, each with its merchant, amount and time.
import { m } from '#words/messages.js'
import type { Result } from '#contract/operations.ts'
import type { Column } from '#domain/columns.ts'
import { usePageSize } from '#services/device/preference.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { DataTable } from '#ui/tables/DataTable.tsx'
import { Panel } from '#ui/Panel.tsx'

type OpenHold = Result<'cardHolds'>['holds'][number]

export function CardHolds({ voucherID }: { readonly voucherID: string }) {
  const [pageSize, setPageSize] = usePageSize('card-holds', 10)
  const query = useServerQuery('cardHolds', { voucherID })
  if (query.data?.holds.length === 0) return null
  return (
    <Panel flush title={m.cards_openAuthorisations()}>
      <DataTable<OpenHold>
        caption={m.cards_openAuthorisationsOfCard()}
        columns={columns}
        rows={query.data?.holds}
        rowKey={({ at, authNumber, amount }) => `${at} ${authNumber} ${amount}`}
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

const columns: readonly Column<OpenHold>[] = [
  { key: 'at', label: m.common_date(), format: 'instant' },
  { key: 'merchant', label: m.common_merchant(), format: 'text' },
  { key: 'merchantId', label: m.common_merchantId(), format: 'code', wideOnly: true },
  { key: 'authNumber', label: m.cards_authNumber(), format: 'code' },
  { key: 'amount', label: m.common_amount(), format: 'amount' },
]
