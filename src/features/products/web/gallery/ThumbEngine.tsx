import useEmblaCarousel from 'embla-carousel-react'
import { useEffect } from 'react'
import { toEmblaDuration } from '#shared/web/ui/images/carousel-speed.ts'
import { gallery } from '../../spec.ts'
import type { Autoplay } from '../trending/autoplay.ts'

/** What the strip of thumbnails can be asked for. */
export type StripControls = { next: () => void; previous: () => void; show: (index: number) => void }

type ThumbEngineProps = {
  viewport: HTMLElement
  /** Paused for good when the visitor drags the strip. */
  autoplay: Autoplay
  onReady: (strip: StripControls | undefined) => void
}

const duration = toEmblaDuration(gallery.speedMs)

/** Makes the strip of thumbnails endless and moves it by one image at a time (§9). */
export function ThumbEngine({ viewport, autoplay, onReady }: ThumbEngineProps) {
  const [attach, embla] = useEmblaCarousel({ loop: true, align: 'start', duration })
  useEffect(() => {
    viewport.dataset.running = ''
    viewport.scrollLeft = 0 // from here on the images move by transform
    attach(viewport)
    return () => {
      delete viewport.dataset.running
    }
  }, [viewport, attach])
  useEffect(() => {
    if (!embla) return
    const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches
    onReady({
      next: () => embla.scrollNext(isStill()),
      previous: () => embla.scrollPrev(isStill()),
      show: (index) => {
        if (!embla.slidesInView().includes(index)) embla.scrollTo(index, isStill())
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
