// The left menu shows the pages that the user can open, and the search offers the same pages.
import { matchPath } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { menuOf } from '#app/frame/menu.ts'
import { patternOf } from '#app/routes/route.ts'
import { routes } from '#app/routes/routes.tsx'
import { searchSources } from '#app/search/sources.ts'
import { voyager } from '#brand/voyager.ts'
import { reportIds, reportOf, reportPath } from '#domain/reports/reports.ts'

afterEach(() => {
  vi.doUnmock('#brand/current.ts')
  vi.resetModules()
})

const MERCHANTS = 'Merchant Sign Up'
const labels = (permissions: Record<string, string[]>) =>
  menuOf(permissions).flatMap(({ items }) => items.map(({ menu }) => menu.label))

test.each([
  ['a maker', { Batch: ['load'] }, ['Home', 'Drafts', 'Create Batch Load', 'My batches', MERCHANTS]],
  ['a checker', { Batch: ['approve'] }, ['Home', 'Approve Batch Load', MERCHANTS]],
  [
    'a maker who is also a checker',
    { Batch: ['load', 'approve'] },
    ['Home', 'Drafts', 'Create Batch Load', 'My batches', 'Approve Batch Load', MERCHANTS],
  ],
  ['a maker of card orders', { Card: ['order'] }, ['Home', 'Drafts', 'My orders', MERCHANTS]],
  [
    'a checker of card orders',
    { Card: ['approve'] },
    ['Home', 'Approve Virtual Card Orders', 'Physical Orders', MERCHANTS],
  ],
  ['a user who sends orders to the producer', { Card: ['produce'] }, ['Home', 'Producer files', MERCHANTS]],
  ['a reader of reports', { Report: ['read'] }, ['Home', MERCHANTS, 'Reports']],
  ['a user without permissions', {}, ['Home', MERCHANTS]],
])('the menu of %s has the pages that this user can open, and those shown to everyone', (_, permissions, expected) => {
  expect(labels(permissions as Record<string, string[]>)).toEqual(expected)
})

test('a group without items has no heading', () => {
  expect(menuOf({}).map(({ group }) => group)).toEqual(['top', 'merchants'])
})

test('every path is unique, and no page for signed-out users needs a permission', () => {
  expect(new Set(routes.map(({ path }) => path)).size).toBe(routes.length)
  expect(routes.filter(({ signedOutOnly, permission }) => signedOutOnly && permission)).toEqual([])
})

test('the search finds pages by words in any order, and only those the user can open', () => {
  const find = (text: string, permissions: Record<string, string[]>) =>
    searchSources.flatMap((source) => source.find(text, permissions)).map(({ to }) => to)
  expect(find('load app', { Batch: ['load', 'approve'] })).toEqual(['/batchloads'])
  expect(find('load', { Batch: ['load'] })).toEqual(['/batchload'])
  expect(find('approve', { Batch: ['load'] })).toEqual([])
  // This page is not in the menu.
  expect(find('activate', { Card: ['write'] })).toEqual(['/activateCards'])
  expect(labels({ Card: ['write'] })).not.toContain('Activate Card')
})

test('the search finds settings, themes and logout by name, and offers none of them for an empty search', () => {
  const find = (text: string, permissions: Record<string, string[]>) =>
    searchSources.flatMap((source) => source.find(text, permissions)).map(({ label }) => label)
  const user = { User: ['settings'] }
  expect(find('password', user)).toEqual(['Change Password'])
  expect(find('sessions', user)).toEqual(['My Settings'])
  expect(find('sessions', {})).toEqual([])
  expect(find('theme', {})).toEqual(['Appearance: System', 'Appearance: Light', 'Appearance: Dark'])
  expect(find('sign out', {})).toEqual(['Log out'])
  // The only page that every user can open.
  expect(find('', user)).toEqual(['Home'])
})

test.each([true, false])(
  'the menu offers fees only if the client does not hide them (hideFees: %s)',
  async (hideFees) => {
    vi.resetModules()
    vi.doMock('#brand/current.ts', () => ({ client: { ...voyager, flags: { ...voyager.flags, hideFees } } }))
    const menu = await import('#app/frame/menu.ts')
    const paths = menu.menuOf({ Card: ['write'] }).flatMap(({ items }) => items.map(({ path }) => path))
    expect(paths.includes('/card/insertfee')).toBe(!hideFees)
  },
)

test.each([
  [{}, undefined],
  [{ isDemo: true }, 'Simulator'],
  [{ isSandbox: true }, 'Sandbox'],
])('the menu of a portal with %o offers the simulator as %s', async (flags, label) => {
  vi.resetModules()
  vi.doMock('#brand/current.ts', () => ({ client: { ...voyager, ...flags } }))
  const menu = await import('#app/frame/menu.ts')
  const items = menu.menuOf({ User: ['write'] }).flatMap((group) => group.items)
  expect(items.find(({ path }) => path === '/sandbox')?.menu.label).toBe(label)
  expect(menu.menuOf({ Batch: ['load'] }).flatMap((group) => group.items.map(({ path }) => path))).not.toContain(
    '/sandbox',
  )
})

test('every report has a route with its title for users who can read reports; only reports with subpages accept longer paths', () => {
  for (const id of reportIds) {
    const route = routes.find(({ path }) => path === reportPath(id))
    expect(route).toMatchObject({ title: reportOf(id).title, permission: 'Report.read' })
  }
  const titleOf = (path: string) => routes.find((route) => matchPath(patternOf(route), path))?.title
  expect(titleOf('/reports/fundMovementReport')).toBe('Fund Movement Report')
  expect(titleOf('/reports/fundMovementReport/of/a/card')).toBe('Fund Movement Report')
  expect(titleOf('/reports/fee/of/a/card')).toBeUndefined()
  expect(titleOf('/reports/')).toBe('Reports')
})

test('the search finds reports by their description, for users who can read them, once something is typed', () => {
  const find = (text: string, permissions: Record<string, string[]>) =>
    searchSources
      .flatMap((source) => source.find(text, permissions))
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ label, to }) => `${label} ${to}`)
  const reader = { Report: ['read'] }
  expect(find('fee report', reader)).toContain('Fee Report /reports/fee')
  // A match in the title ranks above a match in the description.
  expect(find('spend summary report', reader)[0]).toMatch(/^Spend Summary Report /)
  expect(find('below zero', reader)).toEqual(['Negative Balance Report /reports/negativeBalanceReport'])
  expect(find('', reader)).toEqual(['Home /', 'Reports /reports'])
  expect(find('fee report', { Batch: ['load'] })).toEqual([])
})
