// A csv read in chunks gives the same records and line numbers as the text read in one piece, for every split.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CsvError, createCsvChunks, type CsvRecord } from '#sheets/csv-chunks.ts'
import { fieldsToLine } from '#sheets/write-csv.ts'
import { guardReversibly, unguardFormula } from '#sheets/guard-formula.ts'

function readInChunks(text: string, cuts: readonly number[]): { records: CsvRecord[]; isUnterminated: boolean } {
  const chunks = createCsvChunks(',', 1)
  const positions = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length]
  const records = positions.slice(1).flatMap((end, index) => chunks.add(text.slice(positions[index], end)))
  const last = chunks.end()
  return { records: [...records, ...last.records], isUnterminated: last.isUnterminated }
}

const field = fc.oneof(
  fc.string(),
  fc.constantFrom('', 'a,b', 'say "hi"', 'two\r\nlines', 'x\ny', ' spaces ', '#no', '"'),
)

describe('a CSV read in chunks', () => {
  it('has the same records wherever the text is split', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.array(
            field.filter((text) => !/\r(?!\n)/.test(text)),
            { minLength: 2, maxLength: 5 },
          ),
          { minLength: 1, maxLength: 8 },
        ),
        fc.array(fc.nat(), { maxLength: 5 }),
        (rows, cuts) => {
          const text = rows.map(fieldsToLine).join('')
          const { records, isUnterminated } = readInChunks(text, cuts)
          expect(records.map(({ fields }) => fields)).toEqual(
            rows.map((row) => row.map((text) => text.replaceAll('\r\n', '\n'))),
          )
          expect(isUnterminated).toBe(false)
          let line = 1
          for (const { line: foundLine, fields } of records) {
            expect(foundLine).toBe(line)
            line += 1 + fields.join('').split('\n').length - 1
          }
        },
      ),
    )
  })

  it('accepts every line ending, skips blank lines and reports a last record without a line ending', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = ['a,b', '', '1,2', '3,4', ''].join(end)
      for (let cut = 0; cut <= text.length; cut += 1) {
        const result = readInChunks(text, [cut])
        expect(result.records).toEqual([
          { line: 1, fields: ['a', 'b'] },
          { line: 3, fields: ['1', '2'] },
          { line: 4, fields: ['3', '4'] },
        ])
        expect(result.isUnterminated).toBe(false)
      }
    }
    expect(readInChunks('a,b\n1,2', [5])).toEqual({
      records: [
        { line: 1, fields: ['a', 'b'] },
        { line: 2, fields: ['1', '2'] },
      ],
      isUnterminated: true,
    })
  })

  it('reports the line of a quotation mark that is not closed or is out of place', () => {
    const faultOf = (text: string) => {
      try {
        readInChunks(text, [])
      } catch (error) {
        if (error instanceof CsvError) return error.details
        throw error
      }
      return undefined
    }
    expect(faultOf('a,b\n1,2\n3,"4\n5,6\n')).toEqual({ fault: 'quoteNotClosed', line: 3 })
    expect(faultOf('a,b\n1,2\n"3"4,5\n')).toEqual({ fault: 'quoteOutOfPlace', line: 3 })
    expect(faultOf(`a,b\n1,"2\n${'3,4\n'.repeat(300_000)}`)).toEqual({ fault: 'quoteNotClosed', line: 2 })
  })
})

describe('texts with a reversible formula guard', () => {
  const hostileText = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', ';', '\t', '|', ' ', '"', 'a', '1', '＝') }),
  )

  it('are restored exactly, and are not formulas while guarded', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const guarded = guardReversibly(text)
        expect(unguardFormula(guarded)).toBe(text)
        if (!/^[+-]?[0-9]+(?:[.,][0-9]+)*$/.test(guarded)) expect(guarded).not.toMatch(/^\s*[=+\-@＝]/)
      }),
      { numRuns: 5_000 },
    )
  })
})
