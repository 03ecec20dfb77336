import { Languages } from 'lucide-react'
import type { ProductInfo } from '#shared/items/product-info.ts'
import { detectLanguage } from '#shared/language.ts'
import { Dialog } from '#shared/web/ui/dialogs/Dialog.tsx'
import { Properties } from './Properties.tsx'

type DescriptionDialogProps = {
  info: Pick<ProductInfo, 'propsTrans' | 'title' | 'titleOriginal'>
  onClose: () => void
}

/** The dialog with the translated product properties, at most 720 px high (§2). Its footer shows the seller's own title. */
export function DescriptionDialog({ info, onClose }: DescriptionDialogProps) {
  const { title, titleOriginal, propsTrans } = info
  const original = titleOriginal && titleOriginal !== title && (
    <span className="description__original">
      <Languages className="icon icon--s" aria-hidden />
      <span>
        The seller's own title: <span lang={detectLanguage(titleOriginal)}>{titleOriginal}</span>
      </span>
    </span>
  )
  return (
    <Dialog open onClose={onClose} title="Description" className="dialog--wide" isText footer={original}>
      <Properties properties={propsTrans} />
    </Dialog>
  )
}
