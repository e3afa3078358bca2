// The entry point of the portal in the browser.
import './trusted-types.ts'
import '#ui/theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startSession } from '#flows/access/session.ts'
import { watchPresses } from '#ui/buttons/press.ts'
import { watchInstall } from '#services/device/install.ts'
import { App } from './App.tsx'
import { reportFailure } from './reportFailure.ts'
import { startTheme } from '#services/device/theme.ts'
import { registerServiceWorker } from './updates.ts'

startTheme()
watchInstall()
watchPresses()
startSession()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root, { onCaughtError: reportFailure, onUncaughtError: reportFailure }).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

// The portal works without either, only not offline and without notices; the next visit tries again.
addEventListener('load', () => {
  void registerServiceWorker().catch(() => undefined)
  if ('serviceWorker' in navigator)
    void import('#flows/access/notice-channel.ts')
      .then(({ watchNoticeChannel }) => watchNoticeChannel())
      .catch(() => undefined)
})
