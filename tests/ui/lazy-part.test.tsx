// A part whose code does not arrive is missing until it does, and the rest of the page stays.
import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, it, vi } from 'vitest'
import { lazyPart } from '#ui/lazy-part.ts'

it('is missing while its code cannot be loaded, and appears when the browser is online again', async () => {
  const load = vi
    .fn<() => Promise<{ default: () => string }>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockResolvedValueOnce({ default: () => 'Notices' })
  const Part = lazyPart(load)
  render(
    <>
      <h1>Home</h1>
      <Suspense>
        <Part />
      </Suspense>
    </>,
  )
  await expect.poll(() => load.mock.calls).toHaveLength(1)
  await screen.findByRole('heading', { name: 'Home' })
  window.dispatchEvent(new Event('online'))
  await screen.findByText('Notices')
  await screen.findByRole('heading', { name: 'Home' })
})
