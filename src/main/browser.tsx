import './app.css'
import { hydrateRoot } from 'react-dom/client'
import { isRequestError } from '#shared/failure.ts'
import { beforePaint } from '#shared/web/before-paint.ts'
import { createClient } from '#shared/web/client.ts'
import { followLinks } from '#shared/web/links.ts'
import { createQueryClient, isWorthRetrying } from '#shared/web/query-client.ts'
import { signOut, token } from '#shared/web/session.ts'
import { followSystemTheme } from '#shared/web/theme.ts'
import { createNavigation } from './navigation.ts'
import type { PageState } from './page-renderer.ts'
import { Router } from './Router.tsx'
import { Root } from './root.tsx'
import { findPage, needsOf } from './route.ts'
import { routes } from './routes.tsx'

const send = createClient(token)
const queryClient = createQueryClient({ retry: isWorthRetrying, onError: endRefusedSession })
const stateTag = document.getElementById('state')
const state: PageState = JSON.parse(stateTag?.textContent ?? '{"now":0,"queries":[],"isAlone":false}')

// Set and not hydrated, so that answers count as new now: the cached page may be old, but it is not stale.
for (const [key, data] of state.queries) queryClient.setQueryData(key, data)

// The first view must be there before hydration, or React would find nothing where the server drew a page.
const found = findPage(routes, new URL(location.href)) ?? { route: routes.lost, params: {}, search: {} }
const { default: Page } = await found.route.view()

const navigation = createNavigation({
  routes,
  needs: needsOf(queryClient, send, { waits: false, report: () => undefined }),
  first: { ...found, Page, verdict: {}, problem: state.problem, isAlone: state.isAlone },
})
followSystemTheme()
hydrateRoot(
  document,
  <Root queryClient={queryClient} send={send} now={state.now}>
    <Router navigation={navigation} />
  </Root>,
  { onRecoverableError: restoreDocument },
)
// After React's own listeners, so that a component that handled a press or a form itself is heard first.
followLinks(
  navigation,
  (pathname) => findPage(routes, { pathname, searchParams: new URLSearchParams() }) !== undefined,
)

function endRefusedSession(error: unknown): void {
  if (isRequestError(error) && error.status === 401) signOut()
}

/** After a mismatch React builds the document anew, and <html> loses what was set before paint. */
function restoreDocument(error: unknown): void {
  beforePaint()
  console.error(error)
}
