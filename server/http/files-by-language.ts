// Sends the files of which the portal has one per language: the user has chosen the language (cookie), or the browser
// prefers it (Accept-Language).
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Language, LANGUAGE_COOKIE, preferredLanguage } from '#domain/languages.ts'

type Languages = readonly [Language, ...Language[]]

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}
/** Best first, with the ending of the compressed file. */
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
    const built = languages.filter((each, at) => at === 0 || existsSync(join(folder, nameOf(file, each))))
    const path = join(folder, nameOf(file, chosenLanguage(headers, [languages[0], ...built.slice(1)])))
    const accepted = headers['accept-encoding']?.toString() ?? ''
    const [encoding, ending] = ENCODINGS.find(([name, end]) => accepts(accepted, name) && existsSync(path + end)) ?? []
    const content = await readFile(path + (ending ?? '')).catch(() => undefined)
    if (content === undefined) return reply.callNotFound()
    // Of the content, because files of two languages can have the same length and time.
    const etag = `"${createHash('sha256').update(content).digest('base64url')}"`
    reply
      // Not `Cookie, Accept-Language`: the service worker's cache would then not find the page for a navigation, whose
      // headers differ, and the portal would not start offline. Caches ask for each request anyway (no-cache).
      .header('vary', 'Accept-Encoding')
      .header('cache-control', 'no-cache')
      .header('etag', etag)
    if (isKnown(headers['if-none-match'], etag)) return reply.code(304).send()
    if (encoding !== undefined) reply.header('content-encoding', encoding)
    return reply.type(TYPES[extname(file)] ?? 'application/octet-stream').send(content)
  }
}

/** The cookie's language if the portal has it, otherwise the browser's. A cookie is only compared, never used in a path. */
function chosenLanguage(headers: FastifyRequest['headers'], languages: Languages): Language {
  const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  const chosen = languages.find((language) => cookies.includes(`${LANGUAGE_COOKIE}=${language}`))
  return chosen ?? preferredLanguage(headers['accept-language'], languages)
}

/** True if an Accept-Encoding header has the encoding, and not with the weight 0. */
const accepts = (header: string, encoding: string): boolean =>
  header.split(',').some((part) => {
    const [name, ...params] = part.split(';').map((text) => text.trim().toLowerCase())
    return name === encoding && !params.some((param) => /^q=0(\.0*)?$/.test(param))
  })

/** Proxies that compress or unpack mark a tag as weak. */
const isKnown = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) === true
