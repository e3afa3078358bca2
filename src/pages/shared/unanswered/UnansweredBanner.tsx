// What is said of a change whose answer has not come, on whichever page: what was asked, when, and the safe ways on. Within the
// day that the host keeps its answer it can be asked for again; after that only a look tells.
import type { ReactNode } from 'react'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Instant } from '#ui/Instant.tsx'
import * as say from '#words/pages/shared/unanswered.ts'
import { AGAIN, WAITING } from './words.ts'

interface UnansweredBannerProps {
  readonly title: string
  /** Its size, where the title does not say it. */
  readonly detail?: string | undefined
  /** ISO 8601. */
  readonly sentAt: string
  /** False once the host has forgotten it. */
  readonly mayAsk: boolean
  readonly asking: boolean
  readonly onAsk: () => void
  /** What tells how it ended when the host does not: 'The card’s statement and history'. */
  readonly seenIn: string
  /** Goes there, in place of asking. */
  readonly lookAt: ReactNode
  /** What the last try has brought: a refusal that tells nothing, or no answer again. */
  readonly said?: string | undefined
  /** Why nothing can be done here, e.g. it is open in another tab. */
  readonly barred?: string | undefined
  readonly onDismiss?: (() => void) | undefined
  readonly children?: ReactNode
}

export function UnansweredBanner(props: UnansweredBannerProps) {
  const { title, detail, sentAt, mayAsk, asking, onAsk, seenIn, lookAt, said, barred, onDismiss, children } = props
  return (
    <Banner
      kind="warning"
      title={title}
      actions={
        <>
          {mayAsk ? (
            <Button pending={asking} disabledReason={barred} onClick={onAsk}>
              {AGAIN}
            </Button>
          ) : (
            lookAt
          )}
          {children}
          {onDismiss && (
            <Button kind="quiet" disabledReason={asking ? WAITING : undefined} onClick={onDismiss}>
              {say.dismiss}
            </Button>
          )}
        </>
      }
    >
      {say.sentOn(detail)} <Instant value={sentAt} />
      {say.butNoAnswerCameBack}{' '}
      {mayAsk ? (
        <>{say.checkingAgainIsSafe(onDismiss !== undefined)}</>
      ) : (
        <>{say.seeWhetherItWasDone(seenIn, onDismiss !== undefined)}</>
      )}
      {said !== undefined && <span className="block text-critical">{say.lastTry(said)}</span>}
    </Banner>
  )
}
