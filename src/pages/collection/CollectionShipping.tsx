import './CollectionShipping.css'
import type { CollectionEntry } from '#features/collection/contract.ts'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import { Skeleton } from '#shared/web/ui/feedback/Skeleton.tsx'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import { BenchScale } from '#shared/web/ui/values/BenchScale.tsx'
import { CollectionShippingBody, CollectionShippingLoading } from './CollectionShippingBody.tsx'
import { computeHaulWeight, describeKnownWeights } from './haul-weight.ts'

const loadFreight = async () => (await import('./HaulFreight.tsx')).HaulFreight

/** As many as fit on the scale. */
const maxShownItems = 5

/** The whole collection on one scale, its shipping cost, and the weight left to the next step. */
export function CollectionShipping({ entries }: { entries: readonly CollectionEntry[] }) {
  const weight = computeHaulWeight(entries)
  const isWeighed = weight.grams > 0
  const Freight = useLazyComponent(loadFreight, isWeighed) ?? CollectionShippingLoading
  const pictures = weight.weighed.flatMap(({ _id, imgList: [src] }) =>
    src === undefined ? [] : { _id, src },
  )
  return (
    <section
      className={isWeighed ? 'collection-shipping collection-shipping--weighed' : 'collection-shipping'}
      aria-labelledby="meter-heading"
    >
      <div className="collection-shipping__in">
        <HaulScale pictures={pictures} grams={weight.grams} />
        <div className="collection-shipping__body">
          {isWeighed ? <Freight weight={weight} /> : <Unweighed words={describeKnownWeights(weight)} />}
        </div>
      </div>
    </section>
  )
}

/** In its final size, while the collection is loading. */
export function CollectionShippingSkeleton() {
  return (
    <div className="collection-shipping collection-shipping--weighed" aria-hidden>
      <div className="collection-shipping__in">
        <HaulScale pictures={[]} grams={0} />
        <div className="collection-shipping__body">
          <div>
            <Skeleton />
            <Skeleton />
          </div>
        </div>
      </div>
    </div>
  )
}

function HaulScale({ pictures, grams }: { pictures: { _id: string; src: string }[]; grams: number }) {
  return (
    <div className="collection-shipping__scale surface-mat" aria-hidden>
      <div className="collection-shipping__goods">
        {pictures.slice(0, maxShownItems).map(({ _id, src }) => (
          <Picture key={_id} src={src} alt="" width={160} height={160} sizes="66px" maxWidth={160} />
        ))}
      </div>
      <BenchScale grams={grams} />
    </div>
  )
}

function Unweighed({ words }: { words: string }) {
  return (
    <CollectionShippingBody
      sum={
        <>
          <p className="collection-shipping__say">Nobody has told us what these items weigh.</p>
          <p>{words} In the planner you can type what you know.</p>
        </>
      }
    />
  )
}
