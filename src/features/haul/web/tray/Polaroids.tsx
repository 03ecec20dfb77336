import { Package } from 'lucide-react'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import type { HaulItem } from '../../haul.ts'

/** As many as fit beside the words on a wide screen; phones show fewer. */
const maxShown = 6

/** Small prints of the items, the last that were added. */
export function Polaroids({ items }: { items: readonly HaulItem[] }) {
  return (
    <span className="polaroids" aria-hidden>
      {items.slice(-maxShown).map(({ id, picture }) => (
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
