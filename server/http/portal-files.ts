// Serves the built portal under the client's base path. Hashed files are stored with Brotli, and browsers cache them
// forever. Browsers revalidate everything else. A navigation to a path without a file gets the portal's page in the
// user's language, and the page's router shows 'Not Found' if needed. Other requests (a script, a style sheet, an
// image) get a 404 and never HTML.
import { m } from '#words/messages.js'
import { createReadStream, existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import { createBrotliDecompress, createGzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Client } from '#brand/client.ts'
import { codes } from '#contract/codes.ts'
import { isServerPath, SHARE_PATH } from '#contract/paths.ts'
import { acceptsEncoding, createFilledFiles, filledNames, picturesOf, sendFilled, sendPage } from './portal-page.ts'

export interface PortalFiles {
  /** The folder of the built portal. */
  readonly folder: string
  /** The folder of the client's own pictures. If this folder exists, it replaces the pictures of the build. */
  readonly ownPictures?: string
  /** The version of the server, which the pages name. */
  readonly version: string
  /** If false, browsers get a worker that removes the installed worker. */
  readonly hasServiceWorker: boolean
  /** The company's login. Undefined without a company's login. */
  readonly signIn?: Client['signIn']
}

const WORKER = 'service-worker.js'
const IMMUTABLE = 'public, max-age=31536000, immutable'
/** The suffix of the folder that keeps the previous release's hashed files, for pages still open on that release. */
const PREVIOUS_FOLDER_SUFFIX = '-before'

/** Serves the portal under the client's base path (with leading and trailing slash) and redirects `/` to it. */
export async function servePortal(
  app: FastifyInstance,
  client: Client,
  { folder, ownPictures, version, hasServiceWorker, signIn }: PortalFiles,
): Promise<void> {
  const { basePath } = client
  const previousFolder = folder + PREVIOUS_FOLDER_SUFFIX
  const pictures = picturesOf(folder, client, ownPictures)
  const files = createFilledFiles({ folder, pictures, version }, signIn ? { ...client, signIn } : client)
  await app.register(fastifyStatic, {
    root: folder,
    prefix: basePath,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    // Only this client's pictures are served, under `icons` and `screenshots`.
    allowedPath: (path) => !path.startsWith('/clients/'),
    setHeaders: (response, path) => {
      response.setHeader('vary', 'Accept-Encoding')
      response.setHeader('cache-control', isHashed(path) ? IMMUTABLE : 'no-cache')
    },
  })
  for (const subfolder of ['icons', 'screenshots'])
    app.get<{ Params: { name: string } }>(`${basePath}${subfolder}/:name`, ({ params }, reply) =>
      reply.sendFile(params.name, join(pictures, subfolder)),
    )
  const sendPortalPage = (request: FastifyRequest, reply: FastifyReply) =>
    sendPage(files.current(), client, request, reply)
  for (const path of ['', 'index.html']) app.get(basePath + path, sendPortalPage)
  for (const name of filledNames(client))
    app.get(basePath + name, (request, reply) => {
      if (name === WORKER && !hasServiceWorker) return reply.sendFile('service-worker-off.js')
      return sendFilled(files.current().get(name), request, reply)
    })
  // Without the closing slash, the page would be outside the service worker's scope.
  app.get(basePath.slice(0, -1), (request, reply) => reply.redirect(basePath + queryOf(request.url), 308))
  app.get('/', (_request, reply) => reply.redirect(basePath, 302))
  // The service worker handles shared files. Without a service worker, the request is answered before its body is read,
  // and the portal just opens. The handler is never called.
  app.post(`${basePath}${SHARE_PATH}`, {
    onRequest: async (_request, reply) => reply.header('connection', 'close').redirect(basePath, 303),
    handler: () => undefined,
  })
  /** Sends an asset that the static plugin has not found. Undefined if no release has the asset. */
  const sendOtherAsset = (asset: string, request: FastifyRequest, reply: FastifyReply) => {
    // Only the '.br' file of an asset is stored, so the plugin finds no asset for a client without Brotli.
    if (!acceptsBrotli(request)) {
      const compressedFiles = [folder, previousFolder].map((release) => join(release, `${asset}.br`))
      const compressedFile = compressedFiles.find((path) => existsSync(path))
      if (compressedFile !== undefined) return sendWithoutBrotli(compressedFile, request, reply)
    }
    const previousFile = join(previousFolder, asset)
    const isOfPreviousRelease = existsSync(previousFile) || existsSync(`${previousFile}.br`)
    return isOfPreviousRelease ? reply.sendFile(asset, previousFolder) : undefined
  }
  app.setNotFoundHandler((request, reply) => {
    const asset = urlToAssetPath(request, basePath)
    const assetReply = asset === undefined ? undefined : sendOtherAsset(asset, request, reply)
    if (assetReply) return assetReply
    const isBuilt = files.current().size > 0
    if (isBuilt && isNavigationRequest(request, basePath)) return sendPortalPage(request, reply)
    const isReport = request.url.startsWith(`${basePath}reports/`)
    return sendNotFound(reply, isReport ? m.reports_reportNotFound() : m.common_notFound())
  })
}

const acceptsBrotli = ({ headers }: FastifyRequest): boolean => acceptsEncoding(headers, 'br')

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
}

/**
 * Sends a hashed file that is stored with Brotli to a client that cannot read Brotli, with gzip if possible. Such a
 * client is, for example, a proxy of an office that reads the traffic.
 */
function sendWithoutBrotli(path: string, { headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const content = createReadStream(path).pipe(createBrotliDecompress())
  const extension = extname(path.slice(0, -'.br'.length))
  reply.code(200).type(CONTENT_TYPES[extension] ?? 'application/octet-stream')
  reply.header('vary', 'Accept-Encoding').header('cache-control', IMMUTABLE)
  if (!acceptsEncoding(headers, 'gzip')) return reply.send(content)
  return reply.header('content-encoding', 'gzip').send(content.pipe(createGzip()))
}

const sendNotFound = (reply: FastifyReply, resultText: string) =>
  reply.code(404).header('cache-control', 'no-store').send({ resultCode: codes.notFound, resultText })

/** 'assets/main-Dk3_x9-Q.js.br', as the end of a path of any system. */
const HASHED_PATH = /[\\/]assets[\\/][^\\/]+-[\w-]{8,}\.\w+(\.br|\.gz)?$/
const isHashed = (path: string): boolean => HASHED_PATH.test(path)

/** The path below the portal's folder: 'assets/main.js'. Undefined if the URL is not an asset of the build. */
function urlToAssetPath({ url }: FastifyRequest, basePath: string): string | undefined {
  const pathBelowBase = url.replace(/[?#].*$/, '').slice(basePath.length)
  return /^assets\/[\w-][\w.-]*$/.test(pathBelowBase) ? pathBelowBase : undefined
}

/** True if a browser navigates to a path that the server does not handle itself. */
function isNavigationRequest({ method, url, headers }: FastifyRequest, basePath: string): boolean {
  const path = url.replace(/[?#].*$/, '')
  if (method !== 'GET' && method !== 'HEAD') return false
  if (!path.startsWith(basePath) || isServerPath(path.slice(basePath.length))) return false
  const acceptsHtml = headers.accept?.includes('text/html') === true
  // Only browsers send this header. Without this header, the request counts as a navigation.
  const destination = headers['sec-fetch-dest'] ?? 'document'
  return acceptsHtml && destination === 'document'
}

const queryOf = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?')) : '')
