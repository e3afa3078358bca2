// An oxlint plugin for tests that also pass on a busy machine. Tests must wait for a state that changes, instead of reading
// it immediately. They must not sleep, and must not assert how long something took.
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const pathInRepo = (context) => relative(root, context.filename).split(sep).join('/')

/** Folders whose tests act on pages in jsdom. */
const ACTS_ON_PAGES = /^tests\/(app|flows|pages|services|ui)\//
const IN_BROWSER = /^tests\/e2e\//
/** The only file that waits for a time. The names of its functions say why. */
const PAUSES = 'tests/support/pauses.ts'

/** Functions that call the given function again until it succeeds. */
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
  const children = Object.entries(node)
    .filter(([key]) => key !== 'parent')
    .flatMap(([, child]) => child)
    .filter((child) => typeof child?.type === 'string')
  const includedChildren = withFunctions ? children : children.filter((child) => !isFunction(child))
  return includedChildren.some((child) => some(child, predicate, { withFunctions }))
}

/** Calls the function with the node and all nodes in it. */
function visit(node, callback) {
  const callAndContinue = (each) => {
    callback(each)
    return false
  }
  some(node, callAndContinue, { withFunctions: true })
}

const hasAwait = (statement) =>
  some(statement, ({ type, await: isAwaited }) => type === 'AwaitExpression' || isAwaited === true, {
    withFunctions: false,
  })

/** Whether an `expect` can run at a time that depends on the machine, judged by the functions around it. */
function contextOf(expectCall) {
  let isAsync = false
  let isFixable = true
  let isInTest = false
  for (let node = expectCall; node.parent; node = node.parent) {
    if (!isFunction(node)) continue
    if (node.async) isAsync = true
    // The fix adds an `await`, which a function that is not async cannot have.
    else if (!isAsync) isFixable = false
    const { parent } = node
    const isArgument = parent.type === 'CallExpression' && parent.callee !== node
    if (isArgument && WAITS.test(nameOf(parent.callee) ?? '')) return { isWaiting: true }
    if (isArgument && isTestCall(parent)) isInTest = true
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
    /** The names of the file's functions that read state. */
    const readers = new Set()
    /** The names of the file's functions that act on the page. */
    const actors = new Set()
    /** The names of the file's variables that contain state. */
    const snapshots = new Set()
    const isStateRead = ({ type, name, property, callee }) => {
      if (type === 'MemberExpression') return STATE.test(property.name ?? '')
      if (type === 'Identifier') return STATE.test(name) || snapshots.has(name)
      return type === 'CallExpression' && readers.has(callee.name)
    }
    const readsState = (node) => some(node, isStateRead, { withFunctions: true })
    const isAct = ({ type, callee }) => {
      if (type !== 'CallExpression') return false
      const isClickOnElement = callee.property?.name === 'click' && callee.object?.type !== 'Identifier'
      const isByLibrary = callee.object?.name === 'fireEvent' || callee.name === 'act'
      return isByLibrary || isClickOnElement || actors.has(callee.name)
    }
    const acts = (node) => some(node, isAct, { withFunctions: true })
    const collectDefinition = (node) => {
      const isDefinition = node.type === 'VariableDeclarator' || node.type === 'FunctionDeclaration'
      const value = node.type === 'VariableDeclarator' ? node.init : node
      const name = isDefinition ? node.id.name : undefined
      if (name === undefined || !value) return
      if (isFunction(value)) {
        const returnsExpression = value.type === 'ArrowFunctionExpression' && value.body.type !== 'BlockStatement'
        if (returnsExpression && !value.async && readsState(value.body)) readers.add(name)
        if (!value.async && acts(value.body)) actors.add(name)
      } else if (!hasAwait(value) && readsState(value)) snapshots.add(name)
    }
    // A definition can use one that comes later, so the definitions are read again until no name is added.
    const collect = (program) => {
      const countNames = () => readers.size + actors.size + snapshots.size
      let countBefore
      do {
        countBefore = countNames()
        visit(program, collectDefinition)
      } while (countNames() > countBefore)
    }
    /** True if a statement before this statement acts on the page, and no statement between them waits. */
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
        const readsChangingState = readsState(actual) || (isAsync && followsAct(statement))
        const isImmediate = hasAwait(actual) ? callsInDb(actual) : readsChangingState
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
