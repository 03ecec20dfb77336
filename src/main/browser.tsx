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
  session: { getCurrentLogin, replaceToken, endSession: endDeniedSession },
  fetch: (...request) => fetch(...request),
  locks: navigator.locks,
  pause: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
})
const queryClient = createQueryClient({ retry: isWorthRetrying })
const stateTag = document.getElementById('state')
const state: PageState = JSON.parse(stateTag?.textContent ?? '{"now":0,"queries":[],"isAlone":false}')

// `setQueryData` marks the responses as new. Hydration would keep the age of the cached page and refetch them.
for (const [key, data] of state.queries) queryClient.setQueryData(key, data)

reloadForLostParts()

// The code of the first page must be loaded before hydration. Otherwise React would replace the server's page
// with an empty one.
const page = findPage(routes, new URL(location.href)) ?? { route: routes.lost, params: {}, search: {} }
void page.route.view().then(start)

/**
 * Hydrates the page that the server rendered. With `await` at the top of this file instead of this function, the
 * bundler would put every part that two pages share into its own file.
 */
function start({ default: Page, Frame = page.route.layout.Frame }: PageCode): void {
  const navigation = createNavigation({
    routes,
    needs: createPageLoader(queryClient, send, { waits: false, report: () => undefined }),
    canEnter,
    first: { ...page, Page, Frame, outcome: {}, problem: state.problem, isAlone: state.isAlone },
  })
  removeInvalidValues()
  startSession()
  if (!page.route.isFullLoad) deleteReturnPath()
  followSystemTheme()
  trackInputType()
  // In a transition, React hydrates in many short steps and handles clicks and scrolling between them.
  startTransition(() => {
    hydrateRoot(
      document,
      <Root queryClient={queryClient} send={send} now={state.now}>
        <Router navigation={navigation} onShow={reportPageView} />
      </Root>,
      { onRecoverableError: restoreDocument },
    )
  })
  // After React's listeners, so that a component can handle a click or a form submission first.
  interceptLinks(
    navigation,
    (pathname) =>
      findPage(routes, { pathname, searchParams: new URLSearchParams() })?.route.isFullLoad === false,
  )
  syncSession({
    send,
    queryClient,
    isGuarded: () => navigation.getShownPage().view.route.layout.access !== undefined,
  })
}

/** Waits until the browser is idle: a page that is left before that is not counted. */
function reportPageView(pathname: string): void {
  const report = () => {
    if (!navigator.onLine) return
    const loading = import('./after-show.ts')
    loading.then(({ afterShow }) => afterShow(pathname, queryClient)).catch(() => undefined)
  }
  if ('requestIdleCallback' in window) requestIdleCallback(report, { timeout: 2000 })
  else setTimeout(report) // Safari
}

/** §4: ends a session whose refresh was denied. If the browser goes to the login page, that page explains why. */
function endDeniedSession(...[login, to]: Parameters<typeof endSession>): void {
  if (to === paths.login() && getCurrentLogin()?.token === login.token) saveLoginNotice('ended')
  endSession(login, to)
}

function canEnter({ access }: Layout): boolean {
  const { user } = getSession()
  return access === undefined || user?.role === 'admin' || (access === 'user' && user !== undefined)
}

/** After a hydration mismatch, React rebuilds the document, and <html> loses the attributes that were set before paint. */
function restoreDocument(error: unknown): void {
  applyBeforePaint()
  console.error(error)
}
