type BatchedCounterDeps = {
  /** Adds the counts to the stored ones; when it fails, the same counts are passed again. */
  store: (counts: Map<string, number>) => Promise<void>
  /** Called when counts could not be stored; they are stored with the next ones. */
  warn: (message: string) => void
}

const flushIntervalMs = 10_000

/** Counts in memory and stores the counts at intervals, so that a request never waits for a write. */
export function createBatchedCounter({ store, warn }: BatchedCounterDeps) {
  let pending = new Map<string, number>()
  let flushing = Promise.resolve()

  function add(key: string, count = 1): void {
    pending.set(key, (pending.get(key) ?? 0) + count)
  }

  async function storeAll(): Promise<void> {
    const counts = pending
    if (counts.size === 0) return
    pending = new Map()
    try {
      await store(counts)
    } catch (error) {
      for (const [key, count] of counts) add(key, count)
      warn(
        `The counts could not be stored, and will be stored with the next ones: ${error instanceof Error ? error.message : error}`,
      )
    }
  }

  /** Stores the pending counts; one flush at a time, so that counts put back after a failure are not lost. */
  function flush(): Promise<void> {
    flushing = flushing.then(storeAll)
    return flushing
  }

  const timer = setInterval(flush, flushIntervalMs).unref()
  return {
    add: (key: string): void => add(key),
    flush,
    close(): Promise<void> {
      clearInterval(timer)
      return flush()
    },
  }
}
