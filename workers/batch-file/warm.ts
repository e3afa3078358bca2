// Made-up files for a worker with nothing to do: the first real file then finds every path compiled.
import { readBatchFile } from './read.ts'

/** Reads files of two fields, of three fields and of faulty rows, until the engine has compiled what they run through. */
export async function warm(): Promise<void> {
  for (const identifierType of [1, 2] as const) {
    const file = new Blob([syntheticRows(2000)])
    await readBatchFile({ type: 'load', identifierType, accepts: ['csv'], maxRows: 5000, fileName: 'warm.csv', file })
  }
}

function syntheticRows(count: number): string {
  const lines: string[] = ['Card Number,Amount']
  for (let i = 0; i < count; i++) {
    const identifier = String(9_000_010_000_000_000 + i * 37)
    if (i % 10 === 3) lines.push(`${identifier},,${i}.5`)
    else if (i % 10 === 7) lines.push(`${identifier.slice(0, 12)},-${i}`)
    else lines.push(`${identifier},${i}.50`)
  }
  return lines.join('\n')
}
