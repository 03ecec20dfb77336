import './ThumbnailStrip.css'
import {
  type KeyboardEvent,
  lazy,
  type MouseEvent,
  Suspense,
  startTransition,
  useEffect,
  useState,
} from 'react'
import { getImageUrl } from '#shared/image-urls.ts'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import { gallery } from '../../spec.ts'
import type { GalleryFrame } from './gallery-frame.ts'

const ThumbControls = lazy(async () => ({ default: (await import('./ThumbControls.tsx')).ThumbControls }))

type ThumbnailStripProps = {
  frames: GalleryFrame[]
  chosen: number
  onChoose: (index: number) => void
  onOpen: (index: number) => void
}

/**
 * The thumbnails: a carousel above four, otherwise a grid of four columns (§2). A press shows one, Enter
 * opens it full size, and without script each is a link to its file. One tab stop, the arrow keys move.
 */
export function ThumbnailStrip({ frames, chosen, onChoose, onOpen }: ThumbnailStripProps) {
  const isCarousel = frames.length > gallery.carouselAbove
  const isHydrated = useHydrated()
  const [viewport, setViewport] = useState<HTMLElement | null>(null)
  const last = frames.length - 1
  function handleKey(event: KeyboardEvent<HTMLElement>) {
    const wanted = getTargetIndex(event.key, chosen, last)
    if (event.key === 'Enter') {
      event.preventDefault()
      onOpen(chosen)
    }
    if (wanted === undefined) return
    event.preventDefault()
    viewport?.querySelectorAll('a')[wanted]?.focus({ preventScroll: isCarousel })
    onChoose(wanted)
  }
  return (
    <div className={isCarousel ? 'thumbs thumbs--carousel' : 'thumbs'}>
      {isCarousel && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend into a row of buttons
        <div className="thumbs__controls" role="group" aria-label="Photos, controls">
          {viewport && (
            <Suspense>
              <ThumbControls viewport={viewport} chosen={chosen} />
            </Suspense>
          )}
        </div>
      )}
      <div className="thumbs__view" ref={isHydrated ? setViewport : undefined}>
        <ul className={listClass(isCarousel, frames.length)} onKeyDown={handleKey}>
          {frames.map((frame, index) => (
            <Thumb
              key={frame.label}
              frame={frame}
              isChosen={index === chosen}
              isTabStop={!isHydrated || index === chosen}
              onChoose={() => onChoose(index)}
            />
          ))}
        </ul>
      </div>
    </div>
  )
}

/**
 * With five images four fill the strip, or it could not loop; with more the fifth is cut in half as a hint.
 */
function listClass(isCarousel: boolean, count: number): string {
  return isCarousel && count === gallery.slides + 1 ? 'thumbs__list thumbs__list--four' : 'thumbs__list'
}

function getTargetIndex(key: string, chosen: number, last: number): number | undefined {
  if (key === 'ArrowRight') return chosen === last ? 0 : chosen + 1
  if (key === 'ArrowLeft') return chosen === 0 ? last : chosen - 1
  if (key === 'Home') return 0
  return key === 'End' ? last : undefined
}

type ThumbProps = { frame: GalleryFrame; isChosen: boolean; isTabStop: boolean; onChoose: () => void }

function Thumb({ frame: { src, label, number }, isChosen, isTabStop, onChoose }: ThumbProps) {
  function handleClick(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onChoose()
  }
  return (
    <li className="thumbs__item">
      <a
        className="thumb"
        href={getImageUrl(src, 1600)}
        aria-current={isChosen || undefined}
        tabIndex={isTabStop ? undefined : -1}
        draggable={false}
        onClick={handleClick}
      >
        <Picture
          src={src}
          alt={label}
          width={1}
          height={1}
          sizes="(min-width: 900px) 130px, (min-width: 600px) 112px, (min-resolution: 2.5dppx) 12vw, 18vw"
          maxWidth={320}
        />
        {number !== undefined && (
          <span className="thumb__qc" aria-hidden>
            {`QC ${number}`}
          </span>
        )}
      </a>
    </li>
  )
}

/** False on the server and while hydrating. */
function useHydrated(): boolean {
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => startTransition(() => setHydrated(true)), [])
  return isHydrated
}
