// The page that an emailed link opens, to reset a password or to activate an account. It shows 'Loading...', then the
// form, the success message, or why the link cannot be used.
import { m } from '#words/messages.js'
import { CircleCheck } from 'lucide-react'
import { Link, useParams } from 'react-router-dom'
import { type LinkType, type LinkState, linkRefusal } from '#domain/access/links.ts'
import { useSetPassword } from '#flows/access/passwords.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { buttonClasses } from '#ui/buttons/button-classes.ts'
import { AccessFrame, AccessHeading } from './AccessFrame.tsx'
import { HtmlText } from './HtmlText.tsx'
import { messageToText } from './messageToText.ts'
import { SetPasswordForm } from './SetPasswordForm.tsx'

interface LinkPageProps {
  readonly kind: LinkType
  readonly title: string
}

export function LinkPage({ kind, title }: LinkPageProps) {
  const { uuid = '' } = useParams()
  // The key starts a new state machine for each link.
  return (
    <AccessFrame>
      <LinkView key={uuid} kind={kind} title={title} uuid={uuid} />
    </AccessFrame>
  )
}

function LinkView({ kind, title, uuid }: LinkPageProps & { readonly uuid: string }) {
  const [state, send] = useSetPassword(kind, uuid)
  const { link } = state.context
  const message = messageToText(state.context.message)
  const retry = () => send({ type: 'retried' })
  if (state.matches('loading')) return <p role="status">{m.access_loading()}</p>
  if (state.matches('loadFailed')) return <RetryView title={title} message={message} onRetry={retry} />
  if (state.matches('done'))
    return (
      <>
        <AccessHeading title={title} />
        <p role="status" className="flex items-center gap-3">
          <CircleCheck aria-hidden className="size-4 shrink-0 text-positive" />
          {m.access_passwordSet()}
        </p>
        <LoginLink />
      </>
    )
  if (state.matches('notActivated'))
    return (
      <RetryView title={title} message={message} onRetry={retry}>
        {m.access_accountNotActiveYet()}
      </RetryView>
    )
  if (link?.kind !== 'usable') return <UnusableLink title={title} kind={kind} link={link} />
  return (
    <>
      <AccessHeading title={title}>
        {m.access_choosePassword()} <span className="font-medium text-text">{link.username}</span>.
      </AccessHeading>
      <SetPasswordForm
        username={link.username}
        minLength={link.minLength}
        message={message}
        pending={state.hasTag('pending')}
        onSubmit={(newPassword) => send({ type: 'password.submitted', typed: newPassword })}
      />
    </>
  )
}

function UnusableLink(props: {
  readonly title: string
  readonly kind: LinkType
  readonly link: LinkState | undefined
}) {
  const { title, kind, link } = props
  if (link?.kind === 'alreadyActive')
    return (
      <>
        <AccessHeading title={title} />
        <Banner title={linkRefusal(kind, link)} />
        <LoginLink />
      </>
    )
  return (
    <>
      <AccessHeading title={title} />
      <Banner kind="critical" title={<HtmlText html={linkRefusal(kind, link)} />} />
      <p className="flex gap-4">
        {kind === 'reset' && (
          <Link to="/forgotPassword" className="link">
            {m.access_requestNewLink()}
          </Link>
        )}
        <Link to="/login" className="link">
          {m.common_logIn()}
        </Link>
      </p>
    </>
  )
}

// This is a link, since it opens another page, but it looks like the primary button.
const LoginLink = () => (
  <p>
    <Link to="/login" className={buttonClasses('primary')}>
      {m.common_logIn()}
    </Link>
  </p>
)

interface RetryViewProps {
  readonly title: string
  readonly message: string
  readonly onRetry: () => void
  readonly children?: string
}

function RetryView({ title, message, onRetry, children }: RetryViewProps) {
  return (
    <>
      <AccessHeading title={title} />
      <Banner kind="critical" title={<HtmlText html={message} />}>
        {children}
      </Banner>
      <div>
        <Button kind="primary" onClick={onRetry}>
          {m.common_tryAgain()}
        </Button>
      </div>
    </>
  )
}
