// Search results from the server: batches and orders by number or name, users by name, a card by its full number. Only
// existing items are offered.
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import { CreditCard, Files, IdCard, ListChecks, ListTodo, UserRound, WalletCards } from 'lucide-react'
import { canCall } from '#contract/methods.ts'
import type { Result } from '#contract/operations.ts'
import type { PermissionMap } from '#domain/access/permissions.ts'
import { MAX_SEARCH_LENGTH } from '#domain/batch/states.ts'
import { hasValidCheckDigit, identifierTypes, PAN, TRACKING_NUMBER } from '#domain/cards/identifiers.ts'
import { normaliseTerm, searchTypeIds } from '#domain/cards/search.ts'
import { badgeToName, cardToBadges } from '#domain/cards/status.ts'
import { capitalise } from '#domain/texts/sentences.ts'
import { holdersCard, cardLink } from '#pages/cards/words.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { useDebouncedValue } from '#services/useDebouncedValue.ts'
import { type Rank, rankOf, ranks } from './rank.ts'
import type { SearchResult } from './sources.ts'
import { textToNumberedItem } from './numbered-item.ts'

export interface SearchSection {
  readonly key: string
  readonly label: string
  readonly results: readonly SearchResult[]
}

const MAX_USERS = 5
/** A shorter text would match almost everything. */
const MIN_LENGTH = 2
/** Operations that show batches or orders. A user who can call none of them cannot find any. */
const itemMethods = ['batchLoads', 'myBatches', 'fetchVirtualCardOrdersBatchLoads', 'myCardOrders'] as const

interface ServerResults {
  readonly sections: readonly SearchSection[]
  /** True while the server has not responded to the current text. */
  readonly isPending: boolean
}

/** Searches once the user stops typing. A full card number is searched immediately. */
export function useServerResults(typedText: string, permissions: PermissionMap): ServerResults {
  const cardResults = useCardByNumber(typedText, permissions)
  const itemResults = useItems(typedText, permissions, { isEnabled: cardResults === undefined })
  return cardResults ?? itemResults
}

function useItems(
  typedText: string,
  permissions: PermissionMap,
  { isEnabled }: { readonly isEnabled: boolean },
): ServerResults {
  const searchText = useDebouncedValue(typedText)
  const { itemType, search } = textToNumberedItem(searchText)
  // A single digit can be the number of a batch or an order.
  const isLongEnough = search.length >= MIN_LENGTH || /^[1-9]$/.test(search)
  const canSearch = isEnabled && isLongEnough && search.length <= MAX_SEARCH_LENGTH
  const canSeeItems = itemMethods.some((method) => canCall(permissions, method))
  const canSeeUsers = canCall(permissions, 'searchUser')
  const items = useServerQuery('findThings', { search }, { enabled: canSearch && canSeeItems })
  const canBeName = itemType === undefined && /\p{L}/u.test(search)
  const canSearchUsers = canSearch && canBeName && canSeeUsers
  const users = useServerQuery('searchUser', { keyword: search }, { enabled: canSearchUsers })
  const isTyping = searchText !== typedText
  if (isTyping) {
    // The response is about an earlier text.
    const canFindAny = canSeeItems || canSeeUsers
    return { sections: [], isPending: typedText !== '' && canFindAny }
  }
  return {
    sections: itemsToSections(searchText, items.data, users.data?.users),
    isPending: items.isLoading || users.isLoading,
  }
}

type FoundOrder = Result<'findThings'>['orders'][number]

function toOrderLink({ id, kind, isOwn }: Pick<FoundOrder, 'id' | 'kind' | 'isOwn'>) {
  if (isOwn) return { hint: m.common_myOrders(), icon: WalletCards, to: `/card/my-orders?order=${id}` }
  if (kind === 'virtual')
    return { hint: m.common_approveVirtualCardOrders(), icon: ListTodo, to: `/card/virtual-card-orders?order=${id}` }
  return { hint: m.common_physicalOrders(), icon: IdCard, to: `/card/physical-orders?order=${id}` }
}

function toBatchLink({ id, isOwn }: Pick<Result<'findThings'>['batches'][number], 'id' | 'isOwn'>) {
  if (isOwn) return { hint: m.common_myBatches(), icon: Files, to: `/batches/mine?batch=${id}` }
  return { hint: m.common_approveBatchLoad(), icon: ListChecks, to: `/batchloads?batch=${id}` }
}

/**
 * Everything that a user can type as the complete name of a batch or an order: '12', '#12', 'batch 12', 'batch #12'.
 */
const namesOfItem = (typeName: string, id: string): readonly string[] => [
  id,
  `#${id}`,
  `${typeName} ${id}`,
  `${typeName} #${id}`,
]

function itemsToSections(
  searchText: string,
  items: Result<'findThings'> | undefined,
  users: Result<'searchUser'>['users'] | undefined,
): readonly SearchSection[] {
  const { itemType } = textToNumberedItem(searchText)
  const { batches: foundBatches = [], orders: foundOrders = [] } = items ?? {}
  const batches = itemType === 'order' ? [] : foundBatches
  const orders = itemType === 'batch' ? [] : foundOrders
  // Only a result with exactly the typed name ranks above the titles of pages.
  const rankByNames = (names: readonly string[]): Rank =>
    rankOf(searchText, { title: '', names }) === ranks.exact ? ranks.exact : ranks.fromServer
  return [
    {
      key: 'things',
      label: m.app_openBatchOrOrder(),
      results: [
        ...batches.map(({ id, reference, isOwn }) => ({
          key: `batch ${id}`,
          label: m.common_batchIdReference({ id, reference }),
          rank: rankByNames([...namesOfItem(m.common_batchInText(), id), reference]),
          ...toBatchLink({ id, isOwn }),
        })),
        ...orders.map(({ id, kind, campaignName, isOwn }) => ({
          key: `order ${id}`,
          label: m.app_orderWithCampaign({ id, campaignName }),
          rank: rankByNames(namesOfItem(m.common_orderInText(), id)),
          ...toOrderLink({ id, kind, isOwn }),
        })),
      ],
    },
    {
      key: 'people',
      label: m.app_people(),
      results: (users ?? []).slice(0, MAX_USERS).map(({ userID, userName, firstName, lastName }) => ({
        key: `user ${userID}`,
        label: [firstName, lastName].filter(Boolean).join(' ') || userName,
        hint: userName,
        rank: rankByNames([userName, [firstName, lastName].join(' ')]),
        icon: UserRound,
        to: `/user/edituser/${userID}`,
      })),
    },
  ].filter(({ results }) => results.length > 0)
}

/** The card with this number. Undefined unless the user has typed a full card number or tracking number. */
function useCardByNumber(typedText: string, permissions: PermissionMap): ServerResults | undefined {
  // A search by tracking number normalises the typed text in the same way.
  const digits = normaliseTerm(searchTypeIds.cardNumber, typedText)
  const type = fullNumberTypes.find(({ matches }) => matches(digits))?.type
  const isEnabled = type !== undefined && canCall(permissions, 'cardSearch')
  const query = useServerQuery(
    'cardSearch',
    // Without a type, this query is not sent.
    { searchType: type ?? searchTypeIds.cardNumber, searchTerm: digits, showExpired: true },
    { enabled: isEnabled },
  )
  if (!isEnabled) return undefined
  return {
    isPending: query.isLoading,
    sections: [
      {
        key: 'card',
        label: m.app_openCard(),
        results: (query.data?.cards ?? []).map((card) => ({
          key: `card ${card.VOUCHERID}`,
          label: capitalise(holdersCard(card)),
          hint: commas(
            cardToBadges({
              activated: card.ACTIVATED === 1,
              expired: card.EXPIRED === 1,
              retired: card.RETIRED === 1,
              stopped: card.STOPPED === 1,
            }).map(badgeToName),
          ),
          icon: CreditCard,
          rank: ranks.exact,
          ...cardLink(card),
        })),
      },
    ].filter(({ results }) => results.length > 0),
  }
}

const isDigits = (text: string, length: number): boolean => text.length === length && /^[0-9]+$/.test(text)

const fullNumberTypes = [
  {
    type: searchTypeIds.cardNumber,
    matches: (digits: string) => isDigits(digits, identifierTypes[PAN].length) && hasValidCheckDigit(digits),
  },
  {
    type: searchTypeIds.trackingNumber,
    matches: (digits: string) => isDigits(digits, identifierTypes[TRACKING_NUMBER].length),
  },
] as const
