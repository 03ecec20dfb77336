import { collectionText } from '#features/collection/spec.ts'
import { LinkFormButton } from '#features/product-links/web/LinkFormButton.tsx'
import { LinkInput } from '#features/product-links/web/LinkInput.tsx'
import { useLinkForm } from '#features/product-links/web/use-link-form.ts'
import { paths } from '#shared/paths.ts'
import { EmptyState } from '#shared/web/ui/feedback/EmptyState.tsx'

/** An empty collection: two links to find items. */
export function EmptyCollection() {
  const { isOpening, handleSubmit } = useLinkForm()
  return (
    <EmptyState title={collectionText.empty} text="Save items from their page. We keep the price you saw.">
      <form className="collection__link" action={paths.go()} onSubmit={handleSubmit}>
        <label className="visually-hidden" htmlFor="collection-link">
          Product link
        </label>
        <LinkInput id="collection-link" className="input" />
        <LinkFormButton isOpening={isOpening} className="primary-button" />
      </form>
      <a className="btn" href={paths.popular()}>
        View all
      </a>
    </EmptyState>
  )
}
