// Warns a minute before the session ends (WCAG 2.2.1), with a choice to stay or to log out. Staying applies to every
// tab.
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { check, stay, useSessionEnding } from '#services/session/idle.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import * as say from '#words/app/signed-in.ts'

const STEP_MS = 1_000

export function SessionWarning() {
  const ending = useSessionEnding()
  const navigate = useNavigate()
  const [readAt, setReadAt] = useState<number>()
  const [now, setNow] = useState(Date.now)
  const primary = useRef<HTMLButtonElement>(null)
  const isNear = ending !== undefined

  useEffect(() => {
    if (!isNear) return
    const tick = () => {
      setNow(Date.now())
      check()
    }
    tick()
    const timer = setInterval(tick, STEP_MS)
    return () => clearInterval(timer)
  }, [isNear])

  if (!ending || ending.endsAt === readAt) return null
  const byLimit = ending.endsBy === 'limit'
  const close = () => (byLimit ? setReadAt(ending.endsAt) : stay())
  return (
    <Dialog
      open
      onClose={close}
      title={byLimit ? say.yourSessionEndsSoon : say.areYouStillThere}
      size="small"
      initialFocus={primary}
      description={byLimit ? say.sessionAtLongest : say.sessionIdle}
      footer={
        <>
          <Button onClick={() => void navigate('/logout')}>{say.logOut}</Button>
          <Button ref={primary} kind="primary" onClick={close}>
            {byLimit ? say.finishFirst : say.stay}
          </Button>
        </>
      }
    >
      <p className="text-center text-2xl font-semibold figures" role="timer">
        {timeLeft(ending.endsAt - now)}
      </p>
    </Dialog>
  )
}

function timeLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
