// Which browser tests a run makes: all but the faults and the replays that a short round has not drawn (round.ts). A run that names
// its files makes those, and so does `npm run soak`.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { startRound } from './round.ts'

const folder = join(import.meta.dirname, '../e2e')
const filesOf = (name: string) =>
  readdirSync(join(folder, name))
    .filter((file) => file.endsWith('.spec.ts'))
    .map((file) => join(folder, name, file))

/** Always made: that every walk is planned without gaps. */
const COVERAGE = join(folder, 'replay/coverage.spec.ts')
const FAULTS_DRAWN = 2

export interface BrowserRound {
  readonly seed: number
  /** Paths of files. */
  readonly drawn: readonly string[]
  readonly leftOut: readonly string[]
}

export function startBrowserRound(): BrowserRound {
  const round = startRound()
  const [faults, walks] = [filesOf('faults'), filesOf('replay').filter((file) => file !== COVERAGE)]
  const drawn = [...round.drawn(faults, FAULTS_DRAWN), ...round.drawn(walks)]
  return { seed: round.seed, drawn, leftOut: [...faults, ...walks].filter((file) => !drawn.includes(file)) }
}
