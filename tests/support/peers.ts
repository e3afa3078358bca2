// Independent programs that check ours: the packages of tools/peers. Tests that need them are skipped until
// `npm ci --no-engine-strict --prefix tools/peers` has installed them.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../tools/peers')
export const hasPeers = existsSync(join(folder, 'node_modules/.package-lock.json'))
export const peerPath = (path: string): string => join(folder, path)

/** Runs a program of a package in tools/peers. Returns 'ok', or what the program printed. */
export function runPeer(program: string, args: readonly string[]): Promise<string> {
  return new Promise((done) => {
    const command = [peerPath(`node_modules/${program}`), ...args]
    execFile(process.execPath, command, { cwd: folder }, (error, stdout, stderr) => {
      done(error ? `${error.message}\n${stdout}${stderr}` : 'ok')
    })
  })
}
