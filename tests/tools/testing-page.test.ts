// The instructions of docs/testing.md work as written: its code runs, its scenario passes, and its state diagrams match
// the machines.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runTerminal } from '#tools/lab/terminal.ts'
import { drawAll } from '#tools/lab/draw.tsx'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/testing.md'), 'utf8')

test('the ten lines that drive a machine work as described', async () => {
  const code = /```ts\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
  expect(code.trim().split('\n').length).toBeLessThanOrEqual(10)
  const messages: unknown[] = []
  const body = code.replace(/^import (\{.*?\}) from '(.*)'$/gm, "const $1 = await load('$2')").replaceAll('!', '')
  const load = (path: string) => modules[path]?.()
  // oxlint-disable-next-line typescript/no-implied-eval, eslint/no-new-func -- the page's own lines
  const run = new Function('load', 'console', `return (async () => {${body}})()`) as (
    ...given: unknown[]
  ) => Promise<void>
  await run(load, { log: (...words: unknown[]) => messages.push(...words) })
  expect(messages[0]).toEqual(['reviewing.unverified'])
  expect(messages[1]).toMatchObject({ rows: 2 })
  expect(messages[2]).toContainEqual({ send: 'check', sample: 'usual' })
})

test('the scenario on the page passes in the terminal', () => {
  const scenario = /`(\[\{ "send"[\s\S]*?\])`/.exec(page)?.[1] ?? ''
  const { lines, exitCode } = runTerminal(['batch', 'events.json'], () => scenario)
  expect([lines.at(-2), exitCode]).toEqual(['As expected', 0])
})

test('the state diagrams in the documentation match the machines', async () => {
  const folder = join(root, 'src/machines/charts')
  const drawn = await drawAll()
  expect(readdirSync(folder).toSorted()).toEqual([...drawn.keys()].toSorted())
  for (const [name, picture] of drawn) expect(readFileSync(join(folder, name), 'utf8')).toBe(picture)
})

const modules: Readonly<Record<string, () => Promise<unknown>>> = {
  '#tools/lab/catalogue/all.ts': () => import('#tools/lab/catalogue/all.ts'),
  '#tools/lab/catalogue/drive.ts': () => import('#tools/lab/catalogue/drive.ts'),
}
