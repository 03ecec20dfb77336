import type { ApiClient, QueryKey } from '#shared/contract.ts'
import type { Problem } from '#shared/failure.ts'

/** The page that a request leads to. `url` is its canonical URL: cache key and the only URL that rendering sees. */
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
  /** Like those of the target, for what the page's data says. */
  parts: readonly string[]
  /** False when data was late or the page should not be cached. */
  keep: boolean
}
export type RenderResult = RenderedPage | { kind: 'redirect'; status: number; location: string }

/** The data for hydration: the queries of the rendering, its time, and its error if there was one. */
export type PageState = {
  now: number
  queries: [key: QueryKey, data: unknown][]
  problem?: Problem | undefined
  /** The layout's own data is missing, so the error page is rendered without it. */
  isAlone: boolean
}

/** Converts an error to what clients may see; the server's implementation also logs it. */
export type ToPublicError = (error: unknown) => Problem

export type RenderContext = { send: ApiClient; mask: ToPublicError }

/** The server's view of the pages. Its implementation is compiled for the browser's types, so only this is shared. */
export type PageRenderer = {
  /** Must run before the first paint; the policy allows it by hash. */
  headScript: string
  findTarget(rawUrl: string): PageTarget
  render(target: PageTarget, context: RenderContext): Promise<RenderResult>
}
