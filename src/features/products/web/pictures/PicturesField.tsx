import { CircleAlert, ImagePlus } from 'lucide-react'
import { type ComponentProps, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { acceptedImageTypes } from '#shared/web/image-file.ts'
import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import { startDrag } from '#shared/web/ui/lists/drag.ts'
import { movePicture, removeFragment } from '../../picture-list.ts'
import { productLimits } from '../../texts-and-limits.ts'
import { listImages, useAddPictures, usePastedFiles } from './add-pictures.ts'
import { PictureLink } from './PictureLink.tsx'
import './PicturesField.css'
import { PictureTile, type TileAction } from './PictureTile.tsx'

type PicturesFieldProps = Omit<ComponentProps<'button'>, 'onChange'> & {
  id: string
  pictures: string[]
  error: string | undefined
  /** Shown beside the heading. */
  beside?: ReactNode
  onPictures: (pictures: string[]) => void
  /** Reports uploads in progress, during which the form must not be submitted. */
  onPending: (isPending: boolean) => void
}

/** The pictures of a product, which can be dropped, selected, pasted or linked, and reordered. */
export function PicturesField({
  id,
  pictures,
  error,
  beside,
  onPictures,
  onPending,
  ...button
}: PicturesFieldProps) {
  const list = useRef<HTMLOListElement>(null)
  const { focusAfter } = useTileFocus(list, pictures)
  const { status, add, move, remove, startPictureDrag } = usePictureList(pictures, onPictures)
  const { length: count } = pictures
  const { pending, problem, addFiles, addLink } = useAddPictures({ count, onAdded: add })
  useEffect(() => onPending(pending > 0), [pending, onPending])
  usePastedFiles(addFiles)

  function handleRemove(picture: string) {
    const index = pictures.indexOf(picture)
    const remaining = remove(picture)
    focusAfter(remaining[index] ?? remaining[index - 1], 'remove')
    if (remaining.length === 0) document.getElementById(id)?.focus()
  }

  return (
    <fieldset
      className="pictures"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void addFiles(listImages(event.dataTransfer))
      }}
    >
      <legend className="field__label">
        <span>{'Photos '}</span>
        <span className="pictures__count">{`${count} of ${productLimits.pictures}`}</span>
        {beside}
      </legend>
      <p className="field__hint" id={`${id}-hint`}>
        The first one is the thumbnail. Drag to reorder, or use the arrows.
      </p>
      <ol className="pictures__grid" ref={list}>
        {pictures.map((picture, index) => (
          <PictureTile
            key={picture}
            picture={picture}
            position={index + 1}
            total={count}
            onStep={(by) => {
              focusAfter(picture, by === 1 ? 'forward' : 'back')
              move(picture, index + by)
            }}
            onGrip={(event) => startPictureDrag(picture, event)}
            onRemove={() => handleRemove(picture)}
          />
        ))}
        {count < productLimits.pictures && (
          <li>
            <DropTile id={id} pending={pending} onFiles={addFiles} {...button} />
          </li>
        )}
      </ol>
      {(problem ?? error) && (
        <p className="err" id={`${id}-error`} role={problem ? 'alert' : undefined}>
          <CircleAlert className="icon icon--s" aria-hidden />
          <span>{problem ?? error}</span>
        </p>
      )}
      {count < productLimits.pictures && <PictureLink id={`${id}-link`} onAdd={addLink} />}
      <p className="visually-hidden" role="status">
        {status}
      </p>
    </fieldset>
  )
}

/** Changes of the list of pictures, and the message of the last one for screen readers. */
function usePictureList(pictures: string[], onPictures: (pictures: string[]) => void) {
  const [status, setStatus] = useState('')
  const latest = useRef(pictures)
  useEffect(() => {
    latest.current = pictures
  })

  function update(next: string[], message: string) {
    latest.current = next // several updates may precede the next render
    onPictures(next)
    setStatus(message)
  }
  function move(picture: string, index: number) {
    const next = movePicture(latest.current, picture, index)
    update(next, `Photo ${next.indexOf(picture) + 1} of ${next.length}`)
  }
  return {
    status,
    add(picture: string) {
      const next = [...new Set([...latest.current, removeFragment(picture)])]
      update(next, `Photo added, ${next.length} of ${productLimits.pictures}`)
    },
    move,
    remove(picture: string): string[] {
      const remaining = pictures.filter((item) => item !== picture)
      update(remaining, `Photo removed, ${remaining.length} left`)
      return remaining
    },
    startPictureDrag: (picture: string, event: PointerEvent) =>
      startDrag(event, {
        selector: '[data-picture]',
        onOver: ({ dataset }) => {
          const index = latest.current.indexOf(dataset.picture ?? '')
          if (dataset.picture !== picture && index >= 0) move(picture, index)
        },
      }),
  }
}

type DropTileProps = ComponentProps<'button'> & {
  id: string
  pending: number
  onFiles: (files: File[]) => Promise<void>
}

function DropTile({ id, pending, onFiles, ...button }: DropTileProps) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className="pictures__drop"
        id={id}
        aria-describedby={`${id}-hint`}
        {...button}
        onClick={() => picker.current?.click()}
      >
        {pending > 0 ? <Spinner /> : <ImagePlus className="icon" aria-hidden />}
        <b>{pending > 0 ? 'Adding…' : 'Add photos'}</b>
        <span>Drop them here, choose files, or paste</span>
        <small>JPEG, PNG, WebP or GIF, up to 5 MB</small>
      </button>
      <input
        ref={picker}
        type="file"
        accept={acceptedImageTypes}
        multiple
        hidden
        aria-label="Photos"
        onChange={({ target }) => {
          void onFiles([...(target.files ?? [])])
          target.value = '' // so that the same file can be selected again
        }}
      />
    </>
  )
}

/** Restores the focus, which the browser drops when a tile is moved or removed. */
function useTileFocus(list: { current: HTMLElement | null }, pictures: readonly string[]) {
  const target = useRef<{ picture: string; action: TileAction }>(undefined)
  useEffect(() => {
    const { current: focusTarget } = target
    target.current = undefined
    if (!focusTarget || !pictures.includes(focusTarget.picture)) return
    const tiles = [...(list.current?.querySelectorAll<HTMLElement>('[data-picture]') ?? [])]
    const tile = tiles.find(({ dataset }) => dataset.picture === focusTarget.picture)
    tile?.querySelector<HTMLElement>(`[data-act="${focusTarget.action}"]`)?.focus()
  }, [list, pictures])
  return {
    focusAfter(picture: string | undefined, action: TileAction): void {
      target.current = picture === undefined ? undefined : { picture, action }
    },
  }
}
