import { Check } from 'lucide-react'
import { productText } from '#features/products/texts-and-limits.ts'
import { LastLinkForm } from './LastLinkForm.tsx'
import { ReasonText } from './ReasonText.tsx'

/** What to check when an item is not found, and a form with its link. */
export function NotFoundReason() {
  return (
    <ReasonText text={productText.notFoundHint} help="What to check:">
      <ul className="product__checks">
        {checks.map((check) => (
          <li key={check}>
            <Check className="icon icon--s" aria-hidden />
            <span>{check}</span>
          </li>
        ))}
      </ul>
      <LastLinkForm />
    </ReasonText>
  )
}

const checks = [
  'The number in the address matches your link.',
  'Your link opens one item, not a shop or a search.',
  'The seller still offers the item.',
]
