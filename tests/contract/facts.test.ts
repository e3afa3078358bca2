// The facts of each operation match its schemas: an operation has a requestId exactly if it changes something.
import type * as z from 'zod'
import { expect, it } from 'vitest'
import { facts, factsOf, type Method, canCall } from '#contract/facts.ts'
import { operations } from '#contract/operations.ts'

const methods = Object.keys(facts) as Method[]
const shapeOf = (method: Method) => (operations[method].params as z.ZodObject).shape

it.each(methods)('%s has a requestId exactly if it changes something', (method) => {
  expect('requestId' in shapeOf(method)).toBe(factsOf(method).isChange)
})

it.each(methods)('%s needs a session and changes nothing if its response is stored or polled', (method) => {
  const { offline, isPolled, needsNoSession, isChange } = factsOf(method)
  if (offline === 'stored' || isPolled)
    expect({ needsNoSession, isChange }).toEqual({ needsNoSession: false, isChange: false })
})

const methodsWithoutSession = methods.filter((method) => factsOf(method).needsNoSession)

it.each(methodsWithoutSession)('%s needs no permission, and has keyedBy exactly if it changes something', (method) => {
  const { permission, isChange, keyedBy } = factsOf(method)
  expect(permission).toBe('none')
  expect(keyedBy !== undefined).toBe(isChange)
})

it('every schema has facts', () => {
  expect(Object.keys(operations).sort()).toEqual([...methods].sort())
})

it('an operation can be called by users with its permission, or with any of its permissions', () => {
  expect(canCall({ Batch: ['load'] }, 'batchLoadUpload')).toBe(true)
  expect(canCall({ Batch: ['load'] }, 'batchDevalueUpload')).toBe(false)
  expect(canCall({ Batch: ['redeem'] }, 'myBatches')).toBe(true)
  expect(canCall({ Batch: ['approve'] }, 'myBatches')).toBe(false)
  expect(canCall(undefined, 'myBatches')).toBe(false)
})
