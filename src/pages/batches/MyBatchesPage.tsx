// My batches: the user's uploads of every type and state, with reasons for rejections and results of rows. A rejected
// batch can be opened again as a draft with the same rows.
import { m } from '#words/messages.js'
import { Upload } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { BatchLoadFile } from '#contract/batches.ts'
import { hasPermission } from '#domain/access/permissions.ts'
import { batchKinds } from '#domain/batch/kinds.ts'
import { type BatchFilter, MAX_BATCH_SEARCH } from '#domain/batch/states.ts'
import { operationOf } from '#flows/pending-changes/batch-changes.ts'
import { usePendingChanges } from '#flows/pending-changes/store.ts'
import { PendingChangeList } from '#pages/shared/pending-changes/PendingChangeList.tsx'
import { useOpenItemId } from '#pages/shared/useOpenItemId.ts'
import { TABLE_VIEW_PARAMS } from '#pages/shared/useTableView.ts'
import { useUrlListState } from '#services/lists/list-state.ts'
import { type ListSpec, useServerList } from '#services/lists/useServerList.ts'
import { ownerUserOf, useSession } from '#services/session/session.ts'
import { useSettled } from '#services/useSettled.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { DateRangeField } from '#ui/forms/DateRangeField.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ListBar } from '#ui/list/ListBar.tsx'
import { ListNote } from '#ui/list/ListNote.tsx'
import { Page } from '#ui/Page.tsx'
import { Select } from '#ui/forms/Select.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { BatchDecisionDialog } from './approve/BatchDecisionDialog.tsx'
import { type MyFilters, myBatchesQuery, stateOptions } from './approve/filters.ts'
import type { ListedBatch } from './approve/rows.ts'
import { pollDelayMs } from './mine/pollDelay.ts'
import { MyBatchDetails } from './mine/MyBatchDetails.tsx'
import { fileToMyRow, MyBatchList, type MyRow } from './mine/MyBatchList.tsx'
import { searchText } from './mine/words.ts'

export default function MyBatchesPage() {
  const { state: stored, ready } = searchText.use()
  const { search } = stored
  const words = useSettled(search, ready)
  const spec = useMemo(() => myBatches(words), [words])
  const listState = useUrlListState(spec.querySpec)
  const { state, ...dates } = listState.values
  const navigate = useNavigate()
  const session = useSession()
  const ownerUser = session ? ownerUserOf(session) : ''
  const pendingChanges = usePendingChanges(ownerUser)
  const [withdrawing, setWithdrawing] = useState<BatchLoadFile>()
  // Without its search text it would be a different list.
  const list = useServerList(spec, ready ? listState : { ...listState, query: undefined }, {
    everyMs: ({ batchLoads }) => pollDelayMs(batchLoads, Date.now()),
  })
  const [open, show] = useOpenItemId('batch', TABLE_VIEW_PARAMS)
  const startFrom = (from: string, { LOADTYPE }: Pick<ListedBatch, 'LOADTYPE'>) =>
    void navigate(`${batchKinds[LOADTYPE].path}?from=${from}`)
  const openAgain = (file: BatchLoadFile) => startFrom(file.BATCHLOADFILEID, file)
  const retryFailed = (file: BatchLoadFile) => startFrom(`${file.BATCHLOADFILEID}-failed`, file)
  const isNarrowed = words.trim() !== '' || state !== 'all'

  return (
    <Page
      title={m.common_myBatches()}
      description={m.batches_everythingYouHaveUploaded()}
      actions={
        hasPermission(session?.permissions, batchKinds.load.permission) && (
          <Button kind="primary" onClick={() => void navigate(batchKinds.load.path)}>
            {batchKinds.load.title}
          </Button>
        )
      }
    >
      <PendingChangeList ownerUser={ownerUser} area="decision" except={withdrawing?.BATCHLOADFILEID} />
      <ListBar label={m.common_myBatches()} list={list}>
        <TextField
          type="search"
          label={m.common_search()}
          className="w-full sm:w-44"
          placeholder={m.batches_referenceOrFile()}
          autoComplete="off"
          maxLength={MAX_BATCH_SEARCH}
          value={search}
          onChange={({ target }) => {
            searchText.change({ search: target.value })
            // A different list starts on its first page.
            listState.setView({ ...listState.view, page: 0 })
          }}
        />
        <Select
          label={m.common_status()}
          className="w-full sm:w-42"
          options={stateOptions}
          value={String(state)}
          onChange={({ target }) =>
            listState.setValues({ state: target.value === 'all' ? 'all' : (Number(target.value) as BatchFilter) })
          }
        />
        <DateRangeField label={m.batches_uploaded()} {...dates} onChange={listState.setValues} error={list.refusal} />
      </ListBar>
      <ListNote list={list} offline={m.common_detailsWhenOnline()} />
      <MyBatchList
        list={list}
        request={spec.querySpec.toParams(listState.values)}
        onDetails={({ BATCHLOADFILEID }) => show(BATCHLOADFILEID)}
        onAgain={openAgain}
        onWithdraw={setWithdrawing}
        onFailedAgain={retryFailed}
        empty={
          isNarrowed ? (
            <EmptyState
              icon={Upload}
              title={m.batches_noBatchOfYoursMatches()}
              action={
                <Button
                  onClick={() => {
                    searchText.change({ search: '' })
                    listState.setValues({ state: 'all' })
                  }}
                >
                  {m.batches_showAll()}
                </Button>
              }
            >
              {m.batches_otherFiltersMayHaveSome()}
            </EmptyState>
          ) : (
            <EmptyState icon={Upload} title={m.batches_youHaveUploadedNoBatch()}>
              {m.batches_batchAppearsHereAsSoon()}
            </EmptyState>
          )
        }
      />
      {open !== undefined && (
        <MyBatchDetails
          batchId={open}
          onClose={() => show(undefined)}
          onAgain={openAgain}
          onFailedAgain={retryFailed}
          onWithdraw={setWithdrawing}
        />
      )}
      {withdrawing && (
        <BatchDecisionDialog
          ownerUser={ownerUser}
          deciding={{ decision: 'withdraw', file: withdrawing }}
          pendingChange={pendingChanges.find(
            ({ kind, subject }) => kind === operationOf.withdraw && subject === withdrawing.BATCHLOADFILEID,
          )}
          onDone={() => setWithdrawing(undefined)}
          onClose={() => setWithdrawing(undefined)}
        />
      )}
    </Page>
  )
}

const myBatches = (words: string) =>
  ({
    name: 'my-batches',
    method: 'myBatches',
    querySpec: myBatchesQuery(words),
    rows: ({ batchLoads }) => batchLoads.map(fileToMyRow),
    pageSize: 25,
    paged: true,
  }) satisfies ListSpec<'myBatches', MyFilters, MyRow>
