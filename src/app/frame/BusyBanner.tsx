// Shows that the server is busy and that the page retries automatically.
import { useWaitsForServer } from '#services/server/queries.ts'
import { Banner } from '#ui/Banner.tsx'
import * as say from '#words/app/signed-in.ts'

export function BusyBanner() {
  if (!useWaitsForServer()) return null
  return (
    <div className="px-4 pt-4 sm:px-6">
      <Banner title={say.serverIsBusy}>{say.checksAgainByItself}</Banner>
    </div>
  )
}
