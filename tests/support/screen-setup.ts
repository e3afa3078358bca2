// Set-up for each file of screen tests: stubs for missing browser APIs, long timeouts, and a clean-up after each test.
// Test files in one worker share modules and the window, since creating them takes longer than most files, so this file
// removes everything that a test leaves behind.
import 'fake-indexeddb/auto'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, expect, vi } from 'vitest'
import { setClock } from '#services/clock.ts'
import { forgetUpdateHolds } from '#services/device/updates.ts'
import { connectionState, reportReached } from '#services/server/connection.ts'
import { currentNotices, clearNotices } from '#services/notices.ts'
import { forgetPendingCalls, pendingCalls } from '#services/server/pending.ts'
import { queryClient } from '#services/server/queries.ts'
import { clearRecentItems } from '#services/recent-items.ts'
import { sessionStore } from '#services/session/session.ts'
import { inDb } from '#storage/db.ts'
// Remembers the real `fetch` before the first file replaces it.
import './stub-server.ts'
import { skipOwnerStacks, installPlainStyles } from './faster-jsdom.ts'

// Screen tests wait much longer than the default second, since the machine can be busy. The error for a missing element
// is created with every query, so it shows the page's text, which is a hundred times faster than printing the elements.
configure({
  asyncUtilTimeout: 60_000,
  getElementError: (message, container) => new Error(`${message ?? ''}\n\nThe page reads: ${container.textContent}`),
})
installPlainStyles()
skipOwnerStacks()

// Stubs for APIs that jsdom lacks: sizes never change, no media query matches, and a worker dies.
Object.assign(globalThis, {
  Worker: class extends EventTarget {
    postMessage() {
      queueMicrotask(() => this.dispatchEvent(new Event('error')))
    }
    terminate() {}
  },
  matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
  ResizeObserver: class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
})

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') showState()
  vi.useRealTimers()
  setClock(undefined)
  clearRecentItems()
  cleanup()
  sessionStore.clear('logout')
  queryClient.clear()
  // A call of a test without a server fails. In the next test such a failure would report the connection as lost and
  // disable controls.
  const areFinished = () => expect(pendingCalls()).toBe(0)
  await vi.waitFor(areFinished, { timeout: 2_000, interval: 5 }).catch(() => undefined)
  // Tests of a server that never responds leave calls that never end. They would also disable controls.
  forgetPendingCalls()
  forgetUpdateHolds()
  clearNotices()
  // Resets the connection state, whatever date the test's clock had.
  reportReached(Infinity)
  history.replaceState(null, '', '/')
  localStorage.clear()
  sessionStorage.clear()
})

/** Prints the state after a failed test, since a timeout only names the condition. */
function showState(): void {
  const notices = currentNotices().visible.map(({ text }) => text)
  const state = { connection: connectionState(), user: sessionStore.get()?.user.username, notices }
  process.stderr.write(`After the failure: ${JSON.stringify(state)}\nThe page reads: ${document.body.textContent}\n`)
}

afterAll(async () => {
  await inDb((db) => Promise.all(db.tables.map((table) => table.clear())))
  document.body.replaceChildren()
})
