// Unit and host tests. `#…` imports resolve through package.json; screens are tested in a browser (playwright.config.ts),
// only single components in jsdom.
import { defineConfig } from 'vitest/config'
import react from '@vitejs/plugin-react'

export default defineConfig({
  test: {
    // Two cores: more workers only take turns.
    maxWorkers: 2,
    restoreMocks: true,
    // A test waits for the thing itself; how long that may take costs nothing where it comes, and a machine may be busy with four
    // suites at once.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/{e2e,pages,server,ui}/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: ['tests/server/**/*.test.ts'],
          globalSetup: 'tests/support/templates.ts',
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'jsdom',
          environment: 'jsdom',
          include: ['tests/{pages,ui}/**/*.test.{ts,tsx}'],
          setupFiles: 'tests/support/patient.ts',
        },
      },
    ],
  },
})
