// The facts about a batch: its maker, times and file, and its control code. The approver compares the control code with
// the one that the maker sees.
import { m } from '#words/messages.js'
import type { BatchLoadFile } from '#contract/batches.ts'
import { batchTypes } from '#domain/batch/types.ts'
import type { Funding } from '#domain/funding/funds.ts'
import { type Fact, Facts } from '#ui/Facts.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Panel } from '#ui/Panel.tsx'
import { ControlCode } from '#pages/shared/ControlCode.tsx'
import { UserAndTime } from '#ui/tables/cells.tsx'
import { fundingFacts } from '#pages/shared/Funding.tsx'
import { batchToRow, moneyFormatOf, scheduleLabel } from './rows.ts'
import { BatchBadge } from './BatchBadge.tsx'

interface BatchFactsProps {
  readonly batch: BatchLoadFile
  readonly funding: Funding | undefined
  /** True if the approver signs the decision. The signature replaces comparing the control code. */
  readonly isSigned: boolean
}

export function BatchFacts({ batch, funding, isSigned }: BatchFactsProps) {
  const row = batchToRow(batch)
  const { PROPOSEDDATE: proposedDate } = batch
  const facts: (Fact | false)[] = [
    { label: m.common_status(), value: <BatchBadge batch={batch} wraps /> },
    { label: m.common_type(), value: row.TYPE },
    { label: batchTypes[batch.LOADTYPE].label.text, value: batch.BATCHLOADFILEREFERENCE },
    { label: m.common_fileLabel(), value: batch.BATCHLOADFILEORIGINALNAME },
    {
      label: m.batches_uploadedBy(),
      value: <UserAndTime name={row.UPLOADEDBY} at={batch.BATCHLOADFILEDATEUPLOADED} />,
    },
    batch.BATCHLOADFILEAPPROVED && {
      label: m.common_approvedBy(),
      value: <UserAndTime name={row.APPROVEDBY} at={batch.BATCHLOADFILEAPPROVEDDATE} />,
    },
    proposedDate ? { label: m.common_proposedFor(), value: <Instant value={proposedDate} /> } : false,
    batch.SCHEDULEDDATE !== null && { label: scheduleLabel(batch), value: <Instant value={batch.SCHEDULEDDATE} /> },
    batch.BATCHLOADFILEREJECTED && {
      label: m.common_rejectedBy(),
      value: <UserAndTime name={row.REJECTEDBY} at={batch.BATCHLOADFILEREJECTEDDATE} />,
    },
    batch.BATCHLOADFILEREJECTED && { label: m.common_reason(), value: batch.REJECTIONREASON ?? m.common_noneGiven() },
    batch.WITHDRAWNDATE !== null && { label: m.batches_withdrawn(), value: <Instant value={batch.WITHDRAWNDATE} /> },
    batch.BATCHLOADFILECLOSED && {
      label: m.common_comments(),
      value: batch.BATCHLOADFILECLOSEDCOMMENTS ?? m.common_noneGiven(),
    },
    ...fundingFacts(funding, moneyFormatOf(batch.CURRENCY)),
    !isSigned && { label: m.common_controlCode(), value: <ControlCode fingerprint={batch.FINGERPRINT} /> },
  ]
  return (
    <Panel title={m.batches_theFile()}>
      <Facts facts={facts.filter((fact) => fact !== false)} />
    </Panel>
  )
}
