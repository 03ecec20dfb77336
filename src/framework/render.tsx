import { renderToString } from 'react-dom/server'
import type { Problem } from '#shared/failure.ts'
import { headScript } from '#shared/web/before-paint.ts'
import { createQueryClient } from '#shared/web/session/query-client.ts'
import { type LoadedPage, loadPage } from './load-page.ts'
import { PageOrErrorScreen } from './PageOrErrorScreen.tsx'
import type { PageRenderer, PageTarget, RenderContext, RenderResult } from './page-renderer.ts'
import { Root } from './Root.tsx'
import {
  createPageLoader,
  findPage,
  formatAddress,
  type MatchedPage,
  type PageRoute,
  type RouteTable,
} from './route.ts'

const origin = 'http://page' // never visible: parsing needs an absolute URL, and clients cannot choose this one

/** Renders the pages of an application on the server. */
export function createRenderer(routes: RouteTable): PageRenderer {
  const notFoundTarget: PageTarget = { url: '/not-found', page: routes.lost.id, parts: [], headers: {} }

  /** Concatenated on purpose: `new URL(raw, origin)` would let `//evil.com` replace the origin. */
  function findMatch(rawUrl: string): MatchedPage | undefined {
    const url = URL.parse(origin + rawUrl)
    return url ? findPage(routes, url) : undefined
  }

  function findTarget(rawUrl: string): PageTarget {
    const match = findMatch(rawUrl)
    if (!match) return notFoundTarget
    const { route, search } = match
    return {
      url: formatAddress(match),
      page: route.id,
      parts: route.parts(search),
      headers: getPageHeaders(route),
    }
  }

  const render = ({ url }: PageTarget, context: RenderContext): Promise<RenderResult> =>
    renderPage(findMatch(url) ?? { route: routes.lost, params: {}, search: {} }, url, context)
  return { headScript, findTarget, render }
}

function getPageHeaders({ isPrivate, isFullLoad, layout }: PageRoute): PageTarget['headers'] {
  return {
    ...(isPrivate && { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }),
    // Account pages are full loads, and a guarded page has nothing for a search engine.
    ...((isFullLoad || layout.access) && { 'x-robots-tag': 'noindex' }),
  }
}

async function renderPage(
  match: MatchedPage,
  url: string,
  { send, mask }: RenderContext,
): Promise<RenderResult> {
  const queryClient = createQueryClient({ retry: false })
  const { pathname, search } = new URL(origin + url)

  function renderView(view: LoadedPage): RenderResult {
    const now = Date.now()
    const markup = renderToString(
      <Root queryClient={queryClient} send={send} now={now}>
        <PageOrErrorScreen view={view} address={{ pathname, search, hash: '' }} navigate={async () => {}} />
      </Root>,
    )
    const queries = queryClient.getQueryCache().getAll()
    const loadedQueries = queries.filter(({ state }) => state.status === 'success')
    const { outcome, problem, isAlone } = view
    const isComplete = queries.every(({ state }) => state.fetchStatus === 'idle' && state.status !== 'error')
    return {
      kind: 'page',
      status: problem?.status ?? outcome.status ?? 200,
      markup,
      state: {
        now,
        queries: loadedQueries.map(({ queryKey, state }) => [queryKey, state.data]),
        problem,
        isAlone,
      },
      usedQueries: loadedQueries.map(({ queryKey }) => queryKey),
      parts: outcome.parts ?? [],
      keep: isComplete && !problem && outcome.keep !== false,
    }
  }

  try {
    const needs = createPageLoader(queryClient, send, { waits: true, report: mask })
    const view = await loadPage(match, { needs, mask, canEnter: ({ access }) => access === undefined })
    if (view.outcome.redirect) return { kind: 'redirect', status: 301, location: view.outcome.redirect }
    return renderSafely(view, { renderView, mask })
  } finally {
    queryClient.clear()
  }
}

type RenderOptions = { renderView: (view: LoadedPage) => RenderResult; mask: (error: unknown) => Problem }

/** A page that fails to render becomes an error page; a layout that fails is left out as well. */
function renderSafely(view: LoadedPage, { renderView, mask }: RenderOptions): RenderResult {
  try {
    return renderView(view)
  } catch (error) {
    const problem = view.problem ?? mask(error)
    return view.isAlone ? renderView({ ...view, problem }) : renderInLayout({ ...view, problem }, renderView)
  }
}

function renderInLayout(view: LoadedPage, renderView: RenderOptions['renderView']): RenderResult {
  try {
    return renderView(view)
  } catch {
    return renderView({ ...view, isAlone: true })
  }
}
