import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Children, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useNearViewport } from '#shared/web/hooks/use-near-viewport.ts'
import './Carousel.css'
import type { CarouselMotion } from './CarouselEngine.tsx'

type Engine = typeof import('./CarouselEngine.tsx').CarouselEngine

export type CarouselHandle = { next: () => void; previous: () => void }

type CarouselProps = {
  label: string
  /** How long a slide moves, in ms. */
  speedMs: number
  /** Sets `--slides`, the number side by side, for every width. */
  className?: string
  /** Where the buttons go, for example beside a heading; without it they stand under the slides. */
  head?: (controls: ReactNode) => ReactNode
  /** Before Previous and Next: for example Pause, when something moves by itself. */
  extraControls?: ReactNode
  handle?: Ref<CarouselHandle>
  /** One slide per child. */
  children: ReactNode
}

/** Starting draws every slide anew, which a row below the first screen must not cost its visitors. */
const startMargin = '20%'

/**
 * A row that can be swiped without script; with script it is endless, has buttons, and hides slides off the
 * screen.
 */
export function Carousel(props: CarouselProps) {
  const { label, speedMs, className = '', head, extraControls, handle, children } = props
  const Engine = useEngine()
  const section = useRef<HTMLElement>(null)
  const isStarting = useNearViewport(section, startMargin) && Engine !== undefined
  const [viewport, setViewport] = useState<HTMLElement | null>(null)
  const [motion, setMotion] = useState<CarouselMotion>()
  useImperativeHandle(handle, () => ({
    next: () => motion?.next(),
    previous: () => motion?.previous(),
  }))
  const controls = <Controls label={label} motion={motion} extra={extraControls} />
  return (
    <>
      {head?.(controls)}
      <section
        ref={section}
        className={`carousel ${className}`}
        aria-roledescription="carousel"
        aria-label={label}
      >
        <div className="carousel__view" ref={isStarting ? setViewport : undefined}>
          <ul className="carousel__list">
            {Children.map(children, (child) => (
              <li className="carousel__slide">{child}</li>
            ))}
          </ul>
        </div>
        {!head && controls}
        {Engine && viewport && <Engine viewport={viewport} speedMs={speedMs} onMotion={setMotion} />}
      </section>
    </>
  )
}

/** The engine's code loads when the browser is idle; if that fails, the row can still be swiped. */
function useEngine(): Engine | undefined {
  const [engine, setEngine] = useState<{ Engine: Engine }>()
  useEffect(() => {
    let isWanted = true
    runWhenIdle(() => {
      import('./CarouselEngine.tsx')
        .then(({ CarouselEngine }) => isWanted && setEngine({ Engine: CarouselEngine }))
        .catch(() => undefined)
    })
    return () => {
      isWanted = false
    }
  }, [])
  return engine?.Engine
}

function runWhenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 1000 })
  else setTimeout(run, 200)
}

type ControlsProps = { label: string; motion: CarouselMotion | undefined; extra: ReactNode }

/** The buttons keep their space before the row can move, and are not shown when all slides fit. */
function Controls({ label, motion, extra }: ControlsProps) {
  const canMove = motion && (motion.canNext || motion.canPrevious)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend into a row of buttons
    <div
      className="carousel__controls"
      role="group"
      aria-label={`${label}, controls`}
      data-idle={canMove ? undefined : ''}
    >
      {extra}
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
