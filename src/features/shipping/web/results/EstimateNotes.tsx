import type { EstimateRequestTexts } from '../../estimate-search.ts'
import './EstimateNotes.css'

/** Notes below the lines on what an estimate does not include. */
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

/** True when all three sides are known; volumetric weight needs them. */
export function isSizeKnown({ length, width, height }: EstimateRequestTexts): boolean {
  return [length, width, height].every((side) => side !== undefined && side !== '')
}
