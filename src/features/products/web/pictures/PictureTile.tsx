import { ArrowLeft, ArrowRight, GripVertical, Trash2 } from 'lucide-react'
import { type PointerEvent, type ReactNode, useState } from 'react'
import { getImageUrl } from '#shared/image-urls.ts'
import { pictureText } from '../../add-product-spec.ts'

type PictureTileProps = {
  picture: string
  /** From 1 on. */
  place: number
  total: number
  onStep: (by: 1 | -1) => void
  onGrip: (event: PointerEvent) => void
  onRemove: () => void
}

/** A picture of the product: two arrows and a grip move it, the first is the thumbnail. */
export function PictureTile({ picture, place, total, onStep, onGrip, onRemove }: PictureTileProps) {
  const [isBroken, setBroken] = useState(false)
  const name = `photo ${place}`
  return (
    <li className="picture-tile" data-picture={picture}>
      {isBroken ? (
        <span className="picture-tile__broken">{pictureText.broken}</span>
      ) : (
        <img
          src={getImageUrl(picture, 320)}
          width={160}
          height={160}
          alt={`${place} of ${total}`}
          draggable={false}
          onError={() => setBroken(true)}
        />
      )}
      {place === 1 && <span className="picture-tile__first">Thumbnail</span>}
      <div className="picture-tile__acts">
        <TileButton act="back" label={`Move ${name} back`} isOff={place === 1} onClick={() => onStep(-1)}>
          <ArrowLeft className="icon icon--s" aria-hidden />
        </TileButton>
        <span className="picture-tile__grip" onPointerDown={onGrip} aria-hidden>
          <GripVertical className="icon icon--s" />
        </span>
        <TileButton
          act="forward"
          label={`Move ${name} forward`}
          isOff={place === total}
          onClick={() => onStep(1)}
        >
          <ArrowRight className="icon icon--s" aria-hidden />
        </TileButton>
        <TileButton act="remove" label={`Remove ${name}`} onClick={onRemove}>
          <Trash2 className="icon icon--s" aria-hidden />
        </TileButton>
      </div>
    </li>
  )
}

export type TileAct = 'back' | 'forward' | 'remove'
type TileButtonProps = {
  act: TileAct
  label: string
  isOff?: boolean
  onClick: () => void
  children: ReactNode
}

function TileButton({ act, label, isOff = false, onClick, children }: TileButtonProps) {
  return (
    <button
      type="button"
      className="btn btn--quiet btn--icon"
      data-act={act}
      aria-disabled={isOff || undefined}
      onClick={() => isOff || onClick()}
    >
      {children}
      <span className="visually-hidden">{label}</span>
    </button>
  )
}
