import type { EstimateSearch } from '../../estimate-search.ts'
import './EstimateNotes.css'

/** What an estimate leaves out, below the lines. */
export function EstimateNotes({ search }: { search: EstimateSearch }) {
  return (
    <ul className="estimate-notes">
      <li>
        The final price depends on the parcel your agent packs and weighs. Packed parcels usually weigh 5–15%
        more than the item.
      </li>
      {!isSizeKnown(search) && <li>Add the size to include volumetric weight.</li>}
      {!search.features && <li>Pick a category to hide lines that won't carry it.</li>}
      <li>Insurance is not included.</li>
    </ul>
  )
}

/** All three sides are given, without which volume cannot count. */
export function isSizeKnown({ length, width, height }: EstimateSearch): boolean {
  return [length, width, height].every((side) => side !== undefined && side !== '')
}
