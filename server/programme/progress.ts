// Shows the progress of a command on stderr, with its rate and the time left: a bar on a terminal, otherwise a line per
// 10 %, so that logs stay short.
import { durationToText } from './counts-and-durations.ts'

export interface Progress {
  /** Adds to the number of completed items. */
  readonly add: (count: number) => void
  /** Removes the bar. */
  readonly end: () => void
}

export type Terminal = Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>

const BAR_WIDTH = 30
const CLEAR_LINE = '\r\u001b[K'

/** `what` begins the line: 'Cards'. If `total` is 0, nothing is shown. `now`: milliseconds, from any start. */
export function createProgress(
  what: string,
  total: number,
  terminal: Terminal,
  now: () => number = () => performance.now(),
): Progress {
  const startedAt = now()
  let doneCount = 0
  let shownStep = -1
  const rateToTexts = () => {
    const seconds = (now() - startedAt) / 1000
    if (doneCount === 0 || seconds < 1) return []
    const perSecond = doneCount / seconds
    const left = doneCount < total ? [`${durationToText((total - doneCount) / perSecond)} left`] : []
    return [`${toText(Math.round(perSecond))} a second`, ...left]
  }
  const show = () => {
    const share = total === 0 ? 1 : Math.min(doneCount / total, 1)
    const step = Math.floor(share * (terminal.isTTY ? 100 : 10))
    if (step === shownStep || total === 0) return
    shownStep = step
    const counts = [`${toText(doneCount)} of ${toText(total)}`, ...rateToTexts()].join(', ')
    if (!terminal.isTTY) {
      if (step > 0) terminal.write(`${what}: ${counts}\n`)
      return
    }
    const filled = Math.round(share * BAR_WIDTH)
    const line = `${what} [${'#'.repeat(filled)}${' '.repeat(BAR_WIDTH - filled)}] ${step} % (${counts})`
    terminal.write(CLEAR_LINE + line.slice(0, (terminal.columns || 80) - 1))
  }
  show()
  return {
    add: (count) => {
      doneCount += count
      show()
    },
    end: () => {
      if (terminal.isTTY) terminal.write(CLEAR_LINE)
    },
  }
}

const toText = (count: number): string => count.toLocaleString('en')
