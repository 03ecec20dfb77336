import { ZoomIn } from 'lucide-react'
import type { NumberedPhoto } from '../sets.ts'
import { PhotoLink } from './PhotoLink.tsx'

type QcFindingsProps = { photos: NumberedPhoto[]; onOpen: (number: number) => void }

/** What somebody who looked at the photos found on them. */
export function QcFindings({ photos, onOpen }: QcFindingsProps) {
  return (
    <section className="panel qc__findings" aria-labelledby="findings-heading">
      <h3 className="panel__title" id="findings-heading">
        What the photos show
      </h3>
      <ul className="findings">
        {photos.map((photo) => (
          <li key={photo.url} className="findings__item">
            <ZoomIn className="icon" aria-hidden />
            <b>{photo.finding}</b>
            <em>Look closer</em>
            <span>
              <PhotoLink photo={photo} onOpen={onOpen}>
                Photo {photo.number}
              </PhotoLink>
              {photo.variant && <> · {photo.variant}</>}
            </span>
          </li>
        ))}
      </ul>
      <p className="findings__note">A photo cannot prove material or authenticity.</p>
    </section>
  )
}
