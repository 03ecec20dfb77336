import { type MouseEvent, useEffect } from 'react'

/** A followed link leads to another page, where the sheet would cover the content. */
export function isLinkClick({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest('a') !== null
}

/**
 * After a rotation a phone may be wide enough to need no sheet. The button that the focus would return to is
 * hidden then.
 */
export function useCloseFrom(width: number, onClose: () => void): void {
  useEffect(() => {
    const wide = matchMedia(`(min-width: ${width}px)`)
    wide.addEventListener('change', onClose)
    return () => wide.removeEventListener('change', onClose)
  }, [width, onClose])
}
