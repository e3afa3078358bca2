// An oxlint plugin for the architecture rules: allowed imports between layers (.ci/layers.mjs), no relative import of a
// folder more than one level up, no barrels, no clock in pure layers. Also refuses updates of state that do not start from
// the newest state. It reads the `#…` aliases from package.json, so it needs no import resolver.
import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, dirname, extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { layers, pureLayers, bannedPackages } from '../.ci/layers.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
// An alias for a single built file belongs to no layer.
const aliases = Object.entries(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).imports)
  .filter(([from]) => from.endsWith('*'))
  .map(([from, to]) => [from.replace('*', ''), to.replace('./', '').replace('*', '')])

/** Calls `check(node, specifier, kind)` for each import in a file, in any syntax. `kind` is value, type or worker. */
function visitImports(check) {
  const checkSource = (node, source, kind) => {
    if (typeof source?.value === 'string') check(source, source.value, kind)
    // An address that is composed at run time names no file of the sources.
    else if (node.source?.type === 'TemplateLiteral' && node.source.expressions.length === 0)
      check(node, node.source.quasis[0].value.cooked, kind)
  }
  const checkExport = (node) => {
    if (node.source) checkSource(node, node.source, node.exportKind === 'type' ? 'type' : 'value')
  }
  return {
    ImportDeclaration: (node) => checkSource(node, node.source, node.importKind === 'type' ? 'type' : 'value'),
    ExportNamedDeclaration: checkExport,
    ExportAllDeclaration: checkExport,
    ImportExpression: (node) => checkSource(node, node.source, 'value'),
    TSImportType: (node) => checkSource(node, node.source ?? node.argument?.literal, 'type'),
    NewExpression(node) {
      const [first, second] = node.arguments
      const isFileUrl = node.callee.name === 'URL' && second?.type === 'MemberExpression'
      if (isFileUrl && typeof first?.value === 'string' && /^\.{1,2}\/.*\.tsx?$/.test(first.value))
        check(first, first.value, 'worker')
    },
  }
}

const imports = {
  create(context) {
    const from = locate(pathInRepo(context.filename))
    if (!from) return {}
    return visitImports((node, specifier, kind) => {
      const isWorker = kind === 'worker' || specifier.includes('?worker')
      const message = importError(from, specifier, isWorker ? 'type' : kind)
      if (message) context.report({ node, message })
    })
  },
}

const paths = {
  create(context) {
    return visitImports((node, specifier, kind) => {
      if (kind !== 'worker' && specifier.startsWith('../../'))
        context.report({ node, message: `'${specifier}' reaches up two folders: import it by its layer, '#…'.` })
      if (/^(#|\.\.?\/)/.test(specifier) && !/\.\w+(\?.*)?$/.test(specifier))
        context.report({ node, message: `'${specifier}' names no file: write its extension, as Node needs it.` })
    })
  },
}

const noBarrels = {
  create(context) {
    const message =
      'No barrels: import the name from the file that defines it, so that no file loads more than it uses.'
    const report = (node) => node.source && context.report({ node, message })
    return { ExportAllDeclaration: report, ExportNamedDeclaration: report }
  },
}

const noClock = {
  create(context) {
    const file = pathInRepo(context.filename)
    if (!pureLayers.folders.some((folder) => file.startsWith(`${folder}/`))) return {}
    const report = (node) => context.report({ node, message: pureLayers.why })
    const isGlobal = (node, name) =>
      node?.name === name || (node?.object?.name === 'globalThis' && node.property?.name === name)
    return {
      NewExpression: (node) => isGlobal(node.callee, 'Date') && node.arguments.length === 0 && report(node),
      CallExpression: (node) => isGlobal(node.callee, 'Date') && report(node),
      MemberExpression(node) {
        const name = node.property?.name ?? node.property?.value
        if (isGlobal(node.object, 'Date') && name === 'now') report(node)
        if (isGlobal(node.object, 'Math') && name === 'random') report(node)
        if (isGlobal(node.object, 'performance') || isGlobal(node.object, 'crypto')) report(node)
      },
      ImportDeclaration: (node) => /^(node:)?crypto$/.test(node.source.value) && report(node),
    }
  },
}

/** The beginnings of class names with a physical side, as in ml-4, left-0, border-l, rounded-tl, scroll-pl-2, text-left. */
const PHYSICAL_NAMES = [
  '[mp][lr]',
  'left|right',
  'border-[lr]',
  'rounded-[tb]?[lr]',
  'scroll-[mp][lr]',
  'text-(?:left|right)',
].join('|')
/** A class name with a physical side, which is wrong in a language that is read from right to left. */
const PHYSICAL = new RegExp(String.raw`(?:^|[\s:])-?(?:${PHYSICAL_NAMES})(?:-[\d[a-z]\S*)?(?=\s|$)`)
const logicalSides = {
  create(context) {
    if (!/^src\/(app|pages|ui)\//.test(pathInRepo(context.filename))) return {}
    const message = 'Name the side by the direction of reading: ms-, pe-, inset-s-, text-end.'
    const check = (node, text) => text.includes('-') && PHYSICAL.test(text) && context.report({ node, message })
    return {
      Literal: (node) => typeof node.value === 'string' && check(node, node.value),
      TemplateElement: (node) => check(node, node.value.cooked),
    }
  },
}

/** Returns the error message for an import. Undefined if the import is allowed. */
function importError(from, specifier, kind) {
  const { layer, area } = from
  const path = resolve(specifier, from.file)
  if (path === undefined) return packageError(layer, specifier)
  const to = locate(path)
  if (!to) return `${layer.name} must not import '${specifier}'. ${layer.why}`
  if (to.layer === layer) {
    const canImportArea = isArea(layer, area) ? area === to.area : canImportAreas(layer, area)
    if (canImportArea || !isArea(layer, to.area)) return undefined
    return `${layer.name}/${area} must not import '${specifier}'. ${layer.areasWhy}`
  }
  const target = `${to.layer.name}/${to.area ?? basename(to.file, extname(to.file))}`
  const allowingNames = [to.layer.name, target]
  if (kind === 'type') allowingNames.push(`type:${to.layer.name}`)
  const isAllowed = allowingNames.some((name) => layer.layers.includes(name))
  return isAllowed ? undefined : `${layer.name} must not import '${specifier}'. ${layer.why}`
}

/**
 * True if this folder, which is not an area, can import areas. Areas can import the subfolders that are not areas. So to
 * prevent cycles, most of these subfolders must not import areas.
 */
const canImportAreas = (layer, folder) => folder === undefined || layer.sharedAreas?.includes(folder) === true

function packageError(layer, specifier) {
  const name = packageOf(specifier)
  const ban = bannedPackages.find((row) => row.layer === layer.name && row.packages.includes(name))
  if (ban) return `${layer.name} must not import '${specifier}'. ${ban.why}`
  if (isBuiltin(specifier) && layer.name !== 'server')
    return `${layer.name} must not import '${specifier}'. ${layer.why}`
  const allowed = layer.packages === 'any' || layer.packages.includes(name) || name.startsWith('virtual:')
  return allowed ? undefined : `${layer.name} must not import '${specifier}'. ${layer.why}`
}

/** Returns the layer and the area (first subfolder) of a path in the repository. Undefined if no layer has the path. */
function locate(file) {
  const layer = layers.find((row) => file.startsWith(`${row.folder}/`))
  if (!layer) return undefined
  const segments = file.slice(layer.folder.length + 1).split('/')
  return { layer, file, area: segments.length > 1 ? segments[0] : undefined }
}

function isArea({ areas = [] }, folder) {
  return folder !== undefined && (areas.includes('*') || areas.includes(folder))
}

/** Resolves a specifier to a path in the repository. Undefined for a package. */
function resolve(specifier, fromFile) {
  const bare = specifier.replace(/\?.*$/, '')
  if (bare.startsWith('.')) return toSlashes(join(dirname(fromFile), bare))
  const alias = aliases.find(([prefix]) => bare.startsWith(prefix))
  return alias ? alias[1] + bare.slice(alias[0].length) : undefined
}

const packageOf = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
const pathInRepo = (filename) => toSlashes(relative(root, filename))
const toSlashes = (path) => path.split(sep).join('/')

/**
 * Refuses a new state that is made from the state of the last drawing, `setPage(page + 1)`: the second of two quick
 * presses would start from the same state as the first and so undo it. `setPage((page) => page + 1)` starts from the
 * newest state.
 */
const newestState = {
  create(context) {
    if (!pathInRepo(context.filename).startsWith('src/')) return {}
    return {
      CallExpression(node) {
        const [, firstLetter, otherLetters] = /^set([A-Z])(\w*)$/.exec(node.callee.name ?? '') ?? []
        const [next] = node.arguments
        if (firstLetter === undefined || next === undefined || next.type.endsWith('FunctionExpression')) return
        const state = firstLetter.toLowerCase() + otherLetters
        if (!usesName(next, state)) return
        const message = `'${state}' is the state that was drawn: use ${node.callee.name}((before) => …), which starts from the newest.`
        context.report({ node, message })
      },
    }
  },
}

/** True if the expression reads the variable. Names of properties do not count, nor does what functions do later. */
function usesName(node, name) {
  if (node.type.endsWith('FunctionExpression')) return false
  if (node.type === 'Identifier') return node.name === name
  // `?? page` keeps the state, so nothing is lost.
  if (node.type === 'LogicalExpression' && node.operator === '??') return usesName(node.left, name)
  const keyOfName = { MemberExpression: 'property', Property: 'key' }[node.type]
  const ignoredKeys = node.computed ? ['parent'] : ['parent', keyOfName]
  const children = Object.entries(node)
    .filter(([key]) => !ignoredKeys.includes(key))
    .flatMap(([, child]) => child)
  return children.some((child) => typeof child?.type === 'string' && usesName(child, name))
}

export default {
  meta: { name: 'house' },
  rules: {
    imports,
    paths,
    'no-barrels': noBarrels,
    'no-clock': noClock,
    'logical-sides': logicalSides,
    'newest-state': newestState,
  },
}
