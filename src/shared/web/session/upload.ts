type UploadRequest = {
  method: string
  headers: Record<string, string>
  body: FormData
  signal: AbortSignal
  /** Called with the share that was sent, from 0 to 1. */
  onProgress: (share: number) => void
}

/** As `fetch`, which does not report how much of a file has been sent. */
export function uploadForm(
  url: string,
  { method, headers, body, signal, onProgress }: UploadRequest,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = () => reject(new TypeError('Failed to fetch'))
    const handleEnd = () => {
      signal.removeEventListener('abort', handleAbort)
      request.status === 0 ? fail() : resolve(toResponse(request))
    }
    const handleAbort = () => {
      reject(signal.reason)
      request.abort()
    }
    request.open(method, url)
    request.responseType = 'arraybuffer'
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress(loaded / total)
    })
    request.addEventListener('loadend', handleEnd)
    signal.addEventListener('abort', handleAbort)
    request.send(body)
  })
}

/** Responses with these statuses must not have a body. */
const bodilessStatuses = [204, 205, 304]

function toResponse(request: XMLHttpRequest): Response {
  const { status, statusText } = request
  const lines = request.getAllResponseHeaders().trim().split('\r\n')
  const headers = new Headers(
    lines.filter(Boolean).map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()]
    }),
  )
  return new Response(bodilessStatuses.includes(status) ? null : request.response, {
    status,
    statusText,
    headers,
  })
}
