// The facts of each operation match its schemas: an operation has a requestId exactly if it changes something.
import type * as z from 'zod'
import { expect, it } from 'vitest'
import { methodInfo, methodNames, type Method, canCall } from '#contract/methods.ts'
import { operations } from '#contract/operations.ts'

const shapeOf = (method: Method) => (operations[method].params as z.ZodObject).shape

it.each(methodNames)('%s has a requestId exactly if it changes something', (method) => {
  expect('requestId' in shapeOf(method)).toBe(methodInfo(method).isChange)
})

it.each(methodNames)('%s needs a session and changes nothing if its response is stored or polled', (method) => {
  const { offline, isPolled, needsNoSession, isChange } = methodInfo(method)
  if (offline === 'stored' || isPolled)
    expect({ needsNoSession, isChange }).toEqual({ needsNoSession: false, isChange: false })
})

const methodsWithoutSession = methodNames.filter((method) => methodInfo(method).needsNoSession)

it.each(methodsWithoutSession)('%s needs no permission, and has keyedBy exactly if it changes something', (method) => {
  const { permission, isChange, keyedBy } = methodInfo(method)
  expect(permission).toBe('none')
  expect(keyedBy !== undefined).toBe(isChange)
})

it('every schema has facts', () => {
  expect(Object.keys(operations).sort()).toEqual([...methodNames].sort())
})

it('an operation can be called by users with its permission, or with any of its permissions', () => {
  expect(canCall({ Batch: ['load'] }, 'batchLoadUpload')).toBe(true)
  expect(canCall({ Batch: ['load'] }, 'batchDevalueUpload')).toBe(false)
  expect(canCall({ Batch: ['redeem'] }, 'myBatches')).toBe(true)
  expect(canCall({ Batch: ['approve'] }, 'myBatches')).toBe(false)
  expect(canCall(undefined, 'myBatches')).toBe(false)
})
