import { useEffect, useState } from 'react'
import type { ItemParams } from '#shared/marketplaces.ts'
import { eraseSharedPictures, readSharedPictures } from './shared-pictures.ts'

/** The pictures that were shared to the app for this item; `take` gives them once and erases them from the device. */
export function useSharedPictures({ shopType, productCode }: ItemParams, isWanted: boolean) {
  const [files, setFiles] = useState<readonly File[]>([])
  useEffect(() => {
    if (!isWanted || !('caches' in window)) return undefined
    let isCurrent = true
    readSharedPictures({ shopType, productCode }).then(
      (pictures) => isCurrent && setFiles(pictures),
      () => undefined, // without storage there are none
    )
    return () => {
      isCurrent = false
    }
  }, [shopType, productCode, isWanted])

  function take(): readonly File[] {
    setFiles([])
    void eraseSharedPictures().catch(() => undefined)
    return files
  }
  return { count: files.length, take }
}
