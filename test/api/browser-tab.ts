import { afterEach, beforeEach, vi } from 'vitest'

/** A browser's storage, in memory; `isShut` makes it throw, as some do in a private window. */
export class FakeStorage {
  #entries = new Map<string, string>()
  isShut = false

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
  /** Everything that is stored, for comparing. */
  entries(): Record<string, string> {
    return Object.fromEntries(this.#entries)
  }
  fill(entries: Record<string, string>): void {
    this.#entries = new Map(Object.entries(entries))
  }
  #read(): Map<string, string> {
    if (this.isShut) throw new Error('SecurityError')
    return this.#entries
  }
}

export type FakeBrowser = {
  local: FakeStorage
  session: FakeStorage
  /** Where the tab was sent, in order. */
  visits: string[]
  /** `data-session` on <html>. */
  sessionAttribute: () => string | undefined
  /** Another tab wrote this key. */
  otherTabWrote: (key: string | null) => void
  /** Back to a page in the back/forward cache. */
  comeBack: () => void
}

/** Fakes the parts of a browser that session and client use; fresh for each test, and removed after it. */
export function useBrowser(): FakeBrowser {
  const around = {} as FakeBrowser // filled before each test
  beforeEach(() => {
    Object.assign(around, stubBrowser())
  })
  afterEach(() => {
    vi.unstubAllGlobals() // other files share the process
  })
  return around
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

/** One tab's own copy of the code; the browser's storage is shared by all. */
export async function openTab() {
  vi.resetModules()
  const [session, { createHttpClient: createClient }] = await Promise.all([
    import('#shared/web/session/session.ts'),
    import('#shared/web/session/http-client.ts'),
  ])
  return { ...session, createClient }
}
