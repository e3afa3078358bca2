// The user's batches on Home: counts by state, and the latest with their results, including reasons for rejections.
import { m } from '#words/messages.js'
import { Link } from 'react-router-dom'
import type { BatchLoadFile } from '#contract/batches.ts'
import { apiToBatchProgress } from '#contract/batch-progress.ts'
import { batchTypes } from '#domain/batch/types.ts'
import { batchFilterLabels, batchStates } from '#domain/batch/states.ts'
import { batchToStatus, rowCountToText, batchProgressToText } from '#domain/batch/words.ts'
import { decimalToCents } from '#domain/money.ts'
import { Badge } from '#ui/Badge.tsx'
import { isolateDirection } from '#ui/isolate-direction.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Money } from '#ui/Money.tsx'
import { useMyBatches } from './my-items-queries.ts'
import { MAX_LATEST, MyItem, MyItems } from './MyItems.tsx'

interface MyBatchesProps {
  readonly counts: Readonly<Record<keyof typeof batchStates, number>>
  readonly canLoad: boolean
}

const stateOrder = ['awaiting', 'processing', 'approved', 'rejected', 'closed'] as const

export function MyBatches({ counts, canLoad }: MyBatchesProps) {
  const { data, failure } = useMyBatches()
  const latestBatches = data && sortNewestFirst(data.batchLoads).slice(0, MAX_LATEST)
  return (
    <MyItems
      title={m.home_yourBatches()}
      counts={stateOrder.map((state) => ({
        label: batchFilterLabels[batchStates[state]],
        count: counts[state],
        to: `/batches/mine?state=${batchStates[state]}`,
      }))}
      latest={latestBatches?.map((batch) => (
        <MyBatchItem key={batch.BATCHLOADFILEID} batch={batch} />
      ))}
      failure={failure}
      empty={{
        title: m.home_noBatchesYet(),
        action: canLoad && (
          <Link to={batchTypes.load.path} className="link">
            {batchTypes.load.title}
          </Link>
        ),
        hint: m.home_noBatchesHint(),
      }}
    />
  )
}

function MyBatchItem({ batch }: { readonly batch: BatchLoadFile }) {
  const progress = apiToBatchProgress(batch)
  const { label, tone } = batchToStatus(progress)
  const amount = decimalToCents(batch.LOADSAMOUNT)
  return (
    <MyItem
      name={
        <Link to={`/batches/mine?batch=${batch.BATCHLOADFILEID}`} className="link">
          {isolateDirection(batch.BATCHLOADFILEREFERENCE)}
        </Link>
      }
      origin={
        <>
          {isolateDirection(batch.BATCHLOADFILEORIGINALNAME)}
          {m.common_comma()}
          <Instant value={batch.BATCHLOADFILEDATEUPLOADED} />
        </>
      }
      reason={progress.rejected ? batch.REJECTIONREASON : undefined}
      badge={<Badge tone={tone}>{label}</Badge>}
      amount={amount !== undefined && <Money cents={amount} currency={batch.CURRENCY} />}
      size={batchProgressToText(progress) || rowCountToText(batch.LOADSCOUNT, batch.LOADTYPE)}
    />
  )
}

const sortNewestFirst = (batches: readonly BatchLoadFile[]) =>
  batches.toSorted((a, b) => b.BATCHLOADFILEDATEUPLOADED.localeCompare(a.BATCHLOADFILEDATEUPLOADED))
