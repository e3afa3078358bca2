// Before each file of tests of screens: a device that nobody has used, and patience. The files of one worker share modules and
// window, which would cost more to make anew for each than most of them take; so what a test leaves is taken away here.
import 'fake-indexeddb/auto'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, expect, vi } from 'vitest'
import { reportReached } from '#services/server/connection.ts'
import { forgetNotices } from '#services/notices.ts'
import { pendingCalls } from '#services/server/pending.ts'
import { queryClient } from '#services/server/queries.ts'
import { forgetRecentThings } from '#services/recent-things.ts'
import { sessionStore } from '#services/session/session.ts'
import { inDb } from '#storage/db.ts'
import { forgetWhereElementsAreMade } from './no-owner-stacks.ts'
import { askPlainStyles } from './plain-styles.ts'

// Tests of screens wait for what they wait for, not for a second: the machine may be busy with other things. What is not there yet is
// asked for many times, so the error says what the page reads, which costs a hundredth of printing its elements.
configure({
  asyncUtilTimeout: 60_000,
  getElementError: (message, container) => new Error(`${message ?? ''}\n\nThe page reads: ${container.textContent}`),
})
askPlainStyles()
forgetWhereElementsAreMade()

/** Calls of tests that have a fetch of their own, which answers nothing. */
let neverAnswered = 0

afterEach(async () => {
  vi.useRealTimers()
  forgetRecentThings()
  cleanup()
  sessionStore.clear('logout')
  queryClient.clear()
  // What the test has left under way is lost with its server: said in the next test, it would bar what needs the host there.
  const areOver = () => expect(pendingCalls()).toBeLessThanOrEqual(neverAnswered)
  await vi.waitFor(areOver, { timeout: 2_000, interval: 5 }).catch(() => (neverAnswered = pendingCalls()))
  forgetNotices()
  reportReached()
  localStorage.clear()
  sessionStorage.clear()
})

afterAll(async () => {
  await inDb((db) => Promise.all(db.tables.map((table) => table.clear())))
  history.replaceState(null, '', '/')
  document.body.replaceChildren()
})
