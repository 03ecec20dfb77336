import { ScanEye, Store } from 'lucide-react'
import type { PhotoLook } from '#features/visitor/look.ts'
import { SegmentedControl } from '#shared/web/ui/forms/SegmentedControl.tsx'

const options = [
  {
    value: 'listing',
    label: (
      <>
        <Store className="icon icon--s" aria-hidden />
        <span>Listing</span>
      </>
    ),
  },
  {
    value: 'reality',
    label: (
      <>
        <ScanEye className="icon icon--s" aria-hidden />
        <span>Reality</span>
      </>
    ),
  },
] as const

/** The switch Listing | Reality for the large photo. */
export function LookControl({
  value,
  onChange,
}: {
  value: PhotoLook
  onChange: (photoLook: PhotoLook) => void
}) {
  return (
    <SegmentedControl
      className="look-control js-only"
      label="Photos show"
      value={value}
      options={options}
      onChange={onChange}
    />
  )
}
