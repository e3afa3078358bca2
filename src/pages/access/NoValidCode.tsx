// The one-time-code view while the server accepts no code. It has sent too many codes, and the last code is no longer
// valid.
import { m } from '#words/messages.js'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { AccessHeading } from './AccessFrame.tsx'

interface NoValidCodeProps {
  /** The server's message: why no code is accepted, and for how long. */
  readonly reason: string
  /** The message about the last attempt. Empty without a message. */
  readonly message: string
  readonly pending: boolean
  readonly hasPasskey: boolean
  readonly onResend: () => void
  readonly onPasskey: () => void
  readonly onCancel: () => void
}

export function NoValidCode({ reason, message, pending, hasPasskey, onResend, onPasskey, onCancel }: NoValidCodeProps) {
  return (
    <>
      <AccessHeading title={m.common_secondFactorTitle()} />
      {!pending && (
        <Banner kind="critical" title={reason}>
          {hasPasskey ? m.access_passkeyOrResend() : m.access_resendOrAskAdministrator()}
        </Banner>
      )}
      {message !== '' && !pending && <Banner kind="critical" title={message} />}
      <div className="flex flex-wrap gap-2">
        <Button onClick={onCancel}>{m.common_cancel()}</Button>
        <Button onClick={onResend} pending={pending} kind={hasPasskey ? 'secondary' : 'primary'} className="flex-1">
          {m.access_resendCode()}
        </Button>
        {hasPasskey && (
          <Button kind="primary" onClick={onPasskey} disabledReason={pending ? m.common_waitingForAnswer() : undefined}>
            {m.access_usePasskey()}
          </Button>
        )}
      </div>
    </>
  )
}
