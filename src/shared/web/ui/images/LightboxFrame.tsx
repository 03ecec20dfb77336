import { X, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import {
  ACTION_CLOSE,
  ACTION_NEXT,
  ACTION_PREV,
  useEvents,
  useLightboxState,
} from 'yet-another-react-lightbox'
import { Picture } from './Picture.tsx'

/** A picture in the full-screen view. */
export type FullPicture = {
  src: string
  alt: string
  /** Only the ratio counts; a square when unknown. */
  width?: number
  height?: number
  /** The title above the picture, and `detail` in a line below the title. */
  title: string
  detail?: string
}

export type ZoomControl = {
  isIn: boolean
  /** Zooms in at a point, in px from the center of the picture, or zooms out. */
  toggle: (x?: number, y?: number) => void
  in: () => void
  out: () => void
  reset: () => void
}

type LightboxFrameProps = { pictures: FullPicture[]; zoom: ZoomControl; children: ReactNode }

/** The frame of the full-screen view: the title and buttons above the picture, the thumbnails below it. */
export function LightboxFrame({ pictures, zoom, children }: LightboxFrameProps) {
  const { currentIndex } = useLightboxState()
  const { publish } = useEvents()
  const current = pictures[currentIndex]
  const actionByKey: Partial<Record<string, () => void>> = {
    Escape: () => publish(ACTION_CLOSE),
    ArrowLeft: () => publish(ACTION_PREV),
    ArrowRight: () => publish(ACTION_NEXT),
    '+': zoom.in,
    '=': zoom.in,
    '-': zoom.out,
    '0': zoom.reset,
  }
  /**
   * When the picture has the focus, the library handles most keys and stops their propagation. When the bars
   * around it have the focus, this function handles the same keys.
   */
  function handleKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) {
    if (!ctrlKey && !metaKey && !altKey) actionByKey[key]?.()
  }
  function handleDoubleClick({ currentTarget, clientX, clientY, target }: MouseEvent) {
    if (target instanceof Element && target.closest('button')) return
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    zoom.toggle(clientX - left - width / 2, clientY - top - height / 2)
  }
  function goToPicture(index: number) {
    const count = Math.abs(index - currentIndex)
    if (count > 0) publish(index > currentIndex ? ACTION_NEXT : ACTION_PREV, { count })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the buttons inside
    <div className="lightbox__frame" onKeyDown={handleKey}>
      <LightboxBar
        picture={current}
        position={`${currentIndex + 1} / ${pictures.length}`}
        zoom={zoom}
        onClose={() => publish(ACTION_CLOSE)}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button above and keys do the same */}
      <div className="lightbox__stage" onDoubleClick={handleDoubleClick}>
        {children}
      </div>
      {pictures.length > 1 && <Strip pictures={pictures} current={currentIndex} onGo={goToPicture} />}
    </div>
  )
}

type LightboxBarProps = {
  picture: FullPicture | undefined
  /** The number of the picture, and of all pictures. */
  position: string
  zoom: ZoomControl
  onClose: () => void
}

function LightboxBar({ picture, position, zoom, onClose }: LightboxBarProps) {
  return (
    <div className="lightbox__top">
      <p className="lightbox__caption" aria-live="polite">
        <b>{picture?.title}</b>
        {picture?.detail && <span>{picture.detail}</span>}
      </p>
      <span className="tabular-nums small" aria-hidden>
        {position}
      </span>
      <button type="button" className="btn btn--icon" onClick={() => zoom.toggle()}>
        {zoom.isIn ? <ZoomOut className="icon" aria-hidden /> : <ZoomIn className="icon" aria-hidden />}
        <span className="visually-hidden">{zoom.isIn ? 'Zoom out' : 'Zoom in'}</span>
      </button>
      <button type="button" className="btn btn--icon" onClick={onClose}>
        <X className="icon" aria-hidden />
        <span className="visually-hidden">Close</span>
      </button>
    </div>
  )
}

type StripProps = { pictures: FullPicture[]; current: number; onGo: (index: number) => void }

/**
 * The thumbnails as one tab stop. The arrow keys change the picture, and the focus moves to its thumbnail.
 */
function Strip({ pictures, current, onGo }: StripProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const all = list.current
    const thumb = all?.children[current]
    thumb?.scrollIntoView({ block: 'nearest', inline: 'center' })
    if (all?.contains(document.activeElement)) thumb?.querySelector('button')?.focus({ preventScroll: true })
  }, [current])
  function handleKey({ key }: KeyboardEvent) {
    if (key === 'Home') onGo(0)
    if (key === 'End') onGo(pictures.length - 1)
  }
  return (
    <ul className="lightbox__strip" ref={list} onKeyDown={handleKey}>
      {pictures.map(({ src }, index) => (
        <li key={src}>
          <button
            type="button"
            className="lightbox__thumb"
            aria-current={index === current || undefined}
            tabIndex={index === current ? undefined : -1}
            onClick={() => onGo(index)}
          >
            <Picture
              src={src}
              alt={`Photo ${index + 1} of ${pictures.length}`}
              width={1}
              height={1}
              sizes="56px"
              maxWidth={160}
            />
          </button>
        </li>
      ))}
    </ul>
  )
}
