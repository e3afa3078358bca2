// A program that reads one file with the worker's function and prints what it needed. A separate process, since peak memory
// cannot be measured in a process that does other work. Argument: the file.
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { readRows } from '#workers/batch-file/read.ts'
import { toRowType } from '#domain/row-types.ts'

export interface ReadingCost {
  /** The code of the refusal, or the number of rows. */
  readonly result: string
  /** The increase of the peak memory while reading. */
  readonly mebibytes: number
}

const [, , path = ''] = process.argv
const file = new Blob([readFileSync(path)])
const peakBefore = peakMebibytes()
const accepts = ['csv', 'xlsx', 'xls'] as const
const result = await readRows(toRowType({ kind: 'load', identifierType: 1 }), {
  accepts,
  maxRows: 5000,
  fileName: basename(path),
  isInFieldOrder: true,
  file,
})
const peak = peakMebibytes()
const cost: ReadingCost = {
  result: result.ok ? `${result.packedRows.count} rows` : result.refusal.code,
  mebibytes: peak - peakBefore,
}
process.stdout.write(JSON.stringify(cost))

/** The peak memory. On Linux, Node's own value starts at the peak of the parent process, so the kernel's value is used. */
function peakMebibytes(): number {
  const status = '/proc/self/status'
  const peakKb = existsSync(status) ? /VmHWM:\s+([0-9]+)/.exec(readFileSync(status, 'utf8'))?.[1] : undefined
  return Number(peakKb ?? process.resourceUsage().maxRSS) / 1024
}
