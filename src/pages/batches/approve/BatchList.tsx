// The table of batches with their actions.
import { m } from '#words/messages.js'
import type { ReactNode } from 'react'
import { client } from '#brand/current.ts'
import type { BatchLoadFile } from '#contract/batches.ts'
import { batchTypes } from '#domain/batch/types.ts'
import { type BatchFilter, batchFilterLabels, batchStates } from '#domain/batch/states.ts'
import { ageToText } from '#domain/dates.ts'
import { instantToText } from '#domain/instants.ts'
import { type Cents, cents, centsToText, decimalToCents } from '#domain/money.ts'
import type { BatchChange } from '#flows/pending-changes/batch-changes.ts'
import { useExport } from '#services/lists/useExport.ts'
import type { WholeList } from '#services/lists/useServerList.ts'
import { useToday } from '#services/useToday.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { cx } from '#ui/cx.ts'
import { Instant } from '#ui/Instant.tsx'
import type { ShownList } from '#domain/lists.ts'
import { ListPanel } from '#ui/list/ListPanel.tsx'
import { Money } from '#ui/Money.tsx'
import { ListWarnings } from '#pages/shared/decision-list/ListWarnings.tsx'
import { detailsButtonId } from '#pages/shared/decision-list/useFocusAfterRemoval.ts'
import { RowActions } from '#ui/tables/RowActions.tsx'
import type { TableSelection } from '#ui/tables/DataTable.tsx'
import { DoneBy, Outcome, TwoLines, FreeText } from '#ui/tables/cells.tsx'
import { BatchActions } from './BatchActions.tsx'
import { BatchName, BatchReference } from './BatchName.tsx'
import { isUndecided } from './details.ts'
import { ProposedTime } from './ProposedTime.tsx'
import { type ListedBatch, columnsOf, isScheduledForLater, queueSize, rowsInList, scheduleLabel } from './rows.ts'

interface BatchListProps {
  readonly filter: BatchFilter
  readonly list: WholeList<ListedBatch>
  readonly empty: ReactNode
  /** `rowFilter` is the filter of the rows in the details. */
  readonly onDetails: (batch: BatchLoadFile, rowFilter?: string) => void
  readonly onDecide: (decision: BatchChange, batch: BatchLoadFile) => void
  readonly selection: TableSelection<ListedBatch> | undefined
}

export function BatchList({ filter, list, empty, onDetails, onDecide, selection }: BatchListProps) {
  const columns = columnsOf(filter, client.flags)
  const today = useToday()
  const download = useExport({
    name: `BatchLoads_${batchFilterLabels[filter].replaceAll(' ', '')}_${today}`,
    sheet: batchFilterLabels[filter],
    columns,
    rows: list.loadAll,
  })
  return (
    <ListPanel<ListedBatch>
      title={titleOf(filter, list)}
      download={download}
      key={filter}
      caption={m.batches_batchLoads()}
      list={list}
      columns={columns}
      rowKey={(row) => row.BATCHLOADFILEID}
      cells={{
        ...cells,
        UPLOADEDBY: (row) => <UploadCell row={row} listedAt={list.receivedAt} />,
        WARNING: (row) => <ListWarnings warnings={row.WARNINGS} onOpen={(warning) => onDetails(row, warning.filter)} />,
      }}
      onOpen={(row) => onDetails(row)}
      selection={selection}
      actions={(row) => (
        <RowActions narrowColumns={2}>
          <Button
            id={detailsButtonId(row.BATCHLOADFILEID)}
            size="small"
            onClick={() => onDetails(row)}
            aria-label={m.batches_detailsOf({ id: row.BATCHLOADFILEID })}
          >
            {m.common_details()}
          </Button>
          <BatchActions batch={row} size="small" onDecide={onDecide} inRow />
        </RowActions>
      )}
      empty={empty}
    />
  )
}

const cells: Partial<Record<keyof ListedBatch, (row: ListedBatch) => ReactNode>> = {
  BATCHLOADFILEID: (row) => <BatchName row={row} />,
  BATCHLOADFILEREFERENCE: (row) => <BatchReference row={row} />,
  APPROVEDBY: (row) => <DoneBy by={row.APPROVEDBY} at={row.BATCHLOADFILEAPPROVEDDATE} />,
  REJECTEDBY: (row) => <DoneBy by={row.REJECTEDBY} at={row.BATCHLOADFILEREJECTEDDATE} />,
  REJECTIONREASON: (row) => <FreeText text={row.REJECTIONREASON} />,
  BATCHLOADFILECLOSEDCOMMENTS: (row) => <FreeText text={row.BATCHLOADFILECLOSEDCOMMENTS} />,
  LOADSAMOUNT: (row) => {
    const loadedText = `${centsToText(toCents(row.LOADEDAMOUNT))} ${batchTypes[row.LOADTYPE].pastParticiple}`
    const rowsText = rowsInList(row, { hasFeeColumn: !client.flags.hideFees })
    return (
      <TwoLines
        first={<Money cents={toCents(row.LOADSAMOUNT)} currency={row.CURRENCY} />}
        second={row.BATCHLOADFILEAPPROVED ? loadedText : rowsText}
      />
    )
  },
  FEEAMOUNT: (row) => {
    const chargedFee = row.BATCHLOADFILEAPPROVED ? row.LOADEDFEEAMOUNT : undefined
    return (
      <TwoLines
        first={<Money cents={toCents(row.FEEAMOUNT)} currency={row.CURRENCY} />}
        second={chargedFee !== undefined && m.common_feeCharged({ amount: centsToText(toCents(chargedFee)) })}
      />
    )
  },
  // The list's heading already names the state, so only the progress is shown.
  OUTCOME: (row) => {
    const hasFailedRows = row.PROCESSED && row.LOADEDCOUNT < row.LOADSCOUNT
    return (
      <TwoLines
        first={
          <span className={cx(hasFailedRows && 'text-critical')}>
            {row.WITHDRAWN ? m.batches_withdrawn() : <Outcome words={row.OUTCOME} />}
          </span>
        }
        second={isScheduledForLater(row) && <ScheduledRun row={row} />}
      />
    )
  },
}

/** The time of a scheduled batch, and the failures expected at that time. */
function ScheduledRun({ row }: { readonly row: ListedBatch }) {
  return (
    <>
      {scheduleLabel(row)} <Instant value={row.SCHEDULEDDATE ?? ''} />
      {row.EXPECTEDRESULT !== '' && <span className="block text-warning">{row.EXPECTEDRESULT}</span>}
    </>
  )
}

/** The label of the list. If all batches awaiting approval are loaded, also their number and total amount. */
function titleOf(filter: BatchFilter, { rows = [], isPartial }: ShownList<ListedBatch>): string {
  const label = batchFilterLabels[filter]
  const hasWholeQueue = filter === batchStates.awaiting && !isPartial && rows.length > 0
  return hasWholeQueue ? m.batches_listWithQueue({ list: label, queue: queueSize(rows) }) : label
}

/** The upload time and, for a batch that waits for a decision, the waiting time. */
function UploadCell({ row, listedAt }: { readonly row: ListedBatch; readonly listedAt: number | undefined }) {
  const uploadedAt = row.BATCHLOADFILEDATEUPLOADED
  const uploader = <span className="sm:whitespace-nowrap">{row.UPLOADEDBY}</span>
  if (!isUndecided(row) || listedAt === undefined)
    return <TwoLines first={uploader} second={<Instant value={uploadedAt} short />} />
  return (
    <TwoLines
      first={uploader}
      second={
        <>
          <time dateTime={uploadedAt} title={instantToText(uploadedAt, client)} className="whitespace-nowrap">
            {m.batches_ago({ age: ageToText(listedAt - Date.parse(uploadedAt)) })}
          </time>
          <ProposedTime batch={row} />
        </>
      }
    />
  )
}

const toCents = (amount: string): Cents => decimalToCents(amount) ?? cents(0)
