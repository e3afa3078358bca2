// The API endpoint of the server: transport, the order in which a call is checked, and changes that happen once.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refuse, type SessionContext } from '#server/operations/context.ts'
import { deleteExpired } from '#server/jobs/housekeeping.ts'
import { post } from '#tests/support/call.ts'
import { type InProcessServer, startInProcess } from '#tests/support/in-process.ts'

describe('endpoint', () => {
  let server: InProcessServer
  let token: string
  let userId: number
  /** The handler of the replaced change; each test sets it. */
  let change: (context: SessionContext) => Promise<object>

  beforeAll(async () => {
    server = await startInProcess({
      handlers: { rejectBatchLoad: (context) => change(context) },
    })
    const user = await server.addUser({ username: 'chris', permissions: ['Batch.approve'] })
    token = user.token
    userId = user.id
    await sql`CREATE TABLE done (id serial, note text)`.execute(server.server.db)
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    await sql`DELETE FROM done`.execute(server.server.db)
    change = async ({ db, setSubject }) => {
      setSubject('batch', 7)
      await sql`INSERT INTO done (note) VALUES ('once')`.execute(db)
      return {}
    }
  })

  const send = (body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    fetch(`${server.url}api`, { method: 'POST', headers, body })
  const reject = (requestId: string, params: object = {}) =>
    post(server.url, 'rejectBatchLoad', { token, requestId, batchLoadFileID: '7', ...params })
  const countDone = async () =>
    (await sql<{ n: number }>`SELECT count(*)::int AS n FROM done`.execute(server.server.db)).rows[0]?.n
  const auditOf = (requestId: string) =>
    server.server.db.selectFrom('audit_event').selectAll().where('request_id', '=', requestId).execute()

  describe('transport', () => {
    it.each([
      ['not JSON', '{"method":', 400],
      ['a list', '[]', 400],
      ['no params', '{"method":"userInfo"}', 400],
      ['params that are a list', '{"method":"userInfo","params":[]}', 400],
      ['a method that is not text', '{"method":1,"params":{}}', 400],
      ['more than method and params', '{"method":"userInfo","params":{},"extra":1}', 400],
      ['__proto__', '{"method":"userInfo","params":{"__proto__":{"admin":true}}}', 400],
      ['constructor.prototype', '{"method":"userInfo","params":{"constructor":{"prototype":{}}}}', 400],
      ['an empty body', '', 400],
    ])('rejects %s', async (_, body, status) => {
      const response = await send(body)
      expect(response.status).toBe(status)
      expect(await response.json()).toMatchObject({ resultCode: '-20400', resultText: expect.any(String) as string })
    })

    it.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonp',
      'multipart/form-data; boundary=x',
    ])('rejects the content type %s with 415', async (type) => {
      const response = await send('{"method":"userInfo","params":{}}', { 'content-type': type })
      expect(response.status).toBe(415)
      expect(await response.json()).toMatchObject({ resultCode: '-20400' })
    })

    it('rejects more than 8 MiB with 413', async () => {
      const response = await send(JSON.stringify({ method: 'x', params: { a: 'x'.repeat(8 * 1024 * 1024) } }))
      expect(response.status).toBe(413)
      expect(await response.json()).toMatchObject({ resultCode: '-20400' })
    })

    it('parses large bodies only for clients with a session', async () => {
      const keys = Array.from({ length: 20_000 }, (_, n) => `"k${n}":1`).join(',')
      const large = (method: string, more: string) => `{"method":"${method}","params":{${keys}${more}}}`
      const withoutToken = await send(large('logIn', ''))
      expect(withoutToken.status).toBe(413)
      expect(await withoutToken.json()).toEqual({
        resultCode: '-20400',
        resultText: 'A request without a session cannot be larger than 64 KiB',
      })
      const invalidToken = await send(large('userInfo', `,"token":"${'x'.repeat(300)}"`))
      expect(await invalidToken.json()).toMatchObject({ resultCode: '-20012' })
      const validToken = await send(large('userInfo', `,"token":"${token}"`))
      expect(await validToken.json()).toEqual({ resultCode: '-20400', resultText: 'There are more than 64 parameters' })
    })

    it('truncates its messages about parameters', async () => {
      const { response } = await post(server.url, 'userInfo', { token, ['x'.repeat(50_000)]: 1 })
      expect(response.resultCode).toBe('-20400')
      expect(JSON.stringify(response).length).toBeLessThan(1_000)
    })

    it('returns 200 for calls, never cached, with a strict policy and without CORS', async () => {
      const response = await send(JSON.stringify({ method: 'userInfo', params: { token } }), {
        'content-type': 'application/json; charset=utf-8',
        origin: 'https://elsewhere.example',
      })
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
      expect(response.headers.get('referrer-policy')).toBe('no-referrer')
      expect(response.headers.get('strict-transport-security')).toBeNull()
      const features = response.headers.get('permissions-policy')
      for (const each of ['camera=()', 'clipboard-write=(self)', 'publickey-credentials-get=(self)'])
        expect(features).toContain(each)
      const policy = response.headers.get('content-security-policy')
      expect(policy).toContain('trusted-types default dompurify')
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("require-trusted-types-for 'script'")
      expect(policy).not.toContain('unsafe')
    })

    it('reports its health', async () => {
      const response = await fetch(`${server.url}health`)
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({
        ready: true,
        version: 'test',
        database: 'postgres',
      })
    })
  })

  describe('the check of a call', () => {
    it('does not reveal to a client without a session which methods exist', async () => {
      const unknownMethod = await post(server.url, 'noSuchThing', {})
      const knownMethod = await post(server.url, 'batchLoads', {})
      expect(unknownMethod.response).toEqual(knownMethod.response)
      expect(knownMethod.response.resultCode).toBe('-20012')
      expect((await post(server.url, 'noSuchThing', { token })).response.resultCode).toBe('-20404')
    })

    it.each(['toString', '__proto__', 'constructor', 'hasOwnProperty'])('finds no method %s', async (method) => {
      expect((await post(server.url, method, { token })).response.resultCode).toBe('-20404')
    })

    it('checks the permission before it reports anything about parameters', async () => {
      const { response } = await post(server.url, 'batchLoadUpload', { token, nonsense: 1 })
      expect(response).toMatchObject({ resultCode: '-20403', resultText: 'You are not authorized' })
    })

    it('names unknown and wrong parameters by their path', async () => {
      const { response } = await reject(randomUUID(), { batchLoadFileID: 7, admin: true })
      expect(response.resultCode).toBe('-20400')
      expect(response).toMatchObject({ malformed: true })
      expect(response.errors?.map(({ path }) => path)).toContain('batchLoadFileID')
      expect(JSON.stringify(response.errors)).toContain('admin')
    })

    it('rejects half characters by the name of the field', async () => {
      const { response } = await reject(randomUUID(), { reason: `a${String.fromCharCode(0xd800)}b` })
      expect(response).toMatchObject({ resultCode: '-20400', errors: [{ path: 'reason' }] })
    })

    it('rejects control characters', async () => {
      const { response } = await reject(randomUUID(), { reason: 'a\u0000b' })
      expect(response.errors?.[0]?.path).toBe('reason')
    })
  })

  describe('a change', () => {
    it('happens once for each requestId, and each repeat gets the same response', async () => {
      const id = randomUUID()
      const first = await reject(id)
      const second = await reject(id)
      expect(first.response).toEqual({ resultCode: '0' })
      expect(second.response).toEqual(first.response)
      expect(await countDone()).toBe(1)
      const audit = await auditOf(id)
      expect(audit).toHaveLength(1)
      expect(audit[0]).toMatchObject({
        method: 'rejectBatchLoad',
        user_id: userId,
        subject_type: 'batch',
        subject_id: '7',
        result_code: '0',
      })
    })

    it('happens once when repeats arrive at the same time', async () => {
      const id = randomUUID()
      const responses = await Promise.all(Array.from({ length: 8 }, () => reject(id)))
      expect(new Set(responses.map(({ response }) => JSON.stringify(response)))).toEqual(
        new Set(['{"resultCode":"0"}']),
      )
      expect(await countDone()).toBe(1)
    })

    it('is rejected if the same id is sent with other parameters', async () => {
      const id = randomUUID()
      await reject(id, { reason: 'one' })
      const { response } = await reject(id, { reason: 'two' })
      // The error's path tells the portal that the first request may have been carried out.
      expect(response).toMatchObject({ resultCode: '-20409', errors: [{ path: 'requestId' }] })
      expect(await countDone()).toBe(1)
    })

    it('is another change if another user sends the same id', async () => {
      const id = randomUUID()
      await reject(id)
      const other = await server.addUser({ username: `dana-${id.slice(0, 8)}`, permissions: ['Batch.approve'] })
      const { response } = await post(server.url, 'rejectBatchLoad', {
        token: other.token,
        requestId: id,
        batchLoadFileID: '7',
      })
      expect(response.resultCode).toBe('0')
      expect(await countDone()).toBe(2)
    })

    it('stores only its audit row when it is rejected', async () => {
      const id = randomUUID()
      const acceptingChange = change
      change = async ({ db }) => {
        await sql`INSERT INTO done (note) VALUES ('rolled back')`.execute(db)
        return refuse('-20409', () => 'No')
      }
      expect((await reject(id)).response).toEqual({ resultCode: '-20409', resultText: 'No' })
      expect(await countDone()).toBe(0)
      expect((await auditOf(id)).map((row) => row.result_code)).toEqual(['-20409'])
      change = acceptingChange
      expect((await reject(id)).response.resultCode).toBe('0')
      expect(await countDone()).toBe(1)
    })

    it('stores nothing when its parameters are rejected', async () => {
      const id = randomUUID()
      expect((await reject(id, { reason: 'x'.repeat(256) })).response.resultCode).toBe('-20400')
      expect((await reject(id)).response.resultCode).toBe('0')
    })

    it('is rolled back after a failure, and reports only a correlation id', async () => {
      const id = randomUUID()
      change = async ({ db }) => {
        await sql`INSERT INTO done (note) VALUES ('rolled back')`.execute(db)
        await sql`SELECT '4012888888881881'::int8 / 0, 'secret-value'::int4`.execute(db)
        return {}
      }
      const { status, response } = await reject(id)
      expect(status).toBe(200)
      expect(response).toEqual({
        resultCode: '-20500',
        resultText: 'An error occurred',
        correlationId: expect.any(String) as string,
      })
      expect(await countDone()).toBe(0)
      expect(server.log()).toContain(response.correlationId)
      expect(server.log()).not.toMatch(/secret-value|4012888888881881/)
    })

    it('runs its effects only after the commit', async () => {
      const steps: unknown[] = []
      change = async ({ db, afterCommit }) => {
        await sql`INSERT INTO done (note) VALUES ('x')`.execute(db)
        afterCommit(() => void steps.push('after'))
        steps.push('inside')
        return {}
      }
      await reject(randomUUID())
      expect(steps).toEqual(['inside', 'after'])
    })

    it('is carried out again if its id is repeated after 24 hours', async () => {
      const id = randomUUID()
      await reject(id)
      await deleteExpired(server.server.db, server.clock.now + 23 * 3_600_000)
      expect((await reject(id)).response.resultCode).toBe('0')
      expect(await countDone()).toBe(1)
      await deleteExpired(server.server.db, server.clock.now + 25 * 3_600_000)
      await reject(id)
      expect(await countDone()).toBe(2)
    })
  })

  it('the audit trail cannot be altered', async () => {
    for (const statement of [
      'UPDATE audit_event SET result_code = $$0$$',
      'DELETE FROM audit_event',
      'TRUNCATE audit_event',
    ])
      await expect(sql.raw(statement).execute(server.server.db)).rejects.toThrow('is not allowed on the audit trail')
  })

  it('logs no token, no parameter and no password', async () => {
    await post(server.url, 'logIn', { username: 'chris', password: 'Guess-Guess-1', ownerID: 3 })
    await reject(randomUUID(), { reason: 'private words' })
    expect(server.log()).toContain('rejectBatchLoad')
    expect(server.log()).not.toMatch(/private words|Guess-Guess|eyJ/)
  })
})
