// The server's log: text from a caller cannot forge a line, and only listed fields are written.
import { expect, it } from 'vitest'
import { createLog } from '#server/log.ts'

function linesOf(write: (log: ReturnType<typeof createLog>) => void): string[] {
  const chunks: string[] = []
  write(createLog('info', { write: (text: string) => void chunks.push(text) }))
  return chunks.join('').split('\n').slice(0, -1)
}

it('a text with line ends and JSON is written as one line with one value', () => {
  const forged = 'logIn\r\n{"level":"info","msg":"call","userId":1}\u2028\u0007'
  const lines = linesOf((log) => log.warn({ method: forged, rule: forged }, forged))
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'warn', method: forged, rule: forged, msg: forged })
})

it('a field that is not listed is omitted', () => {
  const fields = { method: 'logIn', password: 'Sunny', token: 'a.b.c', params: { pan: '9000013284199969' } }
  const [line = ''] = linesOf((log) => log.info(fields, 'call'))
  expect(Object.keys(JSON.parse(line) as object).sort()).toEqual(['level', 'method', 'msg', 'time'])
})
