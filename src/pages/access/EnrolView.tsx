// The enrolment view of the sign-in page (access §2, status 'not enrolled' or 'enrolment complete'): what an authenticator app is,
// the secret as a picture and as text, the first code, and the codes for the day on which the app is lost.
import { type FormEvent, useState } from 'react'
import type { useSignIn } from '#flows/access/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { QrCode } from '#ui/QrCode.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { TextField } from '#ui/TextField.tsx'
import * as say from '#words/pages/access.ts'
import { AccessHeading } from './AccessFrame.tsx'
import { EnrolledDialog } from './EnrolledDialog.tsx'
import { useAnsweredField } from './useAnsweredField.ts'

interface EnrolViewProps {
  readonly state: ReturnType<typeof useSignIn>[0]
  readonly send: ReturnType<typeof useSignIn>[1]
}

// access §5.
const MAX_CODE_LENGTH = 6

export default function EnrolView({ state, send }: EnrolViewProps) {
  const { message, enrolment, recoveryCodes } = state.context
  const cancel = () => send({ type: 'cancelled' })
  return (
    <>
      <AccessHeading title={say.twoFactorRequired}>{say.accountNeedsCode}</AccessHeading>
      {message !== '' && !state.hasTag('pending') && <Banner kind="critical" title={message} />}
      {state.matches('enrolled') ? (
        <EnrolledDialog recoveryCodes={recoveryCodes} onDone={cancel} />
      ) : state.matches('secretMissing') ? (
        <div className="flex gap-2">
          <Button kind="primary" onClick={() => send({ type: 'secret.retried' })}>
            {say.tryAgain}
          </Button>
          <Button onClick={cancel}>{say.cancel}</Button>
        </div>
      ) : enrolment ? (
        <>
          <Secret secret={enrolment.secret} otpauthUrl={enrolment.otpauthUrl} />
          <CodeOfApp
            message={message}
            pending={state.hasTag('pending')}
            onCancel={cancel}
            onAccept={(code) => send({ type: 'code.submitted', code })}
          />
        </>
      ) : (
        <>
          <SkeletonLines lines={5} />
          <div>
            <Button onClick={cancel}>{say.cancel}</Button>
          </div>
        </>
      )}
    </>
  )
}

function Secret({ secret, otpauthUrl }: { readonly secret: string; readonly otpauthUrl: string }) {
  return (
    <ol className="grid list-decimal gap-4 pl-5 marker:text-muted">
      <li className="pl-1">
        {say.scanThisQrCode}
        <div className="mt-3 grid gap-3">
          <QrCode text={otpauthUrl} label={say.qrCodeOfSecret} />
          <div className="text-sm text-muted">
            {say.noCameraTypeThisKeyInstead}
            <p className="mt-1 flex items-center gap-1">
              <code className="rounded-sm bg-sunken px-2 py-1 text-text figures wrap-anywhere">
                {(secret.match(/.{1,4}/g) ?? []).join(' ')}
              </code>
              <CopyButton value={secret} what={say.theKey} />
            </p>
          </div>
        </div>
      </li>
      <li className="pl-1">{say.enterCodeThatAppShowsNow}</li>
    </ol>
  )
}

interface CodeOfAppProps {
  readonly message: string
  readonly pending: boolean
  readonly onCancel: () => void
  readonly onAccept: (code: string) => void
}

function CodeOfApp({ message, pending, onCancel, onAccept }: CodeOfAppProps) {
  const [code, setCode] = useState('')
  const field = useAnsweredField(message, pending)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code !== '' && !pending) onAccept(code)
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <TextField
        ref={field}
        label={say.verificationCode}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={MAX_CODE_LENGTH}
        figures
        autoFocus
        value={code}
        onPaste={(event) => {
          event.preventDefault()
          setCode(event.clipboardData.getData('text').replace(/\s/g, '').slice(0, MAX_CODE_LENGTH))
        }}
        onChange={(event) => setCode(event.target.value.trim())}
      />
      <div className="flex gap-2">
        <Button onClick={onCancel} disabledReason={pending ? say.waitingForAnswer : undefined}>
          {say.cancel}
        </Button>
        <Button
          type="submit"
          kind="primary"
          className="flex-1"
          pending={pending}
          disabledReason={code === '' ? say.enterCodeFirst : undefined}
        >
          {say.accept}
        </Button>
      </div>
    </form>
  )
}
