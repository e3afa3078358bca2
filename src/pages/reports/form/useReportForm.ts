// The state of a report's form: its values, their rules, and the last request. The address stores the values, so that a
// reload, a link and Back show the same report.
import { useMemo, useRef } from 'react'
import { reportQuery, type ReportValues, type ReportRequest, shortenToLimit } from '#domain/reports/report-query.ts'
import { type Report, type ReportId, reportOf } from '#domain/reports/reports.ts'
import { recordRecentReport } from '#flows/reports/recent.ts'
import { type ListState, useUrlListState } from '#services/lists/list-state.ts'
import { dismissNotice, notify } from '#services/notices.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { type ReportCampaigns, useReportCampaigns } from './useReportCampaigns.ts'

export interface ReportForm {
  readonly id: ReportId
  readonly report: Report
  readonly values: ReportValues
  readonly setValues: (change: Partial<ReportValues>) => void
  /** Explains that the end date was adjusted to the limit. */
  readonly adjustedNote: string | undefined
  /** The error of the date range, shown at its fields. */
  readonly refusal: string | undefined
  readonly campaigns: ReportCampaigns
  /** The last request. Undefined before the first request. */
  readonly lastRequest: ReportRequest | undefined
  /** The state of the list, for `useServerList`. */
  readonly listState: Pick<ListState<ReportRequest>, 'query' | 'view' | 'setView'>
  /** Requests the report with the values of the fields, or reports missing values. */
  readonly submit: (callbacks: SubmitCallbacks) => void
}

interface SubmitCallbacks {
  readonly onRequest?: (request: ReportRequest) => void
  /** Called instead of a change of the address, if the last request was the same. */
  readonly onSameRequest?: () => void
}

export function useReportForm(id: ReportId): ReportForm {
  const report = reportOf(id)
  const limit = useLimit(report)
  const querySpec = useMemo(() => reportQuery(id, limit.days), [id, limit.days])
  const listState = useUrlListState(querySpec, ON_DEMAND)
  const campaigns = useReportCampaigns()
  const noticeId = useRef<string>(undefined)

  const { end, alert } = shortenToLimit(listState.values, limit.days)
  const values = { ...listState.values, end }
  const request = querySpec.toParams(values)
  const addressRequest = listState.query && querySpec.toParams(listState.query)
  const isAddressValid = addressRequest?.ok === true
  // Until the limit is known, the latest possible day is unknown too, so nothing is requested yet.
  const canRequest = isAddressValid && !limit.isLoading
  const lastRequest = useStable(canRequest ? addressRequest.params : undefined)

  const submit = ({ onRequest, onSameRequest }: SubmitCallbacks) => {
    if (noticeId.current !== undefined) dismissNotice(noticeId.current)
    noticeId.current = undefined
    if (!request.ok) {
      noticeId.current = notify({ kind: 'error', text: request.refusal, about: report.title })
      return
    }
    recordRecentReport(id)
    const isSame = isEqual(request.params, lastRequest) && values.format === listState.query?.format
    if (isSame) onSameRequest?.()
    else listState.search({ end })
    onRequest?.(request.params)
  }
  const hasRangeError = report.period === 'range' && !request.ok
  return {
    id,
    report,
    values,
    setValues: listState.setValues,
    adjustedNote: alert,
    refusal: hasRangeError ? request.refusal : undefined,
    campaigns,
    lastRequest,
    listState: { query: lastRequest, view: listState.view, setView: listState.setView },
    submit,
  }
}

const isEqual = (first: unknown, second: unknown): boolean => JSON.stringify(first) === JSON.stringify(second)

/** Returns the same object for equal values. */
function useStable<Value>(value: Value): Value {
  const text = JSON.stringify(value)
  // oxlint-disable-next-line react/exhaustive-deps -- the text represents the value
  return useMemo(() => value, [text])
}

const ON_DEMAND = { onDemand: true }

/** A report is never loaded again in the background. It is expensive, and must not change while someone reads it. */
export const NO_REFETCH = { noRefetch: true }

/** `days`: the longest range of a report. Undefined while it is loading, and for reports without a limit. */
function useLimit({ apiName, period }: Report) {
  const hasLimit = period === 'range'
  const { resultText, isLoading } = useServerQuery('getDateRangeLimit', { reportName: apiName }, { enabled: hasLimit })
  const days = Number.parseInt(resultText ?? '', 10)
  // Without a number from the server, `days` is NaN, which is not above 0.
  const isLimitKnown = days > 0
  return { days: isLimitKnown ? days : undefined, isLoading: hasLimit && isLoading }
}
