import { useRef } from 'react'
import { useLater } from '#shared/web/use-later.ts'
import { useNear } from '#shared/web/use-near.ts'
import type { QcSubject } from '../QcSide.tsx'

export type AddPhotosProps = { subject: QcSubject }

const loadLine = async () => (await import('./AddPhotosLine.tsx')).AddPhotosLine

/** The place below the photos where people add theirs; its code comes when it is near. */
export function AddPhotosSlot(props: AddPhotosProps) {
  const place = useRef<HTMLDivElement>(null)
  const Line = useLater(loadLine, useNear(place))
  return (
    <div className="qc-section__add needs-script" id="add-photos" ref={place}>
      {Line && <Line {...props} />}
    </div>
  )
}
