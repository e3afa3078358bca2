// Report files. The user downloads a complete report or a file that the server has made before, or has the server
// prepare a file for later.
import { m } from '#words/messages.js'
import { addressToFileName, reportFileAddress, type ReportRequest } from '#domain/reports/report-query.ts'
import { type FileFormat } from '#domain/reports/files.ts'
import { type ReportId, reportOf } from '#domain/reports/reports.ts'
import { REPORT_FAILED_MESSAGE } from '#domain/reports/words.ts'
import { download, type FileToDownload } from '#flows/downloads/downloads.ts'
import { sendChange } from '#flows/pending-changes/send.ts'
import { request, type Failure, isMissing } from '#services/server/api.ts'
import { notify } from '#services/notices.ts'
import { ownerUserOf, sessionStore } from '#services/session/session.ts'

/** The complete report as a file to download. `address`: given if the server has already chosen it. */
export function reportFile(
  id: ReportId,
  reportRequest: ReportRequest,
  format: FileFormat,
  address = reportFileAddress(id, reportRequest, format),
): FileToDownload {
  return {
    address,
    fileName: addressToFileName(address),
    title: reportOf(id).title,
    prepare: () => void prepareReport(id, reportRequest, format),
  }
}

/** Downloads an existing report: requests the address of its file, then checks that the file is still available. */
export async function downloadStoredReport(id: ReportId, reportRequest: ReportRequest): Promise<void> {
  const { title, apiName, call, files } = reportOf(id)
  const response =
    call === 'getMonthlyReport'
      ? await request('getMonthlyReport', { reportName: apiName, reportArguments: toMonthArguments(reportRequest) })
      : await request('getDailyReport', { reportDate: reportRequest.start, name: apiName })
  // The server stores such reports as a table, never as a PDF.
  const format = files.find((each) => each !== 'pdf') ?? 'csv'
  const about = `${title}: ${addressToFileName(reportFileAddress(id, reportRequest, format))}`
  if (!response.ok) {
    notifyFailure(about, response)
    return
  }
  const { notFound, reportURL } = response.result
  if (notFound) {
    notify({ kind: 'error', text: m.reports_reportNotFound(), about })
    return
  }
  download({ address: reportURL, fileName: addressToFileName(reportURL), title, isStored: true })
}

/** The first seven characters of the start date are the month: 'yyyy-mm'. */
const toMonthArguments = ({ start, campaign }: ReportRequest) => ({
  reportMonth: start.slice(0, 7),
  ...(campaign === undefined ? {} : { campaign }),
})

function notifyFailure(about: string, failure: Failure): void {
  if (isMissing(failure)) notify({ kind: 'error', text: m.reports_reportNotFound(), about })
  else
    notify({
      kind: 'error',
      text: REPORT_FAILED_MESSAGE,
      about: m.common_twoSentences({ first: about, second: failure.text }),
    })
}

/** Makes the server create the file, however long that takes. The file then appears in the list of ready files. */
export async function prepareReport(id: ReportId, reportRequest: ReportRequest, format: FileFormat): Promise<void> {
  const session = sessionStore.get()
  if (!session) return
  const { apiName, title } = reportOf(id)
  const { start, end, campaign } = reportRequest
  const address = reportFileAddress(id, reportRequest, format)
  const about = `${title}: ${addressToFileName(address)}`
  const result = await sendChange(ownerUserOf(session), {
    kind: 'makeReportFile',
    params: {
      reportName: apiName,
      startDate: start,
      endDate: end,
      format,
      ...(campaign === undefined ? {} : { campaign }),
    },
    subject: address,
    done: m.reports_fileIsBeingPrepared({ address: addressToFileName(address) }),
    success: m.reports_filePreparationStarted(),
    successSubject: about,
    link: { to: '/reports' },
  })
  if (result.kind === 'refused') notify({ kind: 'error', text: result.text, about })
  // Without a response, the notice refers to the reports page, where the user can send the request again.
  if (result.kind === 'unknown') notify({ kind: 'error', text: UNKNOWN_TEXT, about })
}

const UNKNOWN_TEXT = m.reports_filePreparationUnknown()
