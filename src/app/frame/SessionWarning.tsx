// Warns one minute before the session ends (WCAG 2.2.1). If the user was inactive, the user can stay signed in, in
// every tab, or log out. At the limit of a session's length, the user can only finish the current work or log out.
import { m } from '#words/messages.js'
import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { closeWarning, extendSession, useSessionWarning } from '#services/session/lifetime.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'

export function SessionWarning() {
  const warning = useSessionWarning()
  const navigate = useNavigate()
  const continueButton = useRef<HTMLButtonElement>(null)
  if (!warning) return null
  const endsAtLimit = warning.endsBy === 'limit'
  const onContinue = endsAtLimit ? closeWarning : extendSession
  return (
    <Dialog
      open
      onClose={onContinue}
      title={endsAtLimit ? m.app_yourSessionEndsSoon() : m.app_areYouStillThere()}
      size="small"
      initialFocus={continueButton}
      description={endsAtLimit ? m.app_sessionLimitNear() : m.app_sessionIdle()}
      footer={
        <>
          <Button onClick={() => void navigate('/logout')}>{m.app_logOut()}</Button>
          <Button ref={continueButton} kind="primary" onClick={onContinue}>
            {endsAtLimit ? m.app_finishCurrentWork() : m.app_stay()}
          </Button>
        </>
      }
    >
      <p className="text-center text-2xl font-semibold figures" role="timer">
        {durationToText(warning.endsAt - warning.at)}
      </p>
    </Dialog>
  )
}

/** '0:59'. */
function durationToText(ms: number): string {
  const totalSeconds = Math.max(0, Math.ceil(ms / 1000))
  const minutes = Math.floor(totalSeconds / 60)
  const seconds = String(totalSeconds % 60).padStart(2, '0')
  return `${minutes}:${seconds}`
}
