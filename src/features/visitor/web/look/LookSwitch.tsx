import './LookSwitch.css'
import { ScanEye, Store } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useLocation } from '#shared/web/navigation/router.tsx'
import { getLookPath, type PhotoLook } from '../../look.ts'
import { useLook } from './use-look.ts'

const options = [
  { value: 'listing', label: 'Listing', Icon: Store },
  { value: 'reality', label: 'Reality', Icon: ScanEye },
] as const

/**
 * The switch between the seller's photos (Listing) and the newest QC photos (Reality) on the whole site. The choice is stored
 * on the device. Without JavaScript the options are links. The style sheet marks the chosen option, which the server does not
 * know.
 */
export function LookSwitch({ status }: { status?: string }) {
  const [photoLook, setPhotoLook] = useLook()
  const location = useLocation()
  function handleClick(event: MouseEvent, value: PhotoLook) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    setPhotoLook(value)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend into a row of choices
    <div className="look-switch" role="group" aria-label="Photos">
      <span className="look-switch__label" aria-hidden>
        Photos
      </span>
      <span className="segmented-control">
        {options.map(({ value, label, Icon }) => (
          <a
            key={value}
            className="segmented-control__opt look-switch__option"
            data-value={value}
            href={getLookPath(location, value)}
            rel="nofollow"
            aria-current={value === photoLook ? 'true' : undefined}
            onClick={(event) => handleClick(event, value)}
          >
            <Icon className="icon icon--s" aria-hidden />
            <span>{label}</span>
          </a>
        ))}
      </span>
      {status !== undefined && (
        <span className="visually-hidden" role="status">
          {photoLook === 'reality' ? status : ''}
        </span>
      )}
    </div>
  )
}
