import './ThumbnailStrip.css'
import { type KeyboardEvent, type MouseEvent, startTransition, useEffect, useState } from 'react'
import { getImageUrl } from '#shared/image-urls.ts'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import { gallery } from '../../texts-and-limits.ts'
import type { GalleryFrame } from './gallery-frame.ts'

/** Without them the strip still scrolls, so a failed load is no failure of the page. */
const loadControls = async () => (await import('./ThumbControls.tsx')).ThumbControls

type ThumbnailStripProps = {
  frames: GalleryFrame[]
  selectedIndex: number
  onSelect: (index: number) => void
  onOpen: (index: number) => void
}

/**
 * The thumbnails: a carousel above four, otherwise a grid of four columns (§2). A press shows the photo, Enter opens it in full
 * size. Without JavaScript each is a link to its file. The strip is one tab stop; arrow keys move inside.
 */
export function ThumbnailStrip({ frames, selectedIndex, onSelect, onOpen }: ThumbnailStripProps) {
  const isCarousel = frames.length > gallery.carouselAbove
  const isHydrated = useHydrated()
  const [viewport, setViewport] = useState<HTMLElement | null>(null)
  const ThumbControls = useLazyComponent(loadControls, viewport !== null)
  const lastIndex = frames.length - 1
  function handleKey(event: KeyboardEvent<HTMLElement>) {
    const targetIndex = getTargetIndex(event.key, selectedIndex, lastIndex)
    if (event.key === 'Enter') {
      event.preventDefault()
      onOpen(selectedIndex)
    }
    if (targetIndex === undefined) return
    event.preventDefault()
    viewport?.querySelectorAll('a')[targetIndex]?.focus({ preventScroll: isCarousel })
    onSelect(targetIndex)
  }
  return (
    <div className={isCarousel ? 'thumbs thumbs--carousel' : 'thumbs'}>
      {isCarousel && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend into a row of buttons
        <div className="thumbs__controls" role="group" aria-label="Photos, controls">
          {viewport && ThumbControls && <ThumbControls viewport={viewport} selectedIndex={selectedIndex} />}
        </div>
      )}
      <div className="thumbs__view" ref={isHydrated ? setViewport : undefined}>
        <ul className={getListClass(isCarousel, frames.length)} onKeyDown={handleKey}>
          {frames.map((frame, index) => (
            <Thumb
              key={frame.label}
              frame={frame}
              isSelected={index === selectedIndex}
              isTabStop={!isHydrated || index === selectedIndex}
              onSelect={() => onSelect(index)}
            />
          ))}
        </ul>
      </div>
    </div>
  )
}

/**
 * With exactly five images, four fill the strip, because otherwise it could not loop. With more, half of the fifth is visible
 * as a hint.
 */
function getListClass(isCarousel: boolean, count: number): string {
  return isCarousel && count === gallery.slides + 1 ? 'thumbs__list thumbs__list--four' : 'thumbs__list'
}

function getTargetIndex(key: string, selectedIndex: number, lastIndex: number): number | undefined {
  if (key === 'ArrowRight') return selectedIndex === lastIndex ? 0 : selectedIndex + 1
  if (key === 'ArrowLeft') return selectedIndex === 0 ? lastIndex : selectedIndex - 1
  if (key === 'Home') return 0
  return key === 'End' ? lastIndex : undefined
}

type ThumbProps = { frame: GalleryFrame; isSelected: boolean; isTabStop: boolean; onSelect: () => void }

function Thumb({ frame: { src, label, number }, isSelected, isTabStop, onSelect }: ThumbProps) {
  function handleClick(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onSelect()
  }
  return (
    <li className="thumbs__item">
      <a
        className="thumb"
        href={getImageUrl(src, 1600)}
        aria-current={isSelected || undefined}
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

/** Whether hydration has finished; false on the server. */
function useHydrated(): boolean {
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => startTransition(() => setHydrated(true)), [])
  return isHydrated
}
