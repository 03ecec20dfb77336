import { type ReactNode, useEffect, useRef } from 'react'
import { formatWeight } from '#features/products/dimensions.ts'
import { paths } from '#shared/paths.ts'
import { Skeleton } from '#shared/web/ui/feedback/Skeleton.tsx'
import { describeKnownWeights, type HaulWeight } from './haul-weight.ts'

type CollectionShippingBodyProps = {
  sum: ReactNode
  /** Beside the link to the planner. */
  acts?: ReactNode
  /** The line below. */
  children?: ReactNode
  /** Its text is the answer to a press. */
  takesFocus?: boolean
}

/** The meter beside its scale. */
export function CollectionShippingBody({
  sum,
  acts,
  children,
  takesFocus = false,
}: CollectionShippingBodyProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <>
      <div className="collection-shipping__sum">
        <h2 className="label" id="meter-heading" tabIndex={-1} ref={heading}>
          Haul meter
        </h2>
        {sum}
      </div>
      <div className="collection-shipping__acts">
        <a className="primary-button" href={paths.haulOfCollection()}>
          Plan the haul
        </a>
        {acts}
      </div>
      <div className="collection-shipping__line">{children}</div>
    </>
  )
}

/** The meter while prices are loading. */
export function CollectionShippingLoading({ weight }: { weight: HaulWeight }) {
  return (
    <CollectionShippingBody
      sum={
        <>
          <p className="collection-shipping__say">{formatWeight(weight.grams)}</p>
          <p>{describeKnownWeights(weight)}</p>
        </>
      }
    >
      <div className="collection-shipping__waiting">
        <Skeleton />
        <Skeleton />
      </div>
    </CollectionShippingBody>
  )
}
