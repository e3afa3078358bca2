// The audit trail (/user/audit): each action with its user, subject and time. The server sends the list page by page.
import { m } from '#words/messages.js'
import { ScrollText } from 'lucide-react'
import { Link } from 'react-router-dom'
import { ListPage } from '#pages/shared/ListPage.tsx'
import { useUrlListState } from '#services/lists/list-state.ts'
import { type ListSpec, useServerList } from '#services/lists/useServerList.ts'
import { useSession } from '#services/session/session.ts'
import { Badge } from '#ui/Badge.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { trailQuery, type TrailValues } from './trail/query-spec.ts'
import { entryToRow, resultTone, subjectLink, trailColumns, type TrailRow } from './trail/rows.ts'
import { EntryDetails } from './trail/EntryDetails.tsx'
import { TrailFilters } from './trail/TrailFilters.tsx'

export default function AuditTrailPage() {
  const listState = useUrlListState(trailQuery)
  const list = useServerList(trailListSpec, listState)
  return (
    <ListPage<TrailRow>
      title={m.common_auditTrail()}
      description={m.users_auditTrailIntro()}
      list={list}
      filters={<TrailFilters values={listState.values} onChange={listState.setValues} refusal={list.refusal} />}
      offline={m.users_auditTrailNotStored()}
      rowsTitle={titleOf(list.total, list.response?.isTotalMinimum)}
      fileName="AuditTrail"
      columns={trailColumns}
      rowKey={(row) => row.id}
      cells={cells}
      empty={
        <EmptyState icon={ScrollText} title={m.users_noMatchesInDates()}>
          {m.users_noMatchesInDatesHint()}
        </EmptyState>
      }
    />
  )
}

function titleOf(total: number | undefined, isMinimum = false): string {
  if (total === undefined) return m.common_entries()
  return isMinimum ? m.users_entriesMoreThan({ total }) : m.users_entriesTotal({ total })
}

const cells = {
  what: (row: TrailRow) => <ActionCell row={row} />,
  changed: (row: TrailRow) => <EntryDetails lines={row.details} />,
  from: ({ device = '', address = '' }: TrailRow) => (
    <span className="not-on-card flex flex-wrap gap-x-2 text-sm">
      <span className="whitespace-nowrap">{device}</span>
      <span className="whitespace-nowrap">{address}</span>
    </span>
  ),
  result: (row: TrailRow) => <Badge tone={resultTone(row)}>{row.result}</Badge>,
}

function ActionCell({ row }: { readonly row: TrailRow }) {
  const permissions = useSession()?.permissions ?? {}
  const path = subjectLink(row, permissions)
  if (path === undefined) return row.what
  return (
    <Link to={path} className="link">
      {row.what}
    </Link>
  )
}

const trailListSpec: ListSpec<'auditLog', TrailValues, TrailRow> = {
  name: 'audit-trail',
  method: 'auditLog',
  querySpec: trailQuery,
  rows: ({ entries }) => entries.map(entryToRow),
  pageSize: 25,
  isPaged: true,
}
