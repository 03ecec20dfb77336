import { useRef, useState } from 'react'
import type { CollectionEntry } from '#features/collection/contract.ts'
import { getEntryTitle } from '#features/collection/entry-title.ts'
import { collectionText } from '#features/collection/spec.ts'
import { useCollectionMutations } from '#features/collection/web/collection-mutations.ts'
import { focusHeading } from '#shared/web/navigation/RouteFocus.tsx'
import { showAlert } from '#shared/web/ui/dialogs/alerts.ts'
import { confirmDeletion } from '#shared/web/ui/dialogs/confirmations.ts'
import { SavedItem } from './SavedItem.tsx'

/** The cards, and their removal (§4 Delete actions). */
export function SavedItems({ entries }: { entries: readonly CollectionEntry[] }) {
  const list = useRef<HTMLUListElement>(null)
  const keeping = useCollectionMutations()
  const [leaving, setLeaving] = useState<string>()

  async function handleDelete(entry: CollectionEntry) {
    const place = entries.indexOf(entry)
    if (!(await confirmDeletion(getEntryTitle(entry)))) return
    setLeaving(entry._id)
    const isDone = await keeping.remove(entry)
    setLeaving(undefined)
    if (!isDone) return
    let isTakenBack = false
    const takeBack = () => {
      isTakenBack = true
      void keeping.add(entry)
    }
    await showAlert({
      kind: 'success',
      title: collectionText.removedTitle,
      text: collectionText.removed,
      actions: [{ label: 'Undo', run: takeBack }],
    })
    if (!isTakenBack) focusCard(list.current, place)
  }

  return (
    <div className="saved">
      <ul ref={list} className="saved__grid">
        {entries.map((entry) => (
          <SavedItem
            key={entry._id}
            entry={entry}
            isLeaving={leaving === entry._id}
            onDelete={() => handleDelete(entry)}
          />
        ))}
      </ul>
    </div>
  )
}

/** The card that takes the place of the removed one, the last one, or the page's heading. */
function focusCard(list: HTMLUListElement | null, place: number): void {
  const cards = [...(list?.children ?? [])]
  const card = cards[place] ?? cards.at(-1)
  const link = card?.querySelector('a')
  if (link) link.focus()
  else focusHeading()
}
