// Copies of state machines with defects that a test must find.
import { type AnyStateMachine, createMachine } from 'xstate'

type Config = Record<string, unknown>

/** The same machine with a changed configuration and the same functions. */
export function withChangedConfig(machine: AnyStateMachine, change: (config: Config) => void): AnyStateMachine {
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, nested]) => [key, copy(nested)]))
  }
  const config = copy(machine.config) as Config
  change(config)
  return createMachine(config as never, machine.implementations as never)
}

/** The nested configuration at this path of keys. */
export const configAt = (config: Config, ...path: readonly string[]): Config =>
  path.reduce<Config>((parent, key) => parent[key] as Config, config)
