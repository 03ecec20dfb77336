import { ArrowLeft, ArrowRight, CircleAlert, type LucideIcon, RotateCcw, X } from 'lucide-react'
import { type ComponentProps, type ReactNode, useRef } from 'react'
import type { PhotoQueue, QueuedPhoto } from './photo-queue.ts'
import './PhotoTiles.css'

type PhotoTilesProps = {
  photos: readonly QueuedPhoto[]
  queue: PhotoQueue
  /** Called when the last photo is removed, so that the focus can move elsewhere. */
  onEmpty: () => void
  /** Content after the last photo. */
  children?: ReactNode
}

/** The photos in the order in which they will be shown. */
export function PhotoTiles({ photos, queue, onEmpty, children }: PhotoTilesProps) {
  const list = useRef<HTMLUListElement>(null)
  if (photos.length === 0 && !children) return null

  /**
   * Removes a photo and moves the focus to its neighbor, or to the button to add photos.
   */
  function remove(index: number, key: number) {
    const buttons = list.current?.querySelectorAll<HTMLElement>('.photo-tile__remove') ?? []
    const next = buttons[index + 1] ?? buttons[index - 1]
    if (next) next.focus()
    else onEmpty()
    queue.remove(key)
  }
  return (
    <ul className="photo-tiles" ref={list} aria-label="Photos to submit">
      {photos.map((photo, index) => (
        <PhotoTile
          key={photo.key}
          photo={photo}
          number={index + 1}
          isLast={index === photos.length - 1}
          onMove={(by) => queue.move(photo.key, by)}
          onRetry={() => queue.retry(photo.key)}
          onRemove={() => remove(index, photo.key)}
        />
      ))}
      {children}
    </ul>
  )
}

type PhotoTileProps = {
  photo: QueuedPhoto
  number: number
  isLast: boolean
  onMove: (by: 1 | -1) => void
  onRetry: () => void
  onRemove: () => void
}

function PhotoTile({ photo, number, isLast, onMove, onRetry, onRemove }: PhotoTileProps) {
  const { name, preview, state, share, problem } = photo
  return (
    <li className="photo-tile" data-state={state}>
      <span className="photo-tile__frame">
        {problem === undefined || state !== 'failed' ? (
          <img src={preview} alt={name} width={160} height={160} />
        ) : (
          <CircleAlert className="icon" aria-hidden />
        )}
        {state !== 'ready' && state !== 'failed' && (
          <progress
            className="photo-tile__progress"
            value={share}
            max={1}
            aria-label={`Upload of photo ${number}`}
          />
        )}
      </span>
      {state === 'failed' && (
        <p className="photo-tile__problem" role="alert">
          <span className="photo-tile__name">{name}</span>
          <span>{` ${problem ?? ''}`}</span>
        </p>
      )}
      <span className="photo-tile__acts">
        {state === 'failed' && (
          <TileButton
            title="Try Again"
            action="Try Again with"
            number={number}
            Icon={RotateCcw}
            onClick={onRetry}
          />
        )}
        <TileButton
          title="Move earlier"
          number={number}
          Icon={ArrowLeft}
          aria-disabled={number === 1 || undefined}
          onClick={() => onMove(-1)}
        />
        <TileButton
          title="Move later"
          number={number}
          Icon={ArrowRight}
          aria-disabled={isLast || undefined}
          onClick={() => onMove(1)}
        />
        <TileButton
          title="Remove"
          number={number}
          Icon={X}
          className="photo-tile__remove"
          onClick={onRemove}
        />
      </span>
    </li>
  )
}

type TileButtonProps = ComponentProps<'button'> & {
  title: string
  /** The words before the photo's number in the accessible name; the title by default. */
  action?: string
  /** The number of the photo. */
  number: number
  Icon: LucideIcon
}

function TileButton({ title, action = title, number, Icon, className = '', ...button }: TileButtonProps) {
  return (
    <button
      type="button"
      className={`btn btn--quiet btn--icon ${className}`.trimEnd()}
      title={title}
      {...button}
    >
      <Icon className="icon icon--s" aria-hidden />
      <span className="visually-hidden">{action}</span>
      <span className="visually-hidden">{` photo ${number}`}</span>
    </button>
  )
}
