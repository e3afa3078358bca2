// Describes the operations of the contract: as JSON Schema (one schema for the parameters and one for the result) and
// as docs/api.md. Writes the OpenAPI document of /v1 too.
import * as z from 'zod'
import { codes } from '#contract/codes.ts'
import { methods, type Method, methodNames } from '#contract/methods.ts'
import { openApiDocument } from '#contract/open-api.ts'
import { operations } from '#contract/operations.ts'
import { summaries } from './summaries.ts'

type JsonSchema = z.core.JSONSchema.JSONSchema

/** The sections of the page, in order. Each begins with the named operation and ends before that of the next section. */
const areas = [
  ['Access', 'logIn'],
  ['Cards', 'cardSearch'],
  ['Batches', 'verifyBatchFile'],
  ['Orders', 'getCampaigns'],
  ['Shared columns', 'sharedColumns'],
  ['Merchants and users', 'merchantSignUp'],
  ['Reports', 'getDateRangeReport'],
  ['Home', 'overview'],
] as const satisfies readonly (readonly [string, Method])[]

const toSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema =>
  z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any', reused: 'inline' })

/** JSON Schema of the parameters and the result of each operation, by name. */
export function describeAll(): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    methodNames.map((method) => {
      const { needsNoSession, isChange, permission, successCode } = methods[method]
      const { params, result } = operations[method]
      return [
        method,
        {
          summary: summaries[method],
          needsToken: !needsNoSession,
          changes: isChange,
          permission: needsNoSession ? 'none' : permission,
          successCode,
          params: toSchema(params, 'input'),
          result: toSchema(result, 'output'),
        },
      ]
    }),
  )
}

/** The content of docs/openapi.json. A server serves it with its own address. */
export const writeOpenApi = (): string =>
  `${JSON.stringify(openApiDocument({ serverUrl: 'https://cards.example.org/voyager/v1', title: 'Card programme' }), undefined, 2)}\n`

/** The content of docs/api.md. */
export function writePage(): string {
  const lines = [...introduction]
  for (const [index, [title, firstMethod]] of areas.entries()) {
    const next = areas[index + 1]?.[1]
    const from = methodNames.indexOf(firstMethod)
    const to = next === undefined ? methodNames.length : methodNames.indexOf(next)
    lines.push('', `## ${title}`)
    for (const method of methodNames.slice(from, to)) lines.push(...describe(method))
  }
  return `${lines.join('\n')}\n`
}

function describe(method: Method): string[] {
  const { params, result } = operations[method]
  return [
    '',
    `### ${method}`,
    '',
    summaries[method],
    '',
    requirementsOf(method),
    '',
    '```ts',
    `params: ${typeText(toSchema(params, 'input'))}`,
    `result: ${typeText(toSchema(result, 'output'))}`,
    '```',
  ]
}

function requirementsOf(method: Method): string {
  const { needsNoSession, isChange, permission, successCode } = methods[method]
  const requirements = [needsNoSession ? 'No token.' : permissionText(permission)]
  if (isChange) requirements.push('A change: requires a `requestId`.')
  if (successCode !== codes.success) requirements.push(`Succeeds with code \`${successCode}\`.`)
  return requirements.join(' ')
}

function permissionText(permission: string | readonly string[]): string {
  if (permission === 'signedIn') return 'Any signed-in user.'
  const names = [permission].flat()
  const list = names.map((name) => `\`${name}\``).join(', ')
  return names.length === 1 ? `Permission ${list}.` : `One of the permissions ${list}.`
}

/** A schema in the notation of a TypeScript type. Shared value types are written by name. */
function typeText(schema: JsonSchema | boolean, indent = ''): string {
  if (typeof schema === 'boolean') return 'unknown'
  if (schema.title !== undefined) return schema.title
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return alternatives.map((alternative) => typeText(alternative, indent)).join(' | ')
  if (Array.isArray(schema.type)) return schema.type.join(' | ')
  switch (schema.type) {
    case 'object':
      return objectText(schema, indent)
    case 'array': {
      const item = typeText((schema.items ?? true) as JsonSchema | boolean, indent)
      return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
    }
    case 'integer':
      return 'number'
    default:
      return schema.type ?? 'unknown'
  }
}

const MAX_LINE = 100

function objectText({ properties = {}, required = [], additionalProperties }: JsonSchema, indent: string): string {
  if (Object.keys(properties).length === 0)
    return typeof additionalProperties === 'object'
      ? `{ [name: string]: ${typeText(additionalProperties, indent)} }`
      : '{}'
  const innerIndent = `${indent}  `
  const fields = Object.entries(properties).map(
    ([name, value]) => `${name}${required.includes(name) ? '' : '?'}: ${typeText(value, innerIndent)}`,
  )
  const line = `{ ${fields.join(', ')} }`
  if (indent.length + line.length <= MAX_LINE && !line.includes('\n')) return line
  return `{\n${fields.map((field) => `${innerIndent}${field}`).join('\n')}\n${indent}}`
}

const introduction = [
  '# The API',
  '',
  'For developers of the portal and of other programs that call the server.',
  '',
  '`npm run api` writes this page from `src/contract`; do not edit it by hand. `npm run api -- --json` prints the JSON Schema of every',
  'operation. [Rules](rules/README.md) describe what the operations do, and [Requests](rules/requests.md) what applies to all of them.',
  '',
  '- **Request**: `POST {base}api` with the JSON body `{ "method": "…", "params": { … } }`.',
  '- **Session**: the token is `params.token`. With a body of more than 64 KiB, also send it as `Authorization: Bearer`, so that the server can',
  '  count the body towards the memory of the user before it reads it.',
  '- **Response**: `{ "resultCode": "…", "resultText": "…", … }`. `0` is success. The blocks below list only the other fields (`result`).',
  '- **Changes**: each has a `requestId`, a UUID. If it is sent again with the same parameters within 24 hours, the server returns the same',
  '  response and changes nothing.',
  '- **Card numbers**: wherever a parameter is a card number, except in rows of batches, it can also be `card:{VOUCHERID}`, because card numbers',
  '  in responses can be masked.',
  '',
  'Value types:',
  '',
  '| Type | Format |',
  '|---|---|',
  '| `Id` | digits as a string |',
  '| `Money` | a decimal with two places as a string: `"1250.00"` |',
  '| `Minor` | an amount as an integer in minor units (cents) |',
  '| `Day` | `yyyy-mm-dd` |',
  '| `Instant` | ISO 8601 in UTC, or null |',
  '| `Cursor` | the position where a page of a list begins; from the response with the previous page |',
  '| `Fingerprint` | 64 hexadecimal digits; identifies the content of a batch or an order |',
  '| `RequestId` | a UUID created by the caller |',
]
