import { afterEach, expect, test, vi } from 'vitest'
import { stubUploads } from '#test/stub-uploads.ts'
import { uploadForm } from './upload.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

function send(signal = new AbortController().signal): Promise<Response> {
  const request = { method: 'POST', headers: { authorization: 'a token' }, body: new FormData() }
  return uploadForm('/api/v1/agent/createAgent', { ...request, signal, onProgress: () => undefined })
}

test('returns a response like that of fetch', async () => {
  const seen: unknown[] = []
  stubUploads(async (url, { method, headers }) => {
    seen.push(url, method, headers)
    return Response.json({ message: 'Ж' }, { status: 409, headers: { 'x-total-count': '7' } })
  })
  const response = await send()
  expect(seen).toEqual(['/api/v1/agent/createAgent', 'POST', { authorization: 'a token' }])
  expect([response.status, response.headers.get('x-total-count')]).toEqual([409, '7'])
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  expect(await response.json()).toEqual({ message: 'Ж' })
})

test('returns a response without a body for 204', async () => {
  stubUploads(async () => new Response(null, { status: 204 }))
  expect((await send()).status).toBe(204)
})

test('rejects like fetch without a response', async () => {
  stubUploads(() => Promise.reject(new Error('The connection failed.')))
  await expect(send()).rejects.toThrow(new TypeError('Failed to fetch'))
})

test('rejects like fetch on a timeout and aborts the request', async () => {
  stubUploads(() => new Promise(() => undefined))
  const abort = vi.spyOn(XMLHttpRequest.prototype, 'abort')
  const controller = new AbortController()
  const sending = send(controller.signal)
  controller.abort(new DOMException('The operation timed out.', 'TimeoutError'))
  await expect(sending).rejects.toMatchObject({ name: 'TimeoutError' })
  expect(abort).toHaveBeenCalledOnce()
})
