import { ImagePlus, Trash2 } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'
import { acceptedImageTypes, formatFileSize } from '#shared/web/image-file.ts'
import { ErrorLine } from '#shared/web/ui/forms/ErrorLine.tsx'
import type { ValidatedForm } from '#shared/web/validated-form.ts'
import type { AgentField } from './agent-form.ts'
import type { AgentImage } from './agent-image.ts'
import './ImageField.css'

type ImageFieldProps = {
  form: ValidatedForm<AgentField>
  image: AgentImage
  /** The URL of the agent's current image. */
  currentUrl?: string
  share: number | undefined
}

/** An agent's image: the current one, the new one, and the upload's progress. */
export function ImageField({ form, image, currentUrl, share }: ImageFieldProps) {
  const { error, readOnly, id, ...field } = form.field('image')
  const picker = useRef<HTMLInputElement>(null)
  const { file, preview, problem } = image
  const imageUrl = preview ?? currentUrl
  const message = problem ?? error

  async function handleFiles(files: FileList | null) {
    const [next] = files ?? []
    if (next && (await image.choose(next))) form.put('image', next.name)
    if (picker.current) picker.current.value = '' // the same file may be chosen again
  }
  function remove() {
    image.remove()
    form.put('image', '')
    document.getElementById(id)?.focus() // the pressed button was removed
  }

  return (
    <div className="field">
      <span className="field__label" id={`${id}-label`}>
        Image
      </span>
      <div className="image-field" data-empty={!imageUrl || undefined}>
        <span className="image-field__picture">
          {imageUrl ? (
            <img src={imageUrl} width={88} height={88} alt="" />
          ) : (
            <ImagePlus className="icon" aria-hidden />
          )}
        </span>
        <div className="image-field__body">
          <FileDescription id={`${id}-hint`} file={file} share={share} />
          <ImageActs
            id={id}
            hasImage={Boolean(imageUrl)}
            fileToRemove={readOnly ? undefined : file}
            onRemove={remove}
            aria-disabled={readOnly || undefined}
            {...field}
            aria-describedby={message ? `${id}-error` : `${id}-hint`}
            onClick={() => readOnly || picker.current?.click()}
          />
        </div>
      </div>
      <input
        ref={picker}
        type="file"
        accept={acceptedImageTypes}
        hidden
        aria-labelledby={`${id}-label`}
        onChange={({ target }) => void handleFiles(target.files)}
      />
      {message && (
        <ErrorLine id={`${id}-error`} role={problem ? 'alert' : undefined}>
          {message}
        </ErrorLine>
      )}
    </div>
  )
}

type FileDescriptionProps = { id: string; file: AgentImage['file']; share: number | undefined }

/** The chosen file with its upload's progress, or the accepted formats. */
function FileDescription({ id, file, share }: FileDescriptionProps) {
  return (
    <>
      {file ? (
        <p className="image-field__file tabular-nums" id={id}>
          <span>{`${file.name}, ${formatFileSize(file.size)}`}</span>
          {share !== undefined && <span>{`${Math.round(share * 100)}%`}</span>}
        </p>
      ) : (
        <p className="image-field__hint" id={id}>
          PNG, JPEG, WebP or GIF, up to 5 MB
        </p>
      )}
      {share !== undefined && (
        <progress className="image-field__progress" value={share} max={1} aria-label="Upload" />
      )}
    </>
  )
}

type ImageActsProps = ComponentProps<'button'> & {
  hasImage: boolean
  fileToRemove: AgentImage['file']
  onRemove: () => void
}

/** The button to choose an image, and the one to remove a chosen file. */
function ImageActs({ hasImage, fileToRemove, onRemove, ...button }: ImageActsProps) {
  return (
    <div className="image-field__acts">
      <button type="button" className="btn" {...button}>
        <span>{hasImage ? 'Change' : 'Add agent image'}</span>
        {hasImage && <span className="visually-hidden"> agent image</span>}
      </button>
      {fileToRemove && (
        <button type="button" className="btn btn--quiet" onClick={onRemove}>
          <Trash2 className="icon icon--s" aria-hidden />
          Remove
          <span className="visually-hidden"> {fileToRemove.name}</span>
        </button>
      )}
    </div>
  )
}
