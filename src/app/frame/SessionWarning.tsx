// Warns one minute before the session ends (WCAG 2.2.1) and offers to stay or to log out. Staying applies to every tab.
import { m } from '#words/messages.js'
import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { closeWarning, extendSession, useSessionWarning } from '#services/session/lifetime.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'

export function SessionWarning() {
  const warning = useSessionWarning()
  const navigate = useNavigate()
  const primary = useRef<HTMLButtonElement>(null)
  if (!warning) return null
  const endsAtLimit = warning.endsBy === 'limit'
  const dismiss = endsAtLimit ? closeWarning : extendSession
  return (
    <Dialog
      open
      onClose={dismiss}
      title={endsAtLimit ? m.app_yourSessionEndsSoon() : m.app_areYouStillThere()}
      size="small"
      initialFocus={primary}
      description={endsAtLimit ? m.app_sessionLimitNear() : m.app_sessionIdle()}
      footer={
        <>
          <Button onClick={() => void navigate('/logout')}>{m.app_logOut()}</Button>
          <Button ref={primary} kind="primary" onClick={dismiss}>
            {endsAtLimit ? m.app_finishCurrentWork() : m.app_stay()}
          </Button>
        </>
      }
    >
      <p className="text-center text-2xl font-semibold figures" role="timer">
        {timeLeft(warning.endsAt - warning.at)}
      </p>
    </Dialog>
  )
}

function timeLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
