import { ArrowLeft, ArrowRight, Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { gallery } from '../../spec.ts'
import { type Autoplay, createAutoplay } from '../trending/autoplay.ts'
import { type StripControls, ThumbEngine } from './ThumbEngine.tsx'

type ThumbControlsProps = {
  viewport: HTMLElement
  /** The image that must stay in sight. */
  chosen: number
}

/**
 * Moves the strip of thumbnails: automatically until the visitor takes over (§4 "Carousel autoplay states").
 */
export function ThumbControls({ viewport, chosen }: ThumbControlsProps) {
  const [strip, setStrip] = useState<StripControls>()
  const moving = useRef<StripControls>(undefined)
  const [autoplay] = useState(() => createStripAutoplay(() => moving.current?.next()))
  const state = useSyncExternalStore(autoplay.subscribe, autoplay.state, autoplay.state)
  useEffect(() => followVisitor(viewport, autoplay), [viewport, autoplay])
  useEffect(() => {
    moving.current = strip
    strip?.show(chosen)
  }, [strip, chosen])
  const isPaused = state === 'paused'
  function move(direction: 'next' | 'previous') {
    autoplay.send('pause')
    strip?.[direction]()
  }
  return (
    <>
      <ThumbEngine viewport={viewport} autoplay={autoplay} onReady={setStrip} />
      <button
        type="button"
        className="btn btn--quiet btn--icon"
        data-state={state}
        onClick={() => autoplay.send(isPaused ? 'play' : 'pause')}
      >
        {isPaused ? <Play className="icon" aria-hidden /> : <Pause className="icon" aria-hidden />}
        <span className="visually-hidden">{isPaused ? 'Play slideshow' : 'Pause slideshow'}</span>
      </button>
      <button
        type="button"
        className="btn btn--quiet btn--icon thumbs__step"
        onClick={() => move('previous')}
      >
        <ArrowLeft className="icon" aria-hidden />
        <span className="visually-hidden">Previous</span>
      </button>
      <button type="button" className="btn btn--quiet btn--icon thumbs__step" onClick={() => move('next')}>
        <ArrowRight className="icon" aria-hidden />
        <span className="visually-hidden">Next</span>
      </button>
    </>
  )
}

/** It starts paused with reduced motion or reduced data, and on touch screens, which cannot hover to hold it. */
function createStripAutoplay(advance: () => void): Autoplay {
  const savesData = 'connection' in navigator && isSaving(navigator.connection)
  return createAutoplay({
    advance,
    intervalMs: gallery.autoplayMs,
    startsPaused: savesData || matchMedia('(prefers-reduced-motion: reduce), (hover: none)').matches,
  })
}

function isSaving(connection: unknown): boolean {
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
}

/** Holds the strip still under the pointer, with the focus inside, in the background, and after a choice. */
function followVisitor(viewport: HTMLElement, { send }: Autoplay): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const hover = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') send(event.type === 'pointerenter' ? 'enter' : 'leave')
  }
  viewport.addEventListener('pointerenter', hover, { signal })
  viewport.addEventListener('pointerleave', hover, { signal })
  viewport.addEventListener('focusin', () => send('focus'), { signal })
  viewport.addEventListener('focusout', () => send('blur'), { signal })
  viewport.addEventListener('click', () => send('pause'), { signal })
  viewport.addEventListener('keydown', ({ key }) => key.startsWith('Arrow') && send('pause'), { signal })
  document.addEventListener('visibilitychange', () => send(document.hidden ? 'hide' : 'show'), { signal })
  const motion = matchMedia('(prefers-reduced-motion: reduce)')
  motion.addEventListener('change', () => motion.matches && send('pause'), { signal })
  return () => stop.abort()
}
