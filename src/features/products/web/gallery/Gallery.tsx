import './Gallery.css'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { type PhotoLook, parseLook } from '#features/visitor/look.ts'
import { useLook } from '#features/visitor/web/look/use-look.ts'
import { getImageUrl } from '#shared/image-urls.ts'
import { useSearchParams } from '#shared/web/navigation/router.tsx'
import { LazyLightbox, preloadLightbox } from '#shared/web/ui/images/LazyLightbox.tsx'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import { GalleryPrint, NoPrint } from './GalleryPrint.tsx'
import type { GalleryFrame } from './gallery-frame.ts'
import { LookControl } from './LookControl.tsx'
import { ThumbnailStrip } from './ThumbnailStrip.tsx'
import { useHoverZoom } from './use-hover-zoom.ts'

type GalleryProps = {
  /** The first frame is the seller's photo of the chosen variant. */
  frames: GalleryFrame[]
  /** The index of the QC photo beside it; -1 when there is none. */
  pairedIndex: number
  /** The QC photos are loaded and there are none. */
  hasNoQcPhotos: boolean
  /** The number and age of the QC photos, as a link to them. */
  badge: ReactNode
}

/**
 * The displayed width, for the attribute `sizes`. On phones with three device pixels per px, two are enough: a third would
 * double the file size. Zooming loads the larger file.
 */
const sizes =
  '(min-width: 1344px) 680px, (min-width: 900px) 50vw, (min-width: 600px) 520px, (min-resolution: 2.5dppx) calc((100vw - 38px) * 0.67), calc(100vw - 38px)'

/**
 * The item's photos (§2): a large one, a small print of its counterpart (the seller's photo beside the QC photo), all
 * thumbnails below, and the full-size view on demand.
 */
export function Gallery({ frames, pairedIndex, hasNoQcPhotos, badge }: GalleryProps) {
  const { index, isPicked, hasChanged, choosePhotoLook, showFrame } = useVisibleFrame(frames, pairedIndex)
  const isRealityUrl = parseLook(useSearchParams()) === 'reality'
  const [openIndex, setOpenIndex] = useState<number>()
  const frame = frames[index]
  if (!frame) return null
  const isQcPhoto = frame.photoLook === 'reality'
  const followsLook = !isPicked && pairedIndex >= 0
  // Unless a frame was picked, both photos are rendered, and the style sheet shows one before JavaScript runs.
  const visibleFrames = followsLook
    ? frames.filter((_, frameIndex) => frameIndex === pairedIndex || (frameIndex === 0 && !isRealityUrl))
    : [frame]
  return (
    <div className="gallery" data-turned={hasChanged || undefined}>
      <div className="gallery__mat surface-mat">
        <div className="ruler-ticks gallery__ruler" aria-hidden />
        <div className="ruler-ticks ruler-ticks--v gallery__ruler gallery__ruler--side" aria-hidden />
        <MainPhoto
          frame={frame}
          visibleFrames={visibleFrames}
          followsLook={followsLook}
          position={`${index + 1} / ${frames.length}`}
          onOpen={() => setOpenIndex(index)}
        />
        {isQcPhoto && <div className="gallery__badge">{badge}</div>}
        <div className="gallery__under">
          {pairedIndex >= 0 && <LookControl value={frame.photoLook} onChange={choosePhotoLook} />}
          {hasNoQcPhotos && <p className="gallery__say">We don't have QC photos of this item yet.</p>}
        </div>
        {pairedIndex >= 0 && (
          <GalleryPrint
            frame={frames[isQcPhoto ? 0 : pairedIndex]}
            badge={isQcPhoto ? null : badge}
            onSwap={() => showFrame(isQcPhoto ? 0 : pairedIndex)}
          />
        )}
        {hasNoQcPhotos && <NoPrint />}
      </div>
      <ThumbnailStrip frames={frames} selectedIndex={index} onSelect={showFrame} onOpen={setOpenIndex} />
      <LazyLightbox
        label="Photos"
        pictures={frames}
        index={openIndex}
        onClose={() => setOpenIndex(undefined)}
        onView={showFrame}
      />
    </div>
  )
}

type MainPhotoProps = {
  frame: GalleryFrame
  /** The frame, or both photos of the pair. */
  visibleFrames: GalleryFrame[]
  /** The photo mode decides which photo is visible. */
  followsLook: boolean
  /** The number of the frame, and of all frames. */
  position: string
  onOpen: () => void
}

/** The large photo, which zooms under the pointer and opens the full-size view. */
function MainPhoto({ frame, visibleFrames, followsLook, position, onOpen }: MainPhotoProps) {
  const { isZoomed, hasZoomed, handlers } = useHoverZoom()
  const getFrameClass = ({ photoLook }: GalleryFrame) => (followsLook ? `look-${photoLook}` : '')
  function handleClick(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onOpen()
  }
  return (
    <a
      className="gallery__main"
      href={getImageUrl(frame.src, 1600)}
      data-zoomed={isZoomed || undefined}
      onClick={handleClick}
      onFocus={preloadLightbox}
      {...handlers}
    >
      <span className="gallery__frame" key={visibleFrames.length > 1 ? 'looks' : frame.src}>
        {visibleFrames.map((visible) => (
          <Picture
            key={visible.src}
            className={getFrameClass(visible)}
            src={visible.src}
            alt={visible.alt}
            width={1080}
            height={1080}
            sizes={hasZoomed ? '1600px' : sizes}
            maxWidth={1600}
            priority={visible === visibleFrames[0]}
          />
        ))}
      </span>
      <span className="gallery__tag" aria-hidden>
        {visibleFrames.map((visible) => (
          <span key={visible.src} className={getFrameClass(visible)}>
            {visible.photoLook === 'reality'
              ? ['QC photo', visible.otherVariant].filter(Boolean).join(' · ')
              : "Seller's photo"}
          </span>
        ))}
      </span>
      <span className="gallery__count tabular-nums" aria-hidden>
        {position}
      </span>
    </a>
  )
}

/** The frame of the large photo: the pressed one until another variant is chosen, else that of the photo mode. */
function useVisibleFrame(frames: readonly GalleryFrame[], pairedIndex: number) {
  const [photoLook, setPhotoLook] = useLook()
  const [pressed, setPressed] = useState<{ src: string; variant: string | undefined }>()
  const [hasChanged, setHasChanged] = useState(false)
  const variant = frames[0]?.src
  const pressedIndex = pressed?.variant === variant ? frames.findIndex(({ src }) => src === pressed?.src) : -1
  const defaultIndex = photoLook === 'reality' && pairedIndex >= 0 ? pairedIndex : 0
  return {
    index: pressedIndex >= 0 ? pressedIndex : defaultIndex,
    isPicked: pressedIndex >= 0,
    /** The visitor changed the photo, so changes are animated from now on. */
    hasChanged,
    showFrame(index: number) {
      setHasChanged(true)
      setPressed({ src: frames[index]?.src ?? '', variant })
    },
    choosePhotoLook(next: PhotoLook) {
      setHasChanged(true)
      setPressed(undefined)
      setPhotoLook(next)
    },
  }
}
