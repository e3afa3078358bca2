// Mastercard Quarterly Report: campaign, quarter and year, the days of the quarter, the file and its preview.
import { m } from '#words/messages.js'
import { Download, FileSpreadsheet } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { dateToShortText } from '#domain/calendar.ts'
import { type Quarter, quarters, quarterToDays } from '#domain/reports/periods.ts'
import { quarterFileName, reportOf } from '#domain/reports/reports.ts'
import { recordRecentReport } from '#flows/reports/recent.ts'
import { useUrlListState } from '#services/lists/list-state.ts'
import { useToday } from '#services/useToday.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { buttonClasses } from '#ui/buttons/button-classes.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Select } from '#ui/forms/Select.tsx'
import { SheetPreview } from '#ui/tables/SheetPreview.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { OfflineNote } from '../form/OfflineNote.tsx'
import { useReportCampaigns } from '../form/useReportCampaigns.ts'
import { SourceLinks } from '../SourceLinks.tsx'
import { quarterlyQuery, years } from './query-spec.ts'
import { type QuarterlyFileQuery, useQuarterlyFile } from './useQuarterlyFile.ts'

const XLS_TYPE = 'application/vnd.ms-excel'

export default function QuarterlyReportPage() {
  const report = reportOf('qmr')
  const { title, description } = report
  const today = useToday()
  const { values, setValues } = useUrlListState(quarterlyQuery)
  const { campaign, quarter, year } = values
  const days = quarterToDays(year, quarter)
  const { options, icaOf, failure } = useReportCampaigns()
  const ica = icaOf(campaign)
  const fileName = ica === undefined ? undefined : quarterFileName(ica, year, quarter)
  const query = useQuarterlyFile(fileName === undefined ? undefined : `reports/${fileName}`)
  const { file } = query
  const changeValues = (change: Partial<typeof values>) => {
    recordRecentReport('qmr')
    setValues(change)
  }

  return (
    <Page title={title} description={m.common_fullStop({ text: description })}>
      <search aria-label={title} className="no-print flex flex-wrap items-start gap-x-4 gap-y-3">
        <Select
          label={m.common_campaign()}
          className="w-full sm:w-72"
          value={campaign}
          placeholder={m.common_selectCampaign()}
          options={options.map(({ value, label }) => ({
            value,
            label: m.reports_labelWithIca({ label, ica: icaOf(value) ?? '' }),
          }))}
          hint={failure && m.reports_campaignsNotLoaded({ failure })}
          onChange={({ target }) => changeValues({ campaign: target.value })}
        />
        <Select
          label={m.reports_quarter()}
          className="w-24"
          value={String(quarter)}
          options={quarters.map((value) => ({ value: String(value), label: `Q${value}` }))}
          // The options are the quarters.
          onChange={({ target }) => changeValues({ quarter: Number(target.value) as Quarter })}
        />
        <Select
          label={m.common_year()}
          className="w-28"
          value={String(year)}
          options={years.map((value) => ({ value: String(value), label: String(value) }))}
          onChange={({ target }) => changeValues({ year: Number(target.value) })}
        />
        <TextField
          label={m.common_dates()}
          className="w-full sm:w-64"
          readOnly
          figures
          value={m.reports_startToEnd({ start: dateToShortText(days.start), end: dateToShortText(days.end) })}
        />
      </search>
      <OfflineNote />
      <SourceLinks report={report} days={file && days} />
      <Panel
        flush
        title={fileName ?? m.reports_preview()}
        actions={file && fileName !== undefined && <DownloadLink fileName={fileName} bytes={file.bytes} />}
      >
        <Preview query={query} fileName={fileName} isQuarterOver={days.end < today} />
      </Panel>
    </Page>
  )
}

interface PreviewProps {
  readonly query: QuarterlyFileQuery
  /** Undefined until the user has chosen a campaign. */
  readonly fileName: string | undefined
  readonly isQuarterOver: boolean
}

/** The cells of the file, or why there are none. */
function Preview({ query: { file, pending, failure, refresh }, fileName, isQuarterOver }: PreviewProps) {
  if (fileName === undefined)
    return (
      <EmptyState icon={FileSpreadsheet} title={m.reports_chooseCampaign()}>
        {m.reports_chooseCampaignHint()}
      </EmptyState>
    )
  if (file?.rows) return <SheetPreview caption={m.reports_previewOf({ fileName })} rows={file.rows} />
  if (file)
    return (
      <EmptyState icon={FileSpreadsheet} title={m.reports_fileCannotBeShownHere()}>
        {m.reports_downloadItAndOpen()}
      </EmptyState>
    )
  if (pending || !failure)
    return (
      <div className="p-4">
        <SkeletonLines lines={8} />
      </div>
    )
  const { isMissing } = failure
  const missingReason = isQuarterOver ? m.reports_noCardsWithIca() : m.reports_whenQuarterIsAvailable()
  return (
    <EmptyState
      icon={FileSpreadsheet}
      title={failure.message}
      action={!isMissing && <Button onClick={refresh}>{m.common_tryAgain()}</Button>}
    >
      {isMissing ? missingReason : failure.reason}
    </EmptyState>
  )
}

interface DownloadLinkProps {
  readonly fileName: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** A link that downloads the bytes of the preview. */
function DownloadLink({ fileName, bytes }: DownloadLinkProps) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([bytes], { type: XLS_TYPE }))
    if (link.current) link.current.href = url
    return () => URL.revokeObjectURL(url)
  }, [bytes])
  return (
    <a ref={link} download={fileName} className={buttonClasses('secondary', 'small')}>
      <Download aria-hidden />
      {m.common_download()}
    </a>
  )
}
