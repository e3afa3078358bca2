// A jsdom environment for tests of the portal that closes only when its worker process exits. Work that the last test
// left pending, such as saving a draft, then still has a window. Vitest's own environment closes the window first,
// which made runs fail in which every test had passed. Measured in docs/decisions/391-the-same-tests-in-every-run.md.
import { builtinEnvironments, type Environment } from 'vitest/runtime'

const { jsdom } = builtinEnvironments

const permanentWindow: Environment = {
  ...jsdom,
  name: 'permanent window',
  async setup(global: typeof globalThis, options) {
    // Must happen before React is loaded (skipOwnerStacks in faster-jsdom.ts).
    delete (console as { createTask?: unknown }).createTask
    await jsdom.setup(global, options)
    return { teardown: () => undefined }
  },
}
export default permanentWindow
