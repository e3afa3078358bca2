// Search results about the current page and recent items: actions on the open card or batch, and the items opened last.
import { m } from '#words/messages.js'
import { CreditCard, Files, WalletCards, Zap } from 'lucide-react'
import { useRecentItems } from '#flows/recent-items.ts'
import { toSentence } from '#domain/sentences.ts'
import { usePageActions } from '#services/page-actions.ts'
import type { FoundSection } from './found.ts'
import { rankOf } from './rank.ts'
import { ranked } from './search.ts'

const icons = { card: CreditCard, batch: Files, order: WalletCards } as const

export function useLocalResults(words: string): readonly FoundSection[] {
  const offered = usePageActions()
  const recent = useRecentItems()
  return [
    {
      key: 'here',
      label: offered ? toSentence(offered.subject) : '',
      results: (offered?.actions ?? []).flatMap(({ key, label, run }) =>
        ranked(rankOf(words, { title: label, names: [`${label} ${offered?.subject ?? ''}`], also: offered?.subject }), {
          key: `here ${key}`,
          label: `${label} ${offered?.subject ?? ''}`,
          hint: m.app_searchThisPage(),
          icon: Zap,
          prepare: run,
        }),
      ),
    },
    {
      key: 'recent',
      label: m.common_recent(),
      results: recent.flatMap(({ kind, label, to }) =>
        ranked(rankOf(words, { title: label, names: label.split(', ') }), {
          key: `recent ${to}`,
          label,
          hint: m.common_recent(),
          icon: icons[kind],
          to,
        }),
      ),
    },
  ]
}
