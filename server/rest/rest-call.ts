// What a route of /v1 gets and returns, and the refusals that become problems (RFC 9457).
import type * as z from 'zod'
import type { Method } from '#contract/methods.ts'
import type { Params, Result } from '#contract/operations.ts'
import type { RouteName, Routes } from '#contract/rest.ts'
import type { ApiResponse } from '../http/call.ts'
import type { MachineViewer } from '../sessions/machine-keys.ts'

/** A file as the body of a response. */
export interface RestFile {
  readonly fileName: string
  readonly contentType: string
  readonly bytes: Buffer
}

/** The refusal of an operation. */
export class Refused extends Error {
  readonly response: ApiResponse
  /** For each row of the operation, its row in the file. Undefined if the rows do not come from a file. */
  readonly rowNumbers: readonly number[] | undefined
  constructor(response: ApiResponse, rowNumbers?: readonly number[]) {
    super('refused')
    this.response = response
    this.rowNumbers = rowNumbers
  }
}

/** The type of a parsed part of a request, such as its query. `undefined` if the route has no schema for the part. */
type Parsed<R extends RouteName, Part extends string> = Routes[R] extends { readonly [P in Part]: infer S }
  ? S extends z.ZodType
    ? z.output<S>
    : undefined
  : undefined

/** The file of a multipart body. */
export interface UploadedFile {
  readonly name: string
  readonly content: Blob
}

export interface RestRequest<R extends RouteName> {
  readonly parameters: Parsed<R, 'parameters'>
  readonly query: Parsed<R, 'query'>
  /** Either a JSON body, or the fields and the file of a multipart body. */
  readonly body: Parsed<R, 'body'>
  readonly form: Parsed<R, 'form'>
  readonly file: UploadedFile | undefined
  readonly viewer: MachineViewer
  /** The time in milliseconds since 1970. */
  readonly now: number
  /** From the header Idempotency-Key. '' for a route that only reads. */
  readonly requestId: string
  /** The key with which the request was sent. */
  readonly key: string
  /** Calls an operation of the contract as this machine user. Throws `Refused` if the operation refuses. */
  readonly call: <M extends Method>(
    method: M,
    params: Params<M>,
    rowNumbers?: readonly number[],
  ) => Promise<Result<M> & { readonly resultText?: unknown }>
}

type ResponseOf<R extends RouteName> = Routes[R]['response'] extends z.ZodType
  ? z.output<Routes[R]['response']>
  : RestFile

export type RestHandler<R extends RouteName> = (request: RestRequest<R>) => Promise<ResponseOf<R>>
export type RestHandlers = { readonly [R in RouteName]: RestHandler<R> }

interface PageRequest {
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

/**
 * One page of rows that are all in memory. The cursor is the index of the first row of the page. An unreadable cursor
 * returns the first page.
 */
export function sliceToPage<T>(rows: readonly T[], { cursor = '0', limit = 500 }: PageRequest) {
  const isIndex = /^[0-9]{1,6}$/.test(cursor)
  const from = isIndex ? Number(cursor) : 0
  const next = from + limit
  const hasMore = next < rows.length
  return { items: rows.slice(from, next), ...(hasMore && { next: String(next) }) }
}

/** The sentence of a successful response. '' without a sentence. */
export const messageOf = ({ resultText }: { readonly resultText?: unknown }): string =>
  typeof resultText === 'string' ? resultText : ''
