import './AddPhotosSlot.css'
import { useRef } from 'react'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import { useNearViewport } from '#shared/web/hooks/use-near-viewport.ts'
import type { PhotographedItem } from './use-add-photos.ts'

const loadTile = async () => (await import('./AddPhotosTile.tsx')).AddPhotosTile
const loadOwnPhotos = async () => (await import('./AddPhotosTile.tsx')).OwnPhotosOfUser

/** The tile behind the photos, where members add theirs; its code loads when it is near. */
export function AddPhotosSlot(props: PhotographedItem) {
  const container = useRef<HTMLDivElement>(null)
  const Tile = useLazyComponent(loadTile, useNearViewport(container))
  return (
    <div className="add-photos-slot js-only" id="add-photos" ref={container}>
      {Tile && <Tile {...props} />}
    </div>
  )
}

/** Below the photos those of this user that wait for approval; its code loads when it is near. */
export function OwnPhotosSlot({ item }: Pick<PhotographedItem, 'item'>) {
  const container = useRef<HTMLDivElement>(null)
  const Photos = useLazyComponent(loadOwnPhotos, useNearViewport(container))
  return <div ref={container}>{Photos && <Photos item={item} />}</div>
}
