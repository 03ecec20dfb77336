import type { EstimateRequestTexts } from '../../estimate-search.ts'
import './EstimateNotes.css'

/** What an estimate leaves out, below the lines. */
export function EstimateNotes({ request }: { request: EstimateRequestTexts }) {
  return (
    <ul className="estimate-notes">
      <li>
        The final price depends on the parcel your agent packs and weighs. Packed parcels usually weigh 5–15%
        more than the item.
      </li>
      {!isSizeKnown(request) && <li>Add the size to include volumetric weight.</li>}
      {!request.features && <li>Pick a category to hide lines that won't carry it.</li>}
      <li>Insurance is not included.</li>
    </ul>
  )
}

/** All three sides are given, without which volume cannot count. */
export function isSizeKnown({ length, width, height }: EstimateRequestTexts): boolean {
  return [length, width, height].every((side) => side !== undefined && side !== '')
}
