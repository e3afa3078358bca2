// Damages valid files in hundreds of ways: whatever the damage, no file becomes a valid load of another sum without a
// question, an error, a warning or a note before the submission. Digits are not changed, since no reader can notice
// that, and whole lines are not removed: the page shows how many lines became rows.
import { expect, test } from 'vitest'
import { createRowReader } from '#domain/rows/packed-rows.ts'
import { toRowType } from '#domain/row-types.ts'
import { assumedToMessages } from '#flows/open-rows/assumptions.ts'
import { readRows } from '#workers/batch-file/read.ts'
import { cardNumber } from '#tests/support/files.ts'

const rowType = toRowType({ kind: 'load', identifierType: 1 })
const amounts = ['210.00', '1250.00', '35.50', '99.99', '1000.00', '12.00', '480.25', '77.70']
const names = ['Wei Ling', 'Bob Tan', 'Müller, Ann', 'Siti "Lin" Noor', 'José', 'Raj', 'O’Brien', '李娜']
const rows = amounts.map((amount, index) => ({ card: cardNumber(index + 1), amount, name: names[index] ?? '' }))

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
const asNeeded = (text: string): string => (/[",]/.test(text) ? quoted(text) : text)
const validFiles: Readonly<Record<string, string>> = {
  plain: ['Card Number,Amount', ...rows.map(({ card, amount }) => `${card},${amount}`), ''].join('\n'),
  'with names and notes': [
    'Name,Card Number,Amount,Note',
    ...rows.map(({ card, amount, name }, n) => `${asNeeded(name)},${card},${amount},${n % 2 === 0 ? '' : 'bonus'}`),
    '',
  ].join('\r\n'),
  'all in quotes': [
    '"Name","Card Number","Amount"',
    ...rows.map(({ card, amount, name }) => [name, card, amount].map(quoted).join(',')),
    '',
  ].join('\n'),
  'without headings': rows.map(({ card, amount }) => `${card},${amount}\n`).join(''),
  'with thousands in quotes': [
    'Card Number,Amount',
    ...rows.map(({ card, amount }) => `${card},${asNeeded(amount.replace(/^(\d)(\d{3}\.)/, '$1,$2'))}`),
    '',
  ].join('\n'),
}

/** Numbers from 0 to below 1, the same in every run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Damage = (text: string, random: () => number) => string | Buffer
const at = (text: string, random: () => number) => Math.floor(random() * (text.length + 1))
const insert = (text: string, position: number, piece: string) => text.slice(0, position) + piece + text.slice(position)
const insertAnywhere =
  (piece: string): Damage =>
  (text, random) =>
    insert(text, at(text, random), piece)
/** Changes one of the places where a pattern matches. */
const changeOne =
  (pattern: RegExp, replacement: string): Damage =>
  (text, random) => {
    const matches = [...text.matchAll(pattern)]
    const match = matches[Math.floor(random() * matches.length)]
    return match ? text.slice(0, match.index) + replacement + text.slice(match.index + match[0].length) : text
  }
const withLines =
  (change: (lines: string[], index: number) => void): Damage =>
  (text, random) => {
    const lines = text.split('\n')
    change(lines, Math.floor(random() * (lines.length - 1)))
    return lines.join('\n')
  }

const damages: Readonly<Record<string, Damage>> = {
  'a quotation mark anywhere': insertAnywhere('"'),
  'two quotation marks anywhere': (text, random) => insert(insert(text, at(text, random), '"'), at(text, random), '"'),
  'a quotation mark at the start of a field': changeOne(/(?<=^|[,\n])/g, '"'),
  'two ditto marks': (text, random) => {
    const [first = '', ...others] = text.split('\n')
    const index = Math.floor(random() * (others.length - 2))
    return [first, ...others.map((line, n) => (n === index || n === index + 1 ? `${line.trimEnd()},"` : line))].join(
      '\n',
    )
  },
  'a quotation mark less': changeOne(/"/g, ''),
  'a curly quotation mark': changeOne(/"/g, '”'),
  'a comma anywhere': insertAnywhere(','),
  'a comma in an amount': changeOne(/(?<=,"?\d{1,3})(?=\d*\.\d\d)/g, ','),
  'thousands without quotes': (text) =>
    text.replaceAll(/"(\d),(\d{3}\.\d\d)"/g, '$1,$2').replaceAll(/,(\d)(\d{3}\.\d\d)/g, ',$1,$2'),
  'decimal commas without quotes': (text) => text.replaceAll(/(\d)\.(\d\d)(?=[,\r\n]|$)/gm, '$1,$2'),
  'a comma less': changeOne(/,/g, ''),
  'a semicolon for a comma': changeOne(/,/g, ';'),
  'semicolons for all commas': (text) => text.replaceAll(',', ';'),
  'a tab for a comma': changeOne(/,/g, '\t'),
  'a line end anywhere': insertAnywhere('\n'),
  'a CR anywhere': insertAnywhere('\r'),
  'a line end less': changeOne(/\r?\n(?=.)/g, ''),
  'an end anywhere': (text, random) => text.slice(0, at(text, random)),
  'an end within a character': (text, random) => {
    const bytes = Buffer.from(text)
    return bytes.subarray(0, Math.floor(random() * bytes.length))
  },
  'a line twice': withLines((lines, index) => lines.splice(index, 0, lines[index] ?? '')),
  'the headings again': withLines((lines, index) => lines.splice(index, 0, lines[0] ?? '')),
  'half of a line twice': withLines((lines, index) =>
    lines.splice(index, 0, (lines[index] ?? '').slice(0, Math.floor((lines[index] ?? '').length / 2))),
  ),
  'Latin letters': (text) => Buffer.from(text, 'latin1'),
  'UTF-16 without its mark': (text) => Buffer.from(text, 'utf16le'),
  'letters read in the wrong encoding': (text) => Buffer.from(text).toString('latin1'),
  'a byte that is no character': (text, random) => {
    const bytes = Buffer.from(text)
    bytes[Math.floor(random() * bytes.length)] = 0xff
    return bytes
  },
  'a zero byte': insertAnywhere('\0'),
  'an invisible character': insertAnywhere('\u200b'),
  'a lost letter': insertAnywhere('\ufffd'),
  'a space anywhere': insertAnywhere(' '),
}

interface Outcome {
  readonly isSaid: boolean
  /** Card and cents of each row. */
  readonly rows: readonly string[]
  readonly sum: number
}

async function read(content: string | Buffer): Promise<Outcome> {
  const file = new Blob([typeof content === 'string' ? content : Uint8Array.from(content)])
  const result = await readRows(rowType, { accepts: ['csv'], maxRows: 5000, fileName: 'a.csv', file })
  if (!result.ok) return { isSaid: true, rows: [], sum: 0 }
  const rowAt = createRowReader(result.packedRows, (bytes) => new TextDecoder().decode(bytes))
  const read = Array.from({ length: result.packedRows.count }, (_, index) => rowAt(rowType, index)!)
  const isSaid = read.some(({ findings }) => findings.length > 0) || assumedToMessages(rowType, result.facts).length > 0
  return {
    isSaid,
    rows: read.map(({ values, cents }) => `${values.identifier.replaceAll(/\D/g, '')} ${cents[0]}`),
    sum: read.reduce((sum, { cents }) => sum + (cents[0] ?? 0), 0),
  }
}

const SEEDS = 8

test.each(Object.entries(validFiles))('a file %s', async (_, valid) => {
  const original = await read(valid)
  expect(original).toMatchObject({
    isSaid: false,
    sum: rows.reduce((sum, { amount }) => sum + Number(amount) * 100, 0),
  })
  const silent: string[] = []
  const outcomes = { said: 0, same: 0, shorter: 0 }
  for (const [name, damage] of Object.entries(damages))
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const content = damage(valid, createRandom(seed * 7919))
      const outcome = await read(content)
      // A file that is cut between two lines, or in its last note, has the first rows of the original.
      const isCut = name.startsWith('an end') && outcome.rows.every((row, index) => row === original.rows[index])
      if (outcome.isSaid) outcomes.said += 1
      else if (outcome.sum === original.sum) outcomes.same += 1
      else if (isCut) outcomes.shorter += 1
      else silent.push(`${name}, seed ${seed}: ${content.toString()}`)
    }
  expect(silent).toEqual([])
  // The test would prove nothing if most damages were refused or harmless.
  expect(outcomes.said).toBeGreaterThan(50)
  expect(outcomes.same).toBeGreaterThan(20)
})
