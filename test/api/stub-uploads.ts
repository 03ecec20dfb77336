import { vi } from 'vitest'

type UploadHandler = (url: string, init: RequestInit) => Promise<Response>

/**
 * Replaces XMLHttpRequest by one that sends in two halves and responds with the handler's result; returns the number of requests.
 */
export function stubUploads(handle: UploadHandler): () => number {
  let made = 0
  class FakeRequest extends EventTarget {
    readonly upload = new EventTarget()
    readonly #headers: Record<string, string> = {}
    #method = ''
    #url = ''
    #answered = new Headers()
    responseType = ''
    status = 0
    statusText = ''
    response: ArrayBuffer | undefined

    constructor() {
      super()
      made += 1
    }
    open(method: string, url: string): void {
      this.#method = method
      this.#url = url
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers[name] = value
    }
    getAllResponseHeaders(): string {
      return [...this.#answered].map(([name, value]) => `${name}: ${value}\r\n`).join('')
    }
    abort(): void {
      this.#end()
    }
    send(body: FormData): void {
      for (const loaded of [50, 100])
        this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total: 100 }))
      handle(this.#url, { method: this.#method, headers: this.#headers, body }).then(
        (response) => this.#take(response),
        () => this.#end(),
      )
    }
    async #take(response: Response): Promise<void> {
      this.response = await response.arrayBuffer()
      this.status = response.status
      this.#answered = response.headers
      this.#end()
    }
    #end(): void {
      this.dispatchEvent(new Event('loadend'))
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  return () => made
}
