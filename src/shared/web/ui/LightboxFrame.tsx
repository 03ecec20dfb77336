import { X, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import {
  ACTION_CLOSE,
  ACTION_NEXT,
  ACTION_PREV,
  useEvents,
  useLightboxState,
} from 'yet-another-react-lightbox'
import type { FullPicture } from './FullSizeView.tsx'
import { Picture } from './Picture.tsx'

export type ZoomControl = { isIn: boolean; toggle: () => void }

type LightboxFrameProps = { pictures: FullPicture[]; zoom: ZoomControl; children: ReactNode }

/** What the picture is above it, all of them small beneath it. */
export function LightboxFrame({ pictures, zoom, children }: LightboxFrameProps) {
  const { currentIndex } = useLightboxState()
  const { publish } = useEvents()
  const current = pictures[currentIndex]
  /** The picture's own keys are the library's; here are those of the bars around it. */
  function handleKey({ key }: KeyboardEvent) {
    if (key === 'Escape') publish(ACTION_CLOSE)
    if (key === 'ArrowLeft') publish(ACTION_PREV)
    if (key === 'ArrowRight') publish(ACTION_NEXT)
  }
  function go(index: number) {
    const count = Math.abs(index - currentIndex)
    if (count > 0) publish(index > currentIndex ? ACTION_NEXT : ACTION_PREV, { count })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the buttons inside
    <div className="lightbox__frame" onKeyDown={handleKey}>
      <div className="lightbox__top">
        <p className="lightbox__caption">
          <b>{current?.title}</b>
          {current?.detail && <span>{current.detail}</span>}
        </p>
        <span className="num small" aria-hidden>
          {currentIndex + 1} / {pictures.length}
        </span>
        <button type="button" className="btn btn--icon" onClick={zoom.toggle}>
          {zoom.isIn ? <ZoomOut className="icon" aria-hidden /> : <ZoomIn className="icon" aria-hidden />}
          <span className="vh">{zoom.isIn ? 'Zoom out' : 'Zoom in'}</span>
        </button>
        <button type="button" className="btn btn--icon" onClick={() => publish(ACTION_CLOSE)}>
          <X className="icon" aria-hidden />
          <span className="vh">Close</span>
        </button>
      </div>
      <div className="lightbox__stage">{children}</div>
      {pictures.length > 1 && <Strip pictures={pictures} current={currentIndex} onGo={go} />}
    </div>
  )
}

type StripProps = { pictures: FullPicture[]; current: number; onGo: (index: number) => void }

function Strip({ pictures, current, onGo }: StripProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const thumb = list.current?.children[current]
    thumb?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])
  return (
    <ul className="lightbox__strip" ref={list}>
      {pictures.map(({ src }, index) => (
        <li key={src}>
          <button
            type="button"
            className="lightbox__thumb"
            aria-current={index === current || undefined}
            onClick={() => onGo(index)}
          >
            <Picture src={src} alt={`Picture ${index + 1}`} width={1} height={1} sizes="56px" longest={160} />
          </button>
        </li>
      ))}
    </ul>
  )
}
