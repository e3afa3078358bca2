// Shows that the server is busy and that the page retries automatically.
import { m } from '#words/messages.js'
import { useWaitsForServer } from '#services/server/queries.ts'
import { Banner } from '#ui/Banner.tsx'

export function BusyBanner() {
  if (!useWaitsForServer()) return null
  return (
    <div className="px-4 pt-4 sm:px-6">
      <Banner title={m.app_serverIsBusy()}>{m.app_serverBusyHint()}</Banner>
    </div>
  )
}
