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
        test: {
          name: 'node',
          environment: 'node',
          include: [
            'tests/{app,brand,contract,domain,flows,layers,machines,sheets,services,storage,support,tools,workers}/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['tests/server/**/*.test.ts'],
          // A fresh embedded database takes a few seconds on a busy machine.
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        test: { name: 'jsdom', environment: 'jsdom', include: ['tests/{ui,pages}/**/*.test.tsx'] },
      },
    ],
  },
})
