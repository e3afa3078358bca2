// Validates scenarios strictly against the machine's names, and payloads against the samples of the catalogue. An
// unknown key or name is refused with its position in the file and the most similar valid name, so that a mistyped
// expectation cannot pass.
import { z } from 'zod'
import { type CommentedJson, MalformedJson, readCommentedJson } from '#server/programme/init/commented-json.ts'
import { begin, nodesOf, outcomesOf, toQuotedList } from './drive.ts'
import type { MachineEntry, Scenario } from './entry.ts'
import { shapeFaults } from './sample-shapes.ts'
import { unknownName, suggestionFor } from './similar-names.ts'

/** The file is not a scenario of this machine. The message describes the fault and its position. */
export class ScenarioFault extends Error {}

/**
 * Reads a scenario from a file: either the form in `entry.ts`, or only its list of steps. Throws ScenarioFault if it is
 * not a scenario of this machine.
 */
export function textToScenario(entry: MachineEntry, text: string, name: string): Scenario {
  const { value, lineOf } = parse(text, name)
  const isList = Array.isArray(value)
  const given: unknown = isList ? { steps: value as unknown[] } : value
  const faults = [...faultsOf(entry, given), ...missingExpectation(given)]
  if (faults.length > 0) {
    const faultsWithLines = faults.map(({ path, text: words }) => ({
      line: lineOf(isList ? path.slice(1) : path),
      words,
    }))
    faultsWithLines.sort((a, b) => a.line - b.line)
    throw new ScenarioFault(faultsWithLines.map(({ line, words }) => `${name}:${line}: ${words}`).join('\n'))
  }
  const { input, steps } = given as Scenario
  return { name, steps, ...(input !== undefined && { input }) }
}

/** The machine named in a file. Undefined if the file names none. The lab then uses the machine that is open. */
export function machineOfFile(text: string, name: string): string | undefined {
  const { value } = parse(text, name)
  const machine = typeof value === 'object' && value !== null && 'machine' in value ? value.machine : undefined
  return typeof machine === 'string' ? machine : undefined
}

/** Throws ScenarioFault if a scenario contains a name that the machine does not have. */
export function checkScenario(entry: MachineEntry, { name, input, steps }: Scenario): void {
  const faults = faultsOf(entry, { ...(input !== undefined && { input }), steps })
  if (faults.length > 0) throw new ScenarioFault(faults.map(({ text }) => `${name}: ${text}`).join('\n'))
}

function parse(text: string, name: string): CommentedJson {
  try {
    return readCommentedJson(text)
  } catch (error) {
    if (!(error instanceof MalformedJson)) throw error
    throw new ScenarioFault(`${name} is not JSON. ${error.message}`)
  }
}

type Path = readonly (string | number)[]
interface Fault {
  readonly path: Path
  readonly text: string
}

/** A scenario that checks nothing is always as expected, whatever the machine does. */
function missingExpectation(given: unknown): readonly Fault[] {
  const steps = stepsIn(given)
  const isExpectation = (step: unknown) => isRecord(step) && Object.hasOwn(step, 'expect')
  if (steps === undefined || steps.some(isExpectation)) return []
  return [{ path: ['steps'], text: "it expects nothing: add a step with 'expect'" }]
}

/** Undefined if there is no list of steps. */
const stepsIn = (given: unknown): readonly unknown[] | undefined =>
  isRecord(given) && Array.isArray(given['steps']) ? given['steps'] : undefined

const kinds = ['send', 'end', 'wait', 'expect'] as const

/** All faults of a scenario. */
function faultsOf(entry: MachineEntry, given: unknown): readonly Fault[] {
  const scenarioSchema = z.strictObject({
    machine: z.literal(entry.id).optional(),
    name: z.string().optional(),
    input: oneOf(Object.keys(entry.inputs)).optional(),
    steps: z.array(z.unknown()),
  })
  const faults = schemaToFaults(scenarioSchema, given, [], '')
  const steps = stepsIn(given) ?? []
  return [...faults, ...steps.flatMap((step, index) => stepToFaults(entry, step, index))]
}

function stepToFaults(entry: MachineEntry, step: unknown, index: number): readonly Fault[] {
  const path = ['steps', index]
  const prefix = `step ${index + 1}: `
  const keys = typeof step === 'object' && step !== null ? Object.keys(step) : []
  const foundKinds = kinds.filter((kind) => keys.includes(kind))
  const [kind] = foundKinds
  const needsOne = `${prefix}it needs exactly one of ${toQuotedList(kinds)}`
  if (kind === undefined) {
    const suggestion = keys.map((key) => suggestionFor(key, kinds)).find((hint) => hint !== '') ?? ''
    return [{ path, text: needsOne + suggestion }]
  }
  if (foundKinds.length > 1) return [{ path, text: needsOne }]
  const faults = schemaToFaults(schemasOf(entry)[kind], step, path, prefix)
  return faults.length > 0 ? faults : payloadToFaults(entry, step as StepFields, path, prefix)
}

const oneOf = (names: readonly string[]) => z.enum(names as [string, ...string[]])

interface Schemas {
  readonly send: z.ZodType
  readonly end: z.ZodType
  readonly wait: z.ZodType
  readonly expect: z.ZodType
}
const schemas = new WeakMap<MachineEntry, Schemas>()

function schemasOf(entry: MachineEntry): Schemas {
  const known = schemas.get(entry)
  if (known) return known
  const nodes = nodesOf(entry.machine)
  const event = oneOf(Object.keys(entry.events))
  const work = oneOf(nodes.flatMap(({ invoke }) => invoke.map(({ id }) => id)))
  const paths = nodes.filter(({ path }) => path.length > 0).map(({ path }) => path.join('.'))
  const waitingPaths = nodes.filter(({ after }) => after.length > 0).map(({ path }) => path.join('.'))
  const created: Schemas = {
    send: z.strictObject({ send: event, sample: z.string().optional(), with: z.looseObject({}).optional() }),
    end: z.strictObject({
      end: work,
      as: z.string().optional(),
      output: z.unknown().optional(),
      error: z.string().optional(),
    }),
    wait: z.strictObject({ wait: oneOf(waitingPaths) }),
    expect: z.strictObject({
      expect: z
        .strictObject({
          state: oneOf(paths).optional(),
          context: z
            .looseObject({})
            .refine((value) => expectsSomething(value), 'it expects nothing')
            .optional(),
          ...(entry.messageIn && { message: z.string().optional() }),
          underWay: z.array(work).optional(),
          can: z.array(event).min(1, 'it expects nothing').optional(),
          cannot: z.array(event).min(1, 'it expects nothing').optional(),
        })
        .refine((value) => Object.keys(value).length > 0, 'it expects nothing'),
    }),
  }
  schemas.set(entry, created)
  return created
}

/** False if an object at any depth is empty: it would agree with every value. */
const expectsSomething = (value: unknown): boolean =>
  !isRecord(value) || (Object.keys(value).length > 0 && Object.values(value).every(expectsSomething))

interface StepFields {
  readonly send?: string
  readonly sample?: string
  readonly with?: object
  readonly end?: string
  readonly as?: string
  readonly output?: unknown
  readonly error?: string
}

/** Checks the names and keys that depend on the event or the effect, which no schema can express. */
function payloadToFaults(entry: MachineEntry, step: StepFields, path: Path, prefix: string): readonly Fault[] {
  const fault = (key: string | undefined, text: string): readonly Fault[] => [
    { path: key === undefined ? path : [...path, key], text: prefix + text },
  ]
  if (step.send !== undefined) {
    const samples = entry.events[step.send]?.samples ?? {}
    if (step.sample !== undefined && step.with !== undefined)
      return fault('sample', "it has 'sample' or 'with', not both")
    if (step.sample !== undefined && !Object.hasOwn(samples, step.sample))
      return fault('sample', unknownName(`${step.send} has no sample`, step.sample, Object.keys(samples)))
    if (step.with === undefined) return []
    const payloads = Object.values(samples)
    const texts = shapeFaults('with', step.with, payloads, initialValues(entry, payloads))
    return texts.flatMap((text) => fault('with', text))
  }
  if (step.end === undefined) return []
  const outcomes = outcomesOf(entry, step.end)
  const endings = (['as', 'output', 'error'] as const).filter((key) => Object.hasOwn(step, key))
  if (endings.length !== 1) {
    const names = toQuotedList(Object.keys(outcomes))
    return fault(undefined, `${step.end} needs exactly one of 'as', 'output' and 'error'; 'as' is one of ${names}`)
  }
  if (step.as !== undefined && !Object.hasOwn(outcomes, step.as))
    return fault('as', unknownName(`${step.end} has no outcome`, step.as, Object.keys(outcomes)))
  if (!Object.hasOwn(step, 'output')) return []
  const outputs = Object.values(outcomes)
    .filter((outcome) => 'output' in outcome)
    .map((outcome) => outcome.output)
  return shapeFaults('output', step.output, outputs).flatMap((text) => fault('output', text))
}

/**
 * The machine's initial values of the keys of these payloads. An event like 'options.changed' sends any of the options,
 * of which its samples show only some.
 */
function initialValues(entry: MachineEntry, payloads: readonly object[]): readonly object[] {
  const keys = new Set(payloads.flatMap((payload) => Object.keys(payload)))
  return Object.keys(entry.inputs).map((input) =>
    Object.fromEntries(Object.entries(begin(entry, input).context).filter(([key]) => keys.has(key))),
  )
}

/** The issues of a schema as messages. */
function schemaToFaults(schema: z.ZodType, value: unknown, path: Path, prefix: string): readonly Fault[] {
  const { error } = schema.safeParse(value)
  const issues = error?.issues ?? []
  // If all keys of an object are mistyped, only the keys are reported, and not also that it expects nothing.
  const issuesOfKeys = issues.filter(({ code }) => code === 'unrecognized_keys')
  const pathsWithUnknownKeys = new Set(issuesOfKeys.map(({ path: parent }) => parent.join('.')))
  const reportedIssues = issues.filter(
    (issue) => issue.code !== 'custom' || !pathsWithUnknownKeys.has(issue.path.join('.')),
  )
  return reportedIssues.flatMap((issue): readonly Fault[] => {
    const issuePath = issue.path.filter((key): key is string | number => typeof key !== 'symbol')
    const fullPath = [...path, ...issuePath]
    const label = issuePath.join('.') || 'it'
    const given = valueAt(value, issuePath)
    if (issue.code === 'unrecognized_keys') {
      const noKey = issuePath.length > 0 ? `${label} has no key` : 'there is no key'
      const validKeys = keysOf(schema, issuePath)
      return issue.keys.map((key) => ({ path: [...fullPath, key], text: prefix + unknownName(noKey, key, validKeys) }))
    }
    if (issue.code === 'invalid_value')
      return [
        { path: fullPath, text: prefix + unknownName(`${label} cannot be`, String(given), issue.values.map(String)) },
      ]
    const isCompleteMessage = issue.code === 'custom' || issue.code === 'too_small'
    const text = isCompleteMessage ? issue.message : `${label} is ${toText(given)}: ${issue.message}`
    return [{ path: fullPath, text: prefix + text }]
  })
}

const toText = (value: unknown): string => JSON.stringify(value) ?? 'missing'

/** The keys of the object at this path of a schema. */
function keysOf(schema: z.ZodType, path: Path): readonly string[] {
  let current: unknown = schema
  for (const key of path)
    current = current instanceof z.ZodObject ? (current.shape as Record<string, unknown>)[String(key)] : undefined
  return current instanceof z.ZodObject ? Object.keys(current.shape) : []
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((current, key) => (current as Record<string | number, unknown> | undefined)?.[key], value)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
