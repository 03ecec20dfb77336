const stops = new Set<() => void>()

/**
 * Calls `stop`, which must be synchronous, when this process ends by `process.exit`, an error or a handled signal. Returns a
 * function that cancels this.
 */
export function callAtProcessExit(stop: () => void): () => void {
  if (stops.size === 0) process.on('exit', stopAll)
  stops.add(stop)
  return () => {
    stops.delete(stop)
    if (stops.size === 0) process.off('exit', stopAll)
  }
}

function stopAll(): void {
  for (const stop of stops) {
    try {
      stop()
    } catch {
      // It had already ended. The other functions are still called.
    }
  }
}

const neverNotified = new Int32Array(new SharedArrayBuffer(4))

/** Blocks this thread, because timers do not run any more while a process exits. */
export function blockThread(ms: number): void {
  Atomics.wait(neverNotified, 0, 0, ms)
}
