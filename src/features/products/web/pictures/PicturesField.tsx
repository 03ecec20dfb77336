import { CircleAlert, ImagePlus } from 'lucide-react'
import { type ComponentProps, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { acceptedImageTypes } from '#shared/web/image-file.ts'
import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import { startDrag } from '#shared/web/ui/lists/drag.ts'
import { movePicture, removeFragment } from '../../picture-list.ts'
import { productLimits } from '../../spec.ts'
import { listImages, useAddPictures, usePastedFiles } from './add-pictures.ts'
import { PictureLink } from './PictureLink.tsx'
import './PicturesField.css'
import { PictureTile, type TileAct } from './PictureTile.tsx'

type PicturesFieldProps = Omit<ComponentProps<'button'>, 'onChange'> & {
  id: string
  pictures: string[]
  error: string | undefined
  /** Beside the heading. */
  beside?: ReactNode
  onPictures: (pictures: string[]) => void
  /** While one is on its way the form cannot be sent. */
  onPending: (isWaiting: boolean) => void
}

/** The pictures of a product: dropped, chosen, pasted or linked, and put in order. */
export function PicturesField({
  id,
  pictures,
  error,
  beside,
  onPictures,
  onPending,
  ...button
}: PicturesFieldProps) {
  const [status, setStatus] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const latest = useRef(pictures)
  const { focusAfter } = useTileFocus(list, pictures)
  const { length: count } = pictures
  useEffect(() => {
    latest.current = pictures
  })

  function write(next: string[], said: string) {
    latest.current = next // several may come before the next drawing
    onPictures(next)
    setStatus(said)
  }
  const adder = useAddPictures({
    count,
    onAdded(picture) {
      const next = [...new Set([...latest.current, removeFragment(picture)])]
      write(next, `Photo added, ${next.length} of ${productLimits.pictures}`)
    },
  })
  const { waiting, problem, addFiles, addLink } = adder
  useEffect(() => onPending(waiting > 0), [waiting, onPending])
  usePastedFiles(addFiles)

  function move(picture: string, place: number) {
    const next = movePicture(latest.current, picture, place)
    write(next, `Photo ${next.indexOf(picture) + 1} of ${next.length}`)
  }
  function remove(picture: string) {
    const place = pictures.indexOf(picture)
    const next = pictures.filter((other) => other !== picture)
    focusAfter(next[place] ?? next[place - 1], 'remove')
    write(next, `Photo removed, ${next.length} left`)
    if (next.length === 0) document.getElementById(id)?.focus()
  }
  const handleGrip = (picture: string) => (event: PointerEvent) =>
    startDrag(event, {
      selector: '[data-picture]',
      onOver: ({ dataset }) => {
        const place = latest.current.indexOf(dataset.picture ?? '')
        if (dataset.picture !== picture && place >= 0) move(picture, place)
      },
    })

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
            place={index + 1}
            total={count}
            onStep={(by) => {
              focusAfter(picture, by === 1 ? 'forward' : 'back')
              move(picture, index + by)
            }}
            onGrip={handleGrip(picture)}
            onRemove={() => remove(picture)}
          />
        ))}
        {count < productLimits.pictures && (
          <li>
            <DropTile id={id} waiting={waiting} onFiles={addFiles} {...button} />
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

type DropTileProps = ComponentProps<'button'> & {
  id: string
  waiting: number
  onFiles: (files: File[]) => Promise<void>
}

function DropTile({ id, waiting, onFiles, ...button }: DropTileProps) {
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
        {waiting > 0 ? <Spinner /> : <ImagePlus className="icon" aria-hidden />}
        <b>{waiting > 0 ? 'Adding…' : 'Add photos'}</b>
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
          target.value = '' // the same file may be chosen again
        }}
      />
    </>
  )
}

/** A tile that moves in the page loses the focus, and so does the place of one that was removed. */
function useTileFocus(list: { current: HTMLElement | null }, pictures: readonly string[]) {
  const due = useRef<{ picture: string; act: TileAct }>(undefined)
  useEffect(() => {
    const { current: wanted } = due
    due.current = undefined
    if (!wanted || !pictures.includes(wanted.picture)) return
    const tiles = [...(list.current?.querySelectorAll<HTMLElement>('[data-picture]') ?? [])]
    const tile = tiles.find(({ dataset }) => dataset.picture === wanted.picture)
    tile?.querySelector<HTMLElement>(`[data-act="${wanted.act}"]`)?.focus()
  }, [list, pictures])
  return {
    focusAfter(picture: string | undefined, act: TileAct): void {
      due.current = picture === undefined ? undefined : { picture, act }
    },
  }
}
