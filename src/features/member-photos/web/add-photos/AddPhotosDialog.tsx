import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { Dialog } from '#shared/web/ui/dialogs/Dialog.tsx'
import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import { submissionLimits, submissionText } from '../../texts-and-limits.ts'
import { AboutPhotos } from './AboutPhotos.tsx'
import './AddPhotosDialog.css'
import { PhotoPicker } from './PhotoPicker.tsx'
import { PhotoTiles } from './PhotoTiles.tsx'
import type { PhotoQueue } from './photo-queue.ts'
import { SharedPictures } from './SharedPictures.tsx'
import { type PhotographedItem, readPhotoDetails, useAddPhotos } from './use-add-photos.ts'

type AddPhotosDialogProps = PhotographedItem & {
  isAdmin: boolean
  open: boolean
  onClose: () => void
  /** Photos that are there when it opens. */
  files?: readonly File[]
}

/** A dialog to add up to twelve photos and their details; it keeps its content when it is closed. */
export function AddPhotosDialog({ item, info, isAdmin, open, onClose, files }: AddPhotosDialogProps) {
  const { queue, photos, reason, error, note, isSending, add, send } = useAddPhotos(item, onClose)
  useFirstPhotos(queue, files)
  const [formKey, setFormKey] = useState(0)
  const formId = useId()
  const picker = useRef<HTMLButtonElement>(null)

  async function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (reason || isSending) return
    // A new key clears the form after a success.
    if (await send(readPhotoDetails(event.currentTarget))) setFormKey((count) => count + 1)
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={isAdmin ? 'Add photos' : 'Add your photos'}
      description={
        <span>{`${submissionText.useful} ${submissionText.unwanted} ${submissionText.privacy}`}</span>
      }
      className="dialog--wide"
      initialFocus={picker}
      acts={
        <SubmitActs
          formId={formId}
          reason={reason}
          isSending={isSending}
          label={`${isAdmin ? 'Add' : 'Submit'} ${photos.length > 1 ? `${photos.length} photos` : 'photo'}`}
        />
      }
    >
      <form
        key={formKey}
        id={formId}
        className="add-dialog"
        method="dialog"
        noValidate
        onSubmit={handleSubmit}
      >
        <PhotoPicker
          pickerRef={picker}
          count={photos.length}
          isFull={photos.length >= submissionLimits.photos}
          onAdd={add}
        />
        <SharedPictures item={item} isOpen={open} onAdd={add} />
        <p className="add-dialog__note" role="status">
          {note}
        </p>
        <PhotoTiles photos={photos} queue={queue} onEmpty={() => picker.current?.focus()} />
        <AboutPhotos info={info} isReadOnly={isSending} />
        {error && (
          <p className="err" role="alert">
            {error}
          </p>
        )}
      </form>
    </Dialog>
  )
}

/** Adds the photos once; also where effects run twice. */
function useFirstPhotos(queue: PhotoQueue, files: readonly File[] | undefined): void {
  const hasAdded = useRef(false)
  useEffect(() => {
    if (!files || hasAdded.current) return
    hasAdded.current = true
    queue.add(files)
  }, [queue, files])
}

type SubmitActsProps = { formId: string; reason: string | undefined; isSending: boolean; label: string }

/** The submit button, and why the photos cannot be submitted yet. */
function SubmitActs({ formId, reason, isSending, label }: SubmitActsProps) {
  const reasonId = useId()
  return (
    <>
      <p className="add-dialog__reason" id={reasonId} aria-live="polite">
        {isSending ? 'Submitting…' : reason}
      </p>
      <button
        type="submit"
        form={formId}
        className="btn btn--brand"
        aria-busy={isSending || undefined}
        aria-disabled={reason !== undefined || undefined}
        aria-describedby={reasonId}
      >
        {isSending && <Spinner />}
        <span>{label}</span>
      </button>
    </>
  )
}
