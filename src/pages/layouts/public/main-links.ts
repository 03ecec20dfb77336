import { Calculator, Flame, Wrench } from 'lucide-react'
import { paths } from '#shared/paths.ts'

/**
 * Links to the main screens, the same in header, menu and footer; `holds`: the pages that belong to a screen.
 */
export const mainLinks = [
  { label: 'Popular', path: paths.popular(), holds: [], Icon: Flame },
  { label: 'Shipping Calculator', path: paths.estimation(), holds: [paths.haul()], Icon: Calculator },
  { label: 'Tools', path: paths.tools(), holds: [paths.convert(), paths.extension()], Icon: Wrench },
] as const

/** For `aria-current`: the link leads to the current page. */
export function toAriaCurrent(isHere: boolean): 'page' | undefined {
  return isHere ? 'page' : undefined
}

type MainLinkTarget = { path: string; holds: readonly string[] }

/** For `aria-current` of a main link: 'page' on its own page, 'true' on one that belongs to it. */
export function getAriaCurrent(
  { path, holds }: MainLinkTarget,
  pathname: string,
): 'page' | 'true' | undefined {
  return toAriaCurrent(path === pathname) ?? (holds.includes(pathname) ? 'true' : undefined)
}
