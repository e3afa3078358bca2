// The time at which the maker wants an undecided batch to run, as the second line of a cell in a list.
import { m } from '#words/messages.js'
import type { BatchLoadFile } from '#contract/batches.ts'
import { cx } from '#ui/cx.ts'
import { Instant } from '#ui/Instant.tsx'
import { isUndecided } from './details.ts'
import { upcomingProposal } from './decision-input.ts'

export function ProposedTime({ batch }: { readonly batch: BatchLoadFile }) {
  const { PROPOSEDDATE: proposed } = batch
  if (!proposed || !isUndecided(batch)) return null
  const hasPassed = upcomingProposal(batch) === undefined
  return (
    <span className={cx('block', hasPassed && 'text-warning')}>
      {hasPassed ? m.batches_proposalPassed() : m.common_proposedFor()}{' '}
      <Instant value={proposed} short wraps="inNarrowTable" />
    </span>
  )
}
