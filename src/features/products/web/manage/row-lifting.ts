import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { useStableCallback } from '#shared/web/hooks/use-stable-callback.ts'
import { startDrag } from '#shared/web/ui/lists/drag.ts'
import { previewMove } from '#shared/web/ui/lists/positions.ts'
import type { Product } from '../../contract.ts'

/** A row that was taken up, and the place it would be put down at. */
type Lifted = { product: Product; place: number; isDragged: boolean }

export type RowLifting = {
  /** The rows as they would be. */
  rows: readonly Product[]
  lifted: Lifted | undefined
  /** For screen readers: what the last key did. */
  status: string
  handleGrip: (act: GripAct) => void
}

/** `toggle` takes a row up or puts it down. */
export type GripAct =
  | { kind: 'toggle'; product: Product }
  | { kind: 'drag'; product: Product; event: PointerEvent }
  | { kind: 'step'; by: 1 | -1 }
  | { kind: 'putBack' }

type LiftingOptions = {
  products: readonly Product[]
  total: number
  onMove: (product: Product, place: number) => void
}

const gripHint = 'Arrow keys move it, Space drops it, Escape puts it back.'

/** Moving a row by its grip: Space lifts it and drops it, arrows move it, Esc puts it back; or a pointer drags it. */
export function useRowLifting({ products, total, onMove }: LiftingOptions): RowLifting {
  const [lifted, setLifted] = useState<Lifted>()
  const [status, setStatus] = useState('')
  const rows = lifted ? previewMove(products, lifted.product._id, lifted.place) : products
  const describePlace = (place: number) => `position ${place} of ${total}`
  useGripFocus(lifted)

  function drop() {
    if (!lifted) return
    const { product, place } = lifted
    setLifted(undefined)
    setStatus(`${product.name} dropped at ${describePlace(place)}`)
    if (place !== product.serial) onMove(product, place)
  }
  function putBack() {
    if (!lifted) return
    setLifted(undefined)
    setStatus(`${lifted.product.name} is back at ${describePlace(lifted.product.serial)}`)
  }
  function moveTo(place: number | undefined) {
    if (!lifted || place === undefined || place === lifted.place) return
    setLifted({ ...lifted, place })
    setStatus(`Moved to ${describePlace(place)}`)
  }
  function step(by: 1 | -1) {
    const index = rows.findIndex(({ _id }) => _id === lifted?.product._id)
    moveTo(rows[index + by]?.serial)
  }
  function lift(act: GripAct & { product: Product }) {
    const { product } = act
    const isDragged = act.kind === 'drag'
    setLifted({ product, place: product.serial, isDragged })
    if (isDragged) startDrag(act.event, { selector: 'tr[data-row]', onOver: handleOver, onEnd: handleEnd })
    else setStatus(`${product.name} lifted, ${describePlace(product.serial)}. ${gripHint}`)
  }
  const handleOver = useStableCallback((element: HTMLElement) => {
    const over = rows.find(({ _id }) => _id === element.dataset.row)
    if (over && over._id !== lifted?.product._id) moveTo(over.serial)
  })
  const handleEnd = useStableCallback((isKept: boolean) => (isKept ? drop() : putBack()))

  return {
    rows,
    lifted,
    status,
    handleGrip: useStableCallback((act: GripAct) => {
      if (act.kind === 'step') step(act.by)
      else if (act.kind === 'putBack') putBack()
      else if (act.kind === 'toggle' && lifted?.product._id === act.product._id) drop()
      else lift(act)
    }),
  }
}

/** A row that moves in the page loses the focus. */
function useGripFocus(lifted: Lifted | undefined): void {
  const last = useRef<Lifted>(undefined)
  useEffect(() => {
    const { current: before } = last
    last.current = lifted
    const { product, isDragged } = lifted ?? before ?? {}
    if (!product || isDragged) return
    document.querySelector<HTMLElement>(`[data-row="${product._id}"] .row-grip`)?.focus()
  }, [lifted])
}
