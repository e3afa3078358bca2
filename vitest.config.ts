// Unit and host tests. `#…` imports resolve through package.json; screens are tested in a browser (playwright.config.ts),
// only single components in jsdom.
import { defineConfig } from 'vitest/config'
import react from '@vitejs/plugin-react'

export default defineConfig({
  test: {
    // Two cores: more workers only take turns.
    maxWorkers: 2,
    restoreMocks: true,
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
          // A fresh embedded database takes a few seconds on a busy machine.
          testTimeout: 30_000,
          hookTimeout: 60_000,
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
          testTimeout: 30_000,
        },
      },
    ],
  },
})
