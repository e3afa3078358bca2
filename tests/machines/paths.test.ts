// Tests every machine of the catalogue on generated paths: each reachable state, each step from it, and each invariant
// in it. The tests also fail if no path reaches a state or transition, or if the paths miss a fault in a changed copy
// of a machine.
import { expect, test, describe } from 'vitest'
import { type AnyMachineSnapshot, type AnyStateMachine, getNextTransitions } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { catalogue } from '#tools/lab/catalogue/all.ts'
import { sessionEntry } from '#tools/lab/catalogue/access.ts'
import { changeEntry } from '#tools/lab/catalogue/app-wide.ts'
import { batchEntry } from '#tools/lab/catalogue/uploads.ts'
import {
  allStates,
  allTransitions,
  begin,
  transitionName,
  nodesOf,
  take,
  transitionsFrom,
} from '#tools/lab/catalogue/drive.ts'
import type { MachineEntry } from '#tools/lab/catalogue/entry.ts'
import {
  type Exploration,
  explore,
  positionKey,
  pathsTo,
  pathToWords,
  simplePaths,
} from '#tools/lab/catalogue/explore.ts'
import { snapshotToStates } from '#services/inspect/states.ts'
import { configAt, withChangedConfig } from '#tests/support/changed-machine.ts'

/** Machines with so few positions that every path without repeated positions can be tested. */
const SMALL_MACHINES = new Set(['change', 'update'])

const explorations = new Map<string, Exploration>()
const explorationOf = (entry: MachineEntry): Exploration => {
  const exploration = explorations.get(entry.id) ?? explore(entry)
  explorations.set(entry.id, exploration)
  return exploration
}

describe.each(catalogue.map((entry) => ({ name: entry.id, entry })))('$name', ({ entry }) => {
  test('keeps its invariants in every reachable state', () => {
    const { violations } = explorationOf(entry)
    expect(violations).toEqual([])
  })

  test('describes every state, and the catalogue lists every event', () => {
    const undescribed = nodesOf(entry.machine).filter((node) => node.parent && !node.description)
    expect(undescribed.map(({ path }) => path.join('.'))).toEqual([])
    const eventTypes = (entry.machine.events as string[]).filter((type) => !type.startsWith('xstate.') && type !== '')
    expect(Object.keys(entry.events).toSorted()).toEqual(eventTypes.toSorted())
  })

  test('has a name for every guard and every action', () => {
    const unnamed: string[] = []
    // XState's own action for a delay is a named function.
    const isNamed = (action: unknown) =>
      (typeof action === 'function' && /^xstate\.(?:raise|cancel)$/.test((action as { type?: string }).type ?? '')) ||
      typeof action === 'string' ||
      (typeof action === 'object' && action !== null && 'type' in action)
    for (const node of nodesOf(entry.machine)) {
      for (const transition of transitionsFrom(node)) {
        const name = transitionName(transition)
        if (transition.guard !== undefined && !isNamed(transition.guard)) unnamed.push(`${name}: guard`)
        if (!transition.actions.every(isNamed)) unnamed.push(`${name}: action`)
      }
      if (![...node.entry, ...node.exit].every(isNamed)) unnamed.push(node.path.join('.'))
    }
    expect(unnamed).toEqual([])
  })
})

test('together the paths reach every state and take every transition of each state machine', () => {
  const missing = catalogue.flatMap((entry) => {
    // Several entries can share a state machine and reach different parts of it.
    const sharedExplorations = catalogue.filter(({ machine }) => machine === entry.machine).map(explorationOf)
    return [
      ...allStates(entry).filter((state) => !sharedExplorations.some(({ states }) => states.has(state))),
      ...allTransitions(entry).filter((name) => !sharedExplorations.some(({ transitions }) => transitions.has(name))),
    ].map((name) => `${entry.id}: ${name}`)
  })
  expect(missing).toEqual([])
  const lines = catalogue.map((entry) => {
    const { reached, stepsTaken, transitions, states } = explorationOf(entry)
    return `${entry.id.padEnd(16)} ${states.size} states, ${transitions.size} transitions, ${reached.length} positions, ${stepsTaken} steps`
  })
  // Prints the coverage for runs that show output.
  process.stdout.write(`${lines.join('\n')}\n`)
})

describe('the paths find a fault in a copy of a state machine', () => {
  // Without the drafts, which take most of the time.
  const { new: input } = batchEntry.inputs
  const faultsOf = (machine: AnyStateMachine) =>
    explore({ ...batchEntry, inputs: { new: input }, machine }).violations.join('\n')

  test('in a guard: the same rows need no reason', () => {
    const machine = batchEntry.machine.provide({ guards: { hasInvalidReason: () => false } } as never)
    expect(faultsOf(machine)).toMatch(
      /The same rows are sent a second time only with a reason: .*submit \(without a reason\)/,
    )
  })

  test('in the order of actions: the requestId is dropped after it was created', () => {
    const machine = withChangedConfig(batchEntry.machine, (config) => {
      const submit = configAt(config, 'states', 'confirming', 'on', 'submit')
      const [, transition] = submit as unknown as { actions: unknown[] }[]
      transition?.actions.reverse()
      transition?.actions.push('clearIntent')
    })
    expect(faultsOf(machine)).toMatch(/A submission has its requestId, also while its outcome is unknown: /)
  })

  test('in a target: a lost response is treated as a success', () => {
    const machine = withChangedConfig(batchEntry.machine, (config) => {
      const sending = configAt(config, 'states', 'submitting', 'states', 'sending', 'invoke')
      sending['onError'] = '#upload.done'
    })
    expect(faultsOf(machine)).toMatch(
      /A submission is done only after a response that reports it: .*submitRows ends: fails/,
    )
  })

  test('in a target: a state is no longer reachable', () => {
    const machine = withChangedConfig(sessionEntry.machine, (config) => {
      const submitted = configAt(config, 'states', 'enrolling', 'on', 'code.submitted')
      submitted['target'] = 'enrolling'
    })
    const { states } = explore({ ...sessionEntry, machine })
    expect(allStates({ machine }).filter((state) => !states.has(state))).toEqual(['confirmingEnrolment', 'enrolled'])
  })

  test('in a failure that nothing handles: the machine would stop there', () => {
    const machine = withChangedConfig(sessionEntry.machine, (config) => {
      delete configAt(config, 'states', 'signingIn', 'invoke')['onError']
    })
    const entry = { ...sessionEntry, machine }
    expect(explore(entry).violations).toEqual([
      'The machine stops when logIn ends: fails, which nothing handles: usual: credentials.submitted, logIn ends: fails',
    ])
    const stopped = take(entry, take(entry, begin(entry), { send: 'credentials.submitted' }), {
      end: 'logIn',
      error: 'boom',
    })
    expect(stopped).toMatchObject({ isOver: true, error: 'boom', underWay: [] })
    expect(() => take(entry, stopped, { send: 'cancelled' })).toThrow('cancelled does nothing: the machine has ended')
  })

  test('in a busy state without a way out', () => {
    const machine = withChangedConfig(sessionEntry.machine, (config) => {
      const entering = configAt(config, 'states', 'fetchingSecret')
      entering['on'] = {}
      Object.assign(configAt(entering, 'invoke'), {
        onDone: { actions: 'clearMessage' },
        onError: { actions: 'clearMessage' },
      })
    })
    expect(explore({ ...sessionEntry, machine }).violations).toContain(
      'fetchingSecret is busy, and no step leaves it: usual: credentials.submitted, logIn ends: not enrolled',
    )
  })
})

test.each(
  catalogue
    .filter((entry) => catalogue.find(({ machine }) => machine === entry.machine) === entry)
    .map((entry) => ({ name: entry.id, entry })),
)('XState’s graph utilities reach the same positions of $name', ({ entry }) => {
  const { machine, effects, events } = entry
  const userEvents = Object.entries(events).flatMap(([type, { samples }]) =>
    Object.values(samples).map((sample) => ({ ...sample, type })),
  )
  const timers = (machine.events as string[]).flatMap((type) => (type.startsWith('xstate.after.') ? [{ type }] : []))
  const effectEvents = Object.entries(effects).flatMap(([id, { outcomes }]) => [
    ...Object.values(outcomes).map((outcome) => ({
      type: `xstate.${'error' in outcome ? 'error' : 'done'}.actor.${id}`,
      actorId: id,
      ...outcome,
    })),
    { type: `xstate.error.actor.${id}`, actorId: id, error: new Error('a failure') },
  ])
  const toKey = (snapshot: AnyMachineSnapshot) => {
    const context = snapshot.context as Readonly<Record<string, unknown>>
    return positionKey(entry, { states: snapshotToStates(snapshot), context }) as never
  }
  const keys = new Set<string>()
  for (const input of Object.values(entry.inputs)) {
    const earlierKeys = new Set(keys)
    const paths = getShortestPaths(machine, {
      input: input as never,
      // An error of an effect that is not running would stop the machine.
      events: (snapshot) => {
        const acceptedTypes = new Set(getNextTransitions(snapshot).map(({ eventType }) => eventType as string))
        return [...userEvents, ...timers, ...effectEvents].filter(({ type }) => acceptedTypes.has(type)) as never
      },
      serializeState: toKey,
      stopWhen: (snapshot) => earlierKeys.has(toKey(snapshot)),
    })
    for (const { state } of paths) keys.add(toKey(state))
  }
  const positions = explorationOf(entry).reached.map(({ position }) => positionKey(entry, position))
  expect(positions.toSorted()).toEqual([...keys].toSorted())
})

// Positions with the same key must behave identically, whichever path led to them.
test.each(catalogue.filter(({ id }) => SMALL_MACHINES.has(id)).map((entry) => ({ name: entry.id, entry })))(
  'every simple path of $name ends in the same position as the shortest, and keeps the invariants',
  ({ entry }) => {
    const knownKeys = new Set(explorationOf(entry).reached.map(({ position }) => positionKey(entry, position)))
    for (const input of Object.keys(entry.inputs)) {
      for (const { position, steps } of simplePaths(entry, input)) {
        let current = begin(entry, input)
        for (const step of steps) {
          const next = take(entry, current, step)
          for (const { description, holds } of entry.invariants)
            if (!holds(next, current, step)) expect.fail(description)
          current = next
        }
        expect(positionKey(entry, current)).toBe(positionKey(entry, position))
        expect(knownKeys).toContain(positionKey(entry, current))
      }
    }
  },
)

// Machines and drafts contain codes, since sentences belong to src/words. Only the server's messages are text.
test.each(catalogue.map((entry) => ({ name: entry.id, entry })))(
  'no context of $name contains a sentence',
  ({ entry }) => {
    const responses = JSON.stringify(entry.effects)
    const sentences = new Set<string>()
    const collectSentences = (value: unknown): void => {
      if (
        typeof value === 'string' &&
        // Begins with a capitalised word and another word, or contains at least three words followed by a space.
        /^\p{Lu}\p{Ll}*[,:]? \p{L}|(?:\p{L}+ ){3}/u.test(value) &&
        !responses.includes(value)
      )
        sentences.add(value)
      if (typeof value === 'object' && value !== null) Object.values(value).forEach(collectSentences)
    }
    for (const { position } of explorationOf(entry).reached) collectSentences(position.context)
    expect([...sentences]).toEqual([])
  },
)

test('the paths to a state are XState’s simple paths, the shortest first, up to the limit', () => {
  const expected = simplePaths(changeEntry).filter(({ position }) => position.states.includes('done'))
  const paths = pathsTo(changeEntry, 'done', 1000)
  const toTexts = (somePaths: typeof paths) => somePaths.map(pathToWords).toSorted()
  expect(toTexts(paths)).toEqual(toTexts(expected))
  const lengths = paths.map(({ steps }) => steps.length)
  expect(lengths).toEqual(lengths.toSorted((a, b) => a - b))
  expect(pathsTo(changeEntry, 'done', 2)).toEqual(paths.slice(0, 2))
})
