// The csv files of lists of users and of the audit trail, as a spreadsheet reads them: only Users_*.csv, whose form is
// specified, loses the first comma of each cell (docs/rules/files.md, "csv files of lists and reports").
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import * as XLSX from 'xlsx'
import AuditTrailPage from '#pages/users/AuditTrailPage.tsx'
import FindUserPage from '#pages/users/FindUserPage.tsx'
import { exportsWorker } from '#services/files/exports-worker.ts'
import { type CsvTable, tableToCsv } from '#sheets/write-table.ts'
import { withSavedFiles } from '#tests/support/saved-files.ts'
import { dora, open, useUsersServer } from './setup.tsx'

const server = useUsersServer()
const saved = withSavedFiles()
beforeEach(() => {
  vi.spyOn(exportsWorker, 'csv').mockImplementation((table) =>
    Promise.resolve(tableToCsv(table as unknown as CsvTable<object>)),
  )
})

const who = 'Lee, Dora, "Dolly"'
const entry = {
  id: '1',
  at: '2026-11-20T02:00:00.000Z',
  userId: '7',
  who,
  method: 'approveBatchLoad',
  what: 'approved batch 43, then 44, then 45',
  subjectType: 'batch',
  subjectId: '43',
  resultCode: '0',
}

async function downloadCsv() {
  const button = await screen.findByRole('button', { name: 'Download' })
  button.focus()
  fireEvent.keyDown(button, { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }))
  await waitFor(() => expect(saved.files).toHaveLength(1))
  const [file] = saved.files
  const book = XLSX.read(file?.text, { type: 'string', raw: true })
  const rows = XLSX.utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 })
  return { name: file?.name, cells: rows.flat() }
}

it('the audit trail keeps every comma', async () => {
  server.setResponses({ auditLog: { entries: [entry], total: 1 }, searchUser: { users: [dora] } })
  open(AuditTrailPage, '/user/audit', '/user/audit')
  await screen.findByRole('heading', { name: /^Entries \(/ })
  const { cells } = await downloadCsv()
  expect(cells).toEqual(expect.arrayContaining([who, 'Approved batch 43, then 44, then 45']))
})

it('the list of users loses the first comma of each cell', async () => {
  server.setResponses({ searchUser: { users: [{ ...dora, lastname: who, lastName: who }] } })
  open(FindUserPage, '/user/search')
  await screen.findByRole('button', { name: 'Edit user dora' })
  const { name, cells } = await downloadCsv()
  expect(name).toMatch(/^Users_\d{14}\.csv$/)
  expect(cells).toContain('Lee Dora, "Dolly"')
})
