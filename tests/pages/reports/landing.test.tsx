// The page of all reports: each once in its group with its description, and a search.
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { reportIds, reportOf, reportPath } from '#domain/reports/reports.ts'
import ReportsPage from '#pages/reports/ReportsPage.tsx'
import { press, withReports } from './setup.tsx'

const { open } = withReports()
const links = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'))
const search = (text: string) =>
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search reports' }), { target: { value: text } })

it('links to every report, by group, with a line of description', () => {
  open(<ReportsPage />, '/reports', {})
  expect(new Set(links())).toEqual(new Set(reportIds.map(reportPath)))
  expect(links()).toHaveLength(reportIds.length)
  for (const id of reportIds) {
    const { group, title, description } = reportOf(id)
    const panel = within(screen.getByRole('region', { name: group }))
    expect(panel.getByRole('link', { name: `${title}${description}` }).getAttribute('href')).toBe(reportPath(id))
  }
})

it('finds reports by title and description, with the words in any order', async () => {
  open(<ReportsPage />, '/reports', {})
  search('REPORT fee')
  await expect.poll(() => links()).toContain('/reports/fee')
  await expect.poll(() => links()).not.toContain('/reports/liability')
  search('below zero')
  await expect.poll(() => links()).toEqual(['/reports/negativeBalanceReport'])
  await expect.poll(() => screen.getByText(`1 of ${reportIds.length} reports`).role).toBe('status')
  search('nothing like it')
  await screen.findByText('No report for “nothing like it”')
  await press('Show all reports')
  expect(links()).toHaveLength(reportIds.length)
})
