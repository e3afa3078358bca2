// The second step of the login: the one-time code, or what to do without a valid code.
import type { SendToSignIn, SignInState } from '#flows/access/session.ts'
import { CodeForm } from './CodeForm.tsx'
import { messageToText } from './messageToText.ts'
import { NoValidCode } from './NoValidCode.tsx'

interface CodeViewsProps {
  readonly state: SignInState
  readonly send: SendToSignIn
}

export default function CodeViews({ state, send }: CodeViewsProps) {
  const { codeUnavailableReason, factor, hasPasskey } = state.context
  const commonProps = {
    message: messageToText(state.context.message),
    pending: state.hasTag('pending'),
    hasPasskey,
    onResend: () => send({ type: 'code.resendRequested' }),
    onPasskey: () => send({ type: 'passkey.chosen' }),
    onCancel: () => send({ type: 'cancelled' }),
  }
  if (codeUnavailableReason !== '') return <NoValidCode {...commonProps} reason={codeUnavailableReason} />
  return (
    <CodeForm
      {...commonProps}
      isMessagePositive={state.context.message?.code === 'codeSentAgain'}
      factor={factor}
      onSubmit={(code) => send({ type: 'code.submitted', code })}
      onMethodChange={() => send({ type: 'factor.switched' })}
    />
  )
}
