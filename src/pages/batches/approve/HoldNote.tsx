// Explains that an approved batch is on hold, when it will be processed, and that it can be cancelled until then.
import type { BatchLoadFile } from '#contract/batches.ts'
import { Banner } from '#ui/Banner.tsx'
import { Instant } from '#ui/Instant.tsx'
import { isHeld } from './rows.ts'
import * as say from '#words/pages/batches/approve.ts'

export function HoldNote({ file }: { readonly file: BatchLoadFile }) {
  if (!isHeld(file) || file.SCHEDULEDDATE === null) return null
  return (
    <Banner
      title={
        <>
          {say.onHoldUntil} <Instant value={file.SCHEDULEDDATE} />
        </>
      }
    >
      {say.whatHoldMeans}
    </Banner>
  )
}
