import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { defineContract } from '#shared/contract.ts'
import { apiBase } from '#shared/paths.ts'
import { createByteCache } from '#shared/server/cache/byte-cache.ts'
import { createLocalInvalidation } from '#shared/server/cache/invalidation.ts'
import { bindHandlers } from '#shared/server/register-routes.ts'
import { serveApi } from './api.ts'

const contract = defineContract({
  count: {
    method: 'POST',
    path: '/count',
    access: 'anyone',
    summary: 'How many texts there are.',
    body: z.object({ texts: z.array(z.string()) }),
    reply: z.number(),
  },
})

/** What came of a body, and how many turns of its network it took. */
async function send(payload: string): Promise<[status: number, turns: number]> {
  const app = fastify()
  onTestFinished(() => app.close())
  const invalidation = createLocalInvalidation()
  let turnsTaken = 0
  await serveApi(app, bindHandlers(contract, { count: ({ body }) => ({ data: body.texts.length }) }), {
    responseCache: createByteCache({ maxBytes: 0, maxAgeMs: 0, invalidation }),
    limits: { count: async () => undefined },
    turns: {
      run: (task) => {
        turnsTaken += 1
        return task()
      },
    },
    publicUrl: 'http://localhost:3000',
    findSession: async () => undefined,
    reportDenial: async () => undefined,
  })
  const headers = { 'content-type': 'application/json' }
  const { statusCode } = await app.inject({ method: 'POST', url: `${apiBase}/count`, headers, payload })
  return [statusCode, turnsTaken]
}

test('parses a large body in its network’s turn, a small one at once', async () => {
  expect(await send(JSON.stringify({ texts: ['short'] }))).toEqual([200, 1])
  expect(await send(JSON.stringify({ texts: ['long'.repeat(10_000)] }))).toEqual([200, 2])
  expect(await send(`{"texts": ["${'long'.repeat(10_000)}"`)).toEqual([400, 1])
})
