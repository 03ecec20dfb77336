import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#main/contract.ts'
import { type Contract, defineContract } from '#shared/contract.ts'
import { createByteCache } from '#shared/server/cache/byte-cache.ts'
import { createLocalInvalidation } from '#shared/server/cache/invalidation.ts'
import { createNetworkTurns } from '#shared/server/outbound/network-turns.ts'
import { serveApi } from './api.ts'
import { serveDocs } from './docs.ts'

const opened: FastifyInstance[] = []
afterEach(() => Promise.all(opened.splice(0).map((app) => app.close())))

async function createDocsApp(documented: Contract): Promise<FastifyInstance> {
  const app = fastify()
  opened.push(app)
  const invalidation = createLocalInvalidation()
  const responses = createByteCache({ maxBytes: 0, maxAgeMs: 0, invalidation })
  const calls = Object.entries(documented).map(([name, endpoint]) => ({
    name,
    endpoint,
    handle: () => ({ data: null }),
  }))
  await serveApi(app, calls, {
    responseCache: responses,
    limits: { count: async () => undefined },
    turns: createNetworkTurns(),
    publicUrl: 'http://localhost:3000',
    findSession: async () => undefined,
    reportDenial: async () => undefined,
  })
  serveDocs(app, {
    pageViews: { count: () => {} },
    headScript: 'document.documentElement.dataset.theme = "light"',
    assets: () =>
      '<link rel="stylesheet" href="/assets/a.css"><link rel="modulepreload" href="/assets/b.js"><script type="module" src="/assets/c.js"></script>',
  })
  return app
}

test('the page lists every call with its path and summary', async () => {
  const { body, statusCode, headers } = await (await createDocsApp(contract)).inject('/docs')
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  for (const { path, method, summary } of Object.values(contract)) {
    expect(body).toContain(`<span class="docs-method">${method}</span> <code>/api/v1${path}</code>`)
    expect(body).toContain(summary.replaceAll("'", '&apos;'))
  }
})

test('parameters show whether they are required and their values', async () => {
  const { body } = await (await createDocsApp(contract)).inject('/docs')
  expect(body).toContain('<dt><code>text</code> <span>required</span></dt><dd>text</dd>')
  expect(body).toContain('<dt><code>id</code> <span>in the path</span></dt>')
  expect(body).toContain('<dd>&quot;true&quot; or &quot;false&quot;</dd>')
  expect(body).toContain('<dd>&quot;true&quot; or &quot;false&quot;. Ignored unless an admin sends it.</dd>')
})

test('a call with a file shows the parts of its form', async () => {
  const { body } = await (await createDocsApp(contract)).inject('/docs')
  const call = body.slice(body.indexOf('id="post-agent-createAgent"'))
  expect(call.slice(0, call.indexOf('</article>'))).toMatch(
    /<h4>Body, as multipart\/form-data<\/h4><pre>[\s\S]*data[\s\S]*name[\s\S]*file[\s\S]*the bytes of a file/,
  )
})

test('the page loads styles and no scripts', async () => {
  const { body, headers } = await (await createDocsApp(contract)).inject('/docs')
  expect(body).toContain(
    '<link rel="stylesheet" href="/assets/a.css"><link rel="stylesheet" href="/docs.css">',
  )
  expect(body).not.toContain('/assets/b.js')
  expect(body).not.toContain('/assets/c.js')
  expect(body.match(/<script/g)).toHaveLength(1)
  expect(headers['content-security-policy']).toContain("script-src 'self' 'sha256-")
  expect(headers['content-security-policy']).not.toContain('unsafe')
})

test('returns 304 to a browser that has the page', async () => {
  const app = await createDocsApp(contract)
  const { headers } = await app.inject('/docs')
  const again = await app.inject({ url: '/docs', headers: { 'if-none-match': String(headers.etag) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('escapes all texts of the description', async () => {
  const hostile = defineContract({
    odd: {
      method: 'GET',
      path: '/odd/call',
      access: 'anyone',
      summary: `<script>alert('1')</script> & "more"`,
      query: z.object({ mode: z.enum(['<b>', 'plain']) }),
      reply: z.object({ note: z.enum(['</pre><img src=x>']) }),
    },
  })
  const { body } = await (await createDocsApp(hostile)).inject('/docs')
  expect(body).toContain('&lt;script&gt;alert(&apos;1&apos;)&lt;/script&gt; &amp; &quot;more&quot;')
  expect(body).toContain('&lt;/pre&gt;&lt;img src=x&gt;')
  expect(body).not.toContain('<b>')
  expect(body).not.toContain('<img')
})
