import './LazyComparisonSlider.css'
import { useRef } from 'react'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import { useNearViewport } from '#shared/web/hooks/use-near-viewport.ts'
import type { ComparisonSliderProps } from './ComparisonSlider.tsx'

const loadSlider = async () => (await import('./ComparisonSlider.tsx')).ComparisonSlider

/**
 * The comparison slider's place; its code and its two images load when it is near. Without script there is
 * nothing to move.
 */
export function LazyComparisonSlider(props: ComparisonSliderProps) {
  const section = useRef<HTMLElement>(null)
  const Wipe = useLazyComponent(loadSlider, useNearViewport(section))
  return (
    <section className="panel lazy-comparison-slider js-only" aria-labelledby="wipe-heading" ref={section}>
      <h3 className="panel__title" id="wipe-heading">
        Advert against reality
      </h3>
      <p className="lazy-comparison-slider__hint">Drag, or use the arrow keys.</p>
      <div className="lazy-comparison-slider__place">{Wipe && <Wipe {...props} />}</div>
    </section>
  )
}
