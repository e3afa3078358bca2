// Independent programs that check ours: the packages of tools/peers. Tests that need them are skipped until
// `npm ci --no-engine-strict --prefix tools/peers` has installed them.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../tools/peers')
export const hasPeers = existsSync(join(folder, 'node_modules/.package-lock.json'))
export const peerPath = (path: string): string => join(folder, path)

/** Runs a program of a package in tools/peers, and returns what it printed after its exit code. */
export function runPeer(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [peerPath(`node_modules/${program}`), ...args], {
    cwd: folder,
    encoding: 'utf8',
  })
  return `${status}\n${status === 0 ? '' : stdout + stderr}`.trim()
}
