// Replaces the served build of the portal by a new one, even while servers are running.
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Moves `portal-next` to `portal` in the folder `dist`. Hashed files that only the previous build has are copied to
 * `portal-before`: the server sends them to pages that were opened before. If the same build is repeated, `portal-before`
 * does not change.
 */
export function swapInNextPortal(dist) {
  const [current, next, previous, replaced] = ['portal', 'portal-next', 'portal-before', 'portal-old'].map((name) =>
    join(dist, name),
  )
  const removedAssets = assetsIn(current).filter((name) => !existsSync(join(next, 'assets', name)))
  if (removedAssets.length > 0) {
    rmSync(previous, { recursive: true, force: true })
    mkdirSync(join(previous, 'assets'), { recursive: true })
    for (const name of removedAssets) cpSync(join(current, 'assets', name), join(previous, 'assets', name))
  }
  rmSync(replaced, { recursive: true, force: true })
  if (existsSync(current)) renameSync(current, replaced)
  renameSync(next, current)
  rmSync(replaced, { recursive: true, force: true })
}

function assetsIn(folder) {
  const assets = join(folder, 'assets')
  return existsSync(assets) ? readdirSync(assets) : []
}
