import './app.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { saveLoginNotice } from '#features/auth/web/login-notice-storage.ts'
import { syncSession } from '#features/auth/web/session/session-sync.ts'
import { followSystemTheme } from '#features/visitor/web/theme/theme.ts'
import { reloadForLostParts } from '#framework/lost-parts.ts'
import { createNavigation } from '#framework/navigation.ts'
import type { PageState } from '#framework/page-renderer.ts'
import { Root } from '#framework/Root.tsx'
import { Router } from '#framework/Router.tsx'
import { createPageLoader, findPage, type Layout, type PageCode } from '#framework/route.ts'
import { paths } from '#shared/paths.ts'
import { applyBeforePaint } from '#shared/web/before-paint.ts'
import { interceptLinks, trackInputType } from '#shared/web/navigation/link-interception.ts'
import { deleteReturnPath } from '#shared/web/navigation/return-path.ts'
import { createHttpClient } from '#shared/web/session/http-client.ts'
import { createQueryClient, isWorthRetrying } from '#shared/web/session/query-client.ts'
import {
  endSession,
  getCurrentLogin,
  getSession,
  replaceToken,
  startSession,
} from '#shared/web/session/session.ts'
import { routes } from './routes.tsx'
import { removeInvalidValues } from './storage-cleanup.ts'

const send = createHttpClient({
  session: { getCurrentLogin, replaceToken, endSession: endRefusedSession },
  fetch: (...request) => fetch(...request),
  locks: navigator.locks,
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
})
const queryClient = createQueryClient({ retry: isWorthRetrying })
const stateTag = document.getElementById('state')
const state: PageState = JSON.parse(stateTag?.textContent ?? '{"now":0,"queries":[],"isAlone":false}')

// Set and not hydrated, so that answers count as new: the cached page may be old, but it is not stale.
for (const [key, data] of state.queries) queryClient.setQueryData(key, data)

reloadForLostParts()

// The first view must be loaded before hydration, or React would find nothing where the server rendered a
// page.
const page = findPage(routes, new URL(location.href)) ?? { route: routes.lost, params: {}, search: {} }
void page.route.view().then(start)

/**
 * Takes the page over from the server. A function, because of code that is awaited at the top of a file the bundler
 * keeps every part that two pages share in a file of its own.
 */
function start({ default: Page, Frame = page.route.layout.Frame }: PageCode): void {
  const navigation = createNavigation({
    routes,
    needs: createPageLoader(queryClient, send, { waits: false, report: () => undefined }),
    mayEnter,
    first: { ...page, Page, Frame, outcome: {}, problem: state.problem, isAlone: state.isAlone },
  })
  removeInvalidValues()
  startSession()
  if (!page.route.isFullLoad) deleteReturnPath()
  followSystemTheme()
  trackInputType()
  // As a transition React takes the page over in many short steps, between which a press or a scroll is heard.
  startTransition(() => {
    hydrateRoot(
      document,
      <Root queryClient={queryClient} send={send} now={state.now}>
        <Router navigation={navigation} onShow={reportPageView} />
      </Root>,
      { onRecoverableError: restoreDocument },
    )
  })
  // After React's own listeners, so that a component that handled a press or a form itself is heard first.
  interceptLinks(
    navigation,
    (pathname) =>
      findPage(routes, { pathname, searchParams: new URLSearchParams() })?.route.isFullLoad === false,
  )
  syncSession({
    send,
    queryClient,
    isGuarded: () => navigation.shown().view.route.layout.access !== undefined,
  })
}

/** When the browser is idle; a page that is left before that was hardly seen. */
function reportPageView(pathname: string): void {
  const report = () => {
    if (!navigator.onLine) return
    const loading = import('#features/page-views/web/track-page-view.ts')
    loading.then(({ trackPageView: reportView }) => reportView(pathname)).catch(() => undefined)
  }
  if ('requestIdleCallback' in window) requestIdleCallback(report, { timeout: 2000 })
  else setTimeout(report) // Safari
}

/** §4: the refresh was denied; the login page says so, if that is where the browser goes. */
function endRefusedSession(...[refused, to]: Parameters<typeof endSession>): void {
  if (to === paths.login() && getCurrentLogin()?.token === refused.token) saveLoginNotice('ended')
  endSession(refused, to)
}

function mayEnter({ access }: Layout): boolean {
  const { user } = getSession()
  return access === undefined || user?.role === 'admin' || (access === 'user' && user !== undefined)
}

/** After a mismatch React rebuilds the document, and <html> loses what was set before paint. */
function restoreDocument(error: unknown): void {
  applyBeforePaint()
  console.error(error)
}
