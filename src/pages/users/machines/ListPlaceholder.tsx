// What a list of machine users or endpoints shows without an item: lines while it loads, the error, or that it is
// empty.
import { m } from '#words/messages.js'
import type { LucideIcon } from 'lucide-react'
import type { Failure } from '#services/server/api.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'

interface ListPlaceholderProps {
  readonly icon: LucideIcon
  /** The height while loading, in lines of text. */
  readonly lines: number
  readonly emptyTitle: string
  readonly emptyHint: string
  readonly isLoaded: boolean
  readonly failure: Failure | undefined
  readonly onRetry: () => void
}

export function ListPlaceholder(props: ListPlaceholderProps) {
  const { icon, lines, emptyTitle, emptyHint, isLoaded, failure, onRetry } = props
  if (isLoaded)
    return (
      <EmptyState icon={icon} title={emptyTitle}>
        {emptyHint}
      </EmptyState>
    )
  if (!failure) return <SkeletonLines lines={lines} />
  return (
    <EmptyState icon={icon} title={failure.text} action={<Button onClick={onRetry}>{m.common_tryAgain()}</Button>} />
  )
}
