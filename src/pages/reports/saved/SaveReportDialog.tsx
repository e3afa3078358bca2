// Saving a report's settings under a name, and when the host is to make it by itself.
import { useRef, useState } from 'react'
import { periodsFor, type RelativePeriodName, relativePeriods } from '#domain/reports/periods.ts'
import { fileFormats } from '#domain/reports/asking.ts'
import { reportOf } from '#domain/reports/reports.ts'
import { type Schedule, schedules, scheduleWords } from '#domain/reports/schedule.ts'
import { apiToId, type ReportToSave, saveReport, type SavedReport } from '#flows/reports/saved.ts'
import { useEarlier } from '#flows/unanswered/store.ts'
import { ChangeDialog } from '#pages/shared/unanswered/ChangeDialog.tsx'
import { Select } from '#ui/Select.tsx'
import { TextField } from '#ui/TextField.tsx'
import { formatWords } from '../form/ReportFields.tsx'

interface SaveReportDialogProps {
  readonly ownerUser: string
  /** One that is changed, or what a new one begins with. */
  readonly saved: SavedReport | Pick<ReportToSave, 'reportName' | 'campaign'>
  readonly onClose: () => void
}

const MAX_NAME = 60

export function SaveReportDialog({ ownerUser, saved, onClose }: SaveReportDialogProps) {
  const known = 'id' in saved ? saved : undefined
  const report = apiToId(saved.reportName)
  const periods = report ? periodsFor(reportOf(report)) : []
  const formats = report ? fileFormats(reportOf(report)).filter((format) => format !== 'xls') : []
  const [name, setName] = useState(known?.name ?? '')
  const [period, setPeriod] = useState<RelativePeriodName>(known?.period ?? periods.find((each) => each === 'lastMonth') ?? periods[0] ?? 'yesterday') // prettier-ignore
  const [schedule, setSchedule] = useState<Schedule>(known?.schedule ?? 'never')
  const [format, setFormat] = useState(known?.format ?? formats[0] ?? 'csv')
  const field = useRef<HTMLInputElement>(null)
  const wanted: ReportToSave = {
    ...(known && { id: known.id }),
    ...(saved.campaign !== undefined && { campaign: saved.campaign }),
    reportName: saved.reportName,
    name: name.trim(),
    period,
    schedule,
    format,
  }
  const earlier = useEarlier(ownerUser, { kind: 'saveReport', thing: known?.id ?? name.trim().toLowerCase() })
  const title = report ? reportOf(report).title : saved.reportName
  return (
    <ChangeDialog
      title={known ? `Change “${known.name}”` : 'Save these settings'}
      effect={`${title}${saved.campaign === undefined ? '' : ', for the campaign that is chosen'}. The days are counted from the day that it is opened or made.`}
      confirmLabel="Save"
      disabledReason={name.trim() === '' ? 'Enter a name' : undefined}
      initialFocus={field}
      submitOnEnter
      done={`the report “${name}” was saved`}
      earlier={{ ownerUser, change: earlier }}
      send={() => saveReport(ownerUser, wanted)}
      onDone={onClose}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <TextField
          label="Name"
          ref={field}
          value={name}
          maxLength={MAX_NAME}
          onChange={({ target }) => setName(target.value)}
        />
        <Select
          label="Days"
          value={period}
          onChange={({ target }) => setPeriod(periods.find((each) => each === target.value) ?? period)}
          options={periods.map((value) => ({ value, label: relativePeriods[value].label }))}
        />
        <Select
          label="When it is made"
          value={schedule}
          onChange={({ target }) => setSchedule(schedules.find((each) => each === target.value) ?? schedule)}
          options={schedules.map((value) => ({ value, label: scheduleWords[value] }))}
          hint={
            schedule === 'never'
              ? undefined
              : 'An e-mail tells when it is ready. The file is fetched here, for seven days.'
          }
        />
        {formats.length > 1 && (
          <Select
            label="File"
            value={format}
            onChange={({ target }) => setFormat(formats.find((each) => each === target.value) ?? format)}
            options={formats.map((value) => ({ value, label: formatWords[value] }))}
          />
        )}
      </div>
    </ChangeDialog>
  )
}
