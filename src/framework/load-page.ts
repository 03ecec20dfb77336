import type { ComponentType } from 'react'
import type { Problem } from '#shared/failure.ts'
import type { ToPublicError } from './page-renderer.ts'
import type { Layout, MatchedPage, PageFrame, PageLoader, PageOutcome } from './route.ts'

/** A page ready to be rendered: its code and its data are loaded, or the problem that is shown instead. */
export type LoadedPage = MatchedPage & {
  Page: ComponentType
  Frame: PageFrame
  outcome: PageOutcome
  problem?: Problem | undefined
  /** The layout's own data is missing, so the error page is rendered without it. */
  isAlone: boolean
}
type LoadPageOptions = {
  needs: PageLoader
  mask: ToPublicError
  /** Whether a guard lets the visitor enter; if not, its page's data is not loaded. */
  canEnter: (layout: Layout) => boolean
}

/** Loads code and data in parallel. Throws only when the page's code cannot be loaded. */
export async function loadPage(
  match: MatchedPage,
  { needs, mask, canEnter }: LoadPageOptions,
): Promise<LoadedPage> {
  const { route } = match
  const [code, frame, content] = await Promise.allSettled([
    route.view(),
    route.layout.load(needs),
    canEnter(route.layout) ? route.load(needs, match) : {},
  ])
  if (code.status === 'rejected') throw code.reason
  const failed = [frame, content].find(({ status }) => status === 'rejected')
  return {
    ...match,
    Page: code.value.default,
    Frame: code.value.Frame ?? route.layout.Frame,
    outcome: content.status === 'fulfilled' ? content.value : {},
    problem: failed?.status === 'rejected' ? mask(failed.reason) : undefined,
    isAlone: frame.status === 'rejected',
  }
}
