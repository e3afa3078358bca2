// Compares a payload in a scenario file with the samples of the catalogue, at every depth: its keys, and the types of its
// values.
import { unknownName } from './similar-names.ts'

/**
 * The differences between a payload and the samples, as messages: keys that no sample has, keys of all samples that are
 * missing, and values of another type than in the samples.
 *
 * @param path Name of the payload in the scenario, for example 'with'.
 * @param optional Further values of this form. The payload does not need all their keys.
 */
export function shapeFaults(
  path: string,
  given: unknown,
  samples: readonly unknown[],
  optional: readonly unknown[] = [],
): readonly string[] {
  const types = [...new Set([...samples, ...optional].map(typeOf))]
  // Nothing is known about a value that is always empty.
  if (types.every((type) => type === 'null')) return []
  const type = typeOf(given)
  if (!types.includes(type)) return [`'${path}' is ${JSON.stringify(given)}, not of type ${types.join(' or ')}`]
  const isOfType = (value: unknown) => typeOf(value) === type
  if (type === 'object') {
    const records = samples.filter(isOfType) as Fields[]
    const optionalRecords = optional.filter(isOfType) as Fields[]
    return recordFaults(path, given as Fields, records, optionalRecords)
  }
  if (!Array.isArray(given)) return []
  const items = [...samples, ...optional].filter(isOfType).flat()
  return items.length === 0 ? [] : given.flatMap((item, index) => shapeFaults(`${path}.${index}`, item, items))
}

type Fields = Readonly<Record<string, unknown>>

function typeOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}

function recordFaults(
  path: string,
  given: Fields,
  allSamples: readonly Fields[],
  optional: readonly Fields[],
): readonly string[] {
  const kinds = [...new Set(allSamples.map(({ kind }) => kind).filter((kind) => typeof kind === 'string'))]
  // Samples with a `kind` are only comparable with payloads of the same kind.
  const samples = kinds.length === 0 ? allSamples : allSamples.filter(({ kind }) => kind === given['kind'])
  if (kinds.length > 0 && samples.length === 0)
    return [`'${path}' ${unknownName('has no kind', String(given['kind']), kinds)}`]
  const keys = [...new Set([...samples, ...optional].flatMap((record) => Object.keys(record)))]
  const isInAll = (key: string) => samples.length > 0 && samples.every((sample) => sample[key] !== undefined)
  const valuesOf = (records: readonly Fields[], key: string) =>
    records.filter((record) => Object.hasOwn(record, key)).map((record) => record[key])
  return [
    ...keys.filter((key) => isInAll(key) && !Object.hasOwn(given, key)).map((key) => `'${path}' needs '${key}'`),
    ...Object.entries(given).flatMap(([key, value]) =>
      keys.includes(key)
        ? shapeFaults(`${path}.${key}`, value, valuesOf(samples, key), valuesOf(optional, key))
        : [`'${path}' ${unknownName('has no', key, keys)}`],
    ),
  ]
}
