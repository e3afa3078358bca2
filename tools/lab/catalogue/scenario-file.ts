// Validates scenarios strictly against the machine's names. An unknown key or name is refused with its position in the
// file and the most similar valid name, so that a mistyped expectation cannot pass.
import * as jsonc from 'jsonc-parser'
import { z } from 'zod'
import { nodesOf, outcomesOf, toQuotedList } from './drive.ts'
import type { MachineEntry, Scenario } from './entry.ts'

/** The file is not a scenario of this machine. The message describes the fault and its position. */
export class ScenarioFault extends Error {}

/**
 * Reads a scenario from a file: either the form in `entry.ts`, or only its list of steps. Throws ScenarioFault if it is
 * not a scenario of this machine.
 */
export function textToScenario(entry: MachineEntry, text: string, name: string): Scenario {
  const value = parse(text, name)
  const given: unknown = Array.isArray(value) ? { steps: value as unknown[] } : value
  const faults = faultsOf(entry, given)
  if (faults.length > 0) {
    const isList = Array.isArray(value)
    const lineOf = lineFinder(text)
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

/** The machine named in a file. Undefined if the file does not name one; the lab then uses the machine that is open. */
export function machineOfFile(text: string, name: string): string | undefined {
  const value = parse(text, name)
  const machine = typeof value === 'object' && value !== null && 'machine' in value ? value.machine : undefined
  return typeof machine === 'string' ? machine : undefined
}

/** Throws ScenarioFault if a scenario contains a name that the machine does not have. */
export function checkScenario(entry: MachineEntry, { name, input, steps }: Scenario): void {
  const faults = faultsOf(entry, { ...(input !== undefined && { input }), steps })
  if (faults.length > 0) throw new ScenarioFault(faults.map(({ text }) => `${name}: ${text}`).join('\n'))
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ScenarioFault(`${name} is not JSON: ${(error as Error).message}`)
  }
}

type Path = readonly (string | number)[]
interface Fault {
  readonly path: Path
  readonly text: string
}

/** Returns a function that finds the line of a value in a file, from 1. */
function lineFinder(text: string): (path: Path) => number {
  const root = jsonc.parseTree(text)
  return (path) => {
    let node: jsonc.Node | undefined
    // A missing key has the position of its parent.
    for (let length = path.length; !node && length >= 0; length -= 1)
      node = root && jsonc.findNodeAtLocation(root, path.slice(0, length))
    return text.slice(0, node?.offset ?? 0).split('\n').length
  }
}

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
  const steps = (given as { readonly steps?: unknown } | null)?.steps
  if (!Array.isArray(steps)) return faults
  return [...faults, ...steps.flatMap((step, index) => stepToFaults(entry, step, index))]
}

function stepToFaults(entry: MachineEntry, step: unknown, index: number): readonly Fault[] {
  const path = ['steps', index]
  const prefix = `step ${index + 1}: `
  const foundKinds = typeof step === 'object' && step !== null ? kinds.filter((kind) => Object.hasOwn(step, kind)) : []
  const [kind] = foundKinds
  if (kind === undefined || foundKinds.length > 1) {
    const keys = typeof step === 'object' && step !== null ? Object.keys(step) : []
    const suggestion = keys.map((key) => suggestionFor(key, kinds)).find((hint) => hint !== '') ?? ''
    return [
      {
        path,
        text: `${prefix}it needs exactly one of ${toQuotedList(kinds)}${foundKinds.length > 1 ? '' : suggestion}`,
      },
    ]
  }
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
  const paths = nodes.flatMap((node) => (node.path.length > 0 ? [node.path.join('.')] : []))
  const created: Schemas = {
    send: z.strictObject({ send: event, sample: z.string().optional(), with: z.looseObject({}).optional() }),
    end: z.strictObject({
      end: work,
      as: z.string().optional(),
      output: z.unknown().optional(),
      error: z.string().optional(),
    }),
    wait: z.strictObject({
      wait: oneOf(nodes.flatMap((node) => (node.after.length > 0 ? [node.path.join('.')] : []))),
    }),
    expect: z.strictObject({
      expect: z
        .strictObject({
          state: oneOf(paths).optional(),
          context: z
            .looseObject({})
            .refine((value) => Object.keys(value).length > 0, 'it expects nothing')
            .optional(),
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

interface StepFields {
  readonly send?: string
  readonly sample?: string
  readonly with?: object
  readonly end?: string
  readonly as?: string
  readonly output?: unknown
  readonly error?: string
}

/** Makes the checks that no schema can express: those of names and keys that depend on the event or the effect. */
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
    return step.with === undefined
      ? []
      : keyFaults(step.with, Object.values(samples)).flatMap((text) => fault('with', `'with' ${text}`))
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
  const outputs = Object.values(outcomes).flatMap((outcome) => ('output' in outcome ? [outcome.output] : []))
  return outputToFaults(step.output, outputs).flatMap((text) => fault('output', `'output' ${text}`))
}

function outputToFaults(output: unknown, sampleOutputs: readonly unknown[]): readonly string[] {
  const records = sampleOutputs.filter(isRecord)
  if (records.length === 0) return []
  if (!isRecord(output))
    return sampleOutputs.length > records.length ? [] : ['is an object with the keys of an outcome']
  const kind = output['kind']
  const samplesOfKind = records.filter((record) => record['kind'] === kind)
  const names = [...new Set(records.flatMap((record) => (typeof record['kind'] === 'string' ? [record['kind']] : [])))]
  if (samplesOfKind.length === 0) return [unknownName('has no kind', String(kind), names)]
  return keyFaults(output, samplesOfKind)
}

/** Keys that no sample has, and keys of all samples that this payload does not have. */
function keyFaults(given: object, samples: readonly object[]): readonly string[] {
  const sampleKeys = [...new Set(samples.flatMap((sample) => Object.keys(sample)))]
  const requiredKeys = sampleKeys.filter((key) => samples.every((sample) => Object.hasOwn(sample, key)))
  return [
    ...Object.keys(given)
      .filter((key) => key !== 'type' && !sampleKeys.includes(key))
      .map((key) => unknownName('has no', key, sampleKeys)),
    ...requiredKeys.filter((key) => !Object.hasOwn(given, key)).map((key) => `needs '${key}'`),
  ]
}

/** The issues of a schema as messages. */
function schemaToFaults(schema: z.ZodType, value: unknown, path: Path, prefix: string): readonly Fault[] {
  const { error } = schema.safeParse(value)
  const issues = error?.issues ?? []
  // If all keys of an object are mistyped, only the keys are reported, and not also that it expects nothing.
  const pathsWithUnknownKeys = new Set(
    issues.flatMap(({ code, path: parent }) => (code === 'unrecognized_keys' ? [parent.join('.')] : [])),
  )
  const reportedIssues = issues.filter(
    (issue) => issue.code !== 'custom' || !pathsWithUnknownKeys.has(issue.path.join('.')),
  )
  return reportedIssues.flatMap((issue): readonly Fault[] => {
    const issuePath = issue.path.filter((key): key is string | number => typeof key !== 'symbol')
    const fullPath = [...path, ...issuePath]
    const label = issuePath.join('.') || 'it'
    const given = valueAt(value, issuePath)
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        path: [...fullPath, key],
        text: `${prefix}${unknownName(`${issuePath.length > 0 ? `${label} has` : 'there is'} no key`, key, keysOf(schema, issuePath))}`,
      }))
    if (issue.code === 'invalid_value')
      return [
        { path: fullPath, text: prefix + unknownName(`${label} cannot be`, String(given), issue.values.map(String)) },
      ]
    return [
      {
        path: fullPath,
        text: `${prefix}${issue.code === 'custom' || issue.code === 'too_small' ? issue.message : `${label} is ${toText(given)}: ${issue.message}`}`,
      },
    ]
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

/** "there is no key 'sate': did you mean 'state'?". */
export function unknownName(noun: string, name: string, names: readonly string[]): string {
  return `${noun} '${name}'${suggestionFor(name, names) || (names.length > 0 ? `: ${toQuotedList(names)}` : '')}`
}

function suggestionFor(name: string, names: readonly string[]): string {
  const closest = names
    .map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(
      ({ candidate, distance }) => distance <= Math.max(1, Math.floor(Math.max(candidate.length, name.length) / 3)),
    )
    .toSorted((a, b) => a.distance - b.distance)[0]
  return closest ? `: did you mean '${closest.candidate}'?` : ''
}

/** The edit distance of two words; swapped neighbours count as one edit. */
function editDistance(first: string, second: string): number {
  const rows = [Array.from({ length: second.length + 1 }, (_, index) => index)]
  const cell = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= first.length; row += 1) {
    const cells = [row]
    rows.push(cells)
    for (let column = 1; column <= second.length; column += 1) {
      const isSame = first[row - 1] === second[column - 1]
      const isSwapped = first[row - 1] === second[column - 2] && first[row - 2] === second[column - 1]
      cells.push(
        Math.min(
          cell(row - 1, column) + 1,
          cell(row, column - 1) + 1,
          cell(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? cell(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
  }
  return cell(first.length, second.length)
}
