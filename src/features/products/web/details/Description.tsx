import './Description.css'
import { useState } from 'react'
import type { ProductInfo } from '#shared/items/product-info.ts'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import { Properties } from './Properties.tsx'

const loadDialog = async () => (await import('./DescriptionDialog.tsx')).DescriptionDialog

type DescriptionProps = { info: Pick<ProductInfo, 'propsTrans' | 'title' | 'titleOriginal'> }

/** The button that opens the translated properties (§2). Without properties it is disabled with a reason. */
export function Description({ info }: DescriptionProps) {
  const [isOpen, setOpen] = useState(false)
  const Dialog = useLazyComponent(loadDialog, isOpen)
  const isEmpty = Object.keys(info.propsTrans).length === 0
  return (
    <>
      <button
        type="button"
        className="textbtn js-only"
        aria-haspopup="dialog"
        aria-disabled={isEmpty || undefined}
        aria-describedby={isEmpty ? 'no-description' : undefined}
        onPointerEnter={isEmpty ? undefined : loadDialog}
        onClick={() => setOpen(!isEmpty)}
      >
        <span>Description</span>
      </button>
      {isEmpty && (
        <p className="description__none" id="no-description">
          No details from the seller.
        </p>
      )}
      {!isEmpty && (
        <div className="description__plain">
          <Properties properties={info.propsTrans} />
        </div>
      )}
      {isOpen && Dialog && <Dialog info={info} onClose={() => setOpen(false)} />}
    </>
  )
}
