// How the two programs are built: the portal (default) into .cache/portal, the server (`--mode host`) into dist/host. Both
// serve every client and every language: the server fills in the client's pages, and each language has its own files
// (tools/vite/texts.ts). With PSEUDO, both have the texts of the pseudo-language (tools/pseudo-words.mjs) and are built into
// .cache/pseudo. tools/build.mjs runs all builds.
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type UserConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import type { Client } from './src/brand/client.ts'
import { clientByKey, clients } from './src/brand/clients.ts'
import { REPORT_FILE } from './src/contract/paths.ts'
import { groupChunks } from './tools/vite/chunks.ts'
import {
  copyFolder,
  fillPageInDevelopment,
  listBundledPackages,
  preloadChunk,
  rejectLargeChunks,
} from './tools/vite/plugins.ts'
import { messagesAlias, textsByLanguage } from './tools/vite/texts.ts'

/** A larger chunk would not be in the precache, and the portal would fail offline (vite-pwa/vite-plugin-pwa#717). */
const PRECACHE_LIMIT = 2 * 1024 * 1024

const isPseudo = process.env['PSEUDO'] === '1'
/** The folder for the lists of the packages in each build. */
const packageLists = isPseudo ? '.cache/pseudo/packages' : '.cache/packages'

export default defineConfig(({ mode, command }) =>
  mode === 'host' ? serverConfig() : portalConfig(chosenClient(), command === 'build'),
)

/** For the portal and its workers. */
const rolldownOptions = {
  // On a busy machine, this check would warn every time.
  checks: { pluginTimings: false },
  // Without this, every table with a text (`m.common_date`) is in the build, because reading a property can run code.
  treeshake: { propertyReadSideEffects: false },
} as const

/** `client` is only for development. A build serves every client. */
function portalConfig(client: Client, isBuild: boolean): UserConfig {
  const listPackages = listBundledPackages(local(`${packageLists}/portal.json`))
  return {
    // Relative, because each client has its own base path.
    base: isBuild ? './' : client.basePath,
    plugins: [
      react(),
      tailwindcss(),
      fillPageInDevelopment(client),
      preloadChunk('sign-in'),
      VitePWA({
        strategies: 'injectManifest',
        srcDir: 'src/app/service-worker',
        filename: 'service-worker.ts',
        injectRegister: false,
        // The server writes a manifest for each client and language.
        manifest: false,
        injectManifest: {
          rollupFormat: 'iife',
          buildPlugins: { vite: [listPackages()] },
          // The typeface is precached only in Latin script. Other scripts are fetched when a name needs them.
          globPatterns: ['**/*.{js,css,csv,xlsx}', 'assets/inter-latin*.woff2'],
          globIgnores: ['service-worker-off.js'],
          // Hashed names change with their content.
          dontCacheBustURLsMatching: /-[\w-]{8}\.\w+$/,
          maximumFileSizeToCacheInBytes: PRECACHE_LIMIT,
        },
      }),
      groupChunks(),
      listPackages(),
      rejectLargeChunks(PRECACHE_LIMIT),
      textsByLanguage({
        messageFolder: local(`.cache/messages/${isPseudo ? 'pseudo-server' : 'all'}`),
        firstChunks: ['sign-in'],
      }),
    ],
    resolve: {
      alias: [
        // The policy style-src 'self' refuses its <style> element. The replacement adopts a constructed style sheet.
        { find: 'react-style-singleton', replacement: local('src/ui/shims/style-singleton.ts') },
        // jspdf imports these (340 KiB) for HTML and SVG, which no PDF of the portal contains.
        { find: /^(html2canvas|canvg|core-js\/.*)$/, replacement: local('src/ui/shims/nothing.ts') },
      ],
    },
    worker: { format: 'es', plugins: () => [listPackages()], rolldownOptions },
    build: {
      outDir: isPseudo ? '.cache/pseudo/portal' : '.cache/portal',
      emptyOutDir: true,
      // Inlined assets are data: addresses, which the content security policy refuses.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 700,
      reportCompressedSize: false,
      rolldownOptions,
    },
    server: {
      proxy: Object.fromEntries(
        // The server's paths. All others belong to the portal, including the pages under reports.
        ['api', 'health', `reports/${REPORT_FILE.source}`].map((path) => [
          `^${client.basePath}${path}(?:\\?|$)`,
          serverAddress(),
        ]),
      ),
    },
  }
}

function serverConfig(): UserConfig {
  const entries = {
    main: 'server/main.ts',
    programme: 'server/programme/main.ts',
  }
  const present = Object.entries(entries).filter(([, path]) => existsSync(local(path)))
  return {
    publicDir: false,
    ...(isPseudo && { resolve: { alias: [messagesAlias(local('.cache/messages/pseudo-server'))] } }),
    // The sample files, which administrators copy and fill in, are also part of a release.
    plugins: [
      copyFolder(local('server/programme/samples'), 'samples'),
      listBundledPackages(local(`${packageLists}/server.json`))(),
    ],
    // These libraries are bundled, because they and their dependencies have many small files. Loading the files took half
    // of the start-up time of a server that does not wait for a database.
    ssr: {
      noExternal: [
        'kysely',
        'zod',
        'jose',
        /^@simplewebauthn\//,
        /^@peculiar\//,
        /^@levischuck\//,
        '@hexagon/base64',
        'asn1js',
        'pvtsutils',
        'pvutils',
        'tsyringe',
        'reflect-metadata',
        'tslib',
      ],
    },
    build: {
      ssr: true,
      target: 'node20',
      outDir: isPseudo ? '.cache/pseudo/host' : 'dist/host',
      emptyOutDir: true,
      sourcemap: true,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(present.map(([name, path]) => [name, local(path)])),
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  }
}

function chosenClient(): Client {
  const key = process.env['CLIENT'] ?? 'voyager'
  const client = clientByKey(key)
  if (!client)
    throw new Error(`CLIENT is '${key}', but there is no such client: use one of ${Object.keys(clients).join(', ')}.`)
  return client
}

// The server behind the development server (`npm run dev`).
function serverAddress(): string {
  return process.env['HOST_ADDRESS'] ?? 'http://127.0.0.1:4180'
}

function local(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}
