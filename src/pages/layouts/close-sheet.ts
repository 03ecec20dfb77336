import { type MouseEvent, useEffect } from 'react'

/** A followed link leads to another page, where the sheet is in the way. */
export function isVisit({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest('a') !== null
}

/** A turned phone may be wide enough to need no sheet, and then has no button to come back to. */
export function useCloseFrom(width: number, onClose: () => void): void {
  useEffect(() => {
    const wide = matchMedia(`(min-width: ${width}px)`)
    wide.addEventListener('change', onClose)
    return () => wide.removeEventListener('change', onClose)
  }, [width, onClose])
}
