// The totals of a report by campaign and month, for reports that have both.
import { m } from '#words/messages.js'
import { useState } from 'react'
import { monthToText } from '#domain/calendar.ts'
import { cents, centsToText } from '#domain/money.ts'
import { reportColumns, type ReportColumnName, type ReportTableRow } from '#domain/reports/columns.ts'
import { type PivotGrouping, possibleGroupings, toPivot } from '#domain/reports/pivot.ts'
import type { Report } from '#domain/reports/reports.ts'
import { Panel } from '#ui/Panel.tsx'
import { Segmented } from '#ui/forms/RadioGroup.tsx'
import { Select } from '#ui/forms/Select.tsx'
import { inSentence, numberToText } from '#words/figures.ts'

interface ReportPivotProps {
  readonly report: Report
  readonly rows: readonly ReportTableRow[]
}

const groupingLabels: Readonly<Record<PivotGrouping, string>> = {
  campaign: m.common_campaign(),
  month: m.common_month(),
  both: m.reports_campaignAndMonth(),
}

export function ReportPivot({ report, rows }: ReportPivotProps) {
  const groupings = possibleGroupings(report)
  const [grouping, setGrouping] = useState<PivotGrouping>('both')
  const [chosenMeasure, setChosenMeasure] = useState<ReportColumnName>()
  const measures = report.sums ?? []
  const defaultMeasure = measures.find((name) => reportColumns[name].format === 'amount') ?? measures[0]
  const measure = measures.find((name) => name === chosenMeasure) ?? defaultMeasure
  const canGroup = groupings.length > 0 && rows.length > 0
  if (!canGroup || measure === undefined) return null
  const { rows: pivotRows, months, totals, total } = toPivot(report, rows, grouping, measure)
  const format = (value: number) =>
    reportColumns[measure].format === 'amount' ? centsToText(cents(value)) : numberToText(value)
  const toRowHeading = (name: string) => (grouping === 'month' ? monthToText(name) : name)
  return (
    <Panel
      flush
      title={m.common_totals()}
      actions={
        <span className="no-print flex flex-wrap items-end gap-3">
          <Segmented<PivotGrouping>
            label={m.reports_totalsBy()}
            labelHidden
            value={grouping}
            onChange={setGrouping}
            choices={groupings.map((value) => ({ value, label: groupingLabels[value] }))}
          />
          {measures.length > 1 && (
            <Select
              label={m.reports_amountToTotal()}
              labelHidden
              value={measure}
              onChange={({ target }) => setChosenMeasure(measures.find((name) => name === target.value))}
              options={measures.map((value) => ({ value, label: reportColumns[value].label }))}
            />
          )}
        </span>
      }
    >
      <div
        className="overflow-x-auto"
        tabIndex={0}
        role="region"
        aria-label={m.reports_totalsByGrouping({ grouping: inSentence(groupingLabels[grouping]) })}
      >
        <table className="w-full">
          <caption className="sr-only">
            {m.reports_labelByGrouping({
              label: reportColumns[measure].label,
              grouping: inSentence(groupingLabels[grouping]),
            })}
          </caption>
          <thead>
            <tr className="border-b border-line text-start text-sm text-muted">
              <th scope="col" className="px-4 py-2 font-medium">
                {grouping === 'month' ? m.common_month() : m.common_campaign()}
              </th>
              {months.map((month) => (
                <th key={month} scope="col" className="px-4 py-2 align-figures font-medium whitespace-nowrap">
                  {monthToText(month)}
                </th>
              ))}
              <th scope="col" className="px-4 py-2 align-figures font-medium">
                {months.length > 0 ? m.common_total() : reportColumns[measure].label}
              </th>
            </tr>
          </thead>
          <tbody>
            {pivotRows.map(({ name, values, total: sum }) => (
              <tr key={name} className="border-b border-line">
                <th scope="row" className="px-4 py-2 text-start font-normal">
                  {toRowHeading(name)}
                </th>
                {months.map((month, index) => (
                  <td key={month} className="figures px-4 py-2 align-figures">
                    {format(values[index] ?? 0)}
                  </td>
                ))}
                <td className="figures px-4 py-2 align-figures font-medium">{format(sum)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="font-semibold">
              <th scope="row" className="px-4 py-2 text-start">
                {m.common_total()}
              </th>
              {months.map((month, index) => (
                <td key={month} className="figures px-4 py-2 align-figures">
                  {format(totals[index] ?? 0)}
                </td>
              ))}
              <td className="figures px-4 py-2 align-figures">{format(total)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </Panel>
  )
}
