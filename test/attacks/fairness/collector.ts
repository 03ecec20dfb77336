import { isMainThread } from 'node:worker_threads'

// Loaded into a site's process before its own code: on a signal it collects what nobody needed room for so far.
if (isMainThread) process.on('SIGUSR2', () => globalThis.gc?.())
