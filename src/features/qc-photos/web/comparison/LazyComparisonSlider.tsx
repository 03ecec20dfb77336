import './LazyComparisonSlider.css'
import { useRef } from 'react'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import { useNearViewport } from '#shared/web/hooks/use-near-viewport.ts'
import type { ComparisonSliderProps } from './ComparisonSlider.tsx'

const loadSlider = async () => (await import('./ComparisonSlider.tsx')).ComparisonSlider

/**
 * Loads the comparison slider and its two images when the section is near the viewport. Without JavaScript it is
 * hidden.
 */
export function LazyComparisonSlider(props: ComparisonSliderProps) {
  const section = useRef<HTMLElement>(null)
  const Slider = useLazyComponent(loadSlider, useNearViewport(section))
  return (
    <section className="lazy-comparison-slider js-only" aria-labelledby="wipe-heading" ref={section}>
      <div className="lazy-comparison-slider__head">
        <h3 className="panel__title" id="wipe-heading">
          Seller's photo vs QC photo
        </h3>
        <p className="lazy-comparison-slider__hint">
          Drag the handle<span className="lazy-comparison-slider__keys"> or use the arrow keys</span>.
        </p>
      </div>
      <div className="lazy-comparison-slider__place">{Slider && <Slider {...props} />}</div>
    </section>
  )
}
