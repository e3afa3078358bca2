// Requests of the portal to the operating system: only once if the user is prompted, and never if the browser does not
// support them.
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { showBadge } from '#services/device/app-badge.ts'
import { useInstall, watchInstall } from '#services/device/install.ts'
import { requestPersistentStorage } from '#services/device/persistence.ts'
import { writePreference } from '#services/device/preference.ts'

/** Gives the browser a feature that jsdom lacks, until the test ends. */
function defineOnNavigator(name: string, value: unknown): void {
  Object.defineProperty(navigator, name, { value, configurable: true })
  definedNames.push(name)
}
const definedNames: string[] = []
afterEach(() => {
  for (const name of definedNames.splice(0)) Reflect.deleteProperty(navigator, name)
})

test('persistent storage is requested once in the browser and once when installed, whatever the result was', async () => {
  const persist = vi.fn().mockResolvedValue(false)
  defineOnNavigator('storage', { persist })
  await requestPersistentStorage()
  await requestPersistentStorage()
  expect(persist).toHaveBeenCalledTimes(1)
  watchInstall()
  dispatchEvent(new Event('appinstalled'))
  await vi.waitFor(() => expect(persist).toHaveBeenCalledTimes(2), 20_000)
  await requestPersistentStorage({ isInstalled: true })
  await requestPersistentStorage()
  expect(persist).toHaveBeenCalledTimes(2)
})

test('persistent storage is requested again in the window of a portal whose installation no page has seen', async () => {
  const persist = vi.fn().mockResolvedValue(false)
  defineOnNavigator('storage', { persist })
  writePreference('storage-asked', 'yes')
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  await requestPersistentStorage()
  await requestPersistentStorage()
  expect(persist).toHaveBeenCalledTimes(1)
})

test('the icon shows the number of waiting items, and nothing if there are none', () => {
  const setAppBadge = vi.fn().mockResolvedValue(undefined)
  const clearAppBadge = vi.fn().mockResolvedValue(undefined)
  defineOnNavigator('setAppBadge', setAppBadge)
  defineOnNavigator('clearAppBadge', clearAppBadge)
  showBadge(3)
  showBadge(0)
  expect([setAppBadge.mock.calls, clearAppBadge.mock.calls]).toEqual([[[3]], [[]]])
})

test('the offer to install is stored until the user accepts it, which is possible once', () => {
  watchInstall()
  const { result } = renderHook(useInstall)
  expect(result.current).toBeUndefined()
  const prompt = vi.fn().mockResolvedValue({ outcome: 'accepted' })
  const offered = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  act(() => void dispatchEvent(offered))
  expect(offered.defaultPrevented).toBe(true)
  act(() => void result.current?.())
  expect(prompt).toHaveBeenCalledTimes(1)
  expect(result.current).toBeUndefined()
})
