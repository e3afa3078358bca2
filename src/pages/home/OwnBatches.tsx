// The user's own uploads: how many stand where, and the latest with their outcome, a rejection's reason included.
import { Link } from 'react-router-dom'
import type { BatchLoadFile } from '#contract/batches.ts'
import { batchFileToProgress } from '#contract/batch-file.ts'
import { batchKinds } from '#domain/batch/kinds.ts'
import { batchFilterLabels, batchStates } from '#domain/batch/states.ts'
import { batchToStanding, countToWords, outcomeToWords } from '#domain/batch/words.ts'
import { wireToCents } from '#domain/money.ts'
import { useAsk } from '#services/queries.ts'
import { Badge } from '#ui/Badge.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Money } from '#ui/Money.tsx'
import { Panel } from '#ui/Panel.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'

type Counts = Readonly<Record<keyof typeof batchStates, number>>

interface OwnBatchesProps {
  readonly counts: Counts
  readonly mayLoad: boolean
}

const LATEST = 5
const EVERY_MS = 60_000
const NO_PARAMS = {}
const order = ['awaiting', 'processing', 'approved', 'rejected', 'closed'] as const

export function OwnBatches({ counts, mayLoad }: OwnBatchesProps) {
  const { data, failure } = useAsk('myBatches', NO_PARAMS, { everyMs: EVERY_MS })
  const latest = data && newestFirst(data.batchLoads).slice(0, LATEST)
  return (
    <Panel title="Your batches" flush>
      <dl aria-label="By state, last 56 days" className="flex flex-wrap gap-x-8 gap-y-2 border-b border-line px-4 py-3">
        {order.map((state) => (
          <div key={state}>
            <dt className="text-xs text-muted">{batchFilterLabels[batchStates[state]]}</dt>
            <dd className="figures text-lg font-semibold">{counts[state]}</dd>
          </div>
        ))}
      </dl>
      {latest === undefined ? (
        <div className="p-4">
          {failure ? <p className="text-muted">{failure.text}</p> : <SkeletonLines lines={3} />}
        </div>
      ) : latest.length === 0 ? (
        <EmptyState
          title="You have not uploaded a batch yet"
          action={
            mayLoad && (
              <Link to={batchKinds.load.path} className="link">
                {batchKinds.load.title}
              </Link>
            )
          }
        >
          What you upload appears here, with what became of it.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {latest.map((file) => (
            <OwnBatch key={file.BATCHLOADFILEID} file={file} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function OwnBatch({ file }: { readonly file: BatchLoadFile }) {
  const progress = batchFileToProgress(file)
  const { words, tone } = batchToStanding(progress)
  const amount = wireToCents(file.LOADSAMOUNT)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-4 py-2.5">
      <div className="grid content-start">
        <span className="font-medium wrap-anywhere">{file.BATCHLOADFILEREFERENCE}</span>
        <span className="text-xs wrap-anywhere text-muted">
          {file.BATCHLOADFILEORIGINALNAME}, <Instant value={file.BATCHLOADFILEDATEUPLOADED} />
        </span>
        {progress.rejected && file.REJECTIONREASON !== null && (
          <span className="mt-0.5 text-sm wrap-anywhere">{file.REJECTIONREASON}</span>
        )}
      </div>
      <div className="flex flex-col items-end gap-x-6 gap-y-1 sm:flex-row-reverse sm:items-center">
        <span className="flex justify-end sm:w-36">
          <Badge tone={tone}>{words}</Badge>
        </span>
        <span className="grid justify-items-end">
          {amount !== undefined && <Money cents={amount} currency={file.CURRENCY} />}
          <span className="text-xs text-muted">
            {outcomeToWords(progress) || countToWords(file.LOADSCOUNT, file.LOADTYPE)}
          </span>
        </span>
      </div>
    </li>
  )
}

const newestFirst = (files: readonly BatchLoadFile[]) =>
  files.toSorted((a, b) => b.BATCHLOADFILEDATEUPLOADED.localeCompare(a.BATCHLOADFILEDATEUPLOADED))
