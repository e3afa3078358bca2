// The command line of `npm run programme`: help, invalid calls, and progress output.
import { describe, expect, it } from 'vitest'
import { commands } from '#server/programme/commands.ts'
import { createProgress } from '#server/programme/progress.ts'
import { runInProcess } from '#tests/support/programme.ts'

const call = (...args: string[]) => runInProcess(args, {})

describe('help', () => {
  it.each([[], ['--help'], ['-h']])('lists every command (%j)', async (...args) => {
    const { code, output } = await call(...args)
    expect(code).toBe(0)
    for (const { name, summary } of commands) {
      expect(output.join('\n')).toContain(`  ${name}`)
      expect(output.join('\n')).toContain(summary)
    }
  })

  it('lists the commands of a group', async () => {
    const { output } = await call('user', '--help')
    expect(output.join('\n')).toContain('user unlock USERNAME')
    expect(output.join('\n')).not.toContain('ledger check')
  })

  it.each(commands.map((command) => [command.name, command] as const))('describes %s', async (name, command) => {
    const { code, output } = await call(...name.split(' '), '--help')
    expect(code).toBe(0)
    expect(output.join('\n')).toMatch(new RegExp(`^npm run programme -- ${name}`))
    expect(output.join('\n').includes('--dry-run')).toBe(command.hasDryRun)
    for (const option of Object.keys(command.options ?? {})) expect(output.join('\n')).toContain(`--${option}`)
  })
})

describe('an invalid call ends with 2 and shows how to call the command', () => {
  it.each([
    [['nonsense'], "There is no command 'nonsense'. npm run programme -- --help lists them."],
    [['user', 'nonsense'], "There is no command 'user nonsense'. npm run programme -- --help lists them."],
    [['--dry-run'], 'Name a command first: npm run programme -- --help lists them.'],
    [['init'], "'init' needs FILE.\nUsage: npm run programme -- init FILE"],
    [['init', 'a', 'b'], "'init' does not understand 'b'.\nUsage: npm run programme -- init FILE"],
    [['check', '--fast'], "Unknown option '--fast'.\nUsage: npm run programme -- check"],
    [['check', '--dry-run'], "'check' has no dry run.\nUsage: npm run programme -- check"],
    [
      ['user', 'add', 'mia', '--group', 'x'],
      "'user add' needs --email.\nUsage: npm run programme -- user add USERNAME --email ADDRESS --group NAME",
    ],
    [
      ['user', 'add', '--email', 'a@b.example'],
      "'user add' needs USERNAME and --group.\nUsage: npm run programme -- user add USERNAME --email ADDRESS --group NAME",
    ],
  ])('%j', async (args, sentence) => {
    expect(await call(...args)).toMatchObject({ code: 2, output: [], errors: [sentence] })
  })
})

it('a command ends with 1 and an error message if a setting is wrong', async () => {
  expect(await runInProcess(['check'], { PORT: 'x' })).toMatchObject({
    code: 1,
    errors: ["PORT is 'x', but it must be a whole number from 0 to 65535."],
  })
})

describe('progress', () => {
  /** Each step takes `stepMs`. */
  const shownOn = (isTTY: boolean, total: number, steps: readonly number[], stepMs = 0) => {
    let shown = ''
    let now = 0
    const write = (text: string | Uint8Array) => ((shown += String(text)), true)
    const progress = createProgress('Cards', total, { isTTY, columns: 50, write }, () => now)
    for (const step of steps) {
      now += stepMs
      progress.add(step)
    }
    progress.end()
    return shown
  }

  it('is a line for each tenth if the output is not a terminal', () => {
    const steps = Array.from({ length: 1000 }, () => 2)
    const lines = shownOn(false, 2000, steps).trimEnd().split('\n')
    expect(lines).toHaveLength(10)
    expect(lines.at(-1)).toBe('Cards: 2,000 of 2,000')
  })

  it('is one updating line on a terminal that fits its width and disappears at the end', () => {
    const shown = shownOn(true, 200, [50, 50, 100])
    const drawn = shown.split('\r\u001b[K')
    expect(drawn.at(-1)).toBe('')
    expect(drawn).toContain(`Cards [${'#'.repeat(15)}${' '.repeat(15)}] 50 % (100 `)
    for (const line of drawn) expect(line.length).toBeLessThan(50)
  })

  it('has the rate and the time left', () => {
    const lines = shownOn(false, 4000, [1000, 1000, 2000], 10_000).trimEnd().split('\n')
    expect(lines).toEqual([
      'Cards: 1,000 of 4,000, 100 a second, 30 s left',
      'Cards: 2,000 of 4,000, 100 a second, 20 s left',
      'Cards: 4,000 of 4,000, 133 a second',
    ])
  })

  it('shows nothing if there is nothing to do', () => {
    expect(shownOn(false, 0, [])).toBe('')
  })
})
