// Puts a finished build of the portal in the place of the one before, while servers that serve its folder run.
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Moves `portal-next` to `portal` in the folder `dist`. The hashed files of the build before that the new one does not
 * have go to `portal-before`: the server sends them to pages that were opened before. Repeating the same build changes
 * nothing there.
 */
export function replacePages(dist) {
  const [now, next, before, old] = ['portal', 'portal-next', 'portal-before', 'portal-old'].map((name) =>
    join(dist, name),
  )
  const left = assetsIn(now).filter((name) => !existsSync(join(next, 'assets', name)))
  if (left.length > 0) {
    rmSync(before, { recursive: true, force: true })
    mkdirSync(join(before, 'assets'), { recursive: true })
    for (const name of left) cpSync(join(now, 'assets', name), join(before, 'assets', name))
  }
  rmSync(old, { recursive: true, force: true })
  if (existsSync(now)) renameSync(now, old)
  renameSync(next, now)
  rmSync(old, { recursive: true, force: true })
}

function assetsIn(folder) {
  const assets = join(folder, 'assets')
  return existsSync(assets) ? readdirSync(assets) : []
}
