import { Calculator, Flame, Wrench } from 'lucide-react'
import { paths } from '#shared/paths.ts'

/** The way to our screens, the same in header, menu and footer. */
export const mainLinks = [
  { label: 'Popular', path: paths.popular(), Icon: Flame },
  { label: 'Shipping Calculator', path: paths.estimation(), Icon: Calculator },
  { label: 'Tools', path: paths.tools(), Icon: Wrench },
] as const

/** For `aria-current`: the link leads to the page it stands on. */
export function currentIf(isHere: boolean): 'page' | undefined {
  return isHere ? 'page' : undefined
}
