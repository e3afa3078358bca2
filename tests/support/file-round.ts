// Which files a run makes of those that are drawn: a short round makes some of the faults, replays and looks, of its seed (round.ts).
// A run that names its files makes those, and `npm run soak` all.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { startRound } from './round.ts'

const root = join(import.meta.dirname, '../..')
const filesOf = (folder: string, always = '') =>
  readdirSync(join(root, folder))
    .filter((file) => /\.(test|spec)\.ts$/.test(file) && file !== always)
    .map((file) => `${folder}/${file}`)

/** Files of folders of which a short round makes some. */
interface Drawn {
  readonly folders: readonly string[]
  readonly count: number
  /** Made by each run. */
  readonly always?: string
}

const hostDraws: readonly Drawn[] = [
  // That each row is loaded once is tried by each run.
  { folders: ['tests/server/faults'], count: 1, always: 'batches.test.ts' },
]
const browserDraws: readonly Drawn[] = [
  { folders: ['tests/e2e/faults'], count: 1 },
  // That no walk has a gap is planned in each run.
  { folders: ['tests/e2e/replay'], count: 1, always: 'coverage.spec.ts' },
  { folders: ['tests/e2e/lab', 'tests/e2e/system'], count: 1 },
]

export interface FileRound {
  readonly seed: number
  /** Paths of files, from the project's folder on. */
  readonly drawn: readonly string[]
  readonly leftOut: readonly string[]
}

export const startHostRound = (): FileRound => startFileRound(hostDraws)
export const startBrowserRound = (): FileRound => startFileRound(browserDraws)

/** As `npx vitest run tests/server/faults/orders.test.ts` does. */
const namesFiles = (): boolean =>
  process.argv.slice(2).some((argument) => argument.startsWith('tests/') || argument.startsWith(join(root, 'tests/')))

function startFileRound(draws: readonly Drawn[]): FileRound {
  const { seed, drawn: some } = startRound()
  if (namesFiles()) return { seed, drawn: [], leftOut: [] }
  const choices = draws.map(({ folders, count, always }) => ({
    count,
    files: folders.flatMap((folder) => filesOf(folder, always)),
  }))
  const drawn = choices.flatMap(({ files, count }) => some(files, count))
  return { seed, drawn, leftOut: choices.flatMap(({ files }) => files).filter((file) => !drawn.includes(file)) }
}

/** What the round has drawn, for the first lines of a run; '' where it has drawn nothing. */
export const toldRound = ({ seed, drawn }: Pick<FileRound, 'seed' | 'drawn'>): string =>
  drawn.length > 0 ? `Of what is drawn, seed ${seed} makes: ${drawn.map((path) => path.slice('tests/'.length)).join(', ')}` : '' // oxfmt-ignore
