import { Info } from 'lucide-react'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import type { NumberedPhoto, PhotoGroup } from '../photo-groups.ts'
import { PhotoLink } from './PhotoLink.tsx'

type PhotoGroupViewProps = {
  set: PhotoGroup
  /** Of all sets together. */
  total: number
  /** The photos show another variant than the chosen one. */
  isOther: boolean
  /** How many of its tiles phones show; the last of them says how many more there are. */
  tilesOnPhones: number
  onOpen: (number: number) => void
}

export function PhotoGroupView({ set, total, isOther, tilesOnPhones, onOpen }: PhotoGroupViewProps) {
  const { title, detail, shows, photos } = set
  const hidden = photos.length - tilesOnPhones + 1
  const facts = [detail, !isOther && shows].filter(Boolean).join(' · ')
  return (
    <section className="qc-set">
      <div className="qc-set__head">
        <span className="qc-set__mark" aria-hidden>
          {getSourceInitials(title)}
        </span>
        <h3 className="qc-set__title">{title}</h3>
        <p className="qc-set__detail">
          {facts && <span>{facts}</span>}
          {isOther && (
            <span className="flag">
              <Info className="icon icon--s" aria-hidden />
              <span>{`Shows ${shows || title}`}</span>
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
            <Tile photo={photo} total={total} onOpen={onOpen}>
              {index === tilesOnPhones - 1 && hidden > 1 ? hidden : undefined}
            </Tile>
          </li>
        ))}
      </ul>
    </section>
  )
}

type TileProps = {
  photo: NumberedPhoto
  total: number
  onOpen: (number: number) => void
  /** How many photos are hidden behind this tile on phones. */
  children: number | undefined
}

function Tile({ photo, total, onOpen, children: more }: TileProps) {
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
      {more && (
        <span className="photo-thumb__more" aria-hidden>
          {`+${more}`}
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
