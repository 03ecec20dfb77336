import { useState } from 'react'
import './ToastHost.css'
import { useToasts } from './toasts.ts'

type ToastHostProps = {
  /** Top centre on the product page, at the right elsewhere (§9). */
  position: 'centre' | 'end'
}

/** The two live regions are in the page from the start: a screen reader may not notice one that comes with its text. */
export function ToastHost({ position }: ToastHostProps) {
  const Toasts = useToasts()
  const [assertiveRegion, setAssertiveRegion] = useState<HTMLElement | null>(null)
  const [politeRegion, setPoliteRegion] = useState<HTMLElement | null>(null)
  return (
    <div className={position === 'end' ? 'toaster toaster--end' : 'toaster'}>
      <div ref={Toasts && setAssertiveRegion} className="toaster__list" role="alert" />
      <div ref={Toasts && setPoliteRegion} className="toaster__list" role="status" />
      {Toasts && assertiveRegion && politeRegion && (
        <Toasts assertiveRegion={assertiveRegion} politeRegion={politeRegion} />
      )}
    </div>
  )
}
