import { defineConfig } from 'vite'

/**
 * The scripts beside the pages, by mode: the worker of the installed app, what its offline page runs, and what the bookmark
 * runs on other sites' pages. Each is one file with a constant name: a worker's address must not change, and the others work
 * without any other script.
 */
const scripts: Record<string, { entry: string; file: string }> = {
  worker: { entry: 'src/features/installed-app/web/worker/worker.ts', file: 'sw.js' },
  bookmarklet: { entry: 'src/features/readings/web/bookmarklet/press.ts', file: 'bookmarklet.js' },
  offline: { entry: 'src/features/installed-app/web/offline-page.ts', file: 'offline.js' },
}

export default defineConfig(({ mode }) => {
  const script = scripts[mode]
  if (!script) throw new Error(`Pass one of these modes: ${Object.keys(scripts).join(', ')}.`)
  return {
    publicDir: false,
    define: { __BUILD__: JSON.stringify(process.env.BUILD_NAME ?? '') },
    build: {
      outDir: 'dist/web',
      emptyOutDir: false,
      target: 'baseline-widely-available',
      lib: { entry: script.entry, formats: ['iife'], name: mode, fileName: () => script.file },
    },
  }
})
