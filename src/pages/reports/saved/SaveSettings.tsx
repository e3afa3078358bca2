// The button that saves a report's settings.
import { m } from '#words/messages.js'
import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { ownerUserOf, useSession } from '#services/session/session.ts'
import { Button } from '#ui/buttons/Button.tsx'
import type { ReportForm } from '../form/useReportForm.ts'
import { SaveReportDialog } from './SaveReportDialog.tsx'

export function SaveSettings({ form }: { readonly form: ReportForm }) {
  const session = useSession()
  const { online } = useConnection()
  const [isOpen, setIsOpen] = useState(false)
  const { report, values } = form
  // The server generates stored reports automatically, so there are no settings to save.
  if (!session || report.source !== 'query') return null
  const lacksCampaign = report.campaigns === 'one' && values.campaign === ''
  const incompleteReason = lacksCampaign ? m.reports_chooseCampaignFirst() : undefined
  return (
    <>
      <Button
        kind="quiet"
        icon={<Bookmark aria-hidden className="size-4" />}
        disabledReason={online ? incompleteReason : OFFLINE_REASON}
        onClick={() => setIsOpen(true)}
      >
        {m.reports_saveReport()}
      </Button>
      {isOpen && (
        <SaveReportDialog
          ownerUser={ownerUserOf(session)}
          settings={{ reportName: report.apiName, campaign: values.campaign || undefined }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
