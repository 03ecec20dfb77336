import { Info } from 'lucide-react'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import type { NumberedPhoto, PhotoGroup } from '../photo-groups.ts'
import { PhotoLink } from './PhotoLink.tsx'

type PhotoGroupViewProps = {
  group: PhotoGroup
  /** The number of photos in all groups. */
  total: number
  /** The photos show another variant than the chosen one. */
  isOther: boolean
  /** The number of thumbnails on phones; the last one shows how many more photos there are. */
  tilesOnPhones: number
  onOpen: (number: number) => void
}

export function PhotoGroupView({ group, total, isOther, tilesOnPhones, onOpen }: PhotoGroupViewProps) {
  const { title, detail, variantNames, photos } = group
  const hiddenCount = photos.length - tilesOnPhones + 1
  const details = [detail, !isOther && variantNames].filter(Boolean).join(' · ')
  return (
    <section className="qc-set">
      <div className="qc-set__head">
        <span className="qc-set__mark" aria-hidden>
          {getSourceInitials(title)}
        </span>
        <h3 className="qc-set__title">{title}</h3>
        <p className="qc-set__detail">
          {details && <span>{details}</span>}
          {isOther && (
            <span className="flag">
              <Info className="icon icon--s" aria-hidden />
              <span>{`Shows ${variantNames || title}`}</span>
            </span>
          )}
        </p>
        <span className="qc-set__count tabular-nums">
          {`${photos.length} ${photos.length === 1 ? 'photo' : 'photos'}`}
        </span>
      </div>
      <ul className="qc-set__grid">
        {photos.map((photo, index) => (
          <li
            key={photo.url}
            className={index < tilesOnPhones ? 'qc-set__item' : 'qc-set__item qc-set__item--rest'}
          >
            <PhotoThumbnail photo={photo} total={total} onOpen={onOpen}>
              {index === tilesOnPhones - 1 && hiddenCount > 1 ? hiddenCount : undefined}
            </PhotoThumbnail>
          </li>
        ))}
      </ul>
    </section>
  )
}

type PhotoThumbnailProps = {
  photo: NumberedPhoto
  total: number
  onOpen: (number: number) => void
  /** The number of photos that phones do not show. */
  children: number | undefined
}

function PhotoThumbnail({ photo, total, onOpen, children: moreCount }: PhotoThumbnailProps) {
  const { url, number, width, height, finding } = photo
  return (
    <PhotoLink photo={photo} onOpen={onOpen} className="photo-thumb">
      <Picture
        src={url}
        alt={`QC photo ${number} of ${total}${finding ? `: ${finding}` : ''}`}
        width={width}
        height={height}
        sizes="(min-width: 900px) 210px, calc(33vw - 14px)"
        maxWidth={480}
      />
      <span className="photo-thumb__number" aria-hidden>
        {number}
      </span>
      {moreCount && (
        <span className="photo-thumb__more" aria-hidden>
          {`+${moreCount}`}
        </span>
      )}
    </PhotoLink>
  )
}

/** 'Warehouse A' is WA, '19 Nov 2026' 19, 'CNFans warehouse' CN, 'Photos by Ann Lee' AL. */
function getSourceInitials(title: string): string {
  const capitals = title.replace('Photos by', '').match(/\p{Lu}|\d/gu) ?? [...title]
  return capitals.slice(0, 2).join('')
}
