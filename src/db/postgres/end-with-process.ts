const stops = new Set<() => void>()

/**
 * Has `stop`, which must not wait for anything asynchronous, called when this process ends by `process.exit`, an error or
 * a handled signal. Returns a function for when there is nothing left to stop.
 */
export function endWithProcess(stop: () => void): () => void {
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
      // It had ended; the others are stopped all the same.
    }
  }
}

const cell = new Int32Array(new SharedArrayBuffer(4))

/** Blocks this thread for so many ms: no timer fires any more while a process ends. */
export function blockFor(ms: number): void {
  Atomics.wait(cell, 0, 0, ms)
}
