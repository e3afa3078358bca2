// The banner of a pending change, on any page: the request, its time, and what the user can safely do. The server
// stores the response for a day, so the request can be repeated for a day. After that, only the changed object shows
// the result.
import { m } from '#words/messages.js'
import type { ReactNode } from 'react'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Instant } from '#ui/Instant.tsx'
import { CHECK_AGAIN, WAITING_FOR_RESPONSE } from './words.ts'

interface PendingChangeBannerProps {
  readonly title: string
  /** The size of the change, if the title does not contain it. */
  readonly detail?: string | undefined
  /** ISO 8601. */
  readonly sentAt: string
  /** False if the server no longer stores the response. */
  readonly isResendable: boolean
  readonly isResending: boolean
  readonly onResend: () => void
  /**
   * Where the user can see the result if the server no longer stores the response: 'The card’s statement and history'.
   */
  readonly resultLocation: string
  /** A link to the page with the result, shown instead of the retry. */
  readonly resultLink: ReactNode
  /** The result of the last attempt: an inconclusive error, or no response again. */
  readonly lastResponse?: string | undefined
  /** Why no action is possible here, e.g. because the change is open in another tab. */
  readonly blockedReason?: string | undefined
  readonly onDismiss?: (() => void) | undefined
  readonly children?: ReactNode
}

export function PendingChangeBanner(props: PendingChangeBannerProps) {
  const {
    title,
    detail,
    sentAt,
    isResendable,
    isResending,
    onResend,
    resultLocation,
    resultLink,
    lastResponse,
    blockedReason,
    onDismiss,
    children,
  } = props
  const canDismiss = onDismiss === undefined ? 'no' : 'yes'
  return (
    <Banner
      kind="warning"
      title={title}
      actions={
        <>
          {isResendable ? (
            <Button pending={isResending} disabledReason={blockedReason} onClick={onResend}>
              {CHECK_AGAIN}
            </Button>
          ) : (
            resultLink
          )}
          {children}
          {onDismiss && (
            <Button kind="quiet" disabledReason={isResending ? WAITING_FOR_RESPONSE : undefined} onClick={onDismiss}>
              {m.common_dismiss()}
            </Button>
          )}
        </>
      }
    >
      {m.pending_sentOn({ hasDetail: detail === undefined ? 'no' : 'yes', detail: detail ?? '' })}{' '}
      <Instant value={sentAt} />
      {m.pending_noAnswerCameBack()}{' '}
      {isResendable
        ? m.pending_checkingAgainIsSafe({ canDismiss })
        : m.pending_resendingIsUnsafe({ seenIn: resultLocation, canDismiss })}
      {lastResponse !== undefined && (
        <span className="block text-critical">{m.pending_lastTry({ answer: lastResponse })}</span>
      )}
    </Banner>
  )
}
