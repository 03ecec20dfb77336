import type { ProductInfo } from '#features/products/contract.ts'
import { getImages } from '#features/products/variants.ts'
import type { ShopType } from '#shared/shops.ts'
import type { NumberedPhoto } from '../photo-groups.ts'
import { QcFindings } from './QcFindings.tsx'
import { QcWipeSlot } from './QcWipeSlot.tsx'

/** The item whose photos these are, and what its seller says and shows of it. */
export type QcItemContext = {
  item: { shopType: ShopType; productCode: string }
  name: string
  info: ProductInfo | null | undefined
}

type QcSideProps = {
  subject: QcItemContext
  photos: NumberedPhoto[]
  /** The names of the chosen variant's values. */
  chosen: string[]
  onOpen: (number: number) => void
}

/** So many tiles stand no higher than the wipe beside them. */
const fewPhotos = 8

/** The class of the grid that the photos and this column stand in. */
export function sidebarLayoutClass(photos: number, { info }: QcItemContext): string {
  return photos <= fewPhotos && isPictured(info) ? 'qc qc--side qc--few' : 'qc qc--side'
}

/** What stands beside the photos: the advert against them, what they show, what to look for. */
export function QcSidebar({ subject, photos, chosen, onOpen }: QcSideProps) {
  const { item, name, info } = subject
  return (
    <>
      {isPictured(info) && <QcWipeSlot name={name} info={info} photos={photos} chosen={chosen} />}
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
