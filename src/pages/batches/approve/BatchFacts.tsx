// Who, when, from which file, and the control code by which a checker knows that the rows are those the maker sent.
import type { BatchLoadFile } from '#contract/batches.ts'
import { batchKinds } from '#domain/batch/kinds.ts'
import { type Fact, Facts } from '#ui/Facts.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Panel } from '#ui/Panel.tsx'
import { ControlCode } from '#pages/shared/ControlCode.tsx'
import { Who } from '#ui/Twice.tsx'
import { fileToRow } from './rows.ts'
import { StateBadge } from './StateBadge.tsx'

export function BatchFacts({ file }: { readonly file: BatchLoadFile }) {
  const row = fileToRow(file)
  const facts: (Fact | false)[] = [
    { label: 'Status', value: <StateBadge file={file} /> },
    { label: 'Type', value: row.TYPE },
    { label: batchKinds[file.LOADTYPE].label.text, value: file.BATCHLOADFILEREFERENCE },
    { label: 'File', value: file.BATCHLOADFILEORIGINALNAME },
    { label: 'Uploaded by', value: <Who name={row.UPLOADEDBY} at={file.BATCHLOADFILEDATEUPLOADED} /> },
    file.BATCHLOADFILEAPPROVED && {
      label: 'Approved by',
      value: <Who name={row.APPROVEDBY} at={file.BATCHLOADFILEAPPROVEDDATE} />,
    },
    file.SCHEDULEDDATE !== null && { label: 'Scheduled for', value: <Instant value={file.SCHEDULEDDATE} /> },
    file.BATCHLOADFILEREJECTED && {
      label: 'Rejected by',
      value: <Who name={row.REJECTEDBY} at={file.BATCHLOADFILEREJECTEDDATE} />,
    },
    file.BATCHLOADFILEREJECTED && { label: 'Reason', value: file.REJECTIONREASON ?? 'None given' },
    file.WITHDRAWNDATE !== null && { label: 'Withdrawn', value: <Instant value={file.WITHDRAWNDATE} /> },
    file.BATCHLOADFILECLOSED && { label: 'Comments', value: file.BATCHLOADFILECLOSEDCOMMENTS ?? 'None given' },
    { label: 'Control code', value: <ControlCode fingerprint={file.FINGERPRINT} /> },
  ]
  return (
    <Panel title="The file">
      <Facts facts={facts.filter((fact) => fact !== false)} />
    </Panel>
  )
}
