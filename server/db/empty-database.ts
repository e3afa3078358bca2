// A new embedded database begins as a copy of an empty one that the build has made (tools/empty-database.mjs): PGlite takes four
// seconds to make one, of which a copy takes a twentieth. Without that of the build, PGlite makes one itself.
import { cpSync, existsSync, readdirSync } from 'node:fs'
import { chmod, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Lays it into `folder` where that is empty: whole, or not at all. */
export async function layEmptyDatabase(folder: string): Promise<void> {
  const made = ofTheBuild()
  if (!existsSync(join(made, 'PG_VERSION')) || readdirSync(folder).length > 0) return
  const part = join(dirname(folder), 'database.part')
  await rm(part, { recursive: true, force: true })
  // Nobody is served yet, and copying file by file, waiting for each, takes five times the processor.
  cpSync(made, part, { recursive: true })
  await chmod(part, 0o700)
  await rm(folder, { recursive: true })
  await rename(part, folder)
}

/** Beside the built host, or where a build has left it when the host runs from its sources. */
function ofTheBuild(): string {
  const dist = import.meta.url.endsWith('.ts') ? '../../dist' : '..'
  return fileURLToPath(new URL(`${dist}/empty-database`, import.meta.url))
}
