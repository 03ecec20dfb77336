import { useDeferredValue, useRef, useState } from 'react'
import type { Haul } from '#features/haul/haul.ts'
import { hasRoom, type NewItem } from '#features/haul/item-list.ts'
import { AddItem } from '#features/haul/web/list/AddItem.tsx'
import { CollectionOffer } from '#features/haul/web/list/CollectionOffer.tsx'
import { EmptyHaul } from '#features/haul/web/list/EmptyHaul.tsx'
import { HaulItemRow } from '#features/haul/web/list/HaulItemRow.tsx'
import { type HaulList, useHaulList } from '#features/haul/web/list/haul-list.ts'
import { ListHead } from '#features/haul/web/list/ListHead.tsx'
import { useListFocus } from '#features/haul/web/list/list-focus.ts'
import { OriginNote } from '#features/haul/web/list/OriginNote.tsx'
import { ShareHaul } from '#features/haul/web/list/ShareHaul.tsx'
import { listShippingWays, type ShippingWayKey } from '#features/haul/web/plan/shipping-ways.ts'
import { type PlanState, usePlan } from '#features/haul/web/use-plan.ts'
import { useIsShipToPending } from '#features/visitor/web/ship-to/use-ship-to.ts'
import { useStableCallback } from '#shared/web/hooks/use-stable-callback.ts'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import { BuyHaul } from './BuyHaul.tsx'
import { listBuyRows } from './buy-rows.ts'
import { HaulSettings } from './HaulSettings.tsx'
import { PlanDetails, PlanNotes } from './PlanDetails.tsx'
import { PlannerSkeleton } from './PlannerSkeleton.tsx'
import { findMissingInput, PlanResults } from './PlanResults.tsx'
import './HaulPlanner.css'

/** The haul's page: the plan at the top, then the list of items and the receipt. */
export function HaulPlanner() {
  const list = useHaulList()
  const { haul, origin } = list
  const planState = usePlan(haul, 'CNY')
  const [selectedKey, setSelectedKey] = useState<ShippingWayKey>('split')
  const { result } = planState
  const ways = result ? listShippingWays(result) : []
  const selectedWay = ways.find(({ key }) => key === selectedKey) ?? ways[0]
  const [isEditing, setEditing] = useState(false)
  const [isShowingWays, setShowingWays] = useState(false)
  const isReady = selectedWay !== undefined && isReadyToBuy(haul)
  const panels = {
    isEditing,
    onEdit: isReady ? setEditing : undefined,
    isShowingWays,
    onShowWays: setShowingWays,
  }
  const listSection = useRef<HTMLElement>(null)
  const listFocus = useListFocus(listSection)
  const [openRow, setOpenRow] = useState<number>()
  // Deferred, so that typing in the list does not wait until the results are rendered.
  const resultsPanel = useDeferredValue(
    <PlanResults
      haul={haul}
      planState={planState}
      ways={ways}
      selectedWay={selectedWay}
      onSelect={setSelectedKey}
      {...panels}
    />,
  )
  const detailsPanel = useDeferredValue(
    selectedWay && <PlanDetails planState={planState} way={selectedWay} />,
  )

  const isLoading = useIsLoading(haul, planState)
  if (isLoading) return <PlannerSkeleton />

  // A list that is not ready to be bought is open, and stays open while the visitor completes it.
  if (!isReady && !isEditing) setEditing(true)

  /** Opens the fields of a new item when data is missing. */
  function handleAdded({ id, isComplete }: { id: number; isComplete: boolean }) {
    if (isComplete) return listFocus.focusField()
    setOpenRow(id)
    listFocus.focusRow(id)
  }

  if (haul.items.length === 0) {
    return (
      <div className="haul">
        <OriginNote origin={origin} onLeave={list.leaveCopy} />
        <EmptyHaul destination={haul.destination}>
          <AddItem list={list} onAdded={handleAdded} />
          <CollectionOffer list={list} onAdded={listFocus.focusField} />
        </EmptyHaul>
      </div>
    )
  }
  return (
    <div className="haul">
      <OriginNote origin={origin} onLeave={list.leaveCopy} />
      {resultsPanel}
      <div className="haul__columns">
        <div className="haul__main">
          {isEditing && (
            <section ref={listSection} className="haul__list" aria-labelledby="haul-list">
              <ListHead list={list} onCleared={listFocus.focusField} />
              <HaulSettings haul={haul} onChange={list.change} onDestination={list.changeDestination} />
              <ItemRows
                list={list}
                openRow={openRow}
                setOpenRow={setOpenRow}
                onRemoved={listFocus.focusRemovedRow}
              />
              <AddItem list={list} onAdded={handleAdded} />
              <CollectionOffer list={list} />
            </section>
          )}
          <BuyHaul items={haul.items} />
        </div>
        <div className="haul__side">
          {detailsPanel}
          <ShareHaul haul={haul} />
        </div>
      </div>
      {result && ways.length > 0 && <PlanNotes destination={planState.haul.destination} result={result} />}
    </div>
  )
}

/** True until the first plan is ready, so that the content below it does not move, and while the destination is unknown. */
function useIsLoading(haul: Haul, { result, isFailed }: PlanState): boolean {
  const isFirstPlan = !result && !isFailed && haul.items.length > 0 && !findMissingInput(haul)
  const [hasShown, setHasShown] = useState(!isFirstPlan)
  if (!isFirstPlan && !hasShown) setHasShown(true)
  const isPending = useIsShipToPending() && haul.destination === ''
  return !hasShown || isPending
}

function isReadyToBuy({ items }: Haul): boolean {
  return listBuyRows(items).length > 0 && items.every(({ grams }) => grams !== null)
}

type ItemRowsProps = {
  list: HaulList
  openRow: number | undefined
  setOpenRow: (id: number | undefined) => void
  onRemoved: (index: number, without: number) => void
}

function ItemRows({ list, openRow, setOpenRow, onRemoved }: ItemRowsProps) {
  const { items } = list.haul
  const handleRemove = useStableCallback(({ id, name }: { id: number; name: string }) => {
    const index = items.findIndex((item) => item.id === id)
    const undo = list.remove(id)
    toast(`Removed: ${name}`, { undo })
    onRemoved(index, id)
  })
  const handleChange = useStableCallback(({ id, part }: { id: number; part: Partial<NewItem> }) =>
    list.changeItem(id, part),
  )
  const handleOpen = useStableCallback(({ id, isOpen }: { id: number; isOpen: boolean }) =>
    setOpenRow(isOpen ? id : undefined),
  )
  const isFull = !hasRoom(items, 0)
  return (
    <ul>
      {items.map((item) => (
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
  )
}
