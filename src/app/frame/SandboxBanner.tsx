// Shown on every page of a sandbox. Says that nothing here is real, and shows the time of the sandbox's clock with a
// button to move the clock.
import { m } from '#words/messages.js'
import { FlaskConical } from 'lucide-react'
import { Suspense, useState } from 'react'
import { client } from '#brand/current.ts'
import { canCall } from '#contract/methods.ts'
import { instantToText } from '#domain/instants.ts'
import { type SandboxTime, useSandboxTime } from '#services/clock.ts'
import { useSession } from '#services/session/session.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { lazyPart } from '#ui/lazy-part.ts'

const MoveClockDialog = lazyPart(() => import('./MoveClockDialog.tsx'))

export default function SandboxBanner() {
  const time = useSandboxTime()
  const session = useSession()
  const [isOpen, setIsOpen] = useState(false)
  const canMove = session !== undefined && canCall(session.permissions, 'moveClock')
  return (
    // Not a live region, because a screen reader would announce the time every minute.
    <section
      aria-label={m.sandbox_label()}
      className="no-print flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-warning/30 bg-warning-tint px-4 py-1.5 text-sm text-warning sm:px-6"
    >
      <p className="flex min-w-0 items-center gap-2 font-medium">
        <FlaskConical aria-hidden className="size-4 shrink-0" />
        {m.sandbox_banner()}
      </p>
      <div className="flex flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-1 text-text">
        {time && <p className="figures">{timeToText(time)}</p>}
        {canMove && (
          <Button size="small" onClick={() => setIsOpen(true)}>
            {m.sandbox_moveClock()}
          </Button>
        )}
      </div>
      {isOpen && (
        <Suspense>
          <MoveClockDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}

function timeToText({ now, rate }: SandboxTime): string {
  const time = instantToText(new Date(now).toISOString(), client)
  return rate === 1 ? m.sandbox_clockShows({ time }) : m.sandbox_clockShowsFast({ time, rate })
}
