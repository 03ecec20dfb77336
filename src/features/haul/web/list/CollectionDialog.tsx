import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CollectionEntry } from '#features/collection/contract.ts'
import { getEntryTitle } from '#features/collection/entry-title.ts'
import { collectionText } from '#features/collection/texts-and-limits.ts'
import { collectionQuery } from '#features/collection/web/queries.ts'
import { formatWeight } from '#features/products/dimensions.ts'
import { detectLanguage } from '#shared/language.ts'
import { marketplaceLabels } from '#shared/marketplaces.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { Dialog } from '#shared/web/ui/dialogs/Dialog.tsx'
import { Skeleton } from '#shared/web/ui/feedback/Skeleton.tsx'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import { isSamePiece } from '../../item-list.ts'
import { createItemFromEntry } from './haul-item.ts'
import type { HaulList } from './haul-list.ts'
import './CollectionDialog.css'

type CollectionDialogProps = {
  userId: string
  list: HaulList
  isOpen: boolean
  onAdded: (() => void) | undefined
  onClose: () => void
}

/** Adds saved items to the haul. */
export function CollectionDialog({ userId, list, isOpen, onAdded, onClose }: CollectionDialogProps) {
  const { data, isError } = useQuery(collectionQuery(useApiClient(), userId))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const entries = data?.data.productCollection
  const chosenEntries = entries?.filter(({ _id }) => chosen.has(_id)) ?? []

  function handleAdd() {
    const count = list.addAll(chosenEntries.map(createItemFromEntry))
    setChosen(new Set())
    onClose()
    onAdded?.()
    toast.success(`${count} ${count === 1 ? 'item' : 'items'} from your collection`)
  }

  const acts = (
    <button
      type="button"
      className="btn btn--brand"
      aria-disabled={chosenEntries.length === 0 || undefined}
      onClick={() => chosenEntries.length > 0 && handleAdd()}
    >
      {chosenEntries.length === 0 ? 'Choose what to add' : `Add ${chosenEntries.length}`}
    </button>
  )
  return (
    <Dialog open={isOpen} onClose={onClose} title="From your collection" acts={acts}>
      {isError && <p>We couldn't load your collection.</p>}
      {!entries && !isError && <Skeleton />}
      {entries?.length === 0 && <p>{collectionText.empty}</p>}
      <ul className="from-list">
        {entries?.map((entry) => (
          <EntryChoice
            key={entry._id}
            entry={entry}
            isThere={list.haul.items.some((item) => isSamePiece(item, { offer: entry, sku: entry.skuId }))}
            isChosen={chosen.has(entry._id)}
            onChange={(isChosen) => {
              const next = new Set(chosen)
              if (isChosen) next.add(entry._id)
              else next.delete(entry._id)
              setChosen(next)
            }}
          />
        ))}
      </ul>
    </Dialog>
  )
}

type EntryChoiceProps = {
  entry: CollectionEntry
  isThere: boolean
  isChosen: boolean
  onChange: (isChosen: boolean) => void
}

function EntryChoice({ entry, isThere, isChosen, onChange }: EntryChoiceProps) {
  const { shopType, variant, weight, imgList } = entry
  const name = getEntryTitle(entry)
  const [src] = imgList
  const facts = [
    marketplaceLabels[shopType],
    ...(variant ? [variant] : []),
    weight === null ? 'no weight known' : formatWeight(weight),
  ]
  return (
    <li>
      <label className="from-list__row">
        <input
          type="checkbox"
          className="check__box"
          checked={isThere || isChosen}
          disabled={isThere}
          onChange={({ target }) => onChange(target.checked)}
        />
        {src ? <Picture src={src} alt="" width={480} height={480} sizes="44px" maxWidth={96} /> : <span />}
        <span className="from-list__name">
          <span lang={detectLanguage(name)}>{name}</span>
          <small>{isThere ? 'Already in the haul' : facts.join(' · ')}</small>
        </span>
      </label>
    </li>
  )
}
