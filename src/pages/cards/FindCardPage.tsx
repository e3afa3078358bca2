// Find Card (/card/search): the search form and its results.
import { m } from '#words/messages.js'
import { CreditCard } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { type CardSearch, searchTypes, tagToSearchType, termToValues } from '#domain/cards/search.ts'
import { PendingChangeList } from '#pages/shared/pending-changes/PendingChangeList.tsx'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { type ListSpec, useServerList } from '#services/lists/useServerList.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { cx } from '#ui/cx.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'
import { ListNote } from '#ui/list/ListNote.tsx'
import { Panel } from '#ui/Panel.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { hasSearchChanged, SearchSummary } from './search/SearchSummary.tsx'
import { NoCards, Results, type ResultsProps } from './search/Results.tsx'
import { SearchForm } from './search/SearchForm.tsx'
import { type FoundRow, foundToRow, hiddenByDefault } from './search/columns.ts'
import { cardSearchQuery, useFindState } from './search/state.ts'
import { useSearchEnteredCard } from './search/useSearchEnteredCard.ts'

export default function FindCardPage() {
  const { online } = useConnection()
  const listState = useFindState()
  const searchEnteredCard = useSearchEnteredCard()
  const { searchType } = listState.values
  const tags = useServerQuery('getCardTags', {}).data?.tags
  const allTypes = useMemo(() => [...searchTypes, ...(tags ?? []).map(tagToSearchType)], [tags])
  const list = useServerList(cardSearchSpec, listState)
  const termField = useRef<HTMLTextAreaElement>(null)
  const resultsElement = useRef<HTMLDivElement>(null)
  // Until the tags are loaded, a search by tag has the name '…'.
  const unknownTag = () => tagToSearchType({ id: searchType.slice('tag:'.length), name: '…' })
  const typeInfo = allTypes.find(({ type }) => type === searchType) ?? unknownTag()
  const rowCount = list.rows?.length ?? 0
  /** Returns false if there is no result. */
  const focusFirstResult = () => {
    const firstLink = resultsElement.current?.querySelector<HTMLElement>('tbody a') ?? undefined
    firstLink?.focus()
    return firstLink !== undefined
  }
  // Set by a submitted form until the response arrives, so that a reload or Back does not move the focus.
  const awaitsResults = useRef(false)
  const valueCount = listState.query ? termToValues(typeInfo, listState.query.searchTerm).length : 0
  // Focuses the only result, or the first result of a pasted list, so that Enter opens this card. Does nothing if the
  // focus is elsewhere on the page.
  useEffect(() => {
    if (!awaitsResults.current || list.rows === undefined) return
    awaitsResults.current = false
    const isFocusInForm = document.activeElement?.closest('form')?.contains(termField.current) === true
    const isOnlyResultOrPasted = rowCount === 1 || valueCount > 1
    if (isFocusInForm && isOnlyResultOrPasted) focusFirstResult()
  }, [list.rows]) // oxlint-disable-line react/exhaustive-deps -- once per response
  const isLoadingFirstRows = !list.isIdle && list.rows === undefined && !list.failure
  const { query } = listState

  return (
    <Page title={m.common_findCard()} titleInBar initialFocus={termField}>
      <PendingChangeList area="card" onOpenCard={searchEnteredCard} />
      <SearchForm
        listState={listState}
        allTypes={allTypes}
        typeInfo={typeInfo}
        pending={isLoadingFirstRows || list.isRefreshing}
        blockedReason={online ? undefined : OFFLINE_REASON}
        onRepeat={list.refresh}
        termField={termField}
        hasResults={rowCount > 0}
        onSubmitted={() => {
          awaitsResults.current = true
        }}
        onFocusResults={focusFirstResult}
      />
      {!listState.ready && (
        <Panel>
          <SkeletonLines lines={4} />
        </Panel>
      )}
      {listState.ready && query === undefined && (
        <Panel>
          <EmptyState icon={CreditCard} title={m.cards_searchForCard()}>
            {m.cards_searchHint()}
          </EmptyState>
        </Panel>
      )}
      {listState.ready && query !== undefined && (
        <>
          <SearchSummary query={query} formValues={listState.values} allTypes={allTypes} />
          <div
            ref={resultsElement}
            className={cx('grid min-w-0 gap-5', hasSearchChanged(query, listState.values) && 'opacity-60')}
          >
            <ResultsOrFailure
              list={list}
              query={query}
              allTypes={allTypes}
              onSearchAs={(type) => listState.search({ searchType: type })}
            />
          </div>
        </>
      )}
    </Page>
  )
}

/** After a failure, earlier results stay on screen, unless the server has refused the search. */
function ResultsOrFailure(props: ResultsProps) {
  const { list } = props
  const hasNoEarlierResults = list.response === undefined
  const isRefused = list.failure?.kind === 'refused'
  if (list.failure && (hasNoEarlierResults || isRefused))
    return (
      <Panel>
        <NoCards reason={list.failure.text} />
        <p className="-mt-8 pb-8 text-center">
          <Button onClick={list.refresh}>{m.common_tryAgain()}</Button>
        </p>
      </Panel>
    )
  return (
    <>
      <ListNote list={list} offline={m.cards_searchWhenOnline()} />
      <Results {...props} />
    </>
  )
}

const cardSearchSpec: ListSpec<'cardSearch', CardSearch, FoundRow> = {
  name: 'find-card',
  method: 'cardSearch',
  querySpec: cardSearchQuery,
  rows: ({ cards }) => cards.map(foundToRow),
  // docs/rules/cards.md, "Result columns".
  pageSize: 10,
  hidden: hiddenByDefault,
}
