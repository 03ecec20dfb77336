import useEmblaCarousel, { type UseEmblaCarouselType } from 'embla-carousel-react'
import { useEffect } from 'react'
import { toEmblaDuration } from './carousel-speed.ts'

type Embla = NonNullable<UseEmblaCarouselType[1]>

/** The current state and functions of a carousel. */
export type CarouselMotion = {
  next: () => void
  previous: () => void
  canNext: boolean
  canPrevious: boolean
}

type CarouselEngineProps = {
  viewport: HTMLElement
  /** The duration of one step, in ms. */
  speedMs: number
  onMotion: (motion: CarouselMotion | undefined) => void
}

/** Makes a row of slides endless when there are more than fit, and moves it by one slide at a time (§2). */
export function CarouselEngine({ viewport, speedMs, onMotion }: CarouselEngineProps) {
  const duration = toEmblaDuration(speedMs)
  const [attach, embla] = useEmblaCarousel({ loop: true, align: 'start', duration, inViewThreshold: 0.6 })
  useEffect(() => {
    viewport.dataset.running = ''
    viewport.scrollLeft = 0 // from now on the slides are moved by CSS transforms
    attach(viewport)
    return () => {
      delete viewport.dataset.running
    }
  }, [viewport, attach])
  useEffect(() => {
    if (!embla) return
    const report = () => onMotion(toMotion(embla))
    const followView = () => hideOthers(embla)
    embla.on('select', report).on('reInit', report).on('slidesInView', followView)
    report()
    followView()
    return () => {
      embla.off('select', report).off('reInit', report).off('slidesInView', followView)
      for (const slide of embla.slideNodes()) slide.inert = false
      onMotion(undefined)
    }
  }, [embla, onMotion])
  return null
}

function toMotion(embla: Embla): CarouselMotion {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  return {
    next: () => embla.scrollNext(isStill),
    previous: () => embla.scrollPrev(isStill),
    canNext: embla.canScrollNext(),
    canPrevious: embla.canScrollPrev(),
  }
}

/** Slides that cannot be seen take no focus and are not read. */
function hideOthers(embla: Embla): void {
  const visible = embla.slidesInView()
  if (visible.length === 0) return // not measured yet
  for (const [index, slide] of embla.slideNodes().entries()) slide.inert = !visible.includes(index)
}
