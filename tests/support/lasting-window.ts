// The window of jsdom for tests of screens, which ends with its worker and not before: what the last test has left under way, such as
// a draft that is being saved, finds all that a browser has. Taken away between the two, it failed runs in which every test passed.
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
