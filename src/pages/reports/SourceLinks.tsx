// Links from a report to the pages that explain its figures: the statement of the funding account for the days of the
// report, and the daily control of the card processor's events.
import { m } from '#words/messages.js'
import { Link } from 'react-router-dom'
import { canCall } from '#contract/methods.ts'
import type { ReportDays } from '#domain/reports/periods.ts'
import type { Report, ReportLink } from '#domain/reports/reports.ts'
import { useSession } from '#services/session/session.ts'

const links = {
  funding: {
    method: 'fundingStatement',
    label: m.mail_openFundingAccount,
    toPath: ({ start, end }: ReportDays) =>
      `/funding?${new URLSearchParams({ 'statement-from': start, 'statement-to': end })}`,
  },
  events: {
    method: 'feedDays',
    label: m.mail_openDailyControl,
    toPath: () => '/card/events/daily?status=all',
  },
} as const satisfies Readonly<Record<ReportLink, unknown>>

interface SourceLinksProps {
  readonly report: Report
  /** Undefined until the report was requested. */
  readonly days: ReportDays | undefined
}

/** Renders only links to pages that the user can open, and nothing before the report was requested. */
export function SourceLinks({ report, days }: SourceLinksProps) {
  const permissions = useSession()?.permissions
  const shownLinks = (report.leadsTo ?? []).filter((link) => canCall(permissions, links[link].method))
  if (!days || shownLinks.length === 0) return null
  return (
    <p className="no-print flex flex-wrap gap-x-4">
      {shownLinks.map((link) => (
        <Link key={link} className="link" to={links[link].toPath(days)}>
          {links[link].label()}
        </Link>
      ))}
    </p>
  )
}
