// Checks that every other language has all sentences of the English one, with the same types: a text, or a function of
// the same figures. A language is a folder next to src/words/en. A missing module or sentence is a compile error here
// (`npm run types`) and in a build.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const english = join(root, 'src/words/en')

/** The problems of the language in that folder, as sentences. Undefined if it is complete. */
export function refuseLanguage(folder) {
  const modules = modulesOf(english)
  const own = modulesOf(folder)
  const lacking = modules.filter((module) => !own.includes(module))
  const unknown = own.filter((module) => !modules.includes(module))
  const faults = [
    ...lacking.map((module) => `It has no ${module}.`),
    ...unknown.map((module) => `Its ${module} is in no other language.`),
    ...compare(
      folder,
      modules.filter((module) => own.includes(module)),
    ),
  ]
  if (faults.length === 0) return undefined
  return [`The language ${relative(root, folder)} does not say what ${relative(root, english)} says:`, ...faults].join(
    '\n',
  )
}

/** The compiler's errors in these modules. */
function compare(folder, modules) {
  const check = join(root, '.cache/languages', basename(folder))
  mkdirSync(check, { recursive: true })
  const compilerOptions = { composite: false, emitDeclarationOnly: false, noEmit: true, lib: ['ES2023'] }
  const tsconfig = { extends: join(root, 'tsconfig.base.json'), compilerOptions, files: ['check.ts'] }
  writeFileSync(join(check, 'tsconfig.json'), JSON.stringify(tsconfig))
  const lines = modules.flatMap((module, index) => [
    `import * as said${index} from ${JSON.stringify(join(folder, module))}`,
    `import type * as english${index} from ${JSON.stringify(join(english, module))}`,
    `said${index} satisfies Sentences<typeof english${index}>`,
  ])
  const type =
    'type Sentences<English> = { readonly [Name in keyof English]: English[Name] extends string ? string : English[Name] }'
  writeFileSync(join(check, 'check.ts'), [type, ...lines, ''].join('\n'))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', check, '--pretty', 'false'], {
    cwd: root,
    encoding: 'utf8',
  })
  return status === 0 ? [] : [`${stdout}${stderr}`.trim()]
}

const modulesOf = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .toSorted()

/** The problems of the first incomplete language. Undefined if all are complete. */
export function refuseLanguages() {
  for (const { name } of readdirSync(join(root, 'src/words'), { withFileTypes: true }).filter((at) =>
    at.isDirectory(),
  )) {
    const refusal = name === 'en' ? undefined : refuseLanguage(join(root, 'src/words', name))
    if (refusal !== undefined) return refusal
  }
  return undefined
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const refusal = refuseLanguages()
  if (refusal !== undefined) {
    console.error(refusal)
    process.exitCode = 1
  }
}
