import type { ProductInfo } from '#features/products/contract.ts'
import { getImages } from '#features/products/variants.ts'
import type { ShopType } from '#shared/marketplaces.ts'
import type { NumberedPhoto } from '../photo-groups.ts'
import { LazyComparisonSlider } from './comparison/LazyComparisonSlider.tsx'
import { QcFindings } from './QcFindings.tsx'

/** The item of the photos, with its seller's data and images. */
export type QcItemContext = {
  item: { shopType: ShopType; productCode: string }
  name: string
  info: ProductInfo | null | undefined
}

type QcSidebarProps = {
  subject: QcItemContext
  photos: NumberedPhoto[]
  /** The names of the chosen variant's values. */
  chosen: string[]
  onOpen: (number: number) => void
}

/** So many tiles are no higher than the comparison slider beside them. */
const maxFewPhotos = 8

/** The class of the grid with the photos and this column. */
export function sidebarLayoutClass(photos: number, { info }: QcItemContext): string {
  return photos <= maxFewPhotos && isPictured(info) ? 'qc qc--side qc--few' : 'qc qc--side'
}

/** Beside the photos: the seller's image compared with them, the findings, the checklist. */
export function QcSidebar({ subject, photos, chosen, onOpen }: QcSidebarProps) {
  const { item, name, info } = subject
  return (
    <>
      {isPictured(info) && <LazyComparisonSlider name={name} info={info} photos={photos} chosen={chosen} />}
      <QcFindings
        itemKey={`${item.shopType}/${item.productCode}`}
        photos={photos.filter(({ finding }) => finding)}
        onOpen={onOpen}
      />
    </>
  )
}

function isPictured(info: QcItemContext['info']): info is ProductInfo {
  return Boolean(info && getImages(info).length > 0)
}
