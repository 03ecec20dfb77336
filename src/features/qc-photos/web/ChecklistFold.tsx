import './ChecklistFold.css'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import { checkPoints } from './check-points.ts'

const loadChecklist = async () => (await import('./QcChecklist.tsx')).QcChecklist

/** The checklist for the visitor in a disclosure; its code loads when it is opened. */
export function ChecklistFold({ itemKey }: { itemKey: string }) {
  const [isOpen, setOpen] = useState(false)
  const Checklist = useLazyComponent(loadChecklist, isOpen)
  return (
    <details className="checklist-fold js-only" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary
        className="checklist-fold__summary"
        onPointerEnter={() => void loadChecklist().catch(() => undefined)}
      >
        Check it yourself <span className="checklist-fold__count tabular-nums">{checkPoints.length}</span>
        <ChevronDown className="icon" aria-hidden />
      </summary>
      <div className="checklist-fold__body">
        <p className="checklist-fold__hint">Your answers stay on this device.</p>
        {Checklist && <Checklist itemKey={itemKey} />}
      </div>
    </details>
  )
}
