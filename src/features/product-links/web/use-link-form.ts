import { type FormEvent, useEffect, useRef, useState } from 'react'
import { waitForConnection } from '#shared/web/connection.ts'
import { useNavigate } from '#shared/web/navigation/router.tsx'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { toast } from '#shared/web/ui/feedback/toasts.ts'

type LinkFormOptions = {
  /** Straight to the photos, as QC Lookup does. */
  toQc?: boolean
  onOpened?: () => void
}

/**
 * A form with one link in the field `url` (§4 Link submission): when it is recognized, the item's page opens and the box
 * is cleared once that page is there; otherwise the dialog of §8 opens and the text stays. Without a connection it waits
 * for one. Without script the form goes to `/go` by itself.
 */
export function useLinkForm({ toQc = false, onOpened }: LinkFormOptions = {}) {
  const navigate = useNavigate()
  const send = useApiClient()
  const [isOpening, setOpening] = useState(false)
  const attempt = useRef<AbortController>(undefined)
  useEffect(() => () => attempt.current?.abort(), [])

  async function openItem(form: HTMLFormElement, signal: AbortSignal): Promise<void> {
    await waitForConnection(signal)
    const { resolveItemPath } = await import('./resolve-item-path.ts')
    const address = await resolveItemPath(form, { send, toQc })
    if (address === undefined || signal.aborted) return
    await navigate(address)
    form.reset()
    onOpened?.()
  }

  async function submit(form: HTMLFormElement): Promise<void> {
    const controller = new AbortController()
    const { signal } = controller
    attempt.current = controller
    setOpening(true)
    await openItem(form, signal).catch(() => {
      if (!signal.aborted) toast.error("We couldn't read this link. Check your connection and try again.")
    })
    attempt.current = undefined
    setOpening(false)
  }

  return {
    isOpening,
    handleSubmit(event: FormEvent<HTMLFormElement>): void {
      event.preventDefault()
      if (!attempt.current) void submit(event.currentTarget)
    },
  }
}
