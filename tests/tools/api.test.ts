// docs/openapi.json and the JSON Schemas match the contract.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { methodNames } from '#contract/methods.ts'
import { describeAll, writeOpenApi } from '#tools/api/describe.ts'

describe('docs/openapi.json', () => {
  it('is what `npm run api` writes', () => {
    expect(readFileSync('docs/openapi.json', 'utf8') === writeOpenApi(), 'out of date: run `npm run api`').toBe(true)
  })

  it('is the document of the types that tests use', () => {
    const hash = createHash('sha256').update(readFileSync('docs/openapi.json')).digest('hex')
    const types = readFileSync('tests/support/openapi-types.ts', 'utf8')
    expect(types.includes(hash), 'out of date: run `npm run api`').toBe(true)
  })
})

describe('the JSON Schemas', () => {
  it('reject unknown parameters and list the required ones', () => {
    expect(describeAll()['addCardNote']).toMatchObject({
      needsToken: true,
      changes: true,
      permission: 'CardStatement.read',
      params: { required: ['noteText', 'voucherId', 'requestId'], additionalProperties: false },
    })
  })

  it('exist for every operation', () => {
    const described = describeAll()
    expect(Object.keys(described)).toEqual([...methodNames])
    for (const operation of Object.values(described)) expect(operation).toMatchObject({ params: { type: 'object' } })
  })
})
