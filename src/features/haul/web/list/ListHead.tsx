import { Trash } from 'lucide-react'
import { formatNumber } from '#shared/format/format-number.ts'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import { countPieces, getNetGrams } from '../../haul.ts'
import { formatItemCount } from '../../haul-text.ts'
import { filterUnweighed } from '../plan/format-haul.ts'
import type { HaulList } from './haul-list.ts'

type ListHeadProps = { list: HaulList; onCleared: () => void }

/** The number and weight of the items: '6 items, 4,070 g'. */
export function ListHead({ list, onCleared }: ListHeadProps) {
  const { items } = list.haul
  const unweighed = filterUnweighed(items).length
  function handleClear() {
    toast('Your haul was cleared.', { undo: list.clear() })
    onCleared()
  }
  return (
    <div className="haul-list-head">
      <div>
        <h2 id="haul-list">
          {`${formatItemCount(countPieces(items))}, ${formatNumber(getNetGrams(items))} g`}
        </h2>
        {unweighed > 0 && <p>{`${unweighed} without a weight`}</p>}
      </div>
      <button type="button" className="btn btn--quiet" onClick={handleClear}>
        <Trash className="icon icon--s" aria-hidden />
        Clear
      </button>
    </div>
  )
}
