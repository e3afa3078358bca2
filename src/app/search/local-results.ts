// Search results about the current page and recent items: actions on the open card or batch, and the items opened last.
import { m } from '#words/messages.js'
import { CreditCard, Files, WalletCards, Zap } from 'lucide-react'
import { useRecentItems } from '#flows/recent-items.ts'
import { capitalise } from '#domain/texts/sentences.ts'
import { usePageActions } from '#services/page-actions.ts'
import type { SearchSection } from './server-results.ts'
import { rankOf } from './rank.ts'
import { isMatch, withRank } from './sources.ts'

const icons = { card: CreditCard, batch: Files, order: WalletCards } as const

export function useLocalResults(searchText: string): readonly SearchSection[] {
  const { subject, actions } = usePageActions() ?? { subject: '', actions: [] }
  const recentItems = useRecentItems()
  return [
    {
      key: 'here',
      label: capitalise(subject),
      results: actions
        .map(({ key, label, run }) => {
          // 'Approve batch 12'.
          const fullLabel = `${label} ${subject}`
          const rank = rankOf(searchText, { title: label, names: [fullLabel], keywords: subject })
          const hint = m.app_thisPageHint()
          return withRank(rank, { key: `here ${key}`, label: fullLabel, hint, icon: Zap, prepare: run })
        })
        .filter(isMatch),
    },
    {
      key: 'recent',
      label: m.common_recent(),
      results: recentItems
        .map(({ kind, label, to }) => {
          const rank = rankOf(searchText, { title: label, names: label.split(', ') })
          return withRank(rank, { key: `recent ${to}`, label, hint: m.common_recent(), icon: icons[kind], to })
        })
        .filter(isMatch),
    },
  ]
}
