// My batches: what this user uploaded, of every kind and state, with a rejection's reason and what became of the rows. A
// rejected batch opens again as a draft with the same rows.
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { BatchLoadFile } from '#contract/batches.ts'
import { batchKinds } from '#domain/batch/kinds.ts'
import type { Dates } from '#domain/questions.ts'
import { operationOf } from '#flows/unanswered/decisions.ts'
import { useUnanswered } from '#flows/unanswered/store.ts'
import { UnansweredList } from '#pages/shared/unanswered/UnansweredList.tsx'
import { useShown } from '#pages/shared/useShown.ts'
import { useAddress } from '#services/lists/place.ts'
import { type ListSpec, useAskedList } from '#services/lists/useAskedList.ts'
import { ownerUserOf, useSession } from '#services/session.ts'
import { DateRangeField } from '#ui/DateRangeField.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ListBar } from '#ui/list/ListBar.tsx'
import { ListNote } from '#ui/list/ListNote.tsx'
import { Page } from '#ui/Page.tsx'
import { DecisionDialog } from './approve/DecisionDialog.tsx'
import { myBatchesQuestion } from './approve/filters.ts'
import type { ListedBatch } from './approve/rows.ts'
import { askAgainMs } from './mine/askAgain.ts'
import { MyBatchDetails } from './mine/MyBatchDetails.tsx'
import { fileToMyRow, MyBatchList, type MyRow } from './mine/MyBatchList.tsx'

export default function MyBatchesPage() {
  const place = useAddress(myBatchesQuestion)
  const navigate = useNavigate()
  const session = useSession()
  const ownerUser = session ? ownerUserOf(session) : ''
  const unanswered = useUnanswered(ownerUser)
  const [withdrawing, setWithdrawing] = useState<BatchLoadFile>()
  const list = useAskedList(myBatches, place, { everyMs: ({ batchLoads }) => askAgainMs(batchLoads, Date.now()) })
  const [open, show] = useShown('batch')
  const again = ({ BATCHLOADFILEID, LOADTYPE }: Pick<ListedBatch, 'BATCHLOADFILEID' | 'LOADTYPE'>) =>
    void navigate(`${batchKinds[LOADTYPE].path}?from=${BATCHLOADFILEID}`)

  return (
    <Page title="My batches" description="Everything you have uploaded, with its state and what became of it.">
      <UnansweredList ownerUser={ownerUser} area="decision" except={withdrawing?.BATCHLOADFILEID} />
      <ListBar label="My batches" list={list}>
        <DateRangeField label="Uploaded" {...place.values} onChange={place.setValues} error={list.refusal} />
      </ListBar>
      <ListNote list={list} offline="Details are shown when the connection is back." />
      <MyBatchList
        list={list}
        wanted={myBatchesQuestion.ask(place.values)}
        onDetails={({ BATCHLOADFILEID }) => show(BATCHLOADFILEID)}
        onAgain={again}
        onWithdraw={setWithdrawing}
        empty={
          <EmptyState icon={Upload} title="You have uploaded no batch in these dates">
            A batch appears here as soon as you submit it. Drafts wait in the wizard they were begun in.
          </EmptyState>
        }
      />
      {open !== undefined && (
        <MyBatchDetails batchId={open} onClose={() => show(undefined)} onAgain={again} onWithdraw={setWithdrawing} />
      )}
      {withdrawing && (
        <DecisionDialog
          ownerUser={ownerUser}
          deciding={{ decision: 'withdraw', file: withdrawing }}
          unanswered={unanswered.find(
            ({ kind, thing }) => kind === operationOf.withdraw && thing === withdrawing.BATCHLOADFILEID,
          )}
          onDone={() => setWithdrawing(undefined)}
          onClose={() => setWithdrawing(undefined)}
        />
      )}
    </Page>
  )
}

const myBatches: ListSpec<'myBatches', Dates, MyRow> = {
  name: 'my-batches',
  method: 'myBatches',
  question: myBatchesQuestion,
  rows: ({ batchLoads }) => batchLoads.map(fileToMyRow),
  pageSize: 25,
  paged: true,
}
