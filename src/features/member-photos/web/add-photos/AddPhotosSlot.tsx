import './AddPhotosSlot.css'
import { useRef } from 'react'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import { useNearViewport } from '#shared/web/hooks/use-near-viewport.ts'
import type { PhotographedItem } from './use-add-photos.ts'

const loadLine = async () => (await import('./AddPhotosLine.tsx')).AddPhotosLine

/** Below the photos, where members add theirs; its code loads when it is near. */
export function AddPhotosSlot(props: PhotographedItem) {
  const place = useRef<HTMLDivElement>(null)
  const Line = useLazyComponent(loadLine, useNearViewport(place))
  return (
    <div className="add-photos-slot js-only" id="add-photos" ref={place}>
      {Line && <Line {...props} />}
    </div>
  )
}
