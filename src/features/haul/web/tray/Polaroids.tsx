import { Package } from 'lucide-react'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import type { HaulItem } from '../../haul.ts'

/** The number of images that fit beside the text on a wide screen; phones show fewer. */
const maxVisible = 6

/** Small images of the items that were added last. */
export function Polaroids({ items }: { items: readonly HaulItem[] }) {
  return (
    <span className="polaroids" aria-hidden>
      {items.slice(-maxVisible).map(({ id, picture }) => (
        <span key={id}>
          {picture === '' ? (
            <Package className="icon icon--s" />
          ) : (
            <Picture src={picture} alt="" width={160} height={160} sizes="44px" maxWidth={160} />
          )}
        </span>
      ))}
    </span>
  )
}
