import { renderToString } from 'react-dom/server'
import type { Problem } from '#shared/failure.ts'
import { headScript } from '#shared/web/before-paint.ts'
import { createQueryClient } from '#shared/web/query-client.ts'
import type { PageRenderer, Place, RenderContext, Rendered } from './page-renderer.ts'
import { Root } from './root.tsx'
import { addressOf, type Found, findPage, needsOf, type PageRoute, type Routes } from './route.ts'
import { openView, Screen, type View } from './view.tsx'

const origin = 'http://page' // never shown: parsing needs an absolute URL, and this one no client can choose

/** Renders the pages of an application on the server. */
export function createRenderer(routes: Routes): PageRenderer {
  const nowhere: Place = { url: '/not-found', page: routes.lost.id, parts: [], headers: {} }

  /** Concatenated on purpose: `new URL(raw, origin)` would let `//evil.com` replace the origin. */
  function find(rawUrl: string): Found | undefined {
    const url = URL.parse(origin + rawUrl)
    return url ? findPage(routes, url) : undefined
  }

  function place(rawUrl: string): Place {
    const found = find(rawUrl)
    if (!found) return nowhere
    const { route, search } = found
    return { url: addressOf(found), page: route.id, parts: route.parts(search), headers: headersOf(route) }
  }

  const render = ({ url }: Place, context: RenderContext): Promise<Rendered> =>
    renderPage(find(url) ?? { route: routes.lost, params: {}, search: {} }, url, context)
  return { headScript, place, render }
}

function headersOf({ isPrivate, isFullLoad, layout }: PageRoute): Place['headers'] {
  return {
    ...(isPrivate && { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }),
    // Account pages are full loads, and a guarded page has nothing for a search engine.
    ...((isFullLoad || layout.access) && { 'x-robots-tag': 'noindex' }),
  }
}

async function renderPage(found: Found, url: string, { send, mask }: RenderContext): Promise<Rendered> {
  const queryClient = createQueryClient({ retry: false })
  const { pathname, search } = new URL(origin + url)

  function draw(view: View): Rendered {
    const now = Date.now()
    const markup = renderToString(
      <Root queryClient={queryClient} send={send} now={now}>
        <Screen view={view} address={{ pathname, search, hash: '' }} navigate={() => undefined} />
      </Root>,
    )
    const queries = queryClient.getQueryCache().getAll()
    const answered = queries.filter(({ state }) => state.status === 'success')
    const { verdict, problem, isAlone } = view
    const isComplete = queries.every(({ state }) => state.fetchStatus === 'idle' && state.status !== 'error')
    return {
      kind: 'page',
      status: problem?.status ?? verdict.status ?? 200,
      markup,
      state: {
        now,
        queries: answered.map(({ queryKey, state }) => [queryKey, state.data]),
        problem,
        isAlone,
      },
      usedQueries: answered.map(({ queryKey }) => queryKey),
      keep: isComplete && !problem && verdict.keep !== false,
    }
  }

  try {
    const needs = needsOf(queryClient, send, { waits: true, report: mask })
    const view = await openView(found, { needs, mask, mayEnter: ({ access }) => access === undefined })
    if (view.verdict.redirect) return { kind: 'redirect', status: 301, location: view.verdict.redirect }
    return drawSafely(view, { draw, mask })
  } finally {
    queryClient.clear()
  }
}

type Drawing = { draw: (view: View) => Rendered; mask: (error: unknown) => Problem }

/** A page that fails to render becomes an error page; a layout that fails is left out as well. */
function drawSafely(view: View, { draw, mask }: Drawing): Rendered {
  try {
    return draw(view)
  } catch (error) {
    const problem = view.problem ?? mask(error)
    return view.isAlone ? draw({ ...view, problem }) : tryInLayout({ ...view, problem }, draw)
  }
}

function tryInLayout(view: View, draw: Drawing['draw']): Rendered {
  try {
    return draw(view)
  } catch {
    return draw({ ...view, isAlone: true })
  }
}
