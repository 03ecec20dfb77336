import { Trash } from 'lucide-react'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import { countPieces } from '../../haul.ts'
import { formatItemCount } from '../../haul-text.ts'
import { filterUnweighed, formatNetWeight } from '../plan/format-haul.ts'
import type { HaulList } from './haul-list.ts'

type ListHeadProps = { list: HaulList; onCleared: () => void }

/** The number and weight of the items: '6 items, 4,070 g net'. */
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
        <h2 id="haul-list">{`${formatItemCount(countPieces(items))}, ${formatNetWeight(items)}`}</h2>
        {unweighed > 0 && <p>{`${unweighed} without a weight`}</p>}
      </div>
      <button type="button" className="btn btn--quiet" onClick={handleClear}>
        <Trash className="icon icon--s" aria-hidden />
        Clear
      </button>
    </div>
  )
}
