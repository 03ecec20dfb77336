import { isMainThread } from 'node:worker_threads'

// Loaded with --import into every child process: a script that is killed cannot stop its children itself.
const parentPid = process.ppid
if (isMainThread && process.platform !== 'win32')
  setInterval(() => process.ppid === parentPid || process.exit(1), 250).unref()
