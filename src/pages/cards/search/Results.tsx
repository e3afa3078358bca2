// 'Cards Found (n)' (cards §2): the table with its badges and statement links, the exports, and why there is nothing.
import { FileText, SearchX } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { Result } from '#contract/operations.ts'
import { type CardBadge, cardBadgeNames } from '#domain/cards/status.ts'
import { useHiddenColumns, usePageSize } from '#services/preference.ts'
import { Banner } from '#ui/Banner.tsx'
import { ColumnChoice, shownColumns } from '#ui/ColumnChoice.tsx'
import { DataTable } from '#ui/DataTable.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Panel } from '#ui/Panel.tsx'
import { looks, type Tone } from '#ui/tones.tsx'
import { Tooltip } from '#ui/Tooltip.tsx'
import { cx } from '#ui/cx.ts'
import { cardName } from '../words.ts'
import { dollars, foundColumns, type FoundRow, foundToRow } from './columns.ts'
import { SearchDownloads } from './SearchDownloads.tsx'
import { changeFindState, useFindState } from './state.ts'

/** The name under which its columns and rows per page are remembered. */
const TABLE = 'find-card'

interface ResultsProps {
  readonly found: Result<'cardSearch'> | undefined
  /** Why there are none, in the host's words. */
  readonly reason: string | undefined
  readonly refreshing: boolean
}

export function Results({ found, reason, refreshing }: ResultsProps) {
  const { view } = useFindState()
  // cards §9: 10 rows a page.
  const [pageSize, setPageSize] = usePageSize(TABLE, 10)
  const [hidden, setHidden] = useHiddenColumns(TABLE)
  const rows = useMemo(() => found?.cards.map(foundToRow), [found])
  return (
    <>
      {found?.truncated && (
        <Banner kind="warning" title={`Only the first ${found.cards.length.toLocaleString('en')} cards are shown`}>
          More cards match. Enter more of the term to see fewer and find the right one.
        </Banner>
      )}
      <Panel
        flush
        title={rows ? `Cards Found (${rows.length.toLocaleString('en')})` : 'Searching…'}
        actions={
          rows !== undefined &&
          rows.length > 0 && (
            <>
              <ColumnChoice columns={foundColumns} hidden={hidden} onChange={setHidden} />
              <SearchDownloads rows={rows} />
            </>
          )
        }
      >
        <DataTable<FoundRow>
          caption="Cards found"
          columns={shownColumns(foundColumns, hidden)}
          rows={rows}
          rowKey={(row) => row.VOUCHERID}
          cells={cells}
          actions={(row) => <StatementLink row={row} />}
          copyable={['TRACKINGNUMBER', 'CUSTOMERREFERENCE']}
          view={view}
          onViewChange={(next) => changeFindState({ view: next })}
          pageSize={pageSize}
          onPageSizeChange={setPageSize}
          density="compact"
          refreshing={refreshing}
          empty={<NoCards reason={reason ?? 'No card matches this search'} />}
        />
      </Panel>
    </>
  )
}

/** cards §2: on error, and for nothing, with the reason. */
export function NoCards({ reason }: { readonly reason: string }) {
  return (
    <EmptyState icon={SearchX} title="No Cards Found">
      {reason}
    </EmptyState>
  )
}

function StatementLink({ row }: { readonly row: FoundRow }) {
  return (
    <Tooltip text="Statement" described side="left">
      <Link
        to={`/card/details/${row.VOUCHERID}`}
        aria-label={`Statement of ${cardName(row.CARDNUMBER)}`}
        className="inline-grid size-7 place-items-center rounded-md text-accent hover:bg-sunken"
      >
        <FileText aria-hidden className="size-4" />
      </Link>
    </Tooltip>
  )
}

const amount = (key: 'CARDBALANCE' | 'AVAILABLEFUNDS' | 'LOADEDAMOUNT' | 'AUTHORIZEDAMOUNT' | 'SETTLEDAMOUNT') => (row: FoundRow) => dollars(row[key]) // prettier-ignore

const cells = {
  CAMPAIGNNAME: (row: FoundRow) => <span className="whitespace-nowrap">{row.CAMPAIGNNAME}</span>,
  // Its hyphens would break it over four lines.
  CUSTOMERREFERENCE: (row: FoundRow) => <span className="whitespace-nowrap">{row.CUSTOMERREFERENCE}</span>,
  CARDBALANCE: amount('CARDBALANCE'),
  AVAILABLEFUNDS: amount('AVAILABLEFUNDS'),
  LOADEDAMOUNT: amount('LOADEDAMOUNT'),
  AUTHORIZEDAMOUNT: amount('AUTHORIZEDAMOUNT'),
  SETTLEDAMOUNT: amount('SETTLEDAMOUNT'),
  STATUS: (row: FoundRow) => <StatusBadges badges={row.badges} />,
}

/** Letters for the eye, full names for everybody (cards §2). */
function StatusBadges({ badges }: { readonly badges: readonly CardBadge[] }) {
  return (
    <span className="inline-flex gap-1">
      {badges.map((badge) => (
        <Tooltip key={badge} text={cardBadgeNames[badge]} described>
          <span
            role="img"
            tabIndex={0}
            aria-label={cardBadgeNames[badge]}
            className={cx(
              'inline-grid size-6 place-items-center rounded-sm text-xs font-semibold',
              looks[badgeTones[badge]].tint,
              looks[badgeTones[badge]].text,
            )}
          >
            {badge}
          </span>
        </Tooltip>
      ))}
    </span>
  )
}

const badgeTones: Readonly<Record<CardBadge, Tone>> = {
  A: 'positive',
  I: 'neutral',
  E: 'warning',
  R: 'critical',
  S: 'critical',
}
