// A vitest reporter for errors outside the tests: in a file that does not load, between tests, or when closing after the
// last test. Each fails the run even if every test has passed, and the json reporter omits most of them.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * The file that `npm test` reads: a list of { name, message }. `name` contains the test file, the suite or test that was
 * running, and the first line of the stack that is in this repository.
 */
export const strayErrorsFile = join(root, '.cache/reports/stray-errors.json')

export default class StrayErrors {
  onTestRunEnd(files, unhandled) {
    const errorsOfFiles = files.flatMap((file) => file.errors().map((error) => describe(error, file.moduleId)))
    const errorsOfSuites = files.flatMap((file) =>
      [...file.children.allSuites()].flatMap((suite) =>
        suite.errors().map((error) => describe(error, file.moduleId, suite.fullName)),
      ),
    )
    const otherErrors = unhandled.map((error) => describe(error, error.VITEST_TEST_PATH, error.VITEST_TEST_NAME))
    mkdirSync(dirname(strayErrorsFile), { recursive: true })
    writeFileSync(strayErrorsFile, JSON.stringify([...errorsOfFiles, ...errorsOfSuites, ...otherErrors]))
  }
}

function describe({ type, name = 'Error', message, stack = '' }, file, suite) {
  const ourLine = stack.split('\n').find((line) => line.includes(root) && !line.includes('node_modules'))
  const location = [file ? relative(root, file) : 'between files', suite, type, ourLine?.trim().replace(root, '')]
  return { name: location.filter(Boolean).join(', '), message: `${name}: ${message}` }
}
