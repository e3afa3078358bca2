// The facts about a batch: its maker, times and file, and the control code with which a checker verifies that the rows
// are those of the maker.
import { m } from '#words/messages.js'
import type { BatchLoadFile } from '#contract/batches.ts'
import { batchKinds } from '#domain/batch/kinds.ts'
import type { Funding } from '#domain/funding.ts'
import { type Fact, Facts } from '#ui/Facts.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Panel } from '#ui/Panel.tsx'
import { ControlCode } from '#pages/shared/ControlCode.tsx'
import { UserAndTime } from '#ui/tables/cells.tsx'
import { fundingFacts } from '#pages/shared/Funding.tsx'
import { fileToRow, moneyOf, scheduleLabel } from './rows.ts'
import { BatchBadge } from './BatchBadge.tsx'

interface BatchFactsProps {
  readonly file: BatchLoadFile
  readonly funding: Funding | undefined
}

export function BatchFacts({ file, funding }: BatchFactsProps) {
  const row = fileToRow(file)
  const facts: (Fact | false)[] = [
    { label: m.common_status(), value: <BatchBadge file={file} /> },
    { label: m.common_type(), value: row.TYPE },
    { label: batchKinds[file.LOADTYPE].label.text, value: file.BATCHLOADFILEREFERENCE },
    { label: m.common_ordersFile(), value: file.BATCHLOADFILEORIGINALNAME },
    { label: m.batches_uploadedBy(), value: <UserAndTime name={row.UPLOADEDBY} at={file.BATCHLOADFILEDATEUPLOADED} /> },
    file.BATCHLOADFILEAPPROVED && {
      label: m.common_approvedBy(),
      value: <UserAndTime name={row.APPROVEDBY} at={file.BATCHLOADFILEAPPROVEDDATE} />,
    },
    file.SCHEDULEDDATE !== null && { label: scheduleLabel(file), value: <Instant value={file.SCHEDULEDDATE} /> },
    file.BATCHLOADFILEREJECTED && {
      label: m.common_rejectedBy(),
      value: <UserAndTime name={row.REJECTEDBY} at={file.BATCHLOADFILEREJECTEDDATE} />,
    },
    file.BATCHLOADFILEREJECTED && { label: m.common_reason(), value: file.REJECTIONREASON ?? m.common_noneGiven() },
    file.WITHDRAWNDATE !== null && { label: m.batches_withdrawn(), value: <Instant value={file.WITHDRAWNDATE} /> },
    file.BATCHLOADFILECLOSED && {
      label: m.common_comments(),
      value: file.BATCHLOADFILECLOSEDCOMMENTS ?? m.common_noneGiven(),
    },
    ...fundingFacts(funding, moneyOf(file.CURRENCY)),
    { label: m.common_controlCode(), value: <ControlCode fingerprint={file.FINGERPRINT} /> },
  ]
  return (
    <Panel title={m.batches_theFile()}>
      <Facts facts={facts.filter((fact) => fact !== false)} />
    </Panel>
  )
}
