import { ArrowLeft, ArrowRight, GripVertical, Trash2 } from 'lucide-react'
import { type PointerEvent, type ReactNode, useState } from 'react'
import { getImageUrl } from '#shared/image-urls.ts'
import { pictureText } from '../../add-product-texts.ts'

type PictureTileProps = {
  picture: string
  /** The 1-based position. */
  position: number
  total: number
  onStep: (by: 1 | -1) => void
  onGrip: (event: PointerEvent) => void
  onRemove: () => void
}

/** A picture of the product with two arrows and a grip to move it. The first picture is the thumbnail. */
export function PictureTile({ picture, position, total, onStep, onGrip, onRemove }: PictureTileProps) {
  const [isBroken, setBroken] = useState(false)
  const name = `photo ${position}`
  return (
    <li className="picture-tile" data-picture={picture}>
      {isBroken ? (
        <span className="picture-tile__broken">{pictureText.broken}</span>
      ) : (
        <img
          src={getImageUrl(picture, 320)}
          width={160}
          height={160}
          alt={`${position} of ${total}`}
          draggable={false}
          onError={() => setBroken(true)}
        />
      )}
      {position === 1 && <span className="picture-tile__first">Thumbnail</span>}
      <div className="picture-tile__acts">
        <TileButton
          action="back"
          label={`Move ${name} back`}
          isDisabled={position === 1}
          onClick={() => onStep(-1)}
        >
          <ArrowLeft className="icon icon--s" aria-hidden />
        </TileButton>
        <span className="picture-tile__grip" onPointerDown={onGrip} aria-hidden>
          <GripVertical className="icon icon--s" />
        </span>
        <TileButton
          action="forward"
          label={`Move ${name} forward`}
          isDisabled={position === total}
          onClick={() => onStep(1)}
        >
          <ArrowRight className="icon icon--s" aria-hidden />
        </TileButton>
        <TileButton action="remove" label={`Remove ${name}`} onClick={onRemove}>
          <Trash2 className="icon icon--s" aria-hidden />
        </TileButton>
      </div>
    </li>
  )
}

export type TileAction = 'back' | 'forward' | 'remove'
type TileButtonProps = {
  action: TileAction
  label: string
  isDisabled?: boolean
  onClick: () => void
  children: ReactNode
}

function TileButton({ action, label, isDisabled = false, onClick, children }: TileButtonProps) {
  return (
    <button
      type="button"
      className="btn btn--quiet btn--icon"
      data-act={action}
      aria-disabled={isDisabled || undefined}
      onClick={() => isDisabled || onClick()}
    >
      {children}
      <span className="visually-hidden">{label}</span>
    </button>
  )
}
