// Search results about the current page and recent things: actions on the open card or batch, and what was opened last.
import { CreditCard, Files, Zap } from 'lucide-react'
import { containsAll, sentence } from '#domain/sentences.ts'
import { usePageActions } from '#services/page-actions.ts'
import { useRecentThings } from '#services/recent-things.ts'
import * as say from '#words/app/search.ts'
import type { FoundSection } from './found.ts'

const icons = { card: CreditCard, batch: Files } as const

export function useHere(words: string): readonly FoundSection[] {
  const offered = usePageActions()
  const recent = useRecentThings()
  return [
    {
      key: 'here',
      label: offered ? sentence(offered.thing) : '',
      results: (offered?.actions ?? [])
        .map(({ key, label, run }) => ({
          key: `here ${key}`,
          label: `${label} ${offered?.thing ?? ''}`,
          hint: say.thisPage,
          icon: Zap,
          prepare: run,
        }))
        .filter(({ label }) => containsAll(label, words)),
    },
    {
      key: 'recent',
      label: say.recent,
      results: recent
        .map(({ kind, label, to }) => ({ key: `recent ${to}`, label, hint: say.recent, icon: icons[kind], to }))
        .filter(({ label }) => containsAll(label, words)),
    },
  ]
}
