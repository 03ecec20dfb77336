import type { ItemParams } from '#shared/marketplaces.ts'
import './AddToCollectionButton.css'
import { Bookmark } from 'lucide-react'
import { collectionText } from '../spec.ts'
import { useCollectionToggle } from './collection-toggle.ts'

const reasonId = 'collect-reason'

type AddToCollectionButtonProps = {
  item: ItemParams
  /** `icon` is for a bar; the reason why it is disabled for visitors is shown with the other. */
  look: 'words' | 'icon'
}

/** Add to Collection (§2, §5). The server renders it as visitors see it. */
export function AddToCollectionButton({ item, look }: AddToCollectionButtonProps) {
  const { isKept, session, press } = useCollectionToggle(item)
  const isVisitor = session.status !== 'member'
  const isIcon = look === 'icon'
  return (
    <>
      <button
        type="button"
        className={isIcon ? 'btn btn--icon collect' : 'btn collect'}
        title={isVisitor ? collectionText.login : undefined}
        aria-pressed={isKept}
        aria-disabled={isVisitor || undefined}
        aria-describedby={isVisitor ? reasonId : undefined}
        onClick={press}
      >
        <Bookmark className="icon" aria-hidden />
        <span className={isIcon ? 'visually-hidden' : undefined}>Add to Collection</span>
      </button>
      {isVisitor && !isIcon && (
        <p className="collect__reason" id={reasonId}>
          {collectionText.login}
        </p>
      )}
    </>
  )
}
