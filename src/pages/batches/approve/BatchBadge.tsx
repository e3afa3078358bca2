// The state of a batch as text, shape and colour.
import { m } from '#words/messages.js'
import { apiToBatchProgress } from '#contract/batch-progress.ts'
import type { BatchLoadFile } from '#contract/batches.ts'
import { batchToStatus } from '#domain/batch/words.ts'
import { isUndecided } from './details.ts'
import { Badge } from '#ui/Badge.tsx'

interface BatchBadgeProps {
  readonly batch: BatchLoadFile
  /** True in a narrow column. */
  readonly wraps?: boolean
}

export function BatchBadge({ batch, wraps = false }: BatchBadgeProps) {
  const { label, tone } = batchToStatus(apiToBatchProgress(batch))
  const { APPROVAL: approval } = batch
  const needsSeveralSignatures = approval !== undefined && approval.needed > 1
  const isSignedPartly = needsSeveralSignatures && isUndecided(batch)
  return (
    <Badge tone={tone} wraps={wraps}>
      {isSignedPartly
        ? m.approvals_stateSigned({ state: label, signed: approval.signed, needed: approval.needed })
        : label}
    </Badge>
  )
}
