// A requestId is a UUID, also where the browser has no randomUUID.
import { expect, it, vi } from 'vitest'
import * as z from 'zod'
import { newRequestId } from '#services/server/request-id.ts'

it('is a UUID of version 4, another one each time', () => {
  expect(z.uuidv4().safeParse(newRequestId()).success).toBe(true)
  expect(newRequestId()).not.toBe(newRequestId())
})

it('is one as well on plain http', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  expect(z.uuidv4().safeParse(newRequestId()).success).toBe(true)
})
