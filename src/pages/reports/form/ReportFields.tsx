// The fields of a report: its dates or its month, its campaign, and the file format of a download-only report.
import { m } from '#words/messages.js'
import type { CalendarDate } from '#domain/calendar.ts'
import { fileFormats } from '#domain/reports/report-query.ts'
import { type FileFormat } from '#domain/reports/files.ts'
import { FIRST_YEAR, periodsFor, relativePeriods } from '#domain/reports/periods.ts'
import { useToday } from '#services/useToday.ts'
import { DateField } from '#ui/forms/DateField.tsx'
import { DateRangeField } from '#ui/forms/DateRangeField.tsx'
import { MonthField } from '#ui/forms/MonthField.tsx'
import { Select } from '#ui/forms/Select.tsx'
import type { ReportForm } from './useReportForm.ts'

interface ReportFieldsProps {
  readonly form: ReportForm
  /** The server's error about the dates. */
  readonly refusal?: string | undefined
}

export function ReportFields({ form, refusal }: ReportFieldsProps) {
  const { report, values, setValues, campaigns } = form
  const formats = fileFormats(report)
  return (
    <>
      <PeriodField form={form} refusal={refusal} />
      {report.campaigns !== 'none' && (
        <Select
          label={m.common_campaign()}
          className="w-full sm:w-56"
          value={values.campaign}
          placeholder={report.campaigns === 'one' ? m.common_selectCampaign() : allCampaignsLabel(report.period)}
          options={campaigns.options}
          hint={campaigns.failure && m.reports_campaignsNotLoaded({ failure: campaigns.failure })}
          onChange={({ target }) => setValues({ campaign: target.value })}
        />
      )}
      {report.isDownloadOnly && formats.length > 1 && (
        <Select
          label={m.reports_format()}
          className="w-full sm:w-28"
          value={values.format}
          options={formats.map((format) => ({ value: format, label: formatLabels[format] }))}
          // The options are the formats.
          onChange={({ target }) => setValues({ format: target.value as FileFormat })}
        />
      )}
    </>
  )
}

function PeriodField({ form, refusal }: ReportFieldsProps) {
  const { report, values, setValues, adjustedNote } = form
  const today = useToday()
  const thisYear = Number(today.slice(0, 4))
  switch (report.period) {
    case 'range':
      return (
        <>
          <PeriodChoice form={form} today={today} />
          <DateRangeField
            label={m.reports_datesOf({ title: report.title })}
            start={values.start}
            end={values.end}
            onChange={setValues}
            error={form.refusal ?? refusal}
            adjustment={adjustedNote}
          />
        </>
      )
    case 'day':
      return (
        <DateField
          label={m.common_date()}
          className="sm:w-40"
          value={values.start}
          onChange={(start) => setValues({ start })}
        />
      )
    // The quarterly report has its own form, so this case is never reached.
    case 'quarter':
    case 'month':
      return (
        <MonthField
          label={m.reports_monthOf({ title: report.title })}
          value={values.month}
          onChange={(month) => setValues({ month })}
          years={Array.from({ length: thisYear - FIRST_YEAR + 1 }, (_, index) => thisYear - index)}
        />
      )
  }
}

interface PeriodChoiceProps {
  readonly form: ReportForm
  readonly today: CalendarDate
}

/** Sets both dates to those of a common period, such as last month. */
function PeriodChoice({ form: { report, values, setValues }, today }: PeriodChoiceProps) {
  const periods = periodsFor(report).map((name) => {
    const { label, days } = relativePeriods[name]
    return { name, label, days: days(today) }
  })
  const chosenPeriod = periods.find(({ days }) => days.start === values.start && days.end === values.end)
  return (
    <Select
      label={m.common_period()}
      className="w-full sm:w-auto sm:min-w-34"
      value={chosenPeriod?.name ?? ''}
      placeholder={m.reports_otherDates()}
      options={periods.map(({ name, label }) => ({ value: name, label }))}
      onChange={({ target }) => {
        const period = periods.find(({ name }) => name === target.value)
        if (period) setValues(period.days)
      }}
    />
  )
}

/**
 * The option for all campaigns. The specification requires 'All' for reports with a date range, and 'All Campaigns' for
 * reports of a single day or month.
 */
export const allCampaignsLabel = (period: ReportForm['report']['period']): string =>
  period === 'range' ? m.common_all() : m.reports_allCampaigns()

export const formatLabels: Readonly<Record<FileFormat, string>> = {
  xlsx: m.common_excel(),
  xls: m.common_excel(),
  csv: 'CSV',
}
