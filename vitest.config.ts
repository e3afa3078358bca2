// Unit and server tests. `#…` imports resolve through package.json. Single pages and components are tested in jsdom, whole
// screens in a browser (playwright.config.ts). Test files that run in the same worker share their modules, and the files of
// the portal also share a window, because isolating them takes almost three times as long
// (docs/decisions/391-the-same-tests-in-every-run.md). Files that replace modules run isolated.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import react from '@vitejs/plugin-react'
import { compileAll } from './tools/messages.mjs'
import { pseudoWords } from './tests/support/pseudo-words.ts'

const folder = join(import.meta.dirname, 'tests')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
/** The text of a test file. If it uses a setup file beside it, the text of this file comes first. */
function readWithSetup(file: string): string {
  const text = read(file)
  const [, setupFile] = / from '(\.\/setup\.tsx?)'/.exec(text) ?? []
  return setupFile === undefined ? text : read(join(dirname(file), setupFile)) + text
}
const isolatedFiles = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .filter((file) => /\bvi\.(mock|doMock|resetModules)\(/.test(readWithSetup(file)))
  // This file replaces a module only while it runs and restores it, so it can share the database of the other files.
  .filter((file) => file !== 'server/access/equal-times.test.ts')
  .map((file) => `tests/${file}`)
const isolatedScreens = isolatedFiles.filter((file) => file.startsWith('tests/pages/'))

const permanentWindow = join(import.meta.dirname, 'tests/support/permanent-window.ts')
const server = 'tests/server/**/*.test.ts'
const secondLanguage = 'tests/words/second-language.test.tsx'
/** Rules that must not depend on any text. Their tests run in English with all others, and again in the second language. */
const rulesInAnyLanguage = [
  'tests/words/rules.test.ts',
  'tests/domain/{answers,funding}.test.ts',
  'tests/domain/money.test.ts',
  'tests/domain/merchants/{list,qr}.test.ts',
  'tests/domain/order/issue.test.ts',
  'tests/domain/reports/{files,series}.test.ts',
  'tests/machines/upload-kinds.test.ts',
  'tests/rows/plain-amounts.test.ts',
]
/** The patterns of `--exclude`. Vitest does not apply them to a project that has its own `exclude`. */
const excludedByCommand = process.argv.filter((_, index, all) => all[index - 1] === '--exclude')
const portal = 'tests/{app,flows,pages,services,ui}/**/*.test.{ts,tsx}'

/**
 * Begins with the files that wait for processes and databases, so that others fill the time. Vitest sorts by the durations
 * of earlier runs. A fresh clone has none, and these files would come last, because they are small.
 */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const waits = ({ moduleId }: TestSpecification) =>
      /\/server\/(?:faults|deployment|db|programme)\/|\/process\.test/.test(moduleId)
    return [...sorted.filter(waits), ...sorted.filter((file) => !waits(file))]
  }
}

await compileAll()

export default defineConfig({
  // Some tests import a copy of the sources from the system's folder for temporary files.
  server: { fs: { strict: false } },
  test: {
    // Three workers for two cores, because tests of processes and databases that die spend much of their time waiting.
    maxWorkers: 3,
    isolate: false,
    sequence: { sequencer: WaitingFirst },
    restoreMocks: true,
    // A busy machine takes a few times as long as an idle one. A test that takes longer hangs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    unstubEnvs: true,
    unstubGlobals: true,
    // Nine megabytes of messages, which Node loads itself: vite would transform them for each project and send them to each
    // worker.
    server: { deps: { external: [/\/\.cache\/messages\//] } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          sequence: { groupOrder: 1 },
          environment: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/e2e/**', server, portal, secondLanguage, ...isolatedFiles, ...excludedByCommand],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          sequence: { groupOrder: 0 },
          environment: 'node',
          include: [server],
          globalSetup: 'tests/support/templates.ts',
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'portal',
          sequence: { groupOrder: 5 },
          environment: permanentWindow,
          include: [portal],
          exclude: isolatedFiles,
          setupFiles: 'tests/support/screen-setup.ts',
        },
      },
      {
        extends: true,
        plugins: [react()],
        resolve: { alias: [pseudoWords] },
        test: {
          name: 'second language',
          sequence: { groupOrder: 2 },
          environment: 'node',
          include: [secondLanguage, ...rulesInAnyLanguage],
          globalSetup: 'tests/support/pseudo-words.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'apart',
          sequence: { groupOrder: 3 },
          environment: 'node',
          include: isolatedFiles,
          exclude: isolatedScreens,
          isolate: true,
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'portal, apart',
          sequence: { groupOrder: 4 },
          environment: permanentWindow,
          include: isolatedScreens,
          setupFiles: 'tests/support/screen-setup.ts',
          isolate: true,
        },
      },
    ],
  },
})
