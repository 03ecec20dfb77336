import { isMainThread } from 'node:worker_threads'

// Loaded into a step's process before its own program: a script that was killed can end none of its steps itself.
const parent = process.ppid
if (isMainThread && process.platform !== 'win32')
  setInterval(() => process.ppid === parent || process.exit(1), 250).unref()
