// Where a batch stands: word, shape and colour.
import { type BatchFilter, batchFilterLabels, batchStateOf, batchStates } from '#domain/batch/states.ts'
import type { BatchLoadFile } from '#contract/batches.ts'
import { Badge } from '#ui/Badge.tsx'
import type { Tone } from '#ui/tones.tsx'
import { fileToState } from './rows.ts'

export function StateBadge({ file }: { readonly file: BatchLoadFile }) {
  const state = batchStateOf(fileToState(file))
  return <Badge tone={tones[state]}>{batchFilterLabels[state]}</Badge>
}

const tones: Readonly<Record<BatchFilter, Tone>> = {
  [batchStates.awaiting]: 'waiting',
  [batchStates.approved]: 'positive',
  [batchStates.rejected]: 'critical',
  [batchStates.closed]: 'neutral',
  [batchStates.processing]: 'accent',
}
