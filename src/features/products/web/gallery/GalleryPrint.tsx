import { ImageOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import type { GalleryFrame } from './gallery-frame.ts'

type GalleryPrintProps = { frame: GalleryFrame | undefined; badge: ReactNode; onSwap: () => void }

/** The counterpart of the large photo as a small print. A press swaps the two. */
export function GalleryPrint({ frame, badge, onSwap }: GalleryPrintProps) {
  if (!frame) return null
  const kind = frame.photoLook === 'reality' ? 'QC photo' : "Seller's photo"
  return (
    <div className="gallery__print">
      <button type="button" className="gallery__swap" onClick={onSwap}>
        <span className="gallery__paper" key={frame.src}>
          <Picture
            src={frame.src}
            alt=""
            width={1}
            height={1}
            sizes="(min-width: 900px) 190px, (min-width: 600px) 150px, 100px"
            maxWidth={480}
          />
          <span className="gallery__caption" aria-hidden>
            <span>{kind}</span>
            {frame.day && (
              <>
                <span>{`, ${frame.day.slice(0, -5)}`}</span>
                <span className="gallery__year">{frame.day.slice(-5)}</span>
              </>
            )}
          </span>
        </span>
        <span className="visually-hidden">
          {frame.photoLook === 'reality' ? 'Show the QC photo' : "Show the seller's photo"}
        </span>
      </button>
      {badge}
    </div>
  )
}

/** Shown instead of the print when there are no QC photos. */
export function NoPrint() {
  return (
    <p className="gallery__print gallery__print--none">
      <ImageOff className="icon icon--s" aria-hidden />
      No QC photo yet
    </p>
  )
}
