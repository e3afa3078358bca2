// 'Cards Found (n)' (cards §2): the table with its badges and statement links, the exports, and why there is nothing.
import { FileText, SearchX } from 'lucide-react'
import { Link } from 'react-router-dom'
import { adviceOnMore, type CardSearch } from '#domain/cards/search.ts'
import { type CardBadge, cardBadgeNames } from '#domain/cards/status.ts'
import type { AskedList } from '#services/lists/useAskedList.ts'
import { Banner } from '#ui/Banner.tsx'
import { ColumnChoice } from '#ui/ColumnChoice.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ListTable } from '#ui/list/ListTable.tsx'
import { Panel } from '#ui/Panel.tsx'
import { looks, type Tone } from '#ui/tones.tsx'
import { Tooltip } from '#ui/Tooltip.tsx'
import { cx } from '#ui/cx.ts'
import { cardName } from '../words.ts'
import { dollars, foundColumns, type FoundRow } from './columns.ts'
import { SearchDownloads } from './SearchDownloads.tsx'

interface ResultsProps {
  readonly list: AskedList<'cardSearch', FoundRow>
  readonly asked: CardSearch
}

export function Results({ list, asked }: ResultsProps) {
  const { rows, answer } = list
  return (
    <>
      {answer?.truncated && (
        <Banner kind="warning" title={`Only the first ${answer.cards.length.toLocaleString('en')} cards are shown`}>
          More cards match. {adviceOnMore(asked)}
        </Banner>
      )}
      <Panel
        flush
        title={rows ? `Cards Found (${rows.length.toLocaleString('en')})` : 'Searching…'}
        actions={
          rows !== undefined &&
          rows.length > 0 && (
            <>
              <ColumnChoice columns={foundColumns} hidden={list.hidden} onChange={list.setHidden} />
              <SearchDownloads rows={rows} />
            </>
          )
        }
      >
        <ListTable<FoundRow>
          caption="Cards found"
          list={list}
          columns={foundColumns}
          rowKey={(row) => row.VOUCHERID}
          cells={cells}
          actions={(row) => <StatementLink row={row} />}
          copyable={['TRACKINGNUMBER', 'CUSTOMERREFERENCE']}
          empty={<NoCards reason={list.resultText ?? 'No card matches this search'} />}
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
