// The entry point of the portal in the browser.
import './trusted-types.ts'
import '#ui/theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startSession } from '#flows/access/session.ts'
import { watchPresses } from '#ui/buttons/press.ts'
import { readStoredChannel } from '#services/device/notice-storage.ts'
import { sessionStore } from '#services/session/session.ts'
import { watchInstall } from '#services/device/install.ts'
import { whenFirstFormIsPainted } from '#ui/forms/first-form.ts'
import { App } from './App.tsx'
import { reportFailure } from './report-failure.ts'
import { startTheme } from '#services/device/theme.ts'
import { registerServiceWorker } from './register-service-worker.ts'

// Missing if the browser is too old: public/browser-check.js removes it.
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

startTheme()
watchInstall()
watchPresses()
startSession()

whenFirstFormIsPainted(() =>
  createRoot(root, { onCaughtError: reportFailure, onUncaughtError: reportFailure }).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
)

// If this fails, the portal works, but not offline. The next visit tries again.
addEventListener('load', () => void registerServiceWorker().catch(() => undefined))

// The code that polls for notices is loaded only when it is needed, because the sign-in page must be small.
let isWatchingNotices = false
function startNoticeChannel(): void {
  const hasSessionOrChannel = sessionStore.get() !== undefined || readStoredChannel() !== null
  const canWatch = hasSessionOrChannel && 'serviceWorker' in navigator
  if (isWatchingNotices || !canWatch) return
  isWatchingNotices = true
  void import('#flows/access/notice-channel.ts')
    .then(({ watchNoticeChannel }) => watchNoticeChannel())
    // Without a connection, the code cannot be loaded. The next session tries again.
    .catch(() => {
      isWatchingNotices = false
    })
}
addEventListener('load', startNoticeChannel)
sessionStore.subscribe(startNoticeChannel)

let isFollowingChanges = false
function startFollowingChanges(): void {
  if (isFollowingChanges || sessionStore.get() === undefined) return
  isFollowingChanges = true
  void import('#flows/access/changes.ts')
    .then(({ followChanges }) => followChanges())
    .catch(() => {
      isFollowingChanges = false
    })
}
addEventListener('load', startFollowingChanges)
sessionStore.subscribe(startFollowingChanges)
