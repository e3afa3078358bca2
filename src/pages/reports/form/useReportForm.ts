// The state of a report's form: its values, their rules, and what was asked for. It is kept in the address, so that a reload, a link and
// Back give the same report.
import { useMemo, useRef } from 'react'
import { reportQuestion, type ReportValues, type WantedReport, withinLimit } from '#domain/reports/asking.ts'
import { type Report, type ReportId, reportOf } from '#domain/reports/reports.ts'
import { noteRecentReport } from '#flows/reports/recent.ts'
import { type ListPlace, useAddress } from '#services/lists/place.ts'
import { dismissNotice, notify } from '#services/notices.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { useReportCampaigns, type ReportCampaignChoice } from './useReportCampaigns.ts'

export interface ReportForm {
  readonly id: ReportId
  readonly report: Report
  readonly values: ReportValues
  readonly setValues: (change: Partial<ReportValues>) => void
  /** Tells that the end date was changed to fit the limit. */
  readonly changed: string | undefined
  /** What is wrong with the dates of a range; shown at its fields. */
  readonly refusal: string | undefined
  readonly campaigns: ReportCampaignChoice
  /** What was asked for; undefined before that. */
  readonly asked: WantedReport | undefined
  /** For `useServerList`. */
  readonly place: Pick<ListPlace<WantedReport>, 'asked' | 'view' | 'setView'>
  /** Asks for the values of the fields, or tells what is missing. `isNew` is false if the same was asked for before. */
  readonly ask: (then: (wanted: WantedReport, isNew: boolean) => void) => void
}

export function useReportForm(id: ReportId): ReportForm {
  const report = reportOf(id)
  const limit = useLimit(report)
  const question = useMemo(() => reportQuestion(id, limit.days), [id, limit.days])
  const place = useAddress(question, ON_DEMAND)
  const campaigns = useReportCampaigns()
  const notice = useRef<string>(undefined)

  const { end, alert } = withinLimit(place.values, limit.days)
  const values = { ...place.values, end }
  const wanted = question.ask(values)
  const inAddress = place.asked && question.ask(place.asked)
  // An address that breaks the rules asks for nothing. Until the limit is known, the last day is not either.
  const asked = useSame(inAddress?.ok === true && !limit.isComing ? inAddress.params : undefined)

  const ask = (then: (wanted: WantedReport, isNew: boolean) => void) => {
    if (notice.current !== undefined) dismissNotice(notice.current)
    notice.current = wanted.ok ? undefined : notify({ kind: 'error', text: wanted.refusal, about: report.title })
    if (!wanted.ok) return
    noteRecentReport(id)
    const isNew = !asked || !isSame([wanted.params, values.format], [asked, place.asked?.format])
    if (isNew) place.ask({ end })
    then(wanted.params, isNew)
  }
  return {
    id,
    report,
    values,
    setValues: place.setValues,
    changed: alert,
    refusal: report.period === 'range' && !wanted.ok ? wanted.refusal : undefined,
    campaigns,
    asked,
    place: { asked, view: place.view, setView: place.setView },
    ask,
  }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Keeps the same object for equal values. */
function useSame<Value>(value: Value): Value {
  const text = JSON.stringify(value)
  // oxlint-disable-next-line react/exhaustive-deps -- the text stands for the value
  return useMemo(() => value, [text])
}

const ON_DEMAND = { onDemand: true }

/** Never refetched in the background: a report is expensive, and must not change while someone reads it. */
export const NO_REFETCH = { stays: true }

/** The longest span of a report, in days; undefined until it is known, and for reports without one. */
function useLimit({ api, period }: Report) {
  const hasLimit = period === 'range'
  const { resultText, loading } = useServerQuery('getDateRangeLimit', { reportName: api }, { enabled: hasLimit })
  const days = Number.parseInt(resultText ?? '', 10)
  return { days: days > 0 ? days : undefined, isComing: hasLimit && loading }
}
