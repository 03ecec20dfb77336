import { grouped } from '#features/freight/rule-texts.ts'
import { Price } from '#shared/web/ui/Price.tsx'
import { countPieces, getGoodsTotalFen, getNetWeight, type Haul } from '../../haul.ts'
import { packedGrams } from '../../packing.ts'
import { piecesWord, withoutWeight } from '../plan/haul-words.ts'

/** Totals of the list in one line: pieces, weight with and without packing, and price of the items. */
export function ListSums({ haul: { items, packing } }: { haul: Haul }) {
  const bare = getNetWeight(items)
  const unpriced = items.filter(({ price }) => price === null)
  const unknown = withoutWeight(items)
  if (items.length === 0) return null
  return (
    <div className="haul__sum">
      <p>
        {piecesWord(countPieces(items))}, <b>{grouped(bare)} g</b> bare,{' '}
        <b>{grouped(packedGrams(bare, packing))} g</b> packed
        {unknown.length > 0 && <>, {unknown.length} without a weight</>}
      </p>
      <p>
        Goods <Price amount={getGoodsTotalFen(items) / 100} />
        {unpriced.length > 0 && <>, {unpriced.length} without a price</>}
      </p>
    </div>
  )
}
