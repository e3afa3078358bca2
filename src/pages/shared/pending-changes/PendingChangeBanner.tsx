// The banner of a pending change, on any page: what was asked, when, and the safe options. While the server stores its
// answer (a day) it can be asked for again; after that only its object shows the result.
import type { ReactNode } from 'react'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Instant } from '#ui/Instant.tsx'
import * as say from '#words/pages/shared/pending-changes.ts'
import { AGAIN, WAITING } from './words.ts'

interface PendingChangeBannerProps {
  readonly title: string
  /** Its size, if the title does not contain it. */
  readonly detail?: string | undefined
  /** ISO 8601. */
  readonly sentAt: string
  /** False once the server no longer has the answer. */
  readonly canCall: boolean
  readonly resending: boolean
  readonly onResend: () => void
  /** Where the result can be seen if the server no longer knows: 'The card’s statement and history'. */
  readonly seenIn: string
  /** Opens that, in place of asking. */
  readonly lookAt: ReactNode
  /** The result of the last try: a refusal that proves nothing, or again no answer. */
  readonly lastAnswer?: string | undefined
  /** Why nothing can be done here, e.g. because it is open in another tab. */
  readonly blocked?: string | undefined
  readonly onDismiss?: (() => void) | undefined
  readonly children?: ReactNode
}

export function PendingChangeBanner(props: PendingChangeBannerProps) {
  const {
    title,
    detail,
    sentAt,
    canCall,
    resending,
    onResend,
    seenIn,
    lookAt,
    lastAnswer,
    blocked,
    onDismiss,
    children,
  } = props
  return (
    <Banner
      kind="warning"
      title={title}
      actions={
        <>
          {canCall ? (
            <Button pending={resending} disabledReason={blocked} onClick={onResend}>
              {AGAIN}
            </Button>
          ) : (
            lookAt
          )}
          {children}
          {onDismiss && (
            <Button kind="quiet" disabledReason={resending ? WAITING : undefined} onClick={onDismiss}>
              {say.dismiss}
            </Button>
          )}
        </>
      }
    >
      {say.sentOn(detail)} <Instant value={sentAt} />
      {say.butNoAnswerCameBack}{' '}
      {canCall ? (
        <>{say.checkingAgainIsSafe(onDismiss !== undefined)}</>
      ) : (
        <>{say.seeWhetherItWasDone(seenIn, onDismiss !== undefined)}</>
      )}
      {lastAnswer !== undefined && <span className="block text-critical">{say.lastTry(lastAnswer)}</span>}
    </Banner>
  )
}
