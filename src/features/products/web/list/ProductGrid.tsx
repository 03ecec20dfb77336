import './ProductGrid.css'
import { type ComponentProps, memo, type ReactElement } from 'react'
import type { Product } from '../../contract.ts'
import { popularSkeletons } from '../../texts-and-limits.ts'
import { useCardWipe } from '../wipe/use-card-wipe.ts'
import { CardSkeleton } from './CardSkeleton.tsx'
import { ApproximatePrices } from './PriceWithShipping.tsx'
import { ProductCard, sizesInList } from './ProductCard.tsx'

/** The number of images in the widest first row, which load before all others. */
const firstRowCount = 4
const compactSizes = '(max-width: 567px) 50vw, 240px'

type ProductGridProps = {
  id: string
  products: Product[]
  isCompact: boolean
  /** Another list is loading. */
  isBusy: boolean
  /** The country name of the prices with shipping. */
  country: string | undefined
  /** Renders the second action of a card (§2). Compact cards do not have it. */
  action: (product: Product) => ReactElement
  /** Renders the button on the picture of a card. */
  corner: (product: Product) => ReactElement
}

/** A list of products in one to four columns, compact in two to five (§2). */
export function ProductGrid(props: ProductGridProps) {
  const { id, products, isCompact, isBusy, country, action, corner } = props
  return (
    <div className={getGridClass(isCompact)} aria-busy={isBusy}>
      <ul className="grid__in" id={id}>
        <ApproximatePrices>
          {products.map((product, index) => (
            <li key={product._id}>
              <WipedCard
                product={product}
                country={product.landed ? country : undefined}
                corner={corner}
                priority={index < firstRowCount}
                {...(isCompact ? { sizes: compactSizes } : { action })}
              />
            </li>
          ))}
        </ApproximatePrices>
      </ul>
    </div>
  )
}

/** A card with the wipe between its photos. Cards of a carousel do not have it, because they are dragged horizontally. */
const WipedCard = memo(function WipedCard({
  sizes = sizesInList,
  ...card
}: ComponentProps<typeof ProductCard>) {
  const { qcImage, shown: shownVariant } = card.product
  const { handlers, CardWipe, press, end } = useCardWipe(qcImage !== null && shownVariant.image !== '')
  return (
    <ProductCard
      {...card}
      sizes={sizes}
      handlers={handlers}
      overlay={
        press &&
        qcImage &&
        CardWipe && (
          <CardWipe press={press} listing={shownVariant.image} reality={qcImage} sizes={sizes} onEnd={end} />
        )
      }
    />
  )
})

/** Placeholder cards, in their final size (§2). */
export function ProductGridSkeleton({ isCompact }: { isCompact: boolean }) {
  return (
    <div className={getGridClass(isCompact)} aria-busy>
      <ul className="grid__in" aria-hidden>
        {Array.from({ length: popularSkeletons }, (_, index) => (
          <li key={index}>
            <CardSkeleton />
          </li>
        ))}
      </ul>
    </div>
  )
}

function getGridClass(isCompact: boolean): string {
  return isCompact ? 'grid grid--compact' : 'grid'
}
