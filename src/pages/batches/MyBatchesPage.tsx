// My batches: the user's uploads of every type and state, with reasons for rejections and results of rows. A rejected
// batch can be opened again as a draft with the same rows.
import { m } from '#words/messages.js'
import { Upload } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { BatchLoadFile } from '#contract/batches.ts'
import { hasPermission } from '#domain/access/permissions.ts'
import { batchTypes } from '#domain/batch/types.ts'
import { type BatchFilter, MAX_SEARCH_LENGTH } from '#domain/batch/states.ts'
import { ListPage } from '#pages/shared/ListPage.tsx'
import { useOpenItemId } from '#pages/shared/useOpenItemId.ts'
import { TABLE_VIEW_PARAMS } from '#pages/shared/useTableView.ts'
import { currentTime } from '#services/clock.ts'
import { useUrlListState } from '#services/lists/list-state.ts'
import { type ListSpec, useServerList } from '#services/lists/useServerList.ts'
import { useSession } from '#services/session/session.ts'
import { useDebouncedValue } from '#services/useDebouncedValue.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { DateRangeField } from '#ui/forms/DateRangeField.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Select } from '#ui/forms/Select.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { BatchDecisionDialog } from './approve/BatchDecisionDialog.tsx'
import { type MyFilters, myBatchesQuery, stateOptions } from './approve/filters.ts'
import type { ListedBatch } from './approve/rows.ts'
import { pollDelayMs } from './mine/pollDelay.ts'
import { MyBatchDetails } from './mine/MyBatchDetails.tsx'
import {
  batchToMyRow,
  MyBatchActions,
  myBatchCells,
  myBatchColumns,
  type MyBatchHandlers,
  type MyRow,
} from './mine/rows.tsx'
import { searchTextState } from './mine/searchTextState.ts'

export default function MyBatchesPage() {
  const { state: storedSearch, ready: isSearchLoaded } = searchTextState.use()
  const { search } = storedSearch
  const searchText = useDebouncedValue(search, isSearchLoaded)
  const spec = useMemo(() => myBatchesSpec(searchText), [searchText])
  const listState = useUrlListState(spec.querySpec)
  const { state, ...dates } = listState.values
  const navigate = useNavigate()
  const session = useSession()
  const [batchToWithdraw, setBatchToWithdraw] = useState<BatchLoadFile>()
  // The search decides what the list contains, so there is no query until the stored search text is loaded.
  const stateOfList = isSearchLoaded ? listState : { ...listState, query: undefined }
  const list = useServerList(spec, stateOfList, {
    pollMs: ({ batchLoads }) => pollDelayMs(batchLoads, currentTime()),
  })
  const [openId, setOpenId] = useOpenItemId('batch', TABLE_VIEW_PARAMS)
  /** `source` is a batch id, or a batch id with '-failed' for only the failed rows. */
  const startUploadFrom = (source: string, { LOADTYPE }: Pick<ListedBatch, 'LOADTYPE'>) =>
    void navigate(`${batchTypes[LOADTYPE].path}?from=${source}`)
  const handlers: MyBatchHandlers = {
    onOpenAsDraft: (batch) => startUploadFrom(batch.BATCHLOADFILEID, batch),
    onRetryFailed: (batch) => startUploadFrom(`${batch.BATCHLOADFILEID}-failed`, batch),
    onWithdraw: setBatchToWithdraw,
  }
  const openDetails = ({ BATCHLOADFILEID }: MyRow) => setOpenId(BATCHLOADFILEID)
  const showAllBatches = () => {
    searchTextState.change({ search: '' })
    listState.setValues({ state: 'all' })
  }
  const hasSearchOrFilter = searchText.trim() !== '' || state !== 'all'

  return (
    <ListPage<MyRow>
      title={m.common_myBatches()}
      description={m.batches_myBatchesDescription()}
      actions={
        hasPermission(session?.permissions, batchTypes.load.permission) && (
          <Button kind="primary" onClick={() => void navigate(batchTypes.load.path)}>
            {batchTypes.load.title}
          </Button>
        )
      }
      pendingChanges={{ area: 'decision', exceptSubject: batchToWithdraw?.BATCHLOADFILEID }}
      list={list}
      filters={
        <>
          <TextField
            type="search"
            label={m.common_search()}
            className="w-full sm:w-44"
            placeholder={m.batches_referenceOrFile()}
            autoComplete="off"
            maxLength={MAX_SEARCH_LENGTH}
            value={search}
            onChange={({ target }) => {
              searchTextState.change({ search: target.value })
              // The results of another search start on the first page.
              listState.setView((view) => ({ ...view, page: 0 }))
            }}
          />
          <Select
            label={m.common_status()}
            className="w-full sm:w-42"
            options={stateOptions}
            value={String(state)}
            // The value of each option is 'all' or a filter.
            onChange={({ target: { value } }) =>
              listState.setValues({ state: value === 'all' ? 'all' : (Number(value) as BatchFilter) })
            }
          />
          <DateRangeField label={m.batches_uploaded()} {...dates} onChange={listState.setValues} error={list.refusal} />
        </>
      }
      offline={m.common_detailsWhenOnline()}
      rowsTitle={m.common_batches()}
      fileName="MyBatches"
      columns={myBatchColumns}
      rowKey={(row) => row.BATCHLOADFILEID}
      cells={myBatchCells}
      rowActions={(row) => <MyBatchActions row={row} onDetails={openDetails} {...handlers} />}
      onOpen={openDetails}
      empty={hasSearchOrFilter ? <NoMatches onShowAll={showAllBatches} /> : <NoneUploaded />}
    >
      {openId !== undefined && <MyBatchDetails batchId={openId} onClose={() => setOpenId(undefined)} {...handlers} />}
      {batchToWithdraw && (
        <BatchDecisionDialog
          openDecision={{ decision: 'withdraw', item: batchToWithdraw }}
          onDone={() => setBatchToWithdraw(undefined)}
          onClose={() => setBatchToWithdraw(undefined)}
        />
      )}
    </ListPage>
  )
}

function NoMatches({ onShowAll }: { readonly onShowAll: () => void }) {
  return (
    <EmptyState
      icon={Upload}
      title={m.batches_noneOfYoursMatch()}
      action={<Button onClick={onShowAll}>{m.batches_showAll()}</Button>}
    >
      {m.batches_tryOtherFilters()}
    </EmptyState>
  )
}

function NoneUploaded() {
  return (
    <EmptyState icon={Upload} title={m.batches_noneUploaded()}>
      {m.batches_noneUploadedHint()}
    </EmptyState>
  )
}

const myBatchesSpec = (searchText: string) =>
  ({
    name: 'my-batches',
    method: 'myBatches',
    querySpec: myBatchesQuery(searchText),
    rows: ({ batchLoads }) => batchLoads.map(batchToMyRow),
    pageSize: 25,
    isPaged: true,
  }) satisfies ListSpec<'myBatches', MyFilters, MyRow>
