import { escapeUTF8 } from 'entities'
import type { FastifyInstance } from 'fastify'
import type { PageViewService } from '#features/page-views/server/service.ts'
import { type AssetTags, getStyleTags } from '#framework/assets.ts'
import { createPagePolicy, renderHeadTags } from '#framework/document.ts'
import { apiBase, paths } from '#shared/paths.ts'
import { toCaller } from '#shared/server/access/caller.ts'
import {
  compressResponse,
  type EncodedResponse,
  encodePage,
  sendEncoded,
} from '#shared/server/encoded-response.ts'
import { siteName } from '#shared/site.ts'
import {
  type ApiDocument,
  type ApiOperation,
  type ApiParameter,
  type ApiSchema,
  createSample,
  describeSchema,
} from './api-document.ts'

type DocsDeps = {
  assets: AssetTags
  headScript: string
  /** Counts the view on the server, because the page runs no script. */
  pageViews: Pick<PageViewService, 'count'>
}
type ApiCall = { id: string; method: string; path: string; operation: ApiOperation }

/**
 * Serves a readable page of the OpenAPI document (ready-made viewers violate our content security policy).
 */
export function serveDocs(app: FastifyInstance, { assets, headScript, pageViews }: DocsDeps): void {
  const policy = createPagePolicy(headScript)
  let page: Promise<EncodedResponse> | undefined
  app.get(paths.docs(), { schema: { hide: true } }, async (request, reply) => {
    if (request.method === 'GET') pageViews.count(paths.docs(), toCaller(request))
    page ??= compressResponse(
      encodePage(200, renderDocsPage(app, renderHeadTags(headScript, getStyleTags(assets, '/docs.css')))),
    )
    return sendEncoded(request, reply.header('content-security-policy', policy), await page)
  })
}

function renderDocsPage(app: FastifyInstance, headTags: string): string {
  const api: ApiDocument = JSON.parse(JSON.stringify(app.swagger()))
  const groups = Map.groupBy(listCalls(api), ({ operation }) => operation.tags?.[0] ?? 'api')
  const title = escapeUTF8(api.info.title)
  const description = `Every call of the ${title}, its parameters and its response.`
  return `<!doctype html><html lang="en">
<head>${headTags}<title>${title}</title><meta name="description" content="${description}"></head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="docs-head"><div class="wrap"><a class="docs-brand" href="${paths.home()}">${escapeUTF8(siteName)}</a></div></header>
<main id="main" class="wrap docs">
<h1>${title}</h1>
${renderIntroduction()}
<nav class="docs-index" aria-label="Calls">${[...groups].map(renderIndex).join('')}</nav>
${[...groups].map(renderGroup).join('')}
</main>
<footer class="docs-foot"><div class="wrap"><a href="${paths.home()}">Back to ${escapeUTF8(siteName)}</a></div></footer>
</body></html>`
}

function listCalls(api: ApiDocument): ApiCall[] {
  return Object.entries(api.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      id: `${method}-${path.slice(apiBase.length + 1).replaceAll(/\W+/g, '-')}`,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
}

function renderIntroduction(): string {
  const success = { success: true, statusCode: 200, message: 'OK', data: {} }
  const failure = {
    success: false,
    statusCode: 400,
    message: 'The request could not be understood.',
    code: 'BAD_REQUEST',
    requestId: 'mZ3k9Q-1f',
    errors: [{ field: 'text', message: 'A text with a link is needed.' }],
  }
  return `<p class="docs-lead">All endpoints start with <code>${apiBase}</code> and return JSON. Machine-readable version: <a href="${apiBase}/openapi.json">OpenAPI document</a>.</p>
<section class="docs-forms" aria-labelledby="answers"><h2 id="answers">Answers</h2>
<p>The result is in <code>data</code>. An error has a readable <code>message</code>, a stable <code>code</code> and, for invalid fields, <code>errors</code>. Both carry the request's id in the header <code>X-Request-Id</code>. Endpoints that require login take the stored token, raw, in the header <code>Authorization</code>.</p>
<div class="docs-pair"><div><h3>Success</h3>${renderJson(success)}</div><div><h3>Failure</h3>${renderJson(failure)}</div></div></section>`
}

function renderIndex([tag, calls]: [string, ApiCall[]]): string {
  const links = calls.map(
    ({ id, method, path }) =>
      `<li><a href="#${escapeUTF8(id)}"><span class="docs-method">${method}</span> <span>${escapeUTF8(path.slice(apiBase.length))}</span></a></li>`,
  )
  return `<div><p class="label">${escapeUTF8(tag)}</p><ul>${links.join('')}</ul></div>`
}

function renderGroup([tag, calls]: [string, ApiCall[]]): string {
  const name = escapeUTF8(tag)
  return `<section aria-labelledby="${name}"><h2 id="${name}">${name}</h2><div class="ruler-ticks" aria-hidden="true"></div>${calls.map(renderCall).join('')}</section>`
}

function renderCall({ id, method, path, operation }: ApiCall): string {
  const { summary = '', description = '', parameters = [], requestBody, responses } = operation
  const body = findSchema(requestBody)
  const form = findSchema(requestBody, 'multipart/form-data')
  const reply = findSchema(responses?.['200'])
  const rows = parameters.map(renderParameter)
  return `<article id="${escapeUTF8(id)}" class="docs-call"><h3><span class="docs-method">${method}</span> <code>${escapeUTF8(path)}</code></h3>
<div><p>${escapeUTF8(summary)}</p>
<p class="muted small">${escapeUTF8(description)}</p>
${rows.length > 0 ? `<h4>Parameters</h4><dl>${rows.join('')}</dl>` : ''}
${body ? `<h4>Body</h4>${renderJson(createSample(body))}` : ''}
${form ? `<h4>Body, as multipart/form-data</h4>${renderJson(createSample(form))}` : ''}</div>
${reply ? `<div><h4>Answer</h4>${renderJson(createSample(reply))}</div>` : ''}</article>`
}

function renderParameter({ name, in: location, required, description, schema = {} }: ApiParameter): string {
  const texts = [describeSchema(schema), description].filter((part) => part !== undefined)
  const need = required ? 'required' : 'optional'
  return `<div><dt><code>${escapeUTF8(name)}</code> <span>${location === 'path' ? 'in the path' : need}</span></dt><dd>${escapeUTF8(texts.join('. '))}</dd></div>`
}

function findSchema(content: ApiOperation['requestBody'], type = 'application/json'): ApiSchema | undefined {
  return content?.content?.[type]?.schema
}

function renderJson(value: unknown): string {
  return `<pre>${escapeUTF8(JSON.stringify(value, null, 2))}</pre>`
}
