import { useMemo, useRef, useState } from 'react'
import type { CollectionEntry } from '#features/collection/contract.ts'
import { getEntryTitle } from '#features/collection/entry-title.ts'
import { collectionText } from '#features/collection/texts-and-limits.ts'
import { useCollectionMutations } from '#features/collection/web/collection-mutations.ts'
import { countPieces, type Haul, haulFullMessage } from '#features/haul/haul.ts'
import { addToHaul, removeHaulItem } from '#features/haul/web/haul-edits.ts'
import { createItemFromEntry } from '#features/haul/web/list/haul-item.ts'
import { usePlan } from '#features/haul/web/use-plan.ts'
import { focusHeading } from '#shared/web/navigation/RouteFocus.tsx'
import { showAlert } from '#shared/web/ui/dialogs/alerts.ts'
import { confirmDeletion } from '#shared/web/ui/dialogs/confirmations.ts'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import { CollectionItem } from './CollectionItem.tsx'
import { type CollectionRow, canWait, formatSavedKey, getRowName } from './collection-rows.ts'
import { HaulTotal } from './HaulTotal.tsx'
import { type MoveStart, useRowMoves } from './use-row-moves.ts'

type CollectionListsProps = {
  haul: Haul
  entries: readonly CollectionEntry[]
  inHaul: readonly CollectionRow[]
  forLater: readonly CollectionRow[]
}

/** The haul with its total, and the items saved for later; a button moves an item between them. */
export function CollectionLists({ haul, entries, inHaul, forLater }: CollectionListsProps) {
  const container = useRef<HTMLDivElement>(null)
  const candidates = useCandidates(forLater)
  const planned = usePlan(haul, 'CNY', candidates)
  const { toggle, remove, leavingKey } = useRowActions(container, entries)
  const renderRow = (row: CollectionRow) => (
    <CollectionItem
      key={row.key}
      row={row}
      planned={planned}
      isLeaving={leavingKey === row.key}
      onToggle={(start) => toggle(row, start)}
      onDelete={() => remove(row)}
    />
  )
  return (
    <>
      <HaulTotal haul={haul} planned={planned} />
      <div ref={container}>
        {inHaul.length > 0 && (
          <section className="collection-group" aria-labelledby="in-haul">
            <div className="collection-group__head">
              <h2 id="in-haul">
                In the haul <span className="tabular-nums">{countPieces(haul.items)}</span>
              </h2>
              <p>These make the total above.</p>
            </div>
            <ul className="collection-group__list">{inHaul.map(renderRow)}</ul>
          </section>
        )}
        {forLater.length > 0 && (
          <section className="collection-group collection-group--later" aria-labelledby="for-later">
            <div className="collection-group__head">
              <h2 id="for-later">
                For later <span className="tabular-nums">{forLater.length}</span>
              </h2>
              <p>Saved, not counted. Each shows what it would add.</p>
            </div>
            <ul className="collection-group__list">{forLater.map(renderRow)}</ul>
          </section>
        )}
      </div>
    </>
  )
}

/** The same array until the items change, so that the plan is not computed again. */
function useCandidates(rows: readonly CollectionRow[]) {
  const items = rows.flatMap(({ entry }) => (entry ? [createItemFromEntry(entry)] : []))
  const key = JSON.stringify(items)
  return useMemo(() => items, [key])
}

function useRowActions(container: React.RefObject<HTMLElement | null>, entries: readonly CollectionEntry[]) {
  const mutations = useCollectionMutations()
  const follow = useRowMoves(container)
  const [leavingKey, setLeaving] = useState<string>()

  async function toggle(row: CollectionRow, start: MoveStart) {
    const { entry, item } = row
    if (!item) {
      if (!entry) return
      follow(row.key, start)
      if (!addToHaul(createItemFromEntry(entry))) toast.error(haulFullMessage)
      return
    }
    if (!canWait(row, entries)) return removeFromHaul(row)
    if (!entry && item.offer) {
      // Items for later are in the collection.
      setLeaving(row.key)
      const isSaved = await mutations.add(item.offer, item.sku)
      setLeaving(undefined)
      if (!isSaved) return
    }
    follow(item.offer ? formatSavedKey(item.offer) : row.key, start)
    removeHaulItem(item.id)
  }

  /** Removes an item that is only in the haul. */
  function removeFromHaul(row: CollectionRow) {
    if (!row.item) return
    const index = findRowIndex(container.current, row.key)
    toast(`Removed: ${getRowName(row)}`, { undo: removeHaulItem(row.item.id) })
    requestAnimationFrame(() => focusRow(container.current, index))
  }

  /** Removes an item from the collection (§4 Delete actions) and from the haul. */
  async function remove(row: CollectionRow) {
    const { entry, item } = row
    if (!entry) return removeFromHaul(row)
    const index = findRowIndex(container.current, row.key)
    if (!(await confirmDeletion(getEntryTitle(entry)))) return
    setLeaving(row.key)
    const isRemoved = await mutations.remove(entry)
    setLeaving(undefined)
    if (!isRemoved) return
    const restoreToHaul = item && removeHaulItem(item.id)
    let isUndone = false
    const undo = () => {
      isUndone = true
      restoreToHaul?.()
      void mutations.add(entry)
    }
    await showAlert({
      kind: 'success',
      title: collectionText.removedTitle,
      text: collectionText.removed,
      actions: [{ label: 'Undo', run: undo }],
    })
    if (!isUndone) focusRow(container.current, index)
  }

  return { toggle, remove, leavingKey }
}

function listRows(container: HTMLElement | null): HTMLElement[] {
  return [...(container?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
}

function findRowIndex(container: HTMLElement | null, key: string): number {
  return listRows(container).findIndex(({ dataset }) => dataset.row === key)
}

/** Focuses the row at the index of the removed one, else the last row, else the page's heading. */
function focusRow(container: HTMLElement | null, index: number): void {
  const rows = listRows(container)
  const target = (rows[index] ?? rows.at(-1))?.querySelector<HTMLElement>('a, button')
  if (target) target.focus()
  else focusHeading()
}
