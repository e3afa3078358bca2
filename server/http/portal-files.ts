// Serves the built portal under the client's base path, precompressed. Hashed files are cached forever, everything else
// is revalidated. A navigation request whose path matches no file gets index.html (the app shell); its router shows
// 'Not Found' if needed. Other requests (a script, a style sheet, an image) get a 404 and never HTML. Shell and service
// worker are in the user's language (files-by-language.ts).
import { m } from '#words/messages.js'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { codes } from '#contract/codes.ts'
import { isServerPath, SHARE_PATH } from '#contract/paths.ts'
import type { Language } from '#domain/languages.ts'
import { createSendFile } from './files-by-language.ts'

export interface PortalFiles {
  readonly folder: string
  /** The languages of the portal; the first is for users who prefer none of them. */
  readonly languages: readonly [Language, ...Language[]]
  /** If false, browsers get a worker that removes the installed one. */
  readonly hasServiceWorker: boolean
}

const SHELL = 'index.html'
/** The suffix of the folder that keeps the previous release's hashed files, for pages still open on that release. */
const PREVIOUS_FOLDER_SUFFIX = '-before'

/** Serves the portal under `basePath` (with leading and trailing slash) and redirects `/` to it. */
export async function servePortal(
  app: FastifyInstance,
  basePath: string,
  { folder, languages, hasServiceWorker }: PortalFiles,
): Promise<void> {
  const previousFolder = folder + PREVIOUS_FOLDER_SUFFIX
  const sendFile = createSendFile(folder, languages)
  await app.register(fastifyStatic, {
    root: folder,
    prefix: basePath,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (response, path) => {
      response.setHeader('vary', 'Accept-Encoding')
      response.setHeader('cache-control', isHashed(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  for (const path of ['', SHELL]) app.get(basePath + path, (request, reply) => sendFile(SHELL, request, reply))
  app.get(`${basePath}service-worker.js`, (request, reply) =>
    hasServiceWorker ? sendFile('service-worker.js', request, reply) : reply.sendFile('service-worker-off.js'),
  )
  // Without the closing slash, the page would be outside the service worker's scope.
  app.get(basePath.slice(0, -1), (request, reply) => reply.redirect(basePath + queryOf(request.url), 308))
  app.get('/', (_request, reply) => reply.redirect(basePath, 302))
  // The service worker handles shared files. Without a service worker the files are ignored, and the portal just opens.
  app.post(`${basePath}${SHARE_PATH}`, {
    onRequest: async (_request, reply) => reply.header('connection', 'close').redirect(basePath, 303),
    handler: () => undefined,
  })
  app.setNotFoundHandler((request, reply) => {
    const asset = urlToAssetPath(request, basePath)
    if (asset && existsSync(join(previousFolder, asset))) return reply.sendFile(asset, previousFolder)
    if (isNavigationRequest(request, basePath) && existsSync(join(folder, SHELL)))
      return sendFile(SHELL, request, reply)
    return sendNotFound(
      reply,
      request.url.startsWith(`${basePath}reports/`) ? m.reports_reportNotFound() : m.common_notFound(),
    )
  })
}

const sendNotFound = (reply: FastifyReply, resultText: string) =>
  reply.code(404).header('cache-control', 'no-store').send({ resultCode: codes.notFound, resultText })

const isHashed = (path: string): boolean => /[\\/]assets[\\/][^\\/]+-[\w-]{8,}\.\w+(\.br|\.gz)?$/.test(path)

/** The path of a build asset below the portal's folder, or undefined if the URL is not one. */
const urlToAssetPath = ({ url }: FastifyRequest, basePath: string): string | undefined =>
  /^assets\/[\w-][\w.-]*$/.exec(url.replace(/[?#].*$/, '').slice(basePath.length))?.[0]

/** True if a browser navigates to a path that the server does not handle itself. */
function isNavigationRequest({ method, url, headers }: FastifyRequest, basePath: string): boolean {
  const path = url.replace(/[?#].*$/, '')
  if (method !== 'GET' && method !== 'HEAD') return false
  if (!path.startsWith(basePath) || isServerPath(path.slice(basePath.length))) return false
  // Browsers send both headers, other programs only the first.
  return headers.accept?.includes('text/html') === true && (headers['sec-fetch-dest'] ?? 'document') === 'document'
}

const queryOf = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?')) : '')
