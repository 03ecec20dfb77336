import { Camera } from 'lucide-react'
import { type RefObject, useId, useRef, useState } from 'react'
import { acceptedImageTypes } from '#shared/web/image-file.ts'
import { submissionText } from '../../texts-and-limits.ts'
import type { PhotoQueueState } from '../use-photo-queue.ts'
import './PhotoField.css'
import { PhotoTiles } from './PhotoTiles.tsx'

type PhotoFieldProps = PhotoQueueState & { maxCount: number; isReadOnly: boolean }

/** An optional form field for photos, with a tile to add more. */
export function PhotoField({ queue, photos, maxCount, isReadOnly }: PhotoFieldProps) {
  const [note, setNote] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const hintId = useId()

  function handleFiles(files: Iterable<File>) {
    const rejectedCount = queue.add([...files])
    setNote(rejectedCount > 0 ? `You can add up to ${maxCount} photos.` : '')
  }
  return (
    <fieldset className="field photo-field" disabled={isReadOnly}>
      <legend className="field__label">
        Photos <span className="muted">{`optional, up to ${maxCount}`}</span>
      </legend>
      <PhotoTiles photos={photos} queue={queue} onEmpty={() => input.current?.focus()}>
        {photos.length < maxCount && <AddTile inputRef={input} hintId={hintId} onFiles={handleFiles} />}
      </PhotoTiles>
      <p className="field__hint" id={hintId}>
        {`${submissionText.useful} ${submissionText.privacy}`}
      </p>
      <p className="err photo-field__note" role="status">
        {note}
      </p>
    </fieldset>
  )
}

type AddTileProps = {
  inputRef: RefObject<HTMLInputElement | null>
  hintId: string
  onFiles: (files: Iterable<File>) => void
}

function AddTile({ inputRef, hintId, onFiles }: AddTileProps) {
  return (
    <li
      className="photo-tile photo-tile--add"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        onFiles(event.dataTransfer.files)
      }}
    >
      <label>
        <input
          ref={inputRef}
          className="over-label"
          type="file"
          accept={acceptedImageTypes}
          multiple
          aria-describedby={hintId}
          onChange={({ currentTarget }) => {
            onFiles(currentTarget.files ?? [])
            currentTarget.value = '' // the same file may be chosen again
          }}
        />
        <Camera className="icon" aria-hidden />
        <span>Add photos</span>
      </label>
    </li>
  )
}
