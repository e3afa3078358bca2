// Calls /v1 as a program would: with a key, a JSON body or a form, and an Idempotency-Key.
import { randomUUID } from 'node:crypto'
import type { Problem } from '#contract/rest.ts'

export interface RestAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown>
  readonly problem: Problem
}

interface RestCall {
  readonly key?: string | undefined
  readonly json?: unknown
  readonly form?: FormData
  readonly idempotencyKey?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/** `path` is below /v1: 'GET /batches'. */
export async function callRest(url: string, request: string, options: RestCall = {}): Promise<RestAnswer> {
  const [method = '', path = ''] = request.split(' ')
  const { key, json, form, idempotencyKey = randomUUID() } = options
  const response = await fetch(`${url}v1${path}`, {
    method,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...(method === 'POST' && { 'idempotency-key': idempotencyKey }),
      ...options.headers,
    },
    ...(method === 'POST' && { body: form ?? (json === undefined ? null : JSON.stringify(json)) }),
  })
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  const body = isJson ? ((await response.json()) as Record<string, unknown>) : {}
  if (!isJson) await response.arrayBuffer()
  return { status: response.status, headers: response.headers, body, problem: body as unknown as Problem }
}
