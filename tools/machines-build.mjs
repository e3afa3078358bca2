// `npm run machines:build`: builds `#machines` (tools/lab/index.ts) as one file of JavaScript, dist/machines/index.js, so
// that a script in plain Node can import it: no Node version has to remove types. Its types are those of the sources.
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

await build({
  root: fileURLToPath(new URL('..', import.meta.url)),
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  // Its entry for Node has no names that an import could find.
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
