// Shows the progress of a command on stderr: a bar on a terminal, otherwise a line per 10 %, so that logs stay short.

export interface Progress {
  /** Adds to the number of completed items. */
  readonly add: (count: number) => void
  /** Removes the bar. */
  readonly end: () => void
}

export type Terminal = Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>

const BAR_WIDTH = 30
const CLEAR_LINE = '\r\u001b[K'

/** `what` begins the line: 'Cards'. If `total` is 0, nothing is shown. */
export function createProgress(what: string, total: number, terminal: Terminal): Progress {
  let doneCount = 0
  let shownStep = -1
  const show = () => {
    const share = total === 0 ? 1 : Math.min(doneCount / total, 1)
    const step = Math.floor(share * (terminal.isTTY ? 100 : 10))
    if (step === shownStep || total === 0) return
    shownStep = step
    const counts = `${doneCount.toLocaleString('en')} of ${total.toLocaleString('en')}`
    if (!terminal.isTTY) return void (step > 0 && terminal.write(`${what}: ${counts}\n`))
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
    end: () => void (terminal.isTTY && terminal.write(CLEAR_LINE)),
  }
}
