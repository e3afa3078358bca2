// An oxlint plugin with the rules for text that users see. In the folders of .ci/words.mjs it refuses text in JSX, words in
// a visible attribute or property, literals that begin like a sentence, and figures that are not formatted by the rules of
// the language.
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exceptions, coveredFolders } from '../.ci/words.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const message = 'A text belongs in the message files (src/words/en): use it as `m.area_name()`.'
const figures = 'The format of figures, and plurals, depend on the language: use #words/figures.ts.'

/** Attributes whose text is visible or read out. */
const VISIBLE =
  /^(label|title|hint|text|alt|placeholder|caption|heading|effect|description|summary|\w+Label|disabledReason|aria-label)$/
/** At least two words, the first with a capital letter. Excludes class names, keys, SQL and selectors. */
const SENTENCE = /^[‘“"(]?\p{Lu}\p{Ll}*[,:]? \p{L}/u
/** Text between values: three consecutive words. */
const PHRASE = /(\p{L}{2,}[,;:.]? ){2,}\p{L}{2,}/u
const WORD = /\p{L}{2}/u
/** At least one word, the first with a capital letter. */
const LABEL = /^\p{Lu}.*\p{Ll}{2}/u

/** True for the name of a property, which no user sees. */
const isName = (node) => node.parent.type === 'Property' && node.parent.key === node

/** True for the value of a visible property. */
const isLabel = ({ parent }) => parent.type === 'Property' && VISIBLE.test(parent.key.name ?? '')

/**
 * True if the literal is rendered, directly or as one of several choices: `<p>{isNew ? 'new' : 'old'}</p>`,
 * `<p title={isNew && 'new'} />`.
 */
const isRendered = (node) => {
  let rendered = node
  while (CHOICES.has(rendered.parent.type) && rendered.parent.test !== rendered) rendered = rendered.parent
  if (rendered.parent.type !== 'JSXExpressionContainer') return false
  const { parent } = rendered.parent
  return parent.type !== 'JSXAttribute' || VISIBLE.test(parent.name.name ?? '')
}
const CHOICES = new Set(['ConditionalExpression', 'LogicalExpression'])

/** True for literals that no user reads (errors, logs, types), and for words used to recognise files. */
const isForDevelopers = (node) => {
  for (let ancestor = node.parent; ancestor; ancestor = ancestor.parent) {
    if (ancestor.type === 'NewExpression' && (ancestor.callee.name ?? '').endsWith('Error')) return true
    const calledMethod = ancestor.type === 'CallExpression' ? (ancestor.callee.property?.name ?? '') : ''
    if (/^(error|warn|info|debug|log|meta)$/.test(calledMethod)) return true
    if (ancestor.type === 'VariableDeclarator' && /aliases$/i.test(ancestor.id.name ?? '')) return true
    // The property `description` explains a state of a machine in its diagram.
    if (ancestor.type === 'Property' && ancestor.key.name === 'description') return true
    if (ancestor.type === 'TaggedTemplateExpression' || ancestor.type === 'ImportDeclaration') return true
    // Types, except for expressions with a type, such as `text as Name`.
    if (/^TS(?!As|Satisfies|NonNull)/.test(ancestor.type)) return true
  }
  return false
}

const isIn = (file, paths) => paths.some((path) => file === path || file.startsWith(`${path}/`))

const noWords = {
  create(context) {
    const file = relative(root, context.filename).split(sep).join('/')
    if (!isIn(file, coveredFolders) || isIn(file, Object.keys(exceptions))) return {}
    const refuse = (node) => context.report({ node, message })
    return {
      JSXText: (node) => WORD.test(node.value) && refuse(node),
      JSXAttribute(node) {
        const isText = node.value?.type === 'Literal' && WORD.test(String(node.value.value))
        if (isText && VISIBLE.test(node.name.name ?? '')) refuse(node)
      },
      Literal(node) {
        if (typeof node.value !== 'string' || isName(node) || isForDevelopers(node)) return
        const { value } = node
        const isLabelText = isLabel(node) && LABEL.test(value)
        const isRenderedText = isRendered(node) && WORD.test(value)
        if (SENTENCE.test(value) || isLabelText || isRenderedText) refuse(node)
      },
      CallExpression(node) {
        const callsToLocaleString = node.callee.property?.name === 'toLocaleString'
        if (callsToLocaleString) context.report({ node, message: figures })
      },
      TemplateLiteral(node) {
        const text = node.quasis.map(({ value }) => value.cooked).join('…')
        const isText = SENTENCE.test(text) || PHRASE.test(text)
        if (isText && !isForDevelopers(node)) refuse(node)
      },
    }
  },
}

export default { meta: { name: 'words' }, rules: { 'in-the-catalogue': noWords } }
