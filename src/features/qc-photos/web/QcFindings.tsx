import './QcFindings.css'
import { ZoomIn } from 'lucide-react'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import type { NumberedPhoto } from '../photo-groups.ts'
import { PhotoLink } from './PhotoLink.tsx'

type QcFindingsProps = {
  /** The photos with a finding. */
  photos: NumberedPhoto[]
  onOpen: (number: number) => void
}

/** The findings, each beside its photo. */
export function QcFindings({ photos, onOpen }: QcFindingsProps) {
  return (
    <ul className="qc-findings" aria-label="Findings">
      {photos.map((photo) => (
        <li key={photo.url}>
          <PhotoLink photo={photo} onOpen={onOpen} className="finding">
            <Picture src={photo.url} alt="" width={1} height={1} sizes="96px" maxWidth={320} />
            <span className="finding__text">
              <span className="finding__flag">
                <ZoomIn className="icon icon--s" aria-hidden />
                Look closer
              </span>
              <b>{photo.finding}</b>
              <span className="finding__where">
                <span>{['Photo', photo.number].join(' ')}</span>
                {photo.variant && <span>{` · ${photo.variant}`}</span>}
              </span>
            </span>
          </PhotoLink>
        </li>
      ))}
    </ul>
  )
}
