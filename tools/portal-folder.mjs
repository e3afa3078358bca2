// Puts the portal's builds, one per language, together into the folder that the server serves. The files of all
// languages share it: hashed files differ in their names, page and service worker get the language into theirs.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, extname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { replacePages } from './replace-pages.mjs'

/** Files that every build has under the same name, with other content. */
const OF_LANGUAGE = new Set(['index.html', 'service-worker.js'])
const TEXT = new Set(['.js', '.css', '.ttf', '.html', '.svg', '.json', '.webmanifest', '.map'])
/** Smaller files fit into one packet anyway. */
const SMALLEST = 1024
/** For larger ones, such as the Chinese font, the best quality takes ten times as long and saves only 4%. */
const LARGEST = 1024 * 1024

/**
 * Replaces the folder `portal` in the folder `dist` by these builds: `index.html` and `service-worker.js` are those of
 * the first, others are named like `index.de.html`. Next to every text file is a Brotli and a gzip file, so that the
 * server does not compress while serving.
 *
 * @param builds `{ language, folder }`, the client's first language first
 */
export async function assemblePortal(builds, dist) {
  const next = join(dist, 'portal-next')
  rmSync(next, { recursive: true, force: true })
  for (const [at, { language, folder }] of builds.entries()) {
    for (const file of filesIn(folder)) {
      const name = at > 0 && OF_LANGUAGE.has(file) ? file.replace(/\.(?=\w+$)/, `.${language}.`) : file
      const target = join(next, name)
      if (existsSync(target)) {
        if (!readFileSync(target).equals(readFileSync(join(folder, file))))
          throw new Error(`${file} of the build in ${language} differs from the one before. Give them two names.`)
        continue
      }
      mkdirSync(dirname(target), { recursive: true })
      copyFileSync(join(folder, file), target)
    }
  }
  await Promise.all(filesIn(next).map((file) => compressFile(file, next, join(dist, 'portal'))))
  replacePages(dist)
}

/** Takes the compressed files of the same file in the previous folder, because compressing takes longer than building. */
async function compressFile(file, folder, previous) {
  if (!TEXT.has(extname(file))) return
  const path = join(folder, file)
  const content = readFileSync(path)
  if (content.length < SMALLEST) return
  const old = join(previous, file)
  if (['', '.br', '.gz'].every((end) => existsSync(old + end)) && readFileSync(old).equals(content)) {
    for (const end of ['.br', '.gz']) copyFileSync(old + end, path + end)
    return
  }
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: content.length > LARGEST ? 9 : 11,
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
