import type { QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  generatePath,
  matchRoutes,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import type { Send } from '#shared/contract.ts'
import { type Problem, RequestError } from '#shared/failure.ts'
import { headScript } from '#shared/web/before-paint.ts'
import { createQueryClient } from '#shared/web/query-client.ts'
import type { Mask, PageRenderer, Place, RenderContext, Rendered } from './page-renderer.ts'
import { Root } from './root.tsx'
import { contextOf, type Search, type Verdict } from './route.tsx'
import { routes } from './routes.tsx'

const origin = 'http://page' // never shown: routing needs an absolute URL, and this one no client can choose
const longestUrl = 512
const nowhere: Place = { url: '/not-found', page: 'NotFoundPage' }
const handler = createStaticHandler(routes)

export const renderer: PageRenderer = { headScript, place, render }

/** Concatenated on purpose: `new URL(raw, origin)` would let `//evil.com` replace the origin. */
function place(rawUrl: string): Place {
  const url = rawUrl.length <= longestUrl ? URL.parse(origin + rawUrl) : null
  const match = url ? matchedRoute(url.pathname) : undefined
  if (!url || !match?.route.path || !match.route.id || match.route.path === '*') return nowhere
  const path = generatePath(match.route.path, match.params)
  return { url: path + knownSearch(match.route.handle, url.searchParams), page: match.route.id }
}

/** A path that is not valid percent-encoding makes the matcher throw; it is no page. */
function matchedRoute(pathname: string) {
  try {
    return matchRoutes(routes, pathname)?.at(-1)
  } catch {
    return undefined
  }
}

function knownSearch(
  search: ((params: URLSearchParams) => Search) | undefined,
  params: URLSearchParams,
): string {
  const known = new URLSearchParams()
  for (const [name, value] of Object.entries(search?.(params) ?? {})) if (value) known.append(name, value)
  known.sort()
  return known.size > 0 ? `?${known}` : ''
}

async function render(target: Place, { send, mask }: RenderContext): Promise<Rendered> {
  const queryClient = createQueryClient({ retry: false })
  const requestContext = contextOf(queryClient, send, { waits: true, report: mask })
  const context = await handler.query(new Request(origin + target.url), { requestContext })
  if (context instanceof Response) return redirected(context)
  const drawing = { context, queryClient, send, target }
  const problem = maskErrors(context, mask)
  try {
    return drawn({ ...drawing, problem })
  } catch (error) {
    return drawn({ ...drawing, problem: fail(context, target.page, mask(error)) })
  } finally {
    queryClient.clear()
  }
}

type Drawing = {
  context: StaticHandlerContext
  queryClient: QueryClient
  send: Send
  target: Place
  problem: RoutedProblem | undefined
}
type RoutedProblem = { routeId: string; problem: Problem }

function drawn({ context, queryClient, send, problem, target }: Drawing): Rendered {
  const now = Date.now()
  const markup = renderToString(
    <Root queryClient={queryClient} send={send} now={now}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </Root>,
  )
  const queries = queryClient.getQueryCache().getAll()
  const answered = queries.filter(({ state }) => state.status === 'success')
  const verdict: Verdict = context.loaderData[target.page] ?? {} // what the page's own `load` returned
  const isComplete = queries.every(({ state }) => state.fetchStatus === 'idle' && state.status !== 'error')
  return {
    kind: 'page',
    status: problem?.problem.status ?? verdict.status ?? 200,
    markup,
    state: { now, queries: answered.map(({ queryKey, state }) => [queryKey, state.data]), problem },
    usedQueries: answered.map(({ queryKey }) => queryKey),
    keep: isComplete && verdict.keep !== false,
  }
}

function maskErrors(context: StaticHandlerContext, mask: Mask): RoutedProblem | undefined {
  const [failed] = Object.entries(context.errors ?? {})
  return failed && fail(context, failed[0], mask(failed[1]))
}

/** Puts a masked failure where the error page and the browser will find the same one. */
function fail(context: StaticHandlerContext, routeId: string, problem: Problem): RoutedProblem {
  context.errors = { [routeId]: new RequestError(problem) }
  return { routeId, problem }
}

function redirected(response: Response): Rendered {
  return { kind: 'redirect', status: response.status, location: response.headers.get('location') ?? '/' }
}
