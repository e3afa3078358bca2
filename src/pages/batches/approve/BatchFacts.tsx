// Maker, time and file of a batch, and the control code that lets a checker verify that the rows are the maker's.
import type { BatchLoadFile } from '#contract/batches.ts'
import { batchKinds } from '#domain/batch/kinds.ts'
import type { Funding } from '#domain/funding.ts'
import { type Fact, Facts } from '#ui/Facts.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Panel } from '#ui/Panel.tsx'
import { ControlCode } from '#pages/shared/ControlCode.tsx'
import { Who } from '#ui/tables/TwoLines.tsx'
import { fundingFacts } from '#pages/shared/Funding.tsx'
import { fileToRow, moneyOf, scheduleLabel } from './rows.ts'
import { BatchBadge } from './BatchBadge.tsx'
import * as say from '#words/pages/batches/approve.ts'

interface BatchFactsProps {
  readonly file: BatchLoadFile
  readonly funding: Funding | undefined
}

export function BatchFacts({ file, funding }: BatchFactsProps) {
  const row = fileToRow(file)
  const facts: (Fact | false)[] = [
    { label: say.status, value: <BatchBadge file={file} /> },
    { label: say.type, value: row.TYPE },
    { label: batchKinds[file.LOADTYPE].label.text, value: file.BATCHLOADFILEREFERENCE },
    { label: say.file, value: file.BATCHLOADFILEORIGINALNAME },
    { label: say.uploadedBy, value: <Who name={row.UPLOADEDBY} at={file.BATCHLOADFILEDATEUPLOADED} /> },
    file.BATCHLOADFILEAPPROVED && {
      label: say.approvedBy,
      value: <Who name={row.APPROVEDBY} at={file.BATCHLOADFILEAPPROVEDDATE} />,
    },
    file.SCHEDULEDDATE !== null && { label: scheduleLabel(file), value: <Instant value={file.SCHEDULEDDATE} /> },
    file.BATCHLOADFILEREJECTED && {
      label: say.rejectedBy,
      value: <Who name={row.REJECTEDBY} at={file.BATCHLOADFILEREJECTEDDATE} />,
    },
    file.BATCHLOADFILEREJECTED && { label: say.reason, value: file.REJECTIONREASON ?? say.noneGiven },
    file.WITHDRAWNDATE !== null && { label: say.withdrawn, value: <Instant value={file.WITHDRAWNDATE} /> },
    file.BATCHLOADFILECLOSED && { label: say.comments, value: file.BATCHLOADFILECLOSEDCOMMENTS ?? say.noneGiven },
    ...fundingFacts(funding, moneyOf(file.CURRENCY)),
    { label: say.controlCode, value: <ControlCode fingerprint={file.FINGERPRINT} /> },
  ]
  return (
    <Panel title={say.theFile}>
      <Facts facts={facts.filter((fact) => fact !== false)} />
    </Panel>
  )
}
