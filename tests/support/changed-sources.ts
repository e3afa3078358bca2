// Copies the sources, so that a test can change them like a developer, see the compiler's errors and run the result.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Timeout for compiling all sources from scratch, which takes 20 seconds on an idle machine. */
export const COMPILE_MS = 180_000

export interface ChangedSources {
  /** The compiler's messages, one line for each error. */
  readonly compile: () => string[]
  /** Replaces the first occurrence of a text in a file; throws if there is none. */
  readonly change: (path: string, from: string, to: string) => void
  /** Inserts a copy of a passage after it. Each key of `replacements` is replaced by its value in the copy. */
  readonly duplicate: (path: string, passage: RegExp, replacements: Readonly<Record<string, string>>) => void
  /** Imports a module of the copy. */
  readonly importModule: <Module>(path: string) => Promise<Module>
  readonly remove: () => void
}

/** Copies the sources of portal and server, tests/support and the given test folders. */
export function copySources(...testFolders: readonly string[]): ChangedSources {
  const tree = mkdtempSync(join(tmpdir(), 'portal-sources-'))
  const paths = ['src', 'server', 'workers', '.cache/messages/all', 'tests/support', ...testFolders]
  for (const path of [...paths, 'package.json', 'tsconfig.base.json'])
    cpSync(join(root, path), join(tree, path), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  const compilerOptions = {
    composite: false,
    emitDeclarationOnly: false,
    noEmit: true,
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: ['node', 'vite/client'],
  }
  const config = {
    extends: './tsconfig.base.json',
    compilerOptions,
    include: ['src', 'server', 'workers'],
    exclude: ['src/app/service-worker'],
  }
  writeFileSync(join(tree, 'tsconfig.json'), JSON.stringify(config))

  const replace = (path: string, from: string, to: string) => {
    const source = readFileSync(join(tree, path), 'utf8')
    if (!source.includes(from)) throw new Error(`${path} has no ${from}`)
    writeFileSync(
      join(tree, path),
      source.replace(from, () => to),
    )
  }
  return {
    compile() {
      // One checker: several would each build their own types of everything, which takes twice the processor time. A
      // second compilation only checks changed modules and those that depend on them.
      const args = '-p . --pretty false --checkers 1 --incremental --tsBuildInfoFile copy.tsbuildinfo'.split(' ')
      const { stdout, stderr } = spawnSync(join(root, 'node_modules/.bin/tsc'), args, { cwd: tree, encoding: 'utf8' })
      return `${stdout}${stderr}`.split('\n').filter((line) => / error TS/.test(line))
    },
    change: replace,
    duplicate(path, passage, replacements) {
      const [found] = passage.exec(readFileSync(join(tree, path), 'utf8')) ?? []
      if (found === undefined) throw new Error(`${path} has no match for ${passage.source}`)
      let duplicate = found
      for (const [from, to] of Object.entries(replacements)) duplicate = duplicate.replaceAll(from, to)
      replace(path, found, `${found}${duplicate}`)
    },
    importModule: async <Module>(path: string) => (await import(/* @vite-ignore */ join(tree, path))) as Module,
    remove: () => rmSync(tree, { recursive: true, force: true }),
  }
}

/** The files named in the errors, without duplicates. */
export const filesOf = (errors: readonly string[]): string[] =>
  [...new Set(errors.map((error) => error.replace(/\(.*/, '')))].sort()
