import './AddPhotosSlot.css'
import { useRef } from 'react'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import { useNearViewport } from '#shared/web/hooks/use-near-viewport.ts'
import type { PhotographedItem } from './use-add-photos.ts'

const loadTile = async () => (await import('./AddPhotosTile.tsx')).AddPhotosTile
const loadOwnPhotos = async () => (await import('./AddPhotosTile.tsx')).OwnPhotosOfUser

/** The tile to add photos; its code loads when it is near the viewport. */
export function AddPhotosSlot(props: PhotographedItem) {
  const container = useRef<HTMLDivElement>(null)
  const Tile = useLazyComponent(loadTile, useNearViewport(container))
  return (
    <div className="add-photos-slot js-only" id="add-photos" ref={container}>
      {Tile && <Tile {...props} />}
    </div>
  )
}

/** The user's pending photos; their code loads when they are near the viewport. */
export function OwnPhotosSlot({ item }: Pick<PhotographedItem, 'item'>) {
  const container = useRef<HTMLDivElement>(null)
  const Photos = useLazyComponent(loadOwnPhotos, useNearViewport(container))
  return <div ref={container}>{Photos && <Photos item={item} />}</div>
}
