// Small plugins of this build.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import type { Client } from '#brand/client.ts'

/**
 * Puts the client's title and a build stamp into index.html. A changed policy header reaches a precached page only if
 * the content of the page changes.
 */
export function brandPage(client: Client, version: string): Plugin {
  return {
    name: 'brand-page',
    transformIndexHtml: {
      // Before Vite resolves the files in the page.
      order: 'pre',
      handler: (html) =>
        html
          .replaceAll('%CLIENT%', client.key)
          .replaceAll('%LANGUAGE%', client.languages[0])
          .replaceAll('%TITLE%', `${client.name} ${client.title}`)
          .replaceAll('%NAME%', client.name)
          .replaceAll('%PORTAL%', client.title)
          .replaceAll('%BUILD%', `${client.key} ${version}`),
    },
  }
}

/** Lets the page request this chunk together with its script, which saves a round trip. */
export function preloadChunk(name: string): Plugin {
  let base = '/'
  return {
    name: 'preload-chunk',
    apply: 'build',
    configResolved(config) {
      base = config.base
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) => {
        const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === name)
        // Pages other than the portal's are also built with these plugins.
        if (!chunk) return []
        return [
          {
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `${base}${chunk.fileName}` },
            injectTo: 'head',
          },
        ]
      },
    },
  }
}

/** Stops the build if a file is too large to be precached, because it would silently be missing offline. */
export function refuseLargeChunks(limit: number): Plugin {
  return {
    name: 'refuse-large-chunks',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        const content = file.type === 'chunk' ? file.code : file.source
        if (/\.(js|css|html)$/.test(file.fileName) && Buffer.byteLength(content) > limit)
          this.error(
            `${file.fileName} has ${Buffer.byteLength(content)} bytes, more than the precache takes (${limit}): split it.`,
          )
      }
    },
  }
}

/** Copies the files of a folder into the output. */
export function bringAlong(folder: string, into: string): Plugin {
  return {
    name: 'bring-along',
    apply: 'build',
    generateBundle() {
      for (const name of readdirSync(folder))
        this.emitFile({ type: 'asset', fileName: `${into}/${name}`, source: readFileSync(join(folder, name)) })
    },
  }
}

/** Writes a Brotli and a gzip file next to every text file, so that the server does not compress while serving. */
export function compressFiles(): Plugin {
  let folder = ''
  return {
    name: 'compress-files',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir
    },
    closeBundle: {
      // After the service worker is written.
      order: 'post',
      sequential: true,
      handler() {
        for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
          if (!entry.isFile() || !TEXT.has(extname(entry.name))) continue
          const path = join(entry.parentPath, entry.name)
          if (statSync(path).size < SMALLEST) continue
          const content = readFileSync(path)
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: content.length > LARGEST ? 9 : 11,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          }
          writeFileSync(`${path}.br`, brotliCompressSync(content, { params }))
          writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
        }
      },
    },
  }
}

const TEXT = new Set(['.js', '.css', '.ttf', '.html', '.svg', '.json', '.webmanifest', '.map'])
/** Smaller files fit into one packet anyway. */
const SMALLEST = 1024
/** For larger ones, such as the Chinese font, the best quality takes ten times as long and saves only 4%. */
const LARGEST = 1024 * 1024
