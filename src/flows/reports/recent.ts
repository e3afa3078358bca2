// The reports that a user opened lately, newest first, so that daily reports are easy to find. Empty if nothing can be
// stored on this device.
import { useEffect, useState } from 'react'
import { type ReportId, reportIds } from '#domain/reports/reports.ts'
import { ownerUserOf, sessionStore } from '#services/session/session.ts'
import { storedRecentItems } from '#storage/device-lists.ts'

const MAX_SHOWN = 5

/** Records that the user opened the report now. */
export function recordRecentReport(report: ReportId): void {
  const session = sessionStore.get()
  if (!session) return
  const ownerUser = ownerUserOf(session)
  // Only one record for each report: opening it again makes it the newest.
  const value: OpenedReport = { report, at: Date.now() }
  void storedRecentItems.store(ownerUser, [{ id: `${ownerUser} ${report}`, value }])
}

export function useRecentReports(ownerUser: string): readonly ReportId[] {
  const [recent, setRecent] = useState<readonly ReportId[]>([])
  useEffect(
    () => storedRecentItems.watch(ownerUser, (records) => setRecent(toRecent(records.map(({ value }) => value)))),
    [ownerUser],
  )
  return recent
}

interface OpenedReport {
  readonly report: ReportId
  /** Epoch milliseconds. */
  readonly at: number
}

const toRecent = (values: readonly unknown[]): readonly ReportId[] =>
  values
    .filter(isOpenedReport)
    .toSorted((a, b) => b.at - a.at)
    .slice(0, MAX_SHOWN)
    .map(({ report }) => report)

// A report stored by another version of the portal may be unknown here.
function isOpenedReport(value: unknown): value is OpenedReport {
  const { report, at } = value as Partial<OpenedReport>
  return reportIds.some((id) => id === report) && typeof at === 'number'
}
