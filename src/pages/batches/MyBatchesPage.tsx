// My batches: what this user uploaded, of every kind and state, with a rejection's reason and what became of the rows. A
// rejected batch opens again as a draft with the same rows.
import { RefreshCw, Upload } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { batchKinds } from '#domain/batch/kinds.ts'
import { refuseSearchSpan, textToDate } from '#domain/dates.ts'
import { useConnection } from '#services/connection.ts'
import { useAsk } from '#services/queries.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { DateRangeField } from '#ui/DateRangeField.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Page } from '#ui/Page.tsx'
import { Panel } from '#ui/Panel.tsx'
import { defaultRange, UNREADABLE_DATES } from './approve/filters.ts'
import type { BatchRow } from './approve/rows.ts'
import { useToday } from '#services/useToday.ts'
import { askAgainMs } from './mine/askAgain.ts'
import { MyBatchDetails } from './mine/MyBatchDetails.tsx'
import { MyBatchList } from './mine/MyBatchList.tsx'

export default function MyBatchesPage() {
  const today = useToday()
  const [dates, setDates] = useState<{ start: string; end: string }>(defaultRange(today))
  const [search, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const { online } = useConnection()
  const request = datesToRequest(dates)
  const asked = useAsk('myBatches', request.params, {
    enabled: request.refusal === undefined,
    everyMs: ({ batchLoads }) => askAgainMs(batchLoads, Date.now()),
  })
  const files = request.refusal === undefined ? asked.data?.batchLoads : undefined
  const open = search.get('batch') ?? undefined
  const show = (batch: string | undefined) => setSearch(batch === undefined ? {} : { batch })
  const again = ({ BATCHLOADFILEID, LOADTYPE }: Pick<BatchRow, 'BATCHLOADFILEID' | 'LOADTYPE'>) =>
    void navigate(`${batchKinds[LOADTYPE].path}?from=${BATCHLOADFILEID}`)

  return (
    <Page title="My batches" description="Everything you have uploaded, with its state and what became of it.">
      <search aria-label="My batches" className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <DateRangeField
          label="Uploaded"
          start={dates.start}
          end={dates.end}
          onChange={setDates}
          error={request.refusal}
        />
        <Button
          icon={<RefreshCw aria-hidden />}
          onClick={asked.refresh}
          disabledReason={request.refusal && 'Correct the dates first'}
          className="sm:mt-6.5"
        >
          Refresh
        </Button>
      </search>
      {(asked.kept || !online) && asked.at !== undefined && (
        <Banner
          kind="offline"
          title={<>This is the list as of {<Instant value={new Date(asked.at).toISOString()} />}</>}
        >
          Details are shown when the connection is back.
        </Banner>
      )}
      <Panel flush>
        {request.refusal === undefined ? (
          <MyBatchList
            files={files}
            error={asked.failure?.text}
            onRetry={asked.refresh}
            onDetails={({ BATCHLOADFILEID }) => show(BATCHLOADFILEID)}
            onAgain={again}
            empty={
              <EmptyState icon={Upload} title="You have uploaded no batch in these dates">
                A batch appears here as soon as you submit it. Drafts wait in the wizard they were begun in.
              </EmptyState>
            }
          />
        ) : (
          <EmptyState title="The list was not fetched">Correct the dates above to see it.</EmptyState>
        )}
      </Panel>
      {open !== undefined && <MyBatchDetails batchId={open} onClose={() => show(undefined)} onAgain={again} />}
    </Page>
  )
}

function datesToRequest({ start, end }: { readonly start: string; readonly end: string }) {
  const [startDate, endDate] = [textToDate(start), textToDate(end)]
  if (startDate === undefined || endDate === undefined) return { params: {}, refusal: UNREADABLE_DATES }
  return { params: { startDate, endDate }, refusal: refuseSearchSpan(startDate, endDate) }
}
