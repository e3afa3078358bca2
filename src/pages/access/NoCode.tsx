// The one-time-code view while no code is accepted: too many were sent, and the last one is no longer valid.
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import * as say from '#words/pages/access/code.ts'
import { AccessHeading } from './AccessFrame.tsx'

interface NoCodeProps {
  /** The server's message: the reason and the duration. */
  readonly reason: string
  /** The result of the last attempt; '' if there is none. */
  readonly message: string
  readonly pending: boolean
  readonly hasPasskey: boolean
  readonly onResend: () => void
  readonly onPasskey: () => void
  readonly onCancel: () => void
}

export function NoCode({ reason, message, pending, hasPasskey, onResend, onPasskey, onCancel }: NoCodeProps) {
  return (
    <>
      <AccessHeading title={say.twoFactorAuthentication} />
      {!pending && (
        <Banner kind="critical" title={reason}>
          {hasPasskey ? say.orUsePasskey : say.orAskAnAdministrator}
        </Banner>
      )}
      {message !== '' && !pending && <Banner kind="critical" title={message} />}
      <div className="flex flex-wrap gap-2">
        <Button onClick={onCancel}>{say.cancel}</Button>
        <Button onClick={onResend} pending={pending} kind={hasPasskey ? 'secondary' : 'primary'} className="flex-1">
          {say.resendCode}
        </Button>
        {hasPasskey && (
          <Button kind="primary" onClick={onPasskey} disabledReason={pending ? say.waitingForAnswer : undefined}>
            {say.usePasskey}
          </Button>
        )}
      </div>
    </>
  )
}
