import { GripVertical } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { Product } from '../../contract.ts'
import type { GripAction } from './row-lifting.ts'

type RowGripProps = { product: Product; isLifted: boolean; onGrip: (action: GripAction) => void }

/** The handle that moves a row. Space arrives as a click without a pointer (`detail` is 0). */
export function RowGrip({ product, isLifted, onGrip }: RowGripProps) {
  function handleKey(event: KeyboardEvent) {
    if (!isLifted) return
    if (event.key === 'ArrowUp') onGrip({ kind: 'step', by: -1 })
    else if (event.key === 'ArrowDown') onGrip({ kind: 'step', by: 1 })
    else if (event.key === 'Escape') onGrip({ kind: 'putBack' })
    else return
    event.preventDefault()
  }
  return (
    <button
      type="button"
      className="row-grip"
      aria-pressed={isLifted}
      onClick={({ detail }) => detail === 0 && onGrip({ kind: 'toggle', product })}
      onKeyDown={handleKey}
      onPointerDown={(event) => onGrip({ kind: 'drag', product, event })}
    >
      <GripVertical className="icon icon--s" aria-hidden />
      <span className="visually-hidden">{`Move ${product.name}`}</span>
    </button>
  )
}
