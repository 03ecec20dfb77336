import './Gallery.css'
import { ZoomIn } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { getImageUrl } from '#shared/image-urls.ts'
import { LazyLightbox, preloadLightbox } from '#shared/web/ui/images/LazyLightbox.tsx'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import { ThumbnailStrip } from './ThumbnailStrip.tsx'
import { useHoverZoom } from './use-hover-zoom.ts'

type GalleryProps = {
  /** The item's name, for the images' alternative texts. */
  name: string
  pictures: string[]
  chosen: number
  onChoose: (index: number) => void
}

/**
 * The displayed width. Of a phone's three device pixels per px two suffice: the third costs as much again,
 * and zooming loads it.
 */
const sizes =
  '(min-width: 1344px) 680px, (min-width: 900px) 50vw, (min-width: 600px) 520px, (min-resolution: 2.5dppx) calc((100vw - 34px) * 0.67), calc(100vw - 34px)'

/** The seller's images on the mat: one large, all thumbnails below, and full size on demand (§2). */
export function Gallery({ name, pictures, chosen, onChoose }: GalleryProps) {
  const [open, setOpen] = useState<number>()
  const { isZoomed, hasZoomed, handlers } = useHoverZoom()
  const src = pictures[chosen] ?? ''
  function handleClick(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    setOpen(chosen)
  }
  const all = pictures.map((picture, index) => ({ src: picture, alt: getImageAlt(name, index), title: name }))
  return (
    <div className="gallery">
      <div className="gallery__mat surface-mat">
        <div className="ruler-ticks gallery__ruler" aria-hidden />
        <div className="ruler-ticks ruler-ticks--v gallery__ruler gallery__ruler--side" aria-hidden />
        <a
          className="gallery__main"
          href={getImageUrl(src, 1600)}
          data-zoomed={isZoomed || undefined}
          onClick={handleClick}
          onFocus={preloadLightbox}
          {...handlers}
        >
          <span className="gallery__frame">
            <Picture
              src={src}
              alt={`${getImageAlt(name, chosen)} of ${pictures.length}`}
              width={1080}
              height={1080}
              sizes={hasZoomed ? '1600px' : sizes}
              maxWidth={1600}
              priority
            />
          </span>
          <span className="gallery__count tabular-nums" aria-hidden>
            {chosen + 1} / {pictures.length}
          </span>
          <span className="gallery__zoom">
            <ZoomIn className="icon icon--s" aria-hidden />
            Zoom
          </span>
        </a>
      </div>
      <ThumbnailStrip pictures={pictures} chosen={chosen} onChoose={onChoose} onOpen={setOpen} />
      <LazyLightbox
        label="Seller's pictures"
        pictures={all}
        index={open}
        onClose={() => setOpen(undefined)}
        onView={onChoose}
      />
    </div>
  )
}

function getImageAlt(name: string, index: number): string {
  return `${name}, seller's picture ${index + 1}`
}
