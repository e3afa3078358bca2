// The words of pages/shared/pending-changes.

export const close = 'Close'
export const itWasSentButNoAnswer =
  'It was sent, but no answer came back. You can safely check again as often as you like. It will not be done twice.'
export const dismiss = 'Dismiss'
export const sentOn = (detail: string | undefined): string => `${detail === undefined ? '' : `${detail}. `}Sent on`
export const butNoAnswerCameBack = ', but no answer came back.'
export const checkingAgainIsSafe = (canDismiss: boolean): string =>
  `You can safely check again as often as you like. It will not be done twice.${canDismiss ? ' Dismiss this when you have seen what happened.' : ''}`
export const seeWhetherItWasDone = (seenIn: string, canDismiss: boolean): string =>
  `The server keeps answers for a day, so sending it again could do it twice. ${seenIn} will show whether it was done${canDismiss ? '; then dismiss this.' : '.'}`
export const lastTry = (answer: string): string => `Last try: ${answer}`
export const itWasNotDone = (text: string): string => `It was not done. ${text}`
export const whetherDone = (done: string): string => `Whether ${done}`
export const serverKeepsAnswers = (seenIn: string): string =>
  `The server keeps answers for a day, so sending it again could do it twice. ${seenIn} will show whether it was done. Then dismiss this, and do it again if it was not.`
export const checkingAgainIsSafeIt = (ifNotDone: string | undefined): string =>
  `You can safely check again as often as you like. It will not be done twice. ${ifNotDone ?? ''}`
export const canTellTooIfYouKnow = (seenIn: string): string =>
  `${seenIn} will also show it. If you know what happened, dismiss this.`

export const checkAgain = 'Check again'
export const waitingForAnswer = 'Waiting for the answer'
export const weCannotTellWhether = (done: string): string => `We cannot tell whether ${done}`
