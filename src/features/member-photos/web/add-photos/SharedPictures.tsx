import { Share2 } from 'lucide-react'
import { useSharedPictures } from '#features/installed-app/web/use-shared-pictures.ts'
import type { ItemParams } from '#shared/marketplaces.ts'

type SharedPicturesProps = {
  item: ItemParams
  isOpen: boolean
  onAdd: (files: readonly File[]) => void
}

/** Offers the pictures that were shared to the installed app with this item's link; nothing is sent before a press. */
export function SharedPictures({ item, isOpen, onAdd }: SharedPicturesProps) {
  const { count, take } = useSharedPictures(item, isOpen)
  if (count === 0) return null
  return (
    <button type="button" className="btn" onClick={() => onAdd(take())}>
      <Share2 className="icon" aria-hidden />
      <span>{`Add ${count === 1 ? 'the shared photo' : `the ${count} shared photos`}`}</span>
    </button>
  )
}
