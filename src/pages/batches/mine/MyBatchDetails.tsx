// One own batch: its facts, each row with what became of it (the failed ones first), and the maker's file back with Verdict
// and Reason.
import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { BatchLoadFile, MyBatchRow } from '#contract/batches.ts'
import type { Result } from '#contract/operations.ts'
import { batchKinds } from '#domain/batch/kinds.ts'
import { findingToStateWords, wireToFindings } from '#domain/batch/summary.ts'
import type { RowVerdict } from '#domain/rows/verdict-columns.ts'
import { ALL_IT_HOLDS } from '#domain/batch/words.ts'
import { identifierKinds, PAN } from '#domain/cards/identifiers.ts'
import type { Column } from '#domain/columns.ts'
import { DetailsDialog } from '#pages/shared/DetailsDialog.tsx'
import { TrailLink } from '#pages/shared/TrailLink.tsx'
import { OFFLINE_REASON, useConnection } from '#services/connection.ts'
import { useAsk } from '#services/queries.ts'
import { useNoteRecent } from '#services/recent-things.ts'
import { Badge } from '#ui/Badge.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { CardNumber } from '#ui/CardNumber.tsx'
import { DataTable } from '#ui/DataTable.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Menu } from '#ui/Menu.tsx'
import type { Tone } from '#ui/tones.tsx'
import { Who } from '#ui/Twice.tsx'
import { ControlCode } from '#pages/shared/ControlCode.tsx'
import { downloadBatch } from '../approve/download.ts'
import { numberInBatch } from '../approve/details.ts'
import { amountOf, fileToRow, isWaitingForHour } from '../approve/rows.ts'
import { StateBadge } from '../approve/StateBadge.tsx'
import { hasFailedRows, mayWithdraw, opensAgain } from './own.ts'
import { saveResults, saveSubmitted, verdictOf } from './saveResults.ts'

interface MyBatchDetailsProps {
  readonly batchId: string
  readonly onClose: () => void
  readonly onAgain: (file: BatchLoadFile) => void
  readonly onFailedAgain: (file: BatchLoadFile) => void
  readonly onWithdraw: (file: BatchLoadFile) => void
}

export function MyBatchDetails({ batchId, onClose, onAgain, onFailedAgain, onWithdraw }: MyBatchDetailsProps) {
  const asked = useAsk('myBatchRows', { batchLoadFileID: batchId })
  const file = asked.data?.batchLoad
  const { online } = useConnection()
  useNoteRecent('batch', file && `Batch ${batchId}, ${file.BATCHLOADFILEREFERENCE}`, `/batches/mine?batch=${batchId}`)
  return (
    <DetailsDialog
      title="My batch"
      description={`Batch ${batchId}${file ? ` · ${file.BATCHLOADFILEREFERENCE}` : ''}`}
      noun="batch"
      notKept="The rows of a batch are not kept on this device, since they name cards."
      asked={asked}
      onClose={onClose}
      buttons={
        <>
          <TrailLink type="batch" id={batchId} />
          {asked.data && <SaveMenu answer={asked.data} />}
          {file && mayWithdraw(file) && (
            <Button disabledReason={online ? undefined : OFFLINE_REASON} onClick={() => onWithdraw(file)}>
              Withdraw
            </Button>
          )}
          {file && hasFailedRows(file) && (
            <Button kind="primary" onClick={() => onFailedAgain(file)}>
              New batch from the failed rows
            </Button>
          )}
          {file && opensAgain(file) && (
            <Button kind="primary" onClick={() => onAgain(file)}>
              Open again as a draft
            </Button>
          )}
        </>
      }
    >
      {asked.data && <Content answer={asked.data} />}
    </DetailsDialog>
  )
}

function SaveMenu({ answer }: { readonly answer: Result<'myBatchRows'> }) {
  const { accepts } = batchKinds[answer.batchLoad.LOADTYPE]
  return (
    <Menu
      trigger={<Button icon={<Download aria-hidden />}>Save my file</Button>}
      label="My file"
      items={[
        ...(answer.hasFile
          ? [
              {
                label: 'As it was uploaded',
                onSelect: () => void downloadBatch('ownFile', answer.batchLoad.BATCHLOADFILEID),
              },
            ]
          : []),
        { label: 'Rows as submitted', onSelect: () => void saveSubmitted(answer) },
        ...(['csv', 'xlsx'] as const)
          .filter((ending) => accepts.includes(ending))
          .map((ending) => ({
            label: `With Verdict and Reason (${ending})`,
            onSelect: () => void saveResults(answer, ending),
          })),
      ]}
    />
  )
}

interface ShownRow extends MyBatchRow {
  readonly VERDICT: RowVerdict
}

function Content({ answer: { batchLoad, rows } }: { readonly answer: Result<'myBatchRows'> }) {
  const [pageSize, setPageSize] = useState(10)
  // What failed is what the maker came for.
  const shown = useMemo(
    () =>
      rows
        .map((row): ShownRow => ({ ...row, VERDICT: verdictOf(row, batchLoad) }))
        .sort((a, b) => Number(b.VERDICT === 'Failed') - Number(a.VERDICT === 'Failed') || a.ROWNUMBER - b.ROWNUMBER),
    [rows, batchLoad],
  )
  const { OUTCOME, TYPE, FORESEEN } = fileToRow(batchLoad)
  const kind = batchLoad.IDENTIFIERTYPE === PAN ? 'pan' : 'identifier'
  return (
    <div className="grid gap-4">
      {batchLoad.BATCHLOADFILEREJECTED && (
        <Banner kind="critical" title="This batch was rejected">
          {batchLoad.REJECTIONREASON ?? 'No reason was given.'}
        </Banner>
      )}
      {FORESEEN !== '' && (
        <Banner kind="warning" title={FORESEEN}>
          As things were on <Instant value={batchLoad.PREFLIGHTDATE ?? ''} />. Until its hour somebody who approves
          batches can take it off the schedule.
        </Banner>
      )}
      <Facts
        facts={[
          { label: 'Status', value: <StateBadge file={batchLoad} /> },
          { label: 'Type', value: TYPE },
          { label: 'File', value: batchLoad.BATCHLOADFILEORIGINALNAME },
          { label: 'Uploaded', value: <Instant value={batchLoad.BATCHLOADFILEDATEUPLOADED} /> },
          ...decisionOf(batchLoad),
          ...(isWaitingForHour(batchLoad) && batchLoad.SCHEDULEDDATE !== null
            ? [{ label: 'Scheduled for', value: <Instant value={batchLoad.SCHEDULEDDATE} /> }]
            : []),
          { label: 'Rows', value: batchLoad.LOADSCOUNT.toLocaleString('en') },
          { label: 'Amount', value: amountOf(batchLoad.LOADSAMOUNT, batchLoad.CURRENCY) },
          { label: 'Control code', value: <ControlCode fingerprint={batchLoad.FINGERPRINT} /> },
          ...(OUTCOME === '' ? [] : [{ label: 'Result', value: OUTCOME }]),
        ]}
      />
      <DataTable<ShownRow>
        caption="Rows of the batch"
        columns={columnsOf(batchLoad)}
        rows={shown}
        rowKey={({ ROWNUMBER }) => String(ROWNUMBER)}
        cells={{
          IDENTIFIER: (row) => <CardNumber value={row.IDENTIFIER} kind={kind} />,
          IDENTIFIERTO: (row) => row.IDENTIFIERTO !== null && <CardNumber value={row.IDENTIFIERTO} kind={kind} />,
          AMOUNT: (row) => (row.AMOUNT === '0.00' ? ALL_IT_HOLDS : undefined) ?? amountOf(row.AMOUNT, '').trim(),
          VERDICT: (row) => <Badge tone={tones[row.VERDICT]}>{row.VERDICT}</Badge>,
          RESULTTEXT: (row) => (row.LOADED ? '' : reasonOf(row)),
        }}
        pageSize={pageSize}
        onPageSizeChange={setPageSize}
        density="compact"
        empty={<EmptyState title="This batch has no rows" />}
      />
    </div>
  )
}

function decisionOf(file: BatchLoadFile) {
  const { APPROVEDBY, REJECTEDBY } = fileToRow(file)
  if (file.BATCHLOADFILEREJECTED)
    return [{ label: 'Rejected by', value: <Who name={REJECTEDBY} at={file.BATCHLOADFILEREJECTEDDATE} /> }]
  return file.BATCHLOADFILEAPPROVED
    ? [{ label: 'Approved by', value: <Who name={APPROVEDBY} at={file.BATCHLOADFILEAPPROVEDDATE} /> }]
    : []
}

/** Why it was not done; before its run, what speaks against it now. */
const reasonOf = ({ RESULTTEXT, FINDINGSNOW }: MyBatchRow): string =>
  RESULTTEXT === '' ? wireToFindings(FINDINGSNOW).map(findingToStateWords).join('. ') : RESULTTEXT

function columnsOf({ LOADTYPE, IDENTIFIERTYPE }: BatchLoadFile): readonly Column<ShownRow>[] {
  const { label } = identifierKinds[IDENTIFIERTYPE]
  const format = IDENTIFIERTYPE === PAN ? 'pan' : 'identifier'
  return [
    { key: 'ROWNUMBER', ...numberInBatch, format: 'status' },
    { key: 'IDENTIFIER', label, format },
    ...(batchKinds[LOADTYPE].needsTarget ? [{ key: 'IDENTIFIERTO', label: `Target ${label}`, format } as const] : []),
    { key: 'AMOUNT', label: 'Amount', format: 'amount' },
    { key: 'VERDICT', label: 'Result', format: 'status' },
    { key: 'RESULTTEXT', label: 'Reason', format: 'text' },
  ]
}

const tones: Readonly<Record<RowVerdict, Tone>> = { Done: 'positive', Failed: 'critical', 'Not done': 'neutral' }
