import { useExamples } from '#features/products/web/use-examples.ts'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import { QcBadge } from '#shared/web/ui/values/QcBadge.tsx'
import './HeroPhotos.css'

/** The seller's photo and the QC photo of the site's best item: decoration, hidden from screen readers. Nothing without photos. */
export function HeroPhotos() {
  const best = useExamples()?.find(({ qcImage }) => qcImage !== null)
  if (!best?.qcImage) return null
  return (
    <div className="dimension-prints" aria-hidden>
      <Print name="seller" src={best.shown.image} caption="Seller's photo" />
      <Print name="warehouse" src={best.qcImage} caption="QC photo" />
      <QcBadge count={best.qcCount} newest={best.qcNewest} size="large" />
    </div>
  )
}

type PrintProps = { name: 'seller' | 'warehouse'; src: string; caption: string }

function Print({ name, src, caption }: PrintProps) {
  return (
    <figure className={`print dimension-prints__${name}`}>
      <Picture src={src} alt="" width={720} height={720} sizes="360px" />
      <figcaption>{caption}</figcaption>
    </figure>
  )
}
