// What a report is asked for: what its fields hold, the rules about them, and the question once it was asked. In the address, so
// that a reload, a link and Back bring the same report.
import { useMemo, useRef } from 'react'
import { reportQuestion, type ReportValues, type WantedReport, withinLimit } from '#domain/reports/asking.ts'
import { type Report, type ReportId, reportOf } from '#domain/reports/reports.ts'
import { noteRecentReport } from '#flows/reports/recent.ts'
import { type ListPlace, useAddress } from '#services/lists/place.ts'
import { dismissNotice, notify } from '#services/notices.ts'
import { useAsk } from '#services/queries.ts'
import { useReportCampaigns, type ReportCampaignChoice } from './useReportCampaigns.ts'

export interface ReportForm {
  readonly id: ReportId
  readonly report: Report
  readonly values: ReportValues
  readonly setValues: (change: Partial<ReportValues>) => void
  /** What was done to the dates. */
  readonly changed: string | undefined
  /** What is wrong with the dates of a range, told at its fields. */
  readonly refusal: string | undefined
  readonly campaigns: ReportCampaignChoice
  /** What was asked for; undefined before that. */
  readonly asked: WantedReport | undefined
  /** For the list of what was asked for. */
  readonly place: Pick<ListPlace<WantedReport>, 'asked' | 'view' | 'setView'>
  /** Asks for what the fields hold, or says what is missing. `isNew` is false where that was asked for already. */
  readonly ask: (then: (wanted: WantedReport, isNew: boolean) => void) => void
}

export function useReportForm(id: ReportId): ReportForm {
  const report = reportOf(id)
  const limit = useLimit(report)
  const question = useMemo(() => reportQuestion(id, limit.days), [id, limit.days])
  const place = useAddress(question, ON_DEMAND)
  const campaigns = useReportCampaigns()
  const told = useRef<string>(undefined)

  const { end, alert } = withinLimit(place.values, limit.days)
  const values = { ...place.values, end }
  const wanted = question.ask(values)
  const inAddress = place.asked && question.ask(place.asked)
  // What an address asks for against the rules was not asked for. Until the limit is known nobody knows its last day.
  const asked = useSame(inAddress?.ok === true && !limit.isComing ? inAddress.params : undefined)

  const ask = (then: (wanted: WantedReport, isNew: boolean) => void) => {
    if (told.current !== undefined) dismissNotice(told.current)
    told.current = wanted.ok ? undefined : notify({ kind: 'error', text: wanted.refusal, about: report.title })
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

/** The same object as long as it says the same. */
function useSame<Value>(value: Value): Value {
  const text = JSON.stringify(value)
  // oxlint-disable-next-line react/exhaustive-deps -- its text is all that there is to it
  return useMemo(() => value, [text])
}

const ON_DEMAND = { onDemand: true }

/** Never refetched in the background: a report is expensive, and must not change while someone reads it. */
export const NO_REFETCH = { stays: true }

/** batches §5: the longest span of a report by its dates, in days; undefined where it is not known. */
function useLimit({ api, period }: Report) {
  const hasLimit = period === 'range'
  const { resultText, loading } = useAsk('getDateRangeLimit', { reportName: api }, { enabled: hasLimit })
  const days = Number.parseInt(resultText ?? '', 10)
  return { days: days > 0 ? days : undefined, isComing: hasLimit && loading }
}
