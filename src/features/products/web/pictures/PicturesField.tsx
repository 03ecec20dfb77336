import { ImagePlus } from 'lucide-react'
import { type ComponentProps, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { acceptedImageTypes } from '#shared/web/image-file.ts'
import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import { ErrorLine } from '#shared/web/ui/forms/ErrorLine.tsx'
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
export function PicturesField(props: PicturesFieldProps) {
  const { id, pictures, error, beside, onPictures, onPending, ...button } = props
  const { list, status, add, step, grip, remove } = usePictureTiles(props)
  const { length: count } = pictures
  const { pending, problem, addFiles, addLink } = useAddPictures({ count, onAdded: add })
  useEffect(() => onPending(pending > 0), [pending, onPending])
  usePastedFiles(addFiles)

  return (
    <fieldset
      className="pictures"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void addFiles(listImages(event.dataTransfer))
      }}
    >
      <PicturesHead id={id} count={count} beside={beside} />
      <ol className="pictures__grid" ref={list}>
        {pictures.map((picture, index) => (
          <PictureTile
            key={picture}
            picture={picture}
            position={index + 1}
            total={count}
            onStep={(by) => step(picture, by)}
            onGrip={(event) => grip(picture, event)}
            onRemove={() => remove(picture)}
          />
        ))}
        {count < productLimits.pictures && (
          <li>
            <DropTile id={id} pending={pending} onFiles={addFiles} {...button} />
          </li>
        )}
      </ol>
      {(problem ?? error) && (
        <ErrorLine id={`${id}-error`} role={problem ? 'alert' : undefined}>
          {problem ?? error}
        </ErrorLine>
      )}
      {count < productLimits.pictures && <PictureLink id={`${id}-link`} onAdd={addLink} />}
      <p className="visually-hidden" role="status">
        {status}
      </p>
    </fieldset>
  )
}

function PicturesHead({ id, count, beside }: Pick<PicturesFieldProps, 'id' | 'beside'> & { count: number }) {
  return (
    <>
      <legend className="field__label">
        <span>{'Photos '}</span>
        <span className="pictures__count">{`${count} of ${productLimits.pictures}`}</span>
        {beside}
      </legend>
      <p className="field__hint" id={`${id}-hint`}>
        The first one is the thumbnail. Drag to reorder, or use the arrows.
      </p>
    </>
  )
}

type PictureTilesOptions = Pick<PicturesFieldProps, 'id' | 'pictures' | 'onPictures'>

/** The tiles' list, and changes of it that keep the focus. */
function usePictureTiles({ id, pictures, onPictures }: PictureTilesOptions) {
  const list = useRef<HTMLOListElement>(null)
  const { focusAfter } = useTileFocus(list, pictures)
  const { status, add, move, remove, startPictureDrag } = usePictureList(pictures, onPictures)
  return {
    list,
    status,
    add,
    step(picture: string, by: 1 | -1) {
      focusAfter(picture, by === 1 ? 'forward' : 'back')
      move(picture, pictures.indexOf(picture) + by)
    },
    grip: startPictureDrag,
    remove(picture: string) {
      const index = pictures.indexOf(picture)
      const remaining = remove(picture)
      focusAfter(remaining[index] ?? remaining[index - 1], 'remove')
      if (remaining.length === 0) document.getElementById(id)?.focus()
    },
  }
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
