// Compiles the message files (src/words/<language>/<area>.json) with Paraglide to functions, imported as
// '#words/messages.js'. Writes to .cache/messages/all, and only if the files have changed: every language in one module, for
// the server, tests and tools, in which the language is chosen per call. The portal's build takes the functions of each
// language from it (tools/vite/texts.ts).
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(import.meta.dirname, '..')
const source = join(root, 'src/words')
const output = join(root, '.cache/messages')
const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** English first, because the other languages are translated from it. */
export const languages = ['en', ...foldersIn(source).filter((name) => name !== 'en')]

/** The messages of a language by area: `{ batches: { batches_approve: 'Approve' } }`. */
export const readMessages = (language) =>
  Object.fromEntries(
    readdirSync(join(source, language))
      .filter((name) => name.endsWith('.json'))
      .toSorted()
      .map((name) => [name.slice(0, -5), JSON.parse(readFileSync(join(source, language, name), 'utf8'))]),
  )

const PLACEHOLDER = /(?<!\\)\{(\w+)\}/g

/**
 * The tag (BCP 47) of texts without a language. In this "language" each message is its key with its values, as texts are
 * stored (server/stored-text.ts).
 */
const NO_LANGUAGE = 'zxx'
/** The characters before, between and after the key and the values. */
const [BEGIN, BETWEEN, END] = ['\u0002', '\u0004', '\u0003']

/** Compiles every language, and the "language" of stored texts, into one module. */
export const compileAll = () =>
  compileTo('all', [
    ...languages.map((tag) => ({ tag, areas: readMessages(tag) })),
    { tag: NO_LANGUAGE, areas: messagesToStoredForm(readMessages('en')) },
  ])

/**
 * Converts the messages by area to their stored form, the key with the names and values of its inputs:
 * '<BEGIN>orders_cardOrder<BETWEEN>orderId<BETWEEN>{orderId}<END>'.
 */
const messagesToStoredForm = (areas) =>
  mapValues(areas, (messages) =>
    mapValues(messages, (message, key) => {
      const values = Object.keys(inputTypes(message)).map((name) => `${BETWEEN}${name}${BETWEEN}{${name}}`)
      return `${BEGIN}${key}${values.join('')}${END}`
    }),
  )

const mapValues = (values, map) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value, key)]))

/**
 * Compiles these messages to .cache/messages/<name>. The first set is the base: the types of all messages are from it.
 *
 * @param sets for each language its BCP 47 tag, and its messages by area
 */
export async function compileTo(name, sets) {
  const folder = join(output, name)
  const stamp = join(folder, 'stamp')
  const hash = createHash('sha256')
    .update(JSON.stringify([sets, { ...dependencies, ...devDependencies }['@inlang/paraglide-js']]))
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  rmSync(folder, { recursive: true, force: true })
  const project = join(folder, 'project.inlang')
  mkdirSync(project, { recursive: true })
  for (const { tag, areas } of sets) {
    const messages = Object.assign({}, ...Object.values(areas))
    writeFileSync(
      join(folder, `${tag}.json`),
      JSON.stringify(tag === 'ar' ? mapValues(messages, withDirections) : messages),
    )
  }
  const [base] = sets
  const plugin = 'node_modules/@inlang/plugin-message-format/dist/index.js'
  const settings = {
    baseLocale: base.tag,
    locales: sets.map(({ tag }) => tag),
    modules: [relative(folder, join(root, plugin))],
    'plugin.inlang.messageFormat': { pathPattern: './{locale}.json' },
  }
  writeFileSync(join(project, 'settings.json'), JSON.stringify(settings))
  const { compile } = await import('@inlang/paraglide-js')
  await compile({
    project,
    outdir: folder,
    outputStructure: 'locale-modules',
    strategy: ['globalVariable', 'baseLocale'],
    emitReadme: false,
    emitPrettierIgnore: false,
    emitGitIgnore: false,
    cleanOutdir: false,
    isServer: 'false',
    additionalFiles: {
      'runtime.js': runtime(base.tag),
      'registry.js': registry,
      'runtime.d.ts': runtimeTypes,
      'messages.d.ts': typesOf(base.areas),
    },
  })
  writeFileSync(stamp, hash)
}

/**
 * Adds invisible marks of direction to a message that is read from right to left. Each value in a text is isolated, so
 * that names, files and amounts in Latin letters keep their own order and do not change the order of the words beside
 * them. A text that begins with a Latin word, or has only isolated values, is marked as right-to-left. Without the mark,
 * its first letter that is not isolated would decide the direction if the text is itself used as a value.
 */
export function withDirections(message) {
  if (typeof message === 'string') return directText(message, new Set())
  const [{ declarations, match, ...otherFields }] = message
  const types = Object.entries(inputTypes(message))
  const localNumbers = declarations.map((line) => /^local (\w+) = \w+: number$/.exec(line)?.[1])
  const numbers = new Set([...types.filter(([, type]) => type === 'number').map(([name]) => name), ...localNumbers])
  const texts = Object.entries(match).map(([condition, text]) => [condition, directText(text, numbers)])
  return [{ ...otherFields, declarations, match: Object.fromEntries(texts) }]
}

const ARABIC = /\p{Script=Arabic}/u
const RIGHT_TO_LEFT_MARK = '\u200f'
const FIRST_STRONG_ISOLATE = '\u2068'
const LEFT_TO_RIGHT_ISOLATE = '\u2066'
const POP_ISOLATE = '\u2069'

function directText(text, numbers) {
  const words = text.replace(PLACEHOLDER, '')
  const firstLetter = /\p{L}/u.exec(words)?.[0]
  // The name of a file or a key.
  const hasOnlyLatinWords = firstLetter !== undefined && !ARABIC.test(words)
  // A sentence or date that consists only of other texts.
  const hasNoWords = /^[\s.]*$/.test(words)
  if (hasOnlyLatinWords || hasNoWords) return text
  const isolated = text.replace(PLACEHOLDER, (placeholder, name, position) => {
    const isIsolated = [FIRST_STRONG_ISOLATE, LEFT_TO_RIGHT_ISOLATE].includes(text[position - 1])
    return isIsolated || numbers.has(name) ? placeholder : FIRST_STRONG_ISOLATE + placeholder + POP_ISOLATE
  })
  const needsNoMark = firstLetter === undefined ? isolated === text : ARABIC.test(firstLetter)
  return needsNoMark ? isolated : RIGHT_TO_LEFT_MARK + isolated
}

// Replaces Paraglide's own runtime of 65 KB, which mainly finds the language in addresses and cookies. Here the language is known.
const runtime = (language) => `let current = () => '${language}'
export const getLocale = () => current()
export const chooseLanguage = (choose) => { current = choose }
export const languageNeutralForm = (name, ...values) =>
  current() === '${NO_LANGUAGE}' ? ${JSON.stringify(BEGIN)} + [name, ...values].join(${JSON.stringify(BETWEEN)}) + ${JSON.stringify(END)} : undefined
export const experimentalStaticLocale = undefined
`
const runtimeTypes = `/** The language of the texts, as a BCP 47 tag. */
export declare const getLocale: () => string
/** Sets the function that returns the language of each call. Without effect in a portal, which has only one language. */
export declare const chooseLanguage: (choose: () => string) => void
/**
 * The stored form of a name, number or list, if the text is being stored: the name of a function (figures.ts, lists.ts,
 * calendar.ts) with its values. Undefined if the text is composed in a language.
 */
export declare const languageNeutralForm: (name: string, ...values: readonly (string | number)[]) => string | undefined
`
// Replaces Paraglide's own registry, which takes 50 times as long because it creates an Intl object in each call.
const registry = `const formats = new Map()
const once = (key, create) => {
  const format = formats.get(key) ?? create()
  formats.set(key, format)
  return format
}
${localeOf.toString()}
export const plural = (language, value) => once('p' + language, () => new Intl.PluralRules(language)).select(Number(value))
export const number = (language, value) => once('n' + language, () => new Intl.NumberFormat(localeOf(language))).format(value)
`

/** The code of the functions `plural` and `number` of one language, for a file that has only the texts of that language. */
export const formatsOf = (language) => `const language = '${language}'
let rules, format
const plural = (value) => (rules ??= new Intl.PluralRules(language)).select(Number(value))
const number = (value) => (format ??= new Intl.NumberFormat('${localeOf(language)}')).format(value)
`
/** Like `numberLocale` of src/words/figures.ts: Western digits in every language, and spaces in German numbers. */
function localeOf(language) {
  if (language === 'de') return 'de-AT'
  return language === 'ar' ? 'ar-u-nu-latn' : language
}

/**
 * Writes the types of all messages, with their English texts as comments. Paraglide's own types accept any value. In
 * these types, an input that is formatted as a number must be a number, and a choice must be one of its values.
 */
function typesOf(set) {
  const functions = Object.values(set)
    .flatMap(Object.entries)
    .map(([key, message]) => `  /** ${textOf(message)} */\n  readonly ${key}: (${inputsOf(message)}) => string`)
  return `export declare const m: {\n${functions.join('\n')}\n}\n`
}

const textOf = (message) =>
  (typeof message === 'string' ? message : Object.values(message[0].match).join(' | ')).replaceAll('*/', '* /')

function inputsOf(message) {
  const fields = Object.entries(inputTypes(message)).map(([name, type]) => `readonly ${name}: ${type}`)
  return fields.length === 0 ? '' : `values: { ${fields.join('; ')} }`
}

/** The inputs of a message with their types: `{ rows: 'number', name: 'string | number' }`. */
export function inputTypes(message) {
  if (typeof message === 'string')
    return Object.fromEntries([...placeholdersOf(message)].map((name) => [name, 'string | number']))
  const [{ declarations, match }] = message
  const inputs = declarations.filter((line) => line.startsWith('input ')).map((line) => line.slice('input '.length))
  const comparisons = Object.keys(match).flatMap((condition) => condition.split(', '))
  return Object.fromEntries(inputs.map((input) => [input, inputType(input, declarations, comparisons)]))
}

/** The type of an input, from the message's declarations ('local form = rows: plural') and comparisons ('rows=1'). */
function inputType(input, declarations, comparisons) {
  const isFormatted = declarations.some((line) => new RegExp(`= ${input}: (number|plural)$`).test(line))
  if (isFormatted) return 'number'
  const comparisonsOfInput = comparisons.filter((comparison) => comparison.startsWith(`${input}=`))
  const values = comparisonsOfInput.map((comparison) => comparison.split('=')[1])
  if (values.includes('yes')) return "'yes' | 'no'"
  const hasOnlyNumbers = values.every((value) => value === '*' || /^\d+$/.test(value))
  return values.length > 0 && hasOnlyNumbers ? 'number' : 'string | number'
}

/** The names between the braces of a text. */
export const placeholdersOf = (text) => new Set(Array.from(text.matchAll(PLACEHOLDER), ([, name]) => name))

function foldersIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await compileAll()
}
