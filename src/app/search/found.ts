// Search results from the server: batches and orders by number or name, people by name. Only things that exist.
import { Files, IdCard, ListChecks, ListTodo, UserRound, WalletCards } from 'lucide-react'
import { mayAsk } from '#contract/facts.ts'
import type { PermissionMap } from '#domain/access/permissions.ts'
import { MAX_BATCH_SEARCH } from '#domain/batch/states.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { useSettled } from '#services/useSettled.ts'
import * as say from '#words/app/search.ts'
import type { SearchResult } from './search.ts'

export interface FoundSection {
  readonly key: string
  readonly label: string
  readonly results: readonly SearchResult[]
}

const MOST_PEOPLE = 5
/** A single letter would find everything. */
const MIN_LETTERS = 2
const things = ['batchLoads', 'myBatches', 'fetchVirtualCardOrdersBatchLoads', 'myCardOrders'] as const

/** Waits until the user stops typing. */
export function useFound(typed: string, permissions: PermissionMap): readonly FoundSection[] {
  const words = useSettled(typed)
  const { noun, search } = wordsToSearch(words)
  const isAskable = (search.length >= MIN_LETTERS || /^[1-9]$/.test(search)) && search.length <= MAX_BATCH_SEARCH
  const maySee = things.some((method) => mayAsk(permissions, method))
  const found = useServerQuery('findThings', { search }, { enabled: isAskable && maySee }).data
  const isName = isAskable && noun === undefined && /\p{L}/u.test(search) && mayAsk(permissions, 'searchUser')
  const users = useServerQuery('searchUser', { keyword: search }, { enabled: isName }).data?.users
  const batches = noun === 'order' ? [] : (found?.batches ?? [])
  const orders = noun === 'batch' ? [] : (found?.orders ?? [])
  // The answer belongs to earlier words.
  if (words !== typed) return []
  return [
    {
      key: 'things',
      label: say.openBatchOrOrder,
      results: [
        ...batches.map(({ id, reference, isOwn }) => ({
          key: `batch ${id}`,
          label: say.batchIdReference(id, reference),
          ...(isOwn
            ? { hint: say.myBatches, icon: Files, to: `/batches/mine?batch=${id}` }
            : { hint: say.approveBatchLoad, icon: ListChecks, to: `/batchloads?batch=${id}` }),
        })),
        ...orders.map(({ id, kind, campaignName, isOwn }) => ({
          key: `order ${id}`,
          label: say.orderIdCampaignName(id, campaignName),
          ...(isOwn
            ? { hint: say.myOrders, icon: WalletCards, to: `/card/my-orders?order=${id}` }
            : kind === 'virtual'
              ? { hint: say.approveVirtualCardOrders, icon: ListTodo, to: `/card/virtual-card-orders?order=${id}` }
              : { hint: say.physicalOrders, icon: IdCard, to: `/card/physical-orders?order=${id}` }),
        })),
      ],
    },
    {
      key: 'people',
      label: say.people,
      results: (users ?? []).slice(0, MOST_PEOPLE).map(({ userID, userName, firstName, lastName }) => ({
        key: `user ${userID}`,
        label: [firstName, lastName].filter(Boolean).join(' ') || userName,
        hint: userName,
        icon: UserRound,
        to: `/user/edituser/${userID}`,
      })),
    },
  ].filter(({ results }) => results.length > 0)
}

/** 'batch 12', 'Order #12': the number of one type; everything else is searched as it is. */
function wordsToSearch(words: string): { readonly noun?: 'batch' | 'order'; readonly search: string } {
  const [, word, number] = /^(.*?)\s*#?\s*([1-9][0-9]{0,9})$/.exec(words) ?? []
  const noun = nouns.find(([, said]) => said === word?.toLowerCase())?.[0]
  if (noun === undefined || number === undefined) return { search: words.replace(/^#(?=[0-9])/, '') }
  return { noun, search: number }
}

const nouns = [
  ['batch', say.batch],
  ['order', say.order],
] as const
