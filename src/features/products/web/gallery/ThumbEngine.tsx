import useEmblaCarousel from 'embla-carousel-react'
import { useEffect } from 'react'
import { toEmblaDuration } from '#shared/web/ui/images/carousel-speed.ts'
import { gallery } from '../../texts-and-limits.ts'
import type { Autoplay } from '../trending/autoplay.ts'

/** The controls of the thumbnail strip. */
export type StripControls = { next: () => void; previous: () => void; show: (index: number) => void }

type ThumbEngineProps = {
  viewport: HTMLElement
  /** Paused when the visitor drags the strip. */
  autoplay: Autoplay
  onReady: (strip: StripControls | undefined) => void
}

const duration = toEmblaDuration(gallery.speedMs)

/** Makes the thumbnail strip endless and moves it by one image at a time (§9). */
export function ThumbEngine({ viewport, autoplay, onReady }: ThumbEngineProps) {
  const [attach, embla] = useEmblaCarousel({ loop: true, align: 'start', duration })
  useEffect(() => {
    viewport.dataset.running = ''
    viewport.scrollLeft = 0 // the images now move by CSS transform
    attach(viewport)
    return () => {
      delete viewport.dataset.running
    }
  }, [viewport, attach])
  useEffect(() => {
    if (!embla) return
    const hasReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches
    onReady({
      next: () => embla.scrollNext(hasReducedMotion()),
      previous: () => embla.scrollPrev(hasReducedMotion()),
      show: (index) => {
        if (!embla.slidesInView().includes(index)) embla.scrollTo(index, hasReducedMotion())
      },
    })
    const pause = () => autoplay.send('pause')
    embla.on('pointerDown', pause)
    return () => {
      embla.off('pointerDown', pause)
      onReady(undefined)
    }
  }, [embla, autoplay, onReady])
  return null
}
