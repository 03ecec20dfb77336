import './LookPicture.css'
import { ImageOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useMemo } from 'react'
import { parseLook } from '#shared/look.ts'
import { useSearchParams } from '#shared/web/navigation/router.tsx'
import { Picture } from '#shared/web/ui/images/Picture.tsx'

type LookPictureProps = Omit<ComponentProps<typeof Picture>, 'src' | 'className'> & {
  /** The seller's photo; empty where there is none. */
  listing: string
  /** The newest QC photo. */
  reality: string | null
  /** What stands in place of the seller's photo. */
  blank: ReactNode
}

/**
 * An item's photo on the switch Listing | Reality. Both are in the page and the stylesheet shows one; the other is
 * lazy, and hidden it is never loaded. Where the address asks for reality there is nothing to pick.
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
