import './CategoryField.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { categoriesQuery } from '#features/freight/web/queries.ts'
import { Dialog } from '#shared/web/ui/dialogs/Dialog.tsx'
import { shippingText } from '../../texts.ts'
import { CategoryPicker } from './CategoryPicker.tsx'

type CategoryDialogProps = {
  isOpen: boolean
  /** Ids of categories. */
  chosen: readonly string[]
  onChoose: (chosen: string[]) => void
  onClose: () => void
}

/** A dialog to choose categories; the choice is applied with Done. */
export function CategoryDialog({ isOpen, onClose, ...choice }: CategoryDialogProps) {
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title={shippingText.category}
      className="dialog--wide category-dialog"
    >
      <CategoryChoice {...choice} onClose={onClose} />
    </Dialog>
  )
}

function CategoryChoice({ chosen: initiallyChosen, onChoose, onClose }: Omit<CategoryDialogProps, 'isOpen'>) {
  const [chosen, setChosen] = useState([...initiallyChosen])
  const { data: groups } = useQuery(categoriesQuery())
  return (
    <>
      <div className="panes">
        {groups && <CategoryPicker groups={groups} chosen={chosen} onChange={setChosen} />}
      </div>
      <div className="dialog__acts">
        <button
          type="button"
          className="btn btn--brand"
          onClick={() => {
            onClose()
            onChoose(chosen)
          }}
        >
          Done
        </button>
      </div>
    </>
  )
}
