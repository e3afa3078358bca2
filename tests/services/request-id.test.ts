// A requestId is a UUID, even if the browser has no randomUUID.
import { expect, it, vi } from 'vitest'
import * as z from 'zod'
import { newRequestId } from '#services/server/request-id.ts'

it('a requestId is a different UUID of version 4 each time', () => {
  expect(z.uuidv4().safeParse(newRequestId()).success).toBe(true)
  expect(newRequestId()).not.toBe(newRequestId())
})

it('a requestId is a UUID on plain HTTP too', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  expect(z.uuidv4().safeParse(newRequestId()).success).toBe(true)
})
