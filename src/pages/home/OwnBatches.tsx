// The user's own uploads: how many stand where, and the latest with their outcome, a rejection's reason included.
import { Link } from 'react-router-dom'
import type { BatchLoadFile } from '#contract/batches.ts'
import { batchFilterLabels, batchStateOf, batchStates, type BatchFilter } from '#domain/batch/states.ts'
import { wireToCents } from '#domain/money.ts'
import { useAsk } from '#services/queries.ts'
import { Badge } from '#ui/Badge.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Money } from '#ui/Money.tsx'
import { Panel } from '#ui/Panel.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import type { Tone } from '#ui/tones.tsx'

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
              <Link to="/batchload" className="link">
                Create Batch Load
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
  const state = batchStateOf({
    uploadedUserId: file.BATCHLOADFILEUPLOADEDUSERID,
    approved: file.BATCHLOADFILEAPPROVED,
    rejected: file.BATCHLOADFILEREJECTED,
    closed: file.BATCHLOADFILECLOSED,
    processed: file.PROCESSED,
  })
  const amount = wireToCents(file.LOADSAMOUNT)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-4 py-2.5">
      <div className="grid content-start">
        <span className="font-medium wrap-anywhere">{file.BATCHLOADFILEREFERENCE}</span>
        <span className="text-xs wrap-anywhere text-muted">
          {file.BATCHLOADFILEORIGINALNAME}, <Instant value={file.BATCHLOADFILEDATEUPLOADED} />
        </span>
        {state === batchStates.rejected && file.REJECTIONREASON !== null && (
          <span className="mt-0.5 text-sm wrap-anywhere">{file.REJECTIONREASON}</span>
        )}
      </div>
      <div className="flex flex-col items-end gap-x-6 gap-y-1 sm:flex-row-reverse sm:items-center">
        <span className="flex justify-end sm:w-36">
          <Badge tone={failedRows(file) > 0 ? 'warning' : tones[state]}>{batchFilterLabels[state]}</Badge>
        </span>
        <span className="grid justify-items-end">
          {amount !== undefined && <Money cents={amount} currency={file.CURRENCY} />}
          <span className="text-xs text-muted">{outcomeOf(file, state)}</span>
        </span>
      </div>
    </li>
  )
}

/** Never a plain 'success' (ui: partial success). */
function outcomeOf(file: BatchLoadFile, state: BatchFilter): string {
  const loads = `${file.LOADSCOUNT.toLocaleString('en')} ${file.LOADSCOUNT === 1 ? 'load' : 'loads'}`
  if (state === batchStates.awaiting || state === batchStates.rejected) return loads
  const loaded = file.LOADEDCOUNT.toLocaleString('en')
  if (!file.PROCESSED) return `${loaded} of ${loads}`
  return failedRows(file) === 0
    ? `${loaded} loaded`
    : `${loaded} loaded, ${failedRows(file).toLocaleString('en')} failed`
}

const failedRows = (file: BatchLoadFile): number => (file.PROCESSED ? file.LOADSCOUNT - file.LOADEDCOUNT : 0)

const newestFirst = (files: readonly BatchLoadFile[]) =>
  files.toSorted((a, b) => b.BATCHLOADFILEDATEUPLOADED.localeCompare(a.BATCHLOADFILEDATEUPLOADED))

const tones: Readonly<Record<BatchFilter, Tone>> = {
  [batchStates.awaiting]: 'waiting',
  [batchStates.processing]: 'accent',
  [batchStates.approved]: 'positive',
  [batchStates.rejected]: 'critical',
  [batchStates.closed]: 'neutral',
}
