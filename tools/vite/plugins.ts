// Vite plugins for the portal's build: texts of the page, preloading, a size limit, copied files.
import { m } from '#words/messages.js'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { pageTexts } from '#app/page-texts.ts'
import type { Client } from '#brand/client.ts'
import { writingDirection, type Language } from '#domain/languages.ts'

/**
 * Puts the client's title, the texts of the language and a build stamp into index.html. A changed policy header reaches
 * a precached page only if the content of the page changes.
 */
export function brandPage(client: Client, language: Language, version: string): Plugin {
  return {
    name: 'brand-page',
    transformIndexHtml: {
      // Before Vite resolves the files in the page.
      order: 'pre',
      handler: (html) =>
        Object.entries(pageTexts())
          .reduce((page, [name, text]) => page.replaceAll(`%${name}%`, () => escapeHtml(text)), html)
          .replaceAll('%MISSING%', '<span id="missing"></span>')
          .replaceAll('%CLIENT%', client.key)
          .replaceAll('%LANGUAGE%', language)
          .replaceAll('%DIRECTION%', writingDirection(language))
          .replaceAll('%TITLE%', m.common_portalOf({ client: client.name }))
          .replaceAll('%NAME%', client.name)
          .replaceAll('%PORTAL%', m.common_clientPortal())
          .replaceAll('%BUILD%', `${client.key} ${version}`),
    },
  }
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Makes the page request this chunk together with its first script, which saves a round trip. */
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

/** Stops the build if a file is too large to be precached, because the file would silently be missing offline. */
export function rejectLargeChunks(limit: number): Plugin {
  return {
    name: 'reject-large-chunks',
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
export function copyFolder(folder: string, outputFolder: string): Plugin {
  return {
    name: 'copy-folder',
    apply: 'build',
    generateBundle() {
      for (const name of readdirSync(folder))
        this.emitFile({ type: 'asset', fileName: `${outputFolder}/${name}`, source: readFileSync(join(folder, name)) })
    },
  }
}
