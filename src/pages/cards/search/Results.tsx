// 'Cards Found (n)': the table with badges, statement links and downloads, or the reason if there are no cards.
import { m } from '#words/messages.js'
import { FileText, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { adviceOnTooManyCards, type CardSearch, type SearchTypeInfo, type SearchType } from '#domain/cards/search.ts'
import { badgeToName, type CardBadge } from '#domain/cards/status.ts'
import type { ServerList } from '#services/lists/useServerList.ts'
import { Banner } from '#ui/Banner.tsx'
import { CardNumber } from '#ui/CardNumber.tsx'
import { ColumnChoice } from '#ui/tables/ColumnChoice.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ListTable } from '#ui/list/ListTable.tsx'
import { Panel } from '#ui/Panel.tsx'
import { toneStyles, type Tone } from '#ui/tones.tsx'
import { Tooltip } from '#ui/overlays/Tooltip.tsx'
import { cx } from '#ui/cx.ts'
import { cardLink, cardName } from '../words.ts'
import { sortRows } from '#ui/tables/DataTable.tsx'
import { toDollars, foundColumns, screenColumns, type FoundRow } from './columns.ts'
import { MissingValues } from './MissingValues.tsx'
import { OtherSearchTypes } from './OtherSearchTypes.tsx'
import { storeResultIds } from './state.ts'
import { SearchDownloads } from './SearchDownloads.tsx'

export interface ResultsProps {
  readonly list: ServerList<'cardSearch', FoundRow>
  readonly query: CardSearch
  readonly allTypes: readonly SearchTypeInfo[]
  /** Searches for the same text as another type. */
  readonly onSearchAs: (type: SearchType) => void
}

export function Results({ list, query, allTypes, onSearchAs }: ResultsProps) {
  const { rows, response } = list
  const navigate = useNavigate()
  const hasRows = rows !== undefined && rows.length > 0
  // Stores the on-screen order, which Next and Previous on a card's page follow.
  const storeResultOrder = () => {
    const rowsOnScreen = sortRows(rows ?? [], foundColumns, list.view.sort)
    storeResultIds(rowsOnScreen.map(({ VOUCHERID }) => VOUCHERID))
  }
  return (
    <>
      {response?.truncated && (
        <Banner kind="warning" title={m.cards_onlyFirstShown({ count: response.cards.length })}>
          {m.cards_moreCardsMatch({ advice: adviceOnTooManyCards(query) })}
        </Banner>
      )}
      <MissingValues values={response?.missing ?? []} query={query} />
      <Panel
        flush
        title={rows ? m.cards_cardsFound({ count: rows.length }) : m.common_searching()}
        actions={
          hasRows && (
            <>
              <ColumnChoice columns={screenColumns} hidden={list.hidden} onChange={list.setHidden} />
              <SearchDownloads rows={rows} />
            </>
          )
        }
      >
        <ListTable<FoundRow>
          caption={m.cards_cardsFoundCaption()}
          list={list}
          columns={screenColumns}
          rowKey={(row) => row.VOUCHERID}
          cells={{ ...cells, CARDNUMBER: (row) => <CardLink row={row} onOpen={storeResultOrder} /> }}
          actions={(row) => <StatementLink row={row} onOpen={storeResultOrder} />}
          onOpen={(row) => {
            storeResultOrder()
            void navigate(cardLink(row).to)
          }}
          copyable={['TRACKINGNUMBER', 'CUSTOMERREFERENCE']}
          empty={
            <NoCards reason={list.resultText ?? m.cards_noCardMatchesThisSearch()}>
              <OtherSearchTypes query={query} allTypes={allTypes} onSearchAs={onSearchAs} />
            </NoCards>
          }
        />
      </Panel>
    </>
  )
}

/** The empty list with its reason: an error, or no results. */
export function NoCards({ reason, children }: { readonly reason: string; readonly children?: ReactNode }) {
  return (
    <EmptyState icon={SearchX} title={m.cards_noCardsFound()} action={children}>
      {reason}
    </EmptyState>
  )
}

interface RowLinkProps {
  readonly row: FoundRow
  readonly onOpen: () => void
}

function CardLink({ row, onOpen }: RowLinkProps) {
  return (
    <Link to={cardLink(row).to} onClick={onOpen} className="link whitespace-nowrap">
      <CardNumber value={row.CARDNUMBER} />
    </Link>
  )
}

function StatementLink({ row, onOpen }: RowLinkProps) {
  return (
    <Tooltip text={m.cards_statement()} isDescribed side="left">
      <Link
        to={cardLink(row).to}
        onClick={onOpen}
        aria-label={m.cards_statementOf({ name: cardName(row.CARDNUMBER) })}
        className="finger inline-grid size-7 place-items-center rounded-md text-accent hover:bg-sunken"
      >
        <FileText aria-hidden className="size-4" />
      </Link>
    </Tooltip>
  )
}

const cells = {
  CAMPAIGNNAME: (row: FoundRow) => <span className="whitespace-nowrap">{row.CAMPAIGNNAME}</span>,
  // Without nowrap, a reference with hyphens would be broken over four lines.
  CUSTOMERREFERENCE: (row: FoundRow) => <span className="whitespace-nowrap">{row.CUSTOMERREFERENCE}</span>,
  CARDBALANCE: (row: FoundRow) => toDollars(row.CARDBALANCE),
  AVAILABLEFUNDS: (row: FoundRow) => toDollars(row.AVAILABLEFUNDS),
  LOADEDAMOUNT: (row: FoundRow) => toDollars(row.LOADEDAMOUNT),
  AUTHORIZEDAMOUNT: (row: FoundRow) => toDollars(row.AUTHORIZEDAMOUNT),
  SETTLEDAMOUNT: (row: FoundRow) => toDollars(row.SETTLEDAMOUNT),
  STATUS: (row: FoundRow) => <StatusBadges badges={row.badges} />,
}

/** The status letters of the specification, each with its full word. */
function StatusBadges({ badges }: { readonly badges: readonly CardBadge[] }) {
  return (
    <span className="inline-flex gap-1.5">
      {badges.map((badge) => (
        <span
          key={badge}
          className={cx(
            'inline-flex h-6 items-center gap-1.5 rounded-sm px-1.5 text-xs whitespace-nowrap',
            toneStyles[badgeTones[badge]].tint,
            toneStyles[badgeTones[badge]].text,
          )}
        >
          <span aria-hidden className="font-bold">
            {badge}
          </span>
          {badgeToName(badge)}
        </span>
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
