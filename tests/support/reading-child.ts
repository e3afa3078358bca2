// A program that reads one file with the worker's function and prints the cost. A separate process, since peak memory
// cannot be measured in a process that does other work. Argument: the file.
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { readRows } from '#workers/batch-file/read.ts'
import { toRowKind } from '#domain/row-kinds.ts'

export interface ReadingCost {
  /** The code of the refusal, or the number of rows. */
  readonly result: string
  readonly cpuSeconds: number
  /** The CPU time of a fixed piece of work, which tells how fast the machine is. */
  readonly referenceSeconds: number
  /** The increase of the peak memory while reading. */
  readonly mebibytes: number
}

const [, , path = ''] = process.argv
const file = new Blob([readFileSync(path)])
const cpuBefore = process.cpuUsage()
const peakBefore = peakMebibytes()
const accepts = ['csv', 'xlsx', 'xls'] as const
const result = await readRows(toRowKind({ kind: 'load', identifierType: 1 }), {
  accepts,
  maxRows: 5000,
  fileName: basename(path),
  isInFieldOrder: true,
  file,
})
const { user, system } = process.cpuUsage(cpuBefore)
const peak = peakMebibytes()
const cost: ReadingCost = {
  result: result.ok ? `${result.packedRows.count} rows` : result.refusal.code,
  cpuSeconds: (user + system) / 1e6,
  referenceSeconds: measureReference(),
  mebibytes: peak - peakBefore,
}
process.stdout.write(JSON.stringify(cost))

/** The seconds for splitting 6 MiB of text into short strings, character by character, as a reader of files does. */
function measureReference(): number {
  const usageBefore = process.cpuUsage()
  const text = '<c r="A1"><v>12</v></c>\n'.repeat(262_144)
  const counts = new Map<string, number>()
  let start = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    // '<', '>' and the line feed.
    if (code !== 60 && code !== 62 && code !== 10) continue
    const piece = text.slice(start, index)
    counts.set(piece, (counts.get(piece) ?? 0) + 1)
    start = index + 1
  }
  const { user, system } = process.cpuUsage(usageBefore)
  return (user + system) / 1e6
}

/** The peak memory. On Linux, Node's own value starts at the peak of the parent process, so the kernel's value is used. */
function peakMebibytes(): number {
  const status = '/proc/self/status'
  const peakKb = existsSync(status) ? /VmHWM:\s+([0-9]+)/.exec(readFileSync(status, 'utf8'))?.[1] : undefined
  return Number(peakKb ?? process.resourceUsage().maxRSS) / 1024
}
