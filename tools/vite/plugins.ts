// Vite plugins for the portal: the page in development, preloading, a size limit, copied files, and a list of the packages in a build.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import type { Client } from '#brand/client.ts'
import { fillPage } from '#server/http/portal-page.ts'

/** In development, fills in the page in English, as the server does with the built page. */
export const fillPageInDevelopment = (client: Client): Plugin => ({
  name: 'fill-page',
  apply: 'serve',
  configureServer({ middlewares }) {
    const pictures = new RegExp(`^${client.basePath}(?=(icons|screenshots)/)`)
    middlewares.use((request, _response, next) => {
      request.url = request.url?.replace(pictures, `${client.basePath}clients/${client.key}/`)
      next()
    })
  },
  // Before Vite resolves the files in the page.
  transformIndexHtml: {
    order: 'pre',
    handler: (html, { path }) =>
      // The lab of the machines (tools/lab) is another page.
      path === '/index.html' ? fillPage(html, client, { language: 'en', version: 'development' }) : html,
  },
})

/** Makes the page request this chunk together with its first script, which saves a round trip. */
export function preloadChunk(name: string): Plugin {
  return {
    name: 'preload-chunk',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) => {
        const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === name)
        // Pages other than the portal's are also built with these plugins.
        if (!chunk) return []
        return [
          {
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `./${chunk.fileName}` },
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
        const bytes = Buffer.byteLength(file.type === 'chunk' ? file.code : file.source)
        const isPrecached = /\.(js|css|html)$/.test(file.fileName)
        if (isPrecached && bytes > limit)
          this.error(`${file.fileName} has ${bytes} bytes, more than the precache takes (${limit}): split it.`)
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

/** 'node_modules/react' or 'node_modules/@babel/core'. */
const PACKAGE = 'node_modules/(?:@[^/]+/)?[^/]+'
/** A package, or a package in the folder of another: 'node_modules/vite/node_modules/esbuild'. */
const PACKAGE_PATH = new RegExp(`(?<=/)${PACKAGE}(?:/${PACKAGE})*`)

/**
 * Lists the packages whose code is in the build, workers included, so that licences and the bill of materials cover what
 * runs (tools/licences.mjs). Use the returned plugin in the main build and in the workers' build.
 *
 * @param file the list, as a JSON array of paths such as 'node_modules/react'
 */
export function listBundledPackages(file: string): () => Plugin {
  const paths = new Set<string>()
  return () => ({
    name: 'list-bundled-packages',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        for (const id of chunk.moduleIds) {
          const path = PACKAGE_PATH.exec(id)?.[0]
          if (path !== undefined) paths.add(path)
        }
      }
    },
    closeBundle() {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify([...paths].toSorted(), null, 2))
    },
  })
}
