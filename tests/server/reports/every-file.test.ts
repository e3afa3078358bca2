// Every report that is generated during the download, from the demo programme's ledger. Third-party readers parse csv
// and workbook, which must have the same cells.
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as XLSX from 'xlsx'
import { voyager } from '#brand/voyager.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import { reportColumns } from '#domain/reports/columns.ts'
import { reportFileToName } from '#domain/reports/files.ts'
import { type ReportId, reportIds, reportOf } from '#domain/reports/reports.ts'
import { sourceOf } from '#server/reports/sources.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { type InProcessServer, startInProcess } from '#tests/support/in-process.ts'

/**
 * Converts a csv cell to the workbook's text. In a csv, digits are ="0123", a guarded formula begins with an
 * apostrophe, and dates are ISO 8601.
 */
function toWorkbookText(cell: string): string {
  const date = /^([0-9]{4})-([0-9]{2})-([0-9]{2})(?:T([0-9:]{5}):[0-9]{2}[+]08:00)?$/.exec(cell)
  if (!date) return cell.replace(/^="(.*)"$/, '$1').replace(/^'/, '')
  const [, year, month, day, time] = date
  return `${day} ${MONTHS[Number(month) - 1]} ${year}${time === undefined ? '' : ` ${time} SGT`}`
}
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const queryReports = reportIds.filter((id) => reportOf(id).source === 'query' && sourceOf(id))

describe('every report file', () => {
  let server: InProcessServer
  let token: string
  let campaign: number
  beforeAll(async () => {
    server = await startInProcess({ database: await freshDatabase() })
    server.clock.now = Date.now()
    token = (await server.addUser({ username: 'reader', permissions: ['Report.read'] })).token
    const { db } = server.server
    campaign = (
      await db
        .selectFrom('campaign')
        .select('id')
        .where('owner_id', '=', voyager.ownerId)
        .orderBy('id')
        .executeTakeFirstOrThrow()
    ).id
  })
  afterAll(() => server.close())

  /** Fetches the report of the last 60 days, or of yesterday. */
  const fetchFile = async (report: ReportId, format: 'csv' | 'xlsx') => {
    const { period, campaigns } = reportOf(report)
    const yesterday = addDays(instantToDate(server.clock.now, voyager.timeZone), -1)
    const name = reportFileToName({
      report,
      format,
      days: { start: period === 'day' ? yesterday : addDays(yesterday, -60), end: yesterday },
    })
    const response = await fetch(`${server.url}reports/${name}${campaigns === 'one' ? `?campaign=${campaign}` : ''}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(response.status).toBe(200)
    return { total: Number(response.headers.get('x-total-rows')), bytes: new Uint8Array(await response.arrayBuffer()) }
  }

  /** Each csv is downloaded once and shared by the tests. */
  const csvFiles = new Map<ReportId, ReturnType<typeof fetchFile>>()
  const csvOf = (report: ReportId) => {
    const file = csvFiles.get(report) ?? fetchFile(report, 'csv')
    csvFiles.set(report, file)
    return file
  }

  it.each(queryReports)('%s has the same cells as csv and as a workbook', async (report) => {
    const { columns, files, title } = reportOf(report)
    const csv = await csvOf(report)
    const lines = Papa.parse<string[]>(new TextDecoder().decode(csv.bytes), { skipEmptyLines: true }).data
    expect(lines[0]).toEqual(columns.map((name) => reportColumns[name].label))
    expect(lines).toHaveLength(csv.total + 1)
    if (!files.includes('xlsx')) return
    const { total, bytes } = await fetchFile(report, 'xlsx')
    const sheet = XLSX.read(bytes, { type: 'array' }).Sheets[title.slice(0, 31)]!
    const rows = XLSX.utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false, defval: '' })
    expect(rows).toHaveLength(total + 1)
    // The workbook groups the digits of amounts, and shows dates as people read them.
    const plain = (line: readonly string[]) => line.map((cell) => toWorkbookText(cell).replaceAll(',', ''))
    expect(rows.map(plain)).toEqual(lines.map(plain))
  })

  it('has rows in most reports, so that the comparison is meaningful', async () => {
    const totals: number[] = []
    for (const report of queryReports) totals.push((await csvOf(report)).total)
    expect(totals.filter((total) => total > 0).length).toBeGreaterThan(queryReports.length / 2)
  })
})
