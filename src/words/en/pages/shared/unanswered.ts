// The words of pages/shared/unanswered.

export const close = 'Close'
export const itWasSentButNoAnswer =
  'It was sent, but no answer came back. Checking again is safe, as often as you like: it is the same request, and it is done once at most.'
export const dismiss = 'Dismiss'
export const sentOn = (detail: string | undefined): string => `${detail === undefined ? '' : `${detail}. `}Sent on`
export const butNoAnswerCameBack = ', but no answer came back.'
export const checkingAgainIsSafe = (canDismiss: boolean): string =>
  `Checking again is safe, as often as you like: it is done once at most.${canDismiss ? ' Dismiss it when you have seen how it ended.' : ''}`
export const seeWhetherItWasDone = (seenIn: string, canDismiss: boolean): string =>
  `The server keeps answers for a day, so sending it again could do it twice. ${seenIn} will show whether it was done${canDismiss ? '; then dismiss this.' : '.'}`
export const lastTry = (answer: string): string => `Last try: ${answer}`
export const itWasNotDone = (text: string): string => `It was not done. ${text}`
export const whetherDone = (done: string): string => `Whether ${done}`
export const serverKeepsAnswers = (seenIn: string): string =>
  `The server keeps answers for a day, so sending it again could do it twice. ${seenIn} will show whether it was done. Then dismiss this, and do it again if it was not.`
export const checkingAgainIsSafeIt = (ifNotDone: string | undefined): string =>
  `Checking again is safe, as often as you like: it is the same request, and it is done once at most. ${ifNotDone ?? ''}`
export const canTellTooIfYouKnow = (seenIn: string): string =>
  `${seenIn} can tell, too. If you know how it ended, dismiss this and go on.`

export const checkAgain = 'Check again'
export const waitingForAnswer = 'Waiting for the answer'
export const weCannotTellWhether = (done: string): string => `We cannot tell whether ${done}`
