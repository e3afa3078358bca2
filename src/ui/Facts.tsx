// A list of names and values that describes one item, such as a batch or a card.
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { isolateDirection } from './isolate-direction.tsx'

export interface Fact {
  readonly label: string
  readonly value: ReactNode
}

interface FactsProps {
  readonly facts: readonly Fact[]
  /** True for two facts per row. Used if the last row would otherwise have a single fact. */
  readonly inPairs?: boolean
  /** True to show one fact per line, for a narrow column: the name on the left, the value on the right. */
  readonly inLines?: boolean
}

export function Facts({ facts, inPairs = false, inLines = false }: FactsProps) {
  if (inLines)
    return (
      <dl className="grid">
        {facts.map(({ label, value }) => (
          <div key={label} className="flex min-h-8 items-center justify-between gap-2">
            <dt className="text-xs text-muted max-sm:shrink-0 sm:whitespace-nowrap">{label}</dt>
            <dd className="min-w-0 text-end text-sm wrap-anywhere">{isolateDirection(value)}</dd>
          </div>
        ))}
      </dl>
    )
  const columns = inPairs ? 'sm:grid-cols-2' : 'grid-cols-[repeat(auto-fill,minmax(min(11rem,50%-0.5rem),1fr))]'
  return (
    <dl className={cx('grid gap-x-3 gap-y-3 sm:gap-x-6', columns)}>
      {facts.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="wrap-anywhere">{isolateDirection(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
