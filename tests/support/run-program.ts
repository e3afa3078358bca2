// Runs a program of the build that should end on its own: a server that must not start, or a command of the programme.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const builtPath = (name: string) => join(import.meta.dirname, '../../dist/host', name)
export const serverProgram = builtPath('main.js')
export const programmeProgram = builtPath('programme.js')

/** Runs a program, and returns its exit code and output. `program`: the file and its arguments. */
export function runToEnd(
  env: Readonly<Record<string, string>>,
  program: readonly string[] = [serverProgram],
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...program], { env: { PATH: process.env['PATH'] ?? '', ...env } })
    let output = ''
    child.stdout.on('data', (text: Buffer) => (output += text.toString()))
    child.stderr.on('data', (text: Buffer) => (output += text.toString()))
    child.on('exit', (code) => resolve({ code, output: output.trim() }))
  })
}
