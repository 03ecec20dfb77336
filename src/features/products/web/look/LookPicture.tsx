import './LookPicture.css'
import { ImageOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useMemo } from 'react'
import { parseLook } from '#features/visitor/look.ts'
import { useSearchParams } from '#shared/web/navigation/router.tsx'
import { Picture } from '#shared/web/ui/images/Picture.tsx'

type LookPictureProps = Omit<ComponentProps<typeof Picture>, 'src' | 'className'> & {
  /** The seller's photo; empty when there is none. */
  listing: string
  /** The newest QC photo. */
  reality: string | null
  /** Shown instead of a missing seller's photo. */
  blank: ReactNode
}

/**
 * An item's photo for the switch Listing | Reality. The page contains both photos and the style sheet shows one. The other is
 * lazy and not loaded while it is hidden. With `look=reality` in the URL only the QC photo is rendered.
 */
export function LookPicture({ listing, reality, blank, priority, ...picture }: LookPictureProps) {
  const params = useSearchParams()
  const isReality = useMemo(() => parseLook(params) === 'reality', [params])
  return (
    <>
      {!isReality && listing && (
        <Picture {...picture} className="look-listing" src={listing} priority={priority === true} />
      )}
      {!isReality && !listing && <span className="look-listing">{blank}</span>}
      {reality ? (
        <Picture
          {...picture}
          className="look-reality"
          src={reality}
          priority={priority === true && isReality}
        />
      ) : (
        <span className="look-reality look-none surface-mat">
          <ImageOff className="icon" aria-hidden />
          <span>No QC photo yet</span>
        </span>
      )}
    </>
  )
}
