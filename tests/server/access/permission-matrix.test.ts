// Calls every operation of the contract as every type of caller. Only callers with a permission that the contract's facts
// list for the operation are accepted (docs/security.md, T01). New operations are included automatically.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { methods, methodInfo, type Method } from '#contract/methods.ts'
import { operations } from '#contract/operations.ts'
import { batchTypes } from '#domain/batch/types.ts'
import { type Permission, permissions } from '#domain/access/permissions.ts'
import { harbour } from '#brand/harbour.ts'
import { textToSecrets } from '#server/keys/secrets.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { post } from '#tests/support/call.ts'
import { type InProcessServer, startInProcess } from '#tests/support/in-process.ts'

const requestId = randomUUID()
/** One sample for each batch type, since each type needs its own permission. */
function samplePerBatchType(paramsOf: (type: string) => object) {
  return Object.entries(batchTypes).map(([type, { permission }]) => ({ params: paramsOf(type), needs: permission }))
}
const fingerprint = 'a'.repeat(64)
const element = { identifier: '900001000000017', amount: '1.00' }
const verifyOptions = { identifierType: 2, additionalValidation: [] }
const virtualCardOrder = {
  customerReference: 'r',
  cardLabel: 'l',
  notificationNumber: '',
  expiryDate: '',
  loadAmount: 0,
  tagName: '',
  tagValue: '',
}
const file = { ...verifyOptions, name: 'a.csv', batchSizeLimit: 5000, reference: 'r', batchElements: [element] }

/** Valid parameters for operations whose permission depends on them, or whose response should be tested. */
const samples: Partial<Record<Method, readonly { params: object; needs?: Permission }[]>> = {
  cardDetails: [{ params: { voucherID: '999999' } }],
  verifyBatchFile: samplePerBatchType((type) => ({ ...file, type })),
  verifyBatchElement: samplePerBatchType((type) => ({ ...verifyOptions, type, element })),
  batchLoadUpload: [
    {
      params: {
        requestId,
        batchElements: [element],
        identifierType: 2,
        loadReference: 'r',
        fileName: 'a.csv',
        batchLoadOptions: [],
      },
    },
  ],
  batchLoads: [{ params: { filter: 1 } }],
  batchLoadDetails: [{ params: { batchLoadFileID: '999999' } }],
  approveBatchLoad: [{ params: { requestId, batchLoadFileID: '999999', fingerprint } }],
  rejectBatchLoad: [{ params: { requestId, batchLoadFileID: '999999' } }],
  getCampaignFees: [{ params: { campaignID: '999999' } }],
  submitVirtualCardOrder: [
    { params: { requestId, campaignId: '999999', virtualCardOrders: [virtualCardOrder], fileName: 'a.csv' } },
  ],
  approveVirtualCardOrdersBatchLoad: [{ params: { requestId, batchLoadFileID: '999999', fingerprint } }],
  rejectVirtualCardOrdersBatchLoad: [{ params: { requestId, batchLoadFileID: '999999' } }],
  fetchVirtualCardOrdersBatchLoadDetails: [{ params: { batchLoadFileID: '999999' } }],
  cancelCardOrder: [{ params: { requestId, orderId: '999999' } }],
  fetchProducerFile: [{ params: { requestId, orderId: '999999' } }],
}

const sessionMethods = (Object.keys(methods) as Method[]).filter((method) => !methodInfo(method).needsNoSession)

/** A parameter that no operation has: every operation rejects it, but only after the permission check. */
const UNKNOWN_PARAMETER = { noSuchParameter: 1 }

// Operations without a sample get no parameters: the permission is checked before them.
const cells = sessionMethods.flatMap((method) =>
  (samples[method] ?? [{ params: {}, needs: undefined }]).map(({ params, needs }) => ({
    method,
    params,
    label: 'type' in params ? `${method} (${String(params.type)})` : method,
    allowedPermissions: needs ? [needs] : permissionsFor(method),
  })),
)

/** The permissions of which any one allows the method; all permissions if a session is enough. */
function permissionsFor(method: Method): readonly Permission[] {
  const { permission } = methodInfo(method)
  if (permission === 'signedIn') return permissions
  if (typeof permission === 'string') return [permission as Permission]
  return permission
}

describe('the permission matrix', () => {
  let server: InProcessServer
  const tokens = new Map<string, string>()
  beforeAll(async () => {
    server = await startInProcess()
    for (const permission of permissions)
      tokens.set(
        permission,
        (await server.addUser({ username: `only-${permission}`, permissions: [permission] })).token,
      )
    const administrator = await server.addUser({ username: 'all', permissions })
    tokens.set('nothing', (await server.addUser({ username: 'nothing' })).token)
    tokens.set('garbage', 'garbage')
    // A user of another owner, with a token that is signed for this client.
    const otherOwner = await server.addUser({ username: 'other-owner', ownerId: harbour.ownerId, permissions })
    tokens.set('another owner', otherOwner.token)
    tokens.set(
      'another client',
      await startSession(server.server.db, { ...server.server, client: harbour }, administrator),
    )
    const otherKeys = { ...server.server, secrets: textToSecrets('others') }
    tokens.set('another key', await startSession(server.server.db, otherKeys, administrator))
    const loggedOutUser = await server.addUser({ username: 'ended', permissions })
    tokens.set('ended', loggedOutUser.token)
    await post(server.url, 'logOut', { token: loggedOutUser.token })
    const pastServices = { ...server.server, now: () => server.clock.now - 13 * 3_600_000 }
    tokens.set('expired', await startSession(server.server.db, pastServices, administrator))
  })
  afterAll(() => server.close())

  /**
   * A user with each of the permissions alone, and one with all others: if any other permission were enough, that user
   * would be accepted. If a session is enough, a user without permissions.
   */
  async function callersOf(allowedPermissions: readonly Permission[]) {
    const others = permissions.filter((permission) => !allowedPermissions.includes(permission))
    if (others.length === 0) return [{ caller: 'nothing', token: tokens.get('nothing'), isAllowed: true }]
    const caller = `not-${allowedPermissions.join('-')}`
    if (!tokens.has(caller)) tokens.set(caller, (await server.addUser({ username: caller, permissions: others })).token)
    return [
      ...allowedPermissions.map((allowed) => ({ caller: allowed, token: tokens.get(allowed), isAllowed: true })),
      ...[caller, 'nothing'].map((refused) => ({ caller: refused, token: tokens.get(refused), isAllowed: false })),
    ]
  }

  it('the sample parameters are valid by the contract', () => {
    for (const { method, params } of cells.filter((cell) => samples[cell.method]))
      expect([method, operations[method].params.safeParse(params).success]).toEqual([method, true])
  })

  it.each(cells)('$label: rejects calls without a session', async ({ method, params }) => {
    expect((await post(server.url, method, params)).response.resultCode).toBe('-20012')
    for (const caller of ['garbage', 'expired', 'ended', 'another owner', 'another client', 'another key'])
      expect([
        caller,
        (await post(server.url, method, { ...params, token: tokens.get(caller) })).response.resultCode,
      ]).toEqual([caller, '-20012'])
  })

  it.each(cells.filter(({ method }) => method !== 'logOut'))(
    '$label: accepts only the listed permissions',
    async ({ method, params, allowedPermissions }) => {
      for (const { caller, token, isAllowed } of await callersOf(allowedPermissions)) {
        const { resultCode } = (await post(server.url, method, { ...params, token })).response
        expect([caller, resultCode === '-20403']).toEqual([caller, !isAllowed])
        expect([caller, resultCode]).not.toEqual([caller, '-20500'])
      }
    },
  )

  it.each(cells.filter(({ method }) => method !== 'logOut'))(
    '$label: checks the permission before the parameters',
    async ({ method, params, allowedPermissions }) => {
      for (const { caller, token, isAllowed } of await callersOf(allowedPermissions)) {
        const { response } = await post(server.url, method, { ...params, ...UNKNOWN_PARAMETER, token })
        expect([caller, response.resultCode]).toEqual([caller, isAllowed ? '-20400' : '-20403'])
      }
    },
  )

  it('verification requires the permission of one of the batch types', () => {
    const batchPermissions = Object.values(batchTypes).map(({ permission }) => permission)
    expect(new Set(methods.verifyBatchFile.permission)).toEqual(new Set(batchPermissions))
  })

  const verifications = ['verifyBatchFile', 'verifyBatchElement'] as const
  it.each(verifications)(
    '%s: does not report a missing type to callers without any of the permissions',
    async (method) => {
      const batchPermissions = Object.values(batchTypes).map(({ permission }) => permission)
      for (const params of [{}, { type: 'nothing' }, { type: 'constructor' }, { type: ['load'] }])
        for (const permission of permissions) {
          const { response } = await post(server.url, method, { ...params, token: tokens.get(permission) })
          expect([params, permission, response.resultCode]).toEqual([
            params,
            permission,
            batchPermissions.includes(permission) ? '-20400' : '-20403',
          ])
        }
    },
  )

  it('userInfo of other users: checks the permission before the id', async () => {
    for (const id of ['999999', 'x', 5, null]) {
      const info = async (who: string) =>
        (await post(server.url, 'userInfo', { id, token: tokens.get(who) })).response.resultCode
      expect([id, await info('nothing')]).toEqual([id, '-20403'])
      expect([id, await info('User.write')]).toEqual([id, id === '999999' ? '-20404' : '-20400'])
    }
  })
})
