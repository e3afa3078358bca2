// Runs before each file of screen tests: an unused device and long timeouts. The files of one worker share modules and
// window, since creating them anew would take longer than most files, so what a test leaves behind is removed here.
import 'fake-indexeddb/auto'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, expect, vi } from 'vitest'
import { connectionState, reportReached } from '#services/server/connection.ts'
import { currentNotices, forgetNotices } from '#services/notices.ts'
import { pendingCalls } from '#services/server/pending.ts'
import { queryClient } from '#services/server/queries.ts'
import { forgetRecentThings } from '#services/recent-things.ts'
import { sessionStore } from '#services/session/session.ts'
import { inDb } from '#storage/db.ts'
import { forgetWhereElementsAreMade } from './no-owner-stacks.ts'
import { forcePlainStyles } from './plain-styles.ts'

// Screen tests wait for their condition much longer than the default second, since the machine can be busy. A missing
// element is queried many times, so the error shows the page's text, which costs a hundredth of printing its elements.
configure({
  asyncUtilTimeout: 60_000,
  getElementError: (message, container) => new Error(`${message ?? ''}\n\nThe page reads: ${container.textContent}`),
})
forcePlainStyles()
forgetWhereElementsAreMade()

// What jsdom lacks, since it has no layout: nothing ever changes its size, and no media query matches.
Object.assign(globalThis, {
  matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
  ResizeObserver: class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
})

/** Calls of tests whose own fetch never answers. */
let neverAnswered = 0

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') showState()
  vi.useRealTimers()
  forgetRecentThings()
  cleanup()
  sessionStore.clear('logout')
  queryClient.clear()
  // Calls that the test left pending are lost with its server: if they were reported in the next test, they would
  // disable what needs the server there.
  const areOver = () => expect(pendingCalls()).toBeLessThanOrEqual(neverAnswered)
  await vi.waitFor(areOver, { timeout: 2_000, interval: 5 }).catch(() => (neverAnswered = pendingCalls()))
  forgetNotices()
  // Whatever the date of the test was.
  reportReached(Infinity)
  localStorage.clear()
  sessionStorage.clear()
})

/** The state that a failed test left behind: a timeout alone only names the condition. */
function showState(): void {
  const notices = currentNotices().shown.map(({ text }) => text)
  const state = { connection: connectionState(), user: sessionStore.get()?.user.username, notices }
  process.stderr.write(`After the failure: ${JSON.stringify(state)}\nThe page reads: ${document.body.textContent}\n`)
}

afterAll(async () => {
  await inDb((db) => Promise.all(db.tables.map((table) => table.clear())))
  history.replaceState(null, '', '/')
  document.body.replaceChildren()
})
