import { QcBadge } from '#shared/web/ui/values/QcBadge.tsx'
import closeUp from '../home/pictures/close-up.webp'
import seller from '../home/pictures/seller.webp'
import warehouse from '../home/pictures/warehouse.webp'
import './HeroPhotos.css'

const heroPhotos = [
  { name: 'seller', src: seller, size: 480, caption: "Seller's photo" },
  { name: 'warehouse', src: warehouse, size: 640, caption: 'QC photo, Warehouse A' },
  { name: 'close', src: closeUp, size: 280, caption: 'Close-up' },
]

/** The seller's image and the QC photo: decoration, hidden from screen readers. */
export function HeroPhotos() {
  return (
    <div className="dimension-prints" aria-hidden>
      {heroPhotos.map(({ name, src, size, caption }) => (
        <figure key={name} className={`print dimension-prints__${name}`}>
          <img src={src} alt="" width={size} height={size} loading="lazy" decoding="async" />
          <figcaption>{caption}</figcaption>
        </figure>
      ))}
      <QcBadge count={5} size="large" />
    </div>
  )
}
