// The routes of `/{client}/scim/v2` (SCIM 2.0, RFC 7644), by which the company's directory manages users and the members
// of groups. Answers 404 unless SCIM_GROUPS is set. Rules: docs/rules/scim.md.
import { m } from '#words/messages.js'
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { codes } from '#contract/codes.ts'
import { inRequestLanguage } from '../language.ts'
import { errorToFields } from '../log.ts'
import type { Services } from '../operations/context.ts'
import { isDiskFull, isUnreachable } from '../db/faults.ts'
import { isOlderServer } from '../db/server-version.ts'
import { type ScimContext, toScimContext } from '../scim/context.ts'
import { resourceTypes, schemas, serviceProviderConfig } from '../scim/discovery.ts'
import { ScimError, toErrorBody } from '../scim/errors.ts'
import { groupsNotChangeable, listGroups, patchGroup, readGroup, refuseNewGroup, replaceGroup } from '../scim/groups.ts'
import { type Comparison, parseFilter } from '../scim/paths.ts'
import { chooseAttributes, matchesVersion, type Page, readPage, type Resource, toList } from '../scim/resources.ts'
import { isObject, readUser, readUserPatch } from '../scim/user-values.ts'
import { changeUser, createUser, listUsers, readUserResource, removeUser } from '../scim/users.ts'
import { type ApiResponse, requestToCaller } from './call.ts'
import { NotReadyError } from './endpoint.ts'
import type { createHealth } from './health.ts'
import type { AddressLimit, Limit } from './rate-limits.ts'
import { NOT_READY_S, notReadyTexts, withTimeout } from './replies.ts'
import { identifyMachine, isRefusal, tooManyRequests } from './rest.ts'

interface ScimOptions {
  readonly services: Services
  readonly health: ReturnType<typeof createHealth>
  readonly limitAddress: AddressLimit
  readonly limitLogin: AddressLimit
  readonly limitMachine: Limit
}

/** An authorised request. */
interface Call {
  readonly context: ScimContext
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly id: string
  readonly query: Query
}
type Query = Readonly<Record<string, string | undefined>>

const MEDIA_TYPE = 'application/scim+json; charset=utf-8'
const BODY_LIMIT = 1024 * 1024

const statuses: Readonly<Record<string, number>> = {
  [codes.sessionInvalid]: 401,
  [codes.notAuthorized]: 403,
  [codes.tooManyAttempts]: 429,
}

export async function serveScim(app: FastifyInstance, options: ScimOptions): Promise<void> {
  const { services } = options
  const { client, settings } = services
  const base = `${settings.publicUrl}scim/v2`
  await app.register(
    async (scim) => {
      scim.removeAllContentTypeParsers()
      const parseJson = scim.getDefaultJsonParser('error', 'error')
      scim.addContentTypeParser(
        ['application/scim+json', 'application/json'],
        { parseAs: 'string', bodyLimit: BODY_LIMIT },
        parseJson,
      )
      scim.setErrorHandler((error: Error & { statusCode?: number }, request, reply) =>
        inRequestLanguage(request, client, () => sendError(services, error, reply)),
      )
      scim.addHook('onResponse', async ({ routeOptions, method }, reply) => {
        const resource = /\/scim\/v2\/(Users|Groups)/.exec(routeOptions.url ?? '')?.[1]
        const routeName = resource === undefined ? 'other' : `scim${resource} ${method}`
        services.counters.countRestRequest(routeName, reply.statusCode)
      })
      scim.addHook('onRequest', async (request, reply) => {
        const retryAfter = options.limitAddress(request.ip)
        if (retryAfter !== undefined)
          return inRequestLanguage(request, client, () => sendRefusal(reply, tooManyRequests(retryAfter)))
        if (!options.health.isUp())
          return inRequestLanguage(request, client, () => sendError(services, new NotReadyError(), reply))
      })
      for (const [methodAndUrl, work] of Object.entries(routesOf(base))) {
        const [method = '', url = ''] = methodAndUrl.split(' ')
        scim.route({ method, url, handler: (request, reply) => handleRequest(options, { request, reply, work }) })
      }
      const noSuchAddress = () => Promise.reject(new ScimError(404, m.rest_noSuchRoute))
      scim.all('/*', (request, reply) => handleRequest(options, { request, reply, work: noSuchAddress }))
    },
    { prefix: `${client.basePath}scim/v2` },
  )
}

interface ScimRequest {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The handler of the route. */
  readonly work: (call: Call) => Promise<unknown>
}

async function handleRequest(options: ScimOptions, { request, reply, work }: ScimRequest): Promise<unknown> {
  const { services, health } = options
  return inRequestLanguage(request, services.client, async () => {
    if (services.settings.scimGroups.length === 0) throw new ScimError(404, m.scim_isOff)
    return health.whileUp(withTimeout(handleWithKey(options, { request, reply, work })))
  })
}

async function handleWithKey(options: ScimOptions, { request, reply, work }: ScimRequest): Promise<unknown> {
  const { services, health } = options
  try {
    const machine = await identifyMachine(options, request)
    if (isRefusal(machine)) return sendRefusal(reply, machine)
    const isChange = request.method !== 'GET'
    const reason = isChange ? health.notReadyReason() : undefined
    if (reason !== undefined) throw new NotReadyError(reason)
    const caller = requestToCaller(request)
    const context = await toScimContext({ ...services, ...caller, correlationId: randomUUID() }, machine)
    const { id = '' } = request.params as { id?: string }
    return await work({ context, request, reply, id, query: toQuery(request.query) })
  } catch (error) {
    if (isOlderServer(error)) throw new NotReadyError('olderServer')
    if (isUnreachable(error)) throw new NotReadyError(isDiskFull(error) ? 'diskFull' : 'unreachable')
    throw error
  }
}

/** Of a repeated parameter, the first value counts. */
function toQuery(query: unknown): Query {
  const parameters = Object.entries(query as Record<string, string | string[]>)
  return Object.fromEntries(parameters.map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]))
}

type ListResources = (
  context: ScimContext,
  filter: readonly Comparison[],
  page: Page,
) => Promise<{ readonly total: number; readonly resources: readonly Resource[] }>

async function sendList({ context, query, reply }: Call, listResources: ListResources) {
  const page = readPage(query)
  const filter = query['filter'] === undefined ? [] : parseFilter(query['filter'])
  const { total, resources } = await listResources(context, filter, page)
  const withChosenAttributes = resources.map((resource) => chooseAttributes(resource, query))
  return send(reply, 200, toList(withChosenAttributes, total, page.offset))
}

/** The handlers of all routes, by method and URL. `base` is the public address of /scim/v2. */
function routesOf(base: string): Readonly<Record<string, (call: Call) => Promise<unknown>>> {
  const discoveryRoutes = (resources: readonly { readonly id: string }[]) => ({
    all: async ({ reply }: Call) => send(reply, 200, toList(resources, resources.length, 0)),
    one: async ({ reply, id }: Call) => {
      const resource = resources.find((candidate) => candidate.id === id)
      if (!resource) throw new ScimError(404, m.rest_noSuchRoute)
      return send(reply, 200, resource)
    },
  })
  const typeRoutes = discoveryRoutes(resourceTypes(base))
  const schemaRoutes = discoveryRoutes(schemas(base))
  const readChange = ({ request }: Call) => ({ body: bodyOf(request), ifMatch: request.headers['if-match'] })
  const refuseGroupChange = () => Promise.reject(groupsNotChangeable())
  return {
    'GET /ServiceProviderConfig': async ({ reply }) => send(reply, 200, serviceProviderConfig(base)),
    'GET /ResourceTypes': typeRoutes.all,
    'GET /ResourceTypes/:id': typeRoutes.one,
    'GET /Schemas': schemaRoutes.all,
    'GET /Schemas/:id': schemaRoutes.one,
    'GET /Users': (call) => sendList(call, listUsers),
    'POST /Users': async (call) => {
      const resource = await createUser(call.context, readUser(bodyOf(call.request)))
      call.reply.header('location', resource.meta.location)
      return sendResource(call, resource, 201)
    },
    'GET /Users/:id': async (call) => sendRead(call, await readUserResource(call.context, call.id)),
    'PUT /Users/:id': async (call) => {
      const { body, ifMatch } = readChange(call)
      return sendResource(call, await changeUser(call.context, call.id, { values: readUser(body), ifMatch }))
    },
    'PATCH /Users/:id': async (call) => {
      const { body, ifMatch } = readChange(call)
      return sendResource(call, await changeUser(call.context, call.id, { values: readUserPatch(body), ifMatch }))
    },
    'DELETE /Users/:id': async ({ context, id, request, reply }) => {
      await removeUser(context, id, request.headers['if-match'])
      return reply.code(204).send()
    },
    'GET /Groups': (call) => sendList(call, listGroups),
    'POST /Groups': async ({ context, request }) => refuseNewGroup(context, bodyOf(request)),
    'GET /Groups/:id': async (call) => sendRead(call, await readGroup(call.context, call.id)),
    'PUT /Groups/:id': async (call) => sendResource(call, await replaceGroup(call.context, call.id, readChange(call))),
    // The response has no content: a group can have many members, and no directory reads the members here.
    'PATCH /Groups/:id': async (call) => {
      const { meta } = await patchGroup(call.context, call.id, readChange(call))
      return call.reply.code(204).header('etag', meta.version).send()
    },
    'DELETE /Groups/:id': refuseGroupChange,
  }
}

function bodyOf({ body }: FastifyRequest): Readonly<Record<string, unknown>> {
  if (!isObject(body)) throw new ScimError(400, m.rest_bodyNotReadable, 'invalidSyntax')
  return body
}

const send = (reply: FastifyReply, status: number, body: object) =>
  reply.code(status).type(MEDIA_TYPE).header('cache-control', 'no-store').send(JSON.stringify(body))

const sendResource = ({ reply, query }: Call, resource: Resource, status = 200) =>
  send(reply.header('etag', resource.meta.version), status, chooseAttributes(resource, query))

/** Sends the resource, or 304 if the caller has its current version. */
function sendRead(call: Call, resource: Resource) {
  const versionOfCaller = call.request.headers['if-none-match']
  const isUnchanged = versionOfCaller !== undefined && matchesVersion(resource, versionOfCaller)
  if (!isUnchanged) return sendResource(call, resource)
  return call.reply.code(304).header('etag', resource.meta.version).send()
}

function sendRefusal(reply: FastifyReply, { resultCode, resultText, retryAfter }: ApiResponse) {
  const status = statuses[resultCode] ?? 500
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (typeof retryAfter === 'number') reply.header('retry-after', String(retryAfter))
  return send(reply, status, toErrorBody(status, String(resultText)))
}

function sendError(services: Services, error: Error & { statusCode?: number }, reply: FastifyReply) {
  if (error instanceof ScimError)
    return send(reply, error.status, toErrorBody(error.status, error.text(), error.scimType))
  if (error instanceof NotReadyError)
    return send(reply.header('retry-after', String(NOT_READY_S)), 503, toErrorBody(503, notReadyTexts[error.reason]))
  const status = error.statusCode ?? 500
  if (status === 413) return send(reply, 413, toErrorBody(413, m.server_requestTooLarge()))
  if (status >= 400 && status < 500)
    return send(reply, 400, toErrorBody(400, m.rest_bodyNotReadable(), 'invalidSyntax'))
  const correlationId = randomUUID()
  services.log.error({ correlationId, ...errorToFields(error) }, 'a request to /scim/v2 failed')
  return send(reply, 500, toErrorBody(500, m.dates_errorOccurred()))
}
