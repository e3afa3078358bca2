// Approve Batch Load (batches §2, §4): the list with its filter and dates, the details, and the two decisions of a checker.
import { Inbox, WifiOff } from 'lucide-react'
import { useRef, useState } from 'react'
import type { BatchLoadFile } from '#contract/batches.ts'
import { codes } from '#contract/codes.ts'
import { type BatchFilter, batchStates } from '#domain/batch/states.ts'
import { changeToDecision, type Decision, type DecisionDetails, operationOf } from '#flows/unanswered/decisions.ts'
import type { Unanswered } from '#flows/unanswered/kinds.ts'
import { useUnanswered } from '#flows/unanswered/store.ts'
import { UnansweredList } from '#pages/shared/unanswered/UnansweredList.tsx'
import { useConnection } from '#services/connection.ts'
import { useAsk } from '#services/queries.ts'
import { ownerUserOf, useSession } from '#services/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Page } from '#ui/Page.tsx'
import { Panel } from '#ui/Panel.tsx'
import { BatchDetails } from './approve/BatchDetails.tsx'
import { BatchList } from './approve/BatchList.tsx'
import { DecisionDialog } from './approve/DecisionDialog.tsx'
import { FilterBar } from './approve/FilterBar.tsx'
import type { Deciding } from './approve/decisions.ts'
import { ProcessingStrip } from './approve/ProcessingStrip.tsx'
import { useFilters, useOpenBatch } from './approve/useFilters.ts'
import { useFocusAfter } from './approve/useFocusAfter.ts'
import { useProcessing } from './approve/useProcessing.ts'
import { type Followed, useResults } from './approve/useResults.ts'

export default function ApproveBatchLoadPage() {
  const session = useSession()
  const ownerUser = session ? ownerUserOf(session) : ''
  const { filters, request, setFilters } = useFilters()
  const asked = useAsk('batchLoads', request.ok ? request.params : { filter: filters.filter }, { enabled: request.ok })
  const unanswered = useUnanswered(ownerUser)
  const [openBatch, setOpenBatch] = useOpenBatch()
  const [deciding, setDeciding] = useState<Deciding>()
  const [followed, setFollowed] = useState<readonly Followed[]>([])
  const { underWay, waiting } = useProcessing(followed.map(({ batchId }) => batchId))
  const ended = useResults(followed, underWay)

  const { failure } = asked
  const dateError = request.ok ? (isAboutDates(failure) ? failure?.text : undefined) : request.refusal
  const error = failure && dateError === undefined ? failure.text : undefined
  const files = dateError === undefined ? asked.data?.batchLoads : undefined
  // There the list itself shows it.
  const showsProcessing = filters.filter === batchStates.processing
  const onDetails = (file: BatchLoadFile) => setOpenBatch(file.BATCHLOADFILEID)
  const onDecide = (decision: Decision, of: BatchLoadFile) => setDeciding({ decision, file: of })
  const list = useRef<HTMLDivElement>(null)
  const focusAfter = useFocusAfter(list, files, deciding === undefined && openBatch === undefined)
  const decided = (decision: Decision, batchId: string, { scheduledDate }: DecisionDetails) => {
    setDeciding(undefined)
    focusAfter(batchId)
    const runsNow = decision === 'retry' || (decision === 'approve' && scheduledDate === undefined)
    if (!runsNow) return
    const at = Date.now()
    setFollowed((now) => [{ batchId, at }, ...now.filter((other) => other.batchId !== batchId)])
  }
  const answered = (change: Unanswered) => {
    const was = changeToDecision(change)
    if (was) decided(was.decision, was.batchId, was)
  }

  return (
    <Page title="Approve Batch Load" description="Check what others have uploaded, then approve or reject it.">
      <UnansweredList ownerUser={ownerUser} area="decision" except={deciding?.file.BATCHLOADFILEID} onDone={answered} />
      <FilterBar
        filters={filters}
        onChange={setFilters}
        dateError={dateError}
        notAsked={request.ok ? undefined : 'Correct the dates first'}
        onRefresh={asked.refresh}
        refreshing={asked.refreshing}
        updatedAt={asked.at}
      />
      <AgeOfList kept={asked.kept} at={asked.at} error={error} />
      <ProcessingStrip
        underWay={showsProcessing ? [] : underWay}
        waiting={showsProcessing ? [] : waiting}
        ended={ended}
        onDetails={onDetails}
      />
      <div ref={list} className="min-w-0">
        {dateError === undefined ? (
          <BatchList
            filter={filters.filter}
            files={files}
            empty={<Nothing filter={filters.filter} />}
            error={error}
            onRetry={asked.refresh}
            refreshing={asked.refreshing}
            onDetails={onDetails}
            onDecide={onDecide}
          />
        ) : (
          <Panel flush>
            <EmptyState title="The list was not fetched">Correct the dates above to see it.</EmptyState>
          </Panel>
        )}
      </div>
      {openBatch !== undefined && (
        <BatchDetails batchId={openBatch} onClose={() => setOpenBatch(undefined)} onDecide={onDecide} />
      )}
      {deciding && (
        <DecisionDialog
          ownerUser={ownerUser}
          deciding={deciding}
          unanswered={unanswered.find(
            ({ kind, thing }) => kind === operationOf[deciding.decision] && thing === deciding.file.BATCHLOADFILEID,
          )}
          onDone={(details, again) =>
            again ? answered(again) : decided(deciding.decision, deciding.file.BATCHLOADFILEID, details)
          }
          onClose={() => setDeciding(undefined)}
        />
      )}
    </Page>
  )
}

// The host's two answers about dates (contract "Result codes"); the fields are flagged as by the portal's own check.
const isAboutDates = (failure: ReturnType<typeof useAsk>['failure']): boolean =>
  failure?.kind === 'refused' && (failure.code === codes.spanTooLong || failure.code === codes.spanReversed)

interface AgeOfListProps {
  readonly kept: boolean
  readonly at: number | undefined
  readonly error: string | undefined
}

function AgeOfList({ kept, at, error }: AgeOfListProps) {
  const { online } = useConnection()
  if (at === undefined) return null
  const when = <Instant value={new Date(at).toISOString()} />
  if (kept || !online)
    return (
      <Banner kind="offline" title={<>This is the list as of {when}</>}>
        Batches can be approved and rejected when the connection is back.
      </Banner>
    )
  if (error === undefined) return null
  return (
    <Banner kind="critical" title={error}>
      The list is as of {when}.
    </Banner>
  )
}

function Nothing({ filter }: { readonly filter: BatchFilter }) {
  const { online } = useConnection()
  const [title, why] = nothing[filter]
  return (
    <EmptyState icon={online ? Inbox : WifiOff} title={title}>
      {why}
    </EmptyState>
  )
}

const OTHER_DATES = 'Other dates may have some.'
const nothing: Readonly<Record<BatchFilter, readonly [string, string]>> = {
  [batchStates.awaiting]: ['Nothing is awaiting approval', 'New batches appear here when a colleague uploads one.'],
  [batchStates.approved]: ['No batch was approved in these dates', OTHER_DATES],
  [batchStates.rejected]: ['No batch was rejected in these dates', OTHER_DATES],
  [batchStates.closed]: ['No batch was closed in these dates', OTHER_DATES],
  [batchStates.processing]: ['Nothing is being processed', 'Approved batches are here until all their loads have run.'],
}
