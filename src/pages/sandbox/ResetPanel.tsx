// Resets the sandbox after a confirmation. The reset also deletes the session, so the user is signed out.
import { m } from '#words/messages.js'
import { useState } from 'react'
import { changeSandbox } from '#flows/sandbox/simulate.ts'
import { sessionStore } from '#services/session/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { Panel } from '#ui/Panel.tsx'

export function ResetPanel() {
  const [isConfirming, setIsConfirming] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const [error, setError] = useState<string>()
  const reset = async () => {
    setIsSending(true)
    const result = await changeSandbox('resetSandbox', {})
    setIsSending(false)
    if (result.ok) sessionStore.clear('logout')
    else setError(result.text)
  }
  return (
    <Panel title={m.sandbox_reset()}>
      <div className="grid gap-3">
        <p>{m.sandbox_resetIntro()}</p>
        <div>
          <Button onClick={() => setIsConfirming(true)}>{m.sandbox_resetButton()}</Button>
        </div>
      </div>
      <ConfirmDialog
        open={isConfirming}
        title={m.sandbox_reset()}
        effect={m.sandbox_resetEffect()}
        confirmLabel={m.sandbox_resetButton()}
        danger
        pending={isSending}
        onConfirm={() => void reset()}
        onCancel={() => setIsConfirming(false)}
      >
        {error !== undefined && <Banner kind="critical" title={error} />}
      </ConfirmDialog>
    </Panel>
  )
}
