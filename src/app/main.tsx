// Where the portal starts in the browser.
import './trusted-types.ts'
import '#ui/theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startSession } from '#flows/session.ts'
import { App } from './App.tsx'
import { startTheme } from './theme.ts'
import { registerServiceWorker } from './updates.ts'

startTheme()
startSession()
registerServiceWorker()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
