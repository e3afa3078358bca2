import config from './vitest.config.ts'
for (const p of (config as any).test.projects) p.test.setupFiles = ['tests/support/zz-cpu.ts', ...[p.test.setupFiles ?? []].flat()]
export default config
