import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Children, type ReactElement, type ReactNode, useRef, useState } from 'react'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import { useNearViewport } from '#shared/web/hooks/use-near-viewport.ts'
import './Carousel.css'
import type { CarouselMotion } from './CarouselEngine.tsx'

type CarouselProps = {
  label: string
  /** The duration of one step, in ms. */
  speedMs: number
  /** Sets `--slides`, the number side by side, for every width. */
  className?: string
  /** Renders the content above the slides, with the buttons in it. */
  head: (controls: ReactElement) => ReactElement
  /** One slide per child. */
  children: ReactNode
}

/**
 * The distance to the viewport at which the script starts. Starting renders all slides again, which would
 * slow down the first screen.
 */
const startMargin = '20%'

const loadEngine = async () => (await import('./CarouselEngine.tsx')).CarouselEngine

/**
 * A row that can be swiped without script; with script it is endless, has buttons, and hides slides off the
 * screen.
 */
export function Carousel(props: CarouselProps) {
  const { label, speedMs, className = '', head, children } = props
  const section = useRef<HTMLElement>(null)
  const Engine = useLazyComponent(loadEngine, useNearViewport(section, startMargin))
  const [viewport, setViewport] = useState<HTMLElement | null>(null)
  const [motion, setMotion] = useState<CarouselMotion>()
  return (
    <>
      {head(<Controls label={label} motion={motion} />)}
      <section
        ref={section}
        className={`carousel ${className}`}
        aria-roledescription="carousel"
        aria-label={label}
      >
        <div className="carousel__view" ref={Engine && setViewport}>
          <ul className="carousel__list">
            {Children.map(children, (child) => (
              <li className="carousel__slide">{child}</li>
            ))}
          </ul>
        </div>
        {Engine && viewport && <Engine viewport={viewport} speedMs={speedMs} onMotion={setMotion} />}
      </section>
    </>
  )
}

type ControlsProps = { label: string; motion: CarouselMotion | undefined }

/** The buttons' space is reserved until the row can move. They are hidden when all slides fit. */
function Controls({ label, motion }: ControlsProps) {
  const canMove = motion && (motion.canNext || motion.canPrevious)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend into a row of buttons
    <div
      className="carousel__controls"
      role="group"
      aria-label={`${label}, controls`}
      data-idle={canMove ? undefined : ''}
    >
      <button
        type="button"
        className="btn btn--icon"
        aria-disabled={motion?.canPrevious === false || undefined}
        onClick={() => motion?.previous()}
      >
        <ArrowLeft className="icon" aria-hidden />
        <span className="visually-hidden">Previous</span>
      </button>
      <button
        type="button"
        className="btn btn--icon"
        aria-disabled={motion?.canNext === false || undefined}
        onClick={() => motion?.next()}
      >
        <ArrowRight className="icon" aria-hidden />
        <span className="visually-hidden">Next</span>
      </button>
    </div>
  )
}
