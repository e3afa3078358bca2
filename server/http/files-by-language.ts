// Sends the portal files that exist once per language, in the language that the user has chosen (cookie) or that the
// browser prefers (Accept-Language).
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Language, LANGUAGE_COOKIE, preferredLanguage } from '#domain/languages.ts'

type Languages = readonly [Language, ...Language[]]

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}
/** The preferred encoding comes first. Each has the suffix of the compressed file. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/** Returns a function that answers with a file of `folder`, such as index.html, in the request's language. */
export function createSendFile(folder: string, languages: Languages) {
  const nameOf = (file: string, language: Language) =>
    language === languages[0] ? file : file.replace(/\.(?=\w+$)/, `.${language}.`)
  return async (file: string, { headers }: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    // A build can have fewer languages (LANGUAGES of tools/build.mjs).
    const builtLanguages = languages.filter(
      (language, index) => index === 0 || existsSync(join(folder, nameOf(file, language))),
    )
    const path = join(folder, nameOf(file, pickLanguage(headers, [languages[0], ...builtLanguages.slice(1)])))
    const acceptEncoding = headers['accept-encoding']?.toString() ?? ''
    const [encoding, suffix] =
      ENCODINGS.find(([name, end]) => acceptsEncoding(acceptEncoding, name) && existsSync(path + end)) ?? []
    const content = await readFile(path + (suffix ?? '')).catch(() => undefined)
    if (content === undefined) return reply.callNotFound()
    // Hashes the content, because files of two languages can have the same length and modification time.
    const etag = `"${createHash('sha256').update(content).digest('base64url')}"`
    reply
      // Not `Cookie, Accept-Language`: the service worker's cache would then not find the page for a navigation, whose
      // headers differ, and the portal would not start offline. Caches ask for each request anyway (no-cache).
      .header('vary', 'Accept-Encoding')
      .header('cache-control', 'no-cache')
      .header('etag', etag)
    if (matchesEtag(headers['if-none-match'], etag)) return reply.code(304).send()
    if (encoding !== undefined) reply.header('content-encoding', encoding)
    return reply.type(CONTENT_TYPES[extname(file)] ?? 'application/octet-stream').send(content)
  }
}

/** The cookie's language if the portal has it, otherwise the browser's. A cookie is only compared, never used in a path. */
function pickLanguage(headers: FastifyRequest['headers'], languages: Languages): Language {
  const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  const cookieLanguage = languages.find((language) => cookies.includes(`${LANGUAGE_COOKIE}=${language}`))
  return cookieLanguage ?? preferredLanguage(headers['accept-language'], languages)
}

/** True if an Accept-Encoding header lists the encoding with a weight above 0. */
const acceptsEncoding = (header: string, encoding: string): boolean =>
  header.split(',').some((part) => {
    const [name, ...params] = part.split(';').map((text) => text.trim().toLowerCase())
    return name === encoding && !params.some((param) => /^q=0(\.0*)?$/.test(param))
  })

/** Also matches weak tags: proxies that compress or unpack a file mark its tag as weak. */
const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) === true
