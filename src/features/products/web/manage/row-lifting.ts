import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { useStableCallback } from '#shared/web/hooks/use-stable-callback.ts'
import { startDrag } from '#shared/web/ui/lists/drag.ts'
import { previewMove } from '#shared/web/ui/lists/positions.ts'
import type { Product } from '../../contract.ts'

/** The row that is being moved, and its current target position. */
type LiftedRow = { product: Product; position: number; isDragged: boolean }

export type RowLifting = {
  /** The rows with the lifted row at its target position. */
  rows: readonly Product[]
  lifted: LiftedRow | undefined
  /** The result of the last key, for screen readers. */
  status: string
  handleGrip: (action: GripAction) => void
}

/** `toggle` lifts or drops a row. `putBack` cancels the move. */
export type GripAction =
  | { kind: 'toggle'; product: Product }
  | { kind: 'drag'; product: Product; event: PointerEvent }
  | { kind: 'step'; by: 1 | -1 }
  | { kind: 'putBack' }

type LiftingOptions = {
  products: readonly Product[]
  total: number
  onMove: (product: Product, position: number) => void
}

const gripHint = 'Arrow keys move it, Space drops it, Escape puts it back.'

/** Moves rows by their grip. Space lifts and drops a row, arrow keys move it, Esc cancels; or a pointer drags it. */
export function useRowLifting({ products, total, onMove }: LiftingOptions): RowLifting {
  const [lifted, setLifted] = useState<LiftedRow>()
  const [status, setStatus] = useState('')
  const rows = lifted ? previewMove(products, lifted.product._id, lifted.position) : products
  const describePosition = (position: number) => `position ${position} of ${total}`
  useGripFocus(lifted)

  function drop() {
    if (!lifted) return
    const { product, position } = lifted
    setLifted(undefined)
    setStatus(`${product.name} dropped at ${describePosition(position)}`)
    if (position !== product.serial) onMove(product, position)
  }
  function putBack() {
    if (!lifted) return
    setLifted(undefined)
    setStatus(`${lifted.product.name} is back at ${describePosition(lifted.product.serial)}`)
  }
  function moveTo(position: number | undefined) {
    if (!lifted || position === undefined || position === lifted.position) return
    setLifted({ ...lifted, position })
    setStatus(`Moved to ${describePosition(position)}`)
  }
  function step(by: 1 | -1) {
    const index = rows.findIndex(({ _id }) => _id === lifted?.product._id)
    moveTo(rows[index + by]?.serial)
  }
  function lift(action: GripAction & { product: Product }) {
    const { product } = action
    const isDragged = action.kind === 'drag'
    setLifted({ product, position: product.serial, isDragged })
    if (isDragged) startDrag(action.event, { selector: 'tr[data-row]', onOver: handleOver, onEnd: handleEnd })
    else setStatus(`${product.name} lifted, ${describePosition(product.serial)}. ${gripHint}`)
  }
  const handleOver = useStableCallback((element: HTMLElement) => {
    const hoveredRow = rows.find(({ _id }) => _id === element.dataset.row)
    if (hoveredRow && hoveredRow._id !== lifted?.product._id) moveTo(hoveredRow.serial)
  })
  const handleEnd = useStableCallback((isDropped: boolean) => (isDropped ? drop() : putBack()))

  return {
    rows,
    lifted,
    status,
    handleGrip: useStableCallback((action: GripAction) => {
      if (action.kind === 'step') step(action.by)
      else if (action.kind === 'putBack') putBack()
      else if (action.kind === 'toggle' && lifted?.product._id === action.product._id) drop()
      else lift(action)
    }),
  }
}

/** Restores the focus, which the browser drops when a row is moved in the document. */
function useGripFocus(lifted: LiftedRow | undefined): void {
  const last = useRef<LiftedRow>(undefined)
  useEffect(() => {
    const { current: previous } = last
    last.current = lifted
    const { product, isDragged } = lifted ?? previous ?? {}
    if (!product || isDragged) return
    document.querySelector<HTMLElement>(`[data-row="${product._id}"] .row-grip`)?.focus()
  }, [lifted])
}
