import { isMainThread } from 'node:worker_threads'

// Loaded into a site's process before its own code: a signal starts a garbage collection.
if (isMainThread) process.on('SIGUSR2', () => globalThis.gc?.())
