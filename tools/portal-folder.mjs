// Assembles the portal's builds, one per language, in the folder that the server serves. Hashed files have different
// names in each language. The page and the service worker have the same name in every build, so the language is added
// to it, as in `index.de.html`.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, extname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { swapInNextPortal } from './replace-pages.mjs'

/** Files that every build has under the same name, but with different content. */
const FILES_PER_LANGUAGE = new Set(['index.html', 'service-worker.js'])
const TEXT_EXTENSIONS = new Set(['.js', '.css', '.ttf', '.html', '.svg', '.json', '.webmanifest', '.map'])
/** Smaller files are not compressed, because they fit into one packet anyway. */
const MIN_COMPRESSED_BYTES = 1024
/**
 * Larger files are compressed with a lower quality: for the Chinese font, the best quality takes ten times as long and
 * saves only 4%.
 */
const MAX_BEST_QUALITY_BYTES = 1024 * 1024

/**
 * Replaces the folder `portal` in the folder `dist` by these builds. `index.html` and `service-worker.js` are those of the
 * first language; those of the others have names like `index.de.html`. Next to every text file, it writes a Brotli and a
 * gzip file, so that the server does not have to compress.
 *
 * @param builds `{ language, folder }`, the client's first language first
 */
export async function assemblePortal(builds, dist) {
  const next = join(dist, 'portal-next')
  rmSync(next, { recursive: true, force: true })
  for (const [index, { language, folder }] of builds.entries()) {
    for (const file of filesIn(folder)) {
      const name = index > 0 && FILES_PER_LANGUAGE.has(file) ? file.replace(/\.(?=\w+$)/, `.${language}.`) : file
      const target = join(next, name)
      if (existsSync(target)) {
        if (!readFileSync(target).equals(readFileSync(join(folder, file))))
          throw new Error(
            `${file} of the build in ${language} differs from that of another language. Add it to FILES_PER_LANGUAGE, or put a hash in its name.`,
          )
        continue
      }
      mkdirSync(dirname(target), { recursive: true })
      copyFileSync(join(folder, file), target)
    }
  }
  await Promise.all(filesIn(next).map((file) => compressFile(file, next, join(dist, 'portal'))))
  swapInNextPortal(dist)
}

/**
 * Compresses a file. If the previous folder has the same file, it copies the compressed files from there, because
 * compressing takes longer than building.
 */
async function compressFile(file, folder, previous) {
  if (!TEXT_EXTENSIONS.has(extname(file))) return
  const path = join(folder, file)
  const content = readFileSync(path)
  if (content.length < MIN_COMPRESSED_BYTES) return
  const previousPath = join(previous, file)
  if (
    ['', '.br', '.gz'].every((suffix) => existsSync(previousPath + suffix)) &&
    readFileSync(previousPath).equals(content)
  ) {
    for (const suffix of ['.br', '.gz']) copyFileSync(previousPath + suffix, path + suffix)
    return
  }
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: content.length > MAX_BEST_QUALITY_BYTES ? 9 : 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  writeFileSync(`${path}.br`, await promisify(brotliCompress)(content, { params }))
  writeFileSync(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
}

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted()
