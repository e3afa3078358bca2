// Tests every machine of the catalogue on generated paths: each reachable state, each step from there, and each
// invariant in each state. Untested states and transitions fail, and the paths must find a fault put into a copy of a
// state machine.
import { expect, test, describe } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { catalogue } from '#tools/lab/catalogue/all.ts'
import { sessionEntry } from '#tools/lab/catalogue/access.ts'
import { batchEntry } from '#tools/lab/catalogue/uploads.ts'
import { allStates, allTransitions, nameOf, transitionsFrom } from '#tools/lab/catalogue/drive.ts'
import type { MachineEntry } from '#tools/lab/catalogue/entry.ts'
import { type Exploration, explore } from '#tools/lab/catalogue/explore.ts'
import { at, changed } from '#tests/support/changed-chart.ts'

const explored = new Map<string, Exploration>()
const of = (entry: MachineEntry): Exploration => {
  const known = explored.get(entry.id) ?? explore(entry)
  explored.set(entry.id, known)
  return known
}

describe.each(catalogue.map((entry) => ({ name: entry.id, entry })))('$name', ({ entry }) => {
  test('keeps its invariants in every reachable state', () => {
    const { broken, isCut } = of(entry)
    expect({ broken, isCut }).toEqual({ broken: [], isCut: false })
  })

  test('describes every state, and the catalogue lists every event', () => {
    const silent: string[] = []
    const visit = (node: AnyStateMachine['root']) => {
      if (node.parent && !node.description) silent.push(node.path.join('.'))
      for (const child of Object.values(node.states)) visit(child)
    }
    visit(entry.machine.root)
    expect(silent).toEqual([])
    const named = (entry.machine.events as string[]).filter((type) => !type.startsWith('xstate.') && type !== '')
    expect(Object.keys(entry.events).toSorted()).toEqual(named.toSorted())
  })

  test('has a name for every guard and every action', () => {
    const nameless: string[] = []
    // XState's own action for a delay is a function with its own name.
    const isNamed = (each: unknown) =>
      (typeof each === 'function' && /^xstate\.(?:raise|cancel)$/.test((each as { type?: string }).type ?? '')) ||
      typeof each === 'string' ||
      (typeof each === 'object' && each !== null && 'type' in each)
    const visit = (node: AnyStateMachine['root']) => {
      for (const each of transitionsFrom(node)) {
        if (each.guard !== undefined && !isNamed(each.guard)) nameless.push(`${nameOf(each)}: guard`)
        if (!each.actions.every(isNamed)) nameless.push(`${nameOf(each)}: action`)
      }
      if (![...node.entry, ...node.exit].every(isNamed)) nameless.push(node.path.join('.'))
      for (const child of Object.values(node.states)) visit(child)
    }
    visit(entry.machine.root)
    expect(nameless).toEqual([])
  })
})

test('together the paths reach every state and take every transition of each state machine', () => {
  const missing = catalogue.flatMap((entry) => {
    // Types of one state machine share it: what one cannot reach, another does.
    const kin = catalogue.filter(({ machine }) => machine === entry.machine).map(of)
    return [
      ...allStates(entry).filter((state) => !kin.some(({ states }) => states.has(state))),
      ...allTransitions(entry).filter((name) => !kin.some(({ transitions }) => transitions.has(name))),
    ].map((name) => `${entry.id}: ${name}`)
  })
  expect(missing).toEqual([])
  const lines = catalogue.map((entry) => {
    const { reached, stepsTaken, transitions, states } = of(entry)
    return `${entry.id.padEnd(16)} ${states.size} states, ${transitions.size} transitions, ${reached.length} places, ${stepsTaken} steps`
  })
  // Prints what the paths have covered, for runs that show output.
  process.stdout.write(`${lines.join('\n')}\n`)
})

describe('the paths find a fault in a copy of a state machine', () => {
  const faultsOf = (machine: AnyStateMachine) => explore({ ...batchEntry, machine }).broken.join('\n')

  test('in a guard: the same rows need no reason', () => {
    const machine = batchEntry.machine.provide({ guards: { lacksReason: () => false } } as never)
    expect(faultsOf(machine)).toMatch(
      /The same rows are sent a second time only with a reason: .*submit \(without a reason\)/,
    )
  })

  test('in the order of actions: the requestId is dropped after it was created', () => {
    const machine = changed(batchEntry.machine, (config) => {
      const submit = at(config, 'states', 'confirming', 'on', 'submit')
      const [, way] = submit as unknown as { actions: unknown[] }[]
      way?.actions.reverse()
      way?.actions.push('dropIntent')
    })
    expect(faultsOf(machine)).toMatch(/What is submitted, or may have been, has its requestId: /)
  })

  test('in a target: a lost answer is treated as a success', () => {
    const machine = changed(batchEntry.machine, (config) => {
      const sending = at(config, 'states', 'submitting', 'states', 'sending', 'invoke')
      sending['onError'] = '#upload.done'
    })
    expect(faultsOf(machine)).toMatch(/It is done only by an answer that says so: .*submitRows ends: broken/)
  })

  test('in a target: a state is no longer reachable', () => {
    const machine = changed(sessionEntry.machine, (config) => {
      const submitted = at(config, 'states', 'enrolling', 'on', 'code.submitted')
      submitted['target'] = 'enrolling'
    })
    const { states } = explore({ ...sessionEntry, machine })
    expect(allStates({ machine }).filter((state) => !states.has(state))).toEqual(['confirmingEnrolment', 'enrolled'])
  })
})
