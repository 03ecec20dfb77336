import './app.css'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { isRequestError, RequestError } from '#shared/failure.ts'
import { beforePaint } from '#shared/web/before-paint.ts'
import { createClient } from '#shared/web/client.ts'
import { followLinks } from '#shared/web/links.ts'
import { createQueryClient, isWorthRetrying } from '#shared/web/query-client.ts'
import { signOut, token } from '#shared/web/session.ts'
import { followSystemTheme } from '#shared/web/theme.ts'
import type { PageState } from './page-renderer.ts'
import { Root } from './root.tsx'
import { contextOf } from './route.tsx'
import { routes } from './routes.tsx'

const send = createClient(token)
const queryClient = createQueryClient({ retry: isWorthRetrying, onError: endRefusedSession })
const state: PageState = JSON.parse(document.getElementById('state')?.textContent ?? '{"now":0,"queries":[]}')

// Set and not hydrated, so that answers count as new now: the cached page may be old, but it is not stale.
for (const [key, data] of state.queries) queryClient.setQueryData(key, data)

const matches = matchRoutes(routes, location) ?? []
await Promise.all(matches.map(({ route }) => loadView(route)))

const router = createBrowserRouter(routes, {
  hydrationData: {
    loaderData: Object.fromEntries(matches.map(({ route }) => [route.id, null])),
    errors: problemsOf(state),
  },
  getContext: () => contextOf(queryClient, send, { waits: false, report: ignore }),
})
followLinks(router, (pathname) => matchRoutes(routes, pathname)?.at(-1)?.route.path !== '*')
followSystemTheme()
hydrateRoot(
  document,
  <Root queryClient={queryClient} send={send} now={state.now}>
    <RouterProvider router={router} />
  </Root>,
  { onRecoverableError: restoreDocument },
)

/** The first view must be there before hydration, or React would find a fallback where the server drew a page. */
async function loadView(route: RouteObject): Promise<void> {
  if (typeof route.lazy !== 'function') return
  Object.assign(route, await route.lazy(), { lazy: undefined })
}

function endRefusedSession(error: unknown): void {
  if (isRequestError(error) && error.status === 401) signOut()
}

/** A component that shows the answer sees the failure itself. */
function ignore(): void {}

function problemsOf({ problem }: PageState): Record<string, RequestError> | null {
  return problem ? { [problem.routeId]: new RequestError(problem.problem) } : null
}

/** After a mismatch React builds the document anew, and <html> loses what was set before paint. */
function restoreDocument(error: unknown): void {
  beforePaint()
  console.error(error)
}
