import { useMemo, useRef, useState } from 'react'
import type { CollectionEntry } from '#features/collection/contract.ts'
import { getEntryTitle } from '#features/collection/entry-title.ts'
import { collectionText } from '#features/collection/spec.ts'
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

/** The haul with its total, and what is saved for later; a press moves an item between them. */
export function CollectionLists({ haul, entries, inHaul, forLater }: CollectionListsProps) {
  const container = useRef<HTMLDivElement>(null)
  const candidates = useCandidates(forLater)
  const planned = usePlan(haul, 'CNY', candidates)
  const { toggle, remove, leaving } = useRowActs(container, entries)
  const renderRow = (row: CollectionRow) => (
    <CollectionItem
      key={row.key}
      row={row}
      planned={planned}
      isLeaving={leaving === row.key}
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

/** The same until what waits changes, so that nothing is planned again for nothing. */
function useCandidates(rows: readonly CollectionRow[]) {
  const items = rows.flatMap(({ entry }) => (entry ? [createItemFromEntry(entry)] : []))
  const key = JSON.stringify(items)
  return useMemo(() => items, [key])
}

function useRowActs(container: React.RefObject<HTMLElement | null>, entries: readonly CollectionEntry[]) {
  const keeping = useCollectionMutations()
  const follow = useRowMoves(container)
  const [leaving, setLeaving] = useState<string>()

  async function toggle(row: CollectionRow, start: MoveStart) {
    const { entry, item } = row
    if (!item) {
      if (!entry) return
      follow(row.key, start)
      if (!addToHaul(createItemFromEntry(entry))) toast.error(haulFullMessage)
      return
    }
    if (!canWait(row, entries)) return takeOut(row)
    if (!entry && item.offer) {
      // It waits in the collection, which is where things for later are.
      setLeaving(row.key)
      const isSaved = await keeping.add(item.offer, item.sku)
      setLeaving(undefined)
      if (!isSaved) return
    }
    follow(item.offer ? formatSavedKey(item.offer) : row.key, start)
    removeHaulItem(item.id)
  }

  /** From the haul alone: it was never saved. */
  function takeOut(row: CollectionRow) {
    if (!row.item) return
    const place = findPlace(container.current, row.key)
    toast(`Removed: ${getRowName(row)}`, { undo: removeHaulItem(row.item.id) })
    requestAnimationFrame(() => focusRow(container.current, place))
  }

  /** From the collection (§4 Delete actions), and from the haul if it is in it. */
  async function remove(row: CollectionRow) {
    const { entry, item } = row
    if (!entry) return takeOut(row)
    const place = findPlace(container.current, row.key)
    if (!(await confirmDeletion(getEntryTitle(entry)))) return
    setLeaving(row.key)
    const isDone = await keeping.remove(entry)
    setLeaving(undefined)
    if (!isDone) return
    const putBack = item && removeHaulItem(item.id)
    let isTakenBack = false
    const takeBack = () => {
      isTakenBack = true
      putBack?.()
      void keeping.add(entry)
    }
    await showAlert({
      kind: 'success',
      title: collectionText.removedTitle,
      text: collectionText.removed,
      actions: [{ label: 'Undo', run: takeBack }],
    })
    if (!isTakenBack) focusRow(container.current, place)
  }

  return { toggle, remove, leaving }
}

function listRows(container: HTMLElement | null): HTMLElement[] {
  return [...(container?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
}

function findPlace(container: HTMLElement | null, key: string): number {
  return listRows(container).findIndex(({ dataset }) => dataset.row === key)
}

/** The row that takes the place of the removed one, the last one, or the page's heading. */
function focusRow(container: HTMLElement | null, place: number): void {
  const rows = listRows(container)
  const target = (rows[place] ?? rows.at(-1))?.querySelector<HTMLElement>('a, button')
  if (target) target.focus()
  else focusHeading()
}
