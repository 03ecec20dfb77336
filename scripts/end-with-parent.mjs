import { isMainThread } from 'node:worker_threads'

// Loaded into the process of a step before its program: a killed script cannot end its own steps.
const parent = process.ppid
if (isMainThread && process.platform !== 'win32')
  setInterval(() => process.ppid === parent || process.exit(1), 250).unref()
