// Says that the host has put off what this page asks, and that nobody has to do anything about it.
import { useWaitsForHost } from '#services/server/queries.ts'
import { Banner } from '#ui/Banner.tsx'
import * as say from '#words/app/signed-in.ts'

export function BusyBanner() {
  if (!useWaitsForHost()) return null
  return (
    <div className="px-4 pt-4 sm:px-6">
      <Banner title={say.serverIsBusy}>{say.checksAgainByItself}</Banner>
    </div>
  )
}
