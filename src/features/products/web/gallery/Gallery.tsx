import './Gallery.css'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { getImageUrl } from '#shared/image-urls.ts'
import { type PhotoLook, parseLook } from '#shared/look.ts'
import { useSearchParams } from '#shared/web/navigation/router.tsx'
import { LazyLightbox, preloadLightbox } from '#shared/web/ui/images/LazyLightbox.tsx'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import { useLook } from '../look/use-look.ts'
import { GalleryPrint, NoPrint } from './GalleryPrint.tsx'
import type { GalleryFrame } from './gallery-frame.ts'
import { LookControl } from './LookControl.tsx'
import { ThumbnailStrip } from './ThumbnailStrip.tsx'
import { useHoverZoom } from './use-hover-zoom.ts'

type GalleryProps = {
  /** The first is the seller's of the chosen variant. */
  frames: GalleryFrame[]
  /** The QC photo beside it; -1 without any. */
  paired: number
  /** It is known that nobody has photos. */
  isWithoutPhotos: boolean
  /** The QC photos' count and age, which leads to them. */
  badge: ReactNode
}

/**
 * The displayed width. Of a phone's three device pixels per px two suffice: the third costs as much again,
 * and zooming loads it.
 */
const sizes =
  '(min-width: 1344px) 680px, (min-width: 900px) 50vw, (min-width: 600px) 520px, (min-resolution: 2.5dppx) calc((100vw - 38px) * 0.67), calc(100vw - 38px)'

/**
 * The item's photos on the mat: a large one with its counterpart as a print, the seller's beside the warehouse's;
 * all thumbnails below, and full size on demand (§2).
 */
export function Gallery({ frames, paired, isWithoutPhotos, badge }: GalleryProps) {
  const { shown, isPicked, hasTurned, choose, show } = useShownFrame(frames, paired)
  const isAsked = parseLook(useSearchParams()) === 'reality'
  const [open, setOpen] = useState<number>()
  const { isZoomed, hasZoomed, handlers } = useHoverZoom()
  const frame = frames[shown]
  if (!frame) return null
  const isReal = frame.photoLook === 'reality'
  // Unless one was picked both looks are there, of which the stylesheet shows one before the script runs.
  const visibleFrames =
    isPicked || paired < 0
      ? [frame]
      : frames.filter((_, index) => index === paired || (index === 0 && !isAsked))
  const classOf = ({ photoLook }: GalleryFrame) => (isPicked || paired < 0 ? '' : `look-${photoLook}`)
  function handleClick(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    setOpen(shown)
  }
  return (
    <div className="gallery" data-turned={hasTurned || undefined}>
      <div className="gallery__mat surface-mat">
        <div className="ruler-ticks gallery__ruler" aria-hidden />
        <div className="ruler-ticks ruler-ticks--v gallery__ruler gallery__ruler--side" aria-hidden />
        <a
          className="gallery__main"
          href={getImageUrl(frame.src, 1600)}
          data-zoomed={isZoomed || undefined}
          onClick={handleClick}
          onFocus={preloadLightbox}
          {...handlers}
        >
          <span className="gallery__frame" key={visibleFrames.length > 1 ? 'looks' : frame.src}>
            {visibleFrames.map((one) => (
              <Picture
                key={one.src}
                className={classOf(one)}
                src={one.src}
                alt={one.alt}
                width={1080}
                height={1080}
                sizes={hasZoomed ? '1600px' : sizes}
                maxWidth={1600}
                priority={one === visibleFrames[0]}
              />
            ))}
          </span>
          <span className="gallery__tag" aria-hidden>
            {visibleFrames.map((one) => (
              <span key={one.src} className={classOf(one)}>
                {one.photoLook === 'reality'
                  ? ['QC photo', one.other].filter(Boolean).join(' · ')
                  : "Seller's photo"}
              </span>
            ))}
          </span>
          <span className="gallery__count tabular-nums" aria-hidden>
            {`${shown + 1} / ${frames.length}`}
          </span>
        </a>
        {isReal && <div className="gallery__badge">{badge}</div>}
        <div className="gallery__under">
          {paired >= 0 && <LookControl value={frame.photoLook} onChange={choose} />}
          {isWithoutPhotos && <p className="gallery__say">We don't have QC photos of this item yet.</p>}
        </div>
        {paired >= 0 && (
          <GalleryPrint
            frame={frames[isReal ? 0 : paired]}
            badge={isReal ? null : badge}
            onSwap={() => show(isReal ? 0 : paired)}
          />
        )}
        {isWithoutPhotos && <NoPrint />}
      </div>
      <ThumbnailStrip frames={frames} chosen={shown} onChoose={show} onOpen={setOpen} />
      <LazyLightbox
        label="Photos"
        pictures={frames}
        index={open}
        onClose={() => setOpen(undefined)}
        onView={show}
      />
    </div>
  )
}

/** The large photo: one that was pressed, until another variant is chosen; else that of the chosen look. */
function useShownFrame(frames: readonly GalleryFrame[], paired: number) {
  const [photoLook, setPhotoLook] = useLook()
  const [pressed, setPressed] = useState<{ src: string; variant: string | undefined }>()
  const [hasTurned, setHasTurned] = useState(false)
  const variant = frames[0]?.src
  const wanted = pressed?.variant === variant ? frames.findIndex(({ src }) => src === pressed?.src) : -1
  const usual = photoLook === 'reality' && paired >= 0 ? paired : 0
  return {
    shown: wanted >= 0 ? wanted : usual,
    isPicked: wanted >= 0,
    /** Something was chosen, so that from now on photos fade into each other. */
    hasTurned,
    show(index: number) {
      setHasTurned(true)
      setPressed({ src: frames[index]?.src ?? '', variant })
    },
    choose(next: PhotoLook) {
      setHasTurned(true)
      setPressed(undefined)
      setPhotoLook(next)
    },
  }
}
