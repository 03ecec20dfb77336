import type { ProductInfo } from '#features/products/contract.ts'
import { picturesOf } from '#features/products/rules.ts'
import type { ShopType } from '#shared/shops.ts'
import type { NumberedPhoto } from '../sets.ts'
import { QcFindings } from './QcFindings.tsx'
import { QcWipeSlot } from './QcWipeSlot.tsx'

/** The item whose photos these are, and what its seller says and shows of it. */
export type QcSubject = {
  item: { shopType: ShopType; productCode: string }
  name: string
  info: ProductInfo | null | undefined
}

type QcSideProps = {
  subject: QcSubject
  photos: NumberedPhoto[]
  /** The names of the chosen variant's values. */
  chosen: string[]
  onOpen: (number: number) => void
}

/** So many tiles stand no higher than the wipe beside them. */
const fewPhotos = 8

/** The class of the grid that the photos and this column stand in. */
export function sideLayout(photos: number, { info }: QcSubject): string {
  return photos <= fewPhotos && isPictured(info) ? 'qc qc--side qc--few' : 'qc qc--side'
}

/** What stands beside the photos: the advert against them, what they show, what to look for. */
export function QcSide({ subject, photos, chosen, onOpen }: QcSideProps) {
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

function isPictured(info: QcSubject['info']): info is ProductInfo {
  return Boolean(info && picturesOf(info).length > 0)
}
