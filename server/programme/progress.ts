// Shows the progress of a command on stderr, with its rate and the time left. On a terminal, the progress is a bar.
// Otherwise it is a line for each 10 %, so that logs stay short.
import { durationToText } from './counts-and-durations.ts'

export interface Progress {
  /** Adds to the number of completed items. */
  readonly add: (count: number) => void
  /** Removes the bar. */
  readonly end: () => void
}

export type Terminal = Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>

const BAR_WIDTH = 30
/** The width of a terminal that does not tell its width. */
const DEFAULT_COLUMNS = 80
const CLEAR_LINE = '\r\u001b[K'

/**
 * `what` names the items at the beginning of the line: 'Cards'. If `total` is 0, nothing is shown. `now` returns
 * milliseconds since any start.
 */
export function createProgress(
  what: string,
  total: number,
  terminal: Terminal,
  now: () => number = () => performance.now(),
): Progress {
  const startedAt = now()
  let completedCount = 0
  /** A step is 1 % on a terminal, otherwise 10 %. */
  const stepCount = terminal.isTTY ? 100 : 10
  let shownStep: number | undefined
  /** ['1,200 a second', '3 min left']. Without the time left at the end. Empty in the first second. */
  const rateTexts = () => {
    const seconds = (now() - startedAt) / 1000
    if (completedCount === 0 || seconds < 1) return []
    const perSecond = completedCount / seconds
    const rate = `${formatCount(Math.round(perSecond))} a second`
    return completedCount < total ? [rate, `${durationToText((total - completedCount) / perSecond)} left`] : [rate]
  }
  const show = () => {
    if (total === 0) return
    const share = Math.min(completedCount / total, 1)
    const step = Math.floor(share * stepCount)
    if (step === shownStep) return
    shownStep = step
    const counts = [`${formatCount(completedCount)} of ${formatCount(total)}`, ...rateTexts()].join(', ')
    if (!terminal.isTTY) {
      if (step > 0) terminal.write(`${what}: ${counts}\n`)
      return
    }
    const bar = '#'.repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH)
    const columns = terminal.columns || DEFAULT_COLUMNS
    terminal.write(CLEAR_LINE + `${what} [${bar}] ${step} % (${counts})`.slice(0, columns - 1))
  }
  show()
  return {
    add: (count) => {
      completedCount += count
      show()
    },
    end: () => {
      if (terminal.isTTY) terminal.write(CLEAR_LINE)
    },
  }
}

const formatCount = (count: number): string => count.toLocaleString('en')
