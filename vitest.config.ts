// Unit and host tests. `#…` imports resolve through package.json; whole screens are tested in a browser (playwright.config.ts),
// only single pages and components in jsdom. The files of a worker share their modules, and those of the portal a window: making
// these anew for each file took as long as its tests. Files that replace modules or load them anew, by calls of their own or of
// what they share with their neighbours, have a worker each.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import react from '@vitejs/plugin-react'
import { startHostRound, toldRound } from './tests/support/file-round.ts'
import { pseudoWords } from './tests/support/pseudo-words.ts'
import { brief } from './tests/support/run-to-end.ts'
import { writeToMemory } from './tools/memory-folder.mjs'

writeToMemory()
const round = startHostRound()

const folder = join(import.meta.dirname, 'tests')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const withSetup = (file: string) =>
  (/ from '(\.\/setup\.tsx?)'/.exec(read(file))?.slice(1) ?? []).map((path) => read(join(dirname(file), path))).join() +
  read(file)
const apart = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .filter((file) => /\bvi\.(mock|doMock|resetModules)\(/.test(withSetup(file)))
  .map((file) => `tests/${file}`)
const screensApart = apart.filter((file) => file.startsWith('tests/pages/'))

const lastingWindow = join(import.meta.dirname, 'tests/support/lasting-window.ts')
const server = 'tests/server/**/*.test.ts'
const secondLanguage = 'tests/words/second-language.test.tsx'
/** Rules that must not depend on any text: their tests run in English with all others, and once more in the second language. */
const rulesInAnyLanguage = [
  'tests/words/rules.test.ts',
  'tests/domain/answers.test.ts',
  'tests/domain/money.test.ts',
  'tests/domain/merchants/{list,qr}.test.ts',
  'tests/domain/order/issue.test.ts',
  'tests/domain/reports/{files,series}.test.ts',
  'tests/machines/upload-kinds.test.ts',
  'tests/rows/plain-amounts.test.ts',
]
const portal = 'tests/{app,flows,pages,services,ui}/**/*.test.{ts,tsx}'

/** Whose files come first: the last ones are those of the portal, of which none takes long. */
const turns = ['server', 'node', 'second language', 'apart', 'portal, apart', 'portal']

/**
 * The files of a project one after the other, in an order of each run's own, which its seed brings back. A worker serves one project
 * alone: it would end with each file of another, and the next one would load everything anew.
 */
class ProjectsInTurn extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root, sequence } = this.ctx.config
    const seed = sequence.seed ?? Date.now()
    this.ctx.logger.log(`Files in the order of seed ${seed}. ${toldRound(round)}`)
    const placeOf = ({ project, moduleId }: TestSpecification) =>
      turns.indexOf(project.name) +
      createHash('sha1')
        .update(`${seed}${moduleId.slice(root.length)}`)
        .digest('hex')
    return Promise.resolve(files.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1)))
  }
}

export default defineConfig({
  test: {
    // For two cores: tests of processes and databases that die wait for a good part of their time, and the third has a turn then.
    maxWorkers: 3,
    // The embedded database is opened by most tests of the host, each time for a moment.
    execArgv: [...brief],
    isolate: false,
    restoreMocks: true,
    // No file may count on which came before it in its worker: each run has an order of its own.
    // With SHUFFLE=tests the tests of each file have one too.
    sequence: { shuffle: { files: true, tests: process.env['SHUFFLE'] === 'tests' }, sequencer: ProjectsInTurn },
    // A test waits for the thing itself; how long that may take costs nothing where it comes, and a machine may be busy with four
    // suites at once.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/e2e/**', server, portal, secondLanguage, ...apart],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: [server],
          exclude: [...round.leftOut],
          globalSetup: 'tests/support/templates.ts',
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'portal',
          environment: lastingWindow,
          include: [portal],
          exclude: apart,
          setupFiles: 'tests/support/browserlike.ts',
        },
      },
      {
        extends: true,
        plugins: [react()],
        resolve: { alias: [pseudoWords] },
        test: {
          name: 'second language',
          environment: 'node',
          include: [secondLanguage, ...rulesInAnyLanguage],
          globalSetup: 'tests/support/pseudo-words.ts',
        },
      },
      {
        extends: true,
        test: { name: 'apart', environment: 'node', include: apart, exclude: screensApart, isolate: true },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'portal, apart',
          environment: lastingWindow,
          include: screensApart,
          setupFiles: 'tests/support/browserlike.ts',
          isolate: true,
        },
      },
    ],
  },
})
