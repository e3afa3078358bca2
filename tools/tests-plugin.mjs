// An oxlint plugin for tests that pass on a busy machine too: what changes while a test waits is not read immediately but
// waited for, nothing sleeps, and nothing asserts how long something took.
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const pathInRepo = (context) => relative(root, context.filename).split(sep).join('/')

/** Folders whose tests act on pages in jsdom. */
const ACTS_ON_PAGES = /^tests\/(app|flows|pages|services|ui)\//
const IN_BROWSER = /^tests\/e2e\//
/** The only file that waits for a time, in functions that say what for. */
const PAUSES = 'tests/support/pauses.ts'

/** Functions that try the function that they are given until it succeeds. */
const WAITS = /^(waitFor|poll|waitUntil|toPass)$/
/** Names of functions and properties with which tests read the state of a page outside its elements. */
const STATE = /^(address|currentNotices|inDb|localStorage|sessionStorage|location|activeElement|requests|paramsOf)$/
/** Methods with which Playwright reads a page once, without waiting. */
const READS_ONCE =
  /^(allInnerTexts|allTextContents|boundingBox|count|evaluate|evaluateAll|getAttribute|innerText|inputValue|is[A-Z]\w+|screenshot|textContent|title|url)$/

const isFunction = (node) => /Function/.test(node?.type ?? '')
const nameOf = (callee) => callee.property?.name ?? callee.name
const isTestCall = ({ callee }) => {
  let called = callee
  while (called.callee ?? called.object ?? called.tag) called = called.callee ?? called.object ?? called.tag
  return called.name === 'test' || called.name === 'it'
}

/** True if the predicate is true for the node or for a node in it. Functions in it are included only `withFunctions`. */
function some(node, predicate, { withFunctions }) {
  if (predicate(node)) return true
  return Object.entries(node).some(([key, value]) => {
    if (key === 'parent') return false
    const children = Array.isArray(value) ? value : [value]
    return children.some(
      (child) =>
        typeof child?.type === 'string' &&
        (withFunctions || !isFunction(child)) &&
        some(child, predicate, { withFunctions }),
    )
  })
}

const hasAwait = (statement) =>
  some(statement, ({ type, await: isAwaited }) => type === 'AwaitExpression' || isAwaited === true, {
    withFunctions: false,
  })

/** How the functions around an `expect` decide whether it can run at a time that depends on the machine. */
function contextOf(expectCall) {
  let isAsync = false
  let isFixable = true
  let isInTest = false
  for (let node = expectCall; node.parent; node = node.parent) {
    if (isFunction(node)) {
      if (node.async) isAsync = true
      else if (!isAsync) isFixable = false
      const { parent } = node
      if (parent.type === 'CallExpression' && parent.callee !== node) {
        if (WAITS.test(nameOf(parent.callee) ?? '')) return { isWaiting: true }
        if (isTestCall(parent)) isInTest = true
      }
    }
  }
  // A test without `await` always runs in the same order.
  return { isWaiting: isInTest && !isAsync, isAsync, isFixable: isFixable && isAsync }
}

const waitForState = {
  meta: { fixable: 'code' },
  create(context) {
    const file = pathInRepo(context)
    if (IN_BROWSER.test(file)) return inBrowser(context)
    if (!ACTS_ON_PAGES.test(file)) return {}
    /** The names of the file's functions that read state, and of those that act on the page. */
    const [readers, actors, snapshots] = [new Set(), new Set(), new Set()]
    const readsState = (node) =>
      some(
        node,
        ({ type, name, property, callee }) =>
          (type === 'MemberExpression' && STATE.test(property.name ?? '')) ||
          (type === 'Identifier' && (STATE.test(name) || snapshots.has(name))) ||
          (type === 'CallExpression' && readers.has(callee.name)),
        { withFunctions: true },
      )
    const acts = (node) =>
      some(
        node,
        ({ type, callee }) =>
          type === 'CallExpression' &&
          (callee.object?.name === 'fireEvent' ||
            callee.name === 'act' ||
            actors.has(callee.name) ||
            (callee.property?.name === 'click' && callee.object?.type !== 'Identifier')),
        { withFunctions: true },
      )
    const collect = (program) => {
      for (let size = -1; size !== readers.size + actors.size + snapshots.size;) {
        size = readers.size + actors.size + snapshots.size
        some(
          program,
          (node) => {
            const [name, value] =
              node.type === 'VariableDeclarator'
                ? [node.id.name, node.init]
                : node.type === 'FunctionDeclaration'
                  ? [node.id.name, node]
                  : []
            if (name === undefined || !value) return false
            if (isFunction(value)) {
              const isReader = value.type === 'ArrowFunctionExpression' && value.body.type !== 'BlockStatement'
              if (isReader && !value.async && readsState(value.body)) readers.add(name)
              if (!value.async && acts(value.body)) actors.add(name)
            } else if (!hasAwait(value) && readsState(value)) snapshots.add(name)
            return false
          },
          { withFunctions: true },
        )
      }
    }
    /** True if the page was acted on before this statement, and nothing was waited for since. */
    const followsAct = (statement) => {
      const siblings = statement.parent.body
      if (!Array.isArray(siblings)) return false
      for (let index = siblings.indexOf(statement) - 1; index >= 0; index--) {
        const sibling = siblings[index]
        if (hasAwait(sibling)) return false
        if (sibling.type === 'ExpressionStatement' && acts(sibling)) return true
      }
      return false
    }
    return {
      Program: collect,
      CallExpression(node) {
        const [actual] = node.arguments
        if (!isExpect(node) || !actual) return
        const { isWaiting, isAsync, isFixable } = contextOf(node)
        if (isWaiting) return
        const statement = statementOf(node)
        const isImmediate = hasAwait(actual)
          ? callsInDb(actual)
          : readsState(actual) || (isAsync && followsAct(statement))
        if (isImmediate) report(context, node, { isFixable: isFixable && !acts(actual) && !hasAwait(statement) })
      },
    }
  },
}

const callsInDb = (actual) => some(actual, ({ name }) => name === 'inDb', { withFunctions: true })

function inBrowser(context) {
  return {
    CallExpression(node) {
      const [actual] = node.arguments
      if (!isExpect(node) || !actual || contextOf(node).isWaiting) return
      const readsOnce = ({ type, callee }) =>
        type === 'CallExpression' &&
        callee.type === 'MemberExpression' &&
        READS_ONCE.test(callee.property.name ?? '') &&
        // The address of a download or a response never changes.
        (callee.property.name !== 'url' || /page$/i.test(callee.object.name ?? ''))
      if (some(actual, readsOnce, { withFunctions: false })) report(context, node, { isFixable: false })
    },
  }
}

const isExpect = ({ callee }) =>
  callee.name === 'expect' || (callee.object?.name === 'expect' && callee.property.name === 'soft')

function statementOf(node) {
  let statement = node
  while (!/Statement$|Declaration$/.test(statement.type) && statement.parent) statement = statement.parent
  return statement
}

function report(context, node, { isFixable }) {
  const message =
    'Wait for the state: `await expect.poll(() => …)` or `await waitFor(…)`. On a busy machine, what was expected is not there yet.'
  const [actual, text] = node.arguments
  const source = context.sourceCode
  const canFix = isFixable && node.callee.name === 'expect'
  const options = text ? `, { message: ${source.getText(text)} }` : ''
  context.report({
    node,
    message,
    ...(canFix && {
      fix: (fixer) => fixer.replaceText(node, `await expect.poll(() => ${source.getText(actual)}${options})`),
    }),
  })
}

const noSleeps = {
  create(context) {
    const file = pathInRepo(context)
    if (!file.startsWith('tests/') || file === PAUSES) return {}
    const report = (node) =>
      context.report({ node, message: `No sleeps: wait for what you expect, or use a function of ${PAUSES}.` })
    return {
      NewExpression({ callee, arguments: [executor] }) {
        if (callee.name !== 'Promise' || !isFunction(executor)) return
        const resolve = executor.params[0]?.name
        const sleeps = (node) =>
          node.type === 'CallExpression' && node.callee.name === 'setTimeout' && node.arguments[0]?.name === resolve
        if (some(executor.body, sleeps, { withFunctions: false })) report(executor)
      },
      ImportSpecifier: (node) =>
        node.imported.name === 'setTimeout' && node.parent.source.value === 'node:timers/promises' && report(node),
      MemberExpression: (node) => node.property.name === 'waitForTimeout' && report(node),
    }
  },
}

const noDurations = {
  create(context) {
    if (!pathInRepo(context).startsWith('tests/')) return {}
    const message =
      'No durations: they depend on the machine. Count the work (calls, rows, bytes), or measure it in the bench.'
    // The durations of a fake clock are exact.
    if (context.sourceCode.text.includes('useFakeTimers')) return {}
    return {
      MemberExpression(node) {
        const name = `${node.object.name}.${node.property.name}`
        if (/^(performance\.now|process\.(cpuUsage|hrtime))$/.test(name)) context.report({ node, message })
      },
      BinaryExpression(node) {
        const isNow = (side) =>
          side.type === 'CallExpression' && side.callee.object?.name === 'Date' && side.callee.property.name === 'now'
        if (node.operator === '-' && isNow(node.left) && node.right.type === 'Identifier')
          context.report({ node, message })
      },
    }
  },
}

export default {
  meta: { name: 'tests' },
  rules: { 'wait-for-state': waitForState, 'no-sleeps': noSleeps, 'no-durations': noDurations },
}
