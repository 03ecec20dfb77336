import useEmblaCarousel from 'embla-carousel-react'
import { useEffect } from 'react'

/** What the strip of thumbnails can be asked for. */
export type Strip = { next: () => void; previous: () => void; show: (index: number) => void }

type ThumbEngineProps = {
  viewport: HTMLElement
  onReady: (strip: Strip | undefined) => void
  /** The visitor took hold of the strip. */
  onGrab: () => void
}

/** 20 in the library's measure: 99 % of the way after 500 ms, whatever the width (§9). */
const duration = 20

/** Makes the strip of thumbnails endless and moves it a picture at a time (§9). */
export function ThumbEngine({ viewport, onReady, onGrab }: ThumbEngineProps) {
  const [attach, embla] = useEmblaCarousel({ loop: true, align: 'start', duration })
  useEffect(() => {
    viewport.dataset.running = ''
    viewport.scrollLeft = 0 // from here on the pictures move by transform
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
    embla.on('pointerDown', onGrab)
    return () => {
      embla.off('pointerDown', onGrab)
      onReady(undefined)
    }
  }, [embla, onReady, onGrab])
  return null
}
