import { type FormEvent, useRef } from 'react'
import { useNavigate } from '#shared/web/navigation/router.tsx'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { toast } from '#shared/web/ui/feedback/toasts.ts'

type LinkFormOptions = {
  /** Straight to the photos, as QC Lookup does. */
  toQc?: boolean
  onOpened?: () => void
}

/**
 * A form with one link in the field `url` (§4 Link submission): when it is recognized, the item's page opens
 * and the box is cleared; otherwise the dialog of §8 opens and the text stays. Without script the form goes
 * to `/go` by itself.
 */
export function useLinkForm({ toQc = false, onOpened }: LinkFormOptions = {}) {
  const navigate = useNavigate()
  const send = useApiClient()
  const isBusy = useRef(false)

  async function openItem(form: HTMLFormElement): Promise<void> {
    const { resolveItemPath } = await import('./resolve-item-path.ts')
    const address = await resolveItemPath(form, { send, toQc })
    if (address === undefined) return
    form.reset()
    onOpened?.()
    navigate(address)
  }

  return (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (isBusy.current) return
    isBusy.current = true
    openItem(event.currentTarget)
      .catch(() => toast.error("We couldn't read this link. Check your connection and try again."))
      .finally(() => {
        isBusy.current = false
      })
  }
}
