import { useState } from 'react'
import './PhotoStrip.css'
import { getImageUrl } from '#shared/image-urls.ts'
import { LazyLightbox, preloadLightbox } from './LazyLightbox.tsx'
import { Picture } from './Picture.tsx'

type PhotoStripProps = {
  /** Without a size they are shown as squares. */
  photos: readonly { url: string; width?: number; height?: number }[]
  /** What the photos are together: 'Your photos'. */
  label: string
}

/** Photos side by side, each of which opens in full size. */
export function PhotoStrip({ photos, label }: PhotoStripProps) {
  const [openIndex, setOpenIndex] = useState<number>()
  const formatPhotoName = (index: number) => `Photo ${index + 1} of ${photos.length}`
  return (
    <>
      <ul className="photo-strip">
        {photos.map(({ url, width = 96, height = 96 }, index) => (
          <li key={url}>
            <a
              className="photo-strip__photo"
              href={getImageUrl(url, 1600)}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return
                event.preventDefault()
                setOpenIndex(index)
              }}
              onPointerEnter={preloadLightbox}
              onFocus={preloadLightbox}
            >
              <Picture
                src={url}
                alt={formatPhotoName(index)}
                width={width}
                height={height}
                sizes="120px"
                maxWidth={320}
              />
            </a>
          </li>
        ))}
      </ul>
      <LazyLightbox
        label={label}
        pictures={photos.map(({ url, ...size }, index) => ({
          src: url,
          ...size,
          alt: formatPhotoName(index),
          title: label,
        }))}
        index={openIndex}
        onClose={() => setOpenIndex(undefined)}
      />
    </>
  )
}
