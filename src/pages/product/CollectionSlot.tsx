import { Bookmark } from 'lucide-react'
import { collectionText } from '#features/collection/spec.ts'
import type { AddToCollectionButtonProps } from '#features/collection/web/AddToCollectionButton.tsx'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'

const loadButton = async () =>
  (await import('#features/collection/web/AddToCollectionButton.tsx')).AddToCollectionButton

/** The collection button. Until its code is loaded, a placeholder with the same appearance. */
export function CollectionSlot(props: AddToCollectionButtonProps) {
  const Button = useLazyComponent(loadButton, true)
  if (Button) return <Button {...props} />
  return (
    <span className={`${props.className} js-only`} title={collectionText.login} aria-hidden>
      <Bookmark className="icon" aria-hidden />
      <span>Add to Collection</span>
    </span>
  )
}
