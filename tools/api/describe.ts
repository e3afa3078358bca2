// Describes the operations of the contract as JSON Schema (one schema for the parameters and one for the result), and
// writes the OpenAPI document of /v1.
import * as z from 'zod'
import { methods, methodNames } from '#contract/methods.ts'
import { openApiDocument } from '#contract/open-api.ts'
import { operations } from '#contract/operations.ts'
import { summaries } from './summaries.ts'

type JsonSchema = z.core.JSONSchema.JSONSchema

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
export function writeOpenApi(): string {
  const document = openApiDocument({ serverUrl: 'https://cards.example.org/voyager/v1', title: 'Card programme' })
  return `${JSON.stringify(document, undefined, 2)}\n`
}
