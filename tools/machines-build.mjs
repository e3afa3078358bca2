// `npm run machines:build`: builds `#machines` (tools/lab/index.ts) as one JavaScript file, dist/machines/index.js, so
// that a script in plain Node can import it in any Node version. Its types come from the sources.
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { compileAll } from './messages.mjs'

await compileAll()

await build({
  root: fileURLToPath(new URL('..', import.meta.url)),
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  // Bundled, because the package's entry for Node has no named exports that could be imported.
  ssr: { noExternal: ['jsonc-parser'] },
  build: {
    ssr: 'tools/lab/index.ts',
    target: 'node20',
    outDir: 'dist/machines',
    emptyOutDir: true,
    minify: false,
    rolldownOptions: { output: { format: 'es', entryFileNames: 'index.js' } },
  },
})
