// Reports (/reports): all reports in groups, each with one line about its purpose. Also recent reports, the user's saved
// reports and files, and a search.
import { m } from '#words/messages.js'
import { FileSearch, Search } from 'lucide-react'
import { Fragment } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { findReports, type ReportId, reportIds, reportOf, reportPath } from '#domain/reports/reports.ts'
import { createPersistedState } from '#flows/persisted-state.ts'
import { useRecentReports } from '#flows/reports/recent.ts'
import { useOwnerUser } from '#services/session/session.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'
import { Panel } from '#ui/Panel.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { ReadyFiles } from './saved/ReadyFiles.tsx'
import { SavedReports } from './saved/SavedReports.tsx'
import { PendingChangeList } from '#pages/shared/pending-changes/PendingChangeList.tsx'

interface StoredSearch {
  /** The search text. */
  readonly words: string
  /** The key of the history entry in which the text was typed. */
  readonly visit: string
}

// The search text survives a reload and the Back button, but not a new visit of the page. The text is not in the address,
// which never contains user input.
const storedSearch = createPersistedState<StoredSearch>('find-report', { words: '', visit: '' }, (stored) => {
  const { words, visit } = (stored ?? {}) as Partial<Record<keyof StoredSearch, unknown>>
  return typeof words === 'string' && typeof visit === 'string' ? { words, visit } : undefined
})

function useSearchText() {
  const { key: visit } = useLocation()
  const { state } = storedSearch.use()
  const searchText = state.visit === visit ? state.words : ''
  const setSearchText = (newText: string) => storedSearch.change({ words: newText, visit })
  return [searchText, setSearchText] as const
}

export default function ReportsPage() {
  const ownerUser = useOwnerUser()
  const recentIds = useRecentReports(ownerUser)
  const [searchText, setSearchText] = useSearchText()
  const foundIds = findReports(searchText)
  const groups = [...new Set(foundIds.map((id) => reportOf(id).group))]
  const isSearching = searchText !== ''
  const savedReportsAndFiles = (
    <Fragment key="files">
      <ReadyFiles ownerUser={ownerUser} />
      <SavedReports ownerUser={ownerUser} />
    </Fragment>
  )
  const reportList = (
    <Fragment key="listed">
      {groups.map((group) => (
        <ReportGroup key={group} group={group} ids={foundIds.filter((id) => reportOf(id).group === group)} />
      ))}
      {foundIds.length === 0 && (
        <EmptyState icon={FileSearch} title={m.reports_noReportFound({ words: searchText })}>
          {m.reports_searchHint()}
        </EmptyState>
      )}
    </Fragment>
  )
  return (
    <Page title={m.common_reports()} description={m.reports_reportsIntro()}>
      <PendingChangeList area="report" />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <search className="w-full max-w-md">
          <TextField
            label={m.reports_searchReports()}
            labelHidden
            type="search"
            placeholder={m.reports_searchReports()}
            autoComplete="off"
            value={searchText}
            onChange={({ target }) => setSearchText(target.value)}
            trailing={isSearching ? undefined : <Search aria-hidden className="me-2 size-4 text-muted" />}
          />
        </search>
        <p role="status" className="text-sm text-muted">
          {isSearching && m.reports_foundOfTotal({ found: foundIds.length, total: reportIds.length })}
        </p>
        {isSearching && (
          <Button size="small" onClick={() => setSearchText('')}>
            {m.reports_showAllReports()}
          </Button>
        )}
      </div>
      {!isSearching && recentIds.length > 0 && <RecentReports ids={recentIds} />}
      {/* The search applies only to the list of reports. The user's files and saved reports are always shown. During a
          search, they come after the results. */}
      {isSearching ? [reportList, savedReportsAndFiles] : [savedReportsAndFiles, reportList]}
    </Page>
  )
}

function ReportGroup({ group, ids }: { readonly group: string; readonly ids: readonly ReportId[] }) {
  return (
    <Panel title={group} flush>
      <ul className="grid gap-0.5 p-1.5 md:grid-cols-2 xl:grid-cols-3">
        {ids.map((id) => (
          <li key={id}>
            <Link
              to={reportPath(id)}
              className="block h-full rounded-md px-2.5 py-2 hover:bg-sunken focus-visible:-outline-offset-2"
            >
              <span className="block font-medium text-accent">{reportOf(id).title}</span>
              <span className="block text-sm text-pretty text-muted">{reportOf(id).description}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function RecentReports({ ids }: { readonly ids: readonly ReportId[] }) {
  return (
    <section aria-labelledby="recent" className="grid gap-2">
      <h2 id="recent" className="text-sm font-medium text-muted">
        {m.common_recent()}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {ids.map((id) => (
          <li key={id}>
            <Link
              to={reportPath(id)}
              className="inline-flex min-h-8 items-center rounded-full border border-line bg-raised px-3 text-sm font-medium hover:border-line-strong hover:bg-sunken"
            >
              {reportOf(id).title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
