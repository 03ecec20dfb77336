import './ProductGrid.css'
import type { ComponentProps, ReactElement } from 'react'
import type { Product } from '../../contract.ts'
import { popularSkeletons } from '../../spec.ts'
import { useCardWipe } from '../wipe/use-card-wipe.ts'
import { CardSkeleton } from './CardSkeleton.tsx'
import { ProductCard, sizesInList } from './ProductCard.tsx'

/** Images of the widest first row; they load before all others. */
const firstRow = 4
const compactSizes = '(max-width: 567px) 50vw, 240px'

type ProductGridProps = {
  id: string
  products: Product[]
  isCompact: boolean
  /** The list is about to be replaced. */
  isBusy: boolean
  /** The name of the country that prices with shipping are for. */
  country: string | undefined
  /** The second act of a card (§2); compact cards leave it out. */
  action: (product: Product) => ReactElement
  /** The button on a card's picture. */
  corner: (product: Product) => ReactElement
}

/** A list of products in one to four columns, compact in two to five (§2). */
export function ProductGrid(props: ProductGridProps) {
  const { id, products, isCompact, isBusy, country, action, corner } = props
  return (
    <div className={getGridClass(isCompact)} aria-busy={isBusy}>
      <ul className="grid__in" id={id}>
        {products.map((product, index) => (
          <li key={product._id}>
            <WipedCard
              product={product}
              country={country}
              corner={corner(product)}
              priority={index < firstRow}
              {...(isCompact ? { sizes: compactSizes } : { action: action(product) })}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A card that can be wiped; those of a row that is moved sideways itself can't. */
function WipedCard({ sizes = sizesInList, ...card }: ComponentProps<typeof ProductCard>) {
  const { qcImage, shown } = card.product
  const { handlers, CardWipe, press, end } = useCardWipe(qcImage !== null && shown.image !== '')
  return (
    <ProductCard
      {...card}
      sizes={sizes}
      handlers={handlers}
      over={
        press &&
        qcImage &&
        CardWipe && (
          <CardWipe press={press} listing={shown.image} reality={qcImage} sizes={sizes} onEnd={end} />
        )
      }
    />
  )
}

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
