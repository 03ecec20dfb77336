import type { EstimateSearch } from '../../estimate-search.ts'
import './EstimateNotes.css'

/** What an estimate leaves out, below the lines. */
export function EstimateNotes({ search }: { search: EstimateSearch }) {
  return (
    <ul className="estimate-notes">
      <li>
        Estimates from public price lists. The agent weighs the packed parcel; most come out 5 to 15 % heavier
        than the item.
      </li>
      <li>
        Before rehearsal: what counts in the end is the weight and size of the parcel as the warehouse packs
        it.
      </li>
      {!isSizeKnown(search) && <li>Size not given: volumetric weight is not included.</li>}
      {!search.features && <li>No category given: what a line refuses to carry is not considered.</li>}
      <li>Insurance is not included.</li>
    </ul>
  )
}

/** All three sides are given, without which volume cannot count. */
export function isSizeKnown({ length, width, height }: EstimateSearch): boolean {
  return [length, width, height].every((side) => side !== undefined && side !== '')
}
