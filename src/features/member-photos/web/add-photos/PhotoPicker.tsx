import { Camera, ImageUp } from 'lucide-react'
import { type ComponentProps, type DragEvent, type RefObject, useRef, useState } from 'react'
import { acceptedImageTypes } from '#shared/web/image-file.ts'
import { submissionLimits } from '../../texts-and-limits.ts'

type PhotoPickerProps = {
  pickerRef: RefObject<HTMLButtonElement | null>
  count: number
  isFull: boolean
  onAdd: (files: readonly File[]) => void
}

/** Adds photos from files, by drag and drop, and on phones from the camera. */
export function PhotoPicker({ pickerRef, count, isFull, onAdd }: PhotoPickerProps) {
  const gallery = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)

  function handleDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    onAdd([...event.dataTransfer.files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is another way to what the button does
    <div
      className="photo-picker"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={handleDrop}
    >
      <button
        ref={pickerRef}
        type="button"
        className="btn"
        aria-disabled={isFull || undefined}
        aria-describedby="photo-picker-hint"
        onClick={() => isFull || gallery.current?.click()}
      >
        <ImageUp className="icon" aria-hidden />
        Choose photos
      </button>
      <button
        type="button"
        className="btn photo-picker__camera"
        aria-disabled={isFull || undefined}
        onClick={() => isFull || camera.current?.click()}
      >
        <Camera className="icon" aria-hidden />
        Take a photo
      </button>
      <p className="photo-picker__hint" id="photo-picker-hint">
        <span className="photo-picker__drop">or drop them here. </span>
        <span>{`${count} of ${submissionLimits.photos}. PNG, JPEG, WebP or GIF`}</span>
      </p>
      <HiddenFileInput
        ref={gallery}
        accept={acceptedImageTypes}
        multiple
        aria-label="Photos"
        onFiles={onAdd}
      />
      <HiddenFileInput
        ref={camera}
        accept="image/jpeg"
        capture="environment"
        aria-label="Photo from the camera"
        onFiles={onAdd}
      />
    </div>
  )
}

type HiddenFileInputProps = ComponentProps<'input'> & { onFiles: (files: readonly File[]) => void }

function HiddenFileInput({ onFiles, ...input }: HiddenFileInputProps) {
  return (
    <input
      {...input}
      type="file"
      hidden
      onChange={({ currentTarget }) => {
        onFiles([...(currentTarget.files ?? [])])
        currentTarget.value = '' // the same file may be chosen again
      }}
    />
  )
}
