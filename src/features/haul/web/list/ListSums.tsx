import { formatNumber } from '#features/freight/describe-line-rules.ts'
import { Price } from '#shared/web/ui/values/Price.tsx'
import { countPieces, getGoodsTotalFen, getNetWeight, type Haul } from '../../haul.ts'
import { computePackedGrams } from '../../packing.ts'
import { filterUnweighed, formatPieceCount } from '../plan/format-haul.ts'

/** Totals of the list in one line: pieces, weight with and without packing, and price of the items. */
export function ListSums({ haul: { items, packing } }: { haul: Haul }) {
  const bare = getNetWeight(items)
  const unpriced = items.filter(({ price }) => price === null)
  const unknown = filterUnweighed(items)
  if (items.length === 0) return null
  return (
    <div className="haul__sum">
      <p>
        {formatPieceCount(countPieces(items))}, <b>{formatNumber(bare)} g</b> bare,{' '}
        <b>{formatNumber(computePackedGrams(bare, packing))} g</b> packed
        {unknown.length > 0 && <>, {unknown.length} without a weight</>}
      </p>
      <p>
        Goods <Price amount={getGoodsTotalFen(items) / 100} />
        {unpriced.length > 0 && <>, {unpriced.length} without a price</>}
      </p>
    </div>
  )
}
