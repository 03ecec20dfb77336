import { type FormEvent, useRef } from 'react'
import { paths } from '#shared/paths.ts'
import { storageKeys } from '#shared/storage-keys.ts'
import { useNavigate } from '#shared/web/router.tsx'
import { toast } from '#shared/web/ui/toasts.ts'
import type { ParsedLink } from '../parse.ts'

type LinkForm = {
  /** Straight to the photos, as QC Lookup does. */
  toQc?: boolean
  onOpened?: () => void
}

/**
 * A form with one link in the field `url` (§4 Link submission): understood here, the item's page opens and the box
 * is cleared; refused, the dialog of §8 opens and the text stays. Without script the form goes to `/go` by itself.
 */
export function useLinkForm({ toQc = false, onOpened }: LinkForm = {}) {
  const navigate = useNavigate()
  const isBusy = useRef(false)

  async function open(form: HTMLFormElement): Promise<void> {
    const text = String(new FormData(form).get('url') ?? '')
    const [{ parseLink }, { showRefusal }] = await Promise.all([
      import('../parse.ts'),
      import('./refusal.tsx'),
    ])
    const link = parseLink(text)
    if (!link.ok) return showRefusal(link.code, { onEdit: () => focusBox(form) })
    keepLink(text, link)
    form.reset()
    onOpened?.()
    const path = toQc ? paths.productQc : paths.product
    navigate(path(link.shopType, link.id))
  }

  return (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (isBusy.current) return
    isBusy.current = true
    open(event.currentTarget)
      .catch(() => toast.error('The link could not be read. Check your connection and try again.'))
      .finally(() => {
        isBusy.current = false
      })
  }
}

function focusBox(form: HTMLFormElement): void {
  const box = form.querySelector('input')
  box?.focus()
  box?.select()
}

/** The last pasted link (§3), when it is one; of a text around a link, the item's own address. */
function keepLink(text: string, { canonicalUrl }: ParsedLink): void {
  const pasted = text.trim()
  const isAddress = /^https?:$/.test(URL.parse(pasted)?.protocol ?? '')
  try {
    localStorage.setItem(storageKeys.url, isAddress ? pasted : canonicalUrl)
  } catch {
    // A browser that keeps nothing still opens the item.
  }
}
