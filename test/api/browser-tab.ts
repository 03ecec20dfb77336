import { afterEach, beforeEach, vi } from 'vitest'

/** A browser's storage, in memory. With `isBlocked` it throws, like some browsers in a private window. */
export class FakeStorage {
  #entries = new Map<string, string>()
  isBlocked = false

  get length(): number {
    return this.#read().size
  }
  key(index: number): string | null {
    return [...this.#read().keys()][index] ?? null
  }
  getItem(key: string): string | null {
    return this.#read().get(key) ?? null
  }
  setItem(key: string, value: string): void {
    this.#read().set(key, String(value))
  }
  removeItem(key: string): void {
    this.#read().delete(key)
  }
  /** All stored entries, for comparisons. */
  entries(): Record<string, string> {
    return Object.fromEntries(this.#entries)
  }
  fill(entries: Record<string, string>): void {
    this.#entries = new Map(Object.entries(entries))
  }
  #read(): Map<string, string> {
    if (this.isBlocked) throw new Error('SecurityError')
    return this.#entries
  }
}

export type FakeBrowser = {
  local: FakeStorage
  session: FakeStorage
  /** The URLs that the tab was sent to, in order. */
  visits: string[]
  /** `data-session` on <html>. */
  sessionAttribute: () => string | undefined
  /** Simulates that another tab has written this key. */
  otherTabWrote: (key: string | null) => void
  /** Simulates Back to a page in the back/forward cache. */
  comeBack: () => void
}

/** Fakes the parts of a browser that session and client use. Created for each test and removed after it. */
export function useBrowser(): FakeBrowser {
  const fakeBrowser = {} as FakeBrowser // filled before each test
  beforeEach(() => {
    Object.assign(fakeBrowser, stubBrowser())
  })
  afterEach(() => {
    vi.unstubAllGlobals() // because other test files run in the same process
  })
  return fakeBrowser
}

function stubBrowser(): FakeBrowser {
  const local = new FakeStorage()
  const session = new FakeStorage()
  const visits: string[] = []
  const dataset: Record<string, string> = {}
  const window = new EventTarget()
  vi.stubGlobal('window', window)
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', session)
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('document', {
    documentElement: { dataset, toggleAttribute: () => false },
    querySelector: () => null,
    addEventListener: () => undefined,
  })
  vi.stubGlobal('history', { state: null })
  vi.stubGlobal('location', {
    origin: 'https://chopmark.example',
    pathname: '/popular',
    search: '?view=compact',
    hash: '#top',
    assign: (to: string) => visits.push(to),
  })
  return {
    local,
    session,
    visits,
    sessionAttribute: () => dataset.session,
    otherTabWrote: (key) => window.dispatchEvent(Object.assign(new Event('storage'), { key })),
    comeBack: () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
  }
}

/** Loads a new copy of the code, as a tab does. All tabs share the browser's storage. */
export async function openTab() {
  vi.resetModules()
  const [session, { createHttpClient: createClient }] = await Promise.all([
    import('#shared/web/session/session.ts'),
    import('#shared/web/session/http-client.ts'),
  ])
  return { ...session, createClient }
}
