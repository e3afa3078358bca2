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
import { NoCards, Results } from './search/Results.tsx'
import { SearchForm } from './search/SearchForm.tsx'
import { type FoundRow, foundToRow, hiddenByDefault } from './search/columns.ts'
import { cardSearchQuery, useFindState } from './search/state.ts'
import { useSearchEnteredCard } from './search/useOpenEnteredCard.ts'

export default function FindCardPage() {
  const { online } = useConnection()
  const listState = useFindState()
  const { searchType } = listState.values
  const tags = useServerQuery('getCardTags', {}).data?.tags
  const kinds = useMemo(() => [...searchTypes, ...(tags ?? []).map(tagToSearchType)], [tags])
  const list = useServerList(cardSearch, listState)
  const termField = useRef<HTMLTextAreaElement>(null)
  const results = useRef<HTMLDivElement>(null)
  // A search by tag needs the tag's name; until the tags are loaded, '…' is shown instead.
  const typeInfo =
    kinds.find(({ type }) => type === searchType) ?? tagToSearchType({ id: searchType.slice('tag:'.length), name: '…' })
  const rowCount = list.rows?.length ?? 0
  /** Returns false if there is no result. */
  const focusFirstResult = () => {
    const firstLink = results.current?.querySelector<HTMLElement>('tbody a')
    firstLink?.focus()
    return firstLink !== null && firstLink !== undefined
  }
  // Focuses the only result, or the first result of a pasted list, so that Enter opens it. Does nothing after a reload
  // or Back, or if the focus is elsewhere on the page.
  const isSubmitted = useRef(false)
  const valueCount = listState.query ? termToValues(typeInfo, listState.query.searchTerm).length : 0
  useEffect(() => {
    if (!isSubmitted.current || list.rows === undefined) return
    isSubmitted.current = false
    const isInForm = document.activeElement?.closest('form')?.contains(termField.current) === true
    const isOnlyResultOrPasted = rowCount === 1 || valueCount > 1
    if (isInForm && isOnlyResultOrPasted) focusFirstResult()
  }, [list.rows]) // oxlint-disable-line react/exhaustive-deps -- once per response
  const isFirstLoading = !list.isIdle && list.rows === undefined && !list.failure
  // After a failure, earlier results stay on screen, unless the server has refused the search.
  const replacesResults = list.response === undefined || list.failure?.kind === 'refused'

  return (
    <Page title={m.common_findCard()} titleInBar initialFocus={termField}>
      <PendingChangeList area="card" onOpenCard={useSearchEnteredCard()} />
      <SearchForm
        listState={listState}
        kinds={kinds}
        typeInfo={typeInfo}
        pending={isFirstLoading || list.isRefreshing}
        blockedReason={online ? undefined : OFFLINE_REASON}
        onRepeat={list.refresh}
        termField={termField}
        hasResults={rowCount > 0}
        onSubmitted={() => {
          isSubmitted.current = true
        }}
        onFocusResults={focusFirstResult}
      />
      {!listState.ready ? (
        <Panel>
          <SkeletonLines lines={4} />
        </Panel>
      ) : listState.query === undefined ? (
        <Panel>
          <EmptyState icon={CreditCard} title={m.cards_searchForCard()}>
            {m.cards_searchHint()}
          </EmptyState>
        </Panel>
      ) : (
        <>
          <SearchSummary query={listState.query} formValues={listState.values} kinds={kinds} />
          <div
            ref={results}
            className={cx('grid min-w-0 gap-5', hasSearchChanged(listState.query, listState.values) && 'opacity-60')}
          >
            {list.failure && replacesResults ? (
              <Panel>
                <NoCards reason={list.failure.text} />
                <p className="-mt-8 pb-8 text-center">
                  <Button onClick={list.refresh}>{m.common_tryAgain()}</Button>
                </p>
              </Panel>
            ) : (
              <>
                <ListNote list={list} offline={m.cards_searchWhenOnline()} />
                <Results
                  list={list}
                  query={listState.query}
                  kinds={kinds}
                  onSearchAs={(type) => listState.search({ searchType: type })}
                />
              </>
            )}
          </div>
        </>
      )}
    </Page>
  )
}

const cardSearch: ListSpec<'cardSearch', CardSearch, FoundRow> = {
  name: 'find-card',
  method: 'cardSearch',
  querySpec: cardSearchQuery,
  rows: ({ cards }) => cards.map(foundToRow),
  // docs/rules/cards.md, "Result columns".
  pageSize: 10,
  hidden: hiddenByDefault,
}
