// jsdom for tests of the portal, closed only when its worker process exits. Work that the last test left pending, such
// as a draft being saved, still finds a browser; vitest's own environment closes the window first, which failed runs in
// which every test passed. Measured in docs/decisions/408-portal-tests-share-a-window.md.
import { builtinEnvironments, type Environment } from 'vitest/runtime'

const { jsdom } = builtinEnvironments

const lastingWindow: Environment = {
  ...jsdom,
  name: 'lasting window',
  async setup(global: typeof globalThis, options) {
    // Before React is loaded (no-owner-stacks.ts).
    delete (console as { createTask?: unknown }).createTask
    await jsdom.setup(global, options)
    return { teardown: () => undefined }
  },
}
export default lastingWindow
