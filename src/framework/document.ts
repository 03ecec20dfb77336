import { createHash } from 'node:crypto'
import type { PageState, RenderedPage } from './page-renderer.ts'

/** Wraps rendered markup into the document: our tags first in the head, the page's state last in the body. */
export function renderDocument({ markup, state }: RenderedPage, headTags: string): string {
  const head = markup.indexOf('<head>') + '<head>'.length
  const end = markup.lastIndexOf('</body>')
  return `<!doctype html>${markup.slice(0, head)}${headTags}${markup.slice(head, end)}${renderStateTag(state)}${markup.slice(end)}`
}

function renderStateTag(state: PageState): string {
  const json = JSON.stringify(state).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="state">${json}</script>`
}

export function renderHeadTags(headScript: string, assetTags: string): string {
  return [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    '<meta name="theme-color" content="#f6faf8">',
    `<script>${headScript}</script>`,
    '<link rel="icon" href="/icon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/icon-180.png">',
    '<link rel="manifest" href="/manifest.webmanifest">',
    assetTags,
  ].join('')
}

/** One constant policy for all pages; the page's state is a data block, which needs no permission. */
export function createPagePolicy(headScript: string): string {
  const hash = createHash('sha256').update(headScript).digest('base64')
  return [
    "default-src 'self'",
    `script-src 'self' 'sha256-${hash}'`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
