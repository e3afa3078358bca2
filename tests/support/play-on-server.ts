// Plays a scenario of the lab with a real server: events as in the scenario, work by the portal's own code. What the server
// responds is compared with what the scenario expects, and the machine continues with the real response.
import { outcomeOf, stepToWords, take, begin } from '#tools/lab/catalogue/drive.ts'
import type { MachineEntry, MachineState, Scenario } from '#tools/lab/catalogue/entry.ts'
import { differencesOf } from '#tools/lab/catalogue/scenario.ts'

/** How the server takes part in the scenarios of a machine. */
export interface ServerPart {
  /**
   * Work that calls the server, by its id. `input`: as the machine started it; `expected`: the outcome's name in the
   * scenario, for which the caller prepares the server, e.g. a wrong password.
   */
  readonly effects: Readonly<
    Record<string, (input: unknown, expected: string, context: MachineState['context']) => Promise<unknown>>
  >
  /** Events with the server's data, by type and then by sample. Returns the payload. */
  readonly events?: Readonly<Record<string, (sample: string) => Promise<object>>>
  /** What is compared of a response, as paths. */
  readonly compared: readonly string[]
  /** Values in the context that are the server's own, e.g. an id or a secret. A scenario's example is not expected. */
  readonly serverValues?: readonly string[]
}

/** Outcomes without a response: the server is called, and its response dropped. */
const isLost = (output: unknown): boolean =>
  ['unreachable', 'noResponse', 'unknown'].includes(String((output as { readonly kind?: unknown } | undefined)?.kind))

/** Returns the differences between the scenario and the server, each with its step. The first one ends the scenario. */
export async function playOnServer(
  entry: MachineEntry,
  { input, steps }: Scenario,
  { effects, events = {}, compared, serverValues = [] }: ServerPart,
): Promise<readonly string[]> {
  let position = begin(entry, input)
  const inputs = new Map<string, unknown>()
  const pick = (value: unknown) =>
    Object.fromEntries(compared.map((path) => [path, path.split('.').reduce(valueAt, value)]))
  for (const [index, step] of steps.entries()) {
    for (const { id, input: started } of position.startedEffects) inputs.set(id, started)
    const differ = (faults: readonly string[]) => faults.map((fault) => `step ${index + 1}: ${fault}`)
    if ('expect' in step) {
      const context = Object.entries(step.expect.context ?? {}).filter(([key]) => !serverValues.includes(key))
      const faults = differencesOf(entry, position, { ...step.expect, context: Object.fromEntries(context) })
      if (faults.length > 0) return differ(faults)
      continue
    }
    let realStep = step
    const effect = 'end' in step ? effects[step.end] : undefined
    const event = 'send' in step ? events[step.send] : undefined
    if (effect && 'end' in step) {
      const outcome = outcomeOf(entry, step)
      const expected = 'output' in outcome ? outcome.output : undefined
      const output = await effect(inputs.get(step.end), step.as ?? '', position.context)
      const [real, wanted] = [pick(output), pick(expected)].map((value) => JSON.stringify(value))
      if (!isLost(expected) && real !== wanted)
        return differ([`${stepToWords(step)}: the server's response is ${real}, not ${wanted}`])
      realStep = { end: step.end, output: isLost(expected) ? expected : output }
    } else if (event && 'send' in step) {
      const sample = entry.events[step.send]?.samples[step.sample ?? 'usual']
      const payload = await event(step.sample ?? 'usual')
      const [real, wanted] = [payload, sample].map((value) => JSON.stringify(value))
      if (real !== wanted) return differ([`${stepToWords(step)}: the server's data is ${real}, not ${wanted}`])
      realStep = { send: step.send, with: payload }
    }
    position = take(entry, position, realStep)
  }
  return []
}

const valueAt = (value: unknown, key: string): unknown =>
  (value as Readonly<Record<string, unknown>> | undefined)?.[key]
