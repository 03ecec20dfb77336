import { createContext, useContext, useMemo } from 'react'

export type Params = Record<string, string | undefined>
export type Address = { pathname: string; search: string; hash: string }

export type NavigateOptions = {
  /** Takes the place of the present entry in the history. */
  replace?: boolean
  /** The visitor stays where he is on the page. */
  preventScrollReset?: boolean
}
/** Leads to an address of ours once its data and code are there. */
export type Navigate = (to: string, options?: NavigateOptions) => void

type RouterState = { address: Address; params: Params; navigate: Navigate }

const nowhere: RouterState = {
  address: { pathname: '/', search: '', hash: '' },
  params: {},
  navigate: () => undefined,
}

/** Where the visitor is; set by the page's frame on both sides. */
export const RouterContext = createContext(nowhere)

export function useLocation(): Address {
  return useContext(RouterContext).address
}

/** The parameters in the path, decoded. */
export function useParams(): Params {
  return useContext(RouterContext).params
}

export function useSearchParams(): URLSearchParams {
  const { search } = useLocation()
  return useMemo(() => new URLSearchParams(search), [search])
}

/** The same function for the page's whole life. */
export function useNavigate(): Navigate {
  return useContext(RouterContext).navigate
}
