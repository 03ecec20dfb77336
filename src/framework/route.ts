import {
  CancelledError,
  type FetchQueryOptions,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { Access, ApiClient } from '#shared/contract.ts'
import type { Params } from '#shared/web/router.tsx'

export type Search = Record<string, string | undefined>

/** How a page names the answers it needs: without the critical ones it fails, the others may come later. */
export type Needs = {
  send: ApiClient
  critical<T, K extends QueryKey>(query: FetchQueryOptions<T, Error, T, K>): Promise<T>
  /** Undefined when the answer did not come in `patience` ms (50 unless said) or failed; the page goes without it. */
  later<T, K extends QueryKey>(
    query: FetchQueryOptions<T, Error, T, K>,
    patience?: number,
  ): Promise<T | undefined>
}

/** What a page's answers say about it as a whole; nothing means 200 and worth keeping. */
export type Verdict = { status?: number; keep?: boolean; redirect?: string }

export type Frame = ComponentType<{ children: ReactNode }>
/** A page that few people see brings its frame along, so that it is in nobody else's first load. */
export type PageCode = { default: ComponentType; Frame?: Frame }

/** What stands around pages, and the answers it needs itself. */
export type Layout = {
  load: (needs: Needs) => Promise<void>
  Frame: Frame
  /** Whom its guard lets through. The server draws guard and frame alone, for it knows nobody. */
  access?: Extract<Access, 'user' | 'admin'>
}

type PageSpec<S extends Search> = {
  /** The file's name in pages/, by which its chunks are found in the manifest. */
  id: string
  /** Segments; `:name` stands for a parameter. */
  path: string
  /** The known, valid search parameters; all others take no part in the page, its cache key or its data. */
  search?: (params: URLSearchParams) => S
  load?: (needs: Needs, at: { params: Params; search: S }) => Promise<Verdict | undefined> | Promise<void>
  /** Files in src/ that are drawn on the server for such an address, and loaded by the browser when they are needed. */
  parts?: (search: S) => readonly string[]
  /** Its address brings secrets: they never reach the server's drawing, no cache on the way and no other site. */
  isPrivate?: boolean
  /** Always opened as a new document, never by navigation within one. */
  isFullLoad?: boolean
  view: () => Promise<PageCode>
}

export type PageRoute = Omit<PageSpec<Search>, 'search' | 'load' | 'parts'> & {
  layout: Layout
  search: (params: URLSearchParams) => Search
  parts: (search: Search) => readonly string[]
  load: (needs: Needs, at: { params: Params; search: Search }) => Promise<Verdict>
}

/** A page whose data is named here, statically, so that it loads beside the page's code and not after it. */
export function page<S extends Search>(layout: Layout, given: PageSpec<S>): PageRoute {
  const { search, load, parts, ...spec } = given
  return {
    ...spec,
    isFullLoad: spec.isFullLoad ?? spec.isPrivate ?? false,
    layout,
    search: (params) => search?.(params) ?? {},
    // What `search` gave comes back to the functions beside it.
    parts: (known) => parts?.(known as S) ?? [],
    load: async (needs, { params, search: known }) =>
      (await load?.(needs, { params, search: known as S })) ?? {},
  }
}

/** A page an address leads to, with what the address says. */
export type Found = { route: PageRoute; params: Params; search: Search }
export type Routes = { pages: readonly PageRoute[]; lost: PageRoute }

/** A shared haul has its whole list in the address. The limit is kept here, because server and browser must agree. */
const longestAddress = 2048

/** The page behind a path, or undefined; an address that is too long or no valid percent-encoding leads to none. */
export function findPage({ pages }: Routes, { pathname, searchParams }: FindAddress): Found | undefined {
  if (pathname.length + String(searchParams).length > longestAddress) return undefined
  for (const route of pages) {
    const params = paramsOf(route.path, pathname)
    if (params) return { route, params, search: route.search(searchParams) }
  }
  return undefined
}
type FindAddress = { pathname: string; searchParams: URLSearchParams }

/** A slash at the end makes no difference; two in a row are an empty segment, which nothing matches. */
function paramsOf(path: string, pathname: string): Params | undefined {
  const wanted = path.split('/')
  const given = pathname.replace(/(?<=.)\/$/, '').split('/')
  if (wanted.length !== given.length) return undefined
  const params: Params = {}
  for (const [place, segment] of wanted.entries()) {
    const value = given[place] ?? ''
    if (!segment.startsWith(':')) {
      if (segment !== value) return undefined
    } else if (value === '' || decoded(value) === undefined) return undefined
    else params[segment.slice(1)] = decoded(value)
  }
  return params
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** The one spelling of an address: path, then the known parameters in their order. */
export function addressOf({ route, params, search }: Found): string {
  const path = route.path.replaceAll(/:(\w+)/g, (_all, name) => encodeURIComponent(params[name] ?? ''))
  const known = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) if (value) known.append(name, value)
  known.sort()
  return known.size > 0 ? `${path}?${known}` : path
}

const shortPatience = 50

type Later = { waits: boolean; report: (error: unknown) => unknown }

/** What loaders receive. A page drawn on the server waits a little for late answers; one in the browser never does. */
export function needsOf(queryClient: QueryClient, send: ApiClient, { waits, report }: Later): Needs {
  return {
    send,
    critical: (query) => queryClient.ensureQueryData({ ...query, revalidateIfStale: true }),
    later: (query, patience = shortPatience) => {
      const answer = queryClient.fetchQuery(query).catch((error) => {
        // The page went without it and is done.
        if (!(error instanceof CancelledError)) report(error)
        return undefined
      })
      return waits ? Promise.race([answer, pause(patience)]) : Promise.resolve(undefined)
    },
  }
}

function pause(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, undefined))
}
