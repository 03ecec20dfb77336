import { type FormEvent, useEffect, useRef, useState } from 'react'
import { waitForConnection } from '#shared/web/connection.ts'
import { useNavigate } from '#shared/web/navigation/router.tsx'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { toast } from '#shared/web/ui/feedback/toasts.ts'

type LinkFormOptions = {
  /** Opens the QC photos of the item, for QC Lookup. */
  toQc?: boolean
  onOpened?: () => void
}

/**
 * A form with one link in the field `url` (§4 Link submission). A recognized link opens the item's page, and the field is
 * cleared once that page is open. Otherwise the dialog of §8 opens and the text stays. Offline, the form waits for a
 * connection. Without JavaScript the browser sends the form to `/go`.
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
    const path = await resolveItemPath(form, { send, toQc })
    if (path === undefined || signal.aborted) return
    await navigate(path)
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
