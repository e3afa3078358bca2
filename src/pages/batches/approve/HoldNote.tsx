// A note that an approved batch is on hold. The note says when the hold ends, and that users can cancel the batch until
// then.
import { m } from '#words/messages.js'
import type { BatchLoadFile } from '#contract/batches.ts'
import { Banner } from '#ui/Banner.tsx'
import { Instant } from '#ui/Instant.tsx'
import { isOnHold } from './rows.ts'

export function HoldNote({ batch }: { readonly batch: BatchLoadFile }) {
  if (!isOnHold(batch) || batch.SCHEDULEDDATE === null) return null
  return (
    <Banner
      title={
        <>
          {m.common_heldUntil()} <Instant value={batch.SCHEDULEDDATE} />
        </>
      }
    >
      {m.batches_holdHint()}
    </Banner>
  )
}
