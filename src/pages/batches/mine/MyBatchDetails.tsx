// One of the user's own batches: its facts, each row with its result (failed rows first), and the maker's file with
// Verdict and Reason.
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import { Download } from 'lucide-react'
import { useMemo } from 'react'
import type { BatchLoadFile, MyBatchRow } from '#contract/batches.ts'
import type { Result } from '#contract/operations.ts'
import { batchTypes, isWholeBalance } from '#domain/batch/types.ts'
import { findingToStatement, codesToFindings } from '#domain/batch/summary.ts'
import { type RowVerdict, verdictLabels } from '#domain/rows/verdict-columns.ts'
import { cardLabels } from '#domain/batch/words.ts'
import { PAN } from '#domain/cards/identifiers.ts'
import { apiToFunding } from '#domain/funding/funds.ts'
import type { Column } from '#domain/columns.ts'
import { DetailsDialog } from '#pages/shared/DetailsDialog.tsx'
import { showsFeeFigure } from '#pages/shared/fees.ts'
import { amountToText, cents, decimalToCents, decimalToText } from '#domain/money.ts'
import { ApprovalNote } from '#pages/shared/ApprovalNote.tsx'
import { FundingNote, fundingFacts, failingLoadsText } from '#pages/shared/Funding.tsx'
import { CardNumberLink } from '#pages/shared/CardNumberLink.tsx'
import { TrailLink } from '#pages/shared/TrailLink.tsx'
import { useTableView } from '#pages/shared/useTableView.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { usePageSize } from '#services/device/preference.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { useRecordRecentItem } from '#flows/recent-items.ts'
import { Badge } from '#ui/Badge.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { CardNumber } from '#ui/CardNumber.tsx'
import { DataTable } from '#ui/tables/DataTable.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { type Fact, Facts } from '#ui/Facts.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Menu } from '#ui/overlays/Menu.tsx'
import type { Tone } from '#ui/tones.tsx'
import { UserAndTime } from '#ui/tables/cells.tsx'
import { ControlCode } from '#pages/shared/ControlCode.tsx'
import { numberToText } from '#words/figures.ts'
import { downloadBatch } from '../approve/download.ts'
import { awaitsResults, numberInBatchColumn } from '../approve/details.ts'
import { batchToRow, isScheduledForLater, moneyFormatOf, scheduleLabel } from '../approve/rows.ts'
import { BatchBadge } from '../approve/BatchBadge.tsx'
import { HoldNote } from '../approve/HoldNote.tsx'
import { hasFailedRows, canWithdraw, canReopen } from './maker-actions.ts'
import { saveResults, saveSubmitted, verdictOf } from './saveResults.ts'
import type { MyBatchHandlers } from './rows.tsx'

interface MyBatchDetailsProps extends MyBatchHandlers {
  readonly batchId: string
  readonly onClose: () => void
}

export function MyBatchDetails({ batchId, onClose, onOpenAsDraft, onRetryFailed, onWithdraw }: MyBatchDetailsProps) {
  const query = useServerQuery('myBatchRows', { batchLoadFileID: batchId })
  const batch = query.data?.batchLoad
  const { online } = useConnection()
  useRecordRecentItem(
    'batch',
    batch && m.batches_batchWithReference({ batchId, batchloadfilereference: batch.BATCHLOADFILEREFERENCE }),
    `/batches/mine?batch=${batchId}`,
  )
  return (
    <DetailsDialog
      title={m.batches_myBatch()}
      description={commas([m.batches_batch({ id: batchId }), batch?.BATCHLOADFILEREFERENCE])}
      noun="batch"
      notStoredText={m.batches_rowsNotKept()}
      query={query}
      onClose={onClose}
      buttons={
        <>
          <TrailLink type="batch" id={batchId} />
          {query.data && <SaveMenu response={query.data} />}
          {batch && canWithdraw(batch) && (
            <Button disabledReason={online ? undefined : OFFLINE_REASON} onClick={() => onWithdraw(batch)}>
              {batch.BATCHLOADFILEAPPROVED ? m.batches_cancelButton() : m.batches_withdraw()}
            </Button>
          )}
          {batch && hasFailedRows(batch) && (
            <Button kind="primary" onClick={() => onRetryFailed(batch)}>
              {m.batches_newFromFailedRows()}
            </Button>
          )}
          {batch && (
            <Button kind={canReopen(batch) ? 'primary' : 'secondary'} onClick={() => onOpenAsDraft(batch)}>
              {canReopen(batch) ? m.batches_openAgainAsDraft() : m.batches_repeat()}
            </Button>
          )}
        </>
      }
    >
      {query.data && <Content response={query.data} />}
    </DetailsDialog>
  )
}

function SaveMenu({ response }: { readonly response: Result<'myBatchRows'> }) {
  const { accepts } = batchTypes[response.batchLoad.LOADTYPE]
  const uploadedFile = {
    label: m.batches_fileAsUploaded(),
    onSelect: () => void downloadBatch('ownFile', response.batchLoad.BATCHLOADFILEID),
  }
  const uploadedFiles = response.hasFile ? [uploadedFile] : []
  const submittedRows = { label: m.batches_rowsAsSubmitted(), onSelect: () => void saveSubmitted(response) }
  const filesWithVerdicts = (['csv', 'xlsx'] as const)
    .filter((extension) => accepts.includes(extension))
    .map((extension) => ({
      label: m.batches_fileWithVerdicts({ ending: extension }),
      onSelect: () => void saveResults(response, extension),
    }))
  return (
    <Menu
      trigger={<Button icon={<Download aria-hidden />}>{m.batches_saveMyFile()}</Button>}
      label={m.batches_myFile()}
      items={[...uploadedFiles, submittedRows, ...filesWithVerdicts]}
    />
  )
}

interface ResultRow extends MyBatchRow {
  readonly verdict: RowVerdict
  /** The result as text. */
  readonly VERDICT: string
}

function Content({ response: { batchLoad, rows, funding: apiFunding } }: { readonly response: Result<'myBatchRows'> }) {
  const [pageSize, setPageSize] = usePageSize('my-batch-details', 10)
  const table = useTableView()
  const sortedRows = useMemo(() => {
    const resultRows = rows.map((row): ResultRow => {
      const verdict = verdictOf(row, batchLoad)
      return { ...row, verdict, VERDICT: verdictLabels[verdict] }
    })
    return resultRows.sort(byFailureAndNumber)
  }, [rows, batchLoad])
  const currentFunding = awaitsResults(batchLoad) ? apiFunding : undefined
  const funding = currentFunding && apiToFunding(currentFunding)
  const formatMoney = moneyFormatOf(batchLoad.CURRENCY)
  // The expected result does not name missing funds, since `FundingNote` shows the missing funds.
  const { OUTCOME, TYPE, EXPECTEDRESULT } = batchToRow({ ...batchLoad, FUNDSMISSING: '0.00' })
  const kind = batchLoad.IDENTIFIERTYPE === PAN ? 'pan' : 'identifier'
  const { PROPOSEDDATE: proposedDate, CURRENCY: currency } = batchLoad
  const feeCents = decimalToCents(batchLoad.FEEAMOUNT) ?? cents(0)
  const showsFee = batchTypes[batchLoad.LOADTYPE].chargesFee && showsFeeFigure(feeCents)
  const facts: (Fact | false)[] = [
    { label: m.common_status(), value: <BatchBadge batch={batchLoad} wraps /> },
    { label: m.common_type(), value: TYPE },
    { label: m.common_fileLabel(), value: batchLoad.BATCHLOADFILEORIGINALNAME },
    { label: m.batches_uploaded(), value: <Instant value={batchLoad.BATCHLOADFILEDATEUPLOADED} /> },
    ...decisionFacts(batchLoad),
    proposedDate ? { label: m.common_proposedFor(), value: <Instant value={proposedDate} /> } : false,
    isScheduledForLater(batchLoad) && {
      label: scheduleLabel(batchLoad),
      value: <Instant value={batchLoad.SCHEDULEDDATE ?? ''} />,
    },
    { label: m.common_rows(), value: numberToText(batchLoad.LOADSCOUNT) },
    { label: m.common_amount(), value: amountToText(batchLoad.LOADSAMOUNT, currency) },
    showsFee && { label: m.common_fee(), value: amountToText(batchLoad.FEEAMOUNT, currency) },
    OUTCOME !== '' && { label: m.batches_amountProcessed(), value: amountToText(batchLoad.LOADEDAMOUNT, currency) },
    ...fundingFacts(funding, formatMoney),
    { label: m.common_controlCode(), value: <ControlCode fingerprint={batchLoad.FINGERPRINT} /> },
    OUTCOME !== '' && { label: m.common_result(), value: OUTCOME },
  ]
  return (
    <div className="grid gap-4">
      {batchLoad.BATCHLOADFILEREJECTED && (
        <Banner kind="critical" title={m.batches_thisBatchWasRejected()}>
          {batchLoad.REJECTIONREASON ?? m.common_noReasonSentence()}
        </Banner>
      )}
      <ApprovalNote approval={batchLoad.APPROVAL} />
      <HoldNote batch={batchLoad} />
      {EXPECTEDRESULT !== '' && (
        <Banner kind="warning" title={EXPECTEDRESULT}>
          {m.batches_asOfPrefix()} <Instant value={batchLoad.PREFLIGHTDATE ?? ''} />
          {m.batches_untilTakenOffSchedule()}
        </Banner>
      )}
      <FundingNote
        funding={funding}
        formatMoney={formatMoney}
        failText={(failing) => failingLoadsText(failing, { total: rows.length, type: batchLoad.LOADTYPE })}
      >
        {batchLoad.BATCHLOADFILEAPPROVED ? m.batches_topUpBeforeProcessing() : m.batches_topUpBeforeApproval()}
      </FundingNote>
      <Facts facts={facts.filter((fact) => fact !== false)} />
      <DataTable<ResultRow>
        caption={m.batches_rowsOfBatch()}
        columns={columnsOf(batchLoad, sortedRows)}
        rows={sortedRows}
        rowKey={({ ROWNUMBER }) => String(ROWNUMBER)}
        cells={{
          IDENTIFIER: (row) => <CardNumberLink value={row.IDENTIFIER} kind={kind} voucherId={row.VOUCHERID} />,
          IDENTIFIERTO: (row) => row.IDENTIFIERTO !== null && <CardNumber value={row.IDENTIFIERTO} kind={kind} />,
          AMOUNT: (row) => (
            <>
              {isWholeBalance(row.AMOUNT) ? m.batches_fullBalance() : decimalToText(row.AMOUNT)}
              {row.TARGETBALANCE && (
                <span className="block text-xs text-muted">{m.batches_upTo({ balance: row.TARGETBALANCE })}</span>
              )}
            </>
          ),
          VERDICT: (row) => <Badge tone={tones[row.verdict]}>{row.VERDICT}</Badge>,
          RESULTTEXT: (row) => (row.LOADED ? '' : rowReason(row)),
        }}
        {...table}
        pageSize={pageSize}
        onPageSizeChange={setPageSize}
        density="compact"
        empty={<EmptyState title={m.batches_noRows()} />}
      />
    </div>
  )
}

/** Who approved or rejected the batch. Empty before the decision. */
function decisionFacts(batch: BatchLoadFile): Fact[] {
  const { APPROVEDBY, REJECTEDBY } = batchToRow(batch)
  if (batch.BATCHLOADFILEREJECTED) {
    const rejecter = <UserAndTime name={REJECTEDBY} at={batch.BATCHLOADFILEREJECTEDDATE} />
    return [{ label: m.common_rejectedBy(), value: rejecter }]
  }
  if (!batch.BATCHLOADFILEAPPROVED) return []
  const approver = <UserAndTime name={APPROVEDBY} at={batch.BATCHLOADFILEAPPROVEDDATE} />
  return [{ label: m.common_approvedBy(), value: approver }]
}

/** The reason for the failure. Before the run, the current findings. */
const rowReason = ({ RESULTTEXT, FINDINGSNOW }: MyBatchRow): string =>
  RESULTTEXT === '' ? codesToFindings(FINDINGSNOW).map(findingToStatement).join('. ') : RESULTTEXT

function columnsOf(
  { LOADTYPE, IDENTIFIERTYPE }: BatchLoadFile,
  rows: readonly ResultRow[],
): readonly Column<ResultRow>[] {
  const labels = cardLabels(LOADTYPE, IDENTIFIERTYPE)
  const format = IDENTIFIERTYPE === PAN ? 'pan' : 'identifier'
  // Only users who can read cards receive names.
  const hasNames = rows.some(({ CARDHOLDERNAME }) => CARDHOLDERNAME)
  const columns: Column<ResultRow>[] = [numberInBatchColumn, { key: 'IDENTIFIER', label: labels.card, format }]
  if (hasNames) columns.push({ key: 'CARDHOLDERNAME', label: m.common_cardholder(), format: 'text' })
  if (batchTypes[LOADTYPE].needsTarget) columns.push({ key: 'IDENTIFIERTO', label: labels.target, format })
  columns.push(
    { key: 'AMOUNT', label: m.common_amount(), format: 'amount' },
    { key: 'VERDICT', label: m.common_result(), format: 'shortText' },
    { key: 'RESULTTEXT', label: m.common_reason(), format: 'text' },
  )
  return columns
}

const tones: Readonly<Record<RowVerdict, Tone>> = {
  loaded: 'positive',
  failed: 'critical',
  waiting: 'neutral',
}

/** Failed rows first, since makers look for them; otherwise the order of the batch. */
function byFailureAndNumber(a: ResultRow, b: ResultRow): number {
  const hasFailed = ({ verdict }: ResultRow) => verdict === 'failed'
  if (hasFailed(a) !== hasFailed(b)) return hasFailed(a) ? -1 : 1
  return a.ROWNUMBER - b.ROWNUMBER
}
