// The OpenAPI 3.1 document of `/{client}/v1`, from the table of routes and zod's own JSON Schema. Served at
// /v1/openapi.json, and written to docs/openapi.json by `npm run api`.
import * as z from 'zod'
import { methodInfo } from './methods.ts'
import { problem, type Route, routeNames, routeOf, scopesOf } from './rest.ts'

type Json = Readonly<Record<string, unknown>>

interface Target {
  /** The address of /v1. */
  readonly serverUrl: string
  readonly title: string
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const tags: Readonly<Record<Route['tag'], string>> = {
  Batches: 'Loads, transfers and devalues of cards. A person approves each batch in the portal.',
  Orders: 'Orders of virtual cards. A person approves each order in the portal.',
  Cards: 'Cards by their tracking numbers. Card numbers are masked.',
  Events: 'Events of the card processor: purchases, holds and everything else that happens to a card elsewhere.',
  Funding: 'The account that pays for loads and cards. Persons record and confirm payments in the portal.',
  Programme: 'The campaigns of the programme.',
}

const DESCRIPTION = `Programs submit batches and orders and read results. A person approves in the portal; a program never can.

Each request has a key: \`Authorization: Bearer ck_live_…\`. An administrator makes it in the portal under Users, Machine users.

Each change has an \`Idempotency-Key\`: a text of your own that stays the same when you repeat the request. Within 24 hours, a repeated request gets the first response and changes nothing.

Amounts are decimals with two places. Times are ISO 8601 UTC, days are yyyy-mm-dd. Lists have pages: pass \`next\` as \`cursor\` until there is none.

A refusal is a problem (RFC 9457). \`code\` is the same in every language; \`errors\` names rows and fields.`

/** What is added to the schema of a value in fields.ts, by the title of the value. */
const additionsByTitle: Readonly<Record<string, Json>> = {
  Money: { pattern: '^-?[0-9]+\\.[0-9]{2}$', description: 'A decimal with two places.' },
  Day: { format: 'date' },
}

/** Collects the schemas that have a name, so that each is written once. */
function createSchemas() {
  const components: Record<string, Json> = {}
  const toReference = (text: string) => text.replace('#/$defs/', '#/components/schemas/')
  /** Writes the JSON Schema of zod as OpenAPI expects it: without ids, and with references to the components. */
  const rewrite = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rewrite)
    if (typeof value !== 'object' || value === null) return value
    const rewritten: Record<string, unknown> = {}
    for (const [key, nested] of Object.entries(value)) {
      // `id: 'Batch'` is the name of the schema. `id: { … }` is a property that is called id.
      const isOwnId = key === 'id' && typeof nested === 'string'
      if (key === '$schema' || key === '$defs' || isOwnId) continue
      rewritten[key] = key === '$ref' ? toReference(String(nested)) : rewrite(nested)
    }
    return rewritten
  }
  const toSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    const { $defs = {}, ...json } = z.toJSONSchema(schema, {
      io,
      target: 'draft-2020-12',
      override: ({ jsonSchema }) => {
        // A response can get further fields.
        if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
        const { title } = jsonSchema
        if (title !== undefined) Object.assign(jsonSchema, additionsByTitle[title])
        delete jsonSchema.title
      },
    })
    for (const [name, definition] of Object.entries($defs)) components[name] = rewrite(definition) as Json
    const rewritten = rewrite(json) as Json
    const ownName = schema.meta()?.id
    const isReference = '$ref' in json
    if (ownName === undefined || isReference) return rewritten
    // A schema with a name becomes a component, and is replaced by a reference to the component.
    components[ownName] = rewritten
    return { $ref: `#/components/schemas/${ownName}` }
  }
  return { components, toSchema }
}
type ToSchema = ReturnType<typeof createSchemas>['toSchema']

function toParameters(route: Route, toSchema: ToSchema): Json[] {
  const describeParameters = (place: 'path' | 'query', schema: z.ZodObject | undefined, examples: Json = {}) =>
    Object.entries(schema?.shape ?? {}).map(([name, type]) => {
      const example = examples[name]
      // The examples of the routes are texts, as in an address.
      const isNumber = place === 'query' && name === 'limit'
      return {
        name,
        in: place,
        required: place === 'path' || !(type as z.ZodType).isOptional(),
        description: descriptions[name],
        schema: toSchema(type as z.ZodType, 'input'),
        ...(example !== undefined && { example: isNumber ? Number(example) : example }),
      }
    })
  return [
    ...describeParameters('path', route.parameters, route.example?.parameters),
    ...describeParameters('query', route.query, route.example?.query),
    ...(isChange(route) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ]
}

const descriptions: Readonly<Record<string, string>> = {
  batchId: 'The id of a batch that this machine user has submitted.',
  orderId: 'The id of an order that this machine user has submitted.',
  trackingNumber: 'The 15 digits on the carrier of the card.',
  cursor: 'Where the page begins: `next` of the page before.',
  limit: 'The number of items of a page.',
  from: 'The first day, in the time zone of the programme.',
  to: 'The last day, in the time zone of the programme.',
}

const isChange = ({ operations }: Route): boolean => operations.some((method) => methodInfo(method).isChange)

function toBody(route: Route, toSchema: ToSchema): Json | undefined {
  if (!route.body) return undefined
  const form = route.form && toSchema(route.form, 'input')
  const json = {
    schema: toSchema(route.body, 'input'),
    ...(route.example?.body && { example: route.example.body }),
  }
  const content = form
    ? { 'application/json': json, 'multipart/form-data': { schema: withFile(form) } }
    : { 'application/json': json }
  return { required: true, content }
}

/** The schema of a form with the field for the file. */
function withFile(form: Json): Json {
  const file = { type: 'string', format: 'binary', description: 'A csv or xlsx file.' }
  return {
    ...form,
    properties: { ...(form['properties'] as Json), file },
    required: [...((form['required'] ?? []) as string[]), 'file'],
  }
}

function toResponses(route: Route, toSchema: ToSchema): Json {
  const content =
    typeof route.response === 'string'
      ? { [XLSX]: { schema: { type: 'string', format: 'binary' } } }
      : { 'application/json': { schema: toSchema(route.response, 'output') } }
  const locationHeader = {
    headers: { Location: { description: 'The address of what was made.', schema: { type: 'string' } } },
  }
  const hasValues = route.body !== undefined || route.query !== undefined
  const canNameUnknown = route.parameters !== undefined || route.body !== undefined
  const canHaveStatus: Readonly<Record<string, boolean>> = {
    400: hasValues || isChange(route),
    401: true,
    403: true,
    404: canNameUnknown,
    409: isChange(route),
    422: hasValues,
    429: true,
    503: true,
  }
  const refusalStatuses = Object.keys(canHaveStatus).filter((status) => canHaveStatus[status])
  return {
    [String(route.status)]: {
      description: route.status === 201 ? 'Submitted.' : 'Success.',
      ...(route.status === 201 && locationHeader),
      content,
    },
    ...Object.fromEntries(
      refusalStatuses.map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]),
    ),
  }
}

function describeRoute(route: Route): string {
  const scopes = scopesOf(route).map((scope) => `\`${scope}\``)
  return [
    route.description ?? `${route.summary}.`,
    scopes.length > 0 ? `Needs the scope ${scopes.join(' or ')}.` : 'Every key can call it.',
  ].join(' ')
}

const refusalWords: Readonly<Record<string, string>> = {
  400: 'The form of the request is wrong.',
  401: 'There is no key, or it is not valid.',
  403: 'The key has no scope for this, or is not accepted from this address.',
  404: 'There is no such thing for this key.',
  409: 'The state does not allow it, for example because a person has decided already.',
  422: 'The values are refused, or the same rows were submitted before. `errors` names rows and fields.',
  429: 'Too many requests. Wait for the seconds in `Retry-After`.',
  503: 'The server is not ready. Repeat the request after `Retry-After`.',
}

export function openApiDocument({ serverUrl, title }: Target): Json {
  const { components, toSchema } = createSchemas()
  const problemSchema = toSchema(problem, 'output')
  const paths: Record<string, Record<string, Json>> = {}
  for (const name of routeNames) {
    const route = routeOf(name)
    const body = toBody(route, toSchema)
    const operation = {
      operationId: name,
      tags: [route.tag],
      summary: route.summary,
      description: describeRoute(route),
      ...(route.deprecated && { deprecated: true }),
      parameters: toParameters(route, toSchema),
      ...(body && { requestBody: body }),
      responses: toResponses(route, toSchema),
    }
    paths[route.path] = { ...paths[route.path], [route.method]: operation }
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description: DESCRIPTION,
      contact: { name: 'The administrators of your portal', url: serverUrl },
      license: { name: 'See the contract with your card programme', url: serverUrl },
    },
    servers: [{ url: serverUrl }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'The key of a machine user.' } },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: true,
          description: 'A text of your own for this change, the same when you repeat it.',
          schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
          example: 'payroll-2026-11-28',
        },
      },
      responses: Object.fromEntries(
        Object.entries(refusalWords).map(([status, description]) => [
          `Problem${status}`,
          {
            description,
            ...(['429', '503'].includes(status) && {
              headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } },
            }),
            content: { 'application/problem+json': { schema: problemSchema } },
          },
        ]),
      ),
      schemas: Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    },
  }
}
