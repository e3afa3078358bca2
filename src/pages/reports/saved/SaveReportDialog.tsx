// The dialog that saves a report's settings under a name, optionally with a schedule.
import { m } from '#words/messages.js'
import { useState } from 'react'
import { periodsFor, type RelativePeriodName, relativePeriods } from '#domain/reports/periods.ts'
import { fileFormats } from '#domain/reports/report-query.ts'
import { reportOf } from '#domain/reports/reports.ts'
import { type Schedule, schedules, scheduleLabels } from '#domain/reports/schedule.ts'
import { apiNameToReportId, type ReportToSave, saveReport, type SavedReport } from '#flows/reports/saved.ts'
import { useBlockingChange } from '#flows/pending-changes/store.ts'
import { ChangeDialog } from '#pages/shared/pending-changes/ChangeDialog.tsx'
import { Select } from '#ui/forms/Select.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { formatLabels } from '../form/ReportFields.tsx'

interface SaveReportDialogProps {
  readonly ownerUser: string
  /** The saved report to change, or the settings of a new one. */
  readonly settings: SavedReport | Pick<ReportToSave, 'reportName' | 'campaign'>
  readonly onClose: () => void
}

const MAX_NAME = 60

export function SaveReportDialog({ ownerUser, settings, onClose }: SaveReportDialogProps) {
  const savedReport = 'id' in settings ? settings : undefined
  const reportId = apiNameToReportId(settings.reportName)
  const report = reportId && reportOf(reportId)
  const periods = report ? periodsFor(report) : []
  // Only the quarterly report has an xls file, and its settings cannot be saved.
  const formats = report ? fileFormats(report).filter((fileFormat) => fileFormat !== 'xls') : []
  const [name, setName] = useState(savedReport?.name ?? '')
  // Last month if the report can have that period, otherwise its first period.
  const defaultPeriod = periods.find((each) => each === 'lastMonth') ?? periods[0] ?? 'yesterday'
  const [period, setPeriod] = useState<RelativePeriodName>(savedReport?.period ?? defaultPeriod)
  const [schedule, setSchedule] = useState<Schedule>(savedReport?.schedule ?? 'never')
  const [format, setFormat] = useState(savedReport?.format ?? formats[0] ?? 'csv')
  const request: ReportToSave = {
    id: savedReport?.id,
    campaign: settings.campaign,
    reportName: settings.reportName,
    name: name.trim(),
    period,
    schedule,
    format,
  }
  // A new report has no id yet, so its name identifies the change.
  const subject = savedReport?.id ?? name.trim().toLowerCase()
  const pendingChange = useBlockingChange(ownerUser, { kind: 'saveReport', subject })
  const title = report ? report.title : settings.reportName
  return (
    <ChangeDialog
      title={savedReport ? m.reports_changeSavedReport({ name: savedReport.name }) : m.reports_saveReport()}
      effect={m.reports_relativeDatesHint({ title, hasCampaign: settings.campaign === undefined ? 'no' : 'yes' })}
      confirmLabel={m.common_save()}
      disabledReason={name.trim() === '' ? m.reports_enterName() : undefined}
      submitOnEnter
      done={m.reports_reportWasSaved({ name })}
      earlier={{ ownerUser, change: pendingChange }}
      send={() => saveReport(ownerUser, request)}
      onDone={onClose}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <TextField
          label={m.common_name()}
          value={name}
          maxLength={MAX_NAME}
          onChange={({ target }) => setName(target.value)}
        />
        <Select
          label={m.common_days()}
          value={period}
          onChange={({ target }) => setPeriod(periods.find((each) => each === target.value) ?? period)}
          options={periods.map((value) => ({ value, label: relativePeriods[value].label }))}
        />
        <Select
          label={m.reports_whenToGenerate()}
          value={schedule}
          onChange={({ target }) => setSchedule(schedules.find((each) => each === target.value) ?? schedule)}
          options={schedules.map((value) => ({ value, label: scheduleLabels[value] }))}
          hint={schedule === 'never' ? undefined : m.reports_emailWhenReady()}
        />
        {formats.length > 1 && (
          <Select
            label={m.common_fileLabel()}
            value={format}
            onChange={({ target }) => setFormat(formats.find((each) => each === target.value) ?? format)}
            options={formats.map((value) => ({ value, label: formatLabels[value] }))}
          />
        )}
      </div>
    </ChangeDialog>
  )
}
