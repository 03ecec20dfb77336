import './QcFindings.css'
import { ZoomIn } from 'lucide-react'
import { useRef } from 'react'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import { useNearViewport } from '#shared/web/hooks/use-near-viewport.ts'
import type { NumberedPhoto } from '../photo-groups.ts'
import { PhotoLink } from './PhotoLink.tsx'

type QcFindingsProps = {
  /** Identifies the item among those whose marks this device stores. */
  itemKey: string
  /** Those with a finding. */
  photos: NumberedPhoto[]
  onOpen: (number: number) => void
}

const loadChecklist = async () => (await import('./QcChecklist.tsx')).QcChecklist

/** The findings on the photos, and the checklist for the visitor. */
export function QcFindings({ itemKey, photos, onOpen }: QcFindingsProps) {
  const section = useRef<HTMLElement>(null)
  const Checklist = useLazyComponent(loadChecklist, useNearViewport(section))
  const className = photos.length > 0 ? 'panel qc-findings' : 'panel qc-findings js-only'
  return (
    <section className={className} aria-labelledby="findings-heading" ref={section}>
      <div className="qc-findings__found">
        <h3 className="panel__title" id="findings-heading">
          What the photos show
        </h3>
        {photos.length > 0 && <FindingsList photos={photos} onOpen={onOpen} />}
        <p className="qc-findings__hint js-only">
          {photos.length === 0 && 'Nobody has written down yet what they show. '}
          Look for yourself; your marks stay on this device.
        </p>
      </div>
      <div className="qc-findings__checks js-only">{Checklist && <Checklist itemKey={itemKey} />}</div>
      <p className="qc-findings__note">A photo cannot prove material or authenticity.</p>
    </section>
  )
}

function FindingsList({ photos, onOpen }: Pick<QcFindingsProps, 'photos' | 'onOpen'>) {
  return (
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
  )
}
