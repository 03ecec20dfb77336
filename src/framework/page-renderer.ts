import type { ApiClient, QueryKey } from '#shared/contract.ts'
import type { Problem } from '#shared/failure.ts'

/**
 * Where a request leads. `url` is the one canonical spelling: cache key and the only URL that rendering ever
 * sees.
 */
export type PageTarget = {
  url: string
  page: string
  /** Files whose styles and code are preloaded beside the page's own. */
  parts: readonly string[]
  /** The response's headers beside those of every page. */
  headers: Record<string, string>
}

export type RenderedPage = {
  kind: 'page'
  status: number
  markup: string
  state: PageState
  usedQueries: QueryKey[]
  /** False when data came too late or should not be cached; the next visitor may get a better one. */
  keep: boolean
}
export type RenderResult = RenderedPage | { kind: 'redirect'; status: number; location: string }

/**
 * What the browser needs for hydration: the data the page was rendered with, when, and its failure if it is
 * one.
 */
export type PageState = {
  now: number
  queries: [key: QueryKey, data: unknown][]
  problem?: Problem | undefined
  /** The layout's own data is missing, so the error page is rendered without it. */
  isAlone: boolean
}

/** Returns what may be shown of a failure; the server's logs it, too. */
export type ToPublicError = (error: unknown) => Problem

export type RenderContext = { send: ApiClient; mask: ToPublicError }

/** The server's view of the pages. Its implementation is compiled for the browser's types, so only this is shared. */
export type PageRenderer = {
  /** Must run before the first paint; the policy allows it by hash. */
  headScript: string
  place(rawUrl: string): PageTarget
  render(place: PageTarget, context: RenderContext): Promise<RenderResult>
}
