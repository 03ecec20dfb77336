import { ArrowLeft, ArrowRight, Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { gallery } from '../../texts-and-limits.ts'
import { type Autoplay, createAutoplay } from '../trending/autoplay.ts'
import { type StripControls, ThumbEngine } from './ThumbEngine.tsx'

type ThumbControlsProps = {
  viewport: HTMLElement
  /** The index of the image that must stay visible. */
  selectedIndex: number
}

/**
 * Moves the thumbnail strip, automatically until the visitor interacts with it (§4 "Carousel autoplay states").
 */
export function ThumbControls({ viewport, selectedIndex }: ThumbControlsProps) {
  const [strip, setStrip] = useState<StripControls>()
  const stripRef = useRef<StripControls>(undefined)
  const [autoplay] = useState(() => createStripAutoplay(() => stripRef.current?.next()))
  const state = useSyncExternalStore(autoplay.subscribe, autoplay.state, autoplay.state)
  useEffect(() => observeVisitor(viewport, autoplay), [viewport, autoplay])
  useEffect(() => {
    stripRef.current = strip
    strip?.show(selectedIndex)
  }, [strip, selectedIndex])
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

/** Creates the autoplay. It starts paused with reduced motion or data, and on touch screens, where hovering cannot hold it. */
function createStripAutoplay(advance: () => void): Autoplay {
  const isSavingData = 'connection' in navigator && hasSaveData(navigator.connection)
  return createAutoplay({
    advance,
    intervalMs: gallery.autoplayMs,
    startsPaused: isSavingData || matchMedia('(prefers-reduced-motion: reduce), (hover: none)').matches,
  })
}

function hasSaveData(connection: unknown): boolean {
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
}

/** Sends the visitor's events to the autoplay, which stops under the pointer, with the focus inside, in the background and after
 * a selection. Returns a function that removes the listeners. */
function observeVisitor(viewport: HTMLElement, { send }: Autoplay): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const handleHover = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') send(event.type === 'pointerenter' ? 'enter' : 'leave')
  }
  viewport.addEventListener('pointerenter', handleHover, { signal })
  viewport.addEventListener('pointerleave', handleHover, { signal })
  viewport.addEventListener('focusin', () => send('focus'), { signal })
  viewport.addEventListener('focusout', () => send('blur'), { signal })
  viewport.addEventListener('click', () => send('pause'), { signal })
  viewport.addEventListener('keydown', ({ key }) => key.startsWith('Arrow') && send('pause'), { signal })
  document.addEventListener('visibilitychange', () => send(document.hidden ? 'hide' : 'show'), { signal })
  const motion = matchMedia('(prefers-reduced-motion: reduce)')
  motion.addEventListener('change', () => motion.matches && send('pause'), { signal })
  return () => controller.abort()
}
