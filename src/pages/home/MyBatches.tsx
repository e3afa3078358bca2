// The user's batches on Home: counts by state, and the latest with their results, including reasons for rejections.
import { m } from '#words/messages.js'
import { Link } from 'react-router-dom'
import type { BatchLoadFile } from '#contract/batches.ts'
import { apiToBatchProgress } from '#contract/batch-progress.ts'
import { batchKinds } from '#domain/batch/kinds.ts'
import { batchFilterLabels, batchStates } from '#domain/batch/states.ts'
import { batchToStatus, rowCountToText, batchProgressToText } from '#domain/batch/words.ts'
import { decimalToCents } from '#domain/money.ts'
import { Badge } from '#ui/Badge.tsx'
import { isolateDirection } from '#ui/isolate-direction.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Money } from '#ui/Money.tsx'
import { useMyBatches } from './my-items-queries.ts'
import { MAX_LATEST, MyItem, MyItems } from './MyItems.tsx'

type Counts = Readonly<Record<keyof typeof batchStates, number>>

interface MyBatchesProps {
  readonly counts: Counts
  readonly canLoad: boolean
}

const stateOrder = ['awaiting', 'processing', 'approved', 'rejected', 'closed'] as const

export function MyBatches({ counts, canLoad }: MyBatchesProps) {
  const { data, failure } = useMyBatches()
  return (
    <MyItems
      title={m.home_yourBatches()}
      counts={stateOrder.map((state) => ({
        label: batchFilterLabels[batchStates[state]],
        count: counts[state],
        to: `/batches/mine?state=${batchStates[state]}`,
      }))}
      latest={
        data &&
        newestFirst(data.batchLoads)
          .slice(0, MAX_LATEST)
          .map((file) => <MyBatchItem key={file.BATCHLOADFILEID} file={file} />)
      }
      failure={failure}
      empty={{
        title: m.home_youHaveNotUploadedBatchYet(),
        action: canLoad && (
          <Link to={batchKinds.load.path} className="link">
            {batchKinds.load.title}
          </Link>
        ),
        words: m.home_whatYouUploadAppearsHere(),
      }}
    />
  )
}

function MyBatchItem({ file }: { readonly file: BatchLoadFile }) {
  const progress = apiToBatchProgress(file)
  const { label, tone } = batchToStatus(progress)
  const amount = decimalToCents(file.LOADSAMOUNT)
  return (
    <MyItem
      name={
        <Link to={`/batches/mine?batch=${file.BATCHLOADFILEID}`} className="link">
          {isolateDirection(file.BATCHLOADFILEREFERENCE)}
        </Link>
      }
      from={
        <>
          {isolateDirection(file.BATCHLOADFILEORIGINALNAME)}
          {m.common_comma()}
          <Instant value={file.BATCHLOADFILEDATEUPLOADED} />
        </>
      }
      reason={progress.rejected ? file.REJECTIONREASON : undefined}
      badge={<Badge tone={tone}>{label}</Badge>}
      amount={amount !== undefined && <Money cents={amount} currency={file.CURRENCY} />}
      size={batchProgressToText(progress) || rowCountToText(file.LOADSCOUNT, file.LOADTYPE)}
    />
  )
}

const newestFirst = (files: readonly BatchLoadFile[]) =>
  files.toSorted((a, b) => b.BATCHLOADFILEDATEUPLOADED.localeCompare(a.BATCHLOADFILEDATEUPLOADED))
