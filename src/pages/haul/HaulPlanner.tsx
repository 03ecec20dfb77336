import { useRef, useState } from 'react'
import { usePlan } from '#features/shipping/web/use-plan.ts'
import { toast } from '#shared/web/ui/toasts.ts'
import { AddItem } from './AddItem.tsx'
import { CollectionOffer } from './CollectionOffer.tsx'
import { EmptyHaul } from './EmptyHaul.tsx'
import { GoodRow } from './GoodRow.tsx'
import { HaulBar } from './HaulBar.tsx'
import { useHaulList } from './haul-list.ts'
import { ListSums } from './ListSums.tsx'
import { useListFocus } from './list-focus.ts'
import { OriginNote } from './OriginNote.tsx'
import { PlanResults } from './PlanResults.tsx'
import './HaulPlanner.css'

/** The list on the left; what it costs beside and below it. */
export function HaulPlanner() {
  const list = useHaulList()
  const { haul, origin } = list
  const planned = usePlan(haul)
  const section = useRef<HTMLElement>(null)
  const focus = useListFocus(section)
  const [openRow, setOpenRow] = useState<number>()

  function handleRemove(id: number, name: string) {
    const place = haul.items.findIndex((item) => item.id === id)
    const putBack = list.remove(id)
    toast(`Removed: ${name}`, { undo: putBack })
    focus.onPlace(place)
  }

  /** Whatever is still to be said about a new item is asked for at once. */
  function handleAdded({ id, isComplete }: { id: number; isComplete: boolean }) {
    if (isComplete) return
    setOpenRow(id)
    focus.onRow(id)
  }

  return (
    <div className="haul">
      <OriginNote origin={origin} onLeave={list.leaveCopy} />
      <section ref={section} className="haul__list" aria-labelledby="haul-list">
        <h2 className="vh" id="haul-list">
          What is in the haul
        </h2>
        <HaulBar haul={haul} onChange={list.change} />
        {haul.items.length > 0 ? (
          <ul>
            {haul.items.map((item) => (
              <GoodRow
                key={item.id}
                item={item}
                items={haul.items}
                isOpen={openRow === item.id}
                onOpen={(isOpen) => setOpenRow(isOpen ? item.id : undefined)}
                onChange={(part) => list.changeItem(item.id, part)}
                onRemove={() => handleRemove(item.id, item.name)}
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
      <PlanResults haul={haul} planned={planned} />
    </div>
  )
}
