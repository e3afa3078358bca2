// A thin bar at the top of the window while any API call is pending.
import { m } from '#words/messages.js'

export function TopProgress({ pending }: { readonly pending: boolean }) {
  if (!pending) return null
  return (
    <div
      role="progressbar"
      aria-label={m.ui_loading()}
      className="fixed inset-x-0 top-0 z-70 h-0.5 overflow-hidden bg-accent/15"
    >
      <div className="h-full w-2/5 animate-travel bg-accent" />
    </div>
  )
}
