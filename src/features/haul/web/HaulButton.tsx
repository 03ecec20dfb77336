import { Check, Plus } from 'lucide-react'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import type { ListedProduct } from '../listed-product.ts'
import { useIsInHaul } from './haul-store.ts'
import './HaulButton.css'

type HaulButtonProps = {
  product: ListedProduct
  /** `icon` on a card's image, `square` beside Buy, `words` with text among the actions of a page. */
  variant: 'icon' | 'square' | 'words'
  className?: string
}

const classByVariant = { icon: 'haul-button', square: 'btn btn--icon', words: 'btn' }

/** Adds an item to the haul, or removes it. */
export function HaulButton({ product, variant, className = '' }: HaulButtonProps) {
  const isThere = useIsInHaul(product)
  const Icon = isThere ? Check : Plus
  return (
    <button
      type="button"
      className={`${classByVariant[variant]} ${className} js-only`}
      aria-pressed={isThere}
      title={variant === 'words' ? undefined : isThere ? 'In the haul' : 'Add to haul'}
      onClick={() => toggleInHaul(product, isThere).catch(() => toast.error("We couldn't change your haul."))}
    >
      <Icon className="icon" aria-hidden />
      {variant === 'words' ? (
        <span>{isThere ? 'In the haul' : 'Add to haul'}</span>
      ) : (
        <span className="visually-hidden">{`Add to haul: ${product.name}`}</span>
      )}
    </button>
  )
}

async function toggleInHaul(product: ListedProduct, isThere: boolean): Promise<void> {
  const { toggleItem } = await import('./toggle-item.ts')
  toggleItem(product, isThere)
}
