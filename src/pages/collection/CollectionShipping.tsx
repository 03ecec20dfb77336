import './CollectionShipping.css'
import type { CollectionEntry } from '#features/collection/contract.ts'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import { Skeleton } from '#shared/web/ui/feedback/Skeleton.tsx'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import { BenchScale } from '#shared/web/ui/values/BenchScale.tsx'

const loadPrice = async () => (await import('./CollectionPrice.tsx')).CollectionPrice

/** As many as fit on the scale. */
const maxShownItems = 5

/** The whole collection on one scale, and what it costs with shipping. */
export function CollectionShipping({ entries }: { entries: readonly CollectionEntry[] }) {
  const Price = useLazyComponent(loadPrice, true)
  const pictures = entries.flatMap(({ _id, imgList: [src] }) => (src === undefined ? [] : { _id, src }))
  const grams = entries.reduce((sum, { weight }) => sum + (weight ?? 0), 0)
  return (
    <section className="collection-sum" aria-labelledby="collection-sum">
      <CollectionScale pictures={pictures} grams={Math.ceil(grams)} />
      {Price ? <Price entries={entries} /> : <CollectionSumWaiting />}
    </section>
  )
}

/** In its final size, while the collection is loading. */
export function CollectionShippingSkeleton() {
  return (
    <div className="collection-sum" aria-hidden>
      <CollectionScale pictures={[]} grams={0} />
      <CollectionSumWaiting />
    </div>
  )
}

function CollectionSumWaiting() {
  return (
    <div className="collection-sum__body" aria-busy>
      <Skeleton />
      <Skeleton />
    </div>
  )
}

type CollectionScaleProps = { pictures: { _id: string; src: string }[]; grams: number }

function CollectionScale({ pictures, grams }: CollectionScaleProps) {
  return (
    <div className="collection-sum__mat surface-mat" aria-hidden>
      <div className="collection-sum__goods">
        {pictures.slice(0, maxShownItems).map(({ _id, src }) => (
          <Picture key={_id} src={src} alt="" width={160} height={160} sizes="72px" maxWidth={160} />
        ))}
      </div>
      <BenchScale grams={grams} />
    </div>
  )
}
