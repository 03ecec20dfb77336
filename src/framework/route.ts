import {
  CancelledError,
  type FetchQueryOptions,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { Access, ApiClient } from '#shared/contract.ts'
import type { RouteParams } from '#shared/web/navigation/router.tsx'

export type PageSearch = Record<string, string | undefined>

/** Loads the data of a page. The page fails without its critical data; other data may arrive later. */
export type PageLoader = {
  send: ApiClient
  critical<T, K extends QueryKey>(query: FetchQueryOptions<T, Error, T, K>): Promise<T>
  /**
   * Undefined when the call failed or took longer than `timeoutMs` (50 by default); the page is rendered without it.
   */
  later<T, K extends QueryKey>(
    query: FetchQueryOptions<T, Error, T, K>,
    timeoutMs?: number,
  ): Promise<T | undefined>
}

/**
 * What a page's data says about its response; undefined means status 200 and cacheable. `parts` are files in src/ that are
 * rendered on the server for such data, beside those of the URL.
 */
export type PageOutcome = { status?: number; keep?: boolean; redirect?: string; parts?: readonly string[] }

export type PageFrame = ComponentType<{ children: ReactNode }>
/** A rarely used page brings its frame along, so that it is not in the first load of others. */
export type PageCode = { default: ComponentType; Frame?: PageFrame }

/** The frame around pages, and the data it needs itself. */
export type Layout = {
  load: (needs: PageLoader) => Promise<void>
  Frame: PageFrame
  /** Who may enter. The server renders guard and frame only, because it has no session. */
  access?: Extract<Access, 'user' | 'admin'>
}

type PageSpec<S extends PageSearch> = {
  /** The file's name in pages/, by which its chunks are found in the manifest. */
  id: string
  /** Segments; `:name` stands for a parameter. */
  path: string
  /**
   * The known, valid search parameters; all others affect neither the page nor its cache key nor its data.
   */
  search?: (params: URLSearchParams) => S
  load?: (
    needs: PageLoader,
    at: { params: RouteParams; search: S },
  ) => Promise<PageOutcome | undefined> | Promise<void>
  /** Files in src/ that are rendered on the server for such a URL, and loaded by the browser when needed. */
  parts?: (search: S) => readonly string[]
  /** Its URL holds secrets: they never reach rendering on the server, a cache on the way or another site. */
  isPrivate?: boolean
  /** Always opened as a new document, never by client navigation. */
  isFullLoad?: boolean
  view: () => Promise<PageCode>
}

export type PageRoute = Omit<PageSpec<PageSearch>, 'search' | 'load' | 'parts'> & {
  layout: Layout
  search: (params: URLSearchParams) => PageSearch
  parts: (search: PageSearch) => readonly string[]
  load: (needs: PageLoader, at: { params: RouteParams; search: PageSearch }) => Promise<PageOutcome>
}

/** A page whose data is declared here, statically, so that it loads in parallel with the page's code. */
export function definePage<S extends PageSearch>(layout: Layout, spec: PageSpec<S>): PageRoute {
  const { search, load, parts, ...rest } = spec
  return {
    ...rest,
    isFullLoad: spec.isFullLoad ?? spec.isPrivate ?? false,
    layout,
    search: (params) => search?.(params) ?? {},
    // The result of `search` is passed to the functions beside it.
    parts: (values) => parts?.(values as S) ?? [],
    load: async (needs, { params, search: values }) =>
      (await load?.(needs, { params, search: values as S })) ?? {},
  }
}

/** A page that a URL leads to, with the URL's parameters. */
export type MatchedPage = { route: PageRoute; params: RouteParams; search: PageSearch }
export type RouteTable = { pages: readonly PageRoute[]; lost: PageRoute }

/**
 * A shared haul has its whole list in the URL. The limit is defined here, because server and browser must
 * agree.
 */
const maxAddressLength = 2048

/**
 * The page behind a path, or undefined; a URL that is too long or no valid percent-encoding leads to none.
 */
export function findPage(
  { pages }: RouteTable,
  { pathname, searchParams }: PathAndSearch,
): MatchedPage | undefined {
  if (pathname.length + String(searchParams).length > maxAddressLength) return undefined
  for (const route of pages) {
    const params = matchParams(route.path, pathname)
    if (params) return { route, params, search: route.search(searchParams) }
  }
  return undefined
}
type PathAndSearch = { pathname: string; searchParams: URLSearchParams }

/** A slash at the end makes no difference; two in a row are an empty segment, which nothing matches. */
function matchParams(path: string, pathname: string): RouteParams | undefined {
  const patternSegments = path.split('/')
  const segments = pathname.replace(/(?<=.)\/$/, '').split('/')
  if (patternSegments.length !== segments.length) return undefined
  const params: RouteParams = {}
  for (const [index, segment] of patternSegments.entries()) {
    const value = segments[index] ?? ''
    if (!segment.startsWith(':')) {
      if (segment !== value) return undefined
    } else if (value === '' || decodeSegment(value) === undefined) return undefined
    else params[segment.slice(1)] = decodeSegment(value)
  }
  return params
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** The canonical URL: path, then the known parameters in their order. */
export function formatAddress({ route, params, search }: MatchedPage): string {
  const path = route.path.replaceAll(/:(\w+)/g, (_all, name) => encodeURIComponent(params[name] ?? ''))
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) if (value) parameters.append(name, value)
  parameters.sort()
  return parameters.size > 0 ? `${path}?${parameters}` : path
}

const lateTimeoutMs = 50

type LoaderOptions = { waits: boolean; report: (error: unknown) => unknown }

/** Creates the argument of loaders. On the server a page waits a little for late data; in the browser it never does. */
export function createPageLoader(
  queryClient: QueryClient,
  send: ApiClient,
  { waits, report }: LoaderOptions,
): PageLoader {
  return {
    send,
    critical: (query) => queryClient.ensureQueryData({ ...query, revalidateIfStale: true }),
    later: (query, timeoutMs = lateTimeoutMs) => {
      const data = queryClient.fetchQuery(query).catch((error) => {
        // The page was rendered without it.
        if (!(error instanceof CancelledError)) report(error)
        return undefined
      })
      return waits ? Promise.race([data, delay(timeoutMs)]) : Promise.resolve(undefined)
    },
  }
}

function delay(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, undefined))
}
