import type { ComponentProps } from 'react'
import { SegmentedControl } from '#shared/web/ui/forms/SegmentedControl.tsx'
import type { PhotoGrouping } from '../photo-groups.ts'
import { VariantChips } from './VariantChips.tsx'

export type GroupToolsProps = {
  grouping: PhotoGrouping
  setGrouping: (grouping: PhotoGrouping) => void
  variants: ComponentProps<typeof VariantChips>['variants']
  variant: string | undefined
  setVariant: (variant: string | undefined) => void
  /** The number of all photos. */
  total: number
}

const groupings: { value: PhotoGrouping; label: string }[] = [
  { value: 'source', label: 'Source' },
  { value: 'date', label: 'Date' },
  { value: 'variant', label: 'Variant' },
]

/** The choice of a grouping, and of a variant where there are several. */
export function GroupTools({ grouping, setGrouping, variants, variant, setVariant, total }: GroupToolsProps) {
  return (
    <>
      <SegmentedControl label="Group photos by" value={grouping} options={groupings} onChange={setGrouping} />
      {variants.length > 1 && (
        <VariantChips variants={variants} total={total} chosen={variant} onChoose={setVariant} />
      )}
    </>
  )
}
