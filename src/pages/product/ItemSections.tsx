import { Bell } from 'lucide-react'
import type { ItemKind } from '#features/freight/kind-contract.ts'
import { AddPhotosSlot, OwnPhotosSlot } from '#features/member-photos/web/add-photos/AddPhotosSlot.tsx'
import { QcSection } from '#features/qc-photos/web/QcSection.tsx'
import type { QcPhotos } from '#features/qc-photos/web/use-qc-photos.ts'
import type { Review } from '#features/reviews/contract.ts'
import { ReviewSection } from '#features/reviews/web/ReviewSection.tsx'
import type { ReviewSubject } from '#features/reviews/web/review-subject.ts'
import type { ProductInfo } from '#shared/items/product-info.ts'
import { SectionBar } from './SectionBar.tsx'
import type { MeasuredProduct } from './shipping/estimate-prefill.ts'
import { ShippingSection } from './shipping/ShippingSection.tsx'
import { WatchSlot } from './WatchSlot.tsx'

export type ItemSectionsProps = {
  qc: QcPhotos
  reviews: Review[]
  subject: ReviewSubject
  info: ProductInfo | null | undefined
  chosen: string[]
  product: MeasuredProduct
  kind: ItemKind | null
  /** The item has no information, and none is on its way. */
  isUnknown: boolean
}

const loadReviewForm = async () => (await import('./MemberReviewForm.tsx')).MemberReviewForm

/** The sections below the item's details: QC photos, shipping and reviews. Items without information have them too. */
export function ItemSections(props: ItemSectionsProps) {
  const { qc, reviews, subject, info, chosen, product, kind, isUnknown } = props
  return (
    <>
      <SectionBar
        qcCount={qc.items.length || (qc.state === 'none' ? 0 : undefined)}
        reviewCount={reviews.length}
      />
      <QcSection
        qc={qc}
        subject={{ ...subject, info }}
        chosen={chosen}
        addPhotos={<AddPhotosSlot item={subject.item} info={info} />}
        ownPhotos={<OwnPhotosSlot item={subject.item} />}
      >
        {/* A page without information shows only the watch button of the panel above. */}
        {info && (
          <WatchSlot
            item={subject.item}
            name={subject.name}
            anchor="watch-qc"
            className="btn"
            label="Tell me when photos arrive"
          >
            <Bell className="icon icon--s" aria-hidden />
          </WatchSlot>
        )}
      </QcSection>
      <ShippingSection item={subject.item} product={product} kind={kind} isUnknown={isUnknown} />
      <ReviewSection reviews={reviews} subject={subject} loadForm={loadReviewForm} />
    </>
  )
}
