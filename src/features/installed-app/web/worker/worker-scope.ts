/** The part of a service worker's environment that is used here; the libraries of pages do not declare it. */
type WorkerEvent = Event & { waitUntil: (work: Promise<unknown>) => void }
export type FetchEvent = WorkerEvent & {
  readonly request: Request
  readonly preloadResponse: Promise<Response | undefined>
  respondWith: (response: Promise<Response>) => void
}
type PageMessageEvent = WorkerEvent & { readonly data: unknown }
type WorkerEvents = {
  install: WorkerEvent
  activate: WorkerEvent
  fetch: FetchEvent
  message: PageMessageEvent
}
export type WorkerScope = {
  readonly clients: { claim: () => Promise<void> }
  readonly registration: ServiceWorkerRegistration
  skipWaiting: () => Promise<void>
  addEventListener: <N extends keyof WorkerEvents>(
    name: N,
    listener: (event: WorkerEvents[N]) => void,
  ) => void
}
