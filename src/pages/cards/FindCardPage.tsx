// Find Card (/card/search, cards §2): what to search by, and what was found.
import { CreditCard } from 'lucide-react'
import { useMemo } from 'react'
import { searchKinds, tagToSearchKind } from '#domain/cards/search.ts'
import { UnansweredList } from '#pages/shared/unanswered/UnansweredList.tsx'
import { OFFLINE_REASON, useConnection } from '#services/connection.ts'
import { useAsk } from '#services/queries.ts'
import { ownerUserOf, useSession } from '#services/session.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'
import { Panel } from '#ui/Panel.tsx'
import { NoCards, Results } from './search/Results.tsx'
import { SearchForm } from './search/SearchForm.tsx'
import { useFindState } from './search/state.ts'
import { useLookAtTyped } from './search/useLookAtTyped.ts'

const NOTHING = { searchTerm: '', searchType: '1', showExpired: false } as const

export default function FindCardPage() {
  const session = useSession()
  const { online } = useConnection()
  const { type, asked } = useFindState()
  const tags = useAsk('getCardTags', {}).data?.tags
  const kinds = useMemo(() => [...searchKinds, ...(tags ?? []).map(tagToSearchKind)], [tags])
  const search = useAsk('cardSearch', asked ?? NOTHING, { enabled: asked !== undefined })
  // A tag before the tags are there.
  const kind = kinds.find((each) => each.type === type) ?? tagToSearchKind({ id: type.slice('tag:'.length), name: '…' })

  return (
    <Page title="Find Card" description="Look a card up by what is known of it.">
      <UnansweredList area="card" ownerUser={session ? ownerUserOf(session) : ''} onFind={useLookAtTyped()} />
      <SearchForm
        kinds={kinds}
        kind={kind}
        pending={search.loading || search.refreshing}
        barred={online ? undefined : OFFLINE_REASON}
        onAgain={search.refresh}
      />
      {asked === undefined ? (
        <Panel>
          <EmptyState icon={CreditCard} title="Search for a card">
            By its number, its tracking number, its customer or a tag. Card numbers are shown masked.
          </EmptyState>
        </Panel>
      ) : search.failure && (search.data === undefined || search.failure.kind === 'refused') ? (
        <Panel>
          <NoCards reason={search.failure.text} />
          <p className="-mt-8 pb-8 text-center">
            <Button onClick={search.refresh}>Try again</Button>
          </p>
        </Panel>
      ) : (
        <Results found={search.data} reason={search.resultText} refreshing={search.refreshing} />
      )}
    </Page>
  )
}
