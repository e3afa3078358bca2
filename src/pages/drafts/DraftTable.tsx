// The table of drafts: description, progress and actions.
import { m } from '#words/messages.js'
import { Copy, Download, FolderOpen, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { client } from '#brand/current.ts'
import type { Column } from '#domain/columns.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import { centsToDecimal } from '#domain/money.ts'
import type { QuerySpec } from '#domain/query-specs.ts'
import { uploadTypes } from '#domain/uploads.ts'
import type { Draft } from '#flows/drafts/drafts.ts'
import { NOTICE_DAYS } from '#flows/drafts/expiry.ts'
import { useUrlListState } from '#services/lists/list-state.ts'
import { useToday } from '#services/useToday.ts'
import { type Action, Actions } from '#ui/buttons/Actions.tsx'
import { Badge } from '#ui/Badge.tsx'
import { DataTable } from '#ui/tables/DataTable.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Money } from '#ui/Money.tsx'
import { TwoLines } from '#ui/tables/cells.tsx'
import { ageToText, deletionToText } from './words.ts'

interface DraftTableProps {
  /** Undefined while loading. */
  readonly drafts: readonly Draft[] | undefined
  readonly onRename: (draft: Draft) => void
  readonly onDuplicate: (draft: Draft) => void
  readonly onSave: (draft: Draft) => void
  readonly onDelete: (draft: Draft) => void
  readonly empty: ReactNode
}

export function DraftTable({ drafts, onRename, onDuplicate, onSave, onDelete, empty }: DraftTableProps) {
  const navigate = useNavigate()
  const today = useToday()
  const { view, setView } = useUrlListState(sortOrderOnly)
  const actionsOf = (draft: Draft): readonly Action[] => {
    const waitingReason = draft.isWaiting ? m.drafts_waitingCheckFirst() : undefined
    const unreadableReason = draft.isReadable ? undefined : m.drafts_ofAnotherVersion()
    return [
      {
        key: 'open',
        label: m.common_open(),
        icon: FolderOpen,
        slot: 'button',
        onSelect: () => void navigate(draft.path),
      },
      { key: 'rename', label: m.drafts_rename(), icon: Pencil, slot: 'menu', onSelect: () => onRename(draft) },
      {
        key: 'duplicate',
        label: m.drafts_duplicate(),
        icon: Copy,
        slot: 'menu',
        // The server can have received a waiting draft already. With a copy, the user could submit the same rows again.
        disabledReason: waitingReason ?? unreadableReason,
        onSelect: () => onDuplicate(draft),
      },
      { key: 'save', label: m.drafts_saveAsCsv(), icon: Download, slot: 'menu', onSelect: () => onSave(draft) },
      {
        key: 'delete',
        label: m.common_delete(),
        icon: Trash2,
        slot: 'menu',
        disabledReason: waitingReason,
        onSelect: () => onDelete(draft),
      },
    ]
  }
  return (
    <DataTable
      caption={m.common_draftsOnThisDevice()}
      columns={columns}
      rows={drafts?.map(draftToRow)}
      rowKey={({ draft }) => draft.id}
      view={view}
      onViewChange={setView}
      cells={{
        ...cells,
        saved: ({ draft }) => <SavedCell draft={draft} today={today} />,
      }}
      actions={({ draft }) => (
        <Actions subject={draft.title || draft.uploadName} size="small" inRow actions={actionsOf(draft)} />
      )}
      empty={empty}
    />
  )
}

// The list has no query parameters: the address stores only its sort order.
const sortOrderOnly: QuerySpec<object, object> = {
  params: {},
  defaults: () => ({}),
  toParams: () => ({ ok: true, params: {} }),
}

interface Row {
  readonly draft: Draft
  readonly title: string
  readonly kind: string
  readonly step: string
  readonly rows: number | null
  /** A decimal string. Empty if unknown. */
  readonly total: string
  /** ISO 8601. */
  readonly saved: string
}

const draftToRow = (draft: Draft): Row => ({
  draft,
  title: draft.title,
  kind: draft.uploadName,
  step: draft.step,
  rows: draft.rows,
  total: draft.amountCents === undefined ? '' : centsToDecimal(draft.amountCents),
  saved: new Date(draft.savedAt).toISOString(),
})

const columns: readonly Column<Row>[] = [
  { key: 'title', label: m.common_name(), format: 'text' },
  { key: 'kind', label: m.common_type(), format: 'text' },
  { key: 'step', label: m.drafts_step(), format: 'text' },
  { key: 'rows', label: m.common_rows(), format: 'count' },
  { key: 'total', label: m.common_total(), format: 'amount' },
  { key: 'saved', label: m.drafts_saved(), format: 'instant' },
]

const cells = {
  title: ({ draft: { title, fileName, isReadable } }: Row) => {
    const hasNoName = !isReadable && title === ''
    const showsFileName = fileName !== '' && fileName !== title
    return (
      <TwoLines
        first={
          <span className="font-medium wrap-anywhere">{hasNoName ? m.common_draftOfAnotherVersion() : title}</span>
        }
        second={showsFileName && <span className="wrap-anywhere">{fileName}</span>}
      />
    )
  },
  step: ({ draft }: Row) => <StepCell draft={draft} />,
  total: ({ draft: { amountCents, currency, type } }: Row) => {
    if (amountCents === undefined) return '—'
    const isOrder = type && uploadTypes[type].order
    return <Money cents={amountCents} currency={isOrder ? client.orderCurrencySymbol : currency} />
  },
}

function StepCell({ draft: { step, isWaiting, isReadable, toFix } }: { readonly draft: Draft }) {
  if (isWaiting) return <Badge tone="warning">{m.common_waitingForServer()}</Badge>
  if (!isReadable) return '—'
  return (
    <TwoLines
      first={step}
      second={toFix > 0 ? <Badge tone="critical">{m.common_countToFix({ toFix })}</Badge> : undefined}
    />
  )
}

function SavedCell({ draft, today }: { readonly draft: Draft; readonly today: CalendarDate }) {
  const { savedAt, deletedOn } = draft
  const isDeletedSoon = deletedOn !== undefined && deletedOn <= addDays(today, NOTICE_DAYS)
  return (
    <TwoLines
      first={<Instant value={new Date(savedAt).toISOString()} wraps />}
      second={
        isDeletedSoon ? (
          <Badge tone="warning">{deletionToText(deletedOn, today)}</Badge>
        ) : (
          ageToText(instantToDate(savedAt, client.timeZone), today)
        )
      }
    />
  )
}
