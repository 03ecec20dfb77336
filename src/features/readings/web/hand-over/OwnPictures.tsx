import './OwnPictures.css'
import { ImagePlus, Share2 } from 'lucide-react'
import { useState } from 'react'
import { useSharedPictures } from '#features/installed-app/web/use-shared-pictures.ts'
import type { ItemParams } from '#shared/marketplaces.ts'
import { acceptedImageTypes } from '#shared/web/image-file.ts'
import { readingLimits } from '../../page-reading.ts'
import { Thumbnails } from './Thumbnails.tsx'

type OwnPicturesProps = {
  item: ItemParams
  files: readonly File[]
  onFiles: (files: readonly File[]) => void
}

/** Pictures and screenshots from the device, also those that were shared to the app. Nothing is sent here. */
export function OwnPictures({ item, files, onFiles }: OwnPicturesProps) {
  const shared = useSharedPictures(item, true)
  const [note, setNote] = useState('')
  function add(added: readonly File[]) {
    const all = [...files, ...added]
    setNote(all.length > readingLimits.uploads ? `Up to ${readingLimits.uploads} pictures.` : '')
    onFiles(all.slice(0, readingLimits.uploads))
  }
  return (
    <div className="own-pictures">
      <Thumbnails
        files={files}
        onRemove={(file) => onFiles(files.filter((candidate) => candidate !== file))}
      />
      {shared.count > 0 && (
        <button type="button" className="btn" onClick={() => add(shared.take())}>
          <Share2 className="icon icon--s" aria-hidden />
          <span>
            {shared.count === 1 ? 'Add the shared picture' : `Add the ${shared.count} shared pictures`}
          </span>
        </button>
      )}
      <label className="btn own-pictures__files">
        <input
          className="over-label"
          type="file"
          accept={acceptedImageTypes}
          multiple
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])])
            currentTarget.value = '' // the same file may be chosen again
          }}
        />
        <ImagePlus className="icon icon--s" aria-hidden />
        <span>{files.length > 0 ? 'Add another' : 'Add a screenshot'}</span>
      </label>
      <p className="own-pictures__note" role="status">
        {note}
      </p>
    </div>
  )
}
