// Completes a build of the portal: compresses its files, and puts it in place of the previous build even while servers
// are running.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const COMPRESSED_EXTENSIONS = new Set(['.js', '.css', '.ttf', '.svg'])
/** Smaller files fit into one packet anyway. */
const MIN_COMPRESSED_BYTES = 1024
/**
 * Larger files are compressed with a lower quality: for the Chinese font, the best quality takes ten times as long and
 * saves only 4%.
 */
const MAX_BEST_QUALITY_BYTES = 1024 * 1024

/**
 * Replaces the folder `portal` in the folder `dist` by this build. Hashed files are stored with Brotli only: the server
 * sends them as they are, and converts them for the few clients that cannot read Brotli (server/http/portal-files.ts).
 *
 * @param quality Brotli's quality: 11 takes fifteen times as long as 5, for 6% fewer bytes
 */
export async function completePortal(build, dist, quality) {
  const next = join(dist, 'portal-next')
  rmSync(next, { recursive: true, force: true })
  cpSync(build, next, { recursive: true })
  const assets = readdirSync(join(next, 'assets')).filter((name) => COMPRESSED_EXTENSIONS.has(extname(name)))
  await Promise.all(assets.map((name) => compressFile(join(next, 'assets', name), quality)))
  swapInNextPortal(dist)
}

async function compressFile(path, quality) {
  const content = readFileSync(path)
  if (content.length < MIN_COMPRESSED_BYTES) return
  const isLarge = content.length > MAX_BEST_QUALITY_BYTES
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: isLarge ? Math.min(quality, 9) : quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  writeFileSync(`${path}.br`, await promisify(brotliCompress)(content, { params }))
  rmSync(path)
}

/**
 * Moves `portal-next` to `portal` in the folder `dist`. Hashed files that only the previous build has are copied to
 * `portal-before`: the server sends them to pages that were opened before. If the same build is repeated, `portal-before`
 * does not change.
 */
function swapInNextPortal(dist) {
  const current = join(dist, 'portal')
  const next = join(dist, 'portal-next')
  const previous = join(dist, 'portal-before')
  const replaced = join(dist, 'portal-old')
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
