// The user's saved reports, each with a link that opens it and a menu to generate its file now, change it or delete it.
import { m } from '#words/messages.js'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { client } from '#brand/current.ts'
import { instantToText } from '#domain/instants.ts'
import { relativePeriods } from '#domain/reports/periods.ts'
import { reportOf } from '#domain/reports/reports.ts'
import { scheduleLabels } from '#domain/reports/schedule.ts'
import {
  apiNameToReportId,
  deleteSavedReport,
  runSavedReport,
  type SavedReport,
  savedToAddress,
} from '#flows/reports/saved.ts'
import { useBlockingChange } from '#flows/pending-changes/store.ts'
import { ChangeDialog } from '#pages/shared/pending-changes/ChangeDialog.tsx'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { NO_PARAMS, useServerQuery } from '#services/server/queries.ts'
import { useToday } from '#services/useToday.ts'
import { Menu } from '#ui/overlays/Menu.tsx'
import { Panel } from '#ui/Panel.tsx'
import { IconButton } from '#ui/buttons/IconButton.tsx'
import { ListNotLoaded } from './ListNotLoaded.tsx'
import { SaveReportDialog } from './SaveReportDialog.tsx'

export function SavedReports({ ownerUser }: { readonly ownerUser: string }) {
  const { data, failure } = useServerQuery('savedReports', NO_PARAMS)
  const { online } = useConnection()
  const today = useToday()
  const [reportToChange, setReportToChange] = useState<SavedReport>()
  const [reportToDelete, setReportToDelete] = useState<SavedReport>()
  if (!data && failure) return <ListNotLoaded title={m.reports_savedReports()} reason={failure.text} />
  const savedReports = data?.savedReports ?? []
  if (savedReports.length === 0) return null
  const disabledReason = online ? undefined : OFFLINE_REASON
  return (
    <Panel title={m.reports_savedReports()} flush>
      <ul className="divide-y divide-line">
        {savedReports.map((report) => {
          const id = apiNameToReportId(report.reportName)
          const title = id ? reportOf(id).title : report.reportName
          // Undefined if this version of the portal does not know the report.
          const path = savedToAddress(report, today)
          return (
            <li key={report.id} className="flex items-center gap-3 px-4 py-2.5">
              <span className="min-w-0 flex-1">
                {path === undefined ? (
                  report.name
                ) : (
                  <Link to={path} className="font-medium text-accent hover:underline">
                    {report.name}
                  </Link>
                )}
                <span className="block text-sm text-muted">
                  {[title, relativePeriods[report.period].label, scheduleToText(report)].join(' · ')}
                </span>
              </span>
              <Menu
                trigger={
                  <IconButton label={m.reports_moreFor({ name: report.name })} icon={<Ellipsis aria-hidden />} />
                }
                label={m.reports_moreFor({ name: report.name })}
                items={[
                  { label: m.reports_generateFileNow(), disabledReason, onSelect: () => runSavedReport(report, today) },
                  { label: m.reports_change(), disabledReason, onSelect: () => setReportToChange(report) },
                  { label: m.common_delete(), disabledReason, onSelect: () => setReportToDelete(report) },
                ]}
              />
            </li>
          )
        })}
      </ul>
      {reportToChange && (
        <SaveReportDialog
          ownerUser={ownerUser}
          settings={reportToChange}
          onClose={() => setReportToChange(undefined)}
        />
      )}
      {reportToDelete && (
        <DeleteDialog ownerUser={ownerUser} savedReport={reportToDelete} onClose={() => setReportToDelete(undefined)} />
      )}
    </Panel>
  )
}

/** The schedule, with the next time if there is one. */
function scheduleToText({ schedule, nextAt }: SavedReport): string {
  const label = scheduleLabels[schedule]
  return nextAt === null
    ? label
    : m.reports_scheduleWithNext({ schedule: label, nextAt: instantToText(nextAt, client) })
}

interface DeleteDialogProps {
  readonly ownerUser: string
  readonly savedReport: SavedReport
  readonly onClose: () => void
}

function DeleteDialog({ ownerUser, savedReport, onClose }: DeleteDialogProps) {
  const pendingChange = useBlockingChange(ownerUser, { kind: 'deleteSavedReport', subject: savedReport.id })
  return (
    <ChangeDialog
      title={m.reports_deleteSavedReport({ name: savedReport.name })}
      effect={savedReport.schedule === 'never' ? m.reports_deletionEffect() : m.reports_scheduledDeletionEffect()}
      confirmLabel={m.reports_deleteSavedReportButton()}
      danger
      done={m.reports_savedReportWasDeleted({ name: savedReport.name })}
      earlier={{ ownerUser, change: pendingChange }}
      send={() => deleteSavedReport(ownerUser, savedReport)}
      onDone={onClose}
      onClose={onClose}
    />
  )
}
