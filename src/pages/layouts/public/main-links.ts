import { ArrowLeftRight, Calculator, Flame, Package, Wrench } from 'lucide-react'
import { paths } from '#shared/paths.ts'

const popular = { label: 'Popular', path: paths.popular(), holds: [], Icon: Flame }
const estimation = {
  label: 'Shipping Calculator',
  path: paths.estimation(),
  holds: [],
  Icon: Calculator,
}
const haul = { label: 'Haul planner', path: paths.haul(), holds: [], Icon: Package }
const tools = { label: 'Tools', path: paths.tools(), Icon: Wrench }

/** Links to the main screens, in header and footer; `holds`: the pages that belong to a screen. */
export const mainLinks: readonly MainLink[] = [
  popular,
  estimation,
  haul,
  { ...tools, holds: [paths.convert(), paths.extension()] },
]

/** The menu has room for one more link. */
export const menuLinks: readonly MainLink[] = [
  popular,
  haul,
  estimation,
  { label: 'Link converter', path: paths.convert(), holds: [], Icon: ArrowLeftRight },
  { ...tools, holds: [paths.extension()] },
]

type MainLink = { label: string; path: string; holds: readonly string[]; Icon: typeof Flame }

/** For `aria-current`: the link leads to the current page. */
export function toAriaCurrent(isHere: boolean): 'page' | undefined {
  return isHere ? 'page' : undefined
}

/** For `aria-current` of a main link: 'page' on its own page, 'true' on one that belongs to it. */
export function getAriaCurrent(
  { path, holds }: Pick<MainLink, 'path' | 'holds'>,
  pathname: string,
): 'page' | 'true' | undefined {
  return toAriaCurrent(path === pathname) ?? (holds.includes(pathname) ? 'true' : undefined)
}
