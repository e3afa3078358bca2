// A thin bar at the top of the window while any API call is pending.
import * as say from '#words/ui.ts'

export function TopProgress({ pending }: { readonly pending: boolean }) {
  if (!pending) return null
  return (
    <div
      role="progressbar"
      aria-label={say.loading}
      className="fixed inset-x-0 top-0 z-70 h-0.5 overflow-hidden bg-accent/15"
    >
      <div className="h-full w-2/5 animate-travel bg-accent" />
    </div>
  )
}
