// The routes of `/{client}/scim/v2`, by which the company's directory adds, changes and locks users (SCIM 2.0, RFC 7644).
// Without SCIM_TOKEN there are none. Rules: docs/rules/scim.md.
import { m } from '#words/messages.js'
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { codes } from '#contract/codes.ts'
import type { CallContext, Db, Services } from '../operations/context.ts'
import { callToOrigin, writeAudit } from '../audit/audit.ts'
import { isUnreachable } from '../db/faults.ts'
import { errorToFields } from '../log.ts'
import { inRequestLanguage } from '../language.ts'
import { isObject, type Json, readAttributes, readGroupPatch, readMembers, readUserPatch } from '../scim/attributes.ts'
import { discovery, MAX_RESULTS } from '../scim/discovery.ts'
import { invalidValue, ScimFault } from '../scim/fault.ts'
import { parseFilter } from '../scim/filter.ts'
import {
  changeMembers,
  groupFilters,
  type GroupResource,
  listGroups,
  readGroup,
  refuseNewGroup,
} from '../scim/groups.ts'
import {
  changeUser,
  createUser,
  listUsers,
  lockUsers,
  type Page,
  readUser,
  removeUser,
  userFilters,
  type UserResource,
} from '../scim/users.ts'
import { requestToCaller, requestToToken } from './call.ts'
import { NotReadyError } from './endpoint.ts'
import type { createHealth } from './health.ts'
import { notReadyTexts, rethrowAsNotReady, withTimeout } from './replies.ts'

interface ScimOptions {
  readonly services: Services
  readonly health: ReturnType<typeof createHealth>
  readonly limitAddress: (address: string) => number | undefined
  /** Counts wrong tokens, as it counts wrong passwords. */
  readonly limitLogin: (address: string) => number | undefined
}

const MEDIA_TYPE = 'application/scim+json; charset=utf-8'
const MESSAGE = 'urn:ietf:params:scim:api:messages:2.0:'
/** A group with some thousand members. */
const BODY_LIMIT = 1024 * 1024
const NOT_READY_S = 2
const DEFAULT_COUNT = 100

type Resource = UserResource | GroupResource
type Request = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, string | string[] | undefined> }>
type Answer = Resource | object | undefined
type Work = (call: { readonly context: CallContext; readonly request: Request }) => Promise<Answer>
type Change = (call: {
  readonly context: CallContext
  readonly db: Db
  readonly request: Request
  readonly body: Json
}) => Promise<Resource | undefined>

export async function serveScim(app: FastifyInstance, options: ScimOptions): Promise<void> {
  const { services, health } = options
  const { client, settings } = services
  const { directory } = settings
  if (!directory) return
  const prefix = `${client.basePath}scim/v2`
  await app.register(
    async (scim) => {
      scim.removeAllContentTypeParsers()
      const parseJson = scim.getDefaultJsonParser('error', 'error')
      for (const type of ['application/json', 'application/scim+json'])
        scim.addContentTypeParser(type, { parseAs: 'string', bodyLimit: BODY_LIMIT }, parseJson)
      scim.setErrorHandler((error: Error & { statusCode?: number }, request, reply) =>
        inRequestLanguage(request, client, () => sendError(services, error, reply)),
      )
      scim.addHook('onResponse', async (request, reply) => {
        const [, resource = ''] = request.routeOptions.url?.slice(prefix.length).split('/') ?? []
        const name = resource === '*' || resource === '' ? 'other' : resource
        services.counters.countScimRequest(request.method, name, reply.statusCode)
      })
      // Runs before the body is read.
      scim.addHook('onRequest', (request, reply) =>
        inRequestLanguage(request, client, async () => checkCaller(options, directory.token, request, reply)),
      )

      const run = (request: FastifyRequest, reply: FastifyReply, work: () => Promise<Answer>, status = 200) =>
        inRequestLanguage(request, client, async () => {
          const answer = await health.whileUp(withTimeout(work().catch(rethrowAsNotReady)))
          return sendResource(request as Request, reply, answer, status)
        })
      const read = (url: string, work: Work) =>
        scim.get(url, (request, reply) =>
          run(request, reply, () => work({ context: toContext(services, request), request: request as Request })),
        )
      const change = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, work: Change) =>
        scim.route({
          method,
          url,
          handler: (request, reply) => {
            const reason = health.notReadyReason()
            if (reason !== undefined) throw new NotReadyError(reason)
            const status = method === 'POST' ? 201 : 200
            return run(request, reply, () => runChange(services, request as Request, work), status)
          },
        })

      for (const [name, document] of Object.entries(discovery)) {
        read(`/${name}`, async () => (Array.isArray(document) ? toList(document, document.length, 1) : document))
        if (Array.isArray(document))
          read(`/${name}/:id`, async ({ request }) => {
            const one = document.find(({ id }) => id === request.params.id)
            if (!one) throw new ScimFault(404, m.scim_noSuchAddress())
            return one
          })
      }

      read('/Users', async ({ context, request }) => {
        const page = readPage(request)
        const filter = readFilter(request, userFilters)
        const { total, resources } = await listUsers(context, filter, page)
        return toList(select(request, resources), total, page.startIndex)
      })
      read('/Users/:id', async ({ context, request }) => readUser(context, request.params.id))
      change('POST', '/Users', async ({ context, db, body }) => createUser(context, db, readAttributes(body)))
      change('PUT', '/Users/:id', async ({ context, db, request, body }) =>
        changeUser(context, db, request.params.id, readAttributes(body)),
      )
      change('PATCH', '/Users/:id', async ({ context, db, request, body }) =>
        changeUser(context, db, request.params.id, readUserPatch(body)),
      )
      change('DELETE', '/Users/:id', async ({ context, db, request }) => {
        await removeUser(context, db, request.params.id)
        return undefined
      })

      read('/Groups', async ({ context, request }) => {
        const page = readPage(request)
        const filter = readFilter(request, groupFilters)
        const { total, resources } = await listGroups(context, filter, page)
        return toList(select(request, resources), total, page.startIndex)
      })
      read('/Groups/:id', async ({ context, request }) => readGroup(context, request.params.id))
      change('POST', '/Groups', async ({ context, body }) => refuseNewGroup(context, nameOf(body) ?? ''))
      change('PUT', '/Groups/:id', async ({ context, db, request, body }) => {
        const { members } = await readGroup({ ...context, db }, request.params.id)
        // A list that is missing keeps the members. An empty one removes them.
        const ids = body['members'] === undefined ? members.map(({ value }) => value) : readMembers(body['members'])
        return changeMembers(context, db, request.params.id, { members: new Set(ids), name: nameOf(body) })
      })
      change('PATCH', '/Groups/:id', async ({ context, db, request, body }) => {
        const { members } = await readGroup({ ...context, db }, request.params.id)
        const patch = readGroupPatch(
          body,
          members.map(({ value }) => value),
        )
        return changeMembers(context, db, request.params.id, patch)
      })
      change('DELETE', '/Groups/:id', async () => {
        throw new ScimFault(403, m.scim_groupIsDeletedInPortal())
      })
      scim.all('/*', async (request, reply) =>
        inRequestLanguage(request, client, async () => sendFault(reply, new ScimFault(404, m.scim_noSuchAddress()))),
      )
    },
    { prefix },
  )
}

const nameOf = ({ displayName }: Json) => (typeof displayName === 'string' ? displayName : undefined)

async function checkCaller(
  { services, health, limitAddress, limitLogin }: ScimOptions,
  token: string,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const retryAfter = limitAddress(request.ip)
  if (retryAfter !== undefined) return sendTooMany(reply, retryAfter)
  if (!isSameText(requestToToken(request) ?? '', token)) {
    const retryLogin = limitLogin(request.ip)
    if (retryLogin !== undefined) return sendTooMany(reply, retryLogin)
    const { remoteAddress } = requestToCaller(request)
    services.log.warn({ remoteAddress }, 'a request of the company directory had a wrong token')
    reply.header('www-authenticate', 'Bearer')
    return sendFault(reply, new ScimFault(401, m.scim_wrongToken()))
  }
  if (!health.isUp()) return sendError(services, new NotReadyError(), reply)
  return undefined
}

/** Takes the same time for each text. */
function isSameText(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(one), hash(other))
}

const toContext = (services: Services, request: FastifyRequest): CallContext => ({
  ...services,
  correlationId: randomUUID(),
  ...requestToCaller(request),
})

/** A refused change is audited too, if it is about a user. */
async function runChange(services: Services, request: Request, work: Change): Promise<Resource | undefined> {
  const context = toContext(services, request)
  const body = request.method === 'DELETE' ? {} : request.body
  if (!isObject(body)) throw new ScimFault(400, m.rest_bodyNotReadable(), 'invalidSyntax')
  try {
    const resource = await services.db.transaction().execute(async (db) => {
      // Before anything is read, so that no other change comes between.
      await lockUsers(context, db)
      await checkVersion({ ...context, db }, request)
      return work({ context, db, request, body })
    })
    services.jobs.wake()
    return resource
  } catch (error) {
    const isRefusal = error instanceof ScimFault && (error.status === 403 || error.status === 409)
    if (isRefusal)
      await writeAudit(services.db, {
        ...callToOrigin(context),
        userId: null,
        ownerId: services.client.ownerId,
        method: 'applyDirectory',
        ...(isUser(request) && { subjectType: 'user', subjectId: request.params.id }),
        resultCode: codes.refusedState,
      })
    throw error
  }
}

const isUser = ({ routeOptions, params }: Request): boolean =>
  routeOptions.url?.endsWith('/Users/:id') === true && /^[1-9][0-9]{0,14}$/.test(params.id)

/** Refuses a change of something that has changed since the directory read it (If-Match). */
async function checkVersion(context: CallContext, request: Request): Promise<void> {
  const wanted = request.headers['if-match']
  if (wanted === undefined || request.method === 'POST') return
  const isOfUser = request.routeOptions.url?.endsWith('/Users/:id') === true
  const { meta } = await (isOfUser ? readUser : readGroup)(context, request.params.id)
  if (!namesVersion(wanted, meta.version)) throw new ScimFault(412, m.scim_changedMeanwhile())
}

/** True if a list of ETags has this one. */
const namesVersion = (list: string, version: string): boolean => {
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return list.split(',').some((tag) => tag.trim() === '*' || bare(tag) === bare(version))
}

function readPage({ query }: Request): Page {
  const integer = (name: string, fallback: number) => {
    const text = query[name]
    if (text === undefined) return fallback
    if (typeof text !== 'string' || !/^-?[0-9]{1,9}$/.test(text)) throw invalidValue(m.scim_noWholeNumber({ name }))
    return Number(text)
  }
  return {
    startIndex: Math.max(1, integer('startIndex', 1)),
    count: Math.min(MAX_RESULTS, Math.max(0, integer('count', DEFAULT_COUNT))),
  }
}

function readFilter<A extends string>({ query }: Request, attributes: Readonly<Record<string, A>>) {
  const { filter } = query
  if (filter === undefined || filter === '') return []
  return parseFilter(String(filter), attributes)
}

/** The attributes that the request asks for. `schemas`, `id` and `meta` are always among them. */
function select<T extends object>({ query }: Request, resources: readonly T[]): readonly object[] {
  const names = (name: string) =>
    String(query[name] ?? '')
      .toLowerCase()
      .split(',')
      .map((text) => text.trim().replace(/^urn:.*:|\..*$/g, ''))
      .filter((text) => text !== '')
  const [wanted, unwanted] = [names('attributes'), names('excludedAttributes')]
  const isSelected = (key: string) =>
    ['schemas', 'id', 'meta'].includes(key) ||
    (wanted.length > 0 ? wanted.includes(key.toLowerCase()) : !unwanted.includes(key.toLowerCase()))
  return resources.map((resource) => Object.fromEntries(Object.entries(resource).filter(([key]) => isSelected(key))))
}

const toList = (resources: readonly object[], total: number, startIndex: number) => ({
  schemas: [`${MESSAGE}ListResponse`],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})

function sendResource(request: Request, reply: FastifyReply, answer: Answer, status: number) {
  reply.header('cache-control', 'no-store')
  if (!answer) return reply.code(204).send()
  if (!('meta' in answer)) return reply.code(status).type(MEDIA_TYPE).send(answer)
  const { meta } = answer
  reply.header('etag', meta.version)
  const known = request.headers['if-none-match']
  if (request.method === 'GET' && known !== undefined && namesVersion(known, meta.version))
    return reply.code(304).send()
  if (status === 201) reply.header('location', meta.location)
  const [resource] = select(request, [answer])
  return reply.code(status).type(MEDIA_TYPE).send(resource)
}

function sendError(services: Services, error: Error & { statusCode?: number }, reply: FastifyReply) {
  if (error instanceof ScimFault) return sendFault(reply, error)
  if (error instanceof NotReadyError || isUnreachable(error)) {
    const reason = error instanceof NotReadyError ? error.reason : 'unreachable'
    reply.header('retry-after', String(NOT_READY_S))
    return sendFault(reply, new ScimFault(503, notReadyTexts[reason]))
  }
  const status = error.statusCode ?? 500
  if (status === 413) return sendFault(reply, new ScimFault(413, m.server_requestTooLarge()))
  if (status === 415) return sendFault(reply, new ScimFault(415, m.scim_onlyJson()))
  if (status >= 400 && status < 500)
    return sendFault(reply, new ScimFault(400, m.rest_bodyNotReadable(), 'invalidSyntax'))
  services.log.error(errorToFields(error), 'a request of the company directory failed')
  return sendFault(reply, new ScimFault(500, m.dates_errorOccurred()))
}

function sendTooMany(reply: FastifyReply, retryAfter: number) {
  reply.header('retry-after', String(retryAfter))
  return sendFault(reply, new ScimFault(429, m.server_tooManyRequests()))
}

const sendFault = (reply: FastifyReply, { status, scimType, message }: ScimFault) =>
  reply
    .code(status)
    .type(MEDIA_TYPE)
    .header('cache-control', 'no-store')
    .send({
      schemas: [`${MESSAGE}Error`],
      status: String(status),
      ...(scimType !== undefined && { scimType }),
      detail: message,
    })
