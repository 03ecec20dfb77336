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
<header class="offline__top"><div class="wrap"><a href="${paths.home()}">${escapeUTF8(siteName)}</a></div></header>
<main id="main" class="wrap offline">
<div class="offline__head"><div><h1>You're offline</h1><p class="muted" id="offline-note">This page is not kept on this device.</p></div><button type="button" class="btn btn--brand" id="try-again">Try again</button></div>
<section id="saved-items" hidden><h2 class="label">Saved items</h2><ul class="offline__items"></ul></section>
<section id="kept-pages" hidden><h2 class="label">Pages on this device</h2><ul class="offline__pages"></ul></section>
</main>
</body></html>`
}
