// Takes all texts out of the portal's build, and writes them into separate files for each language: one for the pages
// before the sign-in, one for each area of the portal, one for the workers, and the help. So one build serves every
// language, and changing the language loads only these files. The page names its language's files
// (server/http/portal-page.ts).
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Alias, minifySync, type Plugin, type Rolldown } from 'vite'
import { type Language, languageNames } from '#domain/texts/languages.ts'
import type { TextFiles } from '#server/http/portal-page.ts'
import { type Block, readMarkdown } from '#app/help/markdown.ts'
import { formatsOf, readMessages } from '../messages.mjs'

/** The list of the files of each language, which the server reads. */
const TEXT_FILES = 'texts.json'

const root = join(import.meta.dirname, '../..')
const helpFolder = join(root, 'docs/using')

/** A message in the code: `m.batches_approve`, or `e.batches_approve` once minified. Other properties can look the same. */
const MESSAGE = /(?<=\.)[a-z]+_\w+/g
/** An import of another file of the build: import(`./HomePage-Ab3_-dE9.js`). */
const DYNAMIC_IMPORT = /import\((["'`])\.\/([\w.-]+\.js)\1\)/g

const COMPILED_MESSAGES = /^#words\/(messages|runtime)\.js$/

/** Resolves '#words/messages.js' to a folder of compiled messages other than the usual one, which package.json names. */
export const messagesAlias = (folder: string): Alias => ({ find: COMPILED_MESSAGES, replacement: `${folder}/$1.js` })

interface Options {
  /** The folder with the functions of each language (tools/messages.mjs). */
  readonly messageFolder: string
  /** The names of the chunks that are loaded before the sign-in. Their texts are in the first file of each language. */
  readonly firstChunks: readonly string[]
}

export function textsByLanguage({ messageFolder, firstChunks }: Options): Plugin {
  return {
    name: 'texts-by-language',
    apply: 'build',
    config: () => ({
      resolve: { alias: [{ find: COMPILED_MESSAGES, replacement: join(root, 'src/app/page-texts.ts') }] },
    }),
    load: {
      filter: { id: /\/src\/app\/help\/pages\.ts$/ },
      handler: () =>
        `import { loadHelp } from '/src/app/page-texts.ts'
        export const pageNames = ${JSON.stringify(Object.keys(readHelp('en')))}
        export const readPage = async (name) => (await loadHelp())[name]`,
    },
    generateBundle: {
      // After the plugins that add the workers and the lists of files to preload.
      order: 'post',
      async handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const scripts = scriptAssets(bundle)
        const usage = readUsage(chunks, scripts, firstChunks)
        for (const chunk of chunks) chunk.code = usage.rewrite(chunk.code)
        for (const script of scripts) script.source = usage.shorten(codeOf(script))
        const files: Record<string, TextFiles> = {}
        for (const language of compiledLanguages(messageFolder)) {
          const emit = (part: string, code: string): string => {
            const content = minifySync('texts.js', code, { module: true }).code
            const name = `texts.${language}.${part}-${hashOf(content)}.js`
            this.emitFile({ type: 'asset', fileName: `assets/${name}`, source: content })
            return name
          }
          const functions = await importFunctions(messageFolder, language)
          /** The code of an object with the functions of these messages, by their short names. */
          const toObject = (keys: readonly string[]) => {
            const properties = keys.map((key) => {
              // `shorten` recognises a message by the point before its name.
              const shortName = usage.shorten(`.${key}`).slice(1)
              return `${shortName}:${codeOfMessage(functions, key, language)}`
            })
            return `{${properties.join(',\n')}}`
          }
          /** Emits a file that defines the global object. A page and a worker load one such file, before any code. */
          const emitStart = (part: string, keys: readonly string[]) =>
            emit(
              part,
              `${formatsOf(language)}\nglobalThis.portalTexts={language,plural,number,messages:${toObject(keys)}}`,
            )
          const parts = usage.parts.map(([part, keys]) => {
            const code = `const {plural,number}=portalTexts\nObject.assign(portalTexts.messages,${toObject(keys)})`
            return [part, emit(part, code)] as const
          })
          const workerTexts = emitStart('workers', usage.workerKeys)
          const workers = usage.workers.map((name) => {
            const code = `import './${workerTexts}'\nimport './${name}'`
            return [name, emit(name.replace(/-.*/, ''), code)] as const
          })
          files[language] = {
            first: emitStart('first', usage.firstKeys),
            help: emit('help', `export default ${JSON.stringify(readHelp(language))}`),
            parts: Object.fromEntries(parts),
            workers: Object.fromEntries(workers),
          }
        }
        this.emitFile({ type: 'asset', fileName: TEXT_FILES, source: JSON.stringify(files) })
      },
    },
  }
}

/** The chunks that most pages load. Other parts do not repeat their texts. */
const MAIN_CHUNKS = ['routes', 'shared']

/** Finds which messages each part of the code uses. `scripts`: the code of the workers. */
function readUsage(
  chunks: readonly Rolldown.OutputChunk[],
  scripts: readonly Rolldown.OutputAsset[],
  firstChunks: readonly string[],
) {
  const known = new Set(Object.values(readMessages('en')).flatMap(Object.keys))
  const keysIn = (code: string): readonly string[] => (code.match(MESSAGE) ?? []).filter((key) => known.has(key))
  const chunkByName = new Map(chunks.map((chunk) => [baseName(chunk.fileName), chunk]))
  /** These chunks and all that they import statically. */
  const closureOf = (starts: Iterable<Rolldown.OutputChunk>): ReadonlySet<Rolldown.OutputChunk> => {
    const closure = new Set(starts)
    for (const chunk of closure)
      for (const name of chunk.imports) {
        const imported = chunkByName.get(baseName(name))
        if (imported) closure.add(imported)
      }
    return closure
  }
  const keysOf = (starts: Iterable<Rolldown.OutputChunk>): readonly string[] =>
    [...closureOf(starts)].flatMap(({ code }) => keysIn(code))

  const isFirst = ({ isEntry, name }: Rolldown.OutputChunk): boolean => isEntry || firstChunks.includes(name)
  const firstKeys = new Set(keysOf(chunks.filter(isFirst)))
  const workerKeys = new Set(scripts.flatMap((script) => keysIn(codeOf(script))))
  const mainChunks = chunks.filter(({ name }) => MAIN_CHUNKS.includes(name))
  /** The messages of a chunk that are loaded neither first nor with a main chunk that it imports. */
  const ownKeysOf = (chunk: Rolldown.OutputChunk): readonly string[] => {
    const imported = closureOf([chunk])
    const importedMainChunks = mainChunks.filter((mainChunk) => mainChunk !== chunk && imported.has(mainChunk))
    const loaded = new Set(importedMainChunks.flatMap(({ code }) => keysIn(code)))
    return keysIn(chunk.code).filter((key) => !firstKeys.has(key) && !loaded.has(key))
  }
  const parts = new Map<string, Set<string>>()
  for (const chunk of chunks) {
    const part = areaOf(chunk)
    parts.set(part, new Set([...(parts.get(part) ?? []), ...ownKeysOf(chunk)]))
  }
  /** The parts with texts that a chunk needs, itself or through its imports. */
  const partsOf = (chunk: Rolldown.OutputChunk): readonly string[] => {
    const chunksWithTexts = [...closureOf([chunk])].filter((each) => ownKeysOf(each).length > 0)
    return [...new Set(chunksWithTexts.map(areaOf))]
  }

  const shortNames = toShortNames([...firstKeys, ...workerKeys, ...[...parts.values()].flatMap((keys) => [...keys])])
  const shorten = (code: string): string => code.replace(MESSAGE, (key) => shortNames.get(key) ?? key)
  const allCode = chunks.map(({ code }) => code).join('\n')
  const workers = scripts.map(({ fileName }) => baseName(fileName)).filter((name) => allCode.includes(name))
  /** The name of a worker's file, in any quotation marks. */
  const workerNames = new RegExp(`(["'\`])(${workers.map((name) => name.replaceAll('.', '\\.')).join('|')})\\1`, 'g')
  const neededParts = new Map(chunks.map((chunk) => [baseName(chunk.fileName), partsOf(chunk)]))
  return {
    firstKeys: [...firstKeys].toSorted(),
    workerKeys: [...workerKeys].toSorted(),
    parts: [...parts].filter(([, keys]) => keys.size > 0).map(([part, keys]) => [part, [...keys].toSorted()] as const),
    /** The names of the files that workers are started with. */
    workers,
    /** Shortens the names of messages. */
    shorten,
    /** As `shorten`. Also loads texts before the code that uses them, and starts the workers of the page's language. */
    rewrite: (code: string): string =>
      shorten(code)
        .replace(DYNAMIC_IMPORT, (call, _, name: string) => {
          const needed = neededParts.get(name) ?? []
          return needed.length > 0 ? `portalTexts.load(\`${needed.join(' ')}\`).then(()=>${call})` : call
        })
        .replace(workerNames, (_, quote: string, name: string) => `portalTexts.workers[${quote}${name}${quote}]`),
  }
}

/** The folder of src/pages that a chunk is from, or the name of a chunk that belongs to no page or to several. */
function areaOf({ moduleIds, name }: Rolldown.OutputChunk): string {
  const areasOfModules = moduleIds.map((id) => /\/src\/pages\/(\w+)\//.exec(id)?.[1])
  const [area = name, ...otherAreas] = new Set(areasOfModules.filter((each) => each !== undefined))
  return otherAreas.length === 0 ? area : name
}

const baseName = (fileName: string): string => fileName.slice(fileName.lastIndexOf('/') + 1)
const codeOf = ({ source }: Rolldown.OutputAsset): string => source.toString()
const hashOf = (content: string): string => createHash('sha256').update(content).digest('base64url').slice(0, 8)

const scriptAssets = (bundle: Rolldown.OutputBundle): readonly Rolldown.OutputAsset[] =>
  Object.values(bundle).filter(
    (file) => file.type === 'asset' && /^assets\/.*\.js$/.test(file.fileName),
  ) as Rolldown.OutputAsset[]

/** A name of few letters for each key. It depends on the key, so that a new message does not change other files. */
function toShortNames(keys: readonly string[]): ReadonlyMap<string, string> {
  const keyByName = new Map<string, string>()
  for (const key of new Set(keys.toSorted())) {
    const letters = createHash('sha256')
      .update(key)
      .digest('base64')
      .replaceAll(/[^a-zA-Z]/g, '')
    let length = 3
    while (keyByName.has(letters.slice(0, length))) length += 1
    keyByName.set(letters.slice(0, length), key)
  }
  return new Map(Array.from(keyByName, ([name, key]) => [key, name]))
}

/** All languages. The pseudo-language is compiled as English only. */
const compiledLanguages = (folder: string): readonly Language[] =>
  (Object.keys(languageNames) as Language[]).filter((language) => existsSync(join(folder, `messages/${language}.js`)))

type MessageFunctions = Readonly<Record<string, () => string>>

const importFunctions = async (folder: string, language: Language): Promise<MessageFunctions> =>
  (await import(join(folder, `messages/${language}.js`))) as MessageFunctions

/** The code of a message's function, without what the portal does not need. */
function codeOfMessage(functions: MessageFunctions, key: string, language: Language): string {
  // Paraglide's name of the function: the key in lower case, with the number of its capitals.
  const capitals = key.replaceAll(/[^A-Z]/g, '').length
  const message = functions[key.toLowerCase() + (capitals || '')]
  if (!message) throw new Error(`${key} has no text in ${language}.`)
  return (
    message
      .toString()
      // registry.plural("de", i?.rows, {}) → plural(i.rows)
      .replaceAll(/registry\.(plural|number)\("[\w-]+", i\?\.(\w+), \{\}\)/g, '$1(i.$2)')
      // `${i?.rows}` → `${i.rows}`
      .replaceAll(/(?<=\$\{|\()i\?\./g, 'i.')
      // If no variant matches, Paraglide returns the key. A variant always matches, so the last needs no condition.
      .replace(/if \([^`]*?\) (return [^\n]*)\n\s*return [^`\n]*\("\w+"\);\s*\}$/, '$1}')
  )
}

/** The pages of the help in this language by file name. A page that is not translated is in English. */
export function readHelp(language: Language): Readonly<Record<string, readonly Block[]>> {
  const names = readdirSync(helpFolder)
    .filter((name) => name.endsWith('.md'))
    .toSorted()
  return Object.fromEntries(
    names.map((name) => {
      const translated = join(helpFolder, language, name)
      const path = existsSync(translated) ? translated : join(helpFolder, name)
      return [name, readMarkdown(readFileSync(path, 'utf8'))]
    }),
  )
}
