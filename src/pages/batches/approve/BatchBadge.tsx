// The state of a batch as text, shape and colour.
import { apiToBatchProgress } from '#contract/batch-progress.ts'
import type { BatchLoadFile } from '#contract/batches.ts'
import { batchToStatus } from '#domain/batch/words.ts'
import { Badge } from '#ui/Badge.tsx'

export function BatchBadge({ batch }: { readonly batch: BatchLoadFile }) {
  const { label, tone } = batchToStatus(apiToBatchProgress(batch))
  return <Badge tone={tone}>{label}</Badge>
}
