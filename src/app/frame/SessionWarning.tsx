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
  const { title, description, continueLabel, onContinue } = warning.endsBy === 'limit' ? limitWarning : idleWarning
  return (
    <Dialog
      open
      onClose={onContinue}
      title={title}
      size="small"
      initialFocus={continueButton}
      description={description}
      footer={
        <>
          <Button onClick={() => void navigate('/logout')}>{m.app_logOut()}</Button>
          <Button ref={continueButton} kind="primary" onClick={onContinue}>
            {continueLabel}
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

const limitWarning = {
  title: m.app_yourSessionEndsSoon(),
  description: m.app_sessionLimitNear(),
  continueLabel: m.app_finishCurrentWork(),
  onContinue: closeWarning,
}

const idleWarning = {
  title: m.app_areYouStillThere(),
  description: m.app_sessionIdle(),
  continueLabel: m.app_stay(),
  onContinue: extendSession,
}

/** '0:59'. */
function durationToText(ms: number): string {
  const totalSeconds = Math.max(0, Math.ceil(ms / 1000))
  const minutes = Math.floor(totalSeconds / 60)
  const seconds = String(totalSeconds % 60).padStart(2, '0')
  return `${minutes}:${seconds}`
}
