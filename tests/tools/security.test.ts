// docs/security.md lists the tests that prove each of its rows. They exist with these titles, and run with all others.
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const page = readFileSync('docs/security.md', 'utf8')
const rows = page.split(/^(?=### T[0-9]{2} )/m).slice(1)

/** As in vitest.config.ts and playwright.config.ts. */
const isRun = (file: string): boolean =>
  /^tests\/e2e\/.+\.spec\.ts$/.test(file) ||
  /^tests\/(?!e2e\/).+\.test\.ts$/.test(file) ||
  /^tests\/(?:app|flows|pages|services|ui)\/.+\.test\.tsx$/.test(file)

it('docs/security.md has every row from T01 to T67, once', () => {
  const numbers = rows.map((row) => Number(/^### T([0-9]{2}) /.exec(row)?.[1]))
  expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from({ length: 67 }, (_, at) => at + 1))
})

it.each(rows.map((row) => [/^### (.+)$/m.exec(row)?.[1] ?? '', row] as const))('%s has tests that run', (_, row) => {
  const references = [...row.matchAll(/^- `(tests\/[^`]+)`: "(.+)"$/gm)]
  expect(references).not.toEqual([])
  // Each line that begins like a reference to a test is a complete one.
  expect(row.match(/^- `tests\//gm)?.length).toBe(references.length)
  for (const [, file = '', title = ''] of references) {
    expect(existsSync(file) && isRun(file), `${file} does not run`).toBe(true)
    const text = readFileSync(file, 'utf8')
    expect(text, `${file} has no test "${title}"`).toContain(title)
    expect(text, `${file} leaves out tests`).not.toMatch(/\b(?:it|test|describe)\.(?:skip|todo|only)\(/)
  }
})
