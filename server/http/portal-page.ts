// The portal's files that depend on the client and the language: page, manifest and service worker. The build leaves
// placeholders in them, and the server fills them in when it starts, so that one build serves every client.
import { m } from '#words/messages.js'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Client } from '#brand/client.ts'
import { instantToText } from '#domain/instants.ts'
import { type Language, LANGUAGE_COOKIE, preferredLanguage, writingDirection } from '#domain/texts/languages.ts'
import { inLanguage } from '../language.ts'
import { manifestFileOf, manifestOf } from './manifest.ts'

/** The names of a language's files in the folder `assets`, as the build lists them (tools/vite/texts.ts). */
export interface TextFiles {
  /** The texts of the pages before the sign-in, which the page loads first. */
  readonly first: string
  readonly help: string
  readonly parts: Readonly<Record<string, string>>
  readonly workers: Readonly<Record<string, string>>
}

/** A file that is ready to be sent. */
interface FilledFile {
  readonly type: string
  readonly etag: string
  readonly content: Buffer
  readonly br: Buffer
  readonly gzip: Buffer
}

const PAGE = 'index.html'
const WORKER = 'service-worker.js'
/** The list of files of each language, which the build writes. */
const TEXT_FILES = 'texts.json'

/**
 * The folder of the client's pictures: the client's own folder if it has icons, otherwise a folder of the built portal.
 * A client that the build does not know uses the pictures of the client in `like`.
 */
export function picturesOf(folder: string, { key, like = key }: Client, ownPictures: string | undefined): string {
  const hasOwnPictures = ownPictures !== undefined && existsSync(join(ownPictures, 'icons'))
  return hasOwnPictures ? ownPictures : join(folder, 'clients', like)
}

interface Portal {
  /** The folder of the built portal. */
  readonly folder: string
  /** The folder of the client's pictures. */
  readonly pictures: string
  readonly version: string
}

/** The filled files by name below the base path: 'index.de.html', 'manifest.webmanifest', 'service-worker.js'. */
export type FilledFiles = ReadonlyMap<string, FilledFile>

/** The names of all filled files of a client. */
export const filledNames = (client: Client): readonly string[] => [
  WORKER,
  ...client.languages.flatMap((language) => [pageFileOf(language), manifestFileOf(client, language)]),
]

/**
 * `current` fills the files at its first call, and again when the folder has another build. No files without a build.
 */
export function createFilledFiles(portal: Portal, client: Client): { readonly current: () => FilledFiles } {
  const { folder } = portal
  let filledBuild = ''
  let files: FilledFiles = new Map()
  return {
    current: () => {
      const build = [PAGE, WORKER].map((name) => toFileStamp(join(folder, name))).join()
      // While one build replaces another, the page is missing for a moment.
      const isPageMissing = !existsSync(join(folder, PAGE))
      if (build === filledBuild || isPageMissing) return files
      files = fillFiles(portal, client)
      filledBuild = build
      return files
    },
  }
}

/** A text that changes with the file. '' without a file. */
function toFileStamp(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats ? `${stats.ino} ${stats.mtimeMs} ${stats.size}` : ''
}

function fillFiles({ folder, pictures, version }: Portal, client: Client): FilledFiles {
  const files = new Map<string, FilledFile>()
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
  const textFiles = existsSync(join(folder, TEXT_FILES))
    ? (JSON.parse(read(TEXT_FILES)) as Readonly<Record<Language, TextFiles>>)
    : undefined
  for (const language of client.languages)
    inLanguage(language, () => {
      const page = fillPage(read(PAGE), client, { language, textFiles: textFiles?.[language], version })
      files.set(pageFileOf(language), toFile('text/html; charset=utf-8', page))
      const manifest = manifestOf(client, language, pictures)
      files.set(manifestFileOf(client, language), toFile('application/manifest+json', JSON.stringify(manifest)))
    })
  if (existsSync(join(folder, WORKER)))
    files.set(WORKER, toFile('text/javascript; charset=utf-8', fillWorker(read(WORKER), pictures, client, files)))
  return files
}

/** The name of the page in one language: 'index.de.html'. */
const pageFileOf = (language: Language): string => `index.${language}.html`

/** Fills in the placeholders of index.html, such as %TITLE%. Call it within `inLanguage` of the same language. */
export function fillPage(
  template: string,
  client: Client,
  {
    language,
    textFiles,
    version,
  }: { readonly language: Language; readonly textFiles?: TextFiles | undefined; readonly version: string },
): string {
  const values: Readonly<Record<string, string>> = {
    // A new release can have other policy headers. A browser that has stored the page gets the new headers only if the
    // content of the page changes.
    BUILD: escapeHtml(`${client.key} ${version}`),
    LANGUAGE: language,
    DIRECTION: writingDirection(language),
    TITLE: escapeHtml(m.common_portalOf({ client: client.name })),
    NAME: escapeHtml(client.name),
    PORTAL: escapeHtml(m.common_clientPortal()),
    DESCRIPTION: escapeHtml(m.app_portalDescription()),
    // The sign-in form.
    WELCOME: escapeHtml(m.access_welcome()),
    LOG_IN_TO: escapeHtml(m.access_logInToCardProgramme({ name: client.name })),
    USERNAME: escapeHtml(m.common_username()),
    PASSWORD: escapeHtml(m.common_password()),
    SHOW: escapeHtml(m.common_show()),
    SHOW_PASSWORD: escapeHtml(m.ui_showPassword()),
    LOG_IN: escapeHtml(m.common_logIn()),
    FORGOT: escapeHtml(m.common_forgotYourPassword()),
    // The portal fills in the time later. Until then, an invisible time of usual width keeps the place.
    OFFLINE: escapeAroundHtml(
      (time) => m.app_offlineSince({ time }),
      `<span class="invisible">${escapeHtml(instantToText('2026-11-29T10:38:00Z', client))}</span>`,
    ),
    CANNOT_LOG_IN: escapeHtml(m.app_cannotLogIn({ fault: 'no connection' })),
    TRY_AGAIN: escapeHtml(m.common_tryAgain()),
    OLD_BROWSER: escapeHtml(m.app_oldBrowserTitle()),
    OLD_BROWSER_UPDATE: escapeHtml(m.app_oldBrowserUpdate()),
    OLD_BROWSER_DRAFTS: escapeHtml(m.app_oldBrowserDrafts()),
    OLD_BROWSER_MISSING: escapeAroundHtml(
      (features) => m.app_oldBrowserMissing({ features }),
      '<span id="missing"></span>',
    ),
    NOT_LOADED: escapeHtml(m.app_notLoaded()),
    NEEDS_JAVASCRIPT: escapeHtml(m.app_needsJavaScript()),
    MANIFEST: manifestFileOf(client, language),
    CLIENT: toJsonInHtml(client),
    TEXTS: toJsonInHtml(textFiles ?? {}),
    FIRST_TEXTS: textFiles?.first ?? '',
  }
  return (
    template
      // Unknown placeholders are left, because the hashed name of a file can look like a placeholder.
      .replaceAll(/%([A-Z_]+)%/g, (placeholder, name: string) => values[name] ?? placeholder)
      // The build writes all addresses relative to the base path.
      .replaceAll(/(?<=(?:src|href)=")\.\//g, client.basePath)
  )
}

/**
 * Fills in the service worker's list of the files that the build does not know. The list has the revision of each file,
 * so the worker changes when one of the files changes.
 */
function fillWorker(template: string, picturesFolder: string, client: Client, files: FilledFiles): string {
  const revisionOf = (content: Buffer): string => createHash('sha256').update(content).digest('base64url')
  const icons = join(picturesFolder, 'icons')
  const iconNames = existsSync(icons) ? readdirSync(icons) : []
  const pictures = iconNames
    // 'icon.svg' and 'icon-192.png'
    .filter((name) => /^icon(-192)?\.(svg|png)$/.test(name))
    .map((name) => ({ url: `icons/${name}`, revision: revisionOf(readFileSync(join(icons, name))) }))
  const pages = client.languages.map((language) => {
    const url = pageFileOf(language)
    const notice = inLanguage(language, () => m.app_maybeWaitingNotice())
    return [language, { url, revision: files.get(url)?.etag ?? '', notice }] as const
  })
  const list = JSON.stringify({ pictures, pages: Object.fromEntries(pages) })
  // In the worker, the placeholder is a string. The list replaces the string with its quotes. The list is returned by a
  // function, because `replace` would change a `$` in a text.
  return template.replace(/(["'`])%CLIENT_FILES%\1/, () => list)
}

/** Sends the page in the language that the user has chosen (cookie) or that the browser prefers (Accept-Language). */
export function sendPage(
  files: FilledFiles,
  { languages }: Client,
  request: FastifyRequest,
  reply: FastifyReply,
): unknown {
  const language = chosenLanguage(request.headers, languages)
  // This header tells the service worker which language the browser gets.
  reply.header('content-language', language)
  return sendFilled(files.get(pageFileOf(language)), request, reply)
}

export function sendFilled(file: FilledFile | undefined, { headers }: FastifyRequest, reply: FastifyReply): unknown {
  if (!file) return reply.callNotFound()
  reply
    // `vary` leaves out Cookie and Accept-Language. A navigation has other values of these headers than the service
    // worker's request. So the worker's cache would not find the page, and the portal would not start offline. Other
    // caches ask the server at each request (no-cache), so they do not need the two headers.
    .header('vary', 'Accept-Encoding')
    .header('cache-control', 'no-cache')
    .header('etag', `"${file.etag}"`)
  if (matchesEtag(headers['if-none-match'], `"${file.etag}"`)) return reply.code(304).send()
  const encoding = (['br', 'gzip'] as const).find((name) => acceptsEncoding(headers, name))
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type(file.type).send(encoding ? file[encoding] : file.content)
}

function toFile(type: string, text: string): FilledFile {
  const content = Buffer.from(text)
  const etag = createHash('sha256').update(content).digest('base64url')
  return { type, etag, content, br: brotliCompressSync(content), gzip: gzipSync(content) }
}

/** The cookie's language if the portal has this language, otherwise the browser's language. */
function chosenLanguage(headers: FastifyRequest['headers'], languages: Client['languages']): Language {
  const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  const cookieLanguage = languages.find((language) => cookies.includes(`${LANGUAGE_COOKIE}=${language}`))
  return cookieLanguage ?? preferredLanguage(headers['accept-language'], languages)
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** The escaped text of a message whose input is HTML. The HTML itself is not escaped. */
const escapeAroundHtml = (toText: (input: string) => string, html: string): string =>
  escapeHtml(toText('|')).replace('|', html)

/** JSON for a script element: `<` would end the element in '</script>'. */
const toJsonInHtml = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/** True if the header Accept-Encoding lists the encoding with a weight above 0. */
export const acceptsEncoding = (headers: FastifyRequest['headers'], encoding: 'br' | 'gzip'): boolean =>
  (headers['accept-encoding']?.toString() ?? '').split(',').some((part) => {
    const [name, ...params] = part.split(';').map((text) => text.trim().toLowerCase())
    const hasWeightZero = params.some((param) => /^q=0(\.0*)?$/.test(param))
    return name === encoding && !hasWeightZero
  })

/** Weak tags match too, because a proxy that compresses or unpacks a file marks its tag as weak. */
const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) === true
