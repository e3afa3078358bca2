// The words of ui.

export const moreFor = (subject: string): string => `More for ${subject}`
export const less = 'Less'
export const whatToDo = 'What to do'
export const dismiss = 'Dismiss'
export const cancel = 'Cancel'
export const waitingForAnswer = 'Waiting for the answer'
export const copied = 'Copied'
export const copyWhat = (what: string): string => `Copy ${what}`
export const pressEscAgainToClose = 'Press Esc again to close this and lose what you typed.'
export const close = 'Close'
export const thereIsProblem = 'There is a problem'
export const optional = '(optional)'
export const hidePassword = 'Hide password'
export const showPassword = 'Show password'
export const hide = 'Hide'
export const show = 'Show'
export const loading = 'Loading'
export const done = '(done)'
export const closeNotice = 'Close notice'
export const moreNotices = (count: number, errors: number): string =>
  `${count} more ${count === 1 ? 'notice' : 'notices'}${errors === 0 ? '' : errors === 1 ? ', 1 error' : `, ${errors} errors`}`
export const wholeNotice = 'Whole notice'
export const moreShort = (count: number): string => `+${count}`
export const noneGiven = 'None given'
export const timesTimes = (times: number): string => `${times} times`
export const doneOfTotal = (done: string, total: string): string => `${done} of ${total}`
export const notices = 'Notices'
export const showAsChart = 'Show as chart'
export const showAsTable = 'Show as table'
export const day = 'Day'
