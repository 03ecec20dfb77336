import { escapeUTF8 } from 'entities'
import type { FastifyInstance } from 'fastify'
import { appFiles } from '#features/installed-app/app-manifest.ts'
import { type AssetTags, getStyleTags } from '#framework/assets.ts'
import { createPagePolicy, renderHeadTags } from '#framework/document.ts'
import { paths } from '#shared/paths.ts'
import {
  compressResponse,
  type EncodedResponse,
  encodePage,
  sendEncoded,
} from '#shared/server/encoded-response.ts'
import { siteName } from '#shared/site.ts'

type OfflinePageDeps = { assets: AssetTags; headScript: string }

/**
 * Serves the page that the installed app keeps for addresses that it has no copy of. What the device holds is filled
 * in by its script, on the device.
 */
export function serveOfflinePage(app: FastifyInstance, { assets, headScript }: OfflinePageDeps): void {
  const policy = createPagePolicy(headScript)
  let page: Promise<EncodedResponse> | undefined
  app.get(appFiles.offlinePage, { schema: { hide: true } }, async (request, reply) => {
    page ??= compressResponse(
      encodePage(
        200,
        renderOfflinePage(renderHeadTags(headScript, getStyleTags(assets, appFiles.offlineStyles))),
      ),
    )
    return sendEncoded(request, reply.header('content-security-policy', policy), await page)
  })
}

function renderOfflinePage(headTags: string): string {
  return `<!doctype html><html lang="en">
<head>${headTags}<title>Offline · ${escapeUTF8(siteName)}</title><meta name="robots" content="noindex"><script src="${appFiles.offlineScript}" defer></script></head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="offline__top"><div class="wrap">${brandLink}<nav aria-label="Main">${listLinks(mainPages)}</nav></div></header>
<main id="main" class="wrap offline">
<div class="offline__head"><div><h1>You're offline</h1><p class="muted" id="offline-note">This page is not kept on this device.</p></div><button type="button" class="btn btn--brand" id="try-again">Try again</button></div>
<section id="saved-items" hidden><h2 class="label">Saved items</h2><ul class="offline__items"></ul></section>
<section id="kept-pages" hidden><h2 class="label">Pages on this device</h2><ul class="offline__pages"></ul></section>
</main>
<footer class="footer"><div class="wrap"><div class="ruler-ticks" aria-hidden="true"></div>
<p class="footer__lead">${escapeUTF8(siteName)} sells nothing itself.</p>
<nav class="footer__columns" aria-label="Footer">${listLinks([...mainPages, { label: 'Link converter', path: paths.convert() }])}</nav>
<div class="footer__base">${brandLink}<span>Every QC photo shows its source, and its date when we know it.</span></div>
</div></footer>
</body></html>`
}

/** The pages that a device keeps once they were seen. */
const mainPages = [
  { label: 'Popular', path: paths.popular() },
  { label: 'Shipping Calculator', path: paths.estimation() },
  { label: 'Haul planner', path: paths.haul() },
  { label: 'Tools', path: paths.tools() },
]

function listLinks(links: typeof mainPages): string {
  return `<ul>${links.map(({ label, path }) => `<li><a href="${path}">${label}</a></li>`).join('')}</ul>`
}

const brandLink = `<a class="brand-link" href="${paths.home()}"><svg viewBox="0 0 24 24" fill="none" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M14 3H4.5L3 4.5v15L4.5 21h15l1.5-1.5V12" stroke="currentColor" stroke-width="2"/><path d="M3 8h2M3 11h3.2M3 14h2M3 17h3.2" stroke="currentColor" stroke-width="1.2"/><path d="M8.8 12.6l3.4 3.4L21 5" stroke="var(--mark-accent)" stroke-width="2.6"/></svg><span>${escapeUTF8(siteName)}</span></a>`
