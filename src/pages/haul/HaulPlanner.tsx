import { useDeferredValue, useRef, useState } from 'react'
import { AddItem } from '#features/haul/web/list/AddItem.tsx'
import { CollectionOffer } from '#features/haul/web/list/CollectionOffer.tsx'
import { EmptyHaul } from '#features/haul/web/list/EmptyHaul.tsx'
import { HaulItemRow } from '#features/haul/web/list/HaulItemRow.tsx'
import { hasRoom, type NewItem, useHaulList } from '#features/haul/web/list/haul-list.ts'
import { ListSums } from '#features/haul/web/list/ListSums.tsx'
import { useListFocus } from '#features/haul/web/list/list-focus.ts'
import { OriginNote } from '#features/haul/web/list/OriginNote.tsx'
import { usePlan } from '#features/haul/web/use-plan.ts'
import { useSavedCurrency } from '#features/shipping/web/saved-codes.ts'
import { useStableCallback } from '#shared/web/hooks/use-stable-callback.ts'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import { HaulBar } from './HaulBar.tsx'
import { PlanResults } from './PlanResults.tsx'
import './HaulPlanner.css'

/** The list on the left; its cost beside and below it. */
export function HaulPlanner() {
  const list = useHaulList()
  const { haul, origin } = list
  const planned = usePlan(haul, useSavedCurrency() ?? 'CNY')
  // Typing does not wait for rendering beside the list.
  const results = useDeferredValue(<PlanResults haul={haul} planned={planned} />)
  const isFull = !hasRoom(haul.items, 0)
  const section = useRef<HTMLElement>(null)
  const focus = useListFocus(section)
  const [openRow, setOpenRow] = useState<number>()

  const handleRemove = useStableCallback(({ id, name }: { id: number; name: string }) => {
    const place = haul.items.findIndex((item) => item.id === id)
    const putBack = list.remove(id)
    toast(`Removed: ${name}`, { undo: putBack })
    focus.onPlace(place, id)
  })
  const handleChange = useStableCallback(({ id, part }: { id: number; part: Partial<NewItem> }) =>
    list.changeItem(id, part),
  )
  const handleOpen = useStableCallback(({ id, isOpen }: { id: number; isOpen: boolean }) =>
    setOpenRow(isOpen ? id : undefined),
  )

  /** Missing data of a new item is asked for at once. */
  function handleAdded({ id, isComplete }: { id: number; isComplete: boolean }) {
    if (isComplete) return
    setOpenRow(id)
    focus.onRow(id)
  }

  return (
    <div className="haul">
      <OriginNote origin={origin} onLeave={list.leaveCopy} />
      <section ref={section} className="haul__list" aria-labelledby="haul-list">
        <h2 className="visually-hidden" id="haul-list">
          What is in the haul
        </h2>
        <HaulBar haul={haul} onChange={list.change} />
        {haul.items.length > 0 ? (
          <ul>
            {haul.items.map((item) => (
              <HaulItemRow
                key={item.id}
                item={item}
                isFull={isFull}
                isOpen={openRow === item.id}
                onOpen={handleOpen}
                onChange={handleChange}
                onRemove={handleRemove}
              />
            ))}
          </ul>
        ) : (
          <EmptyHaul />
        )}
        <AddItem list={list} onAdded={handleAdded} />
        <CollectionOffer list={list} />
        <ListSums haul={haul} />
      </section>
      {results}
    </div>
  )
}
