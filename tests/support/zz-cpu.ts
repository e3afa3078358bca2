import { readFileSync, appendFileSync } from 'node:fs'
import { afterAll, afterEach, beforeEach, expect } from 'vitest'
const read = () => {
  const s = readFileSync('/proc/self/stat', 'utf8')
  const r = s.slice(s.lastIndexOf(')') + 2).split(' ')
  return [(+r[11]! + +r[12]!) / 100, (+r[13]! + +r[14]!) / 100] as const
}
const [a, b] = read()
const path = () => expect.getState().testPath?.replace(/.*\/tests\//, '')
let t0 = read()
let sum = 0
beforeEach(() => {
  t0 = read()
})
afterEach((c) => {
  const t = read()
  const d = t[0] - t0[0] + t[1] - t0[1]
  sum += d
  if (d > 0.3)
    appendFileSync('/tmp/t9/tests.cpu', `${d.toFixed(2)} ${path()} ${c.task.suite?.name ?? ''} > ${c.task.name}\n`)
})
afterAll(() => {
  const [c, d] = read()
  appendFileSync(
    '/tmp/t9/files.cpu',
    `${(c - a + d - b).toFixed(2)} self ${(c - a).toFixed(2)} children ${(d - b).toFixed(2)} tests ${sum.toFixed(2)} ${path()}\n`,
  )
})
