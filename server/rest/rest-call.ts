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

/** The refusal of an operation. `rowNumbers`: the rows of the file that its rows were read from. */
export class Refused extends Error {
  readonly response: ApiResponse
  readonly rowNumbers: readonly number[] | undefined
  constructor(response: ApiResponse, rowNumbers?: readonly number[]) {
    super('refused')
    this.response = response
    this.rowNumbers = rowNumbers
  }
}

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
  /** For a change: from the header Idempotency-Key. */
  readonly requestId: string
  /** The key with which the request was sent. */
  readonly key: string
  /** Calls an operation of the contract as this machine user. Throws `Refused`. */
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

/** One page of rows that are all known: a cursor is the index of its first row. */
export function sliceToPage<T>(rows: readonly T[], { cursor = '0', limit = 500 }: PageRequest) {
  const from = /^[0-9]{1,6}$/.test(cursor) ? Number(cursor) : 0
  const next = from + limit
  return { items: rows.slice(from, next), ...(next < rows.length && { next: String(next) }) }
}
interface PageRequest {
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

/** The sentence of a response about success. */
export const messageOf = ({ resultText }: { readonly resultText?: unknown }): string =>
  typeof resultText === 'string' ? resultText : ''
