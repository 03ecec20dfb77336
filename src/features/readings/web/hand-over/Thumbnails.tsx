import './Thumbnails.css'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'

type ThumbnailsProps = { files: readonly File[]; onRemove?: (file: File) => void }

/** Small pictures of files on the device. */
export function Thumbnails({ files, onRemove }: ThumbnailsProps) {
  const urls = useFileUrls(files)
  if (files.length === 0) return null
  return (
    <ul className="reading-thumbnails">
      {files.map((file, index) => (
        <li key={urls[index]}>
          <img src={urls[index]} alt={file.name} width={44} height={44} />
          {onRemove && (
            <button type="button" className="btn btn--quiet btn--icon" onClick={() => onRemove(file)}>
              <X className="icon icon--s" aria-hidden />
              <span className="visually-hidden">{`Remove ${file.name}`}</span>
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Blob URLs of the files, in their order; none before the first effect. */
export function useFileUrls(files: readonly File[]): string[] {
  const [urls, setUrls] = useState<string[]>([])
  useEffect(() => {
    const created = files.map((file) => URL.createObjectURL(file))
    setUrls(created)
    return () => {
      for (const url of created) URL.revokeObjectURL(url)
    }
  }, [files])
  return urls
}
