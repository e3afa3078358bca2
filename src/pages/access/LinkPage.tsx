// The page that an emailed link opens, to reset a password or to activate an account. It shows 'Loading...', then the
// form, the success message, or why the link cannot be used.
import { m } from '#words/messages.js'
import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useParams } from 'react-router-dom'
import { type LinkType, type LinkState, linkRefusal } from '#domain/access/links.ts'
import { activateUser, checkLink, type NewPassword, savePassword } from '#flows/access/passwords.ts'
import { useServerCall } from '#flows/server-call.ts'
import { type FailureMessage, messageOf } from '#machines/failure-message.ts'
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
  // With the key, another link starts with a new view.
  return (
    <AccessFrame>
      <LinkView key={uuid} kind={kind} title={title} uuid={uuid} />
    </AccessFrame>
  )
}

interface LinkViewProps extends LinkPageProps {
  readonly uuid: string
}

function LinkView({ kind, title, uuid }: LinkViewProps) {
  const { send: loadLink, outcome: link } = useServerCall(checkLink)
  const saving = useServerCall(savePassword)
  const activation = useServerCall(activateUser)
  useEffect(() => void loadLink({ kind, uuid }), [loadLink, kind, uuid])
  if (!link) return <p role="status">{m.access_loading()}</p>
  if (link.kind === 'unreachable' || link.kind === 'failed')
    return <RetryView title={title} message={messageOf(link)} onRetry={() => void loadLink({ kind, uuid })} />
  if (link.kind !== 'usable') return <UnusableLink title={title} kind={kind} link={link} />
  const { userId, username, minLength } = link
  // An activation link first saves the password, then activates the account. If only the activation fails, only the
  // activation is repeated.
  const activate = () => void activation.send({ uuid, userId })
  const submit = async (newPassword: NewPassword) => {
    const outcome = await saving.send({ ...newPassword, kind, uuid, userId })
    if (outcome?.kind === 'done' && kind === 'activate') activate()
  }
  const isSaved = saving.outcome?.kind === 'done'
  const isActivated = activation.outcome?.kind === 'done'
  const isFinished = isSaved && (kind === 'reset' || isActivated)
  if (isFinished)
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
  // The activation has ended without success.
  if (activation.outcome)
    return (
      <RetryView title={title} message={messageOf(activation.outcome)} onRetry={activate}>
        {m.access_accountNotActiveYet()}
      </RetryView>
    )
  return (
    <>
      <AccessHeading title={title}>
        {m.access_choosePassword()} <span className="font-medium text-text">{username}</span>.
      </AccessHeading>
      <SetPasswordForm
        username={username}
        minLength={minLength}
        message={messageToText(saving.outcome && messageOf(saving.outcome))}
        // The activation runs as soon as the password is saved, so the form stays pending.
        pending={saving.isPending || isSaved}
        onSubmit={(newPassword) => void submit(newPassword)}
      />
    </>
  )
}

function UnusableLink(props: { readonly title: string; readonly kind: LinkType; readonly link: LinkState }) {
  const { title, kind, link } = props
  if (link.kind === 'alreadyActive')
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

/** Looks like the primary button, but is a link, since it opens another page. */
const LoginLink = () => (
  <p>
    <Link to="/login" className={buttonClasses('primary')}>
      {m.common_logIn()}
    </Link>
  </p>
)

interface RetryViewProps {
  readonly title: string
  readonly message: FailureMessage | undefined
  readonly onRetry: () => void
  readonly children?: string
}

function RetryView({ title, message, onRetry, children }: RetryViewProps) {
  return (
    <>
      <AccessHeading title={title} />
      <Banner kind="critical" title={<HtmlText html={messageToText(message)} />}>
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
