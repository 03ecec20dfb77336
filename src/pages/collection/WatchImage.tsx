import { ImageOff } from 'lucide-react'
import { Picture } from '#shared/web/ui/images/Picture.tsx'

/** The item's first image, small and decorative. */
export function WatchImage({ src }: { src: string | null }) {
  return (
    <span className="watch-row__picture">
      {src === null ? (
        <ImageOff className="icon" aria-hidden />
      ) : (
        <Picture src={src} alt="" width={160} height={160} sizes="56px" maxWidth={160} />
      )}
    </span>
  )
}
