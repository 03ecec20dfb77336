import { Readable } from 'node:stream'
import fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineContract, type Session } from '#shared/contract.ts'
import { isRequestError } from '#shared/failure.ts'
import { apiBase } from '#shared/paths.ts'
import { createByteCache } from '#shared/server/cache/byte-cache.ts'
import { createLocalInvalidation } from '#shared/server/cache/invalidation.ts'
import { createNetworkTurns } from '#shared/server/outbound/network-turns.ts'
import { bindHandlers, registerRoutes } from './register-routes.ts'

const contract = defineContract({
  write: {
    method: 'POST',
    path: '/write',
    access: 'admin',
    summary: '',
    body: z.object({ text: z.string() }),
    reply: z.null(),
  },
  upload: {
    method: 'POST',
    path: '/upload',
    access: 'admin',
    summary: '',
    file: 'optional',
    body: z.object({ text: z.string() }),
    reply: z.null(),
  },
})
const session: Session = { id: 'session', userId: 'user', role: 'admin' }

const json = ['application/json', '{"text":', '"late"}'] as const
const form = [
  'multipart/form-data; boundary=a-line',
  '--a-line\r\ncontent-disposition: form-data; name="data"\r\n\r\n{"text":',
  '"late"}\r\n--a-line--\r\n',
] as const

/**
 * The two calls, for a caller who is an admin at first; `later` is the session once the second piece of the body
 * arrived.
 */
async function createTestRoutes(later: () => Session | undefined) {
  const written: string[] = []
  const denied: string[] = []
  const sessions: (() => Session | undefined)[] = [() => session, later]
  const { promise: wasIdentified, resolve } = Promise.withResolvers<void>()
  const invalidation = createLocalInvalidation()
  const app = fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler((error, _request, reply) =>
    reply.code(isRequestError(error) ? error.status : 500).send({ message: Object(error).message }),
  )
  const record = ({ body }: { body: { text: string } }) => {
    written.push(body.text)
    return { data: null }
  }
  registerRoutes(app, bindHandlers(contract, { write: record, upload: record }), {
    responseCache: createByteCache({ maxBytes: 1000, maxAgeMs: 1000, invalidation }),
    limits: { count: async () => {} },
    turns: createNetworkTurns(),
    publicUrl: 'http://localhost',
    findSession: async () => {
      resolve()
      return (sessions.shift() ?? later)()
    },
    reportDenial: async ({ name }) => {
      denied.push(name)
    },
  })
  async function* inPieces(first: string, rest: string) {
    yield first
    await wasIdentified
    yield rest
  }
  const send = (path: string, [type, first, rest]: typeof json | typeof form) =>
    app.inject({
      method: 'POST',
      url: apiBase + path,
      headers: { 'content-type': type, authorization: 'token' },
      payload: Readable.from(inPieces(first, rest)),
    })
  return { send, written, denied }
}

const bodies = [
  ['/write', json],
  ['/upload', form],
] as const

test.each(bodies)('%s succeeds for an admin', async (path, body) => {
  const { send, written, denied } = await createTestRoutes(() => session)
  expect((await send(path, body)).statusCode).toBe(200)
  expect(written).toEqual(['late'])
  expect(denied).toEqual([])
})

test.each(bodies)('%s returns 403 when its caller was demoted while the body arrived', async (path, body) => {
  const { send, written, denied } = await createTestRoutes(() => ({ ...session, role: 'user' }))
  expect((await send(path, body)).statusCode).toBe(403)
  expect(written).toEqual([])
  expect(denied).toEqual([path.slice(1)])
})

test.each(bodies)('%s returns 401 when its session ended while the body arrived', async (path, body) => {
  const { send, written } = await createTestRoutes(() => undefined)
  expect((await send(path, body)).statusCode).toBe(401)
  expect(written).toEqual([])
})
