import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import {
  createContext,
  type LoaderFunctionArgs,
  type Params,
  type RouteObject,
  RouterContextProvider,
} from 'react-router'
import { ErrorPage } from '#pages/ErrorPage.tsx'
import type { Send } from '#shared/contract.ts'

export type Search = Record<string, string | undefined>

/** How a page names the answers it needs: without the critical ones it fails, the others may come later. */
export type Needs = {
  send: Send
  critical<T, K extends QueryKey>(query: FetchQueryOptions<T, Error, T, K>): Promise<T>
  /** Undefined when the answer did not come in `patience` ms (50 unless said) or failed; the page goes without it. */
  later<T, K extends QueryKey>(
    query: FetchQueryOptions<T, Error, T, K>,
    patience?: number,
  ): Promise<T | undefined>
}

/** What a page's answers say about it as a whole; nothing means 200 and worth keeping. */
export type Verdict = { status?: number; keep?: boolean }

type PageSpec<S extends Search> = {
  /** The file's name in pages/, by which its chunks are found in the manifest. */
  id: string
  path: string
  /** The known, valid search parameters; all others take no part in the page, its cache key or its data. */
  search?: (params: URLSearchParams) => S
  load?: (needs: Needs, at: { params: Params; search: S }) => Promise<Verdict | undefined> | Promise<void>
  view: () => Promise<{ default: ComponentType }>
}

const needsContext = createContext<Needs>()

/** A route whose data is named here, statically, so that it loads beside the page's code and not after it. */
export function page<S extends Search>({ id, path, search, load, view }: PageSpec<S>): RouteObject {
  return {
    id,
    path,
    handle: search,
    ErrorBoundary: ErrorPage,
    loader: async ({ params, request, context }: LoaderFunctionArgs) => {
      const known = search?.(new URL(request.url).searchParams)
      const verdict = await load?.(context.get(needsContext), { params, search: known ?? ({} as S) }) // without `search`, S is empty
      return verdict ?? null
    },
    lazy: async () => ({ Component: (await view()).default }),
  }
}

type LayoutSpec = { load: (needs: Needs) => Promise<void>; Component: ComponentType; children: RouteObject[] }

/** A layout whose own answers every page below it needs. */
export function layout(id: string, { load, Component, children }: LayoutSpec): RouteObject {
  return {
    id,
    Component,
    children,
    ErrorBoundary: ErrorPage,
    loader: async ({ context }: LoaderFunctionArgs) => {
      await load(context.get(needsContext))
      return null
    },
  }
}

const shortPatience = 50

type Later = { waits: boolean; report: (error: unknown) => unknown }

/** What loaders receive. A page drawn on the server waits a little for late answers; one in the browser never does. */
export function contextOf(
  queryClient: QueryClient,
  send: Send,
  { waits, report }: Later,
): RouterContextProvider {
  const needs: Needs = {
    send,
    critical: (query) => queryClient.ensureQueryData({ ...query, revalidateIfStale: true }),
    later: (query, patience = shortPatience) => {
      const answer = queryClient.fetchQuery(query).catch((error) => {
        report(error)
        return undefined
      })
      return waits ? Promise.race([answer, pause(patience)]) : Promise.resolve(undefined)
    },
  }
  return new RouterContextProvider(new Map([[needsContext, needs]]))
}

function pause(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, undefined))
}
