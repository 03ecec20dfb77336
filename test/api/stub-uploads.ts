import { vi } from 'vitest'

type UploadHandler = (url: string, init: RequestInit) => Promise<Response>

/**
 * Replaces XMLHttpRequest by one that sends in two halves and responds with the handler's result; returns the number of requests.
 */
export function stubUploads(handle: UploadHandler): () => number {
  let requestCount = 0
  class FakeRequest extends EventTarget {
    readonly upload = new EventTarget()
    readonly #headers: Record<string, string> = {}
    #method = ''
    #url = ''
    #responseHeaders = new Headers()
    responseType = ''
    status = 0
    statusText = ''
    response: ArrayBuffer | undefined

    constructor() {
      super()
      requestCount += 1
    }
    open(method: string, url: string): void {
      this.#method = method
      this.#url = url
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers[name] = value
    }
    getAllResponseHeaders(): string {
      return [...this.#responseHeaders].map(([name, value]) => `${name}: ${value}\r\n`).join('')
    }
    abort(): void {
      this.#end()
    }
    send(body: FormData): void {
      for (const loaded of [50, 100])
        this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total: 100 }))
      handle(this.#url, { method: this.#method, headers: this.#headers, body }).then(
        (response) => this.#receive(response),
        () => this.#end(),
      )
    }
    async #receive(response: Response): Promise<void> {
      this.response = await response.arrayBuffer()
      this.status = response.status
      this.#responseHeaders = response.headers
      this.#end()
    }
    #end(): void {
      this.dispatchEvent(new Event('loadend'))
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  return () => requestCount
}
