// The newest PostgreSQL that the system has installed, for tests that need pg_dump, pg_basebackup or pg_rewind, which the
// packages of the private PostgreSQL lack.
import { spawnSync } from 'node:child_process'

/** The folder of its programs; empty if none is installed. */
export const systemPostgresBin: string = (() => {
  const { stdout } = spawnSync('sh', ['-c', 'ls -d /usr/lib/postgresql/*/bin 2>/dev/null'], { encoding: 'utf8' })
  return stdout.trim().split('\n').at(-1) ?? ''
})()
