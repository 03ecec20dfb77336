import { createContext, useContext, useMemo } from 'react'

export type RouteParams = Record<string, string | undefined>
export type PageAddress = { pathname: string; search: string; hash: string }

export type NavigateOptions = {
  /** Replaces the current entry of the history. */
  replace?: boolean
  /** The scroll position stays. */
  preventScrollReset?: boolean
}
/** Navigates to a URL of ours once its data and code are loaded.
Resolves when the page is shown, or another navigation began meanwhile. */
export type Navigate = (to: string, options?: NavigateOptions) => Promise<void>

type RouterState = { address: PageAddress; params: RouteParams; navigate: Navigate }

const initialRouterState: RouterState = {
  address: { pathname: '/', search: '', hash: '' },
  params: {},
  navigate: async () => {},
}

/** The current location; set by the root on both sides. */
export const RouterContext = createContext(initialRouterState)

export function useLocation(): PageAddress {
  return useContext(RouterContext).address
}

/** The parameters in the path, decoded. */
export function useParams(): RouteParams {
  return useContext(RouterContext).params
}

export function useSearchParams(): URLSearchParams {
  const { search } = useLocation()
  return useMemo(() => new URLSearchParams(search), [search])
}

/** The same function for the page's lifetime. */
export function useNavigate(): Navigate {
  return useContext(RouterContext).navigate
}
