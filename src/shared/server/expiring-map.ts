type Kept<V> = { value: V; until: number }

/** Remembers things for a while, at most `maxEntries` of them: the oldest gives way. `clock` is in ms. */
export class ExpiringMap<V> {
  readonly #entries = new Map<string, Kept<V>>()
  readonly #maxEntries: number
  readonly #clock: () => number

  constructor(maxEntries: number, clock: () => number = Date.now) {
    this.#maxEntries = maxEntries
    this.#clock = clock
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: string): V | undefined {
    const kept = this.#entries.get(key)
    if (!kept || kept.until > this.#clock()) return kept?.value
    this.#entries.delete(key)
    return undefined
  }

  set(key: string, value: V, lifeMs: number): void {
    this.#entries.delete(key)
    this.#entries.set(key, { value, until: this.#clock() + lifeMs })
    if (this.#entries.size <= this.#maxEntries) return
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined) this.#entries.delete(oldest)
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }
}
