import { type FormEvent, useEffect, useRef, useState } from 'react'
import { paths } from '#shared/paths.ts'
import { waitForConnection } from '#shared/web/connection.ts'
import { waitForPage } from '#shared/web/navigation/navigation-pending.ts'
import { useNavigate } from '#shared/web/navigation/router.tsx'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { preloadAlerts } from '#shared/web/ui/dialogs/alerts.ts'

type LinkFormOptions = {
  /** Straight to the photos, as QC Lookup does. */
  toQc?: boolean
  onOpened?: () => void
}

/** `offline`: the link opens by itself once there is a connection. `failed`: until the text changes or is sent again. */
export type LinkFormState = 'idle' | 'opening' | 'offline' | 'failed'

const loadResolver = () => import('./resolve-item-path.ts')

/** What opens a link, and the dialog for one that is none. A failure is met when the link is sent. */
function preload(): void {
  if (!navigator.onLine) return
  loadResolver().catch(() => undefined)
  preloadAlerts()
}

/**
 * A form with one link in the field `url` (§4 Link submission): when it is recognized, the item's page opens
 * and the box is cleared once that page is there; otherwise the dialog of §8 opens and the text stays. Without
 * script the form goes to `/go` by itself, and so it does where a second attempt fails: browsers do not load code
 * again that once failed.
 */
export function useLinkForm({ toQc = false, onOpened }: LinkFormOptions = {}) {
  const navigate = useNavigate()
  const send = useApiClient()
  const [state, setState] = useState<LinkFormState>('idle')
  const attempt = useRef<AbortController>(undefined)
  /** Code may have been asked for in vain. */
  const hasFailed = useRef(false)
  useEffect(() => () => attempt.current?.abort(), [])

  async function openItem(form: HTMLFormElement, signal: AbortSignal): Promise<void> {
    if (!navigator.onLine) {
      setState('offline')
      await waitForConnection(signal)
    }
    setState('opening')
    const { resolveItemPath } = await loadResolver()
    const path = await resolveItemPath(form, { send, toQc })
    if (path === undefined || signal.aborted) return
    if (!navigator.onLine) return openItem(form, signal)
    navigate(path)
    await waitForPage()
    form.reset()
    onOpened?.()
  }

  async function submit(form: HTMLFormElement, controller: AbortController): Promise<void> {
    attempt.current = controller
    const { signal } = controller
    hasFailed.current ||= !navigator.onLine
    let end: LinkFormState = 'idle'
    try {
      await openItem(form, signal)
    } catch {
      if (signal.aborted) return
      if (!navigator.onLine) return submit(form, controller)
      if (hasFailed.current) return form.submit()
      end = 'failed'
    }
    hasFailed.current = end === 'failed'
    if (attempt.current !== controller) return
    attempt.current = undefined
    setState(end)
  }

  return {
    state,
    formProps: {
      action: paths.go(),
      onSubmit(event: FormEvent<HTMLFormElement>): void {
        event.preventDefault()
        if (!attempt.current) void submit(event.currentTarget, new AbortController())
      },
      onFocus: preload,
      onInput: () => setState((now) => (now === 'failed' ? 'idle' : now)),
    },
  }
}
